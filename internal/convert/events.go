package convert

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/shogitext"
	"hikyaku/kif"
)

// eventsOf returns moves and throws as events without times and comments.
func eventsOf(moves []engine.Move) (events []kif.Event) {
	for _, move := range moves {
		if isMove(move) {
			events = append(events, kif.Plain(kif.Move(move)))
		} else {
			events = append(events, kif.Plain(kif.Throw(move)))
		}
	}
	return events
}

// writtenMoves returns the moves of events as another program has written them, each with the throw before it.
func writtenMoves(events []kif.Event) (moves []shogitext.Written) {
	var throw engine.Move
	for _, e := range events {
		switch step := e.Step.(type) {
		case kif.Throw:
			throw = engine.Move(step)
		case kif.Move:
			moves, throw = append(moves, shogitext.Written{Text: string(step), Comment: e.Comment, Throw: throw}), ""
		}
	}
	return moves
}

// moveOf returns the nth move of events, from 0.
func moveOf(events []kif.Event, n int) kif.Event {
	moves := slices.DeleteFunc(slices.Clone(events), func(e kif.Event) bool { _, moved := e.Step.(kif.Move); return !moved })
	return moves[n]
}

// withWords returns the events of a file with its moves replaced by moves, one for one, and with the throws among them.
// A comment about a throw is replaced by it.
func withWords(moves []engine.Move, read []kif.Event) (events []kif.Event) {
	thrown := len(moves) > 0 && !isMove(moves[0])
	for _, e := range read {
		if thrown {
			e.Comment = diceshogi.WithoutDie(e.Comment)
		}
		switch step := e.Step.(type) {
		case kif.Throw: // moves has the throws already
		case kif.Move:
			n := 1 + slices.IndexFunc(moves, isMove)
			events = append(events, eventsOf(moves[:n-1])...)
			e.Step, moves = kif.Move(moves[n-1]), moves[n:]
			events = append(events, e)
		case kif.Ending:
			// An unknown ending becomes an adjournment with the word as its comment.
			if other, ok := otherEndings[step]; ok {
				e.Step = other
			} else if step.ID() == "" {
				e.Step, e.Comment = kif.Adjournment, strings.Trim(string(step)+"\n"+e.Comment, "\n")
			}
			events = append(events, e)
		default:
			events = append(events, e)
		}
	}
	return events
}

func isMove(m engine.Move) bool {
	_, thrown := m.Throw()
	return !thrown
}

// otherEndings are words of other programs for known endings.
var otherEndings = map[kif.Ending]kif.Ending{"時間切れ": kif.TimeOut, "宣言勝ち": kif.Declared, "入玉宣言": kif.Declared, "反則手": kif.Foul, "Time-up": kif.TimeOut}
