package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// demoMark is a file that tells a folder left by an earlier demonstration from any other.
const demoMark = ".hikyaku-demo"

// clearStage makes dir ready: new, empty, or emptied of an earlier demonstration. Nothing else is touched.
func clearStage(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("demo: %w", err)
	}
	if len(entries) > 0 {
		if _, err := os.Lstat(filepath.Join(dir, demoMark)); err != nil {
			return fmt.Errorf("%s holds something else than a demo: name another folder with -o", dir)
		}
		for _, name := range []string{"alice", "bob", "carol", "dave", "board.txt", "board.png", "turn.eml"} {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				return fmt.Errorf("demo: %w", err)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, demoMark), nil, 0o644)
}

// writeDemoConfig writes the configuration of one player as a person would write it, and returns its path.
func writeDemoConfig(home, name string, a mailbox.Account) (string, error) {
	folder := filepath.Join(home, "Kifu")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	password := filepath.Join(home, "password")
	if err := os.WriteFile(password, []byte(a.IMAP.Password.Text.Reveal()+"\n"), 0o600); err != nil {
		return "", err
	}
	server := func(s mailbox.Server) serverConfig {
		return serverConfig{Host: s.Host, Port: s.Port, Security: string(s.Security), User: s.User, CAFile: s.CAFile, PasswordFile: password}
	}
	conf := config{
		Name: string(bytes.ToUpper([]byte(name[:1]))) + name[1:], Address: a.Address,
		Folder: folder, State: home, Secret: filepath.Join(home, "secret"), IMAP: server(a.IMAP), SMTP: server(a.SMTP),
	}
	data, err := yaml.Marshal(conf)
	if err != nil {
		return "", err
	}
	path := filepath.Join(home, "config.yaml")
	return path, os.WriteFile(path, data, 0o600)
}

// demoJSON is what the demonstration left, as scripts see it.
type demoJSON struct {
	Folder  string      `json:"folder"`
	Seed    uint64      `json:"seed"`
	Ply     int         `json:"ply"`
	Letters int         `json:"letters"`
	Status  string      `json:"status"`
	Records []string    `json:"records"`
	Digests []string    `json:"digests"`
	Same    bool        `json:"same"`
	Proof   match.Proof `json:"proof"`
}

// finish compares the records, leaves the boards and says what happened.
func (s *stage) finish(c *cli.Context, m *match.Match) error {
	result := demoJSON{
		Folder: s.dir, Seed: s.seed, Ply: m.Ply(), Letters: s.letters,
		Status: m.Status().In(language(c.App)), Same: true, Proof: m.Proof(),
	}
	for _, p := range s.players {
		own, err := p.Open(p.file)
		if err != nil {
			return err
		}
		result.Records = append(result.Records, p.file)
		result.Digests = append(result.Digests, own.Head().String())
		result.Same = result.Same && own.Head() == m.Head()
	}
	if err := s.leaveBoards(c, m); err != nil {
		return err
	}
	if err := s.tellResult(c, m, result); err != nil {
		return err
	}
	if !result.Same {
		return errors.New("the records of the players differ")
	}
	return nil
}

// leaveBoards writes the last board as text and as a picture.
func (s *stage) leaveBoards(c *cli.Context, m *match.Match) error {
	scene, lang := m.Last().Scene(), language(c.App)
	text := render.Text(scene, render.TextOptions{Lang: lang})
	if err := os.WriteFile(filepath.Join(s.dir, "board.txt"), []byte(text), 0o644); err != nil {
		return err
	}
	var png bytes.Buffer
	if err := render.PNG(&png, scene, render.PNGOptions{Lang: lang}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, "board.png"), png.Bytes(), 0o644)
}

func (s *stage) tellResult(c *cli.Context, m *match.Match, r demoJSON) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	if err := printScene(c, m.Last().Scene(), m.Caption()); err != nil {
		return err
	}
	w := c.App.Writer
	fmt.Fprintf(w, "\n%d plies, %d letters, seed %d\n", r.Ply, r.Letters, r.Seed)
	for i, file := range r.Records {
		fmt.Fprintf(w, "%s  digest %s\n", file, r.Digests[i][:16])
	}
	if proof := strings.TrimPrefix(proofText(c, r.Proof), ", "); proof != "" {
		fmt.Fprintln(w, proof)
	}
	verdict := "The records are the same."
	if !r.Same {
		verdict = "The records differ."
	}
	_, err := fmt.Fprintf(w, "%s\n%s and %s: the last board\n%s: the last letter as it came\n", verdict,
		filepath.Join(s.dir, "board.txt"), filepath.Join(s.dir, "board.png"), filepath.Join(s.dir, "turn.eml"))
	return err
}
