// Package engine is what every game looks like from outside.
//
// A game is data (Game), a position is behaviour (Position), a move is its notation (Move), and
// chance comes from outside: where dice decide, the position says which (Next.Throw) and takes the
// faces as a move of its own. Nothing here holds a generator, a clock or a file, and nothing here
// knows a particular game: those live in one folder each below this one and are listed in
// engine/all. GAMES.md tells how each game sits on this interface.
//
// To play:
//
//	p, err := game.Start(options)
//	m, err := p.Parse("e2") // what somebody wrote, in canonical notation
//	q, err := p.Apply(m)    // a *Rejection names the rule that m breaks; p is unchanged
package engine

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Game is one game with all its variants, as data.
type Game struct {
	Name      string                                  // "quoridor": lower-case letters and digits, in records and subjects, never reused
	Title     Text                                    // "Quoridor", "コリドール"
	Options   []Option                                // what may be set, as it is written: first what changes the game most, such as a set of rules
	Seats     func(Options) int                       // how many seats a match has, numbered from 1; at most MaxSeats
	Start     func(Options) (Position, error)         // the position before the first move
	Parse     func(Options, string) (Position, error) // the inverse of Position.String
	Rules     []*Rule                                 // in the order in which they are checked, endings last
	OnTimeout Move                                    // the move that stands for a missed time limit, always legal; empty if missing it loses the match
	Manual    string                                  // RULES.md: one heading "### id" for each of Rules
}

// MaxSeats is how many seats a match may have: a record has room for so many.
const MaxSeats = 4

// Headed is a Position from which a record can begin so that other programs know the game: by header lines.
type Headed interface{ Headings() []Heading }

// Heading is a header line of a record, "Key：Value"; without a key the bare value, such as a rank of a board diagram.
type Heading struct{ Key, Value string }

// Option is a setting of a match that changes its rules. It is fixed when the match begins. Key and Values are of lower-case
// letters, digits, - and _, since a record writes them as "key=value key=value".
type Option struct {
	Key     string
	Values  []string // the allowed values
	Default string   // one of Values
	Title   Text
}

// Options are the settings of one match by key. Resolve makes them complete.
type Options map[string]string

// Resolve returns set with every option of g filled in. A key or value that g does not have is an
// error that names what would be right. set is unchanged and may be nil.
func (g *Game) Resolve(set Options) (Options, error) {
	all := make(Options, len(g.Options))
	var keys []string
	for _, o := range g.Options {
		all[o.Key] = o.Default
		keys = append(keys, o.Key)
		value, given := set[o.Key]
		if !given {
			continue
		}
		if !slices.Contains(o.Values, value) {
			return nil, fmt.Errorf("%s has no %s=%s: it takes %s", g.Name, o.Key, value, strings.Join(o.Values, ", "))
		}
		all[o.Key] = value
	}
	for key := range set {
		if !slices.Contains(keys, key) {
			return nil, fmt.Errorf("%s has no option %q: it has %s", g.Name, key, strings.Join(keys, ", "))
		}
	}
	return all, nil
}

// OptionText writes o as "key=value key=value", in the order of g.Options.
func (g *Game) OptionText(o Options) string {
	var words []string
	for _, option := range g.Options {
		if value, ok := o[option.Key]; ok {
			words = append(words, option.Key+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// Position is a state of a game. It never changes: Apply returns another one.
type Position interface {
	// String is the canonical text of everything that can affect the rest of the game: one line, never empty,
	// without blanks at its ends.
	String() string
	// Next says what the game waits for.
	Next() Next
	// Parse turns what people write into canonical notation. It looks only at syntax and ambiguity,
	// not at the rules; its error is a *Rejection. Parse(string(m)) == m for every m of Moves.
	Parse(text string) (Move, error)
	// Moves yields every legal move in a fixed order: none at a throw or at the end.
	Moves() iter.Seq[Move]
	// Apply plays m, a player's move in canonical notation or a throw. Its error is the *Rejection
	// of the first rule that m breaks.
	Apply(m Move) (Position, error)
	// Scene is a picture of the position, free of pixels and fonts.
	Scene() Scene
}

// Next is what a position waits for. Exactly one field is set, in every position and at the end too.
//
// A throw may end the game. Where it does not, whose turn comes after it never hangs on how the dice fall: Due tells that seat
// beforehand.
type Next struct {
	Player int     `json:"player,omitempty"` // the seat to move, from 1
	Throw  []int   `json:"throw,omitempty"`  // the sides of the dice to throw, in order: one die at least, MaxSides at most
	Result *Result `json:"result,omitempty"` // how the game ended by its own rules
}

// MaxSides is how many sides a die may have: fair throws are drawn from two bytes.
const MaxSides = 1 << 16

// Result is the end of a game by its own rules.
type Result struct {
	Rule   *Rule `json:"rule"`
	Places []int `json:"places"` // the place of each seat: 1 and the number of seats that are better; equal ones share a place
}

// Stater is a Position that tells scripts more than its text does. State returns a value that
// encodes to a JSON object; its members are documented in the game's RULES.md.
type Stater interface{ State() any }
