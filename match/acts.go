package match

import (
	"slices"

	"hikyaku/kif"
)

// Act is something that a player can do in a match other than moving. Commands,
// keys, buttons, what a mail-only player can write and what they are asked to
// confirm are derived from Acts. The keys of its texts in both languages
// contain its name.
type Act struct {
	Name  string // what the act does to the match
	Key   string // the key that chooses it in the TUI; acts that are possible at the same time have different keys
	Word  string // what a mail-only player writes for it in a match that has begun; "" if it cannot be asked for by mail
	Wants Wants
	Reach Reach
	Rank  Rank

	// Step returns the event by which party does the act in a match by mail that
	// has begun, or why that is not possible now. It is nil for acts that take
	// more than one event, or none.
	Step func(m *Match, party int, in Input) (kif.Event, error)
	Auto bool         // whether programs do it by themselves, so that only mail-only players ask for it
	Asks kif.Question // what the step asks the others; while it is pending, agreeing takes the place of the act

	// Link reports whether a letter to party, who may have only a mail program,
	// offers the word as a link now. It is nil for words that are just typed.
	Link func(m *Match, party int) bool

	Local   bool   // whether it also ends a match on one machine
	Command string // the command that does the act, if it does nothing else
	Args    string // the arguments of Command after the match
	Example string // for these

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
	{Name: "agree", Key: "a", Word: "accept", Link: (*Match).asked, Step: (*Match).agreeStep, Rank: Urgent, Final: map[kif.Step]string{
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
	{Name: "say", Key: "s", Word: "say", Wants: NeedWords, Step: (*Match).sayStep, Command: "say", Args: "TEXT", Example: "'Back on Monday.'"},
	{Name: "resume", Key: "g", Word: "resume", Link: func(m *Match, _ int) bool { return !m.Paused.IsZero() && !m.Halted }, Step: (*Match).resumeStep, Command: "clock resume"},
	{Name: "stay", Key: "h", Word: "stay", Step: (*Match).stayStep},
	{Name: "draw", Key: "d", Word: "draw", Rank: Seldom, Step: (*Match).drawStep, Asks: kif.DrawQuestion, Local: true, Command: "draw"},
	{Name: "ask-undo", Key: "u", Word: "undo", Rank: Seldom, Step: (*Match).askUndoStep, Asks: kif.UndoQuestion},
	{Name: "pause", Key: "p", Word: "pause", Rank: Seldom, Step: (*Match).pauseStep, Asks: kif.PauseQuestion, Command: "clock pause"},
	{Name: "away", Key: "w", Word: "away", Wants: NeedWords, Rank: Seldom, Step: (*Match).awayStep, Command: "clock away", Args: "DAYS", Example: "2026-12-20..2027-01-05"},
	{Name: "substitute", Key: "h", Word: "substitute", Wants: NeedWords, Rank: Seldom, Step: (*Match).substituteStep},
	{Name: "hand-over", Word: "hand-over", Auto: true, Step: (*Match).handOverStep, Final: map[kif.Step]string{kif.HandOver{}: "sure.hand-over"}},
	{Name: "claim", Key: "c", Word: "claim", Rank: Seldom, Step: (*Match).claimStep, Local: true, Command: "clock claim", Final: map[kif.Step]string{kif.Claim{}: "sure.claim"}},
	{Name: "resign", Key: "r", Word: "resign", Link: func(*Match, int) bool { return true }, Rank: Seldom, Step: (*Match).resignStep, Local: true, Final: map[kif.Step]string{kif.Resignation: "sure.resign"}},
	{Name: "withdraw", Key: "r"},
	{Name: "rematch", Key: "m", Wants: MayWords, Reach: ToJoin},
}

// ActNamed returns the act called name, and whether there is one.
func ActNamed(name string) (Act, bool) {
	return actWhere(func(a Act) bool { return a.Name == name })
}

// ActOf returns the act for which a mail-only player writes word, and whether
// there is one.
func ActOf(word string) (Act, bool) {
	return actWhere(func(a Act) bool { return a.Word == word && word != "" })
}

func actWhere(is func(Act) bool) (Act, bool) {
	if i := slices.IndexFunc(Acts, is); i >= 0 {
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
