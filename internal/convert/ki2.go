package convert

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/kif"
)

// marks precede each move of a KI2 file.
const marks = "▲△▼▽☗☖"

var numberedMove = lazyregexp.New(`^[0-9０-９]+[ \x{3000}]+([0-9０-９][0-9０-９一-九]|[^0-9０-９ \x{3000}])`)

var variationForm = lazyregexp.New(`^変化[：:]\s*([0-9]+)手`)

// closings are the endings of the sentence まで…, with the word for each. Any other sentence means a resignation.
var closings = []ending{
	{"不詰", kif.NoMate}, {"不戦敗", kif.Default}, {"不戦勝", kif.Walkover}, {"封じ手", kif.Sealed},
	{"中断", kif.Adjournment}, {"千日手", kif.Repetition}, {"持将棋", kif.Impasse}, {"合意", kif.DrawAgreed}, {"時間切れ", kif.TimeOut}, {"切れ負け", kif.TimeOut},
	{"反則勝ち", kif.FoulWin}, {"反則負け", kif.Foul}, {"入玉", kif.Declared}, {"詰み", kif.Mate}, {"詰", kif.Mate},
}

// firstMove returns the format of the first line of moves of a file, kif or ki2: KI2 has no number before a move. It is "" without
// such a line.
func firstMove(data []byte) string {
	for _, line := range linesOf(data) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "手数-") || numberedMove().MatchString(line):
			return "kif"
		case line != "" && strings.ContainsRune(marks, []rune(line)[0]):
			return "ki2"
		}
	}
	return ""
}

// readKI2 reads a KI2 file: it is a KIF file whose moves follow each other without numbers and origins.
func readKI2(data []byte, _ int) (*kif.Record, error) {
	var all lines
	n := 0
	for i, line := range linesOf(data) {
		line = strings.TrimSpace(line)
		switch found := variationForm().FindStringSubmatch(line); {
		case found != nil:
			n = 0
			fmt.Sscan(found[1], &n)
			n--
			all.add(i+1, line)
		case line != "" && strings.ContainsRune(marks, []rune(line)[0]):
			if strings.TrimRight(line, marks) != line {
				return nil, &kif.Error{Line: i + 1, Found: kif.Found(line), Wanted: i18n.T("fit.ki2")}
			}
			for move := range strings.FieldsFuncSeq(line, func(c rune) bool { return strings.ContainsRune(marks, c) }) {
				n++
				all.add(i+1, fmt.Sprintf("%4d %s", n, strings.TrimSpace(move)))
			}
		case strings.HasPrefix(line, "まで"):
			word := kif.Resignation
			if c := slices.IndexFunc(closings, func(c ending) bool { return strings.Contains(line, c.text) }); c >= 0 {
				word = closings[c].word
			}
			all.add(i+1, fmt.Sprintf("%4d %s", n+1, word))
		default:
			all.add(i+1, line)
		}
	}
	return all.record()
}

// writeKI2 writes a game of shogi with its players, headers and comments. The throws are comments, as in KIF.
func writeKI2(r *kif.Record, t Target) ([]byte, error) {
	p, err := playShogi(r, t, families)
	if err != nil {
		return nil, err
	}
	moves, err := p.score().KI2()
	if err != nil {
		return nil, err
	}
	headings, err := p.score().Headings()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, h := range headings {
		fmt.Fprintln(&text, strings.TrimPrefix(h.Key+"："+h.Value, "："))
	}
	for n := range 2 {
		if name := t.player(r.Seat(n + 1)); name != "" {
			fmt.Fprintln(&text, p.start.Scene().Seat(n+1).Ja+"："+name)
		}
	}
	for _, h := range r.Headers {
		if h.Key != "" && !slices.Contains(comparedHeaders, h.Key) && !slices.Contains(ownHeaders, h.Key) {
			fmt.Fprintln(&text, h.Key+"："+h.Value)
		}
	}
	fmt.Fprint(&text, "\n"+ki2Remarks.of(r.Comment, r.Notes))
	events, thrown := p.events(r), p.thrown()
	for i, move := range moves {
		fmt.Fprintln(&text, move)
		if len(thrown) > 0 {
			fmt.Fprintf(&text, "*サイコロ：%d\n", thrown[i])
		}
		if i < len(events) {
			fmt.Fprint(&text, ki2Remarks.of(events[i].Comment, events[i].Notes))
		}
	}
	if p.outcome != nil {
		fmt.Fprintf(&text, "まで%d手で%s\n%s", len(moves), p.closing(), ki2Remarks.of(p.ending.Comment, p.ending.Notes))
	}
	if len(thrown) == 0 {
		if err := writeBranches(&text, r, p.score()); err != nil {
			return nil, err
		}
	}
	return t.Encoding.Encode(text.String())
}

// writeBranches writes the variations of r, a record of score without dice.
func writeBranches(text *strings.Builder, r *kif.Record, score *shogitext.Score) error {
	played := []line{mainLine(score)}
	for _, b := range r.Branches {
		start, err := branching(played, b)
		if err != nil {
			return err
		}
		own := &shogitext.Score{Start: start}
		for _, e := range b.Events {
			if m, moved := e.Step.(kif.Move); moved {
				own.Moves = append(own.Moves, engine.Move(m))
			}
		}
		moves, err := own.KI2()
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "\n変化：%d手\n%s", b.Start, ki2Remarks.of(b.Comment, b.Notes))
		for _, e := range b.Events {
			if _, moved := e.Step.(kif.Move); moved {
				fmt.Fprintln(text, moves[0])
				moves = moves[1:]
			} else {
				fmt.Fprintf(text, "まで%d手で%s\n", e.Number-1, e.Step)
			}
			text.WriteString(ki2Remarks.of(e.Comment, e.Notes))
		}
		after := mainLine(own)
		after.first = b.Start
		played = append(played, after)
	}
	return nil
}

// remarks are the signs with which the lines of comments and the bookmarks of a format begin.
type remarks struct{ comment, bookmark string }

var ki2Remarks = remarks{"*", "&"}

// of returns the lines of a comment, then the bookmarks among notes.
func (s remarks) of(comment string, notes []kif.Note) (text string) {
	if comment != "" {
		text = s.comment + strings.ReplaceAll(comment, "\n", "\n"+s.comment) + "\n"
	}
	for _, n := range notes {
		if n.Word == "&" {
			text += s.bookmark + n.Text + "\n"
		}
	}
	return text
}

// events returns the moves of r, without those that were taken back.
func (p *played) events(r *kif.Record) []kif.Event {
	return slices.DeleteFunc(slices.Clone(r.Events), func(e kif.Event) bool { _, moved := e.Step.(kif.Move); return !moved || e.Undone })
}

// thrown returns the face of the die before each move, 0 for none; nil for a game without dice.
func (p *played) thrown() (faces []int) {
	if !slices.ContainsFunc(p.moves, func(m engine.Move) bool { return !isMove(m) }) {
		return nil
	}
	face := 0
	for _, m := range p.moves {
		if thrown, ok := m.Throw(); ok {
			face = thrown[0]
			continue
		}
		faces, face = append(faces, face), 0
	}
	return faces
}
