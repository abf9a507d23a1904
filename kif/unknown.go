package kif

import "slices"

// plainHeaders are the headers of KIF that hikyaku keeps without using them.
var plainHeaders = []string{"手合割", "棋戦", "戦型", "表題", "場所", "備考", "終了日時", "消費時間"}

// UnknownHeaders returns the keys of the headers of r that neither hikyaku nor KIF has, which may be of a newer hikyaku.
func UnknownHeaders(r *Record) (keys []string) {
	for _, h := range r.Headers {
		known := func(names []string) bool { return h.is(names[0]) }
		if h.Key != "" && !slices.Contains(plainHeaders, h.Key) && !slices.ContainsFunc(aliases, known) {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// UnknownLines returns the acts and the words of lines of r that hikyaku does not know, each once, in order.
func UnknownLines(r *Record) (words []string) {
	add := func(notes []Note) {
		for _, n := range notes {
			if n.Word != "&" && !slices.Contains(words, n.Word) {
				words = append(words, n.Word)
			}
		}
	}
	add(r.Notes)
	for _, e := range r.Events {
		if act, unknown := e.Step.(Unknown); unknown && !slices.Contains(words, act.Text) {
			words = append(words, act.Text)
		}
		add(e.Notes)
	}
	return words
}
