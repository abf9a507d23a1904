package lesson

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/i18n"
)

// games are all games, and the one that new games are copied from.
var games = append(slices.Clone(all.Games), counting.Game)

// each calls check with every board of every subject, once for each subject that has it.
func each(t *testing.T, check func(t *testing.T, u *unit, b *Board)) {
	t.Helper()
	for _, s := range Subjects(games) {
		list, err := read(s.Game, s.Set)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range list {
			t.Run(s.Key+"/"+u.Key, func(t *testing.T) {
				for _, b := range u.Boards {
					check(t, u, b)
				}
			})
		}
	}
}

// TestCourses wants 8 to 14 lessons about every subject, the last of them a match, with keys of their own.
func TestCourses(t *testing.T) {
	for _, s := range Subjects(games) {
		list, err := read(s.Game, s.Set)
		if err != nil {
			t.Fatal(err)
		}
		group := 0
		for i, u := range list {
			if group++; u.Group.En != "" {
				group = 1
			}
			if group > 12 || len(list) > 12 && i == 0 && u.Group.En == "" {
				t.Errorf("%s: lesson %d is number %d of a group", s.Key, i+1, group)
			}
		}
		if len(list) < 8 || len(list) > 14 {
			t.Errorf("%s has %d lessons, want 8 to 14", s.Key, len(list))
		}
		keys := map[string]bool{}
		for i, u := range list {
			if keys[u.Key] || u.Key == "" {
				t.Errorf("%s: two lessons are called %q", s.Key, u.Key)
			}
			keys[u.Key] = true
			if last := i == len(list)-1; (u.Match != nil) != last || (len(u.Boards) == 0) != last {
				t.Errorf("%s, %s: a course ends with a match, and the other lessons have boards", s.Key, u.Key)
			}
		}
	}
}

// TestTasks wants a board to do what its lesson says: the moves of accept are legal, a rule is reached by at least one move, a
// refused try breaks the rule that it names, and wrong moves get an answer.
func TestTasks(t *testing.T) {
	each(t, func(t *testing.T, u *unit, b *Board) {
		p := b.start
		if p.Next().Player == 0 {
			t.Errorf("%s: nobody is to move", p)
			return
		}
		read := func(list string) (moves []engine.Move) {
			for text := range strings.FieldsSeq(list) {
				m, err := p.Parse(text)
				if err == nil {
					_, err = p.Apply(m)
				}
				if err != nil {
					t.Errorf("%s: %s: %v", p, text, err)
				}
				if slices.Contains(moves, m) {
					t.Errorf("%s: %s is listed twice", p, text)
				}
				moves = append(moves, m)
			}
			return moves
		}
		var right, wrong []engine.Move
		for m := range p.Moves() {
			q, err := p.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			if b.accepts(m, q) {
				right = append(right, m)
			} else {
				wrong = append(wrong, m)
			}
		}
		if len(right) == 0 {
			t.Errorf("%s: no move is right", p)
		}
		if b.Accept != anyMove && b.pattern == nil && !strings.Contains(b.Accept, "end.") {
			if named := read(b.Accept); len(named) != len(right) {
				t.Errorf("%s: %d moves are right, and %d named", p, len(right), len(named))
			}
		}
		if complete := b.Wrong.En != "" && b.Wrong.Ja != ""; complete != (len(wrong) > 0) {
			t.Errorf("%s: %d moves are wrong, and the answer is %q", p, len(wrong), b.Wrong)
		}
		for _, a := range b.Answers {
			for _, m := range read(a.To) {
				if !slices.Contains(wrong, m) || b.answer(m) != a.Say {
					t.Errorf("%s: %s gets no answer of its own", p, m)
				}
			}
		}
		for text, rule := range b.Refused {
			m, err := p.Parse(text)
			if err == nil {
				_, err = p.Apply(m)
			}
			if r := new(engine.Rejection); !errors.As(err, &r) || r.Rule.ID != rule {
				t.Errorf("%s: %s should break %s: %v", p, text, rule, err)
			}
		}
	})
}

// TestFrames wants the tasks of every game whose moves go to places to mention a frame somewhere, in both languages, around a few
// places that the right moves go to.
func TestFrames(t *testing.T) {
	framed, placed := map[string]int{}, map[string]bool{}
	each(t, func(t *testing.T, u *unit, b *Board) {
		if strings.Contains(b.Task.En+b.Task.Ja, "*") {
			t.Errorf("the task has an asterisk: %q", b.Task)
		}
		frames := b.Frames()
		for _, lang := range []string{"en", "ja"} {
			if has := b.Framed().In(lang) != ""; has != (len(frames) > 0) || has && !strings.Contains(b.Task.In(lang), b.Framed().In(lang)) {
				t.Errorf("%q has %d frames", b.Task.In(lang), len(frames))
			}
			if regexp.MustCompile("frame|枠").MatchString(b.Task.In(lang)) != (len(frames) > 0) {
				t.Errorf("%q has %d frames", b.Task.In(lang), len(frames))
			}
		}
		if len(frames) > 2 {
			t.Errorf("%q has %d frames", b.Task.En, len(frames))
		}
		if q, err := b.start.Apply(b.Solution()); err != nil || !b.accepts(b.Solution(), q) {
			t.Errorf("%q is solved by %s: %v", b.Task.En, b.Solution(), err)
		}
		subject := strings.Split(t.Name(), "/")[1]
		framed[subject] += len(frames)
		if _, places := b.start.(engine.Placer); places {
			placed[subject] = true
		}
	})
	for _, s := range Subjects(all.Games) {
		if placed[s.Key] && framed[s.Key] == 0 {
			t.Errorf("%s has no task with a frame on the board, such as \"Take the pawn in the frame.\"", s.Key)
		}
	}
}

// TestMates wants every task with the word mate to accept the moves that checkmate, all of them and nothing else.
func TestMates(t *testing.T) {
	found := 0
	each(t, func(t *testing.T, u *unit, b *Board) {
		if !regexp.MustCompile(`(?i)\bmate|checkmate`).MatchString(b.Task.En) {
			return
		}
		found++
		for m := range b.start.Moves() {
			q, err := b.start.Apply(m)
			if err != nil {
				t.Fatal(err)
			}
			r := q.Next().Result
			if mates := r != nil && r.Rule.ID == "end.checkmate"; mates != b.accepts(m, q) {
				t.Errorf("%s: %s mates: %t", b.start, m, mates)
			}
		}
	})
	if found < 10 {
		t.Errorf("%d tasks ask for mate", found)
	}
}

// TestWords wants all texts in both languages, short tasks, and no identifiers or English in Japanese titles.
func TestWords(t *testing.T) {
	both := func(t *testing.T, what string, text i18n.Text, may bool) {
		if text.En == "" && text.Ja == "" && may {
			return
		}
		if text.En == "" || text.Ja == "" || !regexp.MustCompile(`\p{Hiragana}|\p{Katakana}|\p{Han}`).MatchString(text.Ja) {
			t.Errorf("%s: %q, %q", what, text.En, text.Ja)
		}
		if regexp.MustCompile(`[a-z]+\.[a-z]`).MatchString(text.En + " " + text.Ja) {
			t.Errorf("%s has an identifier: %q, %q", what, text.En, text.Ja)
		}
	}
	for _, s := range Subjects(games) {
		list, err := read(s.Game, s.Set)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range list {
			t.Run(s.Key+"/"+u.Key, func(t *testing.T) {
				both(t, "the title", u.Title, false)
				both(t, "what is learnt", u.Learn, false)
				both(t, "the group", u.Group, true)
				both(t, "the text", u.Text, false)
				if regexp.MustCompile(`[A-Za-z]{2}`).MatchString(u.Title.Ja) {
					t.Errorf("the title is %s", u.Title.Ja)
				}
				for _, b := range u.Boards {
					both(t, "the task", b.Task, false)
					both(t, "the hint", b.Hint, false)
					both(t, "the praise", b.Right, true)
					both(t, "the answer", b.Wrong, true)
					for _, a := range b.Answers {
						both(t, "an answer", a.Say, false)
					}
					if len(b.Task.En) > 90 || utf8.RuneCountInString(b.Task.Ja) > 45 {
						t.Errorf("the task is too long for a phone: %q, %q", b.Task.En, b.Task.Ja)
					}
				}
			})
		}
	}
}
