package letter

import (
	"fmt"
	"regexp"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// Asked returns the information that a word asks for, and whether it asks for
// any.
func Asked(m *match.Match, word reply.Word) (i18n.Text, bool) {
	switch word {
	case reply.Show:
		return i18n.T("tell.board"), true
	case reply.Help:
		return i18n.T("tell.help"), true
	case reply.Rules:
		manual := engine.WithoutPictures(m.Game.Manual)
		marks := regexp.MustCompile("(?m)^#+ |^```.*\n|\\*\\*|`") // for headings, words in bold, and code
		manual = i18n.Text{En: marks.ReplaceAllString(manual.En, ""), Ja: marks.ReplaceAllString(manual.Ja, "")}
		return i18n.Paragraphs(i18n.T("tell.rules", "game", m.Game.Called(m.Options)), manual), true
	case reply.History:
		return history(m), true
	}
	return i18n.Text{}, false
}

// history lists the moves so far.
func history(m *match.Match) i18n.Text {
	moves := m.Moves()
	if len(moves) == 0 {
		return i18n.T("tell.history-none")
	}
	lines := []i18n.Text{}
	thrown, ply := "", 0
	for _, text := range moves {
		move := engine.Move(text)
		if _, throws := move.Throw(); throws {
			thrown += text + " "
			continue
		}
		ply++
		spelled, before := engine.Spell(m.Last(), move), fmt.Sprintf("%4d. %s", ply, thrown)
		lines, thrown = append(lines, i18n.Text{En: before + spelled.En, Ja: before + spelled.Ja}), ""
	}
	return i18n.Paragraphs(i18n.T("tell.history"), i18n.Lines(lines...))
}
