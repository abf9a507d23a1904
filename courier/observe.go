package courier

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// observes tells whether an address is that of an observer of m.
func observes(m *match.Match, to mailbox.Address) bool {
	return m.Roster.Observes(m.Roster.ReaderAt(to.Addr))
}

// public tells whether observers hear of event i: a step that people care for, from when the match has begun.
func public(m *match.Match, i int) bool {
	switch m.Record.Events[i].Step.(type) {
	case kif.Throw, kif.OpenLink, kif.Receipt:
		return false
	}
	return m.After(i).Roster.Joining() == 0
}

// observed is the match as its observers see it, up to the last step that they hear of; nil for none. As many plies as they
// see it late are held back, with all that came after the first of these, until the match is over.
func observed(m *match.Match) *match.Match {
	switch {
	case m.Roster.Joining() != 0:
		return nil
	case m.Outcome != nil:
		return m
	}
	held := m.Roster.Delay
	for i, e := range slices.Backward(m.Record.Events) {
		if held == 0 && public(m, i) {
			return m.Cut(i + 1)
		}
		if _, moved := e.Step.(kif.Move); moved {
			held--
		}
	}
	return nil
}

// observedSince is the index of the event from which on a letter tells an observer what was done: the last move with its
// dice, and where the match is over the first of those that were held back.
func observedSince(m *match.Match) int {
	first, moves := m.LastEntry()+1, 1
	if m.Outcome != nil {
		moves += m.Roster.Delay
	}
	for first > 0 && moves > 0 && m.After(first-1).Roster.Joining() == 0 {
		first--
		if _, moved := m.Record.Events[first].Step.(kif.Move); moved {
			moves--
		}
	}
	for first > 0 && kif.IsThrow(m.Record.Events[first-1].Step) {
		first--
	}
	return first
}

// nextTurn tells an observer whose turn it is, or was where he sees the match late.
func nextTurn(m *match.Match) engine.Text {
	if m.Roster.Delay == 0 {
		return theirMove(m)
	}
	late, who := match.Plies(m.Roster.Delay), m.Roster.Name(m.Roster.PartyOf(m.Due()))
	if who == "" {
		return engine.Text{
			En: fmt.Sprintf("You see this match %s late.", late.En),
			Ja: fmt.Sprintf("この対局は%s遅れでお届けしています。", late.Ja),
		}
	}
	return engine.Text{
		En: fmt.Sprintf("Then it was the turn of %s. You see this match %s late.", who, late.En),
		Ja: fmt.Sprintf("次は%sさんの番でした。この対局は%s遅れでお届けしています。", who, late.Ja),
	}
}

// observerText says why an observer gets the letter, and what he may reply.
func observerText(m *match.Match, token string) engine.Text {
	who := m.Roster.Name(m.Roster.Scribe())
	return engine.Text{
		En: fmt.Sprintf("You get these letters because %s has named you as somebody who looks on, and the players have agreed. There is nothing to do.\nTo get no more of them, reply stop and leave this line in:\n\n    token: %s\n", who, token),
		Ja: fmt.Sprintf("%sさんがあなたを観戦者に指定し、対局者が承諾したので、この手紙をお送りしています。何もする必要はありません。\n手紙を止めたいときは「停止」と返信してください。次の行は消さないでください：\n\n    token: %s\n", who, token),
	}
}

// takeFromObserver does what the reply of an observer asks for, who can stop the letters and do nothing else.
func (h heard) takeFromObserver() (*Report, error) {
	if h.stops() {
		said := remark{asked: true, text: engine.Text{
			En: "You get no more letters of this match. Thank you for looking on.",
			Ja: "この対局の手紙は、もうお送りしません。観戦ありがとうございました。",
		}}
		h.answer(h.match, said)
		return h.report(Stopped, "no more letters of this match go there"), h.mute(true)
	}
	h.answer(h.match, remark{text: engine.Text{
		En: "You look on at this match, so nothing was done with what you wrote. All that you can reply is stop: then you get no more letters of this match.",
		Ja: "観戦者の方からの返信なので、対局には何も反映していません。返信で使える言葉は「停止」だけで、以後この対局の手紙は届かなくなります。",
	}})
	return h.report(Answered, "an observer can only stop the letters"), nil
}

// stops tells whether the reply wants no more letters of the match. Of somebody who has not answered the invitation it
// declines that.
func (h heard) stops() bool {
	w, joins := h.reply.Wish, h.match.Outcome == nil && !h.match.Roster.Observes(h.party) && !h.match.Roster.HasJoined(h.party)
	return w.Word == reply.Stop && strings.HasPrefix(h.match.Short(), w.Code) && !joins
}

// stopping says to a letter writer that no more letters come.
func stopping(m *match.Match) remark {
	said := remark{asked: true, stops: true, note: "the letter writer wants no more letters of this match, until the next reply", text: engine.Text{
		En: "You get no more letters of this match. It goes on all the same, and the clock runs where there is a time limit. To give the match up, reply resign. Any other reply, show for example, brings the letters back.",
		Ja: "この対局の手紙は、もうお送りしません。対局はそのまま続き、持ち時間のある対局では時計も進みます。対局をやめるときは「投了」と返信してください。「盤面」など、ほかの返信があれば、また手紙をお送りします。",
	}}
	if m.Outcome != nil {
		said.text = engine.Text{En: "The match is over, and you get no more letters of it.", Ja: "対局は終わっています。この対局の手紙は、もうお送りしません。"}
	}
	return said
}

// mute notes whether the writer of the reply wants no more letters of the match.
func (h heard) mute(stop bool) error {
	hash, who := h.match.Hash().String(), strings.ToLower(h.match.Roster.Readers()[h.party-1].Address)
	n, err := h.poll.courier.notes(h.poll.state, hash)
	if err != nil || n.stopped(who) == stop {
		return err
	}
	if n.Stopped = append(n.Stopped, who); !stop {
		n.Stopped = slices.DeleteFunc(n.Stopped, func(a string) bool { return a == who })
	}
	return h.poll.courier.keep(h.poll.state, hash, n)
}
