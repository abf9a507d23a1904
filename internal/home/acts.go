package home

import (
	"errors"
	"path/filepath"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Act is an act that we can do in a match, for front ends that list what can
// be done.
type Act struct {
	match.Act
	Line  string    // for a settlement: the name of the other line
	Moves i18n.Text // for a settlement: the moves of the line that it takes, from where the lines part
}

// special describes an act that consists of more than its step, or that is
// listed under other conditions than its step.
type special struct {
	may func(d *Desk, c Copy) bool
	do  func(a Act, d *Desk, c Copy, text string, post bool) (Copy, error)
}

// specials are the acts of match.Acts that we do not just do by their step.
var specials = map[string]special{
	"accept":        {(*Desk).AsksToJoin, func(_ Act, d *Desk, c Copy, text string, _ bool) (Copy, error) { return d.Accept(c.File, text, false) }},
	"decline":       {(*Desk).AsksToJoin, func(_ Act, d *Desk, c Copy, text string, _ bool) (Copy, error) { return d.Decline(c.File, text) }},
	"agree":         {may: (*Desk).AsksUs},
	"settle-ours":   {nil, Act.settle},
	"settle-theirs": {nil, Act.settle},
	"undo":          {(*Desk).mayUndo, func(_ Act, d *Desk, c Copy, _ string, _ bool) (Copy, error) { return d.Undo(c) }},
	"drop-plan": {func(d *Desk, c Copy) bool {
		p, err := PlanOf(d.System, c.File)
		return err == nil && len(p.Lines) > 0
	}, func(_ Act, d *Desk, c Copy, _ string, _ bool) (Copy, error) { return c, DropPlan(d.System, c.File) }},
	"say": {may: func(d *Desk, c Copy) bool { _, err := d.takesPart(c.Match); return err == nil }},
	"draw": {func(d *Desk, c Copy) bool { // computer players agree to none
		return isLocal(c) && d.Reader(c.Match) == 0 && !c.Record.Theirs() || d.mayAsk(c, kif.DrawQuestion) && !c.Roster.TossDue()
	}, func(_ Act, d *Desk, c Copy, _ string, post bool) (Copy, error) {
		if !c.Roster.Invited {
			return d.EndLocal(c, kif.DrawAgreed)
		}
		c, _, err := d.OfferDraw(c, post)
		return c, err
	}},
	"away": {may: func(d *Desk, c Copy) bool { return d.goesOn(c) && c.Clock.Limited() }},
	"substitute": {may: func(d *Desk, c Copy) bool {
		return d.goesOn(c) && c.Substitutes[d.Party(c.Match)] == nil && c.Match.MayPropose(d.Party(c.Match)) == nil
	}},
	"claim": {func(d *Desk, c Copy) bool {
		if !d.goesOn(c) {
			return isLocal(c) && c.Record.PerMove() != "" && !c.Record.Theirs()
		}
		_, err := Doing("claim")(d, c.Match, d.Party(c.Match))
		return err == nil
	}, func(_ Act, d *Desk, c Copy, _ string, post bool) (Copy, error) {
		if !c.Roster.Invited {
			return d.EndLocal(c, kif.TimeOut)
		}
		return d.Do(c, Doing("claim"), post)
	}},
	"resign": {func(d *Desk, c Copy) bool { return isLocal(c) || d.goesOn(c) && !c.Roster.TossDue() }, Act.resign},
	"withdraw": {func(d *Desk, c Copy) bool {
		return c.Outcome == nil && c.Roster.Joining() != 0 && c.Roster.HasJoined(d.Party(c.Match))
	}, Act.resign},
	"rematch": {func(d *Desk, c Copy) bool {
		_, err := d.Rematch(c)
		return err == nil && c.WasPlayed()
	}, func(_ Act, d *Desk, c Copy, text string, _ bool) (Copy, error) {
		i, err := d.Rematch(c)
		if err != nil {
			return c, err
		}
		i.Message = text
		return d.Invite(i)
	}},
}

// Acts lists what we can do in c besides a move.
func (d *Desk) Acts(c Copy) (list []Act) {
	for _, a := range match.Acts {
		switch special, known := specials[a.Name]; {
		case known && special.may == nil:
			if d.goesOn(c) {
				list = append(list, d.settlements(c, Act{Act: a})...)
			}
		case known && special.may(d, c):
			list = append(list, Act{Act: a})
		case !known && !a.Auto && d.mayAsk(c, a.Asks):
			_, err := Doing(a.Name)(d, c.Match, d.Party(c.Match))
			if err == nil || errors.As(err, new(*UsageError)) { // which the text may still prevent
				list = append(list, Act{Act: a})
			}
		}
	}
	return list
}

// ActNamed returns the act with a name, on a line as listed by Acts. Do checks
// whether the match allows it.
func ActNamed(name, line string) (Act, bool) {
	a, known := match.ActNamed(name)
	return Act{Act: a, Line: line}, known && !a.Auto
}

// Do does a in c, with the text that goes with it. If post is set, the step is
// handed to the courier.
func (a Act) Do(d *Desk, c Copy, text string, post bool) (Copy, error) {
	post = post && a.Reach != match.ToNobody
	if do := specials[a.Name].do; do != nil {
		return do(a, d, c, text, post)
	}
	return d.Do(c, Doing(a.Name, text), post)
}

// Label returns what the button of a says in c.
func (a Act) Label(c Copy) i18n.Text {
	if a.Name == "undo" && isLocal(c) {
		return i18n.T("button.take-back")
	}
	return i18n.T("button."+a.Name, "moves", a.Moves)
}

// Asks returns the question that confirms a.
func (a Act) Asks(d *Desk, c Copy) i18n.Text {
	switch {
	case a.Name == "undo" && isLocal(c):
		if before, err := d.undoneToPerson(c.Match); err == nil && before.Ply() < c.Ply()-1 {
			return i18n.T("asks.take-back-answer")
		}
		return i18n.T("asks.take-back")
	case a.Name == "undo" && !c.Roster.Invited:
		return i18n.T("asks.undo-local")
	case a.Name == "undo":
		return i18n.T("asks.undo")
	case isLocal(c) && a.Name == "claim":
		return c.TimeOutQuestion()
	case isLocal(c) && a.Name == "draw":
		return i18n.T("ask.draw")
	case isLocal(c):
		seat, key, own := c.Due(), "asks.resign-local", d.Reader(c.Match)
		if own != 0 {
			seat, key = c.Roster.SeatOf(own), "asks.resign-own"
		}
		if len(c.Roster.Seating)-len(c.Roster.Out) > 2 {
			key = "asks.resign-out"
		}
		return i18n.T(key, "who", c.Match.Player(seat))
	}
	who := i18n.People(c.Match.Summarise(c.File, d.Me.Address).Names...)
	return i18n.T("asks."+a.Name, "who", who, "question", c.Match.For(d.Party(c.Match)).Question(), "moves", a.Moves)
}

// AsksToJoin reports whether c is an invitation to us, or asks us to be a
// substitute.
func (d *Desk) AsksToJoin(c Copy) bool {
	s := c.Match.Summarise(c.File, d.Me.Address)
	return c.Outcome == nil && (s.Called != "" || c.Roster.Joining() != 0 && c.Roster.Joining() == d.Party(c.Match))
}

// isLocal reports whether c is an unfinished match on one machine, without an
// invitation.
func isLocal(c Copy) bool { return c.Outcome == nil && !c.Roster.Invited }

// goesOn reports whether c is an unfinished match by mail in which we take
// part.
func (d *Desk) goesOn(c Copy) bool {
	_, err := d.mayWrite(c.Match)
	return err == nil
}

// AsksUs reports whether c waits for our consent to a request.
func (d *Desk) AsksUs(c Copy) bool {
	me, err := d.takesPart(c.Match)
	if err == nil {
		_, err = c.Match.Consent(me)
	}
	return err == nil && c.Outcome == nil
}

func (d *Desk) mayUndo(c Copy) bool {
	if last := c.LastEntry(); c.Roster.Invited {
		return last > 0 && !c.Record.Events[last].Posted && c.By(last) == d.Party(c.Match)
	}
	_, err := d.undoneToPerson(c.Match)
	return err == nil
}

// mayAsk reports whether the match continues and no question q is pending; q may
// be NoQuestion.
func (d *Desk) mayAsk(c Copy, q kif.Question) bool {
	return d.goesOn(c) && (q == kif.NoQuestion || c.Offer == nil || c.Offer.Asks != q)
}

func (a Act) resign(d *Desk, c Copy, _ string, post bool) (Copy, error) {
	return d.Resign(c, 0, post)
}

// settle settles a forked match in favour of one line.
func (a Act) settle(d *Desk, c Copy, _ string, post bool) (Copy, error) {
	kept, err := d.Disputed(c)
	if err != nil {
		return c, err
	}
	for _, line := range kept {
		if filepath.Base(line) == a.Line {
			return d.Settle(c, line, a.Name == "settle-theirs", post)
		}
	}
	return c, i18n.Err("settle.no-fork")
}

// settlements returns a for each line in conflict with c that we may choose.
func (d *Desk) settlements(c Copy, a Act) (list []Act) {
	kept, _ := d.Disputed(c)
	if len(kept) == 0 {
		return nil
	}
	others, _ := d.Lines(c.File)
	for _, file := range kept {
		line, err := d.Open(file)
		if err != nil {
			continue
		}
		taken, away := c.Match, line.Match
		if a.Name == "settle-theirs" {
			taken, away = away, taken
		}
		e, err := taken.Settle(away, d.Party(c.Match), append(others, c.Match)...)
		if _, agrees := e.Step.(kif.Agree); err == nil && !agrees { // agreeing is an act of its own
			a.Line, a.Moves = filepath.Base(file), movesApart(taken, away)
			list = append(list, a)
		}
	}
	return list
}

// movesApart names the moves of a that follow those it shares with b, with the
// number of the first.
func movesApart(a, b *match.Match) i18n.Text {
	moves, others := a.Moves(), b.Moves()
	n := 0
	for n < min(len(moves), len(others)) && moves[n] == others[n] {
		n++
	}
	if n == len(moves) {
		return i18n.T("asks.settle-none")
	}
	return i18n.T("asks.settle-moves", "n", n+1, "moves", i18n.Phrases(engine.SpellLine(a.Positions[0], moves[n:])...))
}
