package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Text is a sentence or a name in English and Japanese.
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

// TextError is an error that is said in both languages, such as why a game cannot read the text of a position.
type TextError struct {
	text  Text
	inner []error
}

func (e *TextError) Error() string { return e.text.En }

// Sentence returns what is wrong in both languages.
func (e *TextError) Sentence() Text { return e.text }

// Unwrap returns the arguments of the sentence that are errors.
func (e *TextError) Unwrap() []error { return e.inner }

// Errorf returns an error with a sentence in both languages, which take the same arguments. An argument that is a Text, or
// an error with a sentence in both languages, is said in the language of each.
func Errorf(en, ja string, args ...any) error {
	e := &TextError{text: Text{fmt.Sprintf(en, said("en", args)...), fmt.Sprintf(ja, said("ja", args)...)}}
	for _, arg := range args {
		if err, ok := arg.(error); ok {
			e.inner = append(e.inner, err)
		}
	}
	return e
}

// said returns the arguments of a sentence as they are said in lang.
func said(lang string, args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case Text:
			args[i] = arg.In(lang)
		case *Rejection:
			args[i] = arg.Rule.ID + ": " + arg.Sentence().In(lang)
		case interface{ Sentence() Text }:
			args[i] = arg.Sentence().In(lang)
		}
	}
	return args
}

// Same returns a Text that is the same in both languages: notation, a number, a name.
func Same(word string) Text { return Text{word, word} }

// Labels returns texts that are the same in both languages.
func Labels(words ...string) (labels []Text) {
	for _, word := range words {
		labels = append(labels, Same(word))
	}
	return labels
}

// Seat returns what the player of seat n, from 1, is called without a name, in a match with that many seats: by the number
// on the boards, and in Japanese 先手 and 後手 if there are two.
func Seat(n, seats int) Text {
	t := Text{fmt.Sprintf("Player %d", n), fmt.Sprintf("プレイヤー%d", n)}
	if seats == 2 {
		t.Ja = []string{"先手", "後手"}[n-1]
	}
	return t
}

// Manual returns the rules of a game from its files RULES.md and RULES.ja.md. The first line of each, which names the other
// file, is left out.
func Manual(en, ja string) Text {
	_, en, _ = strings.Cut(en, "\n\n")
	_, ja, _ = strings.Cut(ja, "\n\n")
	return Text{en, ja}
}

// WithoutPictures returns a text in Markdown without the paragraphs that are pictures.
func WithoutPictures(t Text) Text { return Text{withoutPictures(t.En), withoutPictures(t.Ja)} }

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
