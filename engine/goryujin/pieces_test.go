package goryujin

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// diagrams draws the twelve pieces side by side: # is a cell, @ the anchor, and an arrow points out of each end.
func diagrams(kinds string) string {
	rows := make([]string, 7)
	for _, letter := range kinds {
		p := pieces().poses[strings.IndexRune(letters, letter)][0]
		for i := range rows {
			for x := -2; x <= 2; x++ {
				rows[i] += string(mark(p, cell{x, 3 - i}))
			}
			rows[i] += "   "
		}
	}
	names := ""
	for _, letter := range kinds {
		names += "  " + string(letter) + "     "
	}
	lines := append([]string{names}, rows...)
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func mark(p *pose, at cell) byte {
	for _, e := range p.ends {
		if e.meets().at == at {
			return ">^<v"[e.face]
		}
	}
	switch {
	case at == cell{} && slices.Contains(p.cells[:], at):
		return '@'
	case slices.Contains(p.cells[:], at):
		return '#'
	}
	return ' '
}

func TestDiagramsOfTheManual(t *testing.T) {
	for _, kinds := range []string{"FILNPT", "UVWXYZ"} {
		if want := diagrams(kinds); !strings.Contains(manualEn, want) || !strings.Contains(manualJa, want) {
			t.Errorf("RULES.md or RULES.ja.md lacks the pieces\n%s", want)
		}
	}
}

// TestEnds compares the number of ends of each shape with that of the rules.
func TestEnds(t *testing.T) {
	want := map[byte]int{'P': 1, 'I': 2, 'L': 2, 'N': 2, 'U': 2, 'V': 2, 'W': 2, 'Z': 2, 'F': 3, 'T': 3, 'Y': 3, 'X': 4}
	for kind, poses := range pieces().poses {
		for _, p := range poses {
			if got := len(p.ends); got != want[letters[kind]] {
				t.Errorf("%c has %d ends in pose %d, want %d", letters[kind], got, p.turns, want[letters[kind]])
			}
		}
	}
}

// TestPoses counts the distinct orientations of the free pentominoes.
func TestPoses(t *testing.T) {
	want := map[byte]int{'F': 8, 'I': 2, 'L': 8, 'N': 8, 'P': 8, 'T': 4, 'U': 4, 'V': 4, 'W': 4, 'X': 1, 'Y': 8, 'Z': 4}
	for kind, poses := range pieces().poses {
		if got := len(poses); got != want[letters[kind]] {
			t.Errorf("%c has %d poses, want %d", letters[kind], got, want[letters[kind]])
		}
	}
}

// TestNames checks that every name of every piece covers the same cells as the canonical name.
func TestNames(t *testing.T) {
	for n, r := range pieces().named {
		direct, canonical := lay{pose: newPose(n), anchor: cell{30, 15}}, lay{pose: r.pose, anchor: cell{30, 15}.plus(r.shift)}
		a, b := direct.covers(), canonical.covers()
		for _, c := range a {
			if !slices.Contains(b[:], c) {
				t.Errorf("%+v covers %v, its canonical name %v", n, a, b)
				break
			}
		}
		if r.pose.flipped && !n.flipped || r.pose.flipped == n.flipped && r.pose.turns > n.turns {
			t.Errorf("%+v is renamed to the later pose %+v", n, r.pose)
		}
	}
}

// TestWords checks what a list of matches calls a move.
func TestWords(t *testing.T) {
	for move, want := range map[engine.Move]i18n.Text{
		"P2@F2": {En: "a head at F2", Ja: "F2に竜頭"}, "L1'@AB7": {En: "piece L at AB7", Ja: "AB7に駒L"}, "TD0@AE29": {En: "touchdown at AE29", Ja: "AE29にタッチダウン"},
	} {
		if got := engine.Words(&position{}, move); got != want {
			t.Errorf("%s is %q, want %q", move, got, want)
		}
	}
}
