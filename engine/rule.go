package engine

import (
	"slices"
	"strings"

	"hikyaku/internal/i18n"
)

// Rule is a rule that can refuse a move or end a game. Its identifier is never renamed or reused.
type Rule struct {
	ID   string    // "wall.blocks-path"
	Text i18n.Text // the sentence of a rejection or an end, with {name} in place of an Arg
}

// Malformed is the identifier of the rule of each game that refuses a text which is no move.
const Malformed = "move.malformed"

// MarshalText returns the identifier, the form of a rule in JSON.
func (r *Rule) MarshalText() ([]byte, error) { return []byte(r.ID), nil }

// Arg is the text that replaces {Name} in the sentences of a rule.
type Arg struct {
	Name  string
	Value i18n.Text
}

// Word returns an Arg that is the same in both languages, such as a move.
func Word(name, value string) Arg { return Arg{name, i18n.Same(value)} }

// Quote returns an Arg with a text that somebody wrote, in quotation marks and shortened to fit a sentence.
func Quote(name, text string) Arg {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return Arg{name, i18n.Quote(text)}
}

// Reject returns the rejection of a move that breaks r. The args fill in its sentences.
func (r *Rule) Reject(args ...Arg) *Rejection { return &Rejection{Rule: r, Args: args} }

// Rejection is the refusal of a move, with the rule that the move breaks. It is the error of
// Position.Parse and Position.Apply.
type Rejection struct {
	Rule    *Rule
	Args    []Arg
	Choices []Move // what an ambiguous text can mean
}

// Error returns the identifier and the English sentence, "wall.overlaps: the wall e3h …".
func (r *Rejection) Error() string { return r.Rule.ID + ": " + r.in("en") }

// Sentence returns the rule's sentence with the args filled in.
func (r *Rejection) Sentence() i18n.Text {
	return i18n.Text{En: r.in("en"), Ja: r.in("ja")}
}

// Quoted returns the sentence after the identifier of the rule, as other sentences quote it.
func (r *Rejection) Quoted() i18n.Text {
	text := r.Sentence()
	return i18n.Text{En: r.Rule.ID + ": " + text.En, Ja: r.Rule.ID + ": " + text.Ja}
}

// in returns the sentence in one language.
func (r *Rejection) in(lang string) string {
	var b strings.Builder
	for rest := r.Rule.Text.In(lang); ; {
		before, after, open := strings.Cut(rest, "{")
		name, after, closed := strings.Cut(after, "}")
		b.WriteString(before)
		if !open || !closed {
			return b.String()
		}
		i := slices.IndexFunc(r.Args, func(a Arg) bool { return a.Name == name })
		if i < 0 {
			b.WriteString("{" + name + "}")
		} else {
			b.WriteString(r.Args[i].Value.In(lang))
		}
		rest = after
	}
}

// The rules of taking turns, which are the same in every game and are checked before the game's own rules.
var (
	GameOver     = &Rule{"game.over", i18n.Text{En: "the game is over, so {move} can't be played", Ja: "対局は終わっているので、{move}は指せません"}}
	ThrowMissing = &Rule{"throw.missing", i18n.Text{En: "dice with {sides} sides must be thrown before {move}", Ja: "{move}の前に{sides}面のサイコロを振らなければなりません"}}
	ThrowUnasked = &Rule{"throw.unasked", i18n.Text{En: "there are no dice to throw now, so {move} can't be played", Ja: "今はサイコロを振る場面ではないので、{move}は使えません"}}
	ThrowWrong   = &Rule{"throw.wrong", i18n.Text{En: "{move} is not a throw of dice with {sides} sides: write one face for each, as in [1]", Ja: "{move}は{sides}面のサイコロの目ではありません。[1]のように一つずつ目を書いてください"}}
)

// Rules are the rules of taking turns, in the order in which they are checked.
var Rules = []*Rule{GameOver, ThrowMissing, ThrowUnasked, ThrowWrong}

// CheckTurn returns the rejection of m if it is not of the kind that next waits for, else nil. Every Apply
// begins with it: after it, m is a throw with possible faces if next waits for one, else not a throw.
func CheckTurn(next Next, m Move) *Rejection {
	move, sides := Word("move", string(m)), Word("sides", faceText(next.Throw))
	_, thrown := m.Throw()
	switch {
	case next.Result != nil:
		return GameOver.Reject(move)
	case next.Throw == nil && strings.HasPrefix(string(m), "["):
		return ThrowUnasked.Reject(move)
	case next.Throw == nil:
		return nil
	case !strings.HasPrefix(string(m), "["):
		return ThrowMissing.Reject(move, sides)
	case !thrown || !m.fits(next.Throw):
		return ThrowWrong.Reject(move, sides)
	}
	return nil
}

// fits reports whether m has one face for each of the dice, none above the number of its sides.
func (m Move) fits(sides []int) bool {
	faces, _ := m.Throw()
	if len(faces) != len(sides) {
		return false
	}
	for i, face := range faces {
		if face < 1 || face > sides[i] {
			return false
		}
	}
	return true
}
