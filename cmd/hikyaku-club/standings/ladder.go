package standings

import (
	"slices"
	"time"
)

// ChallengeRest is how long two players may not meet again after a challenge.
const ChallengeRest = 7 * 24 * time.Hour

// maxDeclined is how many challenges in a row a player can decline before losing the rung.
const maxDeclined = 2

// Ladder is the state of a ladder. It is immutable.
type Ladder struct {
	reach    int
	rungs    []rung // the highest first
	open     []challenge
	finished []challenge // those of the last week, with the time at which they ended
	last     time.Time   // of the last event
}

type rung struct {
	player   string
	declined int // since the player last finished a match as the challenged player
}

type challenge struct {
	by, of string
	at     time.Time
}

// between reports whether the challenge is between a and b, in either direction.
func (c challenge) between(a, b string) bool { return c.by == a && c.of == b || c.by == b && c.of == a }

// NewLadder returns an empty ladder on which players may challenge others at most reach rungs above them.
func NewLadder(reach int) Ladder { return Ladder{reach: reach} }

// Players returns the players, the highest first.
func (l Ladder) Players() []string {
	var names []string
	for _, r := range l.rungs {
		names = append(names, r.player)
	}
	return names
}

// rung returns the rung of a player, 0 for the highest, or -1.
func (l Ladder) rung(player string) int {
	return slices.IndexFunc(l.rungs, func(r rung) bool { return r.player == player })
}

// LadderEvent is a change of a ladder.
type LadderEvent interface {
	apply(l *Ladder, at time.Time) *Refusal
}

// The events. In those of a match, By has challenged Of.
type (
	Joined       struct{ Player string }
	Challenged   struct{ By, Of string }
	Declined     struct{ By, Of string } // Of declines
	ChallengeWon struct {
		By, Of string
		Winner string // one of the two
	}
	ChallengeDrawn struct{ By, Of string } // or ended without a result
	TimedOut       struct {
		By, Of string
		Player string // one of the two, who ran out of time
	}
	Left struct{ Player string }
)

// Apply returns the ladder after an event. The error is a *Refusal; the returned ladder is then unchanged.
func (l Ladder) Apply(at time.Time, e LadderEvent) (Ladder, error) {
	if at.Before(l.last) {
		return l, &Refusal{Reason: Earlier, Until: l.last}
	}
	after := Ladder{l.reach, slices.Clone(l.rungs), slices.Clone(l.open), slices.Clone(l.finished), at}
	after.finished = slices.DeleteFunc(after.finished, func(c challenge) bool { return !at.Before(c.at.Add(ChallengeRest)) })
	if why := e.apply(&after, at); why != nil {
		return l, why
	}
	return after, nil
}

func (e Joined) apply(l *Ladder, _ time.Time) *Refusal {
	if l.rung(e.Player) >= 0 {
		return &Refusal{Reason: Already}
	}
	l.rungs = append(l.rungs, rung{player: e.Player})
	return nil
}

func (e Challenged) apply(l *Ladder, at time.Time) *Refusal {
	why := l.whyNot(e.By, e.Of, at)
	if why == nil {
		l.open = append(l.open, challenge{e.By, e.Of, at})
	}
	return why
}

func (e Declined) apply(l *Ladder, at time.Time) *Refusal {
	if !l.finish(e.By, e.Of, at) {
		return &Refusal{Reason: NoChallenge}
	}
	of := &l.rungs[l.rung(e.Of)]
	if of.declined++; of.declined == maxDeclined {
		of.declined = 0
		l.take(e.By, e.Of)
	}
	return nil
}

func (e ChallengeWon) apply(l *Ladder, at time.Time) *Refusal {
	if e.Winner != e.By && e.Winner != e.Of {
		return &Refusal{Reason: NoChallenge}
	}
	why := ChallengeDrawn{e.By, e.Of}.apply(l, at)
	if why == nil && e.Winner == e.By {
		l.take(e.By, e.Of)
	}
	return why
}

func (e ChallengeDrawn) apply(l *Ladder, at time.Time) *Refusal {
	if !l.finish(e.By, e.Of, at) {
		return &Refusal{Reason: NoChallenge}
	}
	l.rungs[l.rung(e.Of)].declined = 0
	return nil
}

func (e TimedOut) apply(l *Ladder, at time.Time) *Refusal {
	has := slices.ContainsFunc(l.open, func(c challenge) bool { return c.by == e.By && c.of == e.Of })
	if !has || e.Player != e.By && e.Player != e.Of {
		return &Refusal{Reason: NoChallenge}
	}
	return Left{e.Player}.apply(l, at)
}

func (e Left) apply(l *Ladder, at time.Time) *Refusal {
	if l.rung(e.Player) < 0 {
		return &Refusal{Reason: Absent}
	}
	for _, c := range slices.Clone(l.open) {
		if c.by == e.Player || c.of == e.Player {
			l.finish(c.by, c.of, at)
		}
		if c.of == e.Player {
			l.take(c.by, c.of)
		}
	}
	own := l.rung(e.Player)
	l.rungs = slices.Delete(l.rungs, own, own+1)
	return nil
}

// finish ends an open challenge, and reports whether there was one.
func (l *Ladder) finish(by, of string, at time.Time) bool {
	i := slices.IndexFunc(l.open, func(c challenge) bool { return c.by == by && c.of == of })
	if i < 0 {
		return false
	}
	l.open = slices.Delete(l.open, i, i+1)
	l.finished = append(l.finished, challenge{by, of, at})
	return true
}

// take moves a player to the rung of a player above.
func (l *Ladder) take(by, of string) {
	from := l.rung(by)
	climbs := l.rungs[from]
	l.rungs = slices.Delete(l.rungs, from, from+1)
	l.rungs = slices.Insert(l.rungs, l.rung(of), climbs)
}
