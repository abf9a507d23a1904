package match_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/store"
)

// post is a mail carrier for tests: what is handed in lies in the box of its address at once, unless
// fail says otherwise. A letter that fails as Unknown has arrived all the same.
type post struct {
	boxes map[string][][]byte
	fail  func(to string) error
	sent  int
}

// box is one player's side of the post.
type box struct {
	*post
	address string
}

func (b *box) Send(_ context.Context, l *mailbox.Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return err
	}
	if b.fail != nil {
		err = b.fail(l.To.Addr)
	}
	var failed *mailbox.SendError
	if err == nil || errors.As(err, &failed) && failed.Kind == mailbox.Unknown {
		b.boxes[l.To.Addr] = append(b.boxes[l.To.Addr], raw)
		b.sent++
	}
	return err
}

func (b *box) Fetch(_ context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	since.Validity = 1
	for i, raw := range b.boxes[b.address] {
		if uid := uint32(i + 1); uid > since.UID {
			if err := handle(mailbox.Mail{UID: uid, Size: int64(len(raw)), Raw: raw}); err != nil {
				return since, err
			}
			since.UID = uid
		}
	}
	return since, nil
}

// clock is a machine whose time goes on by a minute with every look at it.
type clock struct {
	store.OS
	now *time.Time
}

func (c clock) Now() time.Time {
	*c.now = c.now.Add(time.Minute)
	return *c.now
}

// table is a match that some players play by post, each with a folder and a courier of their own.
type table struct {
	*testing.T
	*post
	players []*player
	now     *time.Time // for all of them
	answers int        // replies of a letter writer
	late    []func()   // deliver letters that are held back
}

type player struct {
	*match.Courier
	file string
}

// addresses of the players, by seat.
var addresses = []string{"alice@example.org", "bob@example.net", "carol@example.com", "dave@example.org", "erin@example.net"}

// sit begins a match of quoridor between n players, which all have accepted.
func sit(t *testing.T, n int) *table {
	t.Helper()
	return sitAt(t, n, match.Invitation{
		Game: all.Game("quoridor"), Options: engine.Options{"players": []string{2: "2", 4: "4"}[n]}, Seat: 1,
	})
}

// sitAt begins the match of an invitation by the first of n players, which all have accepted.
func sitAt(t *testing.T, n int, i match.Invitation) *table {
	t.Helper()
	tb := chairs(t, n)
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	for _, p := range tb.players[1:] {
		tb.accept(p)
	}
	for _, p := range tb.players {
		tb.poll(p)
	}
	return tb
}

// chairs is n players who have no match yet.
func chairs(t *testing.T, n int) *table {
	t.Helper()
	now := time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)
	tb := &table{T: t, post: &post{boxes: map[string][][]byte{}}, now: &now}
	for i := range n {
		dir := t.TempDir()
		me := mailbox.Address{Name: []string{"Alice", "Bob", "Carol", "Dave", "Erin"}[i], Addr: addresses[i]}
		tb.players = append(tb.players, &player{Courier: &match.Courier{
			Desk: &match.Desk{Games: all.Games, System: clock{now: &now}, Me: me, Folder: dir, Secret: filepath.Join(t.TempDir(), "secret"), Known: filepath.Join(t.TempDir(), "known"),
				Cache: filepath.Join(t.TempDir(), "cache.json")},
			Box: &box{tb.post, me.Addr}, State: filepath.Join(t.TempDir(), "state.json"), Lang: "en",
		}})
	}
	return tb
}

// invite lets the first player invite the others.
func (tb *table) invite(i match.Invitation) {
	tb.Helper()
	first := tb.players[0]
	m, err := first.Invite(i)
	tb.must(err)
	first.file = m.File
	tb.send(first)
}

// accept lets p take up the one invitation that it finds in its mail.
func (tb *table) accept(p *player) {
	tb.Helper()
	tb.poll(p)
	waiting := p.Invitations()
	if len(waiting) != 1 {
		tb.Fatalf("%d invitations wait for %s, want 1", len(waiting), p.Me.Name)
	}
	m, err := p.Accept(waiting[0].Short(), "", false)
	tb.must(err)
	p.file = m.File
	tb.send(p)
}

func (tb *table) must(err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// send sends the match of p and wants every letter taken.
func (tb *table) send(p *player) {
	tb.Helper()
	sent, err := p.Send(context.Background(), p.file)
	tb.must(err)
	for _, d := range sent {
		tb.must(d.Err)
	}
}

// play plays a move of p and sends it.
func (tb *table) play(p *player, move string) {
	tb.Helper()
	_, err := p.Play(p.file, match.Turn{Move: move, Post: true})
	tb.must(err)
	tb.send(p)
}

// poll lets p poll and returns the verdicts, one word a letter, and how many letters went out.
func (tb *table) poll(p *player) (verdicts string, sent []match.Delivery) {
	tb.Helper()
	reports, sent, err := p.Poll(context.Background())
	tb.must(err)
	var words []string
	for _, r := range reports {
		words = append(words, string(r.Verdict))
		if r.Reason != "" {
			tb.Logf("%s: %s", r.Verdict, r.Reason)
		}
	}
	return strings.Join(words, " "), sent
}

// wantPoll polls and wants these verdicts.
func (tb *table) wantPoll(p *player, want string) {
	tb.Helper()
	if got, _ := tb.poll(p); got != want {
		tb.Fatalf("poll gives %q, want %q", got, want)
	}
}

// bytes is the record of p as it lies on the disk.
func (tb *table) bytes(p *player) string {
	tb.Helper()
	data, err := os.ReadFile(p.file)
	tb.must(err)
	return string(data)
}

// unchanged runs act and wants the record of p byte for byte as before.
func (tb *table) unchanged(p *player, act func()) {
	tb.Helper()
	before := tb.bytes(p)
	act()
	if tb.bytes(p) != before {
		tb.Fatalf("the record changed from\n%s\nto\n%s", before, tb.bytes(p))
	}
}

// same wants all records to mean the same.
func (tb *table) same() {
	tb.Helper()
	var head kif.Hash
	for i, p := range tb.players {
		m, err := p.Open(p.file)
		tb.must(err)
		if i > 0 && m.Head() != head {
			tb.Fatalf("the records differ:\n%s\n%s", tb.bytes(tb.players[0]), tb.bytes(p))
		}
		head = m.Head()
	}
}

// drop hands raw mail to the box of an address, as anybody in the world can.
func (tb *table) drop(address string, raw []byte) {
	tb.boxes[address] = append(tb.boxes[address], raw)
}

// forge hands a letter to p that carries record in from's name.
func (tb *table) forge(p *player, from string, record []byte) {
	tb.Helper()
	l := &mailbox.Letter{
		From: mailbox.Address{Addr: from}, To: p.Me, Subject: "[hikyaku 00000000] Quoridor",
		MessageID: "<x@example.org>", Date: time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC), Text: "see attachment",
		Attachments: []mailbox.Attachment{{Name: "m.kif", Type: "application/octet-stream", Data: record}},
	}
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(p.Me.Addr, raw)
}
