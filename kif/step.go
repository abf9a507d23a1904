package kif

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// Step is what an event does: a Throw, a Move, an Ending, or one of the acts below, which are written as "#: do
// accept". FORMAT.md (Acts) explains each.
type Step interface {
	// String returns the step as a line of the record has it.
	String() string
}

// Throw is a throw of dice in canonical notation, "[4]".
type Throw engine.Move

// Move is a move in the game's notation. In a replayed match it is canonical.
type Move engine.Move

// Ending is a word that ends the moves of a record.
type Ending string

// The known endings (FORMAT.md, Endings). Other programs may write others.
const (
	Resignation Ending = "投了"
	Adjournment Ending = "中断"
	Impasse     Ending = "持将棋"
	DrawAgreed  Ending = "合意引分"
	TimeOut     Ending = "切れ負け"
	Foul        Ending = "反則負け"
	FoulWin     Ending = "反則勝ち"
	Repetition  Ending = "千日手"
	Mate        Ending = "詰み"
	NoMate      Ending = "不詰"
	Declared    Ending = "入玉勝ち"
	Walkover    Ending = "不戦勝"
	Default     Ending = "不戦敗"
	Sealed      Ending = "封じ手"

	oldMate Ending = "詰"
)

// Question is the subject of an agreement.
type Question string

// The questions.
const (
	NoQuestion         Question = ""
	DrawQuestion       Question = "draw"
	UndoQuestion       Question = "undo"
	PauseQuestion      Question = "pause"
	RechainQuestion    Question = "rechain"
	ClaimQuestion      Question = "claim"
	SettleQuestion     Question = "settle"
	SubstituteQuestion Question = "substitute"
)

// questions are the questions that a line may name without more: only one of several substitutes needs a seat.
var questions = []Question{DrawQuestion, UndoQuestion, PauseQuestion, RechainQuestion, ClaimQuestion, SettleQuestion}

// The acts.
type (
	Invite     struct{}
	Accept     struct{}
	Decline    struct{}
	OpenLink   struct{}                // opens only the current link
	Receipt    struct{}                // an umpire's receipt for the turn before it
	Ruling     struct{ Places string } // an umpire's decision how the match ends: the place of each seat, "1 2", or NoResult
	MoreTime   struct{ Hours int }     // an umpire gives the player to move more time
	DrawOffer  struct{}                // offers a draw
	UndoOffer  struct{ Number int }    // offers to go back to the position before the move with that number
	PauseOffer struct{}                // offers to stop the clocks until a party resumes the match
	Agree      struct {                // agrees to a question of another party
		To   Question
		Seat int // the party whose substitute is agreed to; 0 for other questions
	}
	Resume  struct{}                  // ends a pause
	Claim   struct{}                  // claims that the player to move has missed the time limit
	Contest struct{ Until time.Time } // answers a claim that does not hold before a time; zero for none given
	Away    struct {                  // announces an absence
		First, Last time.Time     // its first and last day: midnight in UTC of these dates
		East        time.Duration // how far the zone of these days is east of UTC, in whole minutes
	}
	Say        struct{}                 // only carries its comment
	NewAddress struct{ Address string } // changes to a new mail address
	Rotate     struct{}                 // changes to a new key
	Rechain    struct{}                 // asks for a new key and chain in place of lost ones
	Substitute struct{ Who Seat }       // proposes a substitute for the party
	StepIn     struct{}                 // the substitute, with a key, agrees to play
	StepOut    struct{}                 // ends the proposal: by the party or, with a key, by the substitute
	HandOver   struct{}                 // gives the party's seat to its substitute, after all others have agreed
	Settle     struct {                 // resolves a conflict in favour of this line
		Other  Hash // the head of the other line, which is in Event.Other
		Common int  // the number of the last entry that both lines have
	}
	Begin   struct{}              // the first entry of a match without invitation; it is on no line
	Unknown struct{ Text string } // an act of a newer hikyaku, which changes nothing
)

// NoResult is a Ruling without a winner or places.
const NoResult = "none"

// AfterEnd reports whether s may follow the end of a match: words, and an umpire's decision.
func AfterEnd(s Step) bool {
	_, rules := s.(Ruling)
	return rules || s == Step(Say{})
}

// IsThrow reports whether s is a throw of dice.
func IsThrow(s Step) bool { _, thrown := s.(Throw); return thrown }

// IsAct reports whether s is an act: neither a throw, a move nor an ending.
func IsAct(s Step) bool {
	switch s.(type) {
	case Throw, Move, Ending:
		return false
	}
	return true
}

// String returns the throw.
func (s Throw) String() string { return string(s) }

// Faces returns the numbers thrown, one for each die.
func (s Throw) Faces() []int {
	faces, _ := engine.Move(s).Throw()
	return faces
}

// String returns the move.
func (s Move) String() string { return string(s) }

// String returns the word.
func (s Ending) String() string { return string(s) }

// String returns the word of an act.
func (Invite) String() string      { return "invite" }
func (Accept) String() string      { return "accept" }
func (Decline) String() string     { return "decline" }
func (OpenLink) String() string    { return "link" }
func (Receipt) String() string     { return "receipt" }
func (s Ruling) String() string    { return "ruling " + s.Places }
func (s MoreTime) String() string  { return fmt.Sprintf("more-time %dh", s.Hours) }
func (DrawOffer) String() string   { return "draw-offer" }
func (s UndoOffer) String() string { return fmt.Sprintf("undo-offer %d", s.Number) }
func (PauseOffer) String() string  { return "pause-offer" }
func (Resume) String() string      { return "resume" }
func (s Agree) String() string {
	if s.Seat != 0 {
		return fmt.Sprintf("agree %s %d", s.To, s.Seat)
	}
	return "agree " + string(s.To)
}
func (Claim) String() string { return "claim" }
func (s Contest) String() string {
	if s.Until.IsZero() {
		return "contest"
	}
	return "contest " + s.Until.Format(time.RFC3339)
}
func (Say) String() string          { return "say" }
func (s Away) String() string       { return "away " + s.Zoned() }
func (s NewAddress) String() string { return "address " + s.Address }
func (Rotate) String() string       { return "rotate" }
func (Rechain) String() string      { return "rechain" }
func (s Substitute) String() string { return "substitute " + s.Who.String() }
func (StepIn) String() string       { return "step-in" }
func (StepOut) String() string      { return "step-out" }
func (HandOver) String() string     { return "hand-over" }
func (Begin) String() string        { return "new" }
func (s Unknown) String() string    { return s.Text }
func (s Settle) String() string     { return fmt.Sprintf("settle %s %d", s.Other, s.Common) }

// MaxAway is the largest number of days in one absence, and the largest number of dates in a match on which no clock runs.
const MaxAway = 366

// Days returns the first and the last day of the absence, "2026-12-20..2027-01-05".
func (s Away) Days() string {
	return s.First.Format(time.DateOnly) + ".." + s.Last.Format(time.DateOnly)
}

// Zoned returns the days with the zone in which they are meant, "2026-12-20..2027-01-05+09:00".
func (s Away) Zoned() string { return s.Days() + Zone(s.East) }

// Zone returns the offset of a zone from UTC, "+09:00".
func Zone(east time.Duration) string {
	return time.Unix(0, 0).In(time.FixedZone("", int(east/time.Second))).Format("-07:00")
}

// Begin returns the beginning of the first day of the absence.
func (s Away) Begin() time.Time { return s.First.Add(-s.East) }

// End returns the end of the last day of the absence.
func (s Away) End() time.Time { return s.Last.AddDate(0, 0, 1).Add(-s.East) }

// Len returns the number of days of the absence.
func (s Away) Len() int { return int(s.Last.Sub(s.First)/(24*time.Hour)) + 1 }

// CutZone cuts the offset of a zone from UTC off the end of text, as in "2026-12-20+09:00".
func CutZone(text string) (days string, east time.Duration, found bool) {
	i := len(text) - len("+09:00")
	if i < 0 || text[i] != '+' && text[i] != '-' {
		return text, 0, false
	}
	offset, err := time.Parse("-07:00", text[i:])
	if err != nil {
		return text, 0, false
	}
	_, seconds := offset.Zone()
	return text[:i], time.Duration(seconds) * time.Second, true
}

// ParseAway parses "2026-12-20..2027-01-05" or a single day, optionally followed by the zone; the default is UTC.
func ParseAway(text string) (s Away, err error) {
	text, s.East, _ = CutZone(text)
	from, to, found := strings.Cut(text, "..")
	if !found {
		to = from
	}
	if s.First, err = time.Parse(time.DateOnly, from); err != nil {
		return Away{}, err
	}
	if s.Last, err = time.Parse(time.DateOnly, to); err != nil {
		return Away{}, err
	}
	switch {
	case s.Last.Before(s.First):
		err = i18n.Err("kif.away-order", "to", to, "from", from)
	case !InRange(s.Begin()) || !InRange(s.End()):
		err = i18n.Err("kif.away-year", "days", text)
	case s.Len() > MaxAway:
		err = i18n.Err("kif.away-long", "days", text, "n", s.Len(), "most", MaxAway)
	}
	return s, err
}

// plainActs are the acts without arguments.
var plainActs = []Step{
	Invite{}, Accept{}, Decline{}, OpenLink{}, Receipt{}, DrawOffer{}, PauseOffer{}, Resume{}, Claim{}, Say{}, Rotate{}, Rechain{},
	StepIn{}, StepOut{}, HandOver{},
}

// parseAct parses the words after "#: do". If they are wrong, it returns the wanted text.
func parseAct(fields []string) (s Step, wanted i18n.Text) {
	word, arguments := fields[0], fields[1:]
	if i := slices.IndexFunc(plainActs, func(s Step) bool { return s.String() == word }); i >= 0 {
		if len(arguments) > 0 {
			return nil, i18n.T("kif.behind-word", "word", word)
		}
		return plainActs[i], i18n.Text{}
	}
	switch word {
	case "undo-offer":
		if n, ok := parseNumber(strings.Join(arguments, " ")); ok && n > 0 {
			return UndoOffer{n}, i18n.Text{}
		}
		return nil, i18n.T("kif.want-undo")
	case "ruling":
		if r := (Ruling{strings.Join(arguments, " ")}); r.valid() {
			return r, i18n.Text{}
		}
		return nil, i18n.T("kif.want-ruling")
	case "more-time":
		hours, _ := strings.CutSuffix(strings.Join(arguments, " "), "h")
		if n, ok := parseNumber(hours); ok && n > 0 && n <= 24*MaxAway && len(arguments) == 1 && hours != arguments[0] {
			return MoreTime{n}, i18n.Text{}
		}
		return nil, i18n.T("kif.want-more-time", "most", 24*MaxAway)
	case "agree":
		switch {
		case len(arguments) == 1 && slices.Contains(questions, Question(arguments[0])):
			return Agree{To: Question(arguments[0])}, i18n.Text{}
		case len(arguments) == 2 && Question(arguments[0]) == SubstituteQuestion: // with the number of the party that leaves
			if n, ok := parseNumber(arguments[1]); ok && n > 0 {
				return Agree{SubstituteQuestion, n}, i18n.Text{}
			}
		}
		return nil, i18n.T("kif.want-agree")
	case "away":
		text := strings.Join(arguments, " ")
		_, _, zoned := CutZone(text)
		if away, err := ParseAway(text); err == nil && zoned {
			return away, i18n.Text{}
		}
		return nil, i18n.T("kif.want-away", "most", MaxAway)
	case "contest":
		if until, wanted := parseTime(strings.Join(arguments, " ")); len(arguments) == 0 || wanted == (i18n.Text{}) {
			return Contest{until.UTC()}, i18n.Text{}
		}
		return nil, i18n.T("kif.want-contest")
	case "address":
		if len(arguments) == 1 && identity.IsAddress(arguments[0]) {
			return NewAddress{arguments[0]}, i18n.Text{}
		}
		return nil, i18n.T("kif.want-address")
	case "substitute":
		text := strings.Join(arguments, " ")
		if who := parseSeat(text); identity.IsAddress(who.Address) && !strings.ContainsAny(who.Name, "<>") && who.String() == text {
			return Substitute{who}, i18n.Text{}
		}
		return nil, i18n.T("kif.want-substitute")
	case "settle":
		if len(arguments) == 2 {
			other, err := ParseHash(arguments[0])
			if common, ok := parseNumber(arguments[1]); err == nil && other != (Hash{}) && ok && common > 0 {
				return Settle{other, common}, i18n.Text{}
			}
		}
		return nil, i18n.T("kif.want-settle")
	}
	return Unknown{strings.Join(fields, " ")}, i18n.Text{}
}

// Each returns the place of each seat, nil for none.
func (s Ruling) Each() (places []int) {
	for word := range strings.FieldsSeq(s.Places) {
		if n, ok := parseNumber(word); ok {
			places = append(places, n)
		}
	}
	return places
}

// valid reports whether the places of two to four seats are given, the first of them to somebody, or none.
func (s Ruling) valid() bool {
	places := s.Each()
	if s.Places == NoResult {
		return true
	}
	return len(places) >= 2 && len(places) <= 4 && slices.Contains(places, 1) && slices.Min(places) == 1 && slices.Max(places) <= len(places) &&
		strings.Trim(fmt.Sprint(places), "[]") == s.Places
}

// parseNumber parses a decimal number without sign and leading zeros.
func parseNumber(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}

// endingWords are the known endings with their names in entries.
var endingWords = map[Ending]string{
	Resignation: "resign", Adjournment: "adjourn", Impasse: "impasse", DrawAgreed: "draw-agree", TimeOut: "time-out", Foul: "foul",
	FoulWin: "foul-win", Repetition: "repetition", Mate: "mate", oldMate: "mate", NoMate: "no-mate", Declared: "declare",
	Walkover: "walkover", Default: "default", Sealed: "seal",
}

// Usual returns s in its usual spelling: Mate for the old one. Only that can be compared with the known endings.
func (s Ending) Usual() Ending {
	if s == oldMate {
		return Mate
	}
	return s
}

// ID returns the name of an ending in entries and for scripts, such as "resign"; "" for a word that only another
// program uses.
func (s Ending) ID() string { return endingWords[s] }

// EndingNamed returns the ending with a name, as ID returns it; false if there is none.
func EndingNamed(id string) (Ending, bool) {
	for word, name := range endingWords {
		if name == id && word != oldMate {
			return word, true
		}
	}
	return "", false
}

// Hash is a SHA-256 digest, mostly of an entry.
type Hash [32]byte

// String returns the digest in lower-case hex.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash parses 64 hex digits in lower case.
func ParseHash(text string) (h Hash, err error) {
	if !readHex(h[:], text) {
		return Hash{}, i18n.Err("kif.no-hash", "text", Quote(text))
	}
	return h, nil
}
