package diceshogi

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Files converts minishogi and dice shogi games from and to the files of other programs.
var Files = &shogitext.Files{Game: Game, Name: Game.Called(engine.Options{"rules": minishogi}), Set: set, Read: readKIF, Headings: headings, Variation: variation,
	Is: func(headings []engine.Heading) bool {
		handicap, _ := shogitext.Value(headings, shogitext.HandicapKey)
		return isMinishogi(handicap) || shogitext.Drawn(headings) == size
	}}

const (
	rulesKey = "ルール"
	dieWord  = "サイコロ"
)

// ruleNames are the values of ルール for the rule sets.
var ruleNames = map[string]string{dice: "サイコロ将棋", hyper: "HYPERサイコロ将棋", minishogi: "5五将棋"}

// minishogiNames are the values of 手合割 for this board, in plain digits.
var minishogiNames = []string{"5五将棋", "55将棋", "5々将棋", "5五", "5々", "55", "ミニ将棋", "minishogi"}

// readKIF converts the headings and moves of a KIF file of 5五将棋 into a game. The throw before a move is Written.Throw
// or a comment such as サイコロ：4; 0 means no throw. A file without throws is a game of minishogi. Otherwise ルール names the
// rule set; without it the game is one of Hyper if every move is legal there, else of dice. A board diagram gives the
// start. An error names the heading or the move that does not fit.
func readKIF(headings []engine.Heading, moves []shogitext.Written) (*shogitext.Score, error) {
	start, err := readStart(headings)
	if err != nil {
		return nil, err
	}
	var plies []ply
	thrown := false
	for _, m := range moves {
		die := dieOf(m)
		thrown = thrown || die != unknown
		plies = append(plies, ply{m.Text, die, func(p *position) (engine.Move, error) { return p.Parse(m.Text) }})
	}
	if !thrown {
		return replay(minishogi, start, plies)
	}
	switch rules, named := shogitext.Value(headings, rulesKey); {
	case !named:
		return guess(start, plies)
	case shogitext.Plain(rules) == shogitext.Plain(ruleNames[hyper]):
		return replay(hyper, start, plies)
	case shogitext.Plain(rules) == shogitext.Plain(ruleNames[dice]):
		return replay(dice, start, plies)
	default:
		return nil, i18n.Errorf("%s：%s is unknown: want %s or %s", "%s：%sは使えません。%sか%sと書いてください", rulesKey, rules, ruleNames[dice], ruleNames[hyper])
	}
}

// variation reads moves that are an alternative to those played after p, a position of this game. It returns them in
// canonical notation, without throws, and the position after each. If the die of a move is not written, every file is
// allowed.
func variation(p engine.Position, moves []shogitext.Written) (list []engine.Move, after []engine.Position, err error) {
	for _, m := range moves {
		if p.Next().Throw != nil {
			die := dieOf(m)
			if die <= 0 {
				die = sides // any file is allowed
			}
			if p, err = p.Apply(engine.Throw(die)); err != nil {
				return list, after, err
			}
		}
		read, next, err := shogitext.Variation(p, []shogitext.Written{m})
		if err != nil {
			return list, after, err
		}
		p = next[0]
		list, after = append(list, read[0]), append(after, p)
	}
	return list, after, nil
}

func isMinishogi(handicap string) bool {
	return slices.ContainsFunc(minishogiNames, func(n string) bool { return shogitext.Plain(n) == shogitext.Plain(handicap) })
}

// dieOf returns the face thrown before the move, or unknown.
func dieOf(m shogitext.Written) int {
	if faces, ok := m.Throw.Throw(); ok && len(faces) == 1 {
		return faces[0]
	}
	for line := range strings.Lines(m.Comment) {
		if face := saidDie(line); face != unknown {
			return face
		}
	}
	return unknown
}

// saidDie returns the face named in a line of a comment, such as サイコロ：4, or unknown.
func saidDie(line string) int {
	line = strings.TrimPrefix(shogitext.Plain(strings.TrimSpace(line)), "*")
	face, ok := strings.CutPrefix(line, dieWord+":")
	if ok && len(face) == 1 && face[0] >= '0' && face[0] <= '6' {
		return int(face[0] - '0')
	}
	return unknown
}

// WithoutDie returns a comment without the lines that name a throw.
func WithoutDie(comment string) string {
	lines := slices.DeleteFunc(strings.Split(comment, "\n"), func(line string) bool { return saidDie(line) != unknown })
	return strings.Join(lines, "\n")
}

// readStart returns the text of the first position: that of the diagram if there is one, else the usual one.
func readStart(headings []engine.Heading) (string, error) {
	if shogitext.Drawn(headings) > 0 {
		b, err := set.ReadDiagram(headings)
		if err != nil {
			return "", err
		}
		return b.SFEN(), nil
	}
	handicap, named := shogitext.Value(headings, shogitext.HandicapKey)
	if !named {
		return "", i18n.Errorf("neither %s：%s nor a board diagram says that this is shogi on 5x5 squares", "5×5マスの将棋だと分かる%s：%sも盤面の図もありません",
			shogitext.HandicapKey, ruleNames[minishogi])
	}
	if !isMinishogi(handicap) {
		return "", i18n.Errorf("%s：%s is another game: want %s", "%s：%sは別のゲームです。%sが必要です", shogitext.HandicapKey, handicap, ruleNames[minishogi])
	}
	return startText, nil
}

// headings returns the lines above the moves that tell other programs the board: 手合割, and a diagram with hands and turn unless
// the start is the usual one.
func headings(b shogitext.Board) []engine.Heading {
	all := []engine.Heading{{Key: shogitext.HandicapKey, Value: ruleNames[minishogi]}}
	if b.SFEN() != startText {
		all = append(all, b.Diagram()...)
	}
	return all
}

// Headings returns the headings of a record that begins with p: the second is ルール if the game has dice.
func (p *position) Headings() []engine.Heading {
	all := headings(*p.Board())
	if p.rules != minishogi {
		all = slices.Insert(all, 1, engine.Heading{Key: rulesKey, Value: ruleNames[p.rules]})
	}
	return all
}
