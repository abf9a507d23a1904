package convert

import (
	"slices"
	"strings"

	"hikyaku/kif"
)

// word returns the word of other programs for the end of the match, "" for none and for a foul.
func (p *played) word() kif.Ending {
	switch {
	case p.outcome == nil:
		return ""
	case p.outcome.Word != "":
		return p.outcome.Word
	}
	switch p.outcome.Rule.ID {
	case "end.checkmate", "end.stalemate":
		if word, ends := p.ending.Step.(kif.Ending); ends {
			return word // who is mated may have resigned
		}
		return kif.Mate
	case "end.repetition":
		return kif.Repetition
	case "end.declared":
		return kif.Declared
	case "end.declared-draw":
		return kif.Impasse
	}
	return ""
}

// fouled reports whether a rule of the game has ended the match because a player broke it.
func (p *played) fouled() bool {
	if p.outcome == nil || p.outcome.Word != "" {
		return false
	}
	id := p.outcome.Rule.ID
	return id == "end.perpetual-check" || !strings.HasPrefix(id, "end.")
}

// winner returns the seat that has won, 0 for none.
func (p *played) winner() int {
	if p.outcome == nil || !slices.Contains(p.outcome.Places, 2) {
		return 0
	}
	return 1 + slices.Index(p.outcome.Places, 1)
}

// closing returns how the match ended, in the words of shogi programs.
func (p *played) closing() string {
	word, winner := p.word(), ""
	if n := p.winner(); n > 0 {
		winner = p.start.Scene().Seat(n).Ja
	}
	switch {
	case p.fouled():
		return winner + "の反則勝ち"
	case winner == "" && word == kif.DrawAgreed:
		return "合意により引き分け"
	case winner == "":
		return string(word)
	case word == kif.TimeOut:
		return "時間切れにより" + winner + "の勝ち"
	case word == kif.FoulWin || word == kif.Declared || word == kif.Mate:
		return winner + "の" + string(word)
	case word == kif.Foul && winner != "":
		return p.start.Scene().Seat(3-p.winner()).Ja + "の" + string(word)
	}
	return winner + "の勝ち"
}
