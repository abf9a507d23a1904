package kif

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
)

// The words of the acts, as "#: do" writes them (FORMAT.md, Acts).
const (
	Invite    = "invite"
	Accept    = "accept"
	Decline   = "decline"
	OpenLink  = "link"
	DrawOffer = "draw-offer"
	DrawAgree = "draw-agree"
	UndoOffer = "undo-offer" // with the number of the move to go back to
	UndoAgree = "undo-agree"
	Away      = "away" // with the first and the last day: 2026-12-20..2027-01-05
	Rotate    = "rotate"
	Rechain   = "rechain"
	Agree     = "agree"
)

// Offer is what one party has proposed and not yet all others agreed to. A move ends it.
type Offer struct {
	Word   string // DrawOffer, UndoOffer, Rechain or Rotate
	Number int    // of the move that an UndoOffer goes back to
	Party  int
	Agreed []int // the parties that have agreed so far, the one who offers first
}

// Offer is what is proposed now, nil where nothing is.
func (l *Line) Offer() *Offer { return l.offer }

// acts are the steps that are no moves, by their word.
var acts = map[string]func(l *Line, e Event, argument string) error{
	Invite:    (*Line).doInvite,
	Accept:    (*Line).doAccept,
	Decline:   (*Line).doDecline,
	OpenLink:  (*Line).doNothing,
	DrawOffer: (*Line).doOffer,
	DrawAgree: (*Line).doAgree,
	UndoOffer: (*Line).doUndoOffer,
	UndoAgree: (*Line).doAgree,
	Away:      (*Line).doAway,
	Rotate:    (*Line).doNothing,
	Rechain:   (*Line).doOffer,
	Agree:     (*Line).doAgree,
}

// playersOnly are the acts that an umpire cannot make.
var playersOnly = []string{DrawOffer, DrawAgree, UndoOffer, UndoAgree, Away}

// Declined is the rule by which a match ends before it began.
var declined = &engine.Rule{ID: "record.decline", Text: engine.Text{En: "declined", Ja: "辞退"}}

// act takes a step that is no move.
func (l *Line) act(e Event) error {
	word, argument, _ := strings.Cut(e.Text, " ")
	do := acts[word]
	switch {
	case do == nil:
		return misfit(e, "an act that hikyaku knows: this may be of a newer hikyaku", nil)
	case !l.invitation:
		return misfit(e, "a match that began by invitation", nil)
	case l.Outcome() != nil:
		return misfit(e, "nothing behind the end of the match", nil)
	case e.Party < 1 || e.Party > len(l.parties):
		return misfit(e, fmt.Sprintf(`a line "#: party N" with N from 1 to %d`, len(l.parties)), nil)
	case l.Joining() != 0 && word != Invite && word != Accept && word != Decline:
		return misfit(e, "that all accept first", nil)
	case l.actsSinceMove() >= maxActs && word != OpenLink && l.Joining() == 0:
		return misfit(e, fmt.Sprintf("a move: %d acts stand since the last one", maxActs), nil)
	case e.Party == l.Umpire() && slices.Contains(playersOnly, word):
		return misfit(e, "a player: the umpire has no say in it", nil)
	}
	last := l.Last()
	if err := do(l, e, argument); err != nil {
		return err
	}
	entry := e.entry()
	entry.Party, entry.Do = e.Party, e.Text
	if word == Invite {
		entry.Terms = l.terms(e)
	}
	l.enter(entry)
	if word == Accept && l.Joining() == 0 {
		l.match, l.formed = l.head, len(l.by)
	}
	if len(l.Positions) == len(l.by) { // an agreed take-back has put another position there
		l.Positions = append(l.Positions, last)
	}
	return nil
}

// maxActs is how many acts may follow each other without a move: nobody makes a record too large to be sent by talking.
const maxActs = 30

func (l *Line) actsSinceMove() (n int) {
	events := l.Record.Events[:min(len(l.by), len(l.Record.Events))]
	for i := len(events) - 1; i >= 0 && events[i].Kind != Move; i-- {
		if events[i].Kind == Act {
			n++
		}
	}
	return n
}

func (l *Line) doNothing(e Event, argument string) error { return noArgument(e, argument) }

func noArgument(e Event, argument string) error {
	if argument != "" {
		return misfit(e, "nothing behind the word", nil)
	}
	return nil
}

func (l *Line) doInvite(e Event, argument string) error {
	if len(l.Entries) > 0 || e.Party != 1 {
		return misfit(e, "one invitation, by party 1, before everything else", nil)
	}
	l.joined = 1
	return noArgument(e, argument)
}

func (l *Line) doAccept(e Event, argument string) error {
	if e.Party != l.Joining() {
		return misfit(e, "acceptances in the order of the invitation, one of each", nil)
	}
	l.joined++
	return noArgument(e, argument)
}

func (l *Line) doDecline(e Event, argument string) error {
	if l.Joining() == 0 {
		return misfit(e, "a match that has not begun", nil)
	}
	l.outcome = &Outcome{Word: Decline, Rule: declined}
	return noArgument(e, argument)
}

func (l *Line) doOffer(e Event, argument string) error {
	l.offer = &Offer{Word: e.Text, Party: e.Party, Agreed: []int{e.Party}}
	return noArgument(e, argument)
}

func (l *Line) doUndoOffer(e Event, argument string) error {
	number, err := strconv.Atoi(argument)
	if err != nil || l.before(number) == nil {
		return misfit(e, "the number of a move to go back to, as in undo-offer 7", nil)
	}
	l.offer = &Offer{Word: UndoOffer, Number: number, Party: e.Party, Agreed: []int{e.Party}}
	return nil
}

// before is the position in which move number n was played, nil where there is no such move.
func (l *Line) before(n int) engine.Position {
	for i, e := range l.Record.Events[:min(len(l.by), len(l.Record.Events))] {
		if e.Kind == Move && e.Number == n {
			return l.Positions[i]
		}
	}
	return nil
}

// doAgree takes the consent of a party to what another has offered.
func (l *Line) doAgree(e Event, argument string) error {
	word, _, _ := strings.Cut(e.Text, " ")
	o := l.offer
	if o == nil || agreement(o.Word) != word || slices.Contains(o.Agreed, e.Party) {
		return misfit(e, "an offer of another player, standing and not yet agreed to", nil)
	}
	agreed := *o
	agreed.Agreed = append(slices.Clone(o.Agreed), e.Party)
	l.offer = &agreed
	if l.undecided(&agreed) == 0 {
		return l.settle(e)
	}
	return noArgument(e, argument)
}

// agreement is the word by which an offer is agreed to.
func agreement(offer string) string {
	switch offer {
	case DrawOffer:
		return DrawAgree
	case UndoOffer:
		return UndoAgree
	}
	return Agree
}

// settle does what all have agreed to.
func (l *Line) settle(e Event) error {
	o := l.offer
	if o.Word == DrawOffer {
		return misfit(e, DrawAgreed+" in place of the last agreement", nil)
	}
	l.offer = nil
	if o.Word == UndoOffer {
		l.Positions = append(l.Positions, l.before(o.Number))
	}
	return nil
}

// drawStands tells whether party may agree to a draw and thereby end the match.
func (l *Line) drawStands(party int) bool {
	o := l.offer
	return o != nil && o.Word == DrawOffer && !slices.Contains(o.Agreed, party) && party != l.Umpire() && l.undecided(o) == 1
}

// undecided is how many have not yet agreed to o: of the players, and to a new key of the umpire too.
func (l *Line) undecided(o *Offer) (n int) {
	for p := 1; p <= len(l.parties); p++ {
		if !slices.Contains(o.Agreed, p) && (p != l.Umpire() || o.Word == Rechain) {
			n++
		}
	}
	return n
}

// Undecided is how many have not yet agreed to what is offered, 0 where nothing is.
func (l *Line) Undecided() int {
	if l.offer == nil {
		return 0
	}
	return l.undecided(l.offer)
}

func (l *Line) doAway(e Event, argument string) error {
	if _, _, err := Days(argument); err != nil {
		return misfit(e, "two days, as in away 2026-12-20..2027-01-05", nil)
	}
	return nil
}

// Days reads the first and the last day of an absence, "2026-12-20..2027-01-05", as their beginnings in UTC.
func Days(text string) (first, last time.Time, err error) {
	from, to, found := strings.Cut(text, "..")
	if !found {
		to = from
	}
	if first, err = time.Parse(time.DateOnly, from); err != nil {
		return first, last, err
	}
	if last, err = time.Parse(time.DateOnly, to); err == nil && last.Before(first) {
		err = fmt.Errorf("%s lies before %s", to, from)
	}
	return first, last, err
}

// terms are what an invitation invites to.
func (l *Line) terms(e Event) []string {
	terms := newEntry(l.Record).Terms
	if l.umpired {
		terms = append(terms, "umpire "+escape(l.parties[0].String()))
	} else if !l.tossed {
		terms = append(terms, fmt.Sprintf("from %d", e.Seat))
	}
	if !l.tossed {
		return terms
	}
	terms = slices.DeleteFunc(terms, func(t string) bool { return strings.HasPrefix(t, "seat ") })
	for i, p := range l.parties {
		terms = append(terms, fmt.Sprintf("party %d %s", i+1, escape(p.String())))
	}
	return append(terms, "seats toss")
}

// entry is what of an event goes into its entry as it stands.
func (e Event) entry() Entry {
	return Entry{
		Sent: e.At, Said: e.Comment,
		Key: e.Note("key"), Chain: e.Note("chain"), Link: e.Note("link"), Mail: e.Note("mail"),
	}
}

// Note is the text of the first note of that word, "" where there is none.
func (e Event) Note(word string) string {
	for _, n := range e.Notes {
		if n.Word == word {
			return n.Text
		}
	}
	return ""
}
