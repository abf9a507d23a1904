package kif

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	head  = "#hikyaku record 2\nゲーム：counting\n"
	hexes = "e6ff8053fef3a14fd04ac3260f67de8857de0cd64533ca82be6615cd7ac2627f"
)

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func hash(t testing.TB, text string) Hash {
	t.Helper()
	h, err := ParseHash(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// written are lines with the steps that they mean: each kind of step, and moves with the names of acts and throws.
func written(t testing.TB) map[string]Step {
	lines := map[string]Step{
		"#: throw [4]":           Throw("[4]"),
		"#: throw [3,2,65536]":   Throw("[3,2,65536]"),
		"   1 add1":              Move("add1"),
		"   1 ４四金(45)":           Move("４四金(45)"),
		"   1 link":              Move("link"),
		"   1 accept":            Move("accept"),
		"   1 draw-offer":        Move("draw-offer"),
		"   1 throw":             Move("throw"),
		"   1 do":                Move("do"),
		"#: do invite":           Invite{},
		"#: do accept":           Accept{},
		"#: do decline":          Decline{},
		"#: do link":             OpenLink{},
		"#: do receipt":          Receipt{},
		"#: do draw-offer":       DrawOffer{},
		"#: do undo-offer 1":     UndoOffer{1},
		"#: do undo-offer 99999": UndoOffer{99999},
		"#: do agree undo":       Agree{To: UndoQuestion},
		"#: do agree claim":      Agree{To: ClaimQuestion},
		"#: do claim":            Claim{},
		"#: do contest":          Contest{},
		"#: do say":              Say{},
		"#: do ruling 1 2":       Ruling{"1 2"},
		"#: do ruling 1 1":       Ruling{"1 1"},
		"#: do ruling 3 1 2 3":   Ruling{"3 1 2 3"},
		"#: do ruling none":      Ruling{NoResult},
		"#: do more-time 1h":     MoreTime{1},
		"#: do more-time 72h":    MoreTime{72},
		"#: do away 2026-12-20..2027-01-05+09:00":  Away{day(2026, 12, 20), day(2027, 1, 5), 9 * time.Hour},
		"#: do away 2028-02-29..2028-02-29-03:30":  Away{day(2028, 2, 29), day(2028, 2, 29), -210 * time.Minute},
		"#: do contest 2026-12-20T09:00:00Z":       Contest{time.Date(2026, 12, 20, 9, 0, 0, 0, time.UTC)},
		"#: do address a@example.org":              NewAddress{"a@example.org"},
		"#: do address a+b@xn--r8jz45g.jp":         NewAddress{"a+b@xn--r8jz45g.jp"},
		"#: do rotate":                             Rotate{},
		"#: do rechain":                            Rechain{},
		"#: do substitute Carol C <c@b.org>":       Substitute{Seat{"Carol C", "c@b.org"}},
		"#: do substitute <c@example.org>":         Substitute{Seat{Address: "c@example.org"}},
		"#: do step-in":                            StepIn{},
		"#: do step-out":                           StepOut{},
		"#: do hand-over":                          HandOver{},
		"#: do agree substitute 2":                 Agree{SubstituteQuestion, 2},
		"#: do settle " + hexes + " 2":             Settle{hash(t, hexes), 2},
		"#: do settle " + hexes + " 4000":          Settle{hash(t, hexes), 4000},
		"#: do dance":                              Unknown{"dance"},
		"#: do pause-offer":                        PauseOffer{},
		"#: do resume":                             Resume{},
		"#: do agree pause":                        Agree{To: PauseQuestion},
		"#: do dance 3 times":                      Unknown{"dance 3 times"},
		"#: do new":                                Unknown{"new"}, // which only an entry can be
		"#: do Accept":                             Unknown{"Accept"},
		"#: do 投了":                                 Unknown{"投了"},
		"#: do [4]":                                Unknown{"[4]"},
		"#: do draw-agree " + hexes + " as it was": Unknown{"draw-agree " + hexes + " as it was"},
	}
	for word := range endingWords {
		lines["   1 "+string(word)] = word
	}
	return lines
}

func TestSteps(t *testing.T) {
	all := written(t)
	for line, want := range all {
		r := read(t, head+line+"\n")
		if len(r.Events) != 1 || r.Events[0].Step != want {
			t.Errorf("%s reads as %#v, want %#v", line, r.Events, want)
			continue
		}
		again, err := read(t, head).Append(Event{Step: want, Spent: -1})
		if err != nil {
			t.Error(err)
			continue
		}
		if got := string(again.Bytes()); !strings.HasPrefix(got, head+line+"\n") || again.Events[0].Step != want {
			t.Errorf("%#v is written %q", want, got)
		}
		rewritten, err := r.Rewrite(ShiftJIS)
		if err != nil || rewritten.Events[0].Step != want {
			t.Errorf("%#v written anew: %v", want, err)
		}
	}
	for _, act := range plainActs {
		if all["#: do "+act.String()] != act {
			t.Errorf("no line has the act %s", act)
		}
	}
}

func TestStepsLiberally(t *testing.T) {
	for line, want := range map[string]Step{
		"#: throw [ ３, 2]":                          Throw("[3,2]"),
		"　#:　do　 accept ":                           Accept{},
		"#:do\taccept":                              Accept{},
		"#: do undo-offer   7":                      UndoOffer{7},
		"#: do away 2026-12-20-00:00":               Away{day(2026, 12, 20), day(2026, 12, 20), 0},
		"#: do dance \u3000 3":                      Unknown{"dance 3"},
		"#: do settle \n" + hexes + " 2":            Settle{hash(t, hexes), 2},
		"#: do settle \n" + hexes + " \nof 4":       nil,
		"#: do \nsettle " + hexes + " \n2 \n":       nil, // whose number begins a move
		"#: do settle \n" + hexes + " 2 \nand more": nil,
	} {
		r, err := Read([]byte(head + line + "\n"))
		if want == nil {
			if err == nil {
				t.Errorf("%q reads as %#v", line, r.Events)
			}
			continue
		}
		if err != nil || len(r.Events) != 1 || r.Events[0].Step != want || r.Events[0].Line != 3 {
			t.Errorf("%q: %v, want %#v in line 3", line, err, want)
		}
	}
}

func TestActsRefuse(t *testing.T) {
	for line, want := range map[string]string{
		"#: do":                                          `expected an action, such as "#: do accept"`,
		"#: do link now":                                 "but nothing may follow the word link",
		"#: do agree 7":                                  "expected what is agreed to",
		"#: do agree":                                    "expected what is agreed to",
		"#: do agree draw undo":                          "expected what is agreed to",
		"#: do undo-offer":                               "expected the number of the move",
		"#: do undo-offer 0":                             "expected the number of the move",
		"#: do undo-offer -1":                            "expected the number of the move",
		"#: do undo-offer 07":                            "expected the number of the move",
		"#: do undo-offer 7 8":                           "expected the number of the move",
		"#: do undo-offer e4":                            "expected the number of the move",
		"#: do away":                                     "expected at most 366 days and their time zone",
		"#: do away soon":                                "expected at most 366 days",
		"#: do away 2026-12-20..+00:00":                  "expected at most 366 days",
		"#: do away 2026-12-20..31+00:00":                "expected at most 366 days",
		"#: do away 2027-01-05..2026-12-20+00:00":        "expected at most 366 days",
		"#: do address":                                  "expected the new mail address",
		"#: do address a@b c":                            "expected the new mail address",
		"#: do address <a@example.org>":                  "expected the new mail address",
		"#: do address a@b@example.org":                  "expected the new mail address",
		"#: do address @example.org":                     "expected the new mail address",
		"#: do address a@[127.0.0.1]":                    "expected the new mail address",
		"#: do address a@example.org.":                   "expected the new mail address",
		"#: do address a@e\u202egro":                     "expected the new mail address",
		"#: do address a\u200b@example.org":              "expected the new mail address",
		"#: do address a@еxample.org":                    "expected the new mail address", // Cyrillic е
		"#: do address \"a\"@example.org":                "expected the new mail address",
		"#: do substitute Bob <bob@еxample.net>":         "expected the name and mail address",
		"#: do substitute Bob <bob@[127.0.0.1]>":         "expected the name and mail address",
		"#: do away 2026-02-29+00:00":                    "expected at most 366 days",
		"#: do away 2026-12-20":                          "expected at most 366 days and their time zone",
		"#: do away 2026-01-01..9999-12-31+00:00":        "expected at most 366 days",
		"#: do away 0001-01-01+00:00":                    "expected at most 366 days",
		"#: do contest soon":                             "expected nothing or one time after contest",
		"#: do contest 9999-12-31T00:00:00Z":             "expected nothing or one time after contest",
		"#: do substitute":                               "expected the name and mail address",
		"#: do substitute Carol":                         "expected the name and mail address",
		"#: do substitute carol@example.org":             "expected the name and mail address",
		"#: do substitute Carol <carol>":                 "expected the name and mail address",
		"#: do substitute A <b@c> <d@example.org>":       "expected the name and mail address",
		"#: do settle":                                   "expected the head of the other version, and the number of the last entry that both versions share",
		"#: do settle " + hexes:                          "expected the head of the other version",
		"#: do settle " + hexes + " 0":                   "expected the head of the other version",
		"#: do settle " + hexes + " -1":                  "expected the head of the other version",
		"#: do settle " + hexes + " 2 1":                 "expected the head of the other version",
		"#: do settle " + strings.ToUpper(hexes) + " 2":  "expected the head of the other version",
		"#: do settle " + strings.Repeat("0", 64) + " 2": "expected the head of the other version",
		"#: do settle " + hexes[2:] + " 2":               "expected the head of the other version",
	} {
		_, err := Read([]byte(head + line + "\n"))
		if found := "line 3: found " + Quote(line).En + ", "; err == nil || !strings.HasPrefix(err.Error(), found+want) {
			t.Errorf("%s: %v, want %s%s", line, err, found, want)
		}
	}
}

// TestAppendRefusesSteps tries steps that no line can write, or that would be read as others.
func TestAppendRefusesSteps(t *testing.T) {
	noon := day(2026, 12, 20).Add(12 * time.Hour)
	for _, s := range []Step{
		Unknown{}, Unknown{"accept"}, Unknown{"undo-offer 7"}, Unknown{"undo-offer x"}, Unknown{"dance  twice"}, Unknown{" dance"},
		Unknown{"dance\n#: do accept"}, UndoOffer{}, UndoOffer{-7}, Away{noon, noon, 0}, Away{day(2027, 1, 5), day(2026, 12, 20), 0},
		Away{day(10000, 1, 1), day(10000, 1, 2), 0}, Away{day(2026, 12, 20), day(2026, 12, 20), time.Second}, Away{day(2026, 1, 1), day(2027, 1, 2), 0}, Contest{day(10000, 1, 1)}, Settle{}, Settle{Other: Hash{1}}, Settle{Hash{1}, -1}, &Agree{To: DrawQuestion}, Agree{}, Agree{To: "x"}, Agree{To: SubstituteQuestion}, Agree{DrawQuestion, 1}, Agree{SubstituteQuestion, -1},
		Throw(""), Throw("[4] "), Throw("[4]\n#: do accept"), Move("[4]"), Move("#: do accept"), Ending("link"), Ending("(1:00/)"),
	} {
		if r, err := read(t, head).Append(Event{Step: s}); err == nil {
			t.Errorf("%#v is written:\n%s", s, r.Bytes())
		}
	}
}

// TestMoveCalledLink plays moves with the names of acts, and opens a link between them.
func TestMoveCalledLink(t *testing.T) {
	r := read(t, head+"   1 link\n#: do link\n   2 accept\n   3 agree\n#: do agree draw\n")
	want := []Step{Move("link"), OpenLink{}, Move("accept"), Move("agree"), Agree{To: DrawQuestion}}
	for i, e := range r.Events {
		if e.Step != want[i] {
			t.Errorf("event %d is %#v, want %#v", i, e.Step, want[i])
		}
	}
	if e := r.Events[2]; e.Number != 2 || moves(r.Events) != 3 {
		t.Errorf("%+v is number 2 of %d moves, want 3", e, moves(r.Events))
	}
	played, opened := Entry{Event: Event{Step: Move("link")}}, Entry{Event: Event{Step: OpenLink{}}}
	if !strings.HasSuffix(string(played.Bytes()), "\nmove link\n") || !strings.HasSuffix(string(opened.Bytes()), "\ndo link\n") {
		t.Errorf("entries\n%s%s", played.Bytes(), opened.Bytes())
	}
}

func TestEndingID(t *testing.T) {
	for line, step := range written(t) {
		word, ended := step.(Ending)
		if ended != (word.ID() != "") {
			t.Errorf("%s is %q in entries", line, word.ID())
		}
	}
	if Ending("Time-up").ID() != "" || Ending("詰").ID() != Ending("詰み").ID() || TimeOut.ID() != "time-out" {
		t.Error("an ending has another name")
	}
}

func TestAway(t *testing.T) {
	a, err := ParseAway("2026-12-20..2027-01-05")
	if err != nil || a.Days() != "2026-12-20..2027-01-05" || !a.End().Equal(day(2027, 1, 6)) {
		t.Errorf("%v, %s until %v", err, a.Days(), a.End())
	}
	if a, err := ParseAway("2026-12-31"); err != nil || a.Days() != "2026-12-31..2026-12-31" || !a.End().Equal(day(2027, 1, 1)) {
		t.Errorf("%v, %s until %v", err, a.Days(), a.End())
	}
	if _, err := ParseAway("2027-01-05..2026-12-20"); err == nil || err.Error() != "2026-12-20 is before 2027-01-05" {
		t.Errorf("backwards: %v", err)
	}
}

func TestFaces(t *testing.T) {
	if faces := Throw("[3,12]").Faces(); !slices.Equal(faces, []int{3, 12}) {
		t.Errorf("faces %v", faces)
	}
}

// TestWordsBehindTheEnd checks that messages may follow an ending and its closing sentence, and nothing else.
func TestWordsBehindTheEnd(t *testing.T) {
	r, err := Read([]byte("#hikyaku record 2\nゲーム：quoridor\n1 e2\n2 投了\nまで1手で先手の勝ち\n"))
	if err != nil {
		t.Fatal(err)
	}
	said := Plain(Say{})
	said.Party, said.Comment = 1, "Thank you."
	for n := 3; n <= 4; n++ {
		if r, err = r.Append(said); err != nil {
			t.Fatal(err)
		}
		back, err := Read(r.Bytes())
		if err != nil || len(back.Events) != n || !bytes.Equal(back.Cut(n).Bytes(), r.Bytes()) || back.Cut(n - 1).Events[n-2].Step != r.Events[n-2].Step {
			t.Fatalf("%v: %d events in\n%s", err, len(back.Events), r.Bytes())
		}
		if public, err := r.Shared(); err != nil || len(public.Events) != n {
			t.Fatalf("%v: the public record is\n%s", err, public.Bytes())
		}
	}
	for _, e := range []Event{Plain(Move("e8")), Plain(Throw("[4]")), Plain(DrawOffer{}), Plain(Resignation)} {
		if _, err := r.Append(e); err == nil {
			t.Errorf("%s stands behind the end", e.Step)
		}
	}
	for _, line := range []string{"3 e8", "#: throw [4]", "#: do draw-offer"} {
		if _, err := Read(append(r.Bytes(), line+"\n"...)); err == nil {
			t.Errorf("%s is read behind the end", line)
		}
	}
	if c := r.Cut(2); len(c.Events) != 2 || strings.Contains(string(c.Bytes()), "まで") {
		t.Errorf("cut to the ending it is\n%s", c.Bytes())
	}
}

// TestEndingNamed finds each ending by its name, in the word that is written.
func TestEndingNamed(t *testing.T) {
	for word, id := range endingWords {
		if found, ok := EndingNamed(id); !ok || found.ID() != id || word != found && word != "詰" {
			t.Errorf("%s is called %s, which names %s", word, id, found)
		}
	}
	if word, ok := EndingNamed(""); ok || word != "" {
		t.Errorf("no name is that of %s", word)
	}
}
