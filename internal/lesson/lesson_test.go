package lesson

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
)

// course returns the lessons of the subject with a key, whose progress is kept in file.
func course(t *testing.T, key, file string) *Course {
	t.Helper()
	for _, s := range Subjects(games) {
		if s.Key == key {
			c, err := New(s, Progress{atomicfile.OS{}, file}, rand.New(rand.NewPCG(3, 4)))
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
	}
	t.Fatalf("%s cannot be learnt", key)
	return nil
}

// wrong and right return a legal move that the current board does not accept, if any, and one that it does.
func (l *Lesson) moves() (right, wrong engine.Move) {
	p := l.Last()
	for m := range p.Moves() {
		q, err := p.Apply(m)
		if err != nil {
			continue
		}
		if l.Board().accepts(m, q) {
			right = m
		} else {
			wrong = m
		}
	}
	return right, wrong
}

// TestEveryLesson does all lessons of every subject: a wrong move gets the answer of the board and changes nothing, a right
// one leads on to the next board, the last board of a lesson finishes it.
func TestEveryLesson(t *testing.T) {
	for _, s := range Subjects(games) {
		c := course(t, s.Key, filepath.Join(t.TempDir(), "lessons"))
		for i, l := range c.Lessons {
			from, to := c.GroupOf(i)
			for k, o := range c.Lessons {
				if inside := k > from && k < to; inside && o.Group.En != "" || (k == from && k > 0 || k == to) && o.Group.En == "" {
					t.Errorf("%s: the group of lesson %d goes from %d to %d", s.Key, i, from, to)
				}
			}
			if from > i || to <= i || to < len(c.Lessons) && c.Lessons[to].Group.En == "" {
				t.Errorf("%s: lesson %d is not in its group, from %d to %d", s.Key, i, from, to)
			}
			if l.IsMatch() {
				continue
			}
			for n := range l.Boards {
				right, wrong := l.moves()
				before := l.Last()
				if wrong != "" {
					played, err := c.Play(l, wrong)
					if err != nil || played.Right || played.Text != l.Board().answer(wrong) || l.Last() != before || l.Right {
						t.Errorf("%s, %s: %s is answered %+v, %v", s.Key, l.Key, wrong, played, err)
					}
				}
				if l.Done || c.Next(-1) != i {
					t.Errorf("%s, %s: it is done before board %d", s.Key, l.Key, n)
				}
				if moved, _ := c.Continue(l); moved {
					t.Errorf("%s, %s: the board can be skipped", s.Key, l.Key)
				}
				played, err := c.Play(l, right)
				if err != nil || !played.Right || played.Text.En == "" || !strings.HasSuffix(played.Text.En, l.Board().Right.En) || !l.Right || l.Ours() {
					t.Errorf("%s, %s: %s is answered %+v, %v", s.Key, l.Key, right, played, err)
				}
				if moved, err := c.Continue(l); err != nil || moved != (n+1 < len(l.Boards)) {
					t.Errorf("%s, %s: after board %d there is another: %t, %v", s.Key, l.Key, n, moved, err)
				}
			}
			if hint, _, err := l.Hint(t.Context()); !l.Done || err != nil || hint.Ja == "" {
				t.Errorf("%s, %s: %+v, %v", s.Key, l.Key, hint, err)
			}
		}
		if c.Left() != 1 {
			t.Errorf("%s: %d lessons are left", s.Key, c.Left())
		}
	}
}

// TestProgress keeps what is done for another run and another program, for all variants of a game, and forgets it on
// demand.
func TestProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "lessons")
	one, other := course(t, "quoridor", file), course(t, "quoridor-4", file)
	right, _ := one.Lessons[0].moves()
	if _, err := one.Play(one.Lessons[0], right); err != nil {
		t.Fatal(err)
	}
	shogi := course(t, "shogi", file)
	right, _ = shogi.Lessons[0].moves()
	if _, err := shogi.Play(shogi.Lessons[0], right); err != nil {
		t.Fatal(err)
	}
	if other.Lessons[0].Done {
		t.Error("it is done before it is read")
	}
	if err := other.Refresh(); err != nil || !other.Lessons[0].Done || other.Next(-1) != 1 {
		t.Errorf("another program does not see it: %v", err)
	}
	if again := course(t, "quoridor", file); !again.Lessons[0].Done || again.Lessons[1].Done {
		t.Error("a restart forgets it")
	}
	list, err := Standings(all.Games, one.progress)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if known := map[string]int{"quoridor": 1, "quoridor-4": 1, "shogi": 1}; s.Done != known[s.Key] {
			t.Errorf("of %s %d lessons are done", s.Key, s.Done)
		}
	}
	if err := one.StartOver(); err != nil || one.Left() != len(one.Lessons) {
		t.Errorf("%d lessons are left: %v", one.Left(), err)
	}
	if data, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(data)) != "shogi aim" {
		t.Errorf("the file is %q, %v", data, err)
	}
	if err := os.WriteFile(file, []byte("quoridor aim\nunknown line\n\nquoridor step\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := course(t, "quoridor", file); c.Next(-1) != 2 {
		t.Errorf("the next lesson is %d", c.Next(-1))
	}
}

// TestWholeMatch plays matches to their end: with dice, without, and with a handicap, in which the other player begins.
func TestWholeMatch(t *testing.T) {
	for _, key := range []string{"diceshogi", "slashchain", "shogi", "rengi-ten"} {
		r := rand.New(rand.NewPCG(3, 4))
		file := filepath.Join(t.TempDir(), "lessons")
		c := course(t, key, file)
		l := c.Lessons[len(c.Lessons)-1]
		if begins := len(l.Plies) == 2; begins != (key == "shogi") {
			t.Errorf("%s: before the first move there are %d plies", key, len(l.Plies)-1)
		}
		if hint, _, err := l.Hint(t.Context()); err != nil || hint.En == "" {
			t.Errorf("%s: the hint is %+v, %v", key, hint, err)
		}
		said := ""
		for n := 0; l.Ours() && n < 400; n++ {
			if l.Done {
				t.Fatalf("%s: it is done before its end", key)
			}
			var err error
			if l.Last().Next().Throw != nil {
				err = c.Throw(l)
			} else {
				var played Played
				played, err = c.Play(l, pick(l.Last(), r))
				said = played.Text.En
			}
			if err != nil {
				t.Fatalf("%s: %v", key, err)
			}
			if l.Ours() && engine.Due(l.Last()) != 1 {
				t.Fatalf("%s: after %d plies it is the turn of %d", key, len(l.Plies)-1, engine.Due(l.Last()))
			}
		}
		ends := map[int]string{1: "You won.", 2: "You lost."}
		if want := ends[l.Last().Next().Result.Places[0]]; said != want {
			t.Errorf("%s: at the end it says %q, want %q", key, said, want)
		}
		if again := course(t, key, file); l.Ours() || !l.Done || !again.Lessons[len(again.Lessons)-1].Done {
			t.Errorf("%s: after %d plies it has not ended", key, len(l.Plies)-1)
		}
		if err := c.Restart(l); err != nil || len(l.Plies) > 2 || !l.Ours() {
			t.Errorf("%s: it does not begin anew: %v", key, err)
		}
	}
}

// pick returns a random move.
func pick(p engine.Position, r *rand.Rand) engine.Move {
	var moves []engine.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	return moves[r.IntN(len(moves))]
}

func TestStandingText(t *testing.T) {
	for done, want := range map[int]string{0: "4 lessons", 1: "1 of 4 lessons done", 4: "all 4 lessons done"} {
		if got := (Standing{Done: done, All: 4}).Text().En; got != want {
			t.Errorf("after %d of 4 lessons it says %q, want %q", done, got, want)
		}
	}
}

// TestDescriptionsFit wants what lists say of each game to fit a line of 80 columns, without its name, which is above it.
func TestDescriptionsFit(t *testing.T) {
	for _, s := range Subjects(all.Games) {
		about := s.Predicate()
		for _, text := range []string{about.En, about.Ja} {
			if wide := runewidth.StringWidth(text); wide > 80-6 {
				t.Errorf("%s: %d columns: %s", s.Key, wide, text)
			}
		}
		if strings.HasPrefix(about.Ja, s.Title.Ja+"は") {
			t.Errorf("%s: %s", s.Key, about.Ja)
		}
	}
}
