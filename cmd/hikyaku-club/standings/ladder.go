package standings

import (
	"slices"
	"time"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// ChallengeRest is how long two players may not meet again after a challenge.
const ChallengeRest = 7 * 24 * time.Hour

// maxDeclined is how many challenges in a row a player can decline before losing the rung.
const maxDeclined = 2

// What names a kind of step on a ladder.
type What string

// The steps of a ladder.
const (
	Joined     What = "joined"
	Challenged What = "challenged"
	Accepted   What = "accepted" // the match begins
	Declined   What = "declined"
	Won        What = "won"
	NobodyWon  What = "drawn" // or ended without a result
	TimedOut   What = "timed out"
	Left       What = "left"
)

// Step is something that has happened on a ladder.
type Step struct {
	At     time.Time `json:"at"`
	What   What      `json:"what"`
	Player string    `json:"player,omitempty"` // the player who joins, leaves, has won, or ran out of time
	By     string    `json:"by,omitempty"`     // the challenger
	Of     string    `json:"of,omitempty"`     // the challenged player
	Match  string    `json:"match,omitempty"`  // the file of their match; "" while there is none
}

// between reports whether the challenge is between a and b, in either direction.
func (s Step) between(a, b string) bool { return s.By == a && s.Of == b || s.By == b && s.Of == a }

// Ladder is the state of a ladder.
type Ladder struct {
	Open []Step    // the open challenges, with their matches once they have begun
	Last time.Time // the time of the last step

	reach    int
	rungs    []rung // the highest first
	finished []Step // the challenges of the last week, with the time at which they ended
}

type rung struct {
	player   string
	declined int // since the player last finished a match as the challenged player
}

// NewLadder returns an empty ladder on which players may challenge others at most reach rungs above them.
func NewLadder(reach int) *Ladder { return &Ladder{reach: reach} }

// Players returns the players, the highest first.
func (l *Ladder) Players() []string {
	var names []string
	for _, r := range l.rungs {
		names = append(names, r.player)
	}
	return names
}

// Challenge returns the first open challenge for which is returns true.
func (l *Ladder) Challenge(is func(Step) bool) (s Step, found bool) {
	if i := slices.IndexFunc(l.Open, is); i >= 0 {
		return l.Open[i], true
	}
	return s, false
}

// rung returns the rung of a player, 0 for the highest, or -1.
func (l *Ladder) rung(player string) int {
	return slices.IndexFunc(l.rungs, func(r rung) bool { return r.player == player })
}

// Apply changes the ladder by a step, or returns the reason why the rules forbid it.
func (l *Ladder) Apply(s Step) *Refusal {
	if !s.At.After(l.Last) {
		return &Refusal{Reason: Earlier, Until: l.Last}
	}
	open := slices.IndexFunc(l.Open, func(c Step) bool { return c.By == s.By && c.Of == s.Of })
	plays := open >= 0 && l.Open[open].Match != ""
	switch s.What {
	case Joined:
		if l.rung(s.Player) >= 0 {
			return &Refusal{Reason: Already}
		}
		l.rungs = append(l.rungs, rung{player: s.Player})
	case Challenged:
		if why := l.whyNot(s.By, s.Of, s.At); why != nil {
			return why
		}
		l.Open = append(l.Open, s)
	case Accepted:
		if open < 0 || plays || s.Match == "" {
			return &Refusal{Reason: NoChallenge}
		}
		l.Open[open].Match = s.Match
	case Declined:
		if open < 0 {
			return &Refusal{Reason: NoChallenge}
		}
		l.finish(open, s.At)
		of := &l.rungs[l.rung(s.Of)]
		if of.declined++; of.declined == maxDeclined {
			of.declined = 0
			l.take(s.By, s.Of)
		}
	case Won, NobodyWon, TimedOut:
		if !plays || l.Open[open].Match != s.Match || s.What != NobodyWon && s.Player != s.By && s.Player != s.Of {
			return &Refusal{Reason: NoChallenge}
		}
		if s.What == TimedOut {
			l.leave(s.Player, s.At)
			break
		}
		l.finish(open, s.At)
		l.rungs[l.rung(s.Of)].declined = 0
		if s.What == Won && s.Player == s.By {
			l.take(s.By, s.Of)
		}
	case Left:
		if l.rung(s.Player) < 0 {
			return &Refusal{Reason: Absent}
		}
		l.leave(s.Player, s.At)
	default:
		return &Refusal{Reason: NoChallenge}
	}
	l.Last = s.At
	l.finished = slices.DeleteFunc(l.finished, func(c Step) bool { return !s.At.Before(c.At.Add(ChallengeRest)) })
	return nil
}

// leave removes a player at a time. Their challenger takes the rung.
func (l *Ladder) leave(player string, at time.Time) {
	for i := 0; i < len(l.Open); {
		c := l.Open[i]
		if c.By != player && c.Of != player {
			i++
			continue
		}
		if l.finish(i, at); c.Of == player {
			l.take(c.By, c.Of)
		}
	}
	own := l.rung(player)
	l.rungs = slices.Delete(l.rungs, own, own+1)
}

// finish ends an open challenge at a time.
func (l *Ladder) finish(i int, at time.Time) {
	c := l.Open[i]
	c.At = at
	l.Open = slices.Delete(l.Open, i, i+1)
	l.finished = append(l.finished, c)
}

// take moves a player to the rung of a player above.
func (l *Ladder) take(by, of string) {
	from := l.rung(by)
	climbs := l.rungs[from]
	l.rungs = slices.Delete(l.rungs, from, from+1)
	l.rungs = slices.Insert(l.rungs, l.rung(of), climbs)
}

// Reason is the catalogue key of the text that explains why a step is refused.
type Reason string

// The reasons. Those from Yourself to Resting explain why a player cannot be challenged.
const (
	Earlier     Reason = "ladder.earlier"      // the step is not later than the last one, which happened at Until
	Already     Reason = "ladder.already"      // the player is on the ladder
	Absent      Reason = "ladder.absent"       // the player is not on the ladder
	NoChallenge Reason = "ladder.no-challenge" // there is no such challenge
	Yourself    Reason = "ladder.yourself"
	NotYou      Reason = "ladder.not-you"     // the challenger is not on the ladder
	NotThere    Reason = "ladder.not-there"   // the challenged is not on the ladder
	Below       Reason = "ladder.below"       // the challenged is below the challenger
	TooHigh     Reason = "ladder.too-high"    // the challenged is Rungs too high
	Meeting     Reason = "ladder.meeting"     // the two are playing already
	Challenging Reason = "ladder.challenging" // the challenger has an open challenge to Whom
	Taken       Reason = "ladder.taken"       // Whom has challenged the same player
	Resting     Reason = "ladder.resting"     // the two have met; they may meet again at Until
)

// Refusal is why the rules forbid a step.
type Refusal struct {
	Reason Reason
	Whom   string
	Rungs  int
	Until  time.Time
}

// Sentence explains the refusal to the player.
func (r *Refusal) Sentence() i18n.Text {
	return words.Text(string(r.Reason), "whom", r.Whom, "rungs", r.Rungs, "until", i18n.Time(r.Until, nil))
}

// whyNot returns why a player can't challenge another at a time, or nil.
func (l *Ladder) whyNot(by, of string, at time.Time) *Refusal {
	own, other := l.rung(by), l.rung(of)
	switch {
	case by == of:
		return &Refusal{Reason: Yourself}
	case own < 0:
		return &Refusal{Reason: NotYou}
	case other < 0:
		return &Refusal{Reason: NotThere}
	}
	if slices.ContainsFunc(l.Open, func(c Step) bool { return c.between(by, of) }) {
		return &Refusal{Reason: Meeting}
	}
	switch {
	case other > own:
		return &Refusal{Reason: Below}
	case own-other > l.reach:
		return &Refusal{Reason: TooHigh, Rungs: own - other - l.reach}
	}
	for _, c := range l.Open {
		switch {
		case c.By == by:
			return &Refusal{Reason: Challenging, Whom: c.Of}
		case c.Of == of:
			return &Refusal{Reason: Taken, Whom: c.By}
		}
	}
	for _, c := range slices.Backward(l.finished) {
		if c.between(by, of) && at.Before(c.At.Add(ChallengeRest)) {
			return &Refusal{Reason: Resting, Until: c.At.Add(ChallengeRest)}
		}
	}
	return nil
}
