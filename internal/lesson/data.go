package lesson

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// unit is a lesson as lessons.yaml of a game describes it. The file is a list of them, in the order of teaching.
type unit struct {
	Key    string         `yaml:"key"` // in the file of progress, unique within the game and never reused
	For    []string       `yaml:"for"` // the values of the first option of the game that it teaches; all if empty
	Title  i18n.Text      `yaml:"title"`
	Learn  i18n.Text      `yaml:"learn"` // what it teaches, for the list of lessons
	Group  i18n.Text      `yaml:"group"` // the title of the group that begins with it; empty within a group
	Text   i18n.Text      `yaml:"text"`
	Boards []*Board       `yaml:"boards"`
	Match  engine.Options `yaml:"match"` // instead of boards: the options of a match against a simple player, in addition to those of the subject
	Seat   int            `yaml:"seat"`  // of the learner in the match; 1 if missing
}

// Board is a position with one task.
type Board struct {
	Options  engine.Options    `yaml:"options"`
	Position string            `yaml:"position"` // where Moves begin; the start if empty
	Moves    string            `yaml:"moves"`    // moves and throws, separated by blanks
	Task     i18n.Text         `yaml:"task"`     // in the file, asterisks enclose the words for the framed places, such as "in the frame"
	Accept   string            `yaml:"accept"`   // right moves, separated by blanks; or anyMove; or a regular expression between slashes; or the rule by which the learner wins, perhaps after the move to show
	Right    i18n.Text         `yaml:"right"`    // the text shown after a right move; may be empty
	Wrong    i18n.Text         `yaml:"wrong"`    // the answer to other legal moves
	Answers  []Answer          `yaml:"answers"`  // the answers to typical wrong moves
	Refused  map[string]string `yaml:"refused"`  // typical illegal tries with the rules that refuse them
	Hint     i18n.Text         `yaml:"hint"`

	start   engine.Position
	pattern *regexp.Regexp // of Accept, if it is one
	framed  i18n.Text      // the words of Task that asterisks enclosed; empty if there is no frame
}

// Answer is the response of a lesson to some wrong moves.
type Answer struct {
	To  string    `yaml:"to"` // the moves, separated by blanks
	Say i18n.Text `yaml:"say"`
}

// anyMove accepts every legal move.
const anyMove = "any"

// files are the lessons of games that were read already, by the game.
var files sync.Map

// read returns the lessons of a game for the variant that set makes of it.
func read(g *engine.Game, set engine.Options) (list []*unit, err error) {
	all, known := files.Load(g)
	if !known {
		if all, err = readAll(g); err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name, err)
		}
		files.Store(g, all)
	}
	variant := ""
	if len(g.Options) > 0 {
		variant = g.Options[0].Default
		if value, ok := set[g.Options[0].Key]; ok {
			variant = value
		}
	}
	for _, u := range all.([]*unit) {
		if len(u.For) == 0 || slices.Contains(u.For, variant) {
			list = append(list, u)
		}
	}
	return list, nil
}

// Summary returns the rules of a game in short: what its lessons say about the variant that set makes of it, one paragraph for
// each, for the player of seat 1. It is empty for a game without lessons.
func Summary(g *engine.Game, set engine.Options) i18n.Text {
	var list []i18n.Text
	units, _ := read(g, set) // the suite of each game reads its lessons
	for _, u := range units {
		if u.Match == nil {
			list = append(list, u.Text)
		}
	}
	return i18n.Paragraphs(list...)
}

// readAll reads lessons.yaml of a game and sets up its boards.
func readAll(g *engine.Game) (list []*unit, err error) {
	d := yaml.NewDecoder(strings.NewReader(g.Lessons))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		return nil, err
	}
	for _, u := range list {
		for i, b := range u.Boards {
			diagram := engine.Diagram{Rule: &engine.Rule{ID: u.Key}, Options: b.Options, Position: b.Position, Moves: b.Moves}
			if b.start, err = diagram.SetUp(g); err != nil {
				return nil, fmt.Errorf("board %d: %w", i+1, err)
			}
			for _, pair := range [][2]*string{{&b.Task.En, &b.framed.En}, {&b.Task.Ja, &b.framed.Ja}} {
				_, rest, _ := strings.Cut(*pair[0], "*")
				*pair[1], _, _ = strings.Cut(rest, "*")
				*pair[0] = strings.ReplaceAll(*pair[0], "*", "")
			}
			if pattern, ok := strings.CutPrefix(b.Accept, "/"); ok {
				if b.pattern, err = regexp.Compile(strings.TrimSuffix(pattern, "/")); err != nil {
					return nil, fmt.Errorf("board %d: %w", i+1, err)
				}
			}
		}
	}
	return list, nil
}

// among reports whether m is one of the moves in a list with blanks.
func (b *Board) among(list string, m engine.Move) bool {
	for text := range strings.FieldsSeq(list) {
		if one, err := b.start.Parse(text); err == nil && one == m {
			return true
		}
	}
	return false
}

// accepts reports whether m, which leads to q, solves the task.
func (b *Board) accepts(m engine.Move, q engine.Position) bool {
	if b.Accept == anyMove {
		return true
	}
	if b.pattern != nil {
		return b.pattern.MatchString(string(m))
	}
	if r := q.Next().Result; r != nil && slices.Contains(strings.Fields(b.Accept), r.Rule.ID) {
		return r.Places[b.start.Next().Player-1] == 1
	}
	return b.among(b.Accept, m)
}

// answer returns the response to m, a legal move that does not solve the task.
func (b *Board) answer(m engine.Move) i18n.Text {
	for _, a := range b.Answers {
		if b.among(a.To, m) {
			return a.Say
		}
	}
	return b.Wrong
}

// Framed returns the words of the task for the framed places, or "" if there
// are none.
func (b *Board) Framed() i18n.Text { return b.framed }

// Frames returns the places to frame: those of the right moves, if the task
// mentions a frame. Cells that fill a rectangle are one place.
func (b *Board) Frames() (list []engine.Touch) {
	placer, ok := b.start.(engine.Placer)
	if !ok || b.framed.En == "" {
		return nil
	}
	for m := range b.right() {
		at := placer.Target(m)
		for _, t := range at.Touches() {
			if !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	return list
}

// Solution returns a right move.
func (b *Board) Solution() (solution engine.Move) {
	for m := range b.right() {
		if first, _, _ := strings.Cut(b.Accept, " "); solution == "" || b.among(first, m) {
			solution = m
		}
	}
	return solution
}

// right returns the right moves.
func (b *Board) right() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for m := range b.start.Moves() {
			if q, err := b.start.Apply(m); err == nil && b.accepts(m, q) && !yield(m) {
				return
			}
		}
	}
}

// Tries returns typical illegal tries in canonical notation.
func (b *Board) Tries() (list []engine.Move) {
	for text := range b.Refused {
		if m, err := b.start.Parse(text); err == nil {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}
