package diceshogi

import (
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

const (
	dskHead   = "V1-DSK"
	dskStart  = "PI"
	dskResign = "%TORYO"
	dskRules  = "'rules=" // a comment for other programs, before the rule set and the other options
)

// ReadDSK reads a .dsk file, the record of the sample program by the designer of dice shogi: V1-DSK, PI, then a line
// such as +4534KI:3 for each move (seat, origin, destination, piece after the move, die), and %TORYO after a resignation.
// The game is one of Hyper, or of dice if a move is illegal under Hyper, unless a line such as 'rules=dice names its options. Blank lines
// and other lines that begin with ' are skipped. An error names the line or the move.
func ReadDSK(text string) (*shogitext.Score, error) {
	var plies []ply
	var named engine.Options
	resigned, wants := false, []string{dskHead, dskStart}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if strings.HasPrefix(line, dskRules) {
			named = engine.Options{}
			for word := range strings.FieldsSeq(line[1:]) {
				key, value, _ := strings.Cut(word, "=")
				named[key] = value
			}
		}
		switch {
		case line == "" || line[0] == '\'':
		case len(wants) > 0 && line == wants[0]:
			wants = wants[1:]
		case len(wants) > 0:
			return nil, i18n.Errorf("line %d is %q: want %s", "%d行目が「%s」です。%sが必要です", i+1, line, wants[0])
		case resigned:
			return nil, i18n.Errorf("line %d: %q stands after %s", "%d行目：「%s」が%sの後にあります", i+1, line, dskResign)
		case line == dskResign:
			resigned = true
		default:
			p, ok := readDSKLine(line)
			if !ok {
				return nil, i18n.Errorf("line %d is %q: want a move such as +4534KI:3, or %s", "%d行目が「%s」です。+4534KI:3のような指し手か、%sが必要です", i+1, line, dskResign)
			}
			plies = append(plies, p)
		}
	}
	if len(wants) > 0 {
		return nil, i18n.Errorf("the file has no line %s", "ファイルに%sの行がありません", wants[0])
	}
	read := guess
	if named != nil {
		read = func(from string, plies []ply) (*shogitext.Score, error) { return replayWith(named, from, plies) }
	}
	s, err := read(startText, plies)
	if err == nil {
		s.Resigned = resigned
	}
	return s, err
}

// readDSKLine reads a move such as +4534KI:3.
func readDSKLine(line string) (ply, bool) {
	if len(line) != 9 || line[7] != ':' || line[8] < '0' || line[8] > '6' {
		return ply{}, false
	}
	seat := strings.IndexByte("+-", line[0])
	if _, ok := (&shogitext.Board{Set: set}).ReadCSAMove(line[:7]); seat < 0 || !ok {
		return ply{}, false
	}
	return ply{line, int(line[8] - '0'), func(p *position) (engine.Move, error) {
		if int(p.Turn) != seat {
			mover := engine.Seat(int(p.Turn)+1, 2)
			return "", i18n.Errorf("%s is to move", "%sの手番です", mover)
		}
		m, _ := p.Board().ReadCSAMove(line[:7])
		return engine.Move(m.String()), nil
	}}, true
}

// DSK returns s as a .dsk file. It is an error if s is a game of minishogi, has another start than the usual one, or
// has an illegal move.
func DSK(s *shogitext.Score) (string, error) {
	if rulesOf(s) == minishogi {
		return "", i18n.Errorf("a .dsk file holds games with a die, not %s", ".dskのファイルに入るのはサイコロを使う対局で、%sではありません", minishogi)
	}
	if first := startText + " " + rulesOf(s) + " -"; s.Start.String() != first {
		return "", i18n.Errorf("a .dsk file holds games from the usual start only, not from %s", ".dskのファイルに入るのは普通の初期配置からの対局で、%sからではありません", s.Start)
	}
	var text strings.Builder
	text.WriteString(dskHead + "\n")
	if rulesOf(s) == dice || len(s.Options) > 1 {
		text.WriteString("'" + Game.OptionText(s.Options) + "\n")
	}
	text.WriteString(dskStart + "\n")
	err := s.Each(func(p shogitext.Position, m shogitext.Move) {
		own := p.(*position) // of this game, as its start is
		fmt.Fprintf(&text, "%s:%d\n", m.CSA(int(own.Turn)+1), own.die)
	})
	if s.Resigned {
		text.WriteString(dskResign + "\n")
	}
	return text.String(), err
}
