package diceshogi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// letters are the kinds in SFEN. A promoted man is a + and the letter of its unpromoted kind.
const letters = "psgbrk"

// inHandOrder is the order of the men in hand in SFEN and in diagrams.
var inHandOrder = []kind{rook, bishop, gold, silver, pawn}

// String returns the SFEN of the position without a move number, its rule set, the die or "-", and the rule of a foul that
// lost.
func (p *position) String() string {
	shown := "-"
	if p.die != 0 {
		shown = strconv.Itoa(p.die)
	}
	text := p.sfen() + " " + p.rules + " " + shown
	if p.foul != nil {
		text += " " + p.foul.ID
	}
	return text
}

// sfen returns the board, the seat to move and the men in hand.
func (b *board) sfen() string {
	var text strings.Builder
	for rank := range size {
		if rank > 0 {
			text.WriteByte('/')
		}
		b.writeRank(&text, rank)
	}
	return text.String() + " " + string("bw"[b.turn]) + " " + b.handText()
}

func (b *board) writeRank(text *strings.Builder, rank int) {
	bare := 0
	for file := size; file > 0; file-- {
		s := spot(file, rank).first()
		if !b.taken().has(s) {
			bare++
			continue
		}
		text.WriteString(number(bare, 1) + b.letter(s))
		bare = 0
	}
	text.WriteString(number(bare, 1))
}

// number returns n in digits, or nothing if n is below least.
func number(n, least int) string {
	if n < least {
		return ""
	}
	return strconv.Itoa(n)
}

// letter returns the man on s in SFEN, in upper case for seat 1.
func (b *board) letter(s square) string {
	text := b.kindAt(s).letter()
	if b.seats[0].has(s) {
		return text
	}
	return strings.ToLower(text)
}

// letter returns the kind in SFEN, in upper case.
func (k kind) letter() string {
	text := strings.ToUpper(letters[lowered[k] : lowered[k]+1])
	if lowered[k] != k {
		return "+" + text
	}
	return text
}

func (b *board) handText() string {
	text := ""
	for seat, hand := range b.hands {
		for _, k := range inHandOrder {
			if hand[k] > 0 {
				man := number(int(hand[k]), 2) + string(letters[k])
				text += []string{strings.ToUpper(man), man}[seat]
			}
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// parse is the inverse of String. It also reads plain SFEN, with or without a move number, as a position of the
// options' rule set before the throw. It refuses positions that no game reaches, but allows men to be missing, because
// a study or a handicap may begin with fewer.
func parse(options engine.Options, text string) (engine.Position, error) {
	all, err := (&engine.Game{Name: name, Options: choices}).Resolve(options)
	if err != nil {
		return nil, err
	}
	p := &position{rules: all["rules"], loses: all["foul"] == "loses"}
	p.free, p.loose = p.rules == dice, all["drop"] == "free"
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 7 {
		return nil, fmt.Errorf("%q has %d fields: want board, seat to move, men in hand, rules and die, as in %s dice -", text, len(fields), startText)
	}
	for i, read := range []func(*board, string) error{readBoard, readTurn, readHands} {
		if err := read(&p.board, fields[i]); err != nil {
			return nil, err
		}
	}
	if err := p.readRest(fields[3:]); err != nil {
		return nil, err
	}
	if err := p.possible(); err != nil {
		return nil, err
	}
	return p, nil
}

func readBoard(b *board, field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != size {
		return fmt.Errorf("the board %q has %d ranks: want 5 with a slash between", field, len(ranks))
	}
	for rank, text := range ranks {
		if err := b.readRank(rank, text); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) readRank(rank int, text string) error {
	file := size
	for rest := text; rest != ""; {
		if n := int(rest[0]) - '0'; n >= 1 && n <= size {
			file -= n
			rest = rest[1:]
			continue
		}
		seat, k, after, ok := readLetter(rest)
		if !ok {
			return fmt.Errorf("%q in rank %d is no man: men are %s, upper case for seat 1, + before what is promoted", rest, rank+1, letters)
		}
		b.set(spot(file, rank), seat, k)
		file, rest = file-1, after
	}
	if file != 0 {
		return fmt.Errorf("rank %d, %q, does not have 5 squares", rank+1, text)
	}
	return nil
}

// readLetter reads one man of SFEN and returns the rest of text.
func readLetter(text string) (seat int, k kind, rest string, ok bool) {
	bare, high := strings.CutPrefix(text, "+")
	if bare == "" {
		return 0, 0, text, false
	}
	i := strings.Index(letters, strings.ToLower(bare[:1]))
	if i < 0 {
		return 0, 0, text, false
	}
	if bare[0] >= 'a' {
		seat = 1
	}
	k = kind(i)
	if high {
		ok = raised[k] != k
		return seat, raised[k], bare[1:], ok
	}
	return seat, k, bare[1:], true
}

// set puts a man on the one square of a set, or nowhere if the set is empty.
func (b *board) set(one squares, seat int, k kind) {
	b.men[k] |= one
	b.seats[seat] |= one
}

func readTurn(b *board, field string) error {
	i := strings.Index("bw", field)
	if i < 0 || len(field) != 1 {
		return fmt.Errorf("the seat to move is %q: want b for seat 1 or w for seat 2", field)
	}
	b.turn = uint8(i)
	return nil
}

func readHands(b *board, field string) error {
	if field == "-" {
		return nil
	}
	for rest := field; rest != ""; {
		n := 1
		if rest[0] >= '1' && rest[0] <= '9' {
			n = int(rest[0] - '0')
			rest = rest[1:]
		}
		seat, k, after, ok := readLetter(rest)
		if !ok || k >= handKinds {
			return fmt.Errorf("%q is no man in hand: want R, B, G, S, P or -, a number before more than one", rest)
		}
		if b.hands[seat][k] != 0 {
			return fmt.Errorf("the men in hand %q name one kind twice", field)
		}
		b.hands[seat][k] = int8(n)
		rest = after
	}
	return nil
}

// readRest reads the fields that may follow: a move number, the rule set and the die, the rule of a foul.
func (p *position) readRest(fields []string) error {
	if len(fields) > 0 && ruleNames[fields[0]] == "" {
		if n, err := strconv.Atoi(fields[0]); err != nil || n < 1 {
			return fmt.Errorf("%q is no move number", fields[0])
		}
		fields = fields[1:]
	}
	switch {
	case len(fields) == 0:
		return nil
	case len(fields) == 1 || len(fields) > 3:
		return fmt.Errorf("%q is not a rule set and a die, as in dice -", strings.Join(fields, " "))
	case fields[0] != p.rules:
		return fmt.Errorf("the position is of rules=%s: this is rules=%s", fields[0], p.rules)
	}
	if fields[1] != "-" {
		p.die = slices.Index([]string{"1", "2", "3", "4", "5", "6"}, fields[1]) + 1
		if p.die == 0 {
			return fmt.Errorf("the die shows %q: want 1 to 6, or - for none", fields[1])
		}
	}
	return p.readFoul(fields[2:])
}

// readFoul reads the rule by which the last move lost, if there is one.
func (p *position) readFoul(fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	i := slices.IndexFunc(fouls, func(r *engine.Rule) bool { return r.ID == fields[0] })
	switch {
	case i < 0:
		return fmt.Errorf("%q is no foul that loses", fields[0])
	case !p.loses:
		return fmt.Errorf("the last move has lost by %s: this needs foul=loses", fields[0])
	}
	p.foul = fouls[i]
	return nil
}
