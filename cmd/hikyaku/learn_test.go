package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/lesson"
	"hikyaku/internal/tui"
)

// TestLearn goes through all lessons of every subject on the full screen: an illegal try gets the reason, a wrong move the
// answer of the lesson, Enter leads on after a right one, and the progress is there again at the next start.
func TestLearn(t *testing.T) {
	for _, s := range lesson.Subjects(all.Games) {
		t.Run(s.Key, func(t *testing.T) { learnAll(t, s) })
	}
}

func learnAll(t *testing.T, s lesson.Subject) {
	file := lesson.Progress{System: atomicfile.OS{}, File: filepath.Join(t.TempDir(), "lessons")}
	course, err := lesson.New(s, file, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	tutor := &tutor{course, t.Context(), "en"}
	m := tui.New("en", false, "", "0")
	m.Lessons, m.Wide, m.High = true, 100, 50
	work := func() {
		for m.Job.Do != "" {
			m = m.Learn(tui.Do(tutor, m.Job))
		}
	}
	step := func(keys ...string) {
		work()
		for _, key := range keys {
			m = m.Update(tui.Event{Key: key})
			work()
		}
	}
	play := func(move engine.Move) {
		m.Choice = m.Choice.Take(move)
		step("enter")
	}
	work()
	for i, l := range course.Lessons {
		if l.IsMatch() {
			break
		}
		for n, b := range l.Boards {
			if m.Game.File != strconv.Itoa(i) || !strings.Contains(m.Game.Lesson.Task, b.Task.En) || !m.Game.Ours {
				t.Fatalf("%s, board %d: the screen shows %s: %s", l.Key, n+1, m.Game.Name, m.Game.Lesson.Task)
			}
			if words := strings.Join(strings.Fields(l.Text.En)[:2], " "); m.Page || !strings.Contains(viewText(m), words) {
				t.Errorf("%s begins without its text beside the board:\n%s", l.Key, viewText(m))
			}
			for _, wide := range []int{44, 80, 100} {
				if n > 0 && wide > 44 { // enough on the first board
					continue
				}
				small := m
				small.Wide, small.High = wide, 24
				if words := strings.Join(strings.Fields(m.Game.Lesson.Task)[:2], " "); !strings.Contains(viewText(small), words) {
					t.Errorf("%s: a window of %d columns shows no task:\n%s", l.Key, wide, viewText(small))
				}
			}
			if framed := strings.Count(viewColours(m), "\x1b[1;38;5;30m["); framed < len(b.Frames()) || len(b.Frames()) == 0 && framed > 0 {
				t.Errorf("%s: %d brackets for %d frames:\n%s", l.Key, framed, len(b.Frames()), viewText(m))
			}
			if step("s"); !m.Choice.Legal() || m.Choice.Held != b.Solution() {
				t.Errorf("%s: s shows %q", l.Key, m.Choice.Held)
			}
			step("escape")
			for _, try := range b.Tries() {
				if play(try); m.Choice.Legal() || m.Choice.Refusal() == nil || l.Right {
					t.Errorf("%s: %s is not refused", l.Key, try)
				}
				step("escape")
			}
			if step("h"); m.Told != b.Hint.En {
				t.Errorf("%s: the hint is %q", l.Key, m.Told)
			}
			right, wrong := sorted(course, l, b)
			if wrong != "" {
				before := m.Game.Plies[0].Position.String()
				if play(wrong); m.Told == "" || !strings.Contains(answers(b), m.Told) || !m.Game.Ours || m.Game.Plies[0].Position.String() != before || len(m.Game.Plies) != 1 {
					t.Errorf("%s: %s is answered %q", l.Key, wrong, m.Told)
				}
			}
			if play(right); !strings.HasPrefix(m.Told, "Right: ") || m.Game.Ours {
				t.Fatalf("%s: %s is answered %q", l.Key, right, m.Told)
			}
			if step("h"); m.Told == b.Hint.En {
				t.Errorf("%s: there is a hint after the right move", l.Key)
			}
			step("enter")
		}
	}
	last := len(course.Lessons) - 1
	if m.Game.File != strconv.Itoa(last) {
		t.Fatalf("after all lessons comes %s", m.Game.Name)
	}
	plies := len(m.Game.Plies)
	for m.Game.Ours && m.Choice.Position.Next().Throw != nil {
		step("enter")
	}
	if play(m.Choice.Moves()[0]); len(m.Game.Plies) < plies+2 {
		t.Errorf("the match has %d plies after a move", len(m.Game.Plies)-1)
	}
	if all := len(course.Lessons); !strings.Contains(viewText(m), fmt.Sprintf(" %d/%d ", all, all)) {
		t.Errorf("the progress is not shown:\n%s", viewText(m))
	}
	again, err := lesson.New(s, file, rand.New(rand.NewPCG(1, 2)))
	if err != nil || again.Next(-1) != last {
		t.Errorf("the next start begins with lesson %d: %v", again.Next(-1)+1, err)
	}
	solved := course.Lessons[last-1]
	solved.At, solved.Right = len(solved.Boards)-1, true
	before, err := tutor.Open(strconv.Itoa(last - 1))
	if err != nil || before.Over {
		t.Errorf("a lesson before the last one ends the course: %v", err)
	}
	done, err := os.ReadFile(file.File)
	if err == nil {
		err = os.WriteFile(file.File, append(done, s.Game.Name+" "+course.Lessons[last].Key+"\n"...), 0o600)
	}
	if err == nil {
		err = course.Refresh()
	}
	if err != nil {
		t.Fatal(err)
	}
	finished, err := tutor.Open(strconv.Itoa(last - 1))
	var runs []string
	for _, act := range finished.Acts {
		runs = append(runs, strings.Join(act.Runs, " "))
	}
	if got := strings.Join(runs, "|"); err != nil || !finished.Over || got != "|invite "+nameOf(s)+"|play|" {
		t.Errorf("after all lessons %t is offered %q: %v", finished.Over, got, err)
	}
	if step("o", "s", "y"); course.Left() != len(course.Lessons) || m.Game.File != "0" {
		t.Errorf("after starting over %d lessons are left, and %s is shown", course.Left(), m.Game.Name)
	}
}

// viewColours returns the screen in colour, with its escape sequences.
func viewColours(m tui.Model) string {
	m.Colour = true
	var all strings.Builder
	for _, row := range m.View() {
		for _, sign := range row {
			all.WriteString(sign.SGR + sign.Text)
		}
	}
	return all.String()
}

// viewText returns the screen as lines of text.
func viewText(m tui.Model) string {
	var all strings.Builder
	for _, row := range m.View() {
		for _, sign := range row {
			all.WriteString(cmp.Or(sign.Text, " "))
		}
		all.WriteString("\n")
	}
	return all.String()
}

// answers are all that a board says to wrong moves.
func answers(b *lesson.Board) string {
	text := b.Wrong.En
	for _, a := range b.Answers {
		text += "\n" + a.Say.En
	}
	return text
}

// sorted returns a right and a wrong move of a board. It asks a course of its own.
func sorted(c *lesson.Course, l *lesson.Lesson, b *lesson.Board) (right, wrong engine.Move) {
	own, err := lesson.New(c.Subject, lesson.Progress{}, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		panic(err)
	}
	twin := own.Lessons[slices.Index(c.Lessons, l)]
	for twin.At < slices.Index(l.Boards, b) {
		for m := range twin.Last().Moves() {
			if played, err := own.Play(twin, m); err == nil && played.Right {
				break
			}
		}
		if moved, err := own.Continue(twin); !moved || err != nil {
			panic(err)
		}
	}
	for m := range twin.Last().Moves() {
		played, err := own.Play(twin, m)
		switch {
		case err != nil:
		case played.Right:
			return m, wrong
		default:
			wrong = m
		}
	}
	return right, wrong
}

// TestLearnList lists what can be learnt with the progress and names by which learn knows it.
func TestLearnList(t *testing.T) {
	dir := t.TempDir()
	printed, status := typeCommand(t, dir, "home", "learn")
	names := regexp.MustCompile(`(?m)^(\S+) .* lessons$`).FindAllStringSubmatch(printed, -1)
	if status != statusDone || len(names) != len(lesson.Subjects(all.Games)) || strings.Count(printed, " lessons\n") != len(names) {
		t.Errorf("%d:\n%s", status, printed)
	}
	for _, name := range names {
		if _, err := subjectNamed(name[1]); err != nil {
			t.Errorf("learn %s: %v", name[1], err)
		}
	}
	for _, wrong := range []string{"learn chess", "learn --restart", "learn shogi quoridor"} {
		if printed, status := typeCommand(t, dir, "home", wrong); status == statusDone {
			t.Errorf("%s: %d:\n%s", wrong, status, printed)
		}
	}
}

// TestLearnInTheBrowser wants the address of the first lesson of a variant.
func TestLearnInTheBrowser(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // there is no browser
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("folder: "+t.TempDir()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- runHere(ctx, "", in, io.Discard, "--config", config, "--lang", "en", "learn", "minishogi", "--browser")
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	cancel()
	go io.Copy(io.Discard, out)
	if status := <-ended; err != nil || status != 0 || !strings.Contains(line, "/learn/diceshogi-minishogi/1 ") {
		t.Errorf("it says %q and ends with %d, %v", line, status, err)
	}
}
