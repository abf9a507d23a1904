package courier

import (
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// codeLength is how many characters of a match's short name make sure of a word: "resign 7c1f".
const codeLength = 4

// askPrefix stands in the Message-ID of a letter that asks whether a word is meant, before the word: a yes in answer to it
// says to what.
const askPrefix = "ask-"

// answers is the Message-ID of the letter that the reply answers.
func (h heard) answers() string {
	if n := len(h.letter.References); h.letter.InReplyTo == "" && n > 0 {
		return h.letter.References[n-1]
	}
	return h.letter.InReplyTo
}

// confirmed is the word that a reply says yes to, by the letter that it answers; None where it answers no question.
func (h heard) confirmed() reply.Word {
	rest, asks := strings.CutPrefix(h.answers(), IDPrefix+askPrefix)
	if word, _, _ := strings.Cut(rest, "."); asks {
		return reply.Word(word)
	}
	return reply.None
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

// consequences say what the words do that cannot be undone.
var consequences = map[reply.Word]engine.Text{
	reply.Resign: {En: "You resign, and the match is lost.", Ja: "投了して、負けになります。"},
	reply.Accept: {En: "You agree to what is asked of you.", Ja: "申し出に同意します。"},
	reply.Draw:   {En: "You agree to the draw, and the match ends.", Ja: "引き分けに同意して、対局が終わります。"},
	reply.Claim:  {En: "You claim that the time of the other side is over.", Ja: "相手の時間切れを申し立てます。"},
}

// makeSure asks whether a word is meant that cannot be undone.
func makeSure(m *match.Match, word reply.Word) remark {
	does, code := consequences[word], m.Short()[:codeLength]
	return remark{
		text: engine.Text{
			En: fmt.Sprintf("%s This cannot be undone. If you mean it, reply yes. (Or write %s %s at once.) If not, there is nothing to do.", does.En, word, code),
			Ja: fmt.Sprintf("%s取り消しはできません。よろしければ「はい」と返信してください（初めから「%s %s」と書くこともできます）。そうでなければ、何もする必要はありません。", does.Ja, word, code),
		},
		note: "asked whether " + string(word) + " is meant", asked: true, asks: word,
	}
}

var nothingAsked = engine.Text{
	En: "You wrote yes, but no question of ours is open: please write the move or the word that you mean.",
	Ja: "「はい」とありますが、こちらからお尋ねしていることはありません。指し手か言葉を書いてください。",
}

// otherMatch says that a code is not of this match.
func otherMatch(code string) engine.Text {
	return engine.Text{
		En: "The code " + code + " is not that of this match, so nothing was done.",
		Ja: "「" + code + "」はこの対局の番号ではないので、何もしていません。",
	}
}

// tell is what a word asks to be told, and whether it asks for that only.
func tell(m *match.Match, word reply.Word) (engine.Text, bool) {
	switch word {
	case reply.Show:
		return engine.Text{En: "Here is the board.", Ja: "盤面は次のとおりです。"}, true
	case reply.Help:
		return helpText, true
	case reply.Rules:
		return engine.Text{En: "The rules of " + m.Game.Title.En + ":\n\n" + m.Game.Manual, Ja: m.Game.Title.Ja + "のルール：\n\n" + m.Game.Manual}, true
	case reply.History:
		return history(m), true
	}
	return engine.Text{}, false
}

// helpText says all that can be replied.
var helpText = engine.Text{
	En: `What you can reply, first or on a line of its own:
a move, as in the examples below; with draw? behind it you offer a draw
draw, undo      to offer a draw while the other side is to move, to ask for your last move back
agree, no       to what the other side has asked
pause, resume   to propose that no clock runs, to go on with a paused match
resign, claim   to give up, to claim that the time of the other side is over
away 2026-12-20..2027-01-05   for days on which your clock stands
say: ...        for words without a move
show, history, rules   for the board, the moves so far, the rules
Everything else that you write goes to the other side with your move.`,
	Ja: `返信の最初の行、または空行にはさまれた行に、次のどれかを書いてください。
指し手（下の例を参照）。後ろに「引き分け？」と書くと、引き分けの提案になります
引き分け、待った　　相手の番のときの引き分けの提案、直前の自分の手を戻すお願い
同意、いいえ　　　　相手の申し出への返事
中断、再開　　　　　時計を止めるお願い、中断した対局の再開
投了、時間切れ　　　負けを認める、相手の時間切れを申し立てる
不在 2026-12-20..2027-01-05　　時計の止まる日の連絡
伝言：…　　　　　　　指し手なしで伝えたいこと
盤面、棋譜、ルール　盤面、これまでの手、ルールの説明
そのほかに書いたことは、指し手と一緒に相手に届きます。`,
}

// history lists the moves so far.
func history(m *match.Match) engine.Text {
	moves := match.Moves(m)
	if len(moves) == 0 {
		return engine.Text{En: "Nothing has been played yet.", Ja: "まだ一手も指されていません。"}
	}
	var b strings.Builder
	for i, move := range moves {
		fmt.Fprintf(&b, "%3d. %s\n", i+1, move)
	}
	return engine.Text{En: "The moves so far:\n\n" + b.String(), Ja: "これまでの手：\n\n" + b.String()}
}
