package standings

import (
	"slices"
	"time"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

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
