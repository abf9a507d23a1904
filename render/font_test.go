package render

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// has reports whether the captions' own font writes every character of text.
func has(f *face, text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !f.captions.outline(r).own })
}

// TestCaptionsWriteAllOfShiftJIS checks that a picture can write all characters of a record in Shift_JIS.
func TestCaptionsWriteAllOfShiftJIS(t *testing.T) {
	f, decode := newFace(), japanese.ShiftJIS.NewDecoder()
	n := 0
	for lead := 0x81; lead <= 0xFC; lead++ {
		for trail := 0x40; trail <= 0xFC; trail++ {
			text, err := decode.String(string([]byte{byte(lead), byte(trail)}))
			r := []rune(text)
			if err != nil || len(r) != 1 || r[0] == 0xFFFD || r[0] >= 0xE000 && r[0] < 0xF900 {
				continue
			}
			n++
			if !has(f, text) {
				t.Errorf("%c (%U) is missing", r[0], r[0])
			}
		}
	}
	if size := len(captionsFile); size > 2_000_000 {
		t.Errorf("the font has grown to %d bytes", size)
	}
	if n < 6800 {
		t.Errorf("only %d characters looked at", n)
	}
	if !has(f, "ÀÉÑÖŒŠŻßåçéœşž ｱｲｳﾞ 「」『』 髙橋 山﨑 ☗☖ №①Ⅳ") {
		t.Error("a common character is missing")
	}
}

func TestMenAreWrittenInTheirOwnFace(t *testing.T) {
	f := newFace()
	for _, r := range "王玉飛角金銀桂香歩竜龍馬全圭杏と" {
		pieces, captions := f.pieces.outline(r), f.captions.outline(r)
		if !pieces.own || reflect.DeepEqual(pieces.path, captions.path) {
			t.Errorf("%c is not drawn with the font of pieces", r)
		}
	}
	if !f.pieces.outline('魔').own {
		t.Error("a piece that the font of pieces lacks is not drawn with the other font")
	}
}

func TestWhatStandsInForMissingCharacters(t *testing.T) {
	f := newFace()
	for _, c := range []struct {
		name     string
		missing  rune
		likewise outline
	}{
		{"a letter with rare accents", 'ế', f.captions.outline('e')},
		{"a mathematical letter", '𝐀', f.captions.outline('A')},
		{"a selector of variants", 0xE0100, outline{}},
		{"a stray accent", 0x0301, outline{}},
		{"an odd blank", 0x2003, outline{advance: em / 4}},
		{"a picture", '🐉', hollow('🐉')},
		{"half a pair", 0xD800, hollow(0xD800)},
		{"no character", 0x110000, hollow(0x110000)},
	} {
		got := f.captions.outline(c.missing)
		if got.own || got.advance != c.likewise.advance || !reflect.DeepEqual(got.path, c.likewise.path) {
			t.Errorf("%s (%U) is not drawn as it should be", c.name, c.missing)
		}
	}
	if h := hollow('🐉'); len(h.path) == 0 || h.advance != em {
		t.Error("the box for a wide character is not one em wide")
	}
}

func TestAccentsApartAreWrittenLikeAccentsInOne(t *testing.T) {
	draw := func(name string) []byte { return pixels(decoded(t, quoridor(), PNGOptions{Caption: []string{name}})) }
	if !bytes.Equal(draw("Jose\u0301"), draw("Jos\u00E9")) || bytes.Equal(draw("Jose"), draw("Jos\u00E9")) {
		t.Error("the accent is lost")
	}
}

func TestAnythingCanBeWritten(t *testing.T) {
	s := quoridor()
	s.Boards[0].Cells = append(s.Boards[0].Cells, engine.Cell{At: pt(1, 2), Form: engine.Disc, Ink: 1, Glyph: "🐉"})
	plain := pixels(decoded(t, quoridor(), PNGOptions{}))
	if got := pixels(decoded(t, s, PNGOptions{Caption: []string{"☃ \x1b[2J \u202E \xff \U0010FFFF", ""}})); bytes.Equal(got, plain) {
		t.Error("nothing was drawn")
	}
}

func TestJapaneseIsWrittenAsSuch(t *testing.T) {
	in := engine.Scene{
		Boards: []engine.Board{{}, {Name: i18n.Text{En: "list", Ja: "憂鬱な竈"}}},
		Lines:  []i18n.Text{{En: "seat 1", Ja: "憂鬱な竈の🐉"}},
	}
	if bytes.Equal(pixels(decoded(t, in, PNGOptions{Lang: "ja"})), pixels(decoded(t, in, PNGOptions{Lang: "en"}))) {
		t.Error("the picture is in English")
	}
}

func TestJapaneseLinesNeitherBeginWithAStopNorEndWithABracket(t *testing.T) {
	f := newFace()
	text := "先手：山﨑（愛子）。後手：「ジョー」、ゲーム、々、っ。"
	for room := 125; room < 400; room += 5 {
		lines := f.wrap(text, 20, room)
		if strings.Join(lines, "") != text {
			t.Fatalf("characters are lost: %q", lines)
		}
		for i, line := range lines {
			r := []rune(line)
			if i > 0 && strings.ContainsRune("、。）」ー々っ", r[0]) || strings.ContainsRune("（「", r[len(r)-1]) {
				t.Errorf("%d pixels: %q", room, lines)
			}
		}
	}
}

func FuzzAnyCaptionIsWritten(f *testing.F) {
	for _, text := range []string{"", "髙橋 José", "\xff\u202e🐉e\u0301\n", strings.Repeat("「", 300)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		if err := PNG(&out, quoridor(), PNGOptions{Size: 400, Caption: []string{text}}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
