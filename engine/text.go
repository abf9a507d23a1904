package engine

import "fmt"

// Text is a sentence or a name in the languages that every game speaks.
type Text struct {
	En string `json:"en"`
	Ja string `json:"ja"`
}

// In returns the text in lang: Japanese for "ja", else English.
func (t Text) In(lang string) string {
	if lang == "ja" {
		return t.Ja
	}
	return t.En
}

// Same is a Text that reads alike in all languages: notation, a number, a name.
func Same(word string) Text { return Text{word, word} }

// Seat names seat n of a match of seats: 先手 and 後手 where there are two.
func Seat(n, seats int) Text {
	ja := fmt.Sprintf("席%d", n)
	if seats == 2 {
		ja = []string{"先手", "後手"}[n-1]
	}
	return Text{fmt.Sprintf("seat %d", n), ja}
}
