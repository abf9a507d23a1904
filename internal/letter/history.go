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
		return i18n.Paragraphs(i18n.T("tell.rules", "game", m.Game.Called(m.Options)), withoutMarks(engine.WithoutPictures(m.Game.Manual))), true
	case reply.History:
		return history(m), true
	}
	return i18n.Text{}, false
}

// withoutMarks returns a text in Markdown without the signs for headings, for words in bold, and for code.
func withoutMarks(t i18n.Text) i18n.Text {
	marks := regexp.MustCompile("(?m)^#+ |^```.*\n|\\*\\*|`")
	return i18n.Text{En: marks.ReplaceAllString(t.En, ""), Ja: marks.ReplaceAllString(t.Ja, "")}
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
