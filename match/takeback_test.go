package match_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// otherProgram reads a record as a KIF program does that knows nothing of hikyaku: it skips lines with "#" and takes the
// numbered lines for the game. It returns the moves in their order, the number of moves in the closing sentence, -1 without
// one, and what is wrong with the numbers.
func otherProgram(record string) (moves []string, closing int, wrong error) {
	closing = -1
	for line := range strings.Lines(record) {
		if found := numberedLine.FindStringSubmatch(line); found != nil {
			if found[1] != strconv.Itoa(len(moves)+1) {
				wrong = fmt.Errorf("number %s for ply %d", found[1], len(moves)+1)
			}
			if kif.Ending(found[2]).ID() == "" {
				moves = append(moves, found[2])
			}
		}
		if found := closingLine.FindStringSubmatch(line); found != nil {
			closing, _ = strconv.Atoi(found[1])
		}
	}
	return moves, closing, wrong
}

var numberedLine, closingLine = regexp.MustCompile(`^ *(\d+) (\S+)`), regexp.MustCompile(`^まで(\d+)手`)

// checkOtherPrograms wants other programs to read the game of m as it stands.
func checkOtherPrograms(t *testing.T, m *match.Match) {
	t.Helper()
	moves, closing, err := otherProgram(string(m.Record.Bytes()))
	if want := withoutThrows(m.Moves()); err != nil || !slices.Equal(moves, want) || len(want) != m.Ply() {
		t.Fatalf("other programs read %v (%v), want %v, in\n%s", moves, err, want, m.Record.Bytes())
	}
	if closing != -1 && closing != m.Ply() {
		t.Errorf("the closing sentence counts %d moves, want %d", closing, m.Ply())
	}
}

// takenBack returns the names of the moves of m that were taken back, with the moves.
func takenBack(m *match.Match) (list []string) {
	names := m.PlyNames()
	for i, e := range m.Record.Events {
		if _, moved := e.Step.(kif.Move); moved && e.Undone {
			list = append(list, names[i]+" "+e.Step.String())
		}
	}
	return list
}

// TestTakeBackInTheRecord checks that plies taken back leave the main line, and that numbers continue from the
// position.
func TestTakeBackInTheRecord(t *testing.T) {
	const first = "1 add1; 2 add2; 1 add2; 2 undo-offer 2; 1 agree undo"
	for script, want := range map[string]struct{ stands, taken string }{
		first:              {"1", "2' add2 3' add2"},
		first + "; 2 add1": {"1 1", "2' add2 3' add2"},
		// again at the same place, and after it
		first + "; 2 add1; 1 undo-offer 2; 2 agree undo; 2 add2": {"1 2", "2' add2 3' add2 2'' add1"},
		first + "; 2 add1; 1 add1; 2 undo-offer 3; 1 agree undo": {"1 1", "2' add2 3' add2 3'' add1"},
		// a take-back of what was played after an earlier one, to before it
		first + "; 2 add1; 1 add1; 2 undo-offer 1; 1 agree undo; 1 add2; 2 add2": {"2 2", "1' add1 2' add2 3' add2 2'' add1 3'' add1"},
		// acts between the plies stay, and an offer that lapses takes nothing back
		"1 add1; 2 away 2026-12-20; 2 add2; 1 undo-offer 2; 2 agree undo; 1 undo-offer 1; 2 add1": {"1 1", "2' add2"},
	} {
		tb, m := sit(t, plain)
		m = tb.run(m, script)
		var stands, taken []string
		for _, move := range m.Moves() {
			stands = append(stands, strings.TrimPrefix(move, "add"))
		}
		if taken = takenBack(m); strings.Join(stands, " ") != want.stands || strings.Join(taken, " ") != want.taken {
			t.Errorf("%s: %v stand, %v were taken back", script, stands, taken)
		}
		checkOtherPrograms(t, m)
		checkWhole(t, m)
		sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
		resigned := tb.do(m, m.Turn, kif.Resignation)
		checkOtherPrograms(t, resigned)
		sameMatch(t, resigned, judged(t, counting, string(resigned.Record.Bytes())))
	}
}

// TestTakeBackWithDice checks that a throw for a ply that was taken back leaves the game with it. Throws keep their
// numbers in the entries.
func TestTakeBackWithDice(t *testing.T) {
	tb, m := sit(t, setting{})
	for len(m.Moves()) == m.Ply() {
		m = tb.play(m, "add1")
	}
	before := m.Ply()
	m = tb.play(m, "add1", "add2", "add2", "add2")
	thrown := m.AtPly(before) // with the throw for the next ply
	m = tb.do(m, 1, kif.UndoOffer{Number: before + 1})
	m = tb.attend(tb.do(m, 2, kif.Agree{To: kif.UndoQuestion}))
	if m.Last().String() != thrown.Last().String() || !slices.Equal(m.Moves(), thrown.Moves()) {
		t.Errorf("%s with %v, want %s with %v", m.Last(), m.Moves(), thrown.Last(), thrown.Moves())
	}
	if !strings.Contains(string(m.Record.Bytes()), "\n#- #: throw [") {
		t.Errorf("no throw was taken back in\n%s", m.Record.Bytes())
	}
	m = tb.play(m, "add2", "add2", "add2", "add2")
	checkOtherPrograms(t, m)
	checkWhole(t, m)
	sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
	if p := m.NewProof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
}

// TestTakeBackMarks checks that the marks and numbers of a record must be those that follow from the agreements.
func TestTakeBackMarks(t *testing.T) {
	tb, m := sit(t, plain)
	m = tb.run(m, "1 add1; 2 add2; 1 add2; 2 undo-offer 3; 1 agree undo; 1 add1")
	text := string(m.Record.Bytes())
	lines := strings.SplitAfter(text, "\n")
	third, last := slices.IndexFunc(lines, has("#-    3 add2")), slices.IndexFunc(lines, has("   3 add1"))
	for name, c := range map[string]struct{ text, want string }{
		"a move that stands is marked":   {strings.Join(remarked(lines, last, true), ""), `but its lines must not start with "#- ", because it was not taken back`},
		"one that was taken back is not": {strings.Join(remarked(lines, third, false), ""), `expected "#- " before its lines, because it was taken back`},
		"another number":                 {strings.Replace(text, "#-    3 ", "#-    4 ", 1), "found number 4, expected number 3"},
		"one line without its mark":      {strings.Replace(text, "#- #: at", "#: at", 1), `before every line of a move that was taken back`},
		"one line with a mark":           {strings.Replace(text, "\n#: at", "\n#- #: at", 1), "expected a move, a throw or one of its lines after \"#-"},
		"an act is marked":               {strings.Replace(text, "#: do undo-offer", "#- #: do undo-offer", 1), "expected a move, a throw or one of its lines"},
	} {
		if _, err := judge(counting, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func has(prefix string) func(string) bool {
	return func(line string) bool { return strings.HasPrefix(line, prefix) }
}

// remarked returns lines with those of the event in line i with the mark, or without it.
func remarked(lines []string, i int, mark bool) []string {
	lines = slices.Clone(lines)
	for first := i; i < len(lines) && (i == first || !strings.HasPrefix(strings.TrimPrefix(lines[i], "#- "), "#: do ") && !numberedLine.MatchString(strings.TrimPrefix(lines[i], "#- "))); i++ {
		lines[i] = strings.TrimPrefix(lines[i], "#- ")
		if mark {
			lines[i] = "#- " + lines[i]
		}
	}
	return lines
}

// TestTakeBackOnTheOtherLine checks that a settlement keeps the other line as it happened, even if plies of either line
// were taken back on it.
func TestTakeBackOnTheOtherLine(t *testing.T) {
	for _, script := range []string{
		"1 add1; 2 add1; 1 undo-offer 2; 2 agree undo; 2 add2; 1 add2",
		"1 add1; 2 add1; 1 undo-offer 4; 2 agree undo; 2 add2",
		"1 undo-offer 3; 2 agree undo; 1 add1; 2 add1",
	} {
		tb, m := sit(t, plain)
		m = tb.run(m, "1 add1; 2 add1; 1 add1; 2 add1")
		taken := tb.run(m, "1 add2; 2 undo-offer 1; 1 agree undo; 1 add2")
		away := tb.run(m, script)
		e, err := taken.Settle(away, 2)
		tb.must(err)
		if strings.Contains(e.Other, "#- ") {
			t.Errorf("the other line has marks:\n%s", e.Other)
		}
		lines := strings.SplitAfter(e.Other, "\n")
		marked := strings.Join(remarked(lines, slices.IndexFunc(lines, numberedLine.MatchString), true), "")
		tb.refuses(taken, "but this is only possible if the match has two versions, with the", 2, e.Step, besides(marked))
		settled := tb.do(taken, 2, e.Step, besides(e.Other))
		checkOtherPrograms(t, settled)
		sameMatch(t, settled, judged(t, counting, string(settled.Record.Bytes())))
		meets(t, settled, away, settled)
	}
}

// TestRandomTakeBacks checks that matches of all settings with many take-backs are read back as they were written.
func TestRandomTakeBacks(t *testing.T) {
	for n := range settings {
		tb, m := sit(t, settings[n])
		r := &random{rand.New(rand.NewPCG(uint64(n), 2)), tb, []*match.Match{m}, 0}
		for range 40 {
			by, s, more := r.step(m)
			if r.IntN(3) == 0 && m.Ply() > 0 {
				by, s, more = 1+r.IntN(len(m.Roster.Parties)), kif.UndoOffer{Number: 1 + r.IntN(m.Ply())}, r.dates(m, 40)
			}
			next, err := tb.try(m, by, s, more...)
			if err != nil {
				continue
			}
			if m = tb.attend(next); next.Undone != 0 {
				checkOtherPrograms(t, m)
				sameMatch(t, m, judged(t, m.Game, string(m.Record.Bytes())))
			}
		}
		sameMatch(t, m, judged(t, m.Game, string(m.Record.Bytes())))
		checkCuts(t, m)
		checkWhole(t, m)
	}
}

// TestTakeBackGivesTimeBack checks that a seat's total counts only the moves that were not taken back.
func TestTakeBackGivesTimeBack(t *testing.T) {
	tb, m := sit(t, plain)
	spends := func(seconds int) with {
		return func(e *draft) { e.Spent, e.Total = time.Duration(seconds)*time.Second, 0 }
	}
	for i, seconds := range []int{10, 1, 20, 2, 40} {
		m = tb.do(m, 1+i%2, kif.Move("add1"), spends(seconds))
	}
	m = tb.run(m, "1 undo-offer 3; 2 agree undo")
	m = tb.do(m, 1, kif.Move("add2"), spends(5))
	m = tb.do(m, 2, kif.Move("add2"), spends(7))
	for _, line := range []string{
		"#-    3 add1         ( 0:20/00:00:30)", "#-    5 add1         ( 0:40/00:01:10)", "   3 add2         ( 0:05/00:00:15)", "   4 add2         ( 0:07/00:00:08)",
	} {
		if !strings.Contains(string(m.Record.Bytes()), "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, m.Record.Bytes())
		}
	}
}
