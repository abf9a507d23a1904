package match

import (
	"slices"

	"hikyaku/kif"
)

// Act is something that a player can do in a match besides a move: a row of the table from which commands, keys, buttons and
// the questions to mail-only players come. Its texts in both languages have its name in their keys.
type Act struct {
	Name  string // the name of the command, or what the act does to the match
	Key   string // that chooses it on the screen; acts that are possible at the same time have different ones
	Wants Wants
	Reach Reach
	Rank  Rank

	// Final are the steps of the act that cannot be undone, each with the key of the question that a mail-only player is
	// asked before it is made. An ordinary reply is proved by a token that everybody has who was forwarded the letter.
	Final map[kif.Step]string
}

// Wants is what the player writes for an act.
type Wants int

// What the player writes for an act.
const (
	Nothing   Wants = iota
	MayWords        // words to the others, which may be missing
	NeedWords       // what is to be said, days, or an address
)

// Reach is how far an act goes.
type Reach int

// How far an act goes.
const (
	ToOthers Reach = iota // it is sent
	ToNobody              // it stays on this machine
	ToJoin                // it answers an invitation or makes one: the match is not ours to send yet
)

// Rank is how prominent an act is.
type Rank int

// How prominent an act is.
const (
	Usual  Rank = iota
	Urgent      // the match waits for it
	Seldom      // front ends may fold it away
)

// Acts lists all acts: what a match may wait for first, and what ends it last.
var Acts = []Act{
	{Name: "accept", Key: "a", Wants: MayWords, Reach: ToJoin, Rank: Urgent},
	{Name: "decline", Key: "d", Wants: MayWords, Reach: ToJoin, Rank: Urgent},
	{Name: "agree", Key: "a", Rank: Urgent, Final: map[kif.Step]string{
		kif.DrawAgreed:                        "sure.draw",
		kif.Agree{To: kif.DrawQuestion}:       "sure.draw", // not the last consent, but nothing more is asked of this player
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

// ActNamed returns the act with a name.
func ActNamed(name string) (Act, bool) {
	if i := slices.IndexFunc(Acts, func(a Act) bool { return a.Name == name }); i >= 0 {
		return Acts[i], true
	}
	return Act{}, false
}

// FinalQuestion returns the key of the question that is asked before a step that cannot be undone, "" for other steps.
func FinalQuestion(s kif.Step) string {
	for _, a := range Acts {
		if key := a.Final[s]; key != "" {
			return key
		}
	}
	return ""
}
