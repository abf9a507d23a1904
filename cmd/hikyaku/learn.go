package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/tui"
	"hikyaku/internal/web"
)

func learnCommand() *cli.Command {
	return &cli.Command{
		Name:      "learn",
		ArgsUsage: "GAME",
		UsageText: `hikyaku learn quoridor
hikyaku learn minishogi --browser`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "browser"}, piecesFlag(), colourFlag()},
		Action: learn,
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
	if c.Bool("browser") {
		return openBoard(c, func(s *web.Server) error {
			s.Learn = lesson.Key(g, set)
			return nil
		})
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
	course, err := lesson.New(g, set, rand.New(rand.NewPCG(now, now)))
	if err != nil {
		return err
	}
	t := &tutor{course, language(c.App)}
	m := tui.New(t.lang, colour, men, "0")
	m.Lessons = true
	return tui.Run(m, t)
}

// tutor implements tui.House for lessons. Their files are their numbers.
type tutor struct {
	*lesson.Course
	lang string
}

// task describes what to try on the board of a lesson.
func task(l *lesson.Lesson) i18n.Text {
	var refused, allowed i18n.Text
	if l.Refused != "" {
		refused = i18n.T("learn.refused", "move", l.Spell(l.Refused))
	}
	switch {
	case l.Match:
		return i18n.T("learn.match.keys")
	case l.Ended():
		return i18n.T("learn.ended")
	case l.Allowed == "":
		allowed = i18n.T("learn.free")
	case l.Rule == "":
		allowed = i18n.Join(i18n.T("learn.free"), i18n.T("learn.such", "move", l.Spell(l.Allowed)))
	default:
		allowed = i18n.T("learn.allowed", "move", l.Spell(l.Allowed))
	}
	return i18n.Paragraphs(refused, allowed)
}

func (t *tutor) name(i int) string { return fmt.Sprintf("%d. %s", i+1, t.Lessons[i].Name.In(t.lang)) }

func (t *tutor) Matches() (list []tui.Match, err error) {
	for i, l := range t.Lessons {
		state := "learn.todo"
		if l.Done {
			state = "learn.done"
		}
		list = append(list, tui.Match{File: strconv.Itoa(i), Name: t.name(i), State: i18n.In(t.lang, state), Waits: !l.Done})
	}
	return list, nil
}

// lesson returns the lesson with the number file.
func (t *tutor) lesson(file string) *lesson.Lesson {
	i, _ := strconv.Atoi(file)
	return t.Lessons[i]
}

func (t *tutor) Open(file string) (tui.Game, error) {
	i, _ := strconv.Atoi(file)
	l := t.Lessons[i]
	l.Look()
	g := tui.Game{
		File: file, Name: i18n.In(t.lang, "learn.name", "game", t.Title, "lesson", t.name(i)), Scene: l.Last().Scene(),
		Text: i18n.Paragraphs(l.Text, task(l)).In(t.lang), Ours: l.Ours(),
	}
	before := l.Last()
	for _, ply := range l.Plies {
		one := tui.Ply{Position: ply.Position}
		if ply.Move != "" {
			one.Move = engine.Spell(before, ply.Move).In(t.lang)
		}
		g.Plies, before = append(g.Plies, one), ply.Position
	}
	if !g.Ours {
		g.State = i18n.In(t.lang, "learn.next")
	}
	return g, nil
}

// Play plays a move and, in a match, the answers of the other players.
func (t *tutor) Play(file string, m engine.Move, _ string) (string, error) {
	l := t.lesson(file)
	before := l.Last()
	if err := t.Course.Play(l, m); err != nil || l.Match {
		return "", err
	}
	return i18n.In(t.lang, "learn.right", "move", engine.Spell(before, m)), nil
}

func (t *tutor) Throw(file string) error { return t.Course.Throw(t.lesson(file)) }

// Send does nothing, because nobody else plays.
func (t *tutor) Send(string) (string, error) { return "", nil }

// Act does nothing, because there is nobody to ask.
func (t *tutor) Act(string, string, string) (now, report string, err error) { return "", "", nil }

// Fetch does nothing, because lessons get no mail.
func (t *tutor) Fetch() (string, error) { return "", nil }

// Keep saves nothing, because a lesson has no notes.
func (t *tutor) Keep(string, int, []engine.Move) (string, error) {
	return i18n.In(t.lang, "learn.no-notes"), nil
}
