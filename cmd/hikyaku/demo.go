package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/courier"
	"hikyaku/internal/demo"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name: "demo",
		UsageText: `hikyaku demo
hikyaku demo --game quoridor --set players=4 -o /tmp/demo`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Value: "quoridor"}, listFlag("set"), &cli.Uint64Flag{Name: "seed"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: "hikyaku-demo"}, boolFlag("json"),
		},
		Action: runDemo,
	}
}

func runDemo(c *cli.Context) error {
	g, options, err := chooseGame(c, c.String("game"))
	if err != nil {
		return err
	}
	seed := rand.Uint64()
	if c.IsSet("seed") {
		seed = c.Uint64("seed")
	}
	for _, name := range []string{mailbox.EnvIMAP, mailbox.EnvSMTP} {
		os.Unsetenv(name) // the accounts have passwords of their own
	}
	show, end := showProgress(c, "demo.turn")
	r, err := demo.Show{
		Game: g, Options: options, Seed: seed, Dir: c.String("output"), Lang: language(c.App),
		Open: func(home, name string, a mailbox.Account) (*home.Desk, *courier.Courier, error) {
			return openPlayer(c, home, name, a)
		},
		Told: func(t demo.Turn) { show("ply", t.Ply, "who", t.Player, "move", t.Move, "letter", t.Letter) },
	}.Run(c.Context)
	end()
	if err != nil {
		return err
	}
	if err := printDemo(c, r, seed); err != nil {
		return err
	}
	if !r.Same {
		return i18n.Err("demo.differ")
	}
	return nil
}

// openPlayer writes the configuration of a player as a person would, and opens
// it as every command does.
func openPlayer(c *cli.Context, home, name string, a mailbox.Account) (*home.Desk, *courier.Courier, error) {
	folder, password := filepath.Join(home, "Kifu"), filepath.Join(home, "password")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(password, []byte(a.IMAP.Password.Text.Reveal()+"\n"), 0o600); err != nil {
		return nil, nil, err
	}
	server := func(s mailbox.Server) cfg.Server {
		return cfg.Server{Host: s.Host, Port: s.Port, Security: string(s.Security), User: s.User, CAFile: s.CAFile, PasswordFile: password}
	}
	data, err := yaml.Marshal(cfg.Config{
		Name: strings.ToUpper(name[:1]) + name[1:], Address: a.Address,
		Folder: folder, State: home, Secret: filepath.Join(home, "secret"), IMAP: server(a.IMAP), SMTP: server(a.SMTP),
	})
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(home, "config.yaml")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return nil, nil, err
	}
	conf, err := openConfig(path, true)
	if err != nil {
		return nil, nil, err
	}
	d := conf.desk()
	carrier, err := conf.courier(c, d)
	return d, carrier, err
}

type demoJSON struct {
	Folder  string      `json:"folder"`
	Seed    uint64      `json:"seed"`
	Ply     int         `json:"ply"`
	Letters int         `json:"letters"`
	Ending  string      `json:"ending"`
	Records []string    `json:"records"`
	Digests []string    `json:"digests"`
	Same    bool        `json:"same"`
	Proof   match.Proof `json:"proof"`
	failure
}

func printDemo(c *cli.Context, r *demo.Result, seed uint64) error {
	m := r.Match
	if c.Bool("json") {
		return give(c, &demoJSON{
			Folder: c.String("output"), Seed: seed, Ply: m.Ply(), Letters: r.Letters, Ending: m.Outcome.Rule.ID,
			Records: r.Records, Digests: r.Digests, Same: r.Same, Proof: m.NewProof(),
		})
	}
	if err := printScene(c, m.Scene(), m.Names(), m.For(0).Pending(zone(c))); err != nil {
		return err
	}
	lines := []i18n.Text{i18n.T("demo.count", "plies", m.Ply(), "letters", r.Letters, "seed", seed)}
	for i, file := range r.Records {
		lines = append(lines, i18n.T("demo.record", "file", file, "digest", r.Digests[i][:16]))
	}
	if proof := proved(m.NewProof()); len(proof) > 0 {
		lines = append(lines, i18n.Phrases(proof...))
	}
	if r.Same {
		lines = append(lines, i18n.T("demo.same"))
	}
	lines = append(lines, i18n.T("demo.last-board", "picture", r.Board, "other", r.Picture), i18n.T("demo.last-letter", "file", r.Letter))
	return printLine(c, "\n"+i18n.Lines(lines...).In(language(c.App)))
}
