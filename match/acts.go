package match

import (
	"slices"

	"hikyaku/kif"
)

// Act is something that a player can do in a match besides moving. Commands,
// keys, buttons and the questions to mail-only players are derived from Acts.
// The keys of its texts in both languages contain its name.
type Act struct {
	Name  string // the name of the command, or what the act does to the match
	Key   string // the key that chooses it in the TUI; acts that are possible at the same time have different keys
	Wants Wants
	Reach Reach
	Rank  Rank

	// Final maps the steps of the act that cannot be undone to the key of the
	// question that a mail-only player is asked before the step is made. An
	// ordinary reply is authenticated by a token, which everybody has to whom the
	// message was forwarded.
	Final map[kif.Step]string
}

// Wants is what the player enters for an act.
type Wants int

// What the player enters for an act.
const (
	Nothing   Wants = iota
	MayWords        // optional words to the others
	NeedWords       // words, days, or an address
)

// Reach is who sees the effect of an act.
type Reach int

// Who sees the effect of an act.
const (
	ToOthers Reach = iota // it is sent to the other players
	ToNobody              // it stays on this machine
	ToJoin                // it makes or answers an invitation, before the match can be sent
)

// Rank is how prominent an act is.
type Rank int

// How prominent an act is.
const (
	Usual  Rank = iota
	Urgent      // the match waits for it
	Seldom      // front ends may fold it away
)

// Acts lists all acts, from what a match may be waiting for to what ends it.
var Acts = []Act{
	{Name: "accept", Key: "a", Wants: MayWords, Reach: ToJoin, Rank: Urgent},
	{Name: "decline", Key: "d", Wants: MayWords, Reach: ToJoin, Rank: Urgent},
	{Name: "agree", Key: "a", Rank: Urgent, Final: map[kif.Step]string{
		kif.DrawAgreed:                        "sure.draw",
		kif.Agree{To: kif.DrawQuestion}:       "sure.draw", // not the last consent, but this player is asked nothing more
		kif.Agree{To: kif.SubstituteQuestion}: "sure.substitute",
		kif.Agree{To: kif.UndoQuestion}:       "sure.undo",
		kif.Agree{To: kif.RechainQuestion}:    "sure.rechain",
		kif.Agree{To: kif.SettleQuestion}:     "sure.settle",
		kif.Agree{To: kif.ClaimQuestion}:      "sure.time-out",
		kif.TimeOut:                           "sure.time-out",
	}},
	{Name: "settle-ours", Rank: Urgent},
	{Name: "settle-theirs", Rank: Urgent},
	{Name: "undo", Key: "b", Reach: ToNobody},
	{Name: "drop-plan", Key: "x", Reach: ToNobody},
	{Name: "say", Key: "s", Wants: NeedWords},
	{Name: "resume", Key: "g"},
	{Name: "stay", Key: "h"},
	{Name: "draw", Key: "d", Rank: Seldom},
	{Name: "ask-undo", Key: "u", Rank: Seldom},
	{Name: "pause", Key: "p", Rank: Seldom},
	{Name: "away", Key: "w", Wants: NeedWords, Rank: Seldom},
	{Name: "substitute", Key: "h", Wants: NeedWords, Rank: Seldom},
	{Name: "hand-over", Final: map[kif.Step]string{kif.HandOver{}: "sure.hand-over"}},
	{Name: "claim", Key: "c", Rank: Seldom, Final: map[kif.Step]string{kif.Claim{}: "sure.claim"}},
	{Name: "resign", Key: "r", Rank: Seldom, Final: map[kif.Step]string{kif.Resignation: "sure.resign"}},
	{Name: "withdraw", Key: "r"},
	{Name: "rematch", Key: "m", Wants: MayWords, Reach: ToJoin},
}

func ActNamed(name string) (Act, bool) {
	if i := slices.IndexFunc(Acts, func(a Act) bool { return a.Name == name }); i >= 0 {
		return Acts[i], true
	}
	return Act{}, false
}

// FinalQuestion returns the key of the question asked before a step that
// cannot be undone, or "" for other steps.
func FinalQuestion(s kif.Step) string {
	for _, a := range Acts {
		if key := a.Final[s]; key != "" {
			return key
		}
	}
	return ""
}
