package i18n

import (
	"fmt"
	"slices"
	"strconv"
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

// FirstSentence returns the first sentence of the text, without a colon that introduces more.
func (t Text) FirstSentence() Text {
	en, _, _ := strings.Cut(t.En, ". ")
	ja, _, _ := strings.Cut(t.Ja, "。")
	return Text{En: strings.TrimRight(en, ".:") + ".", Ja: strings.TrimSuffix(ja, "：") + "。"}
}

// TextError is an error with a text in both languages, such as why a game cannot parse a position.
type TextError struct {
	text  Text
	inner []error
}

func (e *TextError) Error() string { return e.text.En }

// Sentence returns the text in both languages.
func (e *TextError) Sentence() Text { return e.text }

// Unwrap returns the arguments of the sentence that are errors.
func (e *TextError) Unwrap() []error { return e.inner }

// TextErr returns an error with this text, in place of inner ones.
func TextErr(text Text, inner ...error) error { return &TextError{text, inner} }

// Errorf returns an error with a sentence in both languages, which take the same arguments. An argument that is a Text, or an
// error with a sentence in both languages, is printed in the respective language.
func Errorf(en, ja string, args ...any) error {
	e := &TextError{text: Text{fmt.Sprintf(en, said("en", args)...), fmt.Sprintf(ja, said("ja", args)...)}}
	for _, arg := range args {
		if err, ok := arg.(error); ok {
			e.inner = append(e.inner, err)
		}
	}
	return e
}

// said returns the arguments of a sentence in lang.
func said(lang string, args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case Text:
			args[i] = arg.In(lang)
		case sayer:
			args[i] = quoted(arg).In(lang)
		}
	}
	return args
}

// Same returns a Text that is the same in both languages: notation, a number, a name.
func Same(word string) Text { return Text{word, word} }

// A sayer is an error with a sentence in both languages.
type sayer interface{ Sentence() Text }

// quoted returns the sentence of err as a part of another one: that of a rejection begins with the identifier of the rule.
func quoted(err sayer) Text {
	if q, ok := err.(interface{ Quoted() Text }); ok {
		return q.Quoted()
	}
	return err.Sentence()
}

// Quote returns text in quotation marks, with control characters written as in Go. A wide blank stays.
func Quote(text string) Text {
	parts := strings.Split(text, "\u3000")
	for i, part := range parts {
		quoted := strconv.Quote(part)
		parts[i] = quoted[1 : len(quoted)-1]
	}
	inner := strings.Join(parts, "\u3000")
	return Text{En: `"` + inner + `"`, Ja: "「" + strings.ReplaceAll(inner, `\"`, `"`) + "」"}
}
