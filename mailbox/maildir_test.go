package mailbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// delivering is a sendmail that puts each message into the Maildir of its recipient below its first argument. It knows only
// recipients that have one.
const delivering = `#!/bin/sh
cd "$1" || exit 75
letter=$(mktemp) && cat >"$letter" || exit 75
to=$(sed -n '/^$/q; /^To:/,/^[^ ]/s/.*<\(.*\)>.*/\1/p' "$letter" | head -n 1 | tr A-Z a-z)
case $to in
*/*|'') echo "who is $to?" >&2; rm "$letter"; exit 67 ;;
esac
[ -d "$to/new" ] || { echo "there is no $to here" >&2; rm "$letter"; exit 67; }
n=$(ls "$to/new" "$to/cur" | wc -l)
mv "$letter" "$to/new/$(date +%s).$(printf %06d $n).$$.host"
`

// post is a folder of Maildirs and the command that delivers into them.
type post struct {
	testing.TB
	dir, command string
}

func newPost(t testing.TB) *post {
	t.Helper()
	p := &post{t, t.TempDir(), filepath.Join(t.TempDir(), "sendmail")}
	if err := os.WriteFile(p.command, []byte(delivering), 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

// box returns the Maildir of an address, created if necessary, and the command.
func (p *post) box(address string, only mailbox.Filter) mailbox.Box {
	p.Helper()
	dir := filepath.Join(p.dir, address)
	for _, sub := range []string{"tmp", "new", "cur"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			p.Fatal(err)
		}
	}
	in, err := mailbox.NewMaildir(dir, p.ledger(address), only)
	if err != nil {
		p.Fatal(err)
	}
	return mailbox.Join(in, mailbox.Sendmail{Command: []string{p.command, p.dir}})
}

func (p *post) ledger(address string) string { return filepath.Join(p.dir, address+".ledger") }

// drop delivers a message under a name, at a time.
func (p *post) drop(address, name, message string, at time.Time) {
	p.Helper()
	file := filepath.Join(p.dir, address, name)
	err := os.WriteFile(file, []byte(message), 0o600)
	if err := errors.Join(err, os.Chtimes(file, at, at)); err != nil {
		p.Fatal(err)
	}
}

func (p *post) rename(address, from, to string) {
	p.Helper()
	if err := os.Rename(filepath.Join(p.dir, address, from), filepath.Join(p.dir, address, to)); err != nil {
		p.Fatal(err)
	}
}

// date sets the times at which new and cur changed.
func (p *post) date(address string, seconds int) {
	p.Helper()
	for _, sub := range []string{"new", "cur"} {
		at := time.Unix(int64(seconds), 0)
		if err := os.Chtimes(filepath.Join(p.dir, address, sub), at, at); err != nil {
			p.Fatal(err)
		}
	}
}

func TestMaildir(t *testing.T) {
	mailboxtest.Run(t, func(t *testing.T) (taro, hanako mailbox.Box) {
		p := newPost(t)
		return p.box(mailboxtest.Taro, mailbox.Filter{}), p.box(mailboxtest.Hanako, mailbox.Filter{})
	})
}

// An account may fetch what a command sends, and a Maildir what a server accepts.
func TestJoin(t *testing.T) {
	servers := start(t, mailbox.None)
	p := newPost(t)
	p.box(mailboxtest.Hanako, mailbox.Filter{})
	account := servers.Account(mailboxtest.Taro)
	account.SMTP = mailbox.Server{}
	in := open(t, account)
	account = servers.Account(mailboxtest.Hanako)
	account.IMAP = mailbox.Server{}
	out := open(t, account)
	l := mailboxtest.Letter(1)
	l.From, l.To = l.To, l.From
	if err := out.Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	taro := mailbox.Join(in, mailbox.Sendmail{Command: []string{p.command, p.dir}})
	if got, _ := collect(t, taro, mailbox.Mark{}); got != "1" {
		t.Errorf("by SMTP came %q", got)
	}
	if err := taro.Send(t.Context(), mailboxtest.Letter(2)); err != nil {
		t.Fatal(err)
	}
	if got, _ := collect(t, p.box(mailboxtest.Hanako, mailbox.Filter{}), mailbox.Mark{}); got != "1" {
		t.Errorf("by the command came %q", got)
	}
	if _, waits := taro.(mailbox.Waiter); !waits {
		t.Error("a box that fetches by IMAP cannot wait")
	}
	if got, mark := collect(t, mailbox.Join(nil, out), mailbox.Mark{Validity: 7, UID: 7}); got != "" || mark.UID != 7 {
		t.Errorf("from nowhere came %q up to %v", got, mark)
	}
}

const plain = "From: taro@example.com\nSubject: hikyaku\n\nmove\n"

// Each message is returned once, whatever other programs do to its file.
func TestMaildirRenamed(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", mailbox.Filter{})
	begun := time.Now()
	p.drop("h@x", "cur/3.c.host:2,S", plain, begun.Add(3*time.Second))
	p.drop("h@x", "new/1.a.host", plain, begun.Add(time.Second))
	p.drop("h@x", "new/2.b.host,S=42", plain, begun.Add(2*time.Second))
	p.drop("h@x", "tmp/4.d.host", plain, begun)
	p.drop("h@x", "new/.nfs1", plain, begun)
	got, mark := collect(t, box, mailbox.Mark{})
	if got != "1 2 3" {
		t.Errorf("at first came %q", got)
	}
	p.rename("h@x", "new/1.a.host", "cur/1.a.host:2,")
	p.rename("h@x", "cur/3.c.host:2,S", "cur/3.c.host:2,RS")
	p.rename("h@x", "tmp/4.d.host", "new/4.d.host") // an earlier time than all that was read
	got, mark = collect(t, box, mark)
	if got != "4" {
		t.Errorf("then came %q", got)
	}
	if err := os.Remove(filepath.Join(p.dir, "h@x", "new/2.b.host,S=42")); err != nil {
		t.Fatal(err)
	}
	if got, again := collect(t, box, mark); got != "" || again != mark {
		t.Errorf("after one was removed came %q up to %v", got, again)
	}
	p.drop("h@x", "new/2.b.host,S=42", plain, begun)
	if got, _ = collect(t, box, mark); got != "5" {
		t.Errorf("one that comes back is %q", got)
	}
	if got, _ = collect(t, box, mailbox.Mark{}); got != "1 3 4 5" {
		t.Errorf("from the beginning came %q", got)
	}
}

// A program that sets flags and removes messages while the box is read hides none of the others.
func TestMaildirMovedMeanwhile(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", mailbox.Filter{})
	for n := range 6 { // their names are not in order of arrival
		p.drop("h@x", fmt.Sprintf("new/%d.host", 9-n), plain+fmt.Sprint(n), time.Unix(int64(n), 0))
	}
	var got []string
	take := func(m mailbox.Mail) error {
		if m.Err != nil {
			return m.Err
		}
		if len(got) == 0 {
			p.rename("h@x", "new/8.host", "cur/8.host:2,S")
			p.rename("h@x", "new/5.host", "cur/5.host:2,")
			if err := os.Remove(filepath.Join(p.dir, "h@x", "new/7.host")); err != nil {
				t.Fatal(err)
			}
			p.drop("h@x", "new/3.host", plain+"6", time.Unix(0, 0))
		}
		got = append(got, string(m.Raw[len(plain):]))
		return nil
	}
	mark, err := box.Fetch(t.Context(), mailbox.Mark{}, take)
	if all := strings.Join(got, " "); err != nil || all != "0 1 3 4 5 6" || mark.UID != 7 {
		t.Errorf("got %q up to %v: %v", all, mark, err)
	}
}

// If the ledger is missing, damaged or older than the mark, everything is read again; no message is ever skipped.
func TestMaildirLedger(t *testing.T) {
	p := newPost(t)
	box, ledger := p.box("h@x", mailbox.Filter{}), p.ledger("h@x")
	p.drop("h@x", "new/1.host", plain, time.Now())
	collect(t, box, mailbox.Mark{})
	old, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	p.drop("h@x", "new/2.host", plain, time.Now())
	_, mark := collect(t, box, mailbox.Mark{})
	for name, spoil := range map[string]func() error{
		"gone":    func() error { return os.Remove(ledger) },
		"empty":   func() error { return os.WriteFile(ledger, nil, 0o600) },
		"half":    func() error { return os.WriteFile(ledger, old[:len(old)-3], 0o600) },
		"foreign": func() error { return os.WriteFile(ledger, append(old, "7 \"x\"\n"...), 0o600) },
		"older":   func() error { return os.WriteFile(ledger, old, 0o600) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		got, after := collect(t, box, mark)
		if want := "1 2"; got != want {
			t.Errorf("%s: got %q up to %v, want %q", name, got, after, want)
		}
		if again, _ := collect(t, box, after); again != "" {
			t.Errorf("%s: then came %q", name, again)
		}
		mark = mailbox.Mark{Validity: mark.Validity, UID: 2}
	}
}

// Runs that read and number at the same time agree on the numbers.
func TestMaildirAtOnce(t *testing.T) {
	p := newPost(t)
	boxes := []mailbox.Box{p.box("h@x", mailbox.Filter{}), p.box("h@x", mailbox.Filter{}), p.box("h@x", mailbox.Filter{})}
	var all sync.WaitGroup
	uids := make([]map[string]uint32, len(boxes))
	for i, box := range boxes {
		uids[i] = map[string]uint32{}
		all.Go(func() {
			for n := range 10 {
				p.drop("h@x", fmt.Sprintf("new/%d.%d.host", n, i), plain+fmt.Sprint(n, i), time.Now())
				_, err := box.Fetch(t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error {
					if len(m.Raw) > len(plain) { // otherwise it is still being written
						uids[i][string(m.Raw)] = m.UID
					}
					return m.Err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for message, uid := range uids[0] {
		if other, seen := uids[1][message]; seen && other != uid {
			t.Errorf("one message is %d and %d", uid, other)
		}
	}
	if got, _ := collect(t, boxes[0], mailbox.Mark{}); len(strings.Fields(got)) != 30 {
		t.Errorf("got %q", got)
	}
}

// Only plain files are read, and only Maildirs are opened.
func TestMaildirOddFiles(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", mailbox.Filter{})
	for name, target := range map[string]string{"outside": "/etc/passwd", "nowhere": "x"} {
		if err := os.Symlink(target, filepath.Join(p.dir, "h@x", "new", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(p.dir, "h@x", "cur", "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.drop("h@x", "new/\xff \"1\n.host", plain, time.Now().Add(time.Hour))
	got, mark := collect(t, box, mailbox.Mark{})
	if again, _ := collect(t, box, mark); !strings.HasSuffix(got, " 4") || strings.Count(got, "!") != 3 || again != "" {
		t.Errorf("got %q, then %q", got, again)
	}
	for _, dir := range []string{p.dir, filepath.Join(p.dir, "missing")} {
		_, err := mailbox.NewMaildir(dir, p.ledger("h@x"), mailbox.Filter{})
		trouble(t, err, mailbox.FolderMissing, "maildir open")
	}
	if err := os.RemoveAll(filepath.Join(p.dir, "h@x", "cur")); err != nil {
		t.Fatal(err)
	}
	_, err := box.Fetch(t.Context(), mark, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.FolderMissing, "maildir list")
}

// TestMaildirOnly selects by the header what a server would find by searching, and returns nothing else, however large.
func TestMaildirOnly(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", ours)
	for i, head := range []string{
		"From: taro@example.com\nSubject: Lunch?\nIn-Reply-To: <1@example.com>",
		"From: taro@example.com\nSubject: [hikyaku 7c1f29ab] move 1",
		"From: taro@example.com\nSubject: =?utf-8?b?UmU6IFtISUtZQUtVIDdjMWYyOWFiXQ==?=",
		"From: taro@example.com\nSubject: =?utf-8?b?44KzUmU6IFtISUtZ?=\n =?utf-8?b?QUtVIDdjMWYyOWFiXQ==?=",
		"From: MAILER-DAEMON@example.com (Mail Delivery System)\nSubject: Undelivered Mail",
		"From: Postmaster <postmaster@example.com>\nSubject: Delivery Status Notification (Failure)",
		"From: daemon@example.com\nReferences: <1@example.com>\n <hk1.01@example.net>",
		"From: taro@example.com\r\nIn-Reply-To: <HK1.01@example.net>\r",
		"no header\nIn-Reply-To: <HK1.01@example.net>",
	} {
		p.drop("h@x", fmt.Sprintf("new/%d.host", i+1), head+"\n\nhikyaku <hk1.01@example.net>\n", time.Unix(int64(i), 0))
	}
	large := strings.Repeat("x\n", mailbox.MaxMail/2+1)
	p.drop("h@x", "new/a.host", "From: taro@example.com\n\n"+large, time.Unix(100, 0))
	p.drop("h@x", "new/b.host", "Subject: hikyaku\n\n"+large, time.Unix(101, 0))
	p.drop("h@x", "new/c.host", "From: hanako@example.com\n\n", time.Unix(102, 0))
	if got, mark := collect(t, box, mailbox.Mark{}); got != "2 3 4 5 6 7 8 9 11!" || mark.UID != 12 {
		t.Errorf("got %q up to %v", got, mark)
	}
}

// among is a clock that does the next deed in each pause, which takes no time.
func among(t *testing.T, deeds []func()) mailbox.Clock {
	n := 0
	over := make(chan time.Time, 1)
	return func(time.Duration) <-chan time.Time {
		if n == len(deeds) {
			t.Fatalf("it is not noticed at look %d", n+1)
		}
		deeds[n]()
		n++
		over <- time.Time{}
		return over
	}
}

// A message ends the wait at a Maildir; other mail and a flag do not.
func TestMaildirWait(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", ours).(mailbox.Waiter)
	p.drop("h@x", "new/1.host", plain, time.Unix(1, 0))
	p.date("h@x", 1)
	seen, err := box.Wait(t.Context(), mailbox.Mark{}, among(t, nil))
	if err != nil || seen.UID != 1 {
		t.Fatalf("now is %v: %v", seen, err)
	}
	mark, err := box.Wait(t.Context(), seen, among(t, []func(){
		func() {},
		func() { p.rename("h@x", "new/1.host", "cur/1.host:2,S"); p.date("h@x", 2) },
		func() { p.drop("h@x", "new/2.host", "From: hanako@example.com\n\n", time.Unix(2, 0)); p.date("h@x", 3) },
		func() { p.drop("h@x", "cur/3.host:2,S", plain, time.Unix(1, 0)); p.date("h@x", 4) },
	}))
	if err != nil || mark != (mailbox.Mark{Validity: seen.Validity, UID: 3}) {
		t.Errorf("woke at %v: %v", mark, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopping := func(time.Duration) <-chan time.Time { cancel(); return nil }
	if same, err := box.Wait(ctx, mark, stopping); !errors.Is(err, context.Canceled) || same != mark {
		t.Errorf("ended at %v with %v", same, err)
	}
}

// TestMaildirSameTick checks that a message is noticed if it arrives so soon after the last look that the time of its folder is the same.
func TestMaildirSameTick(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", ours).(mailbox.Waiter)
	arrives := func(n, tick int, head string) func() {
		return func() {
			p.drop("h@x", fmt.Sprintf("new/%d.host", n), head+"\n\n", time.Unix(1, 0))
			p.date("h@x", tick)
		}
	}
	const other, letter = "From: hanako@example.com", "Subject: hikyaku"
	p.date("h@x", 1)
	seen, err := box.Wait(t.Context(), mailbox.Mark{}, among(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for n, deeds := range [][]func(){
		{arrives(1, 1, letter)},
		{func() {}, arrives(2, 2, other), arrives(3, 2, letter)},
	} {
		if seen, err = box.Wait(t.Context(), seen, among(t, deeds)); err != nil {
			t.Fatalf("%d: %v", n+1, err)
		}
	}
}

// TestMaildirQuiet checks that while nothing changes, neither the names nor the ledger are read.
func TestMaildirQuiet(t *testing.T) {
	p := newPost(t)
	box := p.box("h@x", ours).(mailbox.Waiter)
	p.date("h@x", 1)
	seen, err := box.Wait(t.Context(), mailbox.Mark{}, among(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	lose := func() {
		if err := os.Remove(p.ledger("h@x")); err != nil {
			t.Fatal(err)
		}
	}
	idle := func() {
		if _, err := os.Stat(p.ledger("h@x")); err == nil {
			t.Error("the ledger was read")
		}
	}
	come := func() { p.drop("h@x", "new/1.host", plain, time.Unix(1, 0)); p.date("h@x", 2) }
	if _, err = box.Wait(t.Context(), seen, among(t, []func(){func() {}, lose, idle, come})); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkMaildirLook is a poll without new mail; a watch does as much after a change.
func BenchmarkMaildirLook(b *testing.B) {
	benchmarkMaildir(b, func(b *testing.B, box mailbox.Box, mark mailbox.Mark) {
		for b.Loop() {
			if _, err := box.Fetch(b.Context(), mark, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMaildirWait is what a watch does every few seconds while nothing changes.
func BenchmarkMaildirWait(b *testing.B) {
	benchmarkMaildir(b, func(b *testing.B, box mailbox.Box, mark mailbox.Mark) {
		ctx, cancel := context.WithCancel(b.Context())
		over := make(chan time.Time, 1)
		pauses := 0
		_, err := box.(mailbox.Waiter).Wait(ctx, mark, func(time.Duration) <-chan time.Time {
			if pauses++; pauses > 2 && !b.Loop() {
				cancel()
				return nil
			}
			over <- time.Time{}
			return over
		})
		if !errors.Is(err, context.Canceled) {
			b.Fatal(err)
		}
	})
}

// benchmarkMaildir measures something in Maildirs full of other people's mail, all of it read.
func benchmarkMaildir(b *testing.B, do func(b *testing.B, box mailbox.Box, mark mailbox.Mark)) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := newPost(b)
			box := p.box("h@x", ours)
			for i := range n {
				p.drop("h@x", fmt.Sprintf("cur/%d.M1P%d.host:2,S", 1700000000+i, i), "From: taro@example.com\n\n", time.Unix(int64(i), 0))
			}
			mark, err := box.Fetch(b.Context(), mailbox.Mark{}, nil)
			if err != nil || mark.UID != uint32(n) {
				b.Fatal(mark, err)
			}
			do(b, box, mark)
		})
	}
}
