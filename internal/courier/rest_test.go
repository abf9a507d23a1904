package courier_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

// reader is a machine that counts how often a record is read.
type reader struct {
	atomicfile.System
	records *int
}

func (r reader) Read(name string) ([]byte, fs.FileMode, error) {
	if filepath.Ext(name) == ".kif" {
		*r.records++
	}
	return r.System.Read(name)
}

// reads polls as p, whose records are old, expects a number of messages, and returns how often a record was read.
func (tb *table) reads(p *player, letters int) (records int) {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(p.Dir, "*.kif"))
	tb.must(err)
	for _, file := range files {
		info, err := os.Stat(file)
		tb.must(err)
		if old := tb.now.Add(-time.Hour); info.ModTime().After(old) {
			tb.must(os.Chtimes(file, old, old))
		}
	}
	system := p.System
	p.System = reader{system, &records}
	defer func() { p.System = system }()
	if _, sent := tb.poll(p); len(sent) != letters {
		tb.Errorf("%d letters go out, want %d", len(sent), letters)
	}
	return records
}

// TestMatchesRest checks that a match with nothing to do is not opened again until its record changes or the courier loses its state.
func TestMatchesRest(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	if tb.reads(alice, 0) == 0 {
		t.Error("nothing is read of a match that has just changed")
	}
	for range 2 {
		if n := tb.reads(alice, 0); n != 0 {
			t.Errorf("of a match that rests records are read %d times", n)
		}
	}
	tb.must(forget(alice))
	if tb.reads(alice, 1) == 0 {
		t.Error("nothing is read where the courier remembers nothing")
	}
	tb.must(os.Remove(alice.Cache))
	if tb.reads(alice, 0) == 0 {
		t.Error("nothing is read where the desk remembers nothing")
	}
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.same()
	tb.reads(alice, 0)
	if n := tb.reads(alice, 0); n != 0 {
		t.Errorf("records are read %d times", n)
	}
}

// TestDueLettersDoNotRest checks that every poll tries to send what the server does not accept.
func TestDueLettersDoNotRest(t *testing.T) {
	tb, alice := one(sit(t, 2))
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Post: true})
	tb.must(err)
	tb.fail = failing(mailbox.Temporary)
	for range 3 {
		tb.reads(alice, 1)
	}
	tb.fail = nil
	tb.reads(alice, 1)
	if n := tb.reads(alice, 0); n != 0 {
		t.Errorf("records are read %d times", n)
	}
}

// TestReminderWakes checks that a match rests until the time of a reminder, and again after it.
func TestReminderWakes(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.reads(alice, 0)
	end, limited := tb.open(alice).Clock.Deadline(2)
	if !limited {
		t.Fatal("the time is not limited")
	}
	for _, c := range []struct {
		before  time.Duration // the end
		letters int
		opened  bool
	}{{48 * time.Hour, 0, false}, {25 * time.Hour, 0, false}, {23*time.Hour + 30*time.Minute, 1, true}, {22 * time.Hour, 0, false}} {
		tb.wait(end.Add(-c.before).Sub(*tb.now))
		if n := tb.reads(alice, c.letters); (n > 0) != c.opened {
			t.Errorf("%v before the end records are read %d times", c.before, n)
		}
	}
}

// TestOldRecordDoesNotRest checks that every poll reports it.
func TestOldRecordDoesNotRest(t *testing.T) {
	tb, alice := one(sit(t, 2))
	backup := tb.bytes(alice)
	tb.play(alice, "e2")
	tb.reads(alice, 0)
	tb.restore(alice, backup)
	for range 3 {
		tb.reads(alice, 0)
		tb.wantPoll(alice, "refused")
	}
}

// TestStrangersAskForNoList checks that mail about no match opens no record and makes no list.
func TestStrangersAskForNoList(t *testing.T) {
	tb, alice := one(sit(t, 2))
	tb.reads(alice, 0)
	for _, text := range []string{
		"From: x@example.org\r\nSubject: hikyaku\r\n\r\nWhat is that?\r\n",
		"From: mailer-daemon@example.org\r\nSubject: news\r\n\r\nWe are moving.\r\n",
	} {
		tb.drop(alice.Me.Address, []byte("To: alice@example.org\r\n"+text))
	}
	tb.bounce(alice, "<of.another.program@example.org>", "failed", "5.1.1", "550 no such user")
	if n := tb.reads(alice, 0); n != 0 {
		t.Errorf("records are read %d times", n)
	}
}

// TestBounceOfAnEarlierLetter checks that it is reported although a later message has been sent.
func TestBounceOfAnEarlierLetter(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	letter := tb.last()
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	tb.play(alice, "e3")
	tb.bounce(alice, letter.MessageID, "delayed", "4.4.1", "no answer")
	tb.wantPoll(alice, "bounced")
}
