// Package engine defines the interface of a game.
//
// A game is data (Game), a position is behaviour (Position), and a move is its notation (Move).
// Chance comes from outside: the position names the dice to throw (Next.Throw) and takes their
// faces as a move. The package has no random generator, no clock and no files, and knows no
// particular game. Each game is a package below this one; engine/all lists them, and GAMES.md
// says how each of them uses this interface.
//
// To play:
//
//	p, err := game.Start(options)
//	m, err := p.Parse("e2") // canonical notation of a written move
//	q, err := p.Apply(m)    // a *Rejection names the rule that m breaks; p is unchanged
package engine

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
)

// Game is one game with all its variants, as data.
type Game struct {
	Name      string                                  // "quoridor": lower-case letters and digits, in records and subjects, never reused
	Title     i18n.Text                               // "Quoridor", "コリドール"
	Also      []string                                // other names that people use for it
	Options   []Option                                // the settings of a match, in the order of OptionText: the one that changes the game most first
	Seats     func(Options) int                       // the number of seats, which are numbered from 1; at most MaxSeats
	Start     func(Options) (Position, error)         // the position before the first move
	Parse     func(Options, string) (Position, error) // the inverse of Position.String
	Rules     []*Rule                                 // in the order in which they are checked, endings last
	OnTimeout Move                                    // the move played for a player who misses the time limit, always legal; empty if the player loses the match
	Summary   func(Options) i18n.Text                 // the game in a few sentences, for readers who don't know it
	Plies     func(Options) int                       // the usual number of moves in a game between people, of all seats together
	Manual    i18n.Text                               // what Manual returns, with a heading "### id" for each of Rules
	Sample    string                                  // moves and throws from the start, for a picture of the game
	Lessons   string                                  // lessons.yaml, which package lesson reads
	Diagrams  func() []Diagram                        // examples of rules on boards, in the order of Rules, at most one for each; nil for none
}

// GameNamed returns the game of a list with this Name, or nil.
func GameNamed(games []*Game, name string) *Game {
	for _, g := range games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// MaxSeats is the largest number of seats of a match, because a record has headers for four.
const MaxSeats = 4

// Headed is a Position with header lines by which other programs know its game. A record that begins with the position
// has them.
type Headed interface{ Headings() []Heading }

// Heading is a header line of a record, "Key：Value". Without a key it is the value alone, such as a rank of a board diagram.
type Heading struct{ Key, Value string }

// Option is a setting that changes the rules of a match. It is fixed when the match begins. Key and Values consist of
// lower-case letters, digits, - and _, because a record writes them as "key=value key=value".
type Option struct {
	Key     string
	Values  []string // the allowed values
	Default string   // one of Values
	Title   i18n.Text
	About   i18n.Text            // explains it where people choose; empty if the title does
	Names   map[string]i18n.Text // what values are called, but for numbers
	Games   map[string]i18n.Text // what the game is called with values that make another game of it, "Minishogi"
	Also    map[string][]string  // other names for it in messages, as Narrow writes them

	// Former is the value in records from before the option existed; empty for Default.
	Former string

	// Only are the values of other options with which this one means something, by their keys; nil for all. With others it is
	// not set.
	Only map[string][]string

	// Least is the fewest players with whom it matters; 0 for any number.
	Least int

	// Variants reports whether people may name a value in place of the game, as in "hikyaku new renju". Only the first option may
	// set it.
	Variants bool
}

// Name returns the name of a value of the option.
func (o Option) Name(value string) i18n.Text {
	if name, ok := o.Names[value]; ok {
		return name
	}
	return i18n.Same(value)
}

// Called returns what g is called with these options: its title, or the name of the game that they make of it.
func (g *Game) Called(o Options) i18n.Text {
	for _, option := range g.Options {
		if name, ok := option.Games[o[option.Key]]; ok {
			return name
		}
	}
	return g.Title
}

// Variants returns the option whose values people may name in place of the game; ok is false if there is none.
func (g *Game) Variants() (o Option, ok bool) {
	if len(g.Options) == 0 || !g.Options[0].Variants {
		return o, false
	}
	return g.Options[0], true
}

// Options are the settings of one match by key. Resolve fills in those that are not set.
type Options map[string]string

// Resolve returns set with the default of every option that it lacks. A key or value that g does not
// have is an error that names the right ones, and so is a value that contradicts another option. It does not change set, which
// may be nil.
func (g *Game) Resolve(set Options) (Options, error) {
	all := make(Options, len(g.Options))
	var keys []string
	for _, o := range g.Options {
		keys = append(keys, o.Key)
		value, given := set[o.Key]
		if !given {
			value = o.Default
		}
		if !slices.Contains(o.Values, value) {
			list := listed(o.Values)
			if o.Names != nil {
				named := make([]string, len(o.Values))
				for i, value := range o.Values {
					named[i] = o.Name(value).Ja + "（" + value + "）"
				}
				list.Ja = strings.Join(named, "、")
			}
			return nil, i18n.Errorf("%s has no %s=%s: it takes %s", "%sに%s=%sという設定はありません。選べるのは%sです",
				i18n.Text{En: g.Name, Ja: g.Title.Ja}, i18n.Text{En: o.Key, Ja: o.Title.Ja}, value, list)
		}
		if key := g.idle(o, set); key != "" {
			if value != o.Default {
				return nil, i18n.Errorf("%s=%s goes only with %s=%s", "%s=%sは%s=%sのときだけ選べます", o.Key, value, key, strings.Join(o.Only[key], "|"))
			}
			continue
		}
		all[o.Key] = value
	}
	for key := range set {
		if !slices.Contains(keys, key) {
			return nil, i18n.Errorf("%s has no option %q: it has %s", "%sに「%s」という設定はありません。あるのは%sです", g.Name, key, listed(keys))
		}
	}
	return all, nil
}

// idle returns the key of another option with whose value o means nothing; "" if there is none.
func (g *Game) idle(o Option, set Options) string {
	for _, other := range g.Options {
		value, given := set[other.Key]
		if !given {
			value = other.Default
		}
		if values, ok := o.Only[other.Key]; ok && !slices.Contains(values, value) {
			return other.Key
		}
	}
	return ""
}

// Recorded returns the options of a record, which may lack newer options and may contain values that have no effect together with
// the others.
func (g *Game) Recorded(set Options) (Options, error) {
	known, idle := maps.Clone(set), Options{}
	for _, o := range g.Options {
		value, given := set[o.Key]
		switch silent := g.idle(o, set) != ""; {
		case given && silent && slices.Contains(o.Values, value):
			idle[o.Key] = value
			delete(known, o.Key)
		case !given && !silent && o.Former != "":
			if known == nil {
				known = Options{}
			}
			known[o.Key] = o.Former
		}
	}
	all, err := g.Resolve(known)
	if err == nil {
		maps.Copy(all, idle)
	}
	return all, err
}

// listed returns words in a row.
func listed(words []string) i18n.Text {
	return i18n.Text{En: strings.Join(words, ", "), Ja: strings.Join(words, "、")}
}

// OptionText returns o as "key=value key=value", in the order of g.Options.
func (g *Game) OptionText(o Options) string {
	var words []string
	for _, option := range g.Options {
		if value, ok := o[option.Key]; ok {
			words = append(words, option.Key+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// Position is a state of a game. It is immutable: Apply returns another one.
type Position interface {
	// String returns the canonical text of everything that can affect the rest of the game: one line, never empty,
	// without blanks at its ends.
	String() string
	// Next returns what the position is waiting for: a move, a throw, or nothing once the game has ended.
	Next() Next
	// Parse turns a move as people write it into canonical notation. It checks syntax and ambiguity,
	// not the rules; its error is a *Rejection. Parse(string(m)) == m for every m of Moves.
	Parse(text string) (Move, error)
	// Moves yields every legal move in a fixed order. There are none at a throw or at the end.
	Moves() iter.Seq[Move]
	// Apply plays m, a player's move in canonical notation or a throw, and returns the position after it.
	// Its error is the *Rejection of the first rule that m breaks.
	Apply(m Move) (Position, error)
	// Scene returns the picture of the position, without pixels and fonts.
	Scene() Scene
}

// Next is what a position is waiting for. Exactly one field is set, also at the end of a game.
//
// A throw may end the game. Otherwise the seat to move after it does not depend on the faces, so that Due can return that
// seat before the throw.
type Next struct {
	Player int     `json:"player,omitempty"` // the seat to move, from 1
	Throw  []int   `json:"throw,omitempty"`  // the number of sides of each die to throw, in order: at least one die, at most MaxSides sides
	Result *Result `json:"result,omitempty"` // the end of the game by its own rules
}

// MaxSides is the largest number of sides of a die, because a fair throw is drawn from two bytes.
const MaxSides = 1 << 16

// Result is the end of a game by its own rules.
type Result struct {
	Rule   *Rule `json:"rule"`
	Places []int `json:"places"` // the place of each seat: 1 plus the number of seats before it; equal seats share a place
}

// Stater is a Position that gives scripts more than its text. State returns a value that
// encodes to a JSON object, whose members are documented in the game's RULES.md.
type Stater interface{ State() any }

// Due returns the seat to move in p, also if dice are thrown before its turn. It returns 0 if the game is over or
// if every outcome of the throw ends it.
func Due(p Position) int {
	next := p.Next()
	if next.Throw == nil {
		return next.Player
	}
	for m := range Outcomes(next.Throw) {
		q, err := p.Apply(m)
		if err != nil {
			return 0
		}
		if seat := Due(q); seat != 0 {
			return seat
		}
	}
	return 0
}

// Valuer is a Position that can be evaluated. Value is a rough estimate, higher if the position is better for seat; it can be
// compared only with values of the same match. It is for simple players, such as those of the demonstration, and not part of the
// rules.
type Valuer interface{ Value(seat int) int }

// Stepper is a Position that can show a move step by step. Steps returns the scenes that m passes through,
// in order; the last is the scene of the position after m. It returns none for a move that Apply refuses.
type Stepper interface{ Steps(m Move) []Scene }
