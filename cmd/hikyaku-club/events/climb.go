package events

import (
	"slices"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/kif"
	"hikyaku/match"
)

// Reach is how many rungs above their own players may challenge.
const Reach = 5

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

// event converts the step to an event of package standings, or returns nil if there is no such event.
func (s Step) event() standings.LadderEvent {
	switch s.What {
	case Joined:
		return standings.Joined{Player: s.Player}
	case Challenged:
		return standings.Challenged{By: s.By, Of: s.Of}
	case Declined:
		return standings.Declined{By: s.By, Of: s.Of}
	case Won:
		return standings.ChallengeWon{By: s.By, Of: s.Of, Winner: s.Player}
	case NobodyWon:
		return standings.ChallengeDrawn{By: s.By, Of: s.Of}
	case TimedOut:
		return standings.TimedOut{By: s.By, Of: s.Of, Player: s.Player}
	case Left:
		return standings.Left{Player: s.Player}
	}
	return nil
}

// ends reports whether the step is the result of a match.
func (s Step) ends() bool { return s.What == Won || s.What == NobodyWon || s.What == TimedOut }

// StepOf converts a finished match between a challenger and the challenged player to a ladder step. The players are in the order
// of the invitation.
func StepOf(m *match.Match, by, of string) Step {
	s, o := Step{What: NobodyWon, By: by, Of: of, Match: m.FileName()}, m.Outcome
	name := func(party int) string {
		if party == m.Roster.Players()[0] {
			return by
		}
		return of
	}
	switch {
	case o.Rule.ID == match.Declined && name(missing(m)) == of:
		s.What = Declined
	case o.Word == kif.TimeOut:
		s.What, s.Player = TimedOut, name(m.Roster.PartyOf(o.Seat))
	case len(o.Places) == 2 && o.Places[0] != o.Places[1]:
		s.What, s.Player = Won, name(m.Roster.PartyOf(1+slices.Index(o.Places, 1)))
	}
	return s
}

// LadderLog is the record of a ladder, from which its rungs are computed.
type LadderLog struct {
	Game  string `json:"game"`
	Steps []Step `json:"steps"`
}

// Check replays a ladder and returns the steps that break its rules.
func (l LadderLog) Check() (all []Finding) {
	c := newClimb()
	for i, s := range l.Steps {
		if refusal := c.apply(s); refusal != nil {
			all = append(all, Finding{words.Text("verify.step", "ladder", l.Game, "line", i+1, "what", string(s.What), "why", refusal.Sentence())})
		}
	}
	return all
}

// Rungs returns the players at the end of the record, the highest first.
func (l LadderLog) Rungs() []string {
	c := newClimb()
	for _, s := range l.Steps {
		c.apply(s)
	}
	return c.Players()
}

// climb is a ladder with its open challenges.
type climb struct {
	standings.Ladder
	open []Step // Challenged, with the match once it has begun
	last time.Time
}

func newClimb() *climb { return &climb{Ladder: standings.NewLadder(Reach)} }

// apply applies a step, or returns the reason why the rules forbid it.
func (c *climb) apply(s Step) *standings.Refusal {
	if !s.At.After(c.last) {
		return &standings.Refusal{Reason: standings.Earlier, Until: c.last}
	}
	pair := func(o Step) bool { return o.By == s.By && o.Of == s.Of }
	if s.What == Accepted {
		i := slices.IndexFunc(c.open, pair)
		if i < 0 || c.open[i].Match != "" || s.Match == "" {
			return &standings.Refusal{Reason: standings.NoChallenge}
		}
		c.open[i].Match, c.last = s.Match, s.At
		return nil
	}
	e := s.event()
	if e == nil {
		return &standings.Refusal{Reason: standings.NoChallenge}
	}
	if s.ends() && !slices.ContainsFunc(c.open, func(o Step) bool { return pair(o) && o.Match != "" && o.Match == s.Match }) {
		return &standings.Refusal{Reason: standings.NoChallenge}
	}
	after, err := c.Apply(s.At, e)
	if err != nil {
		return err.(*standings.Refusal)
	}
	c.Ladder, c.last = after, s.At
	switch s.What {
	case Challenged:
		c.open = append(c.open, s)
	case Left, TimedOut:
		c.open = slices.DeleteFunc(c.open, func(o Step) bool { return o.By == s.Player || o.Of == s.Player })
	default:
		c.open = slices.DeleteFunc(c.open, pair)
	}
	return nil
}

// challenge returns the first open challenge for which is returns true.
func (c *climb) challenge(is func(Step) bool) (Step, bool) {
	i := slices.IndexFunc(c.open, is)
	if i < 0 {
		return Step{}, false
	}
	return c.open[i], true
}
