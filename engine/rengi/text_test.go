package rengi

import (
	"strings"
	"testing"

	"hikyaku/engine"
)

// fullList is a list without its last column.
const fullList = "AA/AA/AA/BB/BB/BB/CC/CC/CC/DD/DD/"

// impossible are texts of positions that cannot occur with the options, and a part of the sentence that says why.
var impossible = []struct{ options, text, why string }{
	{"", "", "not 13 words with one space between but 1"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,??  1 move v1", "but 14"},
	{"", "//// ///// free free 0,0 0,0 - - - ??,?? 1 move v1", "has 5 columns: want 6"},
	{"", "///// ABABABABABABAB///// free free 0,0 0,0 - - - ??,?? 1 move v1", "has 14 stones"},
	{"", "E///// ///// free free 0,0 0,0 - - - ??,?? 1 move v1", "no stone 'E'"},
	{"", "///// ///// busy free 0,0 0,0 - - - ??,?? 1 move v1", `Player 1 is "busy"`},
	{"", "///// ///// free chain:0:1:5 0,0 0,0 - - - ??,?? 1 move v1", `Player 2: "0" is not a number from 1 to 19`},
	{"", "///// ///// free chain:1:1:11 0,0 0,0 - - - ??,?? 1 move v1", `"11" is not a number from 3 to 10`},
	{"cap=3", "///// ///// free chain:1:1:5 0,0 0,0 - - - ??,?? 1 move v1", "the limit 5: in this match it is 3"},
	{"", "///// ///// chain:1:1:5 free 0,0 0,0 - - - ??,?? 1 move v1", "Player 1 has no choice"},
	{"", "///// ///// free settling 0,0 0,0 - - - ??,?? 2 move v1", "Player 2 has no choice"},
	{"", "///// ///// free free 0 0,0 - - - ??,?? 1 move v1", "the announced garbage"},
	{"", "///// ///// free free 0,-1 0,0 - - - ??,?? 1 move v1", `"-1" is not a number`},
	{"", "///// ///// free free 2,3 0,0 - - - ??,?? 1 move v1", "announced to both seats"},
	{"", "///// ///// free free 0,0 - - - - ??,?? 1 move v1", "the stock"},
	{"", "///// ///// free free 0,0 6,0 - - - ??,?? 1 move v1", `"6" is not a number from 0 to 5`},
	{"calc=chain", "///// ///// free free 0,0 1,0 - - - ??,?? 1 move v1", `"1" is not a number from 0 to 0`},
	{"", "///// ///// free free 0,0 0,0 0,0 - - ??,?? 1 move v1", `the placements without tearing: "0,0" in a match that has none`},
	{"split_chain=every3", "///// ///// free free 0,0 0,0 1,0 - - ??,?? 1 move v1", "only while the other seat's chain runs"},
	{"", "///// ///// free free 0,0 0,0 - +1 - ??,?? 1 move v1", "the meter is"},
	{"split_idle=diff3", "///// ///// free free 0,0 0,0 - +3 - ??,?? 1 move v1", "want -2, -1, +1 or +2"},
	{"split_idle=diff3", "///// ///// free free 0,0 0,0 - -2 - ??,?? 1 move+ v1", "only noted while something is thrown"},
	{"", "///// ///// free free 0,0 0,0 - - AA ??,?? 1 move v1", "the list is"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,? 1 move v1", "Player 2 are"},
	{"", "A///// ///// free free 0,0 0,0 - - - ?,?? 1 move v1", "before the first stone"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 3 move v1", "the seat to move"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 1 wait v1", `nothing waits for "wait"`},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 1 pair v1", "no pair is thrown"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 1 columns v1", "no part of a row falls"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 1 over v1", "Player 1 has not lost"},
	{"", "///// //ABABABABABAB/// free free 0,0 0,0 - - - ??,?? 1 move v1", "of Player 2 is filled: that ended the game"},
	{"", "///// ///// free free 0,0 0,0 - - - ??,?? 1 move v2", `the rules "v2" are unknown`},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - AA A,12 1 move v1", "the list has 1 columns"},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "D? 1,12 1 move v1", "no stone '?' in the list"},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "D 1,12 1 move v1", `column 12 of the list is "D"`},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "D. 1,12 1 move v1", "the list has 23 stones"},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "DA 1,12 1 move v1", "more than 6 stones of the colour A"},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "DD 1,13 1 move v1", `"13" is not a number from 1 to 12`},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "DD A,12 1 draft v1", "the list has 24 stones"},
	{"rules=kou list=shuffle", "///// ///// free free 0,0 0,0 - - " + fullList + "DD A,12 1 shuffle v1", "the list has 24 stones"},
	{"rules=kou", "///// ///// free free 0,0 0,0 - - " + fullList + "DD A,11 1 move v1", "before the first stone"},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CD 1 move v1", "Player 2 sees 2 pairs"},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CD+CC 1 move v1", "see different ones"},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+C+CC 1 move v1", `"C" is no pair`},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CX+CC 1 move v1", `"CX" is no pair`},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - X+AB+CD+CD,AB+CD+CD 1 move v1", `no colour "X"`},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - -,- 1 move v1", "pairs, which it never does"},
	{"rules=ten", "///// ///// free free 0,0 - 0,0 +1 - AA+AB+CD+CD,AA+AB+CD+CD 1 move v1", "or too many"},
	{"rules=ten seq=own", "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CD+CC+DD 1 move v1", "Player 2 sees 4 pairs"},
	{"rules=ten", "///// ///// free free 60,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 columns v1", "60 are announced"},
	{"rules=ten", "///// ///// free free 61,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 columns v1", "61 are announced"},
	{"rules=ten cap=5", "///// ///// free free 31,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 columns v1", "31 are announced"},
	{"rules=ten cap=3", "///// ///// free free 19,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 columns v1", "19 are announced"},
	{"rules=ten simple=chain", "///// ///// settling free 0,0 - - - - CD+CD,AB+CD+CD 1 pair+ v1", "no move can have been gained"},
}

func TestImpossibleTexts(t *testing.T) {
	for _, c := range impossible {
		_, err := parse(optionsOf(c.options), c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: Parse(%q) = %v: want %q in it", c.options, c.text, err, c.why)
		}
	}
}

// TestRowsAreWrittenOneWay reads the rows of garbage after a move.
func TestRowsAreWrittenOneWay(t *testing.T) {
	for text, want := range map[string]bool{"0": true, "4": true, "10": true, "-1": false, "04": false, "100": false, "x": false, "": false} {
		if _, ok := readRows(text, true); ok != want {
			t.Errorf("%q is read: %t", text, ok)
		}
	}
}

// TestStartsReadBack reads the text of the start, with an empty list where one is drafted or shuffled.
func TestStartsReadBack(t *testing.T) {
	for _, options := range []string{"", "rules=ten", "rules=ten seq=own", "rules=kou", "rules=kou list=shuffle"} {
		text := mustStart(t, optionsOf(options)).String()
		if p, err := parse(optionsOf(options), text); err != nil || p.String() != text {
			t.Errorf("%s: the start %q is read as %v, %v", options, text, p, err)
		}
	}
}

// TestManualText reads the position text of RULES.md.
func TestManualText(t *testing.T) {
	_, shown, found := strings.Cut(manualEn, "\n    /")
	shown, _, _ = strings.Cut("/"+shown, "\n")
	if p := mustParse(t, nil, shown); !found || p.String() != shown || !strings.Contains(manualJa, "\n    "+shown+"\n") {
		t.Errorf("RULES.md shows %q, which is written as %q and is not in RULES.ja.md", shown, p)
	}
}

// optionsOf reads "key=value key=value".
func optionsOf(text string) engine.Options {
	options := engine.Options{}
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		options[key] = value
	}
	return options
}

func TestUnknownOptions(t *testing.T) {
	for _, options := range []engine.Options{{"rules": "tsu"}, {"cap": "4"}, {"size": "9"}} {
		if _, err := start(options); err == nil {
			t.Errorf("Start(%v) is accepted", options)
		}
		if _, err := parse(options, midgameText); err == nil {
			t.Errorf("Parse with %v is accepted", options)
		}
	}
}

// FuzzParsePosition checks that a position is read back as it was written, and that it can be played on.
func FuzzParsePosition(f *testing.F) {
	f.Add("", midgameText)
	f.Add("rules=ten", "B/A///D/ B/A//// free chain:3:15:5 0,7 - 2,0 -1 - CC+AD+BC,CC+AD+BC 1 move v1")
	f.Add("rules=ten", "B/A///D/ B/A//// free settling 0,0 - 0,0 -1 - CC+AD,DB+CC+AD 1 pair+ v1")
	f.Add("rules=kou", "///// ///// free free 0,0 0,0 - - A./A./../../../../../../../../../C. A,12 1 draft v1")
	f.Fuzz(func(t *testing.T, options, text string) {
		p, err := parse(optionsOf(options), text)
		if err != nil {
			return
		}
		q, err := parse(optionsOf(options), p.String())
		if err != nil || q.String() != p.String() {
			t.Errorf("%q is written as %q and read as %v, %v", text, p, q, err)
		}
		for m := range p.Moves() {
			if _, err := p.Apply(m); err != nil {
				t.Errorf("%s is listed and refused in %s: %v", m, p, err)
			}
		}
	})
}

// FuzzParseMove checks that Parse returns canonical notation, and that Apply takes nothing else.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"23BC", "+32cb", "２３●◎/4", "2U", "2↓", "3", "pass", "5L:B", "6u:a,12u:c"} {
		f.Add(text)
	}
	drafting := mustStart(f, engine.Options{"rules": kou})
	asked := mustParse(f, engine.Options{"rules": ten}, "A///// ///// free chain:1:4:5 20,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 move v1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*position{drafting, asked, mustParse(t, nil, midgameText)} {
			m, err := p.Parse(text)
			if again, failed := p.Parse(string(m)); err == nil && (failed != nil || again != m) {
				t.Errorf("Parse(%q) = %s, which is read as %q, %v", text, m, again, failed)
			}
			if _, refused := p.Apply(engine.Move(text)); refused == nil && text != string(m) {
				t.Errorf("Apply takes %q, which Parse reads as %q, %v", text, m, err)
			}
		}
	})
}
