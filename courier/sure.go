package courier

import (
	"encoding/hex"
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/words"
)

// codeLength is how many characters of a match's short name make sure of a word: "resign 7c1f".
const codeLength = 4

// askPrefix stands in the Message-ID of a letter that asks whether a word is meant, before the word: a yes in answer to it
// says to what.
const askPrefix = "ask-"

// answers is the Message-ID of the letter that the reply answers.
func (h heard) answers() string { return answeredBy(h.letter) }

func answeredBy(letter *mailbox.Letter) string {
	if n := len(letter.References); letter.InReplyTo == "" && n > 0 {
		return letter.References[n-1]
	}
	return letter.InReplyTo
}

// confirmed is what a reply says yes to, by the letter that it answers; the zero Wish where it answers no question.
func (h heard) confirmed() reply.Wish {
	rest, asks := strings.CutPrefix(h.answers(), IDPrefix+askPrefix)
	question, _, _ := strings.Cut(rest, ".")
	code := h.match.Short()[:codeLength]
	for _, prefix := range []string{askMove, askMoveAndDraw} {
		if move, err := hex.DecodeString(strings.TrimPrefix(question, prefix)); err == nil && strings.HasPrefix(question, prefix) {
			return reply.Wish{Move: string(move), Draw: prefix == askMoveAndDraw, Code: code}
		}
	}
	if asks && question != "" {
		return reply.Wish{Word: reply.Word(question), Code: code}
	}
	return reply.Wish{}
}

// What stands in the place of the word where a move is asked about, before the move in hex.
const (
	askMove        = "move-"
	askMoveAndDraw = "draw-"
)

// makeSureOfMove asks whether a move is meant.
func makeSureOfMove(m *match.Match, w reply.Wish) remark {
	move := spelled(m, kif.Move(w.Move))
	text, prefix := words.Text("sure.move", "move", move), askMove
	if w.Draw {
		text, prefix = words.Text("sure.move-draw", "move", move), askMoveAndDraw
	}
	return remark{
		text: text, note: words.Text("reason.sure", "what", w.Move), asked: true,
		asks: reply.Word(prefix + hex.EncodeToString([]byte(w.Move))),
	}
}

// final tells whether what was done cannot be undone: it ends the match, agrees to what another has asked, or claims.
func final(before, after *match.Match) bool {
	if before.Roster.Joining() != 0 {
		return false // an invitation
	}
	for _, e := range after.Record.Events[before.LastEntry()+1:] {
		switch step := e.Step.(type) {
		case kif.Ending, kif.Claim:
			return true
		case kif.Agree:
			if step.To != kif.PauseQuestion { // which anybody can end
				return true
			}
		}
	}
	return false
}

// makeSure asks whether a word is meant that cannot be undone.
func makeSure(m *match.Match, word reply.Word) remark {
	says := string(word)
	if word == reply.Accept {
		says = "agree"
	}
	return remark{
		text: words.Text("sure.ask", "does", words.Text("sure."+says), "word", words.Text("word."+says), "code", m.Short()[:codeLength]),
		note: words.Text("reason.sure", "what", string(word)), asked: true, asks: word,
	}
}

// tell is what a word asks to be told, and whether it asks for that only.
func tell(m *match.Match, word reply.Word) (engine.Text, bool) {
	switch word {
	case reply.Show:
		return words.Text("tell.board"), true
	case reply.Help:
		return words.Text("tell.help"), true
	case reply.Rules:
		return words.Paragraphs(words.Text("tell.rules", "game", m.Game.Called(m.Options)), engine.WithoutPictures(m.Game.Manual)), true
	case reply.History:
		return history(m), true
	}
	return engine.Text{}, false
}

// history lists the moves so far.
func history(m *match.Match) engine.Text {
	moves := match.Moves(m)
	if len(moves) == 0 {
		return words.Text("tell.history-none")
	}
	lines := []engine.Text{}
	thrown, ply := "", 0
	for _, text := range moves {
		move := engine.Move(text)
		if _, throws := move.Throw(); throws {
			thrown += text + " "
			continue
		}
		ply++
		spelled, before := engine.Spell(m.Last(), move), fmt.Sprintf("%4d. %s", ply, thrown)
		lines, thrown = append(lines, engine.Text{En: before + spelled.En, Ja: before + spelled.Ja}), ""
	}
	return words.Paragraphs(words.Text("tell.history"), words.Lines(lines...))
}
