package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/tui"
	"hikyaku/internal/web"
	"hikyaku/render"
)

func learnCommand() *cli.Command {
	return &cli.Command{
		Name:      "learn",
		ArgsUsage: "[GAME]",
		UsageText: `hikyaku learn
hikyaku learn quoridor
hikyaku learn minishogi --browser
hikyaku learn shogi --restart`,
		Flags:  append(browserFlags(), boolFlag("browser"), boolFlag("restart"), textFlag("pieces"), colourFlag()),
		Action: learn,
	}
}

// lessonProgress returns the file of the lessons done.
func (conf *config) lessonProgress() lesson.Progress {
	return lesson.Progress{System: atomicfile.OS{}, File: filepath.Join(conf.State, "lessons")}
}

func learn(c *cli.Context) error {
	conf := configOf(c)
	browser := c.Bool("browser") || c.Bool("no-browser") || c.IsSet("port")
	switch none := c.NArg() == 0; {
	case none && c.Bool("restart"):
		return wrongForm(c)
	case none && browser:
		return openBoard(c, func(s *web.Server) error {
			s.Learn = web.AllSubjects
			return nil
		})
	case none:
		return listSubjects(c, conf.lessonProgress())
	}
	subject, err := subjectNamed(c.Args().First())
	if err != nil {
		return err
	}
	if !browser && !hasScreen(c) {
		return usage("usage.learn", "game", subject.Game.Name)
	}
	course, err := lesson.New(subject, conf.lessonProgress(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if err == nil && c.Bool("restart") {
		err = course.StartOver()
	}
	if err != nil {
		return err
	}
	next := course.Next(-1)
	if browser {
		return openBoard(c, func(s *web.Server) error {
			s.Learn = subject.Key
			if next >= 0 {
				s.Learn += fmt.Sprintf("/%d", next+1)
			}
			return nil
		})
	}
	t := &tutor{course, c.Context, language(c.App)}
	m := tui.New(t.lang, wantColour(c), c.String("pieces"), strconv.Itoa(max(0, next)))
	m.Lessons = true
	if m, err = tui.Run(m, t); err == nil && m.Runs != nil {
		runFromScreen(c, m.Runs)
	}
	return err
}

// subjectNamed returns the subject with a name: of a game, of a variant, or
// from the list of learn.
func subjectNamed(name string) (lesson.Subject, error) {
	list := lesson.Subjects(all.Games)
	key := name
	g, set, err := gameNamed(name)
	if err == nil {
		key = lesson.Key(g, set)
	}
	if i := slices.IndexFunc(list, func(s lesson.Subject) bool { return s.Key == key }); i >= 0 {
		return list[i], nil
	}
	return lesson.Subject{}, err
}

// nameOf returns the shortest name by which learn knows a subject.
func nameOf(s lesson.Subject) string {
	for _, value := range s.Set {
		if g, set, err := gameNamed(value); err == nil && lesson.Key(g, set) == s.Key {
			return value
		}
	}
	return s.Key
}

// listSubjects prints what can be learnt, with the progress.
func listSubjects(c *cli.Context, p lesson.Progress) error {
	list, err := lesson.Standings(all.Games, p)
	if err != nil {
		return err
	}
	lang := language(c.App)
	var rows [][]string
	for _, s := range list {
		rows = append(rows, []string{nameOf(s.Subject), s.Title.In(lang), s.Text().In(lang)})
	}
	return printLines(c, append(render.Columns(rows), "", i18n.In(lang, "learn.list")))
}

// tutor implements tui.House for lessons. Their files are their numbers.
type tutor struct {
	*lesson.Course
	ctx  context.Context
	lang string
}

func (t *tutor) Matches() (list []tui.Match, err error) {
	if err := t.Refresh(); err != nil {
		return nil, err
	}
	for i, l := range t.Lessons {
		state := l.Learn
		if l.Done {
			state = i18n.T("learn.done-about", "about", l.Learn)
		}
		list = append(list, tui.Match{File: strconv.Itoa(i), Name: t.Name(i).In(t.lang), State: state.In(t.lang), Waits: !l.Done})
	}
	return list, nil
}

// lesson returns the lesson with the number file.
func (t *tutor) lesson(file string) (*lesson.Lesson, int) {
	i, _ := strconv.Atoi(file)
	return t.Lessons[i], i
}

// task describes what to do on the board of l, or what to do next.
func task(l *lesson.Lesson) i18n.Text {
	if l.IsMatch() {
		return i18n.T("learn.match.keys")
	}
	text := l.Board().Task
	if len(l.Boards) > 1 {
		text = i18n.T("learn.board", "n", l.At+1, "all", len(l.Boards), "task", text)
	}
	if tries := l.Board().Tries(); len(tries) > 0 {
		text = i18n.Paragraphs(text, i18n.T("learn.tries", "move", engine.Spell(l.Plies[0].Position, tries[0])))
	}
	return text
}

func (t *tutor) Open(file string) (tui.Game, error) {
	l, i := t.lesson(file)
	again := "learn.act.again"
	if l.IsMatch() {
		again = "button.new-match"
	}
	g := tui.Game{
		File: file, Name: i18n.In(t.lang, "learn.name", "game", t.Title, "lesson", t.Name(i)), Scene: l.Last().Scene(),
		Text: i18n.Paragraphs(l.Text, task(l)).In(t.lang), Ours: l.Ours(),
		Lesson: tui.Lesson{Task: task(l).In(t.lang), Progress: fmt.Sprintf("%d/%d", i+1, len(t.Lessons))},
		Acts: []tui.Act{
			{Key: "a", Name: "again", Label: i18n.In(t.lang, again)},
			{Key: "s", Name: "over", Label: i18n.In(t.lang, "learn.act.over"), Asks: i18n.In(t.lang, "learn.act.sure")},
		},
	}
	if g.Ours {
		g.Acts = slices.Insert(g.Acts, 0, tui.Act{Key: "h", Name: tui.ActHint, Label: i18n.In(t.lang, "act.hint")})
	}
	before := engine.Move("")
	for _, ply := range l.Plies {
		one := tui.Ply{Position: ply.Position}
		if ply.Move != "" {
			one.Move = engine.SpellAfter(ply.Position, before, ply.Move).In(t.lang)
		}
		g.Plies, before = append(g.Plies, one), ply.Move
	}
	switch {
	case !g.Ours && l.At+1 >= len(l.Boards) && t.Next(i) < 0: // nothing follows
		g.Over, g.State, g.Lesson.Task = true, i18n.In(t.lang, "learn.page.finished"), ""
		g.Acts = slices.Insert(g.Acts, 1,
			tui.Act{Key: "i", Label: i18n.In(t.lang, "door.mail"), Runs: []string{"invite", nameOf(t.Subject)}},
			tui.Act{Key: "l", Label: i18n.In(t.lang, "learn.act.list"), Runs: []string{"play"}},
		)
	case !g.Ours:
		g.State, g.Lesson.Task = i18n.In(t.lang, "learn.next"), ""
	case l.Board() != nil:
		b := l.Board()
		g.Lesson.Framed, g.Lesson.Frames, g.Lesson.Solution = b.Framed().In(t.lang), b.Frames(), b.Solution()
	}
	return g, nil
}

// Play plays a move and, in a match, the answers of the other players.
func (t *tutor) Play(file string, m engine.Move, _ string) (string, error) {
	l, _ := t.lesson(file)
	played, err := t.Course.Play(l, m)
	return played.Text.In(t.lang), err
}

func (t *tutor) Throw(file string) error {
	l, _ := t.lesson(file)
	return t.Course.Throw(l)
}

// Hint returns a good move, or what to do first.
func (t *tutor) Hint(file string) (string, engine.Move, error) {
	l, _ := t.lesson(file)
	hint, move, err := l.Hint(t.ctx)
	return hint.In(t.lang), move, err
}

// Act begins again, or continues to the next board or lesson.
func (t *tutor) Act(file, name, _ string) (now, report string, err error) {
	l, i := t.lesson(file)
	switch name {
	case "again":
		return file, "", t.Restart(l)
	case "over":
		return "0", "", t.StartOver()
	}
	if moved, err := t.Continue(l); moved || err != nil {
		return file, task(l).In(t.lang), err
	}
	next := t.Next(i)
	if next < 0 {
		return file, i18n.In(t.lang, "learn.finished"), nil
	}
	return strconv.Itoa(next), "", t.Restart(l)
}

// Send does nothing, because there are no other players.
func (t *tutor) Send(string) (string, error) { return "", nil }

// Fetch does nothing, because lessons get no mail.
func (t *tutor) Fetch() (string, error) { return "", nil }

// Keep saves nothing, because a lesson has no notes.
func (t *tutor) Keep(string, int, []engine.Move) (string, error) {
	return i18n.In(t.lang, "learn.no-notes"), nil
}
