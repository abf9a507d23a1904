package diceshogi

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
)

// codes are the names of the kinds in .dsk and CSA files, which name the man as it is after the move.
var codes = [kinds]string{"FU", "GI", "KI", "KA", "HI", "OU", "TO", "NG", "UM", "RY"}

const (
	dskHead   = "V1-DSK"
	dskStart  = "PI"
	dskResign = "%TORYO"
	dskRules  = "'rules=" // a comment for other programs, before the rule set and the other options
)

// ReadDSK reads a .dsk file, the record of the sample program by the designer of dice shogi: V1-DSK, PI, then a line
// such as +4534KI:3 for each move (seat, origin, destination, man after the move, die), and %TORYO after a resignation.
// The game is one of Hyper, or of dice if a move is illegal under Hyper, unless a line such as 'rules=dice names its options. Blank lines
// and other lines that begin with ' are skipped. An error names the line or the move.
func ReadDSK(text string) (*Score, error) {
	var plies []ply
	var named engine.Options
	resigned, wants := false, []string{dskHead, dskStart}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if strings.HasPrefix(line, dskRules) {
			named = readOptions(line[1:])
		}
		switch {
		case line == "" || line[0] == '\'':
		case len(wants) > 0 && line == wants[0]:
			wants = wants[1:]
		case len(wants) > 0:
			return nil, fmt.Errorf("line %d is %q: want %s", i+1, line, wants[0])
		case resigned:
			return nil, fmt.Errorf("line %d: %q stands after %s", i+1, line, dskResign)
		case line == dskResign:
			resigned = true
		default:
			p, ok := readDSKLine(line)
			if !ok {
				return nil, fmt.Errorf("line %d is %q: want a move such as +4534KI:3, or %s", i+1, line, dskResign)
			}
			plies = append(plies, p)
		}
	}
	if len(wants) > 0 {
		return nil, fmt.Errorf("the file has no line %s", wants[0])
	}
	read := guess
	if named != nil {
		read = func(from string, plies []ply) (*Score, error) { return replayWith(named, from, plies) }
	}
	s, err := read(startText, plies)
	if err == nil {
		s.Resigned = resigned
	}
	return s, err
}

// readOptions reads "key=value key=value".
func readOptions(text string) engine.Options {
	options := engine.Options{}
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		options[key] = value
	}
	return options
}

// readDSKLine reads a move such as +4534KI:3.
func readDSKLine(line string) (ply, bool) {
	if len(line) != 9 || line[7] != ':' || line[8] < '0' || line[8] > '6' {
		return ply{}, false
	}
	seat, k := strings.IndexByte("+-", line[0]), slices.Index(codes[:], line[5:7])
	to, ok := readDigits(line[3:5])
	from, standing := readDigits(line[1:3])
	if seat < 0 || k < 0 || !ok || !standing && line[1:3] != "00" {
		return ply{}, false
	}
	return ply{line, int(line[8] - '0'), func(p *position) (engine.Move, error) {
		if int(p.turn) != seat {
			return "", fmt.Errorf("%s is to move", engine.Seat(int(p.turn)+1, 2).En)
		}
		m := move{kind: kind(k), from: from, to: to}
		if !standing {
			m.way = drops
			return engine.Move(m.String()), nil
		}
		return engine.Move(p.rising(m).String()), nil
	}}, true
}

// DSK returns s as a .dsk file. It is an error if s is a game of minishogi, has another start than the usual one, or
// has an illegal move.
func (s *Score) DSK() (string, error) {
	if s.rules() == minishogi {
		return "", fmt.Errorf("a .dsk file holds games with a die, not %s", minishogi)
	}
	if first := usualStart(s.rules()); s.Start.String() != first {
		return "", fmt.Errorf("a .dsk file holds games from the usual start only, not from %s", s.Start)
	}
	var text strings.Builder
	text.WriteString(dskHead + "\n")
	if s.rules() == dice || len(s.Options) > 1 {
		text.WriteString("'" + Game.OptionText(s.Options) + "\n")
	}
	text.WriteString(dskStart + "\n")
	err := s.each(func(p *position, m move) {
		fmt.Fprintf(&text, "%s:%d\n", p.csa(m), p.die)
	})
	if s.Resigned {
		text.WriteString(dskResign + "\n")
	}
	return text.String(), err
}

func usualStart(rules string) string { return startText + " " + rules + " -" }
