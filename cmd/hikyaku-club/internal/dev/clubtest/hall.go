// Package clubtest provides a club for tests. Its clock stops unless a test advances it, its messages go to mailboxes in memory,
// and its jobs run when a test calls Run.
package clubtest

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Begun is the initial time of a club's clock.
var Begun = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

// Address is the address of the club.
const Address = "club@example.org"

// Hall is a club and the mailboxes of its members.
type Hall struct {
	testing.TB
	Club  *game.Club
	now   time.Time
	lock  sync.Mutex
	boxes map[string][]*mailbox.Letter // by address in lower case
	typed int
	Fails func(to string) error // if not nil, returns the server's error for a message
}

// New returns a club in an empty database, in which every statement fails once unless the database is one that counts statements.
func New(t testing.TB, b db.DB) *Hall {
	if _, counts := b.(*dbtest.Faulty); !counts {
		b = dbtest.Stumbling(t, b)
	}
	h := &Hall{TB: t, now: Begun, boxes: map[string][]*mailbox.Letter{}}
	h.Club = &game.Club{
		Base: b, Lang: "en", Box: h, Now: h.Clock,
		Desk: Desk(filepath.Join(t.TempDir(), "secret")),
	}
	_, err := home.MakeKeyring(h.Club.Desk.System, h.Club.Desk.Secret)
	dbtest.Must(t, err)
	return h
}

// Desk returns the desk of a club with the given file of secret keys.
func Desk(secret string) game.Desk {
	return game.Desk{Games: all.Games, Me: kif.Seat{Name: "Chess Café", Address: Address}, Secret: secret, System: atomicfile.OS{}, Links: 64}
}

// Clock returns the time of the club.
func (h *Hall) Clock() time.Time {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.now
}

// Wait advances the clock.
func (h *Hall) Wait(d time.Duration) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.now = h.now.Add(d)
}

// Send puts a message of the club into the mailbox of its reader.
func (h *Hall) Send(_ context.Context, l *mailbox.Letter) error {
	if h.Fails != nil {
		if err := h.Fails(l.To.Addr); err != nil {
			return err
		}
	}
	raw, err := l.Bytes()
	if err != nil {
		return err
	}
	got, err := mailbox.Read(raw)
	if err != nil {
		return err
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	to := strings.ToLower(l.To.Addr)
	h.boxes[to] = append(h.boxes[to], got)
	return nil
}

// Box returns the messages to an address.
func (h *Hall) Box(address string) []*mailbox.Letter {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.boxes[strings.ToLower(address)]
}

// All returns the messages to all addresses.
func (h *Hall) All() (letters []*mailbox.Letter) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, box := range h.boxes {
		letters = append(letters, box...)
	}
	return letters
}

// Last returns the newest message to an address.
func (h *Hall) Last(address string) *mailbox.Letter {
	h.Helper()
	box := h.Box(address)
	if len(box) == 0 {
		h.Fatalf("no letter has come to %s", address)
	}
	return box[len(box)-1]
}

// Types returns the bytes of a message to the club, which answers another message unless answers is nil.
func (h *Hall) Types(from, subject, text string, answers *mailbox.Letter) []byte {
	h.Helper()
	h.lock.Lock()
	h.typed++
	n := h.typed
	h.lock.Unlock()
	name, domain, _ := strings.Cut(from, "@")
	l := &mailbox.Letter{
		From: mailbox.Address{Name: strings.ToUpper(name[:1]) + name[1:], Addr: from}, To: mailbox.Address{Addr: Address},
		Subject: subject, Text: text, Date: h.Clock(), MessageID: fmt.Sprintf("<typed-%d@%s>", n, domain),
	}
	if answers != nil {
		l.InReplyTo, l.References = answers.MessageID, append(answers.References, answers.MessageID)
	}
	raw, err := l.Bytes()
	dbtest.Must(h, err)
	return raw
}

// Writes sends a message to the club and runs its jobs.
func (h *Hall) Writes(from, subject, text string) {
	h.Helper()
	dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(from, subject, text, nil)))
	h.Run()
}

// Replies answers the newest message in a mailbox.
func (h *Hall) Replies(from, text string) {
	h.Helper()
	h.Answers(from, h.Last(from), text)
}

// Answers answers a message.
func (h *Hall) Answers(from string, last *mailbox.Letter, text string) {
	h.Helper()
	h.Wait(time.Minute)
	dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(from, "Re: "+strings.TrimPrefix(last.Subject, "Re: "), text, last)))
	h.Run()
}

// Found lets a task look for work, and returns the keys of the jobs that it adds, which are then no longer in the queue.
func (h *Hall) Found(t db.Task) (keys []string) {
	h.Helper()
	dbtest.Must(h, t.Alone(h.Context(), ""))
	dbtest.Must(h, h.Club.Base.Do(h.Context(), func(tx db.Tx) (err error) {
		keys, err = db.Texts(tx, `select args->>'key' from river_job where queue = $1 order by id`, t.Name)
		tx.Change(`delete from river_job where queue = $1`, t.Name)
		return err
	}))
	return keys
}

// Run runs all waiting jobs.
func (h *Hall) Run() {
	h.Helper()
	for range 20 {
		n, err := h.Club.Once(h.Context())
		dbtest.Must(h, err)
		if n == 0 {
			return
		}
	}
	h.Fatal("the work has no end")
}
