package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/partner"
	"hikyaku/screen"
	"hikyaku/words"
)

func learnCommand() *cli.Command {
	return &cli.Command{
		Name:      "learn",
		ArgsUsage: "GAME",
		UsageText: "hikyaku learn quoridor",
		Flags:     []cli.Flag{piecesFlag(), colourFlag()},
		Action:    learn,
	}
}

func learn(c *cli.Context) error {
	if err := checkArgs(c, 1, 1); err != nil {
		return err
	}
	g, set, err := gameNamed(c.Args().First())
	if err != nil {
		return err
	}
	if !hasScreen(c) {
		return usage("usage.learn", "game", g.Name)
	}
	colour, err := wantColour(c)
	if err != nil {
		return err
	}
	men, err := pieces(c)
	if err != nil {
		return err
	}
	now := uint64(time.Now().UnixNano())
	t, err := newTutor(g, set, language(c.App), rand.New(rand.NewPCG(now, now)))
	if err != nil {
		return err
	}
	m := screen.New(t.lang, colour, men, "0")
	m.Lessons = true
	return screen.Run(m, t)
}

// tutor is the house of somebody who learns a game. Its matches are lessons, whose files are their numbers: what the game is
// about, its rules with a diagram, and a match against a simple player. Nothing of it is written.
type tutor struct {
	game    *engine.Game
	lang    string
	rand    *rand.Rand
	lessons []lesson
}

// lesson is one of the tutor's matches.
type lesson struct {
	name, text string
	plies      []screen.Ply
	match      bool // against a simple player; else one move is enough
	done       bool
}

// newTutor returns the tutor of a game with some of its options set.
func newTutor(g *engine.Game, set engine.Options, lang string, r *rand.Rand) (*tutor, error) {
	options, err := g.Resolve(set)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(options)
	if err != nil {
		return nil, err
	}
	t := &tutor{game: g, lang: lang, rand: r}
	t.add(words.Text("learn.about"), words.Paragraphs(g.Summary(options), byHand(start)), start)
	for _, d := range taught(g) {
		p, err := d.SetUp(g)
		if err != nil {
			return nil, err
		}
		if ofWriting(p, d) {
			continue
		}
		text, err := section(g, d.Rule.ID)
		if err != nil {
			return nil, err
		}
		t.add(engine.Same(d.Rule.ID), words.Paragraphs(headless(text), task(p, d)), p)
	}
	t.add(words.Text("learn.match"), words.Text("learn.match.text", "game", g.Title), start)
	t.lessons[len(t.lessons)-1].match = true
	return t, nil
}

// teaching is the order in which kinds of rules are taught: how a move is made, at "" all that is not named, what is rare, and
// how a game ends. The kind of a rule is the first word of its identifier.
var teaching = []string{"move", "pawn", "head", "join", "square", "place", "", "pass", "declare", "overline", "renju", "end"}

// taught returns the diagrams of g in the order of teaching, and of the manual within a kind.
func taught(g *engine.Game) []engine.Diagram {
	turn := func(d engine.Diagram) int {
		kind, _, _ := strings.Cut(d.Rule.ID, ".")
		if i := slices.Index(teaching, kind); i >= 0 {
			return i
		}
		return slices.Index(teaching, "")
	}
	return slices.SortedStableFunc(slices.Values(g.AllDiagrams()), func(a, b engine.Diagram) int { return turn(a) - turn(b) })
}

// byHand says how a move is made, with one that can be made in p.
func byHand(p engine.Position) engine.Text {
	text := words.Text("learn.free")
	for m := range p.Moves() {
		return words.Join(text, words.Text("learn.such", "move", engine.Spell(p, m)))
	}
	return text
}

// ofWriting reports whether a diagram is about a move that cannot be read, which nobody makes on a board.
func ofWriting(p engine.Position, d engine.Diagram) bool {
	_, err := p.Parse(d.Refused)
	return d.Refused != "" && err != nil
}

func (t *tutor) add(name, text engine.Text, p engine.Position) {
	n := len(t.lessons) + 1
	t.lessons = append(t.lessons, lesson{
		name: fmt.Sprintf("%d. %s", n, name.In(t.lang)), text: text.In(t.lang), plies: []screen.Ply{{Position: p}},
	})
}

// headless returns a section of a manual without its heading.
func headless(section engine.Text) engine.Text {
	for _, text := range []*string{&section.En, &section.Ja} {
		_, rest, _ := strings.Cut(*text, "\n")
		*text = strings.TrimSpace(strings.ReplaceAll(rest, "`", ""))
	}
	return section
}

// task says what is to be tried on the board of a diagram.
func task(p engine.Position, d engine.Diagram) engine.Text {
	var refused, allowed engine.Text
	if d.Refused != "" {
		refused = words.Text("learn.refused", "move", spelling(p, d.Refused))
	}
	if moves := strings.Fields(d.Allowed); len(moves) > 0 {
		allowed = words.Text("learn.allowed", "move", spelling(p, moves[0]))
	}
	switch {
	case p.Next().Result != nil:
		return words.Text("learn.ended")
	case allowed == (engine.Text{}):
		allowed = words.Text("learn.free")
	}
	return words.Paragraphs(refused, allowed)
}

// spelling returns a move of a diagram as readers of each language write it.
func spelling(p engine.Position, text string) engine.Text {
	m, err := p.Parse(text)
	if err != nil {
		return engine.Same(text)
	}
	return engine.Spell(p, m)
}

// Matches lists the lessons.
func (t *tutor) Matches() (list []screen.Match, err error) {
	for i, l := range t.lessons {
		state := "learn.todo"
		if l.done {
			state = "learn.done"
		}
		list = append(list, screen.Match{File: strconv.Itoa(i), Name: l.name, State: words.In(t.lang, state), Waits: !l.done})
	}
	return list, nil
}

// lesson returns the lesson of a file.
func (t *tutor) lesson(file string) *lesson {
	i, _ := strconv.Atoi(file)
	return &t.lessons[i]
}

// last returns the position to which a lesson has come.
func (l *lesson) last() engine.Position { return l.plies[len(l.plies)-1].Position }

// Open returns a lesson. One that shows how a game ends is done when it is looked at.
func (t *tutor) Open(file string) (screen.Game, error) {
	l := t.lesson(file)
	over := l.last().Next().Result != nil
	l.done = l.done || over
	g := screen.Game{
		File: file, Name: words.In(t.lang, "learn.name", "game", t.game.Title, "lesson", l.name), Plies: l.plies, Scene: l.last().Scene(), Text: l.text,
		Ours: !over && (l.match || !l.done),
	}
	if !g.Ours {
		g.State = words.In(t.lang, "learn.next")
	}
	return g, nil
}

// Play plays a move, and in a match the answers of the others.
func (t *tutor) Play(file string, m engine.Move, _ string) (string, error) {
	l := t.lesson(file)
	before := l.last()
	if err := l.play(m, t.lang); err != nil {
		return "", err
	}
	if !l.match {
		l.done = true
		return words.In(t.lang, "learn.right", "move", engine.Spell(before, m)), nil
	}
	seat := before.Next().Player
	for next := l.last().Next(); next.Result == nil && next.Player != seat; next = l.last().Next() {
		answer := t.throws(next.Throw)
		if next.Throw == nil {
			answer = partner.Simple{Rand: t.rand}.Pick(l.last(), next.Player)
		} else if engine.Due(l.last()) == seat {
			break // the player throws for himself
		}
		if err := l.play(answer, t.lang); err != nil {
			return "", err
		}
	}
	return "", nil
}

// play adds a move or a throw to the lesson.
func (l *lesson) play(m engine.Move, lang string) error {
	p, err := l.last().Apply(m)
	if err != nil {
		return err
	}
	if _, thrown := m.Throw(); thrown {
		l.plies[len(l.plies)-1].Position = p
	} else {
		l.plies = append(l.plies[:len(l.plies):len(l.plies)], screen.Ply{Position: p, Move: engine.Spell(l.last(), m).In(lang)})
	}
	return nil
}

// throws returns a throw of dice with so many sides.
func (t *tutor) throws(sides []int) engine.Move {
	faces := make([]int, len(sides))
	for i, n := range sides {
		faces[i] = 1 + t.rand.IntN(n)
	}
	return engine.Throw(faces...)
}

// Throw throws the dice of a lesson.
func (t *tutor) Throw(file string) error {
	l := t.lesson(file)
	return l.play(t.throws(l.last().Next().Throw), t.lang)
}

// Send sends nothing: nobody else plays.
func (t *tutor) Send(string) (string, error) { return "", nil }

// Act does nothing: there is nobody to ask.
func (t *tutor) Act(string, string, string) (now, told string, err error) { return "", "", nil }

// Fetch fetches nothing.
func (t *tutor) Fetch() (string, error) { return "", nil }

// Keep keeps nothing: a lesson has no notes.
func (t *tutor) Keep(string, int, []engine.Move) (string, error) {
	return words.In(t.lang, "learn.no-notes"), nil
}
