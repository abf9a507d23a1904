package kif

import (
	"fmt"
	"hikyaku/engine"
	"strings"
)

// Outcome is how a match ended.
type Outcome struct {
	Word   string       // the record's ending, "" where a rule of the game ended it
	Rule   *engine.Rule // the rule of the game, or "record.…" for an ending of the record
	Seat   int          // the seat that an ending of the record concerns, 0 for none
	Places []int        // the place of each seat, equal ones shared; nil where nobody is placed (中断)
}

// Outcome is how the match ended, nil while it goes on.
func (l *Line) Outcome() *Outcome {
	if l.outcome != nil {
		return l.outcome
	}
	if r := l.Last().Next().Result; r != nil {
		return &Outcome{Rule: r.Rule, Places: r.Places}
	}
	return nil
}

// Next is what the match waits for. After an ending of the record it is a Result, with the Places of
// the Outcome. It is zero while an invitation is not yet accepted by all (Joining), and a Throw of [2] while the seats
// are to be tossed for.
func (l *Line) Next() engine.Next {
	if o := l.outcome; o != nil {
		return engine.Next{Result: &engine.Result{Rule: o.Rule, Places: o.Places}}
	}
	switch {
	case l.Joining() != 0:
		return engine.Next{}
	case l.tossDue():
		return engine.Next{Throw: []int{2}}
	}
	return l.Last().Next()
}

// sentence is the closing sentence below e (まで2手で後手の勝ち), "" while the match goes on.
func (l *Line) sentence(e Event) string {
	o := l.Outcome()
	if o == nil {
		return ""
	}
	played := l.Ply()
	if e.Kind == Move {
		played++
	}
	return fmt.Sprintf("まで%d手で%s", played, o.phrase(l.Game.Seats(l.Options)))
}

// phrase is the closing sentence from the outcome on.
func (o *Outcome) phrase(seats int) string {
	switch {
	case o.Word == "":
		return winners(o.Places, seats)
	case endings[o.Word].share == even || endings[o.Word].share == open:
		return o.Word
	case seats == 2 && o.Word == TimeOut:
		return "時間切れにより" + winners(o.Places, seats)
	case seats == 2 && (o.Word == Resignation || endings[o.Word].do == "mate"):
		return winners(o.Places, seats)
	}
	return engine.Seat(o.Seat, seats).Ja + "の" + o.Word
}

// winners is "後手の勝ち", or a draw where all share the first place.
func winners(places []int, seats int) string {
	var names []string
	for i, place := range places {
		if place == 1 {
			names = append(names, engine.Seat(i+1, seats).Ja)
		}
	}
	if len(names) == seats {
		return "引き分け"
	}
	return strings.Join(names, "と") + "の勝ち"
}
