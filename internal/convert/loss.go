package convert

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// part is a part of a record that a file may not hold. of returns it as a text to compare, "" if the record has none.
type part struct {
	key string
	of  func(r *kif.Record, p *played) string
}

// parts are the parts of a record apart from its headers.
var parts = []part{
	{"start", func(r *kif.Record, p *played) string {
		if r.Start() == "" {
			return ""
		}
		return p.start.String()
	}},
	{"throws", func(_ *kif.Record, p *played) string {
		return joined(p.moves, func(m engine.Move) bool { return !isMove(m) })
	}},
	{"ending", func(_ *kif.Record, p *played) string {
		if p.outcome == nil {
			return ""
		}
		return fmt.Sprint(p.word(), p.fouled(), p.outcome.Places)
	}},
	{"players", func(r *kif.Record, _ *played) string {
		return strings.TrimRight(r.Seat(1).Name+"\n"+r.Seat(2).Name+"\n"+r.Seat(3).Name+"\n"+r.Seat(4).Name, "\n") // addresses are written only on request
	}},
	{"comments", func(r *kif.Record, _ *played) string {
		text := ""
		if r.Comment != "" {
			text = fmt.Sprintf("0 %q\n", r.Comment)
		}
		for _, e := range r.Events { // of a move that was taken back only the comment counts
			if e.Comment != "" {
				text += fmt.Sprintf("%d %q\n", e.Number, e.Comment)
			}
		}
		return text
	}},
	{"times", func(r *kif.Record, _ *played) string {
		if !slices.ContainsFunc(r.Events, func(e kif.Event) bool { return e.Spent > 0 }) {
			return "" // programs write 0:00 if no time was measured
		}
		return ofEvents(r.Events, func(e kif.Event) any { return max(-1, e.Spent) }, time.Duration(-1))
	}},
	{"fractions", func(r *kif.Record, _ *played) string {
		return ofEvents(r.Events, func(e kif.Event) any { return exact(e) }, "")
	}},
	{"dates", func(r *kif.Record, _ *played) string {
		return ofEvents(r.Events, func(e kif.Event) any { return e.At.IsZero() }, true)
	}},
	{"variations", func(r *kif.Record, _ *played) string {
		text := ""
		for _, b := range r.Branches {
			text += fmt.Sprintf("%d %q\n", b.Start, b.Comment+ofEvents(b.Events, func(e kif.Event) any { return e.Step.String() + e.Comment }, ""))
		}
		return text
	}},
	{"proofs", func(r *kif.Record, _ *played) string {
		return ofEvents(r.Events, func(e kif.Event) any { return kif.IsAct(e.Step) || e.Sign != kif.Signature{} }, false)
	}},
	{"source", func(r *kif.Record, _ *played) string {
		return ofEvents(r.Events, func(e kif.Event) any { return e.Source }, kif.Source(""))
	}},
	{"notes", func(r *kif.Record, _ *played) string {
		return strings.TrimPrefix(fmt.Sprint(r.Notes), "[]") + ofEvents(r.Events, func(e kif.Event) any {
			return fmt.Sprint(slices.DeleteFunc(slices.Clone(e.Notes), func(n kif.Note) bool { return n.Word == exactTime }))
		}, "[]")
	}},
}

// joined returns the moves that are wanted, with blanks between.
func joined(moves []engine.Move, wanted func(engine.Move) bool) string {
	var list []string
	for _, m := range moves {
		if wanted(m) {
			list = append(list, string(m))
		}
	}
	return strings.Join(list, " ")
}

// ofEvents returns a value of each event with its number, but for those that have none and those that were taken back.
func ofEvents(events []kif.Event, value func(kif.Event) any, none any) string {
	text := ""
	for _, e := range events {
		if v := value(e); v != none && !e.Undone {
			text += fmt.Sprintln(e.Number, v)
		}
	}
	return text
}

// losses names the parts of r, a record of p, that are missing in again, a record of q. Both are nil for a file that cannot
// be read back.
func losses(r *kif.Record, p *played, again *kif.Record, q *played) (lost []i18n.Text) {
	if again == nil {
		again, q = &kif.Record{}, &played{game: p.game, moves: slices.DeleteFunc(slices.Clone(p.moves), func(m engine.Move) bool { return !isMove(m) })}
	}
	own := unusual(p.game, p.options)
	for key, value := range own {
		if q.options[key] != value {
			lost = append(lost, i18n.T("loss.settings", "settings", p.game.OptionText(own)))
			break
		}
	}
	placed := func(m engine.Move) bool { return isMove(m) && m != p.game.OnTimeout }
	switch {
	case joined(p.moves, isMove) == joined(q.moves, isMove):
	case joined(p.moves, placed) == joined(q.moves, placed):
		lost = append(lost, i18n.T("loss.passes"))
	default:
		lost = append(lost, i18n.T("loss.moves"))
	}
	for _, part := range parts {
		own, kept := part.of(r, p), part.of(again, q)
		if own == "" || own == kept {
			continue
		}
		thing := i18n.T("loss." + part.key)
		if plies := missingPlies(own, kept); slices.Contains(ofPlies, part.key) && len(plies) > 0 {
			thing = i18n.T("loss.at", "thing", thing, "plies", strings.Join(plies, ", "))
		}
		lost = append(lost, thing)
	}
	var keys []string
	for _, h := range r.Headers {
		number := h.Key == "対局番号" && r.Seat(1).Address == "" // means something only by mail
		if !number && !slices.Contains(comparedHeaders, h.Key) && !slices.Contains(again.Headers, h) {
			keys = append(keys, h.Key)
		}
	}
	if keys != nil {
		lost = append(lost, i18n.T("loss.headers", "keys", i18n.Names(keys...)))
	}
	return lost
}

// ofPlies are the parts whose texts have a line for each ply that they are about, after its number.
var ofPlies = []string{"comments", "times", "fractions", "variations"}

// missingPlies returns the numbers of the lines of own that kept lacks, of a long list the first five.
func missingPlies(own, kept string) (plies []string) {
	has := slices.Collect(strings.Lines(kept))
	for line := range strings.Lines(own) {
		if n, _, _ := strings.Cut(line, " "); !slices.Contains(has, line) && !slices.Contains(plies, n) {
			plies = append(plies, n)
		}
	}
	if len(plies) > 5 {
		plies = append(plies[:5], "…")
	}
	return plies
}

// comparedHeaders are the keys of headers that parts and settings compare, or that follow from the start and the rule set.
var comparedHeaders = []string{"", "ゲーム", "設定", "開始局面", "先手", "後手", "下手", "上手", "席1", "席2", "席3", "席4", "手合割", "ルール",
	"先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒", "Game", "Options", "Position", "Seat 1", "Seat 2", "Seat 3", "Seat 4"}

// checkKept returns an error that names the parts of r that data, written in format f, does not hold.
func checkKept(f Format, r *kif.Record, data []byte, t Target) error {
	p, err := play(t.Games, r)
	if err != nil {
		return err
	}
	again, err := f.Read(data, 0)
	var q *played
	if err == nil {
		q, err = play(t.Games, again)
	}
	if err != nil {
		again = nil
	}
	if lost := losses(r, p, again, q); len(lost) > 0 {
		return i18n.Err("convert.lost", "format", f.Name, "things", i18n.List(lost...))
	}
	return err
}
