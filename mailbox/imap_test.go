package mailbox_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hikyaku/mailbox"
)

const long = time.Minute // a time limit that must not matter, or that passes on a fake clock

func TestIMAPTrouble(t *testing.T) {
	for _, c := range []struct {
		name, greeting string
		answer         func(string) (string, bool)
		kind           mailbox.Kind
		step           string
	}{
		{"dropped greeting", drop, nil, mailbox.Unreachable, "imap greeting"},
		{"bye", "* BYE too many\r\n", nil, mailbox.Unreachable, "imap greeting"},
		{"not imap", "HTTP/1.1 400 Bad Request\r\n\r\n", nil, mailbox.ProtocolError, "imap greeting"},
		{"capabilities without end", "* OK [CAPABILITY IMAP4rev1 (", nil, mailbox.ProtocolError, "imap greeting"},
		{"capabilities that are none", "", when("CAPABILITY", "* capability IMAP4rev1 ] (a)\r\n$ OK done\r\n"), mailbox.ProtocolError, "imap greeting"},
		{"enabled without end", "", when("CAPABILITY", "* ENABLED (\r\n$ OK done\r\n"), mailbox.ProtocolError, "imap greeting"},
		{"endless greeting", "* OK " + strings.Repeat("x", 2<<20), nil, mailbox.ProtocolError, "imap greeting"},
		{"dropped login", "", when("AUTHENTICATE", drop), mailbox.Unreachable, "imap login"},
		{"login refused", "", when("AUTHENTICATE", "$ NO [AUTHENTICATIONFAILED] wrong "+canary+"\x1b[2J\r\n"), mailbox.LoginRefused, "imap login"},
		{"login later", "", when("AUTHENTICATE", "$ NO [UNAVAILABLE] later\r\n"), mailbox.Busy, "imap login"},
		{"login disabled", "", when("CAPABILITY", "* CAPABILITY IMAP4rev1 LOGINDISABLED\r\n$ OK done\r\n"), mailbox.LoginRefused, "imap login"},
		{"no folder", "", when("EXAMINE", "$ NO no such folder\r\n"), mailbox.FolderMissing, "imap folder"},
		{"unknown answer", "", when("SEARCH", "* VANISHED 1\r\n$ OK done\r\n"), mailbox.ProtocolError, "imap search"},
		{"all numbers", "", when("SEARCH", "* ESEARCH (TAG \"$\") UID ALL 1:4294967295\r\n$ OK done\r\n"), mailbox.ProtocolError, "imap search"},
		{"endless search", "", when("SEARCH", "* SEARCH"+strings.Repeat(" 1", 3<<20)), mailbox.ProtocolError, "imap search"},
		{"depth", "", when("SEARCH", "* 1 FETCH (UID 1 BODYSTRUCTURE "+strings.Repeat("(", 100_000)), mailbox.ProtocolError, "imap search"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newIMAP(c.answer)
			if c.greeting != "" {
				f.greeting = c.greeting
			}
			box := open(t, accountOn(f.serve(t), 1, long))
			begun := time.Now()
			mark, err := box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
			trouble(t, err, c.kind, c.step)
			if d := time.Since(begun); d > 30*time.Second {
				t.Errorf("took %v", d)
			}
			if mark.UID != 0 {
				t.Errorf("mark %v", mark)
			}
			if c.name == "login disabled" && f.count("LOGIN ")+f.count("AUTHENTICATE") > 0 {
				t.Error("the password was sent")
			}
		})
	}
}

// TestOtherProtocol wants the error to say so if a port belongs to the other protocol, whatever the encryption.
func TestOtherProtocol(t *testing.T) {
	smtp, imap := newSMTP(nil).serve(t), newIMAP(nil).serve(t)
	for _, security := range []mailbox.Security{mailbox.None, mailbox.STARTTLS, mailbox.TLS} {
		a := accountOn(smtp, imap, long)
		a.IMAP.Security, a.SMTP.Security = security, security
		var got []string
		for _, step := range a.Check(t.Context()) {
			if step.Err != nil {
				got = append(got, step.Err.Error()+" "+step.Hint.En)
			}
		}
		const hint = " answers on this port give each server its own port"
		if len(got) != 2 || !strings.Contains(got[0], "an SMTP server"+hint) || !strings.Contains(got[1], "an IMAP server"+hint) {
			t.Errorf("%s: %q", security, got)
		}
	}
}

func trouble(t *testing.T, err error, kind mailbox.Kind, step string) {
	t.Helper()
	discreet(t, err)
	var got *mailbox.Trouble
	if !errors.As(err, &got) || got.Kind != kind || got.Step != step || got.Hint().En == "" {
		t.Errorf("got %v, want %s: %s", err, step, kind)
	}
	if text := fmt.Sprint(err); strings.ContainsAny(text, "\x1b\r\n") || len(text) > 400 {
		t.Errorf("not fit to print: %q", text)
	}
}

// collect runs Fetch and lists the UIDs it returns, those without content with an exclamation mark.
func collect(t *testing.T, box mailbox.Box, since mailbox.Mark) (string, mailbox.Mark) {
	t.Helper()
	var got []string
	mark, err := box.Fetch(t.Context(), since, func(m mailbox.Mail) error {
		text := fmt.Sprint(m.UID)
		if m.Err != nil {
			discreet(t, m.Err)
			text += "!"
		}
		if (m.Err == nil) != (m.Raw != nil) {
			t.Errorf("message %d: error %v, %d bytes", m.UID, m.Err, len(m.Raw))
		}
		got = append(got, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(got, " "), mark
}

func TestOneBadMessageDoesNotHoldUpTheRest(t *testing.T) {
	const second = "UID FETCH 2 (UID BODY.PEEK[])"
	for _, c := range []struct {
		name   string
		answer func(string) (string, bool)
		want   string
	}{
		{"none", nil, "1 2 3"},
		{"endless", when(second, "* 2 FETCH (UID 2 BODY[] {99999999999}\r\n"+strings.Repeat("x", 1<<20)), "1 2! 3"},
		{"longer than said", when(second, "* 2 FETCH (UID 2 BODY[] {200000}\r\n"+strings.Repeat("x", 200000)+")\r\n$ OK done\r\n"), "1 2! 3"},
		{"nonsense", when(second, "* 2 FETCH (UID 2 NONSENSE)\r\n"), "1 2! 3"},
		{"parentheses", when(second, "* 2 FETCH (UID 2 BODY "+strings.Repeat("(", 100_000)), "1 2! 3"},
		{"refused", when(second, "$ NO damaged\r\n"), "1 2! 3"},
		{"removed", when("UID FETCH 2 (UID", "$ OK done\r\n"), "1 3"},
		{"kept back", when(second, "$ OK done\r\n"), "1 2! 3"},
		{"named too late", when(second, "* 2 FETCH (BODY[] {3}\r\nabc UID 2)\r\n$ OK done\r\n"), "1 2! 3"},
		{"too large", when("1:3 (UID", "* 2 FETCH (UID 2 RFC822.SIZE 99999999)\r\n* 3 FETCH (UID 3 RFC822.SIZE 60)\r\n$ OK done\r\n"), "2! 3"},
		{"bad sizes", func(line string) (string, bool) {
			bad := strings.Contains(line, "SIZE") && (strings.Contains(line, "1:3") || strings.Contains(line, "FETCH 2"))
			return "* 2 FETCH (UID 2 RFC822.SIZE x)\r\n$ OK done\r\n", bad
		}, "1 2! 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newIMAP(c.answer)
			got, mark := collect(t, open(t, accountOn(f.serve(t), 1, long)), mailbox.Mark{})
			if got != c.want || mark != (mailbox.Mark{Validity: 7, UID: 3}) {
				t.Errorf("got %q and %v, want %q", got, mark, c.want)
			}
		})
	}
}

func TestDroppedOnceIsFetchedAgain(t *testing.T) {
	first := true
	f := newIMAP(func(line string) (string, bool) {
		if special := first && strings.Contains(line, "UID FETCH 2 (UID BODY"); special {
			first = false
			return drop, true
		}
		return "", false
	})
	if got, _ := collect(t, open(t, accountOn(f.serve(t), 1, long)), mailbox.Mark{}); got != "1 2 3" {
		t.Errorf("got %q", got)
	}
}

// A broken connection is not the fault of the message that was being fetched: the run ends before it, and the next one
// fetches it. It is skipped only if the connection breaks three times in that run too.
func TestBrokenOverOneMessage(t *testing.T) {
	const cut = "* 2 FETCH (UID 2 BODY[] {50}\r\nabc" + drop
	for _, c := range []struct {
		name, at, answer string
		times            int // it breaks
		kind             mailbox.Kind
		step, want       string
	}{
		{"cut three times", "UID FETCH 2 (UID BODY", cut, 3, mailbox.Unreachable, "imap fetch", "2 3"},
		{"cut four times", "UID FETCH 2 (UID BODY", cut, 4, mailbox.Unreachable, "imap fetch", "2 3"},
		{"cut again and again", "UID FETCH 2 (UID BODY", cut, 99, mailbox.Unreachable, "imap fetch", "2! 3"},
		{"silent three times", "UID FETCH 2 (UID BODY", hang, 3, mailbox.TimedOut, "imap fetch", "2 3"},
		{"silent again and again", "UID FETCH 2 (UID BODY", hang, 99, mailbox.TimedOut, "imap fetch", "2! 3"},
		{"sizes cut", "SIZE", drop, 4, mailbox.Unreachable, "imap sizes", "2 3"},
		{"sizes cut in the next run too", "SIZE", drop, 6, mailbox.Unreachable, "imap sizes", "2 3"},
		{"sizes cut again and again", "SIZE", drop, 99, mailbox.Unreachable, "imap sizes", "2! 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				broken := 0
				f := newIMAP(func(line string) (string, bool) {
					_, set, fetch := strings.Cut(line, "UID FETCH ")
					special := fetch && strings.Contains(line, c.at) && broken < c.times && !strings.HasPrefix(set, "1 ") && !strings.HasPrefix(set, "3 ")
					if special {
						broken++
					}
					return c.answer, special
				})
				box := imapInMemory(t, f)
				mark, err := box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
				trouble(t, err, c.kind, c.step)
				if mark != (mailbox.Mark{Validity: 7, UID: 1, Broke: 2}) {
					t.Fatalf("mark %v", mark)
				}
				got, mark := collect(t, box, mark)
				if got != c.want || mark != (mailbox.Mark{Validity: 7, UID: 3}) {
					t.Errorf("then got %q and %v, want %q", got, mark, c.want)
				}
			})
		})
	}
}

// A server that hangs up after each message delivers all of them in one run.
func TestHangsUpBehindEachMessage(t *testing.T) {
	f := newIMAP(func(line string) (string, bool) {
		_, set, _ := strings.Cut(line, "UID FETCH ")
		uid, _, body := strings.Cut(set, " (UID BODY")
		whole, _, _ := strings.Cut(fetched(uid, false), "$ OK")
		return whole + drop, body
	})
	got, mark := collect(t, open(t, accountOn(f.serve(t), 1, long)), mailbox.Mark{})
	if got != "1 2 3" || mark != (mailbox.Mark{Validity: 7, UID: 3}) {
		t.Errorf("got %q and %v", got, mark)
	}
}

// A server that hangs up during each message costs a few runs, not one for each message.
func TestBrokenOverEachMessage(t *testing.T) {
	const n = 50
	sizes, all := "", "* SEARCH"
	for uid := 1; uid <= n; uid++ {
		sizes += fmt.Sprintf("* %d FETCH (UID %d RFC822.SIZE 9)\r\n", uid, uid)
		all += fmt.Sprintf(" %d", uid)
	}
	f := newIMAP(func(line string) (string, bool) {
		switch {
		case strings.Contains(line, "SEARCH"):
			return all + "\r\n$ OK done\r\n", true
		case strings.Contains(line, "EXAMINE"):
			return strings.ReplaceAll(examined, "4", fmt.Sprint(n+1)), true
		case strings.Contains(line, "SIZE"):
			return sizes + "$ OK done\r\n", true
		}
		return drop, strings.Contains(line, "BODY")
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	var mark mailbox.Mark
	var passed []uint32
	runs := 0
	for err := errors.New("not yet"); err != nil && runs < n; runs++ {
		mark, err = box.Fetch(t.Context(), mark, func(m mailbox.Mail) error {
			passed = append(passed, m.UID)
			return nil
		})
	}
	if len(passed) != n || !slices.IsSorted(passed) || mark.UID != n || runs != 4 {
		t.Errorf("passed over %v up to %v in %d runs", passed, mark, runs)
	}
}

func TestServerGoneInTheMiddle(t *testing.T) {
	gone := false
	f := newIMAP(func(line string) (string, bool) {
		gone = gone || strings.Contains(line, "UID FETCH 2 (UID BODY")
		return drop, gone
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	mark, err := box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	if mark.UID != 1 {
		t.Errorf("mark %v is beyond what was handled", mark)
	}
	trouble(t, err, mailbox.Unreachable, "imap greeting")
}

func TestRenumberedInTheMiddle(t *testing.T) {
	opened := 0
	f := newIMAP(func(line string) (string, bool) {
		if strings.Contains(line, "EXAMINE") {
			opened++
			return strings.Replace(examined, "7", fmt.Sprint(6+opened), 1), true
		}
		return drop, opened == 1 && strings.Contains(line, "UID FETCH 2 (UID BODY")
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	mark, err := box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.ProtocolError, "imap folder")
	if mark != (mailbox.Mark{Validity: 7, UID: 1}) {
		t.Errorf("mark %v", mark)
	}
}

// A poll without new mail fetches nothing or, if the server doesn't report its next number, searches once; the star of
// the search returns the last message, which must not count as new.
func TestPollIsCheap(t *testing.T) {
	for _, c := range []struct {
		answer   func(string) (string, bool)
		searches int
	}{
		{nil, 0},
		{when("INBOX", "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n$ OK done\r\n"), 1},
	} {
		f := newIMAP(c.answer)
		got, mark := collect(t, open(t, accountOn(f.serve(t), 1, long)), mailbox.Mark{Validity: 7, UID: 3})
		if got != "" || mark.UID != 3 || f.count("SEARCH") != c.searches || f.count("FETCH") != 0 {
			t.Errorf("got %q and %v by %q", got, mark, f.lines())
		}
	}
}

// If a server numbers messages anew for each reader, as Courier does, the numbers are fixed first; otherwise each poll would read everything.
func TestNumbersForEachReader(t *testing.T) {
	readers := 1000
	f := newIMAP(func(line string) (string, bool) {
		readers++
		validity := map[bool]int{true: readers, false: 7}[strings.Contains(line, "EXAMINE")]
		return fmt.Sprintf("* 3 EXISTS\r\n* OK [UIDVALIDITY %d] ok\r\n$ OK done\r\n", validity), strings.Contains(line, "INBOX")
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	got, mark := collect(t, box, mailbox.Mark{})
	again, last := collect(t, box, mark)
	if got != "1 2 3" || again != "" || last != mark {
		t.Errorf("got %q up to %v, then %q up to %v", got, mark, again, last)
	}
}

// If a server has assigned numbers to messages that can't be seen yet, the mark stays below them.
func TestMarkStaysBelowWhatIsToAppear(t *testing.T) {
	f := newIMAP(when("EXAMINE", strings.ReplaceAll(examined, "4", "9")))
	box := open(t, accountOn(f.serve(t), 1, long))
	_, mark := collect(t, box, mailbox.Mark{})
	now, err := box.(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{}, time.After)
	if want := (mailbox.Mark{Validity: 7, UID: 3}); mark != want || now != want || err != nil {
		t.Errorf("the marks are %v and %v (%v), want %v", mark, now, err, want)
	}
}

// A message that becomes visible after one with a higher UID, during the search, is not lost.
func TestAppearsBelow(t *testing.T) {
	seen := []string{"3", "1 2 3 5", "5", "4 5"} // by each search
	f := newIMAP(func(line string) (string, bool) {
		_, set, _ := strings.Cut(line, "UID FETCH ")
		uid, _, body := strings.Cut(set, " (UID BODY")
		switch {
		case strings.Contains(line, "EXAMINE"):
			return strings.ReplaceAll(examined, "4", "6"), true
		case strings.Contains(line, "SEARCH"):
			now := seen[0]
			seen = seen[1:]
			return "* SEARCH " + now + "\r\n$ OK done\r\n", true
		case body:
			return "* 1 FETCH (UID " + uid + " BODY[] {3}\r\nabc)\r\n$ OK done\r\n", true
		case set != "":
			sizes := ""
			for n := 1; n <= 5; n++ {
				sizes += fmt.Sprintf("* %d FETCH (UID %[1]d RFC822.SIZE 3)\r\n", n)
			}
			return sizes + "$ OK done\r\n", true
		}
		return "", false
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	got, mark := collect(t, box, mailbox.Mark{})
	then, last := collect(t, box, mark)
	if got != "1 2 3" || mark.UID != 3 || then != "4 5" || last.UID != 5 {
		t.Errorf("got %q up to %v, then %q up to %v", got, mark, then, last)
	}
}

// Nothing in the folder is changed, and nothing is requested at which the library is known to fail.
func TestFetchOnlyLooks(t *testing.T) {
	f := newIMAP(nil)
	collect(t, open(t, accountOn(f.serve(t), 1, long)), mailbox.Mark{})
	for _, line := range f.lines() {
		words := strings.Fields(line)
		if !slices.Contains([]string{"CAPABILITY", "AUTHENTICATE", "EXAMINE", "UID"}, words[1]) ||
			strings.Contains(line, "BODY[") || strings.Contains(line, "STRUCTURE") || strings.Contains(line, "ENVELOPE") {
			t.Errorf("said %q", line)
		}
	}
}
