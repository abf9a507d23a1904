package mailbox_test

import (
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"hikyaku/mailbox"
)

// searches are the ways in which servers search. They return an error, or whether anything can be found at all.
var searches = map[string]func(*imap.SearchCriteria) (finds bool, err error){
	"substrings": func(*imap.SearchCriteria) (bool, error) { return true, nil },
	// Gmail finds whole words, and nothing in the fields with Message-IDs.
	"gmail": func(c *imap.SearchCriteria) (bool, error) {
		return !slices.ContainsFunc(fieldsIn(c), func(f imap.SearchCriteriaHeaderField) bool {
			return strings.HasPrefix(f.Value, "<") || strings.EqualFold(f.Key, "References")
		}), nil
	},
	"yahoo": func(c *imap.SearchCriteria) (bool, error) {
		for _, f := range fieldsIn(c) {
			if strings.EqualFold(f.Key, "References") || strings.EqualFold(f.Key, "In-Reply-To") {
				return false, &imap.Error{Type: imap.StatusResponseTypeNo, Code: "SERVERBUG", Text: "UID SEARCH Server error - Please try again later"}
			}
		}
		return true, nil
	},
	// Courier finds no message by the star.
	"courier": func(c *imap.SearchCriteria) (bool, error) {
		return !slices.ContainsFunc(c.UID, func(set imap.UIDSet) bool { return set.String() == "*" }), nil
	},
	"hoodiecrow": func(*imap.SearchCriteria) (bool, error) {
		return false, &imap.Error{Type: imap.StatusResponseTypeBad, Text: "Invalid search criteria"}
	},
}

// fieldsIn returns the header fields that are searched.
func fieldsIn(c *imap.SearchCriteria) []imap.SearchCriteriaHeaderField {
	fields := slices.Clone(c.Header)
	for _, or := range c.Or {
		fields = append(append(fields, fieldsIn(&or[0])...), fieldsIn(&or[1])...)
	}
	return fields
}

// searching is a session of a server that searches in one of these ways.
type searching struct {
	imapserver.Session
	way func(*imap.SearchCriteria) (bool, error)
}

func (s *searching) Search(kind imapserver.NumKind, criteria *imap.SearchCriteria, options *imap.SearchOptions) (*imap.SearchData, error) {
	finds, err := s.way(criteria)
	if err != nil || !finds {
		return &imap.SearchData{All: imap.UIDSet{}}, err
	}
	return s.Session.Search(kind, criteria, options)
}

// server starts a server with one user and returns the account, and a function that puts a message into its INBOX.
func server(tb testing.TB, way func(*imap.SearchCriteria) (bool, error)) (a mailbox.Account, deliver func(raw string, at time.Time)) {
	tb.Helper()
	user := imapmemserver.NewUser("user", canary)
	if err := user.Create("INBOX", nil); err != nil {
		tb.Fatal(err)
	}
	memory := imapmemserver.New()
	memory.AddUser(user)
	s := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &searching{memory.NewSession(), way}, nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, Logger: log.New(io.Discard, "", 0), InsecureAuth: true,
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	tb.Cleanup(func() { _ = s.Close() })
	a = accountOn(l.Addr().(*net.TCPAddr).Port, 1, long)
	a.Only = ours
	return a, func(raw string, at time.Time) {
		if _, err := user.Append("INBOX", strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n")), &imap.AppendOptions{Time: at}); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestOnly checks that messages of our kind, messages that refer to one or come from or go to the name under which they are sent, and
// reports of mail servers are fetched, and nothing else, however the server searches.
func TestOnly(t *testing.T) {
	for name, way := range searches {
		t.Run(name, func(t *testing.T) {
			a, deliver := server(t, way)
			for _, head := range []string{
				"From: taro@example.com\nSubject: Lunch?\nIn-Reply-To: <1@example.com>\nReferences: <1@example.com>",
				"From: taro@example.com\nTo: \"Hanako (hikyaku)\" <hanako@example.com>\nSubject: e2",
				"From: taro@example.com\nTo: =?utf-8?q?Hanako_(HIKYAKU)_=E2=91=A1?= <hanako@example.com>\nSubject: e2",
				"From: MAILER-DAEMON@example.com (Mail Delivery System)\nSubject: Undelivered Mail Returned to Sender",
				"From: Postmaster <postmaster@example.com>\nSubject: Delivery Status Notification (Failure)",
				"From: daemon@example.com\nSubject: Delivery failed\nReferences: <1@example.com>\n <hk1.01@example.net>",
				"From: taro@example.com\nSubject: my move\nIn-Reply-To: <HK1.01@example.net>",
				"From: taro@example.com\nSubject: =?utf-8?b?6KuL5rGC5pu4?=\nMessage-ID: <hk1.01@example.net>",
				"From: \"Taro (hikyaku)\" <taro@example.com>\nTo: hanako@example.com\nSubject: changed by the provider\nMessage-ID: <1@example.com>",
				"From: taro@example.com\nSubject: hikyaku\nMessage-ID: <01.hk1@example.net>",
			} {
				deliver(head+"\n\nhikyaku <hk1.01@example.net>\n", time.Now())
			}
			got, mark := collect(t, open(t, a), mailbox.Mark{})
			if got != "2 3 4 5 6 7 8 9" || mark.UID != 10 {
				t.Errorf("fetched %s up to %v, want 2 to 9 up to 10", got, mark)
			}
			now, err := open(t, a).(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{}, time.After)
			if now != mark || err != nil {
				t.Errorf("a watch begins after %v, want %v (%v)", now, mark, err)
			}
			steps := a.Check(t.Context())
			if how := steps[len(steps)-2]; how.Name != "imap headers" || how.Err != nil || !strings.Contains(how.Detail.En, "by their headers") {
				t.Errorf("the check says %+v", how)
			}
		})
	}
}

// TestHungUpOverSearch checks that a server that hangs up once because a message arrives during the search does not end a poll or a watch.
func TestHungUpOverSearch(t *testing.T) {
	searches := 0
	f := newIMAP(func(line string) (string, bool) {
		if !strings.Contains(line, "SEARCH") {
			return "", false
		}
		searches++
		return drop, searches%3 == 1 // the first of each run
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	got, mark := collect(t, box, mailbox.Mark{})
	now, err := box.(mailbox.Waiter).Wait(t.Context(), mailbox.Mark{}, time.After)
	if got != "1 2 3" || now != mark || err != nil {
		t.Errorf("got %q up to %v, and then %v, %v", got, mark, now, err)
	}
}

// TestSinceWithoutSearch checks that older messages are skipped here if the server can't search for dates.
func TestSinceWithoutSearch(t *testing.T) {
	a, deliver := server(t, searches["hoodiecrow"])
	began := time.Date(2026, 11, 10, 12, 0, 0, 0, time.UTC)
	for _, days := range []int{-30, -5, 0, 1} {
		deliver("From: taro@example.com\nMessage-ID: <hk1.01@example.net>\n\n", began.AddDate(0, 0, days))
	}
	if got, mark := collect(t, open(t, a), mailbox.Mark{Since: began}); got != "3 4" || mark.UID != 4 {
		t.Errorf("got %q up to %v", got, mark)
	}
}

// TestNoSelectedHeaders checks that whole messages are fetched if the server does not send headers alone, and that still only ours are
// returned.
func TestNoSelectedHeaders(t *testing.T) {
	for name, answer := range map[string]string{
		"refused":            "$ BAD unknown item\r\n",
		"left out":           "* 1 FETCH (UID 1 RFC822.SIZE 60)\r\n* 2 FETCH (UID 2 RFC822.SIZE 60)\r\n* 3 FETCH (UID 3 RFC822.SIZE 60)\r\n$ OK done\r\n",
		"nothing":            "$ OK done\r\n",
		"named too late":     "* 2 FETCH (BODY[HEADER.FIELDS (\"From\")] {3}\r\nx\r\n UID 2 RFC822.SIZE 9)\r\n$ OK done\r\n",
		"that of one":        "* 1 FETCH (UID 1 RFC822.SIZE 60 BODY[HEADER.FIELDS (\"From\")] {9}\r\nFrom: x\r\n)\r\n$ OK done\r\n",
		"larger than can be": "* 1 FETCH (UID 1 BODY[HEADER.FIELDS (\"From\")] {99999999}\r\n" + strings.Repeat("x", 4<<20),
	} {
		t.Run(name, func(t *testing.T) {
			bodies := newIMAP(nil)
			f := newIMAP(func(line string) (string, bool) {
				if strings.Contains(line, "HEADER.FIELDS") {
					return answer, true
				}
				return strings.ReplaceAll(usualIMAP(bodies, line), "<2@x>", "<hk1.2"), strings.Contains(line, "BODY.PEEK[]")
			})
			a := accountOn(f.serve(t), 1, long)
			a.Only = ours
			if name == "larger than can be" { // each is refused, as nothing can be said about it
				if got, _ := collect(t, open(t, a), mailbox.Mark{}); got != "1! 2! 3!" {
					t.Errorf("got %q", got)
				}
				return
			}
			if got, mark := collect(t, open(t, a), mailbox.Mark{}); got != "2" || mark != (mailbox.Mark{Validity: 7, UID: 3}) {
				t.Errorf("got %q up to %v", got, mark)
			}
			steps := a.Check(t.Context())
			if how := steps[len(steps)-2]; name != "that of one" && (how.Err != nil || !strings.Contains(how.Detail.En, "in full")) {
				t.Errorf("the check says %+v", how)
			}
		})
	}
}

// BenchmarkFirstPoll reads a mailbox of 20,000 messages, of which a hundred are ours, for each kind of server.
func BenchmarkFirstPoll(b *testing.B) {
	for name, way := range searches {
		b.Run(name, func(b *testing.B) {
			a, deliver := server(b, way)
			for n := range 20_000 {
				id := fmt.Sprintf("<%d@example.com>", n)
				if n%200 == 0 {
					id = fmt.Sprintf("<hk1.%d@example.com>", n)
				}
				deliver("From: \"Taro\" <taro@example.com>\nTo: \"Hanako\" <hanako@example.com>\nSubject: Lunch?\nMessage-ID: "+id+
					"\nIn-Reply-To: <1@example.com>\nReferences: <1@example.com>\n\n"+strings.Repeat("Let us eat.\n", 100), time.Now())
			}
			box, err := mailbox.NewAccount(a)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				got := 0
				if _, err := box.Fetch(b.Context(), mailbox.Mark{}, func(mailbox.Mail) error { got++; return nil }); err != nil || got != 100 {
					b.Fatalf("%d messages, %v", got, err)
				}
			}
		})
	}
}
