package kif

import "slices"

// plainHeaders are the headers of KIF that hikyaku keeps without using them. The last rows are of problems.
var plainHeaders = []string{
	"手合割", "ルール", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒", "棋戦", "戦型", "表題", "場所", "備考", "掲載", "記録係", "対局日", "終了日時", "秒読み",
	"消費時間", "先手持ち時間", "後手持ち時間", "先手消費時間加算", "後手消費時間加算", "先手省略名", "後手省略名", "振り駒", "昼食休憩", "昼休前消費時間", "封じ手手数", "対局ID", "記録ID",
	"図", "作品番号", "作品名", "作者", "発表誌", "発表年月", "出典", "手数", "完全性", "分類", "受賞",
}

// UnknownHeaders returns the keys of the headers of r that neither hikyaku nor KIF has, which may be of a newer hikyaku.
func (r *Record) UnknownHeaders() (keys []string) {
	for _, h := range r.Headers {
		known := func(names []string) bool { return h.is(names[0]) }
		if h.Key != "" && !slices.Contains(plainHeaders, h.Key) && !slices.ContainsFunc(aliases, known) {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// UnknownLines returns the acts and the words of lines of r that hikyaku does not know, each once, in order.
func (r *Record) UnknownLines() (words []string) {
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
