package shogi

import (
	"errors"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Files converts shogi games from and to the files of other programs.
var Files = &shogitext.Files{Game: Game, Name: Game.Title, Set: set, Is: isKIF, Read: read, Headings: headings, Variation: shogitext.Variation}

// otherStart is the value of 手合割 that comes with a diagram.
const otherStart = "その他"

// handicapNamed returns the handicap with a name of 手合割. ok is false if there is none.
func handicapNamed(name string) (h handicap, ok bool) {
	i := slices.IndexFunc(handicaps[:], func(h handicap) bool { return shogitext.Plain(h.name.Ja) == shogitext.Plain(name) })
	if i < 0 {
		return h, false
	}
	return handicaps[i], true
}

// isKIF reports whether the headings of a KIF file describe shogi on 9x9 squares: by the size of a diagram, by the name of a
// handicap, or by the absence of both.
func isKIF(heads []engine.Heading) bool {
	if ranks := shogitext.Drawn(heads); ranks > 0 {
		return ranks == size
	}
	value, named := shogitext.Value(heads, shogitext.HandicapKey)
	_, known := handicapNamed(value)
	return known || !named
}

// read replays a game of a KIF file. What its players let pass is not judged again: nothing is counted or declared, and a foul
// that is the last move has lost.
func read(heads []engine.Heading, moves []shogitext.Written) (*shogitext.Score, error) {
	text, handicap, err := startOf(heads)
	if err != nil {
		return nil, err
	}
	options := engine.Options{"handicap": handicap, "repetition": "none", "impasse": "none"}
	s, err := shogitext.Replay(Game, options, text, moves)
	if r, ok := errors.AsType[*engine.Rejection](err); ok && slices.Contains(shogitext.Fouls, r.Rule) {
		options["foul"] = "loses"
		if lost, failed := shogitext.Replay(Game, options, text, moves); failed == nil {
			return lost, nil
		}
	}
	return s, err
}

// startOf returns the text of the first position and the handicap that the headings name.
func startOf(heads []engine.Heading) (text, handicap string, err error) {
	value, named := shogitext.Value(heads, shogitext.HandicapKey)
	h, known := handicapNamed(value)
	if !known {
		h = handicaps[0]
	}
	if shogitext.Drawn(heads) > 0 {
		b, err := set.ReadDiagram(heads)
		return b.SFEN(), h.value, err
	}
	if named && !known {
		return "", "", i18n.Errorf("%s：%s needs a board diagram, or the name of a handicap as in %s", "%s：%sには盤面の図が必要です。なければ%sのように手合割を書いてください",
			shogitext.HandicapKey, value, handicaps[1].name.Ja)
	}
	return h.sfen(), h.value, nil
}

// Headings returns the headings of a record that begins with p.
func (p *position) Headings() []engine.Heading { return headings(*p.Board()) }

// littleKnown are the handicaps whose names some programs do not read.
var littleKnown = []string{"three", "five", "left-five", "left-seven", "right-seven"}

// headings returns the lines above the moves of a KIF file that begins with b: the name of the handicap, or その他, and a diagram
// unless every program knows the handicap.
func headings(b shogitext.Board) []engine.Heading {
	text := b.SFEN()
	i := slices.IndexFunc(handicaps[:], func(h handicap) bool { return h.sfen() == text })
	if i < 0 {
		return append([]engine.Heading{{Key: shogitext.HandicapKey, Value: otherStart}}, b.Diagram()...)
	}
	lines := []engine.Heading{{Key: shogitext.HandicapKey, Value: handicaps[i].name.Ja}}
	if slices.Contains(littleKnown, handicaps[i].value) {
		lines = append(lines, b.Diagram()...)
	}
	return lines
}
