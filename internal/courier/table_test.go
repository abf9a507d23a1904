package courier_test

import (
	"cmp"
	"context"
	cryptorand "crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// post is a mail carrier for tests: it delivers immediately unless
// fail says otherwise. A message that fails as Unknown has arrived.
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
			if err := handle(mailbox.Mail{UID: uid, Mark: mailbox.Mark{Validity: 1, UID: uid}, Size: int64(len(raw)), Raw: raw}); err != nil {
				return since, err
			}
			since.UID = uid
		}
	}
	return since, nil
}

// table is a match that some players play by mail, each with a folder and a courier of their own.
type table struct {
	testing.TB
	*post
	players []*player
	mail    func(*player) mailbox.Box // the box of each
	now     *time.Time                // for all of them
	answers int                       // replies of a letter writer
	asksFor string                    // the language that a mail program asks for
	late    []func()                  // deliver letters that are held back
}

type player struct {
	*home.Desk
	*courier.Courier
	file string
}

// copy opens the match of p.
func (p *player) copy() home.Copy { return opened(p.Desk, p.file) }

// opened opens the match in file.
func opened(d *home.Desk, file string) home.Copy {
	c, err := d.Open(file)
	if err != nil {
		panic(err)
	}
	return c
}

// addresses of the players, by seat.
var addresses = []string{"alice@example.org", "bob@example.net", "carol@example.com", "dave@example.org", "erin@example.net"}

// sit begins a match of quoridor between n players, which all have accepted.
func sit(t testing.TB, n int) *table {
	t.Helper()
	return sitAt(t, n, home.Invitation{
		Game: all.Game("quoridor"), Options: engine.Options{"players": []string{2: "2", 4: "4"}[n]}, Seat: 1,
	})
}

// sitAt begins the match of an invitation by the first of n players, which all have accepted.
func sitAt(t testing.TB, n int, i home.Invitation) *table {
	t.Helper()
	tb := chairs(t, n)
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	for _, p := range tb.players[1:] {
		tb.accept(p)
		if n > 2 {
			tb.poll(tb.players[0]) // who tells those that have not answered yet
		}
	}
	for _, p := range tb.players {
		tb.poll(p)
	}
	return tb
}

// one returns tb and its first player.
func one(tb *table) (_ *table, alice *player) { return tb, tb.players[0] }

// two returns tb and its first two players.
func two(tb *table) (_ *table, alice, bob *player) { return tb, tb.players[0], tb.players[1] }

// chairs returns n players who have no match yet.
func chairs(t testing.TB, n int) *table {
	t.Helper()
	now := time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)
	tb := &table{TB: t, post: &post{boxes: map[string][][]byte{}}, now: &now}
	tb.mail = func(p *player) mailbox.Box { return &box{tb.post, p.Me.Address} }
	for i := range n {
		place := t.TempDir()
		me := kif.Seat{Name: []string{"Alice", "Bob", "Carol", "Dave", "Erin"}[i], Address: addresses[i]}
		d := &home.Desk{
			Folder: home.Folder{Games: all.Games, System: storetest.Machine{Time: &now}, Me: me, Dir: t.TempDir(), Cache: filepath.Join(place, "cache.json"), Heads: filepath.Join(place, "heads"), Verified: filepath.Join(place, "verified")},
			Secret: filepath.Join(place, "secret"), Known: filepath.Join(place, "known"),
		}
		tb.players = append(tb.players, &player{Desk: d, Courier: &courier.Courier{
			Shelf: d, Box: &box{tb.post, me.Address}, Lang: cmp.Or(look.lang, "en"), Picture: look.picture, Reminders: []time.Duration{24 * time.Hour},
			Memory: home.Memory{System: d.System, File: filepath.Join(place, "state.json")},
		}})
	}
	return tb
}

// invite makes the first player invite the others.
func (tb *table) invite(i home.Invitation) {
	tb.Helper()
	first := tb.players[0]
	m, err := first.Invite(i)
	tb.must(err)
	first.file = m.File
	tb.send(first)
}

// accept makes p accept the only invitation in its mail.
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

// send sends the match of p and expects every message to be accepted by the server.
func (tb *table) send(p *player) {
	tb.Helper()
	sent, err := p.Send(context.Background(), p.copy())
	tb.must(err)
	for _, d := range sent {
		tb.must(d.Err)
	}
}

// play plays a move of p and sends it.
func (tb *table) play(p *player, move string) {
	tb.Helper()
	_, err := p.Play(p.copy(), home.Turn{Move: move, Post: true})
	tb.must(err)
	tb.send(p)
}

// poll makes p poll and returns the verdicts, one word a message, and how many messages were sent.
func (tb *table) poll(p *player) (verdicts string, sent []courier.Delivery) {
	tb.Helper()
	reports, sent, err := p.Poll(context.Background())
	tb.must(err)
	var words []string
	for _, r := range reports {
		words = append(words, string(r.Verdict))
		if r.Reason.En != "" {
			tb.Logf("%s: %s", r.Verdict, r.Reason.En)
		}
	}
	return strings.Join(words, " "), sent
}

// wantPoll polls and expects these verdicts.
func (tb *table) wantPoll(p *player, want string) {
	tb.Helper()
	if got, _ := tb.poll(p); got != want {
		tb.Fatalf("poll gives %q, want %q", got, want)
	}
}

// bytes returns the record of p as it is on the disk.
func (tb *table) bytes(p *player) string {
	tb.Helper()
	data, err := os.ReadFile(p.file)
	tb.must(err)
	return string(data)
}

// unchanged runs act and expects the record of p not to change by a byte.
func (tb *table) unchanged(p *player, act func()) {
	tb.Helper()
	before := tb.bytes(p)
	act()
	if tb.bytes(p) != before {
		tb.Fatalf("the record changed from\n%s\nto\n%s", before, tb.bytes(p))
	}
}

// same expects all records to mean the same.
func (tb *table) same() {
	tb.Helper()
	var head kif.Hash
	for i, p := range tb.players {
		m, err := p.Open(p.file)
		tb.must(err)
		if i > 0 && m.Head != head {
			tb.Fatalf("the records differ:\n%s\n%s", tb.bytes(tb.players[0]), tb.bytes(p))
		}
		head = m.Head
	}
}

// drop delivers raw mail to an address, as anybody can.
func (tb *table) drop(address string, raw []byte) {
	tb.boxes[address] = append(tb.boxes[address], raw)
}

// forge delivers a message to p with record, in from's name.
func (tb *table) forge(p *player, from string, record []byte) {
	tb.Helper()
	l := &mailbox.Letter{
		From: mailbox.Address{Addr: from}, To: mailbox.Address{Name: p.Me.Name, Addr: p.Me.Address}, Subject: "[hikyaku 00000000] Quoridor",
		MessageID: "<x@example.org>", Date: time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC), Text: "see attachment",
		Attachments: []mailbox.Attachment{{Name: "m.kif", Type: "application/octet-stream", Data: record}},
	}
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(p.Me.Address, raw)
}

// open returns the match of p as its record has it.
func (tb *table) open(p *player) *match.Match {
	tb.Helper()
	m, err := p.Open(p.file)
	tb.must(err)
	return m.Match
}

// saysSo reports whether a message has a text, wherever its lines are broken.
func saysSo(l *mailbox.Letter, want string) bool {
	return strings.Contains(unbroken(l.Text), unbroken(want))
}

// unbroken returns a text without its blanks and line ends.
func unbroken(text string) string { return strings.Join(strings.Fields(text), "") }

// report polls and expects one report.
func (tb *table) report(p *player) courier.Report {
	tb.Helper()
	reports, _, err := p.Poll(context.Background())
	tb.must(err)
	if len(reports) != 1 {
		tb.Fatalf("%d reports, want one: %+v", len(reports), reports)
	}
	return reports[0]
}

// wait advances everybody's clock.
func (tb *table) wait(d time.Duration) { *tb.now = tb.now.Add(d) }

func timed(t testing.TB, game, control string) *table {
	return sitAt(t, 2, home.Invitation{Game: all.Game(game), Seat: 1, PerMove: control})
}

// do makes p take a step and send it, and the others receive it.
func (tb *table) do(p *player, step home.Step) {
	tb.Helper()
	_, err := p.Do(p.copy(), step, true)
	tb.must(err)
	tb.send(p)
	for _, other := range tb.players {
		if other != p {
			tb.poll(other)
		}
	}
	tb.same()
}

// refuses expects step to fail with these words and to change nothing.
func (tb *table) refuses(p *player, want string, step home.Step) {
	tb.Helper()
	tb.unchanged(p, func() {
		if _, err := p.Do(p.copy(), step, true); err == nil || !strings.Contains(err.Error(), want) {
			tb.Errorf("error %v, want %q", err, want)
		}
	})
}

// playOn makes both sides poll and play the first legal moves until the match is over or n moves are played.
func (tb *table) playOn(n int) {
	tb.Helper()
	for range n {
		var mover *player
		for _, p := range tb.players {
			tb.poll(p)
			if mine(tb.open(p), p) && tb.open(p).Next().Player != 0 {
				mover = p
			}
		}
		if mover == nil {
			for _, p := range tb.players {
				tb.Logf("%s has\n%s", p.Me.Name, tb.bytes(p))
			}
			tb.Fatal("it is nobody's turn")
		}
		tb.play(mover, tb.quietMove(mover))
		if tb.open(mover).Outcome != nil {
			break
		}
	}
	for _, p := range tb.players {
		tb.poll(p)
	}
}

// mover returns the player who is to move by their own record, or nil.
func (tb *table) mover() *player {
	tb.Helper()
	for _, p := range tb.players {
		if p.file == "" {
			continue
		}
		if m := tb.open(p); mine(m, p) && m.Next().Player != 0 {
			return p
		}
	}
	return nil
}

// someMove returns a legal move, not always the first.
func (tb *table) someMove(p *player) string {
	m := tb.open(p)
	var moves []engine.Move
	for move := range m.Last().Moves() {
		moves = append(moves, move)
	}
	return string(moves[m.Ply()*7%len(moves)])
}

// quietMove returns a move that does not end the match, if there is one: otherwise dice would end it early by luck.
func (tb *table) quietMove(p *player) string {
	m, some := tb.open(p), tb.someMove(p)
	for move := range m.Last().Moves() {
		after, err := m.Last().Apply(engine.Move(some))
		if err != nil || after.Next().Result == nil {
			break
		}
		some = string(move)
	}
	return some
}

// last returns the newest message in Bob's box.
func (tb *table) last() *mailbox.Letter {
	tb.Helper()
	box := tb.boxes[tb.players[1].Me.Address]
	l, err := mailbox.Read(box[len(box)-1])
	tb.must(err)
	return l
}

// reply answers the newest message to Bob as a mail program does: typed above, quoted below.
func (tb *table) reply(typed string) {
	tb.Helper()
	tb.replyTo(tb.last(), typed, tb.players[1].Me.Address)
}

// replyTo answers a message in from's name.
func (tb *table) replyTo(to *mailbox.Letter, typed, from string) {
	tb.Helper()
	tb.replyWith(to, typed, from, nil)
}

// replyWith is replyTo with attachments of the mail program.
func (tb *table) replyWith(to *mailbox.Letter, typed, from string, attached []mailbox.Attachment) {
	tb.Helper()
	tb.answers++
	*tb.now = tb.now.Add(time.Minute)
	l := &mailbox.Letter{
		From: mailbox.Address{Name: "Bob", Addr: from}, To: mailbox.Address{Name: tb.players[0].Me.Name, Addr: tb.players[0].Me.Address},
		Subject: "Re: " + to.Subject, InReplyTo: to.MessageID, Date: *tb.now, Reads: tb.asksFor,
		MessageID:   "<" + strings.Repeat("r", tb.answers) + "@example.net>",
		Text:        typed + "\n\nOn Fri, 20 Nov 2026 at 19:30, Alice <alice@example.org> wrote:\n> " + strings.ReplaceAll(to.Text, "\n", "\n> "),
		Attachments: attached,
	}
	raw, err := l.Bytes()
	tb.must(err)
	tb.drop(tb.players[0].Me.Address, raw)
}

// writes answers the newest message to p with a plain mail program.
func (tb *table) writes(p *player, typed string) {
	tb.Helper()
	box := tb.boxes[p.Me.Address]
	if len(box) == 0 {
		tb.Fatalf("no letter has come to %s", p.Me.Name)
	}
	l, err := mailbox.Read(box[len(box)-1])
	tb.must(err)
	tb.replyTo(l, typed, p.Me.Address)
}

// round makes everybody poll until nothing changes.
func (tb *table) round() {
	tb.Helper()
	for range 3 {
		for _, p := range tb.players {
			if p.file != "" {
				tb.poll(p)
			}
		}
	}
}

// wantReport polls and expects one report with this verdict, whose reason contains reason.
func (tb *table) wantReport(p *player, verdict courier.Verdict, reason string) {
	tb.Helper()
	if r := tb.report(p); r.Verdict != verdict || !strings.Contains(r.Reason.En, reason) {
		tb.Fatalf("poll reports %+v, want %q for %q", r, verdict, reason)
	}
}

// trySend sends and returns the error of the only message.
func (tb *table) trySend(p *player) error {
	tb.Helper()
	sent, err := p.Send(context.Background(), p.copy())
	tb.must(err)
	if len(sent) != 1 {
		tb.Fatalf("%d letters, want 1", len(sent))
	}
	return sent[0].Err
}

func (tb *table) deliverLate() {
	for _, deliver := range slices.Backward(tb.late) {
		deliver()
	}
	tb.late = nil
}

func (tb *table) tryAccept(p *player) {
	for _, m := range p.Invitations() {
		m, err := p.Accept(m.Short(), "", false)
		tb.must(err)
		p.file = m.File
	}
}

// tryMove plays and sends if it is p's turn, and reports whether the match is over or long enough.
func (tb *table) tryMove(p *player, r *rand.Rand) bool {
	m := tb.open(p)
	switch {
	case m.Outcome != nil || m.Ply() >= 30:
		return true
	case r.IntN(30) == 0 && m.Roster.Joining() == 0 && m.Offer == nil:
		p.Do(p.copy(), home.Doing("draw"), true)
	case mine(m, p) && m.Next().Player != 0:
		var moves []engine.Move
		for move := range m.Last().Moves() {
			if moves = append(moves, move); len(moves) == 200 {
				break
			}
		}
		_, err := p.Play(p.copy(), home.Turn{Move: string(moves[r.IntN(len(moves))]), Post: true})
		tb.must(err)
		p.Send(context.Background(), p.copy())
	}
	return false
}

// at returns the note of the time.
func (tb *table) at() string { return "#: at " + tb.now.Format(time.RFC3339) + "\n" }

// rechain asks for the key of another secret in the name of party.
func rechain(tb *table, m fair.Master, record string, party int) string {
	return signed(tb, m, record, fmt.Sprintf("#: do rechain\n%s#: party %d\n#: key %s\n", tb.at(), party, m.PublicKey()))
}

// takesNothing forges a message with record and expects the record of its victim to stay as it is.
func (tb *table) takesNothing(victim *player, from, record, why string) {
	tb.Helper()
	tb.forge(victim, from, []byte(record))
	tb.unchanged(victim, func() {
		if r := tb.report(victim); r.Verdict == courier.Taken || !strings.Contains(r.Reason.En, why) {
			tb.Errorf("%s: %s, want %q", r.Verdict, r.Reason.En, why)
		}
	})
}

// failing makes a carrier that fails in one way.
func failing(kind mailbox.SendKind) func(string) error {
	return func(string) error { return &mailbox.SendError{Kind: kind, Err: errors.New("as the test wants it")} }
}

func remove(string) string { return "" }

// lastReplace replaces what is between the last from and the next to; an empty result deletes the line.
func lastReplace(s, from, to string, alter func(string) string) string {
	i := strings.LastIndex(s, from)
	j := i + len(from) + strings.Index(s[i+len(from):], to)
	changed := alter(s[i+len(from) : j])
	if changed == "" {
		return s[:i] + strings.TrimPrefix(s[j:], "\n")
	}
	return s[:i+len(from)] + changed + s[j:]
}

// masterOf returns the secret of p.
func masterOf(tb *table, p *player) fair.Master {
	tb.Helper()
	ring, err := home.LoadKeyring(atomicfile.OS{}, p.Secret)
	tb.must(err)
	m, err := fair.ParseMaster(ring.Reveal()[0])
	tb.must(err)
	return m
}

func newMaster(tb *table) fair.Master {
	tb.Helper()
	m, err := fair.NewMaster(cryptorand.Reader)
	tb.must(err)
	return m
}

// mine reports whether the match waits for p.
func mine(m *match.Match, p *player) bool { return m.Turn != 0 && m.Turn == p.Party(m) }

// signed returns record with one more entry, whose lines are exact to the last blank, signed by m.
func signed(tb *table, m fair.Master, record, lines string) string {
	tb.Helper()
	r, err := kif.Read([]byte(record))
	tb.must(err)
	g := all.Game(r.Game())
	before, err := match.New(r, g)
	tb.must(err)
	whole, err := kif.Read([]byte(record + lines))
	tb.must(err)
	e := whole.Events[len(whole.Events)-1]
	draft, err := before.Draft(e)
	tb.must(err)
	draft.Entry.Event.Comment = e.Comment
	return record + lines + "#: sign " + hex.EncodeToString(m.Sign(draft.Entry.Bytes())) + "\n"
}

// throws returns the throws after the last entry of m, which belong to the next turn.
func throws(m *match.Match) (words []string) {
	for _, e := range m.Record.Events[m.LastEntry()+1:] {
		words = append(words, e.Step.String())
	}
	return words
}
