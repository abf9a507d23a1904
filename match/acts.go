package match

import (
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
)

// Act is something that a player can do in a match other than moving. Commands,
// keys, buttons, what a mail-only player can write and what they are asked to
// confirm are derived from Acts. The keys of its texts in both languages
// contain its name.
type Act struct {
	Name  string // the change to the match
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

// Wants is the input that an act needs.
type Wants int

// What the player enters for an act.
const (
	Nothing   Wants = iota
	MayWords        // optional words to the others
	NeedWords       // words, days, or an address
)

// Reach is who sees the effect of an act.
type Reach int

// The people who see the effect of an act.
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
	{Name: "rematch", Key: "m", Wants: MayWords, Reach: ToJoin},
	{Name: "undo", Key: "b", Reach: ToNobody},
	{Name: "drop-plan", Key: "x", Reach: ToNobody},
	{Name: "say", Key: "s", Word: "say", Wants: NeedWords, Step: (*Match).sayStep, Command: "say", Args: "TEXT", Example: "'${say}'"},
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

// Input is the input of an act.
type Input struct {
	Text string // the text for the act; see Wants
	Now  func() time.Time
	Came func() time.Time // when the request for the act arrived, if it came by mail; else Now
}

// Refusal is the error of an act that is not possible now.
type Refusal struct {
	Err   error
	Reply string // the key, after "wrong.", of the sentence for a player who asked by mail; if "", that of Err
	Input bool   // whether the Input is unusable, rather than the act impossible
}

// Error returns the English sentence.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the error, which has a sentence in both languages.
func (r *Refusal) Unwrap() error { return r.Err }

func refuse(reply, key string, args ...any) error {
	return &Refusal{Err: i18n.Err("refused."+key, args...), Reply: reply}
}

// ErrWithMove is the error of a draw offer on one's own turn, when it is made
// together with the move.
var ErrWithMove = refuse("draw", "draw-with-move")

// offers reports whether the pending offer asks q.
func (m *Match) offers(q kif.Question) bool { return m.Offer != nil && m.Offer.Asks == q }

// asked reports whether an offer or a proposed substitute waits for party.
func (m *Match) asked(party int) bool {
	return m.Offer != nil && !slices.Contains(m.Offer.Agreed, party) || m.AsksSubstitute(party) != nil
}

// MoveDeclines reports whether party declines the pending offer by the move that
// it has to make.
func (m *Match) MoveDeclines(party int) bool {
	o := m.Offer
	return m.Claim == nil && o != nil && o.Asks != kif.RechainQuestion && !slices.Contains(o.Agreed, party) && m.Mover() == party
}

func (m *Match) agreeStep(party int, _ Input) (kif.Event, error) {
	e, err := m.Consent(party)
	if err != nil {
		return e, &Refusal{Err: err, Reply: "offered"}
	}
	return e, nil
}

func (m *Match) sayStep(_ int, in Input) (kif.Event, error) {
	if strings.TrimSpace(in.Text) == "" {
		return kif.Event{}, refuse("", "say-nothing")
	}
	return kif.Event{Step: kif.Say{}, Comment: in.Text}, nil
}

func (m *Match) resumeStep(int, Input) (kif.Event, error) {
	switch {
	case m.Paused.IsZero():
		return kif.Event{}, refuse("resume", "not-paused")
	case m.Halted:
		return kif.Event{}, refuse("", "halted")
	}
	return kif.Event{Step: kif.Resume{}}, nil
}

func (m *Match) stayStep(party int, _ Input) (kif.Event, error) {
	if m.Substitutes[party] == nil {
		return kif.Event{}, refuse("stay", "no-substitute")
	}
	return kif.Event{Step: kif.StepOut{}}, nil
}

// drawStep offers a draw, or accepts the pending offer.
func (m *Match) drawStep(party int, _ Input) (kif.Event, error) {
	switch {
	case m.offers(kif.DrawQuestion) && slices.Contains(m.Offer.Agreed, party):
		return kif.Event{}, refuse("", "draw-again")
	case m.offers(kif.DrawQuestion):
		return m.Consent(party)
	case m.full():
		return kif.Event{Step: kif.DrawAgreed, Seat: m.Roster.SeatOf(party)}, nil
	case m.Turn == party:
		return kif.Event{}, ErrWithMove
	}
	return kif.Event{Step: kif.DrawOffer{}}, nil
}

// askUndoStep asks to take back all moves from the number in the text onwards
// or, without one, from the party's last move.
func (m *Match) askUndoStep(party int, in Input) (kif.Event, error) {
	n := m.LastNumberOf(party)
	if in.Text == "" && n == 0 {
		return kif.Event{}, refuse("undo", "not-moved")
	}
	if in.Text != "" {
		var err error
		if n, err = strconv.Atoi(in.Text); err != nil || n < 1 || n > m.Ply() {
			return kif.Event{}, refuse("", "no-such-move", "n", in.Text, "last", m.Ply())
		}
	}
	return kif.Event{Step: kif.UndoOffer{Number: n}}, nil
}

// pauseStep offers a pause, or agrees to the pending offer.
func (m *Match) pauseStep(party int, _ Input) (kif.Event, error) {
	switch {
	case !m.Clock.Limited():
		return kif.Event{}, refuse("no-clock", "no-clock")
	case !m.Paused.IsZero():
		return kif.Event{}, refuse("paused", "paused")
	case m.offers(kif.PauseQuestion) && slices.Contains(m.Offer.Agreed, party):
		return kif.Event{}, refuse("pause-asked", "pause-again")
	case m.offers(kif.PauseQuestion):
		return m.Consent(party)
	}
	return kif.Event{Step: kif.PauseOffer{}}, nil
}

// awayStep announces an absence of days such as "2026-12-20..2027-01-05". The
// clock stops for that time, for at most MaxAway in one match.
func (m *Match) awayStep(party int, in Input) (kif.Event, error) {
	away, err := ParseAway(in.Text, m.Clock.Local(in.Now()))
	if err != nil {
		return kif.Event{}, &Refusal{Err: err, Input: true}
	}
	if slices.ContainsFunc(m.Absences(in.Now()), func(a Absence) bool { return a.Party == party && a.Away == away }) {
		return kif.Event{}, &Refusal{Err: i18n.Err("refused.away-again", "days", i18n.Days(away.First, away.Last)), Input: true}
	}
	return kif.Event{Step: away}, nil
}

// substituteStep proposes somebody to take the party's seat, for the others to
// agree to.
func (m *Match) substituteStep(party int, in Input) (kif.Event, error) {
	if err := m.MayPropose(party); err != nil {
		return kif.Event{}, err
	}
	who, err := ParsePerson(in.Text)
	if err != nil {
		return kif.Event{}, &Refusal{Err: err, Reply: "substitute", Input: true}
	}
	if !m.mayProposeSubstitute(party, who.Address) {
		return kif.Event{}, refuse("substitute", "substitute-reader", "who", who.Address)
	}
	return kif.Event{Step: kif.Substitute{Who: who}}, nil
}

func (m *Match) handOverStep(party int, _ Input) (kif.Event, error) {
	if !m.HandsOver(party) {
		return kif.Event{}, i18n.Err("wrong.hand-over")
	}
	return kif.Event{Step: kif.HandOver{}}, nil
}

// claimStep claims that the player to move has missed the time limit.
func (m *Match) claimStep(party int, in Input) (kif.Event, error) {
	end, limited := m.Clock.Deadline(party)
	switch {
	case !m.Paused.IsZero():
		return kif.Event{}, refuse("claim", "claim-paused")
	case !limited:
		return kif.Event{}, refuse("claim", "claim-no-limit")
	case m.Turn == party:
		return kif.Event{}, refuse("claim", "claim-own")
	case m.Turn == m.Roster.Umpire():
		return kif.Event{}, refuse("", "claim-umpire")
	case m.Claim != nil:
		return kif.Event{}, refuse("", "claim-again")
	case !m.Clock.MayClaim(in.Came()):
		if until := m.Clock.NextClaim; !until.IsZero() {
			return kif.Event{}, refuse("", "claim-until", "who", m.Party(m.Turn), "until", i18n.Time(until, time.Local))
		}
		return kif.Event{}, refuse("", "claim-contested", "who", m.Party(m.Turn))
	case !in.Came().After(end):
		return kif.Event{}, refuse("claim", "claim-early", "who", m.Party(m.Turn), "until", i18n.Time(end, time.Local))
	}
	return kif.Event{Step: kif.Claim{}}, nil
}

func (m *Match) resignStep(party int, _ Input) (kif.Event, error) {
	return kif.Event{Step: kif.Resignation, Seat: m.Roster.seatIn(party)}, nil
}

// ParsePerson parses a mail address with or without a name, such as
// "Bob <bob@example.org>".
func ParsePerson(text string) (kif.Seat, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return kif.Seat{}, i18n.Err("person.form", "text", text)
	}
	who := kif.Seat{Name: a.Name, Address: identity.ToASCII(a.Address)}
	return who, CheckPerson(who)
}

// CheckPerson returns an error if mail cannot be sent to who, or if the name is
// not what it seems to be.
func CheckPerson(who kif.Seat) error {
	switch {
	case !identity.IsAddress(who.Address):
		return i18n.Err("address.form", "address", kif.Quote(who.Address))
	case identity.HasInvisible(who.Name):
		return i18n.Err("person.hidden", "name", kif.Quote(who.Name))
	}
	return nil
}
