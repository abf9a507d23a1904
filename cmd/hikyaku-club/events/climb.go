package events

import (
	"slices"

	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/kif"
	"hikyaku/match"
)

// Reach is how many rungs above their own players may challenge.
const Reach = 5

// StepOf converts a finished match between a challenger and the challenged player to a ladder step. The players are in the order
// of the invitation.
func StepOf(m *match.Match, by, of string) standings.Step {
	s, o := standings.Step{What: standings.NobodyWon, By: by, Of: of, Match: m.FileName()}, m.Outcome
	name := func(party int) string {
		if party == m.Roster.Players()[0] {
			return by
		}
		return of
	}
	switch {
	case o.Rule.ID == match.Declined && name(missing(m)) == of:
		s.What = standings.Declined
	case o.Word == kif.TimeOut:
		s.What, s.Player = standings.TimedOut, name(m.Roster.PartyOf(o.Seat))
	case len(o.Places) == 2 && o.Places[0] != o.Places[1]:
		s.What, s.Player = standings.Won, name(m.Roster.PartyOf(1+slices.Index(o.Places, 1)))
	}
	return s
}

// LadderLog is the record of a ladder, from which its rungs are computed.
type LadderLog struct {
	Game  string           `json:"game"`
	Steps []standings.Step `json:"steps"`
}

// Check replays a ladder and returns the steps that break its rules.
func (l LadderLog) Check() (all []Finding) {
	c := standings.NewLadder(Reach)
	for i, s := range l.Steps {
		if refusal := c.Apply(s); refusal != nil {
			all = append(all, Finding{words.Text("verify.step", "ladder", l.Game, "line", i+1, "what", string(s.What), "why", refusal.Sentence())})
		}
	}
	return all
}

// Rungs returns the players at the end of the record, the highest first.
func (l LadderLog) Rungs() []string {
	c := standings.NewLadder(Reach)
	for _, s := range l.Steps {
		c.Apply(s)
	}
	return c.Players()
}
