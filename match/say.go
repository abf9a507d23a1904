package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
)

// NotYourTurn is the error of playing a seat that is not to move or not ours.
type NotYourTurn struct{ Text engine.Text }

// Error returns the English sentence.
func (e *NotYourTurn) Error() string { return e.Text.En }

// Player returns the name of seat n with that in the record: "seat 2 (Bob)", "後手（Bob）".
func Player(m *Match, n int) engine.Text {
	text := engine.Seat(n, len(m.Roster.Seating))
	if name := m.Roster.Seat(n).Name; name != "" {
		text.En += " (" + name + ")"
		text.Ja += "（" + name + "）"
	}
	return text
}

// Status describes in one line what the match waits for, or how it ended.
func Status(m *Match) engine.Text {
	if m.Outcome != nil {
		return Ending(m)
	}
	if n := m.Roster.Joining(); n != 0 {
		who := m.Roster.Name(n)
		return engine.Text{En: who + " to answer the invitation", Ja: who + "の返事待ち"}
	}
	if m.unsettled() {
		who := undecided(m)
		return engine.Text{En: strings.Join(who, " and ") + " to agree to this line of the match", Ja: strings.Join(who, "と") + "の同意待ち（この手順で続けるかどうか）"}
	}
	if who := linkOwner(m); who != "" {
		return engine.Text{En: "the dice are for " + who + " to read", Ja: who + "の側でサイコロを振る番"}
	}
	if m.ReceiptDue {
		who := m.Roster.Name(m.Roster.Umpire())
		return engine.Text{En: who + " to pass the turn on", Ja: "審判" + who + "の取り次ぎ待ち"}
	}
	due := m.Due()
	if due == 0 {
		return engine.Text{En: "dice to be thrown", Ja: "サイコロを振るところ"}
	}
	who := Player(m, due)
	if m.Next().Throw != nil {
		return engine.Text{En: who.En + " to throw and move", Ja: who.Ja + "がサイコロを振る番"}
	}
	return engine.Text{En: who.En + " to move", Ja: who.Ja + "の番"}
}

// undecided returns the names of the players whose consent a proposed settlement needs.
func undecided(m *Match) (names []string) {
	for _, party := range m.Roster.Players() {
		if m.Settlement.asks(party) {
			names = append(names, m.Roster.Name(party))
		}
	}
	return names
}

// linkOwner returns the name of the party that must publish its link before another can move, or "".
func linkOwner(m *Match) string {
	if turn := m.Turn; turn != 0 && (m.Next().Throw != nil || m.Dice.open) && m.Roster.PartyOf(m.Due()) != turn {
		return m.Roster.Name(turn)
	}
	return ""
}

// Awaits returns the party whose program must act before the player to move can: read dice, publish a link, or pass on the
// turn. It returns 0 if none must.
func Awaits(m *Match) int {
	if m.Outcome != nil || m.Roster.Joining() != 0 || m.Turn == m.Roster.PartyOf(m.Due()) {
		return 0
	}
	return m.Turn
}

// Names returns the names of the players by seat, with which a medium shows a Scene.
func Names(m *Match) (names []string) {
	for n := range len(m.Roster.Seating) {
		names = append(names, m.Roster.Seat(n+1).Name)
	}
	return names
}

// Scene returns the scene of the last position. After an ending in the record it tells that ending instead of a turn.
func Scene(m *Match) engine.Scene {
	s := m.Last().Scene()
	if o := m.Outcome; o != nil && s.Result == nil {
		end := &engine.Ending{Result: engine.Result{Rule: o.Rule, Places: o.Places}, How: o.Rule.Text}
		if meaningOf(o.Word).placing.ofSeat() {
			end.Seat, end.How.Ja = o.Seat, "："+end.How.Ja
		}
		s.Turn, s.Result = engine.Turn{}, end
	}
	return s
}

// Caption returns what a Scene does not show: which seat is whose, a pending request, and the time limit as viewer counts
// it. It may be empty.
func Caption(m *Match, viewer int) engine.Text {
	var en, ja []string
	for n := 1; n <= len(m.Roster.Seating); n++ {
		if m.Roster.Seat(n).Name != "" {
			who := Player(m, n)
			en, ja = append(en, who.En), append(ja, who.Ja)
		}
	}
	for _, more := range []engine.Text{Question(m, 0), Limit(m, viewer)} {
		if more.En != "" {
			en, ja = append(en, more.En), append(ja, more.Ja)
		}
	}
	return engine.Text{En: strings.Join(en, ", "), Ja: strings.Join(ja, "、")}
}

// Ending describes the result of a match that is over.
func Ending(m *Match) engine.Text {
	o := m.Outcome
	var en, ja []string
	for i, place := range o.Places {
		if place == 1 {
			who := Player(m, i+1)
			en, ja = append(en, who.En), append(ja, who.Ja)
		}
	}
	switch {
	case o.Word != "" && o.Seat != 0:
		who := Player(m, o.Seat)
		return engine.Text{En: who.En + " " + o.Rule.Text.En, Ja: who.Ja + "：" + o.Rule.Text.Ja}
	case o.Word != "":
		return o.Rule.Text
	case len(en) == len(o.Places):
		return engine.Text{En: "a draw", Ja: "引き分け"}
	}
	return engine.Text{En: strings.Join(en, " and ") + " won", Ja: strings.Join(ja, "と") + "の勝ち"}
}

// Over returns the sentence that the game is over and how it ended.
func Over(m *Match) engine.Text {
	how := Status(m)
	return engine.Text{En: "the game is over, " + how.En, Ja: "対局は終わっている。" + how.Ja}
}

// DiceWait returns the sentence that the dice are for another party to read.
func DiceWait(m *Match) engine.Text {
	who := m.Roster.Name(cmp.Or(m.Dice.next(m.Roster), m.Turn, 1))
	return engine.Text{
		En: fmt.Sprintf("the dice are for %s to read: their letter has not come", who),
		Ja: fmt.Sprintf("サイコロは%sの側で振られる。手紙がまだ届いていない", who),
	}
}

// LastComment returns the comment on the last step and its author, as in "Bob: a good game", or "".
func LastComment(m *Match) string {
	i := m.LastEntry()
	if i < 0 || m.Record.Events[i].Comment == "" {
		return ""
	}
	who := ""
	if name := m.Roster.Name(m.By(i)); name != "" {
		who = name + ": "
	}
	return who + m.Record.Events[i].Comment
}

// Limit describes when the player to move is out of time, as viewer counts it. It is empty if the time is not limited.
func Limit(m *Match, viewer int) engine.Text {
	if m.Outcome != nil {
		return engine.Text{}
	}
	end, limited := m.Clock.Deadline(viewer)
	if !limited {
		return engine.Text{}
	}
	when := FormatTime(end)
	text := engine.Text{En: "time until " + when, Ja: "期限は" + when}
	if m.Clock.Disputed(m.Turn) || m.Clock.Disputed(m.Clock.giver) {
		text.En += " (disputed: the dates of the two sides do not fit together)"
		text.Ja += "（双方の日時が食い違い、争いあり）"
	}
	return text
}

// FileName returns the file name of a match by mail.
func FileName(m *Match) string { return m.Game.Name + "-" + m.Short() + ".kif" }

// NamedFor reports whether file is named for the match with the hash id. It identifies records that cannot be read.
func NamedFor(file string, id kif.Hash) bool {
	return strings.HasSuffix(file, "-"+id.String()[:8]+".kif")
}

// FormatTime formats a time to the minute in UTC, because readers may live in different zones.
func FormatTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }

// Question describes the request that party has not answered. It may be empty.
func Question(m *Match, party int) engine.Text {
	if m.Outcome != nil {
		return engine.Text{}
	}
	if c := m.Claim; c != nil && party != c.By {
		by, of := m.Roster.Name(c.By), m.Roster.Name(c.Of)
		when := FormatTime(Lapses(m))
		return engine.Text{
			En: fmt.Sprintf("%s says that %s has missed the time limit; without an answer %s has won, unconfirmed, on %s", by, of, by, when),
			Ja: fmt.Sprintf("%sが%sの時間切れを申し立てている。返答がなければ%sに%sの勝ち（未確認）", by, of, when, by),
		}
	}
	if m.unsettled() && !slices.Contains(m.Settlement.Agreed, party) {
		who := m.Roster.Name(m.Settlement.Party)
		return engine.Text{
			En: who + " proposes to go on with this line of the match, of which somebody has signed another: nobody can move before all others agree",
			Ja: who + "が、分岐したこの対局をこの手順で続けることを提案している。全員が同意するまで誰も指せない",
		}
	}
	o := m.Offer
	if o == nil || slices.Contains(o.Agreed, party) {
		return engine.Text{}
	}
	who := m.Roster.Name(o.Party)
	switch o.Asks {
	case kif.DrawQuestion:
		return engine.Text{En: who + " offers a draw", Ja: who + "が引き分けを提案している"}
	case kif.UndoQuestion:
		return engine.Text{
			En: fmt.Sprintf("%s asks to take back move %d and what followed", who, o.Number),
			Ja: fmt.Sprintf("%sが%d手目以降の待ったを求めている", who, o.Number),
		}
	}
	return engine.Text{
		En: who + " has lost the secret of this match and asks you to accept a new one: make sure by another way that it is " + who,
		Ja: who + "がこの対局の秘密鍵を失い、新しい鍵の承認を求めている。本人かどうか別の方法で確かめること",
	}
}

// Moves returns the moves and throws that lead to the last position, without undone ones.
func Moves(m *Match) []string {
	var kept []kif.Event
	for i, e := range m.Record.Events {
		switch e.Step.(type) {
		case kif.Move:
			kept = append(kept, e)
		case kif.Throw:
			if i == 0 || !m.past[i-1].Roster.TossDue() { // the toss is not part of the game
				kept = append(kept, e)
			}
		}
		if back := m.past[i].undone; back != 0 {
			kept = movesBefore(kept, back)
		}
	}
	words := make([]string, len(kept))
	for i, e := range kept {
		words[i] = e.Step.String()
	}
	return words
}

// movesBefore returns the events before the move with that number.
func movesBefore(events []kif.Event, number int) []kif.Event {
	for i, e := range events {
		if _, moved := e.Step.(kif.Move); moved && e.Number == number {
			return events[:i]
		}
	}
	return events
}

// AfterPlies returns the position before the first ply and after each ply, with the throws for the next one.
func AfterPlies(m *Match) []engine.Position {
	positions := m.Positions[:1:1]
	for i, e := range m.Record.Events {
		switch e.Step.(type) {
		case kif.Move:
			positions = append(positions, m.Positions[i+1])
		case kif.Throw:
			positions = append(positions[:len(positions)-1:len(positions)-1], m.Positions[i+1])
		}
	}
	return positions
}

// LastMove returns the index of the event of the last move, or -1.
func LastMove(m *Match) int {
	return m.LastOf(func(s kif.Step) bool { _, moved := s.(kif.Move); return moved })
}

// AtPly returns the match after ply plies, which must exist, with the throws for the next one. Invitations belong to ply 0,
// an ending to the last ply.
func AtPly(m *Match, ply int) *Match {
	kept := slices.IndexFunc(m.Record.Events, func(e kif.Event) bool { return !kif.IsAct(e.Step) })
	if kept < 0 {
		kept = len(m.Record.Events)
	}
	for i := kept; ply > 0; i++ {
		if _, moved := m.Record.Events[i].Step.(kif.Move); moved {
			ply--
		}
		kept = i + 1
	}
	if kept == LastMove(m)+1 {
		return m
	}
	for kif.IsThrow(m.Record.Events[kept].Step) {
		kept++
	}
	return m.Cut(kept)
}

// PlyText returns the move of ply n, counted from 1.
func PlyText(m *Match, n int) string {
	for _, e := range m.Record.Events {
		if move, moved := e.Step.(kif.Move); moved {
			if n--; n == 0 {
				return string(move)
			}
		}
	}
	return ""
}
