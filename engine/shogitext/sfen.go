package shogitext

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// MovesWord separates the first position from the moves since, in the text of a position whose game counts repetition.
const MovesWord = "moves"

// Tolerated is the occurrence of a position that ends the game.
const Tolerated = 4

// SFEN returns the board, the seat to move and the pieces in hand, without a move number.
func (b *Board) SFEN() string {
	var text strings.Builder
	for rank := 1; rank <= b.Set.Size; rank++ {
		if rank > 1 {
			text.WriteByte('/')
		}
		bare := 0
		for file := b.Set.Size; file > 0; file-- {
			m := b.Pieces[SquareAt(file, rank)]
			if m.Seat == 0 {
				bare++
				continue
			}
			text.WriteString(number(bare, 1) + m.Letter())
			bare = 0
		}
		text.WriteString(number(bare, 1))
	}
	text.WriteString(" " + string("bw"[b.Turn-1]) + " ")
	board := text.Len()
	for i, hand := range b.Hands {
		for _, k := range HandOrder {
			if hand[k] > 0 {
				text.WriteString(number(hand[k], 2) + Piece{k, uint8(i + 1)}.Letter())
			}
		}
	}
	if text.Len() == board {
		text.WriteByte('-')
	}
	return text.String()
}

// number returns n in digits, or nothing if n is below least.
func number(n, least int) string {
	if n < least {
		return ""
	}
	return strconv.Itoa(n)
}

// ReadSFEN reads the board, the seat to move and the pieces in hand.
func (s *Set) ReadSFEN(fields []string) (b Board, err error) {
	b.Set = s
	if len(fields) < 3 {
		return b, i18n.Errorf("%q has %d fields: want the board, the seat to move and the pieces in hand, as in %s",
			"「%s」は%d項目しかありません。盤面・手番・持ち駒を、%sのように書いてください", strings.Join(fields, " "), len(fields), s.Usual)
	}
	if err := b.readBoard(fields[0]); err != nil {
		return b, err
	}
	if b.Turn = 1 + slices.Index([]string{"b", "w"}, fields[1]); b.Turn == 0 {
		return b, i18n.Errorf("the seat to move is %q: want b for seat 1 or w for seat 2", "手番が「%s」です。先手はb、後手はwと書いてください", fields[1])
	}
	return b, b.readHands(fields[2])
}

func (b *Board) readBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != b.Set.Size {
		return i18n.Errorf("the board %q has %d ranks: want %d with a slash between",
			"盤面「%s」は%d段です。%d段を斜線で区切って書いてください", field, len(ranks), b.Set.Size)
	}
	for i, text := range ranks {
		rank := i + 1
		file := b.Set.Size
		for rest := text; rest != ""; {
			if n := int(rest[0]) - '0'; n >= 1 && n <= b.Set.Size {
				file -= n
				rest = rest[1:]
				continue
			}
			m, after, ok := readLetter(rest)
			if !ok || !b.Set.has(m.Kind) {
				return i18n.Errorf("%q in rank %d is not a piece: the pieces are %s, upper case for seat 1, + before what is promoted",
					"%[2]d段目の「%[1]s」は駒ではありません。駒は%[3]sで、先手は大文字、成駒は前に+を付けてください", rest, rank, b.Set.letters())
			}
			if file > 0 {
				b.Pieces[SquareAt(file, rank)] = m
			}
			file, rest = file-1, after
		}
		if file != 0 {
			return i18n.Errorf("rank %d, %q, does not have %d squares", "%d段目の「%s」は%dマスになっていません", rank, text, b.Set.Size)
		}
	}
	return nil
}

// letters returns the kinds of s in SFEN.
func (s *Set) letters() (all string) {
	for k := range Tokin {
		if s.has(k) {
			all += letters[k : k+1]
		}
	}
	return all
}

func (b *Board) readHands(field string) error {
	if field == "-" {
		return nil
	}
	for rest := field; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n := 1
		if digits > 0 {
			n, _ = strconv.Atoi(rest[:min(digits, 3)])
		}
		m, after, ok := readLetter(rest[digits:])
		switch {
		case !ok || m.Kind >= HandKinds || !b.Set.has(m.Kind) || n == 0 || rest[0] == '0':
			return i18n.Errorf("%q is not a piece in hand: want %s or -, a number before more than one",
				"「%s」は持ち駒として読めません。%sか-を書き、二枚以上なら前に枚数を付けてください", rest, b.Set.handLetters())
		case b.Hands[m.Seat-1][m.Kind] != 0:
			return i18n.Errorf("the pieces in hand %q name one kind twice", "持ち駒「%s」に同じ種類の駒が二度書いてあります", field)
		}
		b.Hands[m.Seat-1][m.Kind] = n
		rest = after
	}
	return nil
}

// handLetters returns the kinds that can be in hand, "R, B, G, S, P".
func (s *Set) handLetters() string {
	var all []string
	for _, k := range HandOrder {
		if s.has(k) {
			all = append(all, k.Letter())
		}
	}
	return strings.Join(all, ", ")
}

// TooMany refuses more pieces of a kind than a game has, counting those in hand and promoted, and two kings of a seat. Pieces and
// kings may be missing.
func (b *Board) TooMany() error {
	var n [Tokin]int
	var kings [2]int
	for _, m := range b.Pieces {
		if m.Seat != 0 {
			n[m.Kind.Lowered()]++
			if m.Kind == King {
				kings[m.Seat-1]++
			}
		}
	}
	for k := range HandKinds {
		n[k] += b.Hands[0][k] + b.Hands[1][k]
		if n[k] > b.Set.Most[k] {
			return i18n.Errorf("there are %d pieces of the kind %s, on the board and in hand: a game has %d",
				"盤上と持ち駒を合わせて%[2]sが%[1]d枚あります。%[3]d枚までです", n[k], k.Name(), b.Set.Most[k])
		}
	}
	for i, n := range kings {
		if n > 1 {
			return i18n.Errorf("%s has %d kings: want one", "%sの玉が%d枚あります。一枚だけにしてください", engine.Seat(i+1, 2), n)
		}
	}
	return nil
}

// TwoPawns refuses two pawns of a seat on a file.
func (b *Board) TwoPawns() error {
	for s := range b.Set.Squares {
		if b.hasPawnAbove(s) {
			return i18n.Errorf("%s has two pawns on file %d", "%sの歩が%d筋に二枚あります", engine.Seat(int(b.Pieces[s].Seat), 2), s.File())
		}
	}
	return nil
}

// hasPawnAbove reports whether s has a pawn and a lower rank of the same file another one of the same seat.
func (b *Board) hasPawnAbove(s Square) bool {
	m := b.Pieces[s]
	for above := s.Rank() - 1; m.Kind == Pawn && m.Seat != 0 && above > 0; above-- {
		if b.Pieces[SquareAt(s.File(), above)] == m {
			return true
		}
	}
	return false
}
