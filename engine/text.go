package engine

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/internal/i18n"
)

// Labels returns texts that are the same in both languages.
func Labels(words ...string) (labels []i18n.Text) {
	for _, word := range words {
		labels = append(labels, i18n.Same(word))
	}
	return labels
}

// Seat returns a name for the player of seat n, from 1, in a match with that many seats when the player's own name is not known:
// the number on the boards or, in Japanese, 先手 and 後手 if there are two.
func Seat(n, seats int) i18n.Text {
	t := i18n.Text{En: fmt.Sprintf("Player %d", n), Ja: fmt.Sprintf("プレイヤー%d", n)}
	if seats == 2 {
		t.Ja = []string{"先手", "後手"}[n-1]
	}
	return t
}

// SeatNamed returns the seat that a person means: its number, or a name as Seat returns it or as players of handicap games of
// shogi use it. It returns 0 for anything else.
func SeatNamed(text string) int {
	switch text = strings.ToLower(Narrow(strings.TrimSpace(text))); text {
	case "先手", "下手", "sente", "shitate", "first":
		return 1
	case "後手", "上手", "gote", "uwate", "second":
		return 2
	}
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(text, "player "), "プレイヤー"))
	if err != nil {
		return 0
	}
	return n
}

// Side returns what players of shogi call a seat of a game with odds, which seat 2 gives.
func Side(n int) i18n.Text {
	return []i18n.Text{{En: "Shitate", Ja: "下手"}, {En: "Uwate", Ja: "上手"}}[n-1]
}

// Manual returns the rules of a game from its files RULES.md and RULES.ja.md. The first line of each, which names the other
// file, is left out.
func Manual(en, ja string) i18n.Text {
	_, en, _ = strings.Cut(en, "\n\n")
	_, ja, _ = strings.Cut(ja, "\n\n")
	return i18n.Text{En: en, Ja: ja}
}

// WithoutPictures returns a text in Markdown without the paragraphs that are pictures.
func WithoutPictures(t i18n.Text) i18n.Text {
	return i18n.Text{En: withoutPictures(t.En), Ja: withoutPictures(t.Ja)}
}

func withoutPictures(text string) string {
	var b strings.Builder
	for {
		before, picture, found := strings.Cut(text, "\n\n![")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("\n")
		_, text, _ = strings.Cut(picture, "\n")
	}
}
