package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Courier is a Desk with a mailbox: it carries turns to the other players and theirs to us.
type Courier struct {
	*Desk
	Box     mailbox.Box
	State   string // the file in which it remembers how far it has come; its folder exists
	Lang    string // of the letters
	Picture bool   // whether letters show the board as a picture
	Copy    bool   // whether letters go to our own mailbox too, for another machine of ours
}

// stateWait is how long one courier waits for another of the same mailbox.
const stateWait = 30 * time.Second

// Delivery is what became of one letter.
type Delivery struct {
	Match *Match
	To    mailbox.Address
	Err   error // nil where the server took it
	Aside bool  // it carries no step: an answer to a reply, a reminder
}

// Send hands the last entry of the match in file to the courier and sends it to everybody else who
// plays. Sending again sends the same letter.
func (c *Courier) Send(ctx context.Context, file string) ([]Delivery, error) {
	m, err := c.Open(file)
	if err != nil {
		return nil, err
	}
	if err := c.checkSend(m); err != nil {
		return nil, err
	}
	if err := c.checkLast(m); err != nil {
		return nil, err
	}
	if m, err = c.post(m); err != nil {
		return nil, err
	}
	if g := m.ledger; g.open && g.ours(0) { // a letter writer is to see his dice
		if m, err = c.attend(m); err != nil {
			return nil, err
		}
	}
	at, err := c.at(m, m.lastEntry())
	if err != nil {
		return nil, err
	}
	var sent []Delivery
	err = c.withState(func(s *state) error {
		for _, to := range c.recipients(m) {
			sent = append(sent, Delivery{Match: m, To: to, Err: c.deliver(ctx, s, at, to)})
		}
		return nil
	})
	return sent, err
}

// CanSend tells whether turns of the match in file can be sent: a match of ours with somebody to
// send to, where poll will find it when the answer comes.
func (c *Courier) CanSend(file string) error {
	m, err := c.Open(file)
	if err != nil {
		return err
	}
	return c.checkSend(m)
}

func (c *Courier) checkSend(m *Match) error {
	if !c.inFolder(m.File) {
		return fmt.Errorf("%s is not in %s, where poll looks for the match when its answer comes: move it there", m.File, c.Folder)
	}
	if !m.Invited() {
		return errors.New("nobody was invited to this match, so there is nobody to send to: hikyaku invite begins one by mail")
	}
	if m.PartyAt(c.Me.Addr) == 0 {
		return fmt.Errorf("no seat of this match has your address %s", c.Me.Addr)
	}
	return nil
}

// checkLast wants the last entry to be ours.
func (c *Courier) checkLast(m *Match) error {
	if i := m.lastEntry(); m.isAt(m.By(i), c.Me.Addr) {
		return nil
	}
	return &NotYourTurn{engine.Text{
		En: "the last move is not yours, so there is nothing to send",
		Ja: "最後の指し手は自分のものではないので、送るものがない",
	}}
}

// inFolder tells whether file lies directly in the folder of records.
func (c *Courier) inFolder(file string) bool {
	dir, err := os.Stat(filepath.Dir(file))
	if err != nil {
		return false
	}
	folder, err := os.Stat(c.Folder)
	return err == nil && os.SameFile(dir, folder)
}

// post marks the last entry as handed to the courier, if it is not yet.
func (c *Courier) post(m *Match) (*Match, error) {
	i := m.lastEntry()
	if i < 0 || posted(m.Record.Events[i]) {
		return m, nil
	}
	head := m.Head()
	return c.change(m.File, func(now *Match) (*kif.Record, error) {
		if now.Head() != head {
			return nil, errors.New("the record changed while it was being sent: send it again")
		}
		return c.handOver(now)
	})
}

// handOver marks the last entry of m for the courier, dated now: the clock of the others runs from when a turn is sent. What
// stands before it, or brings a key, keeps its date.
func (c *Courier) handOver(m *Match) (*kif.Record, error) {
	i := m.lastEntry()
	e := m.Record.Events[i]
	if e.Note("key") != "" || i > 0 && !posted(m.Record.Events[i-1]) && m.isAt(m.By(i-1), c.Me.Addr) {
		return m.Record.Note(postNote)
	}
	first := i
	for first > 0 && m.Record.Events[first-1].Kind == kif.Throw {
		first--
	}
	base, err := c.Replay(m.File, m.Record.Cut(first))
	if err != nil {
		return nil, err
	}
	line := base.Line
	for _, thrown := range m.Record.Events[first:i] {
		if line, err = line.Append(thrown); err != nil {
			return nil, err
		}
	}
	step := kif.Event{Kind: e.Kind, Text: e.Text, Seat: e.Seat, Party: e.Party, Comment: e.Comment}
	return c.append(&Match{m.File, line, base.ledger, base.pins, base.time}, step, m.By(i), true)
}

// deliver sends the letter of m's last entry to one address and writes down what became of it.
func (c *Courier) deliver(ctx context.Context, s *state, m *Match, to mailbox.Address) error {
	letter, err := c.letter(m, to)
	if err != nil {
		return err
	}
	match, entry := m.hash().String(), m.Head().String()
	err = c.Box.Send(ctx, letter)
	var refused *mailbox.SendError
	switch {
	case err == nil:
		note(s.Sent, match, to.Addr, entry)
	case errors.As(err, &refused) && refused.Kind == mailbox.Refused:
		note(s.Refused, match, to.Addr, entry)
	default:
		return err // still due: poll sends the same letter again
	}
	return errors.Join(err, s.save(c.System, c.State))
}

// flush sends every letter that is due and has not gone out: the outbox is the records themselves.
func (c *Courier) flush(ctx context.Context, s *state, desk []*Match) []Delivery {
	var sent []Delivery
	for _, m := range desk {
		for _, to := range c.recipients(m) {
			due := c.due(m, to)
			if due == nil || m.answered(*due, to.Addr) {
				continue
			}
			at, err := c.at(m, *due)
			if err == nil && s.done(m.hash().String(), to.Addr, at.Head().String()) {
				continue
			}
			if err == nil {
				err = c.deliver(ctx, s, at, to)
			}
			sent = append(sent, Delivery{Match: m, To: to, Err: err})
		}
	}
	return sent
}

// due is the index of the event whose letter to must have: our own last one, and from an umpire, to somebody without hikyaku,
// the last of anybody.
func (c *Courier) due(m *Match, to mailbox.Address) *int {
	if i := m.lastEntry(); m.officiates(c.Me.Addr) && m.writes(m.PartyAt(to.Addr)) {
		return &i
	}
	return m.lastPosted(c.Me.Addr)
}

// officiates tells whether the umpire of m is at address.
func (m *Match) officiates(address string) bool { return m.isAt(m.Umpire(), address) }

// recipients are all who get a letter of m: the other players, and with Copy ourselves. Where there is an umpire, nobody
// else writes to those who have only a mail program.
func (c *Courier) recipients(m *Match) []mailbox.Address {
	to := m.Others(c.Me.Addr)
	if m.Umpire() != 0 && !m.officiates(c.Me.Addr) {
		to = slices.DeleteFunc(to, func(a mailbox.Address) bool { return m.writes(m.PartyAt(a.Addr)) })
	}
	if c.Copy {
		to = append(to, c.Me)
	}
	return to
}

// at is the match as it stood after event i, which is what a letter about that event carries. Dice that we have read for a
// letter writer go with it: he is to see them.
func (c *Courier) at(m *Match, i int) (*Match, error) {
	n := i + 1
	for g := m.ledger; g.open && g.ours(0) && n < len(m.Record.Events) && m.Record.Events[n].Kind == kif.Throw; {
		n++
	}
	return c.Replay(m.File, m.Record.Cut(n))
}

// lastPosted is the index of the last event that the player at address made, for himself or a letter writer, if it was
// handed to the courier.
func (m *Match) lastPosted(address string) *int {
	if !m.Invited() || m.PartyAt(address) == 0 {
		return nil
	}
	for i := len(m.Record.Events) - 1; i >= 0; i-- {
		if e := m.Record.Events[i]; posted(e) && (m.isAt(m.By(i), address) || e.Note("mail") != "") {
			return &i
		}
	}
	return nil
}

// answered tells whether the player at address has done something since event i: the proof that our letter arrived.
func (m *Match) answered(i int, address string) bool {
	for j := i + 1; j < len(m.Record.Events); j++ {
		if m.isAt(m.By(j), address) {
			return true
		}
	}
	return false
}

// withState runs work with the state, alone: two polls at once would send everything twice.
func (c *Courier) withState(work func(*state) error) error {
	lock, err := c.System.Lock(c.State+".lock", stateWait)
	if err != nil {
		return fmt.Errorf("wait for another hikyaku that carries mail: %w", err)
	}
	defer lock.Close()
	s, err := loadState(c.State)
	if err != nil {
		return err
	}
	return errors.Join(work(s), s.save(c.System, c.State))
}
