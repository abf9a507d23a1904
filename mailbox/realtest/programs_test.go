//go:build realmail

package realtest

import (
	"context"
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

// writer is Bob, who has only mail programs.
type writer struct {
	t        *testing.T
	dir      string
	box      mailbox.Box
	mark     mailbox.Mark
	read     map[string]bool // the Message-IDs that waits has read
	settings []any           // the values of %[n]s in the settings files below
}

func newWriter(t *testing.T) *writer {
	t.Helper()
	w := &writer{t: t, dir: t.TempDir(), box: open(t, account(t, bob, mailbox.TLS)), read: map[string]bool{}}
	w.mark = now(t, w.box)
	w.settings = []any{port(t, 1), port(t, 3), password(t, bob), filepath.Join(stack(t), "tls/cert.pem")}
	return w
}

// muttSettings prevent questions of mutt. The mailbox is sorted by arrival; sorting by date would mix messages of the same
// second.
const muttSettings = `set from="bob@hikyaku.test" realname="Bob" charset="utf-8" sort="mailbox-order"
set folder="imaps://bob@localhost:%[1]d/" spoolfile="+INBOX" imap_pass="%[3]s"
set smtp_url="smtps://bob@localhost:%[2]d/" smtp_pass="%[3]s"
set certificate_file="%[4]s" record="" header_cache="" move=no quit=yes sleep_time=0 wait_key=no
set fast_reply=yes autoedit=yes include=yes abort_unmodified=no forward_attachments=yes pipe_decode=yes
`

const nailSettings = `set v15-compat ttycharset=utf-8 hostname=hikyaku.test smtp-auth=plain
set from="Bob <bob@hikyaku.test>" mta=smtps://bob:%[3]s@localhost:%[2]d
set tls-ca-file=%[4]s tls-ca-no-defaults folder=imaps://bob:%[3]s@localhost:%[1]d
`

// program shows the newest message and answers it with the typed text.
type program func(w *writer, typed string) (shown string)

// Where the user types in mutt: above or below the quotation. The file gets an older time, because mutt asks about files that are
// newer than its own clock, which the kernel's times of files can be by a few milliseconds.
const (
	above = `cat typed %s >both && touch -r typed both && mv both %s`
	below = `cat %s typed >both && touch -r typed both && mv both %s`
)

// mutt answers with these keys and additional settings.
func mutt(keys, editor, settings string) program { return muttOr("mutt", keys, editor, settings) }

// neomutt is mutt's successor, with the same keys and settings.
func neomutt(keys, editor, settings string) program {
	return muttOr("neomutt", keys, editor, settings)
}

func muttOr(name, keys, editor, settings string) program {
	return func(w *writer, typed string) string {
		w.t.Helper()
		w.write("muttrc", fmt.Sprintf(muttSettings, w.settings...)+fmt.Sprintf("set editor=%q\n%s\n", editor, settings)+
			"push \"<last-entry><pipe-message>cat >shown<enter>"+keys+"<send-message><quit>\"\n")
		w.write("typed", typed+"\n")
		w.run("", "script", "-qec", name+" -n -F muttrc", "typescript") // it requires a terminal
		return w.file("shown")
	}
}

const (
	replies  = "<reply>"
	forwards = "<forward-message>" + alice + "<enter>"
)

// nail answers with s-nail, which quotes only if configured to: automatically above the typed text, or with the command ~m below
// it.
func nail(settings, quoting string) program {
	return func(w *writer, typed string) string {
		w.t.Helper()
		w.write("nailrc", fmt.Sprintf(nailSettings, w.settings...)+settings+"\n")
		return w.run("type $\nreply $\n"+typed+"\n"+quoting+"~.\nquit\n", "s-nail", "-:u", "-#", "-f", "+INBOX")
	}
}

const alpineSettings = `personal-name=Bob
user-domain=hikyaku.test
customized-hdrs=From: Bob <bob@hikyaku.test>
inbox-path={localhost:%[1]d/ssl/novalidate-cert/user=bob}INBOX
smtp-server=localhost:%[2]d/ssl/novalidate-cert/user=bob
feature-list=allow-changing-from,enable-alternate-editor-cmd,enable-alternate-editor-implicitly,quit-without-confirm
incoming-startup-rule=last
default-fcc=""
editor=%[5]s/editor
last-version-used=9.99
`

// alpine shows and quotes the HTML part of a message, so its output is not compared with the text. Its remarks at the bottom of
// the screen may be gone before they are seen, so its steps are known by what stays: the list is back when the reply is sent.
func alpine(w *writer, typed string) string {
	w.t.Helper()
	w.write("pinerc", fmt.Sprintf(alpineSettings, append(w.settings, w.dir)...))
	key := w.settings[2].(string)
	w.drives(typed, "alpine -p pinerc -i -nowrite_password_cache -sort arrival", [][]string{
		{"ENTER PASSWORD", key, "Enter"}, {"Preserve password", "n"},
		{`Message \d+ of \d+`, "r"}, {"Include original message", "y"}, {"all recipients", "n"}, {"editor done", "C-x"}, {"Send message", "y"},
		{"ENTER PASSWORD", key, "Enter"}, {"Preserve password", "n"}, {"MESSAGE INDEX", "q"},
	})
	return ""
}

const aercSettings = `[Bob]
source = imaps://bob:%[3]s@localhost:%[1]d
outgoing = smtps+plain://bob:%[3]s@localhost:%[2]d
from = Bob <bob@hikyaku.test>
default = INBOX
`

func aerc(w *writer, typed string) string {
	w.t.Helper()
	config := filepath.Join(w.dir, ".config", "aerc")
	if err := os.MkdirAll(config, 0o700); err != nil {
		w.t.Fatal(err)
	}
	w.write(".config/aerc/accounts.conf", fmt.Sprintf(aercSettings, w.settings...))
	w.drives(typed, "aerc", [][]string{
		{"(?s)Quoridor.*Connected", "Enter"}, {"Match", ":pipe -p sh -c 'cat >shown'", "Enter"}, {"Process complete", "q"}, {"Match", "q"},
		{"(?s)Quoridor.*Connected", ":reply -q", "Enter"}, {"Send this email", "y"}, {"Message sent", ":quit", "Enter"},
	})
	return w.file("shown")
}

// drives runs a program in a terminal, and types keys when the screen matches a pattern. The editor puts the typed text above the
// rest.
func (w *writer) drives(typed, program string, dialog [][]string) {
	w.t.Helper()
	w.write("typed", typed+"\n")
	w.write("editor", "#!/bin/sh\ncat typed \"$1\" >both && cat both >\"$1\"\n")
	if err := os.Chmod(filepath.Join(w.dir, "editor"), 0o700); err != nil {
		w.t.Fatal(err)
	}
	tmux := func(args ...string) string { return w.run("", "tmux", append([]string{"-S", "tmux"}, args...)...) }
	w.t.Cleanup(func() { _ = exec.Command("tmux", "-S", filepath.Join(w.dir, "tmux"), "kill-server").Run() })
	tmux("new-session", "-d", "-x", "120", "-y", "70", program)
	for _, step := range dialog {
		want, screen := regexp.MustCompile(step[0]), ""
		for end := time.Now().Add(20 * time.Second); !want.MatchString(screen); time.Sleep(50 * time.Millisecond) {
			if screen = tmux("capture-pane", "-p"); time.Now().After(end) {
				w.t.Fatalf("%s does not show %q:\n%s", program, step[0], screen)
			}
		}
		tmux(append([]string{"send-keys"}, step[1:]...)...)
	}
}

func (w *writer) file(name string) string {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

func (w *writer) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// run returns the output of a program.
func (w *writer) run(typed, name string, args ...string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdin = w.dir, strings.NewReader(typed)
	cmd.Env = append(os.Environ(), "HOME="+w.dir, "LC_ALL=C.UTF-8", "TERM=xterm", "MAILRC=nailrc", "EDITOR="+filepath.Join(w.dir, "editor"),
		"XDG_CONFIG_HOME="+filepath.Join(w.dir, ".config"), fmt.Sprint("SSL_CERT_FILE=", w.settings[3]))
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// answers waits for a message, checks that a program shows all of it, and answers it.
func (w *writer) answers(by program, typed string) {
	w.t.Helper()
	letter := w.reads()
	shown := by(w, typed)
	for line := range strings.Lines(letter.Text) {
		if line = strings.TrimSpace(line); shown != "" && !strings.Contains(shown, line) {
			w.t.Errorf("the line %q is not shown:\n%s", line, shown)
		}
	}
}

func (w *writer) reads() (letter *mailbox.Letter) {
	w.t.Helper()
	letter, w.mark = came(w.t, w.box, w.mark)
	return letter
}

// TestMailPrograms plays a match against a player who answers with real mail programs, each of which quotes, wraps and encodes in
// its own way. Every reply must count once.
func TestMailPrograms(t *testing.T) {
	player, _ := table(t, mailbox.TLS)
	w := newWriter(t)
	match := player.invites("Bob <"+bob+">", "quoridor", nil)
	for _, turn := range []struct {
		plays string // Alice's move before this answer, to which Bob replies
		by    program
		typed string
		want  string // a pattern for Alice's output
	}{
		{"", mutt(replies, above, ""), "accept", "accepted the invitation"},
		{"e2", mutt(replies, above, "set text_flowed=yes"), "e8 -- It has been \na long day.", "(?s)Bob played e8.*It has been a long day."},
		{"d2", mutt(replies, below, `set send_charset="iso-2022-jp"`), "e7 でお願いします。\n\n良い一日を。", "(?s)Bob played e7.*良い一日を。"},
		{"c2", nail("set quote sendcharsets=iso-2022-jp", ""), "e6 引き分け？\n\nまた明日。", "(?s)Bob played e6. Bob offers a draw.*また明日。"},
		{"b2", nail("set sendcharsets=us-ascii,iso-8859-1", "~m\n"), "e5\n\nÀ bientôt!", "(?s)Bob played e5.*À bientôt!"},
		{"a2", nail("", ""), "e4\n\nSee you.", "(?s)Bob played e4.*See you."},
		{"a3", neomutt(replies, above, ""), "e3 -- It rains.", "(?s)Bob played e3.*It rains."},
		{"b3", neomutt(replies, below, `set text_flowed=yes send_charset="iso-2022-jp"`), "f3 -- 雨です。", "(?s)Bob played f3.*雨です。"},
		{"c3", alpine, "f4 -- It snows.", "(?s)Bob played f4.*It snows."},
		{"d3", aerc, "f5 -- 晴れです。", "(?s)Bob played f5.*晴れです。"},
		{"", mutt(forwards, above, ""), "say: Back on Monday.", "(?s)Back on Monday."},
		{"", mutt(replies, below, `set send_charset="iso-2022-jp"`), "盤面", "hikyaku answered: asked for show"},
		{"", nail("set sendcharsets=utf-8", "~m\n"), "投了します", "hikyaku answered"},
		{"", mutt(replies, above, `set text_flowed=yes send_charset="iso-2022-jp"`), "はい", "Bob resigned"},
	} {
		if turn.plays != "" {
			w.reads()
			player.run("move", player.file, turn.plays, "--send")
		}
		w.answers(turn.by, turn.typed)
		if out := player.awaits(match); !regexp.MustCompile(turn.want).MatchString(out) {
			t.Errorf("of %q came %s, want %s", turn.typed, out, turn.want)
		}
		if again := player.run("poll"); strings.Contains(again, match) {
			t.Errorf("%q counts twice:\n%s", turn.typed, again)
		}
	}
	w.reads()
	record := player.run("show", player.file, "--json")
	player.run("poll", "--again")
	if again := player.run("show", player.file, "--json"); again != record {
		t.Errorf("another reading changes the match:\n%s\n%s", record, again)
	}
	if out := player.run("check", player.file); !strings.Contains(out, "Bob resigned") {
		t.Errorf("the end is %s", out)
	}
}
