package courier

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// maxNews is how many steps a letter tells of; of earlier ones the record does.
const maxNews = 12

// news is what a letter begins with, from its reader's side: who did what since the reader's own last step, what was said,
// and what he is to do until when.
func (c composer) news(m *match.Match, to mailbox.Address) string {
	party := m.Roster.At(to.Addr)
	var paragraphs []string
	for _, text := range append(since(m, party), duty(m, party)...) {
		paragraphs = append(paragraphs, text.In(c.lang))
	}
	return strings.Join(paragraphs, "\n\n") + "\n"
}

// since tells what others have done since a party's own last step; where that is the last of all, it tells of that.
func since(m *match.Match, party int) (list []engine.Text) {
	last := m.LastEntry()
	if last >= 0 && m.By(last) == party {
		return []engine.Text{entered(m, m.Record.Events[last])}
	}
	first := last + 1
	for first > 0 && m.By(first-1) != party && last-first < 2*maxNews {
		first--
	}
	for before, i := first, first; i <= last; i++ {
		if kif.IsThrow(m.Record.Events[i].Step) {
			continue
		}
		if text := told(m, i, thrown(m.Record.Events[before:i]), party); text.En != "" {
			list = append(list, text)
		}
		before = i + 1
	}
	return list[max(0, len(list)-maxNews):]
}

// thrown is what dice show, "4, 2"; empty without any.
func thrown(throws []kif.Event) string {
	var faces []string
	for _, e := range throws {
		faces = append(faces, strings.Trim(e.Step.String(), "[]"))
	}
	return strings.Join(faces, ", ")
}

// entered says that what the reader himself has written is in the record.
func entered(m *match.Match, e kif.Event) engine.Text {
	switch step := e.Step.(type) {
	case kif.Move:
		return engine.Text{En: fmt.Sprintf("You played %s.", step), Ja: fmt.Sprintf("%sと指しました。", step)}
	case kif.Accept:
		return engine.Text{En: "You have accepted the invitation.", Ja: "招待を受けました。"}
	case kif.Ending:
		return ended(m)
	}
	return engine.Text{En: "What you wrote has been entered.", Ja: "お知らせの内容を記録しました。"}
}

// told is a sentence on event i, and below it what was said. dice were thrown before it. What is still asked of the reader
// is said where he is told what to do.
func told(m *match.Match, i int, dice string, party int) engine.Text {
	e, who := m.Record.Events[i], m.Roster.Name(m.By(i))
	text := sentence(m, e, who)
	if asks(e.Step) && match.Question(m, party).En != "" {
		text = engine.Text{}
	}
	if _, moved := e.Step.(kif.Move); moved && dice != "" {
		text = engine.Text{
			En: fmt.Sprintf("%s threw %s and plays %s.", who, dice, e.Step),
			Ja: fmt.Sprintf("%sさんは%sを振って、%sと指しました。", who, dice, e.Step),
		}
	}
	if e.Comment != "" {
		said := "> " + strings.ReplaceAll(render.Safe(e.Comment), "\n", "\n> ")
		if text.En != "" {
			text.En, text.Ja = text.En+"\n\n", text.Ja+"\n\n"
		}
		text.En += who + " writes:\n\n" + said
		text.Ja += who + "さんから：\n\n" + said
	}
	return text
}

// asks tells whether a step is a question to the others.
func asks(s kif.Step) bool {
	switch s.(type) {
	case kif.DrawOffer, kif.UndoOffer, kif.PauseOffer, kif.Rechain, kif.Claim, kif.Settle:
		return true
	}
	return false
}

// sentence says what an event is; nothing for one that only programs care for.
func sentence(m *match.Match, e kif.Event, who string) engine.Text {
	say := func(en, ja string, args ...any) engine.Text {
		args = append([]any{who}, args...)
		return engine.Text{En: fmt.Sprintf(en, args...), Ja: fmt.Sprintf(ja, args...)}
	}
	switch step := e.Step.(type) {
	case kif.Move:
		return say("%s plays %s.", "%sさんは%sと指しました。", step)
	case kif.Ending:
		return ended(m)
	case kif.Invite:
		return invitationText(m)
	case kif.Accept:
		return say("%s has accepted the invitation.", "%sさんが招待を受けました。")
	case kif.Decline:
		return say("%s has declined the invitation.", "%sさんは招待を辞退しました。")
	case kif.DrawOffer:
		return say("%s offers a draw.", "%sさんが引き分けを提案しています。")
	case kif.UndoOffer:
		return say("%s asks to take back move %d and what followed.", "%sさんが%d手目以降の待ったを求めています。", step.Number)
	case kif.PauseOffer:
		return say("%s proposes to pause the match.", "%sさんが対局の中断を提案しています。")
	case kif.Resume:
		return say("%s resumes the match.", "%sさんが対局を再開しました。")
	case kif.Agree:
		return agreement(step.To, say)
	case kif.Claim:
		return say("%s says that the time limit has been missed.", "%sさんが時間切れを申し立てています。")
	case kif.Contest:
		return say("The time limit has not been missed, says the program of %s.", "%sさんの側では、時間切れになっていません。")
	case kif.Away:
		return say("%s is away %s. The clock stands meanwhile.", "%sさんは%sの間、不在です。その間、時計は止まります。", strings.ReplaceAll(step.Days(), "..", " – "))
	case kif.Rotate:
		return say("%s has a new key, for which the old one vouches.", "%sさんの鍵が新しくなりました（前の鍵で確認済み）。")
	case kif.Rechain:
		return say("%s asks to be known under a new key.", "%sさんが新しい鍵への切り替えを求めています。")
	case kif.Settle:
		return say("Somebody has signed two lines of this match that do not fit together; %s proposes to go on with this one.",
			"この対局では食い違う二つの手順に署名した人がいます。%sさんは、この手順で続けることを提案しています。")
	}
	return engine.Text{}
}

// agreement says what somebody has agreed to.
func agreement(to kif.Question, say func(en, ja string, args ...any) engine.Text) engine.Text {
	switch to {
	case kif.UndoQuestion:
		return say("%s agrees to take back.", "%sさんが待ったに同意しました。")
	case kif.PauseQuestion:
		return say("%s agrees to the pause.", "%sさんが対局の中断に同意しました。")
	case kif.RechainQuestion:
		return say("%s agrees to the new key.", "%sさんが新しい鍵に同意しました。")
	case kif.ClaimQuestion:
		return say("%s confirms that the time limit was missed.", "%sさんが時間切れを確認しました。")
	case kif.SettleQuestion:
		return say("%s agrees to go on with this line.", "%sさんがこの手順での続行に同意しました。")
	}
	return engine.Text{}
}

// ended says how the match ended.
func ended(m *match.Match) engine.Text {
	if m.Outcome == nil {
		return engine.Text{}
	}
	how := match.Ending(m)
	return engine.Text{En: "The match is over: " + how.En + ".", Ja: "対局終了：" + how.Ja + "。"}
}

// duty says what the reader is to do, until when, and what is asked of him.
func duty(m *match.Match, party int) (list []engine.Text) {
	last := m.LastEntry()
	switch {
	case m.Outcome != nil && last >= 0:
		if _, said := m.Record.Events[last].Step.(kif.Ending); !said {
			list = append(list, ended(m))
		}
		return list
	case m.Roster.Joining() != 0:
		return nil // the invitation says it
	}
	if asks := match.Question(m, party); asks.En != "" {
		list = append(list, request(m, party, asks))
	}
	if !m.Paused.IsZero() {
		list = append(list, pauseText(m, party))
	}
	if m.Turn != party || m.Roster.PartyOf(m.Due()) != party {
		return append(list, theirMove(m))
	}
	return append(list, yourMove(m, party))
}

// pauseText says that no clock runs, and how the reader goes on.
func pauseText(m *match.Match, party int) engine.Text {
	since := date(m.Paused)
	if m.Writes(party) {
		return engine.Text{
			En: fmt.Sprintf("The match is paused by agreement since %s, and no clock runs. Whoever wants to go on replies resume, or just moves.", since.En),
			Ja: fmt.Sprintf("この対局は、合意により%sから中断しています。その間、時計は止まります。再開するには「再開」と返信するか、そのまま次の手を指してください。", since.Ja),
		}
	}
	file := match.FileName(m)
	return engine.Text{
		En: fmt.Sprintf("The match is paused by agreement since %s, and no clock runs. To go on: hikyaku resume %s --send, or the next move.", since.En, file),
		Ja: fmt.Sprintf("この対局は、合意により%sから中断しています。その間、時計は止まります。再開するには hikyaku resume %s --send、または次の一手を指してください。", since.Ja, file),
	}
}

// theirMove says whom the match waits for.
func theirMove(m *match.Match) engine.Text {
	if due := m.Due(); due != 0 && m.Turn == m.Roster.PartyOf(due) && m.Next().Throw == nil && m.Next().Player != 0 {
		who := m.Roster.Name(m.Turn)
		return engine.Text{En: "Now it is the turn of " + who + ".", Ja: "次は" + who + "さんの番です。"}
	}
	status := match.Status(m)
	return engine.Text{En: "Now: " + status.En + ".", Ja: "現在：" + status.Ja + "。"}
}

// yourMove says that the reader is to move, with what throw, until when.
func yourMove(m *match.Match, party int) engine.Text {
	text := engine.Text{En: "Your move", Ja: "あなたの番です"}
	if dice := thrown(m.Record.Events[m.LastEntry()+1:]); dice != "" {
		text = engine.Text{En: "Your throw: " + dice + ". Your move", Ja: "あなたの出目は" + dice + "です。あなたの番です"}
	}
	if end, limited := m.Clock.Deadline(party); limited {
		text.En += ", until " + date(end).En
		text.Ja += "。期限は" + date(end).Ja
	}
	text.En, text.Ja = text.En+".", text.Ja+"。"
	if limit := match.Limit(m, party); strings.Contains(limit.En, "disputed") {
		text.En, text.Ja = text.En+" ("+limit.En+")", text.Ja+"（"+limit.Ja+"）"
	}
	return text
}

// date writes a time for people far apart: with its weekday, in UTC.
func date(t time.Time) engine.Text {
	t = t.UTC()
	return engine.Text{
		En: t.Format("Monday 2 January 2006, 15:04") + " UTC",
		Ja: t.Format("2006年1月2日") + "（" + weekdayJa(t.Weekday()) + "）" + t.Format("15:04") + " UTC",
	}
}

// weekdayJa is a day of the week in one character.
func weekdayJa(d time.Weekday) string { return string([]rune("日月火水木金土")[d]) }

// request is what is asked of the reader, and with what words he answers.
func request(m *match.Match, party int, asks engine.Text) engine.Text {
	mine := m.Claim != nil && m.Claim.Of == party
	text := engine.Text{En: asks.En + ".", Ja: asks.Ja + "。"}
	switch o := m.Offer; {
	case mine || slices.Contains(offered(m), party):
		return text
	case m.Writes(party):
		text.En += " Reply agree if you do."
		text.Ja += "同意するなら「同意」と返信してください。"
	default:
		text.En += " To agree: hikyaku agree " + match.FileName(m) + " --send"
		text.Ja += "同意するには：hikyaku agree " + match.FileName(m) + " --send"
		if o == nil {
			return text
		}
	}
	if o := m.Offer; o != nil && o.Asks != kif.RechainQuestion {
		text.En += " Or just play on."
		text.Ja += "そのまま指し続ければ、断ったことになります。"
	}
	return text
}

// offered lists who has agreed already to what is offered.
func offered(m *match.Match) []int {
	if m.Offer == nil {
		return nil
	}
	return m.Offer.Agreed
}
