//go:build realmail

package realtest

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// player has a configuration and a folder of records, and runs commands.
type player struct {
	t       *testing.T
	binary  string
	dir     string
	address string
	file    string // the record of the match
}

// table returns two players.
func table(t *testing.T, security mailbox.Security) (first, second *player) {
	t.Helper()
	players := seated(t, security, alice, bob)
	return players[0], players[1]
}

// seated returns players with these addresses, and builds the command.
func seated(t *testing.T, security mailbox.Security, addresses ...string) (players []*player) {
	t.Helper()
	dir := t.TempDir()
	binary := filepath.Join(dir, "hikyaku")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/hikyaku").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for _, address := range addresses {
		p := &player{t: t, binary: binary, dir: filepath.Join(dir, address), address: address}
		p.configure(account(t, address, security))
		players = append(players, p)
	}
	return players
}

// configure writes the configuration, and the password to a separate file.
func (p *player) configure(a mailbox.Account) {
	p.t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\naddress: %s\nfolder: kifu\nstate: state\nsecret: state/secret\npicture: true\ntimeout: 20s\n", p.name(), p.address)
	for name, s := range map[string]mailbox.Server{"imap": a.IMAP, "smtp": a.SMTP} {
		fmt.Fprintf(&b, "%s:\n  host: %s\n  port: %d\n  security: %s\n  user: %s\n  ca_file: %s\n  password_file: password\n",
			name, s.Host, s.Port, s.Security, s.User, s.CAFile)
	}
	err := os.MkdirAll(filepath.Join(p.dir, "kifu"), 0o700)
	for name, text := range map[string]string{"config.yaml": b.String(), "password": password(p.t, p.address)} {
		if err == nil {
			err = os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600)
		}
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// name returns a player's name, which is Japanese for one of them.
func (p *player) name() string {
	name, _, _ := strings.Cut(p.address, "@")
	return cmp.Or(map[string]string{"alice": "有栖", "bob": "Bob", "robot": "Robot"}[name], name)
}

func (p *player) String() string { return fmt.Sprintf("%s <%s>", p.name(), p.address) }

// command returns a command that has not been started.
func (p *player) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.binary, append([]string{"--config", "config.yaml", "--lang", "en"}, args...)...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "HOME="+p.dir, "NO_COLOR=1")
	return cmd
}

// try runs a command and returns its output, which must not contain the password.
func (p *player) try(args ...string) (string, error) {
	p.t.Helper()
	out, err := p.command(args...).CombinedOutput()
	if bytes.Contains(out, []byte(password(p.t, p.address))) {
		p.t.Errorf("%v printed the password:\n%s", args, out)
	}
	return string(out), err
}

func (p *player) run(args ...string) string {
	p.t.Helper()
	out, err := p.try(args...)
	if err != nil {
		p.t.Fatalf("%s: %v: %v\n%s", p.address, args, err, out)
	}
	return out
}

// awaits polls until the output matches.
func (p *player) awaits(pattern string, args ...string) string {
	p.t.Helper()
	want := regexp.MustCompile(pattern)
	out := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if out = p.run(append([]string{"poll"}, args...)...); want.MatchString(out) {
			return out
		}
	}
	p.t.Fatalf("%s: %q does not come; the last was:\n%s", p.address, pattern, out)
	return ""
}

// begin makes the first player invite the second, who accepts.
func begin(first, second *player, game string, options []string) {
	first.t.Helper()
	id := first.invites(second.String(), game, options)
	second.awaits("hikyaku accept " + id)
	second.run("accept", id)
	first.awaits("accepted the invitation")
	second.file = first.file
}

// invites begins a match in which p moves first, and returns its short name.
func (p *player) invites(other, game string, options []string) (id string) {
	p.t.Helper()
	args := []string{"invite", game, other, "--seat", "1"}
	for _, option := range options {
		args = append(args, "--set", option)
	}
	sent := regexp.MustCompile(`sent to .*: match ([0-9a-f]{8})`).FindStringSubmatch(p.run(args...))
	if sent == nil {
		p.t.Fatal("no invitation was sent")
	}
	p.file = filepath.Join("kifu", game+"-"+sent[1]+".kif")
	return sent[1]
}

// move returns turn, or any legal move where that is "any".
func (p *player) move(turn []string) []string {
	p.t.Helper()
	if turn[0] != "any" {
		return turn
	}
	move, _, _ := strings.Cut(p.run("moves", p.file), "\n")
	return []string{move}
}

// plays plays a turn and sends it: a move with its flags, or only "resign".
func (p *player) plays(turn []string) string {
	p.t.Helper()
	if turn[0] == "resign" {
		return p.run("resign", p.file, "--send")
	}
	return p.run(append([]string{"move", p.file, "--send"}, p.move(turn)...)...)
}

// playsWithoutServers plays a turn while the servers are down, and sends it once they are up again.
func (p *player) playsWithoutServers(turn []string) {
	p.t.Helper()
	script(p.t, "down.sh")
	out, err := p.try(append([]string{"move", p.file, "--send"}, p.move(turn)...)...)
	if err == nil || !strings.Contains(out, "no server is listening there") {
		p.t.Errorf("sent to nobody: %s", out)
	}
	script(p.t, "up.sh")
	p.run("send", p.file)
}

// play plays a whole match: the players take turns, and each turn is delivered before the next. One turn is made while the
// servers are down. At the end both players must have the same record, with the right ending.
func play(first, second *player, game string, options []string, turns []string, down int, ending string) {
	t := first.t
	t.Helper()
	begin(first, second, game, options)
	mover, other := first, second
	for n, turn := range turns {
		if n == down {
			mover.playsWithoutServers(strings.Fields(turn))
		} else {
			mover.plays(strings.Fields(turn))
		}
		other.awaits(`\[[0-9a-f]{8}\]: `)
		mover, other = other, mover
	}
	var records []string
	for _, p := range []*player{first, second} {
		if out := p.run("check", p.file); !strings.Contains(out, ending) {
			t.Errorf("%s: %s lacks %q", p.address, out, ending)
		}
		records = append(records, p.run("show", p.file, "--json"))
		p.discreet()
	}
	moves := regexp.MustCompile(`"moves":\[[^\]]*(\][^\]]*)*\],`)
	if a, b := moves.FindString(records[0]), moves.FindString(records[1]); a != b || a == "" {
		t.Errorf("the records differ:\n%s\n%s", records[0], records[1])
	}
}

// discreet searches for the password in every file except its own.
func (p *player) discreet() {
	p.t.Helper()
	secret := []byte(password(p.t, p.address))
	err := filepath.WalkDir(p.dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "password" {
			return err
		}
		text, err := os.ReadFile(name)
		if bytes.Contains(text, secret) {
			p.t.Errorf("the password is in %s", name)
		}
		return err
	})
	if err != nil {
		p.t.Error(err)
	}
}

func TestQuoridor(t *testing.T) {
	turns := strings.Split("e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1", " ")
	first, second := table(t, mailbox.STARTTLS)
	play(first, second, "quoridor", nil, turns, 7, "Bob won")
}

func TestGoryujin(t *testing.T) {
	turns := []string{"P2@AD2", "P0'@AO29", "I0@AD6", "pass", "resign"}
	first, second := table(t, mailbox.TLS)
	play(first, second, "goryujin", nil, turns, 2, "有栖 resigned")
}

func TestDiceShogi(t *testing.T) {
	turns := []string{"any", "any", "any", "any", "resign"}
	first, second := table(t, mailbox.TLS)
	play(first, second, "diceshogi", []string{"rules=dice"}, turns, 2, "有栖 resigned")
}
