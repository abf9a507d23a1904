package reply

import (
	"strings"
	"sync"
)

// Word is what a reply commands.
type Word string

// The words, which the table below lists in the languages of letter writers.
const (
	None    Word = ""
	Accept  Word = "accept" // an invitation, or what is offered
	Decline Word = "decline"
	Yes     Word = "yes" // to what a letter has asked
	Resign  Word = "resign"
	Draw    Word = "draw"
	Undo    Word = "undo"
	Pause   Word = "pause"  // proposes to pause the match
	Resume  Word = "resume" // a paused match
	Claim   Word = "claim"
	Away    Word = "away"
	Say     Word = "say" // words for the other side, without a move
	Show    Word = "show"
	Rules   Word = "rules"
	History Word = "history"
	Help    Word = "help"
	Stop    Word = "stop" // to write

	Substitute Word = "substitute" // proposes who plays on instead
	Stay       Word = "stay"       // withdraws that
	HandOver   Word = "hand-over"  // gives the seat to the substitute
)

// forms are all forms of the words. "pass" is a move in some games and no command.
var forms = sync.OnceValue(func() map[Word][]string {
	return map[Word][]string{
		Accept: {
			"accept", "i accept", "accepted", "i accept the invitation", "i'd love to play", "count me in", "agree", "i agree", "agreed",
			"i agree to the draw", "i agree to a draw", "i accept the draw", "i accept your draw offer", "i accept your offer",
			"承諾", "承諾します", "受けます", "お受けします", "お受けいたします", "受けて立ちます", "参加", "参加します", "同意", "同意します", "賛成", "賛成します",
			"引き分けに同意します", "引き分けを受けます", "引き分けをお受けします",
		},
		Decline: {
			"decline", "i decline", "declined", "no", "no thanks", "no thank you", "no, thanks", "no, thank you",
			"辞退", "辞退します", "辞退いたします", "お断りします", "断ります", "いいえ", "遠慮します", "今回は遠慮します", "今回は辞退します", "同意しません",
		},
		Yes: {"yes", "yes please", "yes, please", "y", "confirm", "confirmed", "i confirm", "はい", "はい、お願いします", "確認", "確認しました"},
		Resign: {
			"resign", "i resign", "i give up", "i resign the game", "i resign this game", "yes, i resign",
			"投了", "投了します", "投了いたします", "負けました", "参りました", "まいりました", "ありません", "降参", "降参します",
		},
		Draw: {
			"draw", "draw?", "a draw?", "offer draw", "offer a draw", "i offer a draw", "i offer draw", "i'd like to offer a draw", "i would like to offer a draw", "shall we call it a draw?", "a draw, please",
			"引き分け", "引分", "引分け", "合意引分", "持将棋", "引き分け?", "引き分けを提案します", "引き分けでどうでしょうか", "引き分けでどうでしょうか?", "引き分けにしませんか", "引き分けにしませんか?", "引き分けにしましょう",
		},
		Undo: {
			"undo", "take back", "takeback", "take back my move", "undo please", "undo, please", "take back please", "take back, please", "i'd like to take my move back", "i would like to take my move back", "may i take that back?",
			"待った", "待ったをお願いします", "待った、お願いします", "一手戻してください",
		},
		Pause: {
			"pause", "pause?", "a pause?", "pause please", "pause, please", "a pause, please", "pause the match", "pause the game", "i'd like to pause", "i would like to pause",
			"may we pause?", "can we pause?", "shall we pause?", "could we pause?", "let's pause", "pause the match, please", "i propose a pause", "i agree to the pause", "i agree to a pause",
			"中断", "中断?", "中断のお願い", "中断をお願いします", "中断、お願いします", "中断を提案します", "中断しませんか", "中断しませんか?", "中断しましょう", "対局の中断をお願いします", "一時中断", "一時中断をお願いします", "中断に同意します",
		},
		Resume: {
			"resume", "resume please", "resume, please", "resume the match", "resume the game", "i resume", "i resume the match", "i resume the game", "let's resume", "i'd like to resume", "i would like to resume",
			"再開", "再開します", "再開しましょう", "再開をお願いします", "再開、お願いします", "対局を再開します", "対局再開",
		},
		Claim:   {"claim", "claim time", "time", "i claim the win on time", "切れ負け", "時間切れ", "時間切れを申し立てます"},
		Show:    {"show", "board", "show board", "show me the board", "show me the board, please", "please show me the board", "show the board", "show please", "show, please", "盤面", "盤", "盤面を見せて", "盤面を見せてください"},
		Rules:   {"rules", "the rules", "rules please", "rules, please", "send me the rules", "please send me the rules", "could you send me the rules?", "ルール", "規則"},
		History: {"history", "moves", "history please", "history, please", "棋譜", "これまでの手"},
		Stop: {
			"stop", "stop please", "stop, please", "please stop", "stop mail", "stop the mail", "stop the letters", "please stop the letters", "stop writing to me", "please stop writing to me",
			"unsubscribe", "unsubscribe me", "unsubscribe please", "unsubscribe, please", "please unsubscribe", "please unsubscribe me", "no more letters", "no more letters, please", "no more mail", "no more mail, please",
			"停止", "停止します", "停止してください", "停止をお願いします", "停止希望", "配信停止", "配信停止してください", "配信を停止してください", "配信停止をお願いします", "配信停止、お願いします", "配信停止希望", "配信停止を希望します",
		},
		Stay: {
			"stay", "i stay", "i play on", "i'll play on", "i will play on", "i play on after all", "i'll play on after all", "no substitute", "no substitute, please",
			"交代しません", "交代をやめます", "交代を取り消します", "交代は取り消します", "交代取り消し", "このまま続けます",
		},
		HandOver: {
			"hand over", "hand it over", "hand over my seat", "i hand over", "i hand over my seat", "hand over, please", "yes, hand over",
			"席を譲ります", "席をゆずります", "席を引き渡します", "引き渡します", "交代します",
		},
		Help: {"help", "?", "help me", "help please", "help, please", "ヘルプ", "使い方", "助けて"},
	}
})

// table has the words by their forms.
var table = sync.OnceValue(func() map[string]Word {
	all := map[string]Word{}
	for word, list := range forms() {
		for _, form := range list {
			all[form] = word
		}
	}
	return all
})

// wordOf is the word that a text is a form of, None for other texts.
func wordOf(text string) Word { return table()[plain(text)] }

// plain is a text as the table of words has it: narrow, in lower case, without a full stop.
func plain(text string) string {
	text = strings.ToLower(strings.Map(Narrow, strings.ReplaceAll(text, "’", "'")))
	return strings.Join(strings.Fields(strings.TrimRight(text, ".!。！ ")), " ")
}

// Narrow returns the plain form of a full-width letter, digit, sign or blank.
func Narrow(c rune) rune {
	switch {
	case c >= '！' && c <= '～':
		return c - '！' + '!'
	case c == '\u3000':
		return ' '
	}
	return c
}
