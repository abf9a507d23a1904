package match_test

import (
	"slices"
	"strings"
	"testing"

	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// plain is a match of two without dice.
var plain = setting{options: "dice=none"}

// three is a match of three players, without committed dice.
var three = setting{options: "players=3 dice=none", players: 3}

// umpired is a match of two players with an umpire as party 1.
var umpired = setting{options: "dice=none", umpire: true}

// TestInvitation checks invitations in unsigned records: their errors are found before the missing signatures.
func TestInvitation(t *testing.T) {
	const invitation = "#hikyaku record 2\nゲーム：counting\n先手：Alice <a@x.org>\n後手：Bob <b@x.org>\n手数----指手---------消費時間--\n#: do invite\n#: seat 2\n#: party 1\n"
	tossed := strings.Replace(strings.Replace(strings.Replace(invitation, "先手", "対局者1", 1), "後手", "対局者2", 1), "#: seat 2\n", "", 1)
	for name, c := range map[string]struct{ record, want string }{
		"that is whole":              {invitation, "neither signed with the player's own key nor copied from a mail"},
		"without seat":               {strings.Replace(invitation, "#: seat 2\n", "", 1), "expected a line \"#: seat N\" with the seat of the player who sends the"},
		"by another party":           {strings.Replace(invitation, "#: party 1", "#: party 2", 1), "expected one invitation from player 1 before everything else"},
		"to a position":              {strings.Replace(invitation, "先手", "開始局面：7 2\n先手", 1), "starts from a given position"},
		"without addresses":          {strings.Replace(invitation, " <b@x.org>", "", 1), "expected a mail address for every player"},
		"to oneself":                 {strings.Replace(invitation, "b@x.org", "A@X.org", 1), "expected players at two different addresses at least"},
		"to where no mail goes":      {strings.Replace(invitation, "b@x.org", "b@[127.0.0.1]", 1), `can't send mail to "b@[127.0.0.1]"`},
		"from where no mail goes":    {strings.Replace(invitation, "a@x.org", "a@x.org.", 1), `can't send mail to "a@x.org."`},
		"shown where no mail goes":   {strings.Replace(invitation, "手数", "観戦者：Carol <c@例え.jp>\n手数", 1), "expected a mail address for every observer"},
		"an umpire without mail":     {strings.Replace(tossed, "対局者1", "審判：Eve <\"e\"@x.org>\n対局者1", 1), "can't send mail to"},
		"an umpire who plays":        {strings.Replace(strings.Replace(invitation, "#: seat 2\n", "", 1), "先手", "設定：players=3\n審判：Alice <a@x.org>\n席3：Carol <c@x.org>\n先手", 1), "but the umpire can't have a seat"},
		"an umpire with a seat":      {strings.Replace(invitation, "先手", "審判：Eve <e@x.org>\n先手", 1), "but the player who sends the invitation is the umpire and has no seat"},
		"a toss with oneself":        {strings.Replace(strings.Replace(tossed, "b@x.org", "A@x.org", 1), "対局者1", "審判：Eve <e@x.org>\n対局者1", 1), "expected players at two different addresses at least"},
		"a toss of four":             {strings.Replace(tossed, "対局者1", "設定：players=4\n対局者1", 1), "expected fixed seats: only two players can toss for seats"},
		"a toss without":             {"ゲーム：counting\n対局者1：A <a@x>\n対局者2：B <b@x>\n", "as the first event"},
		"an act without":             {"ゲーム：counting\n#: do link\n#: party 1\n", "began by invitation"},
		"a toss that is whole":       {tossed, "neither signed with the player's own key nor copied from a mail"},
		"an invitation in the midst": {"ゲーム：counting\n1 add1\n#: do invite\n#: party 1\n", "began by invitation"},
	} {
		if _, err := judge(counting, c.record); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestJoining(t *testing.T) {
	for script, want := range map[string]string{
		"":                       "",
		"2 accept; 1 add1":       "",
		"2 decline":              "",
		"1 decline":              "",
		"1 add1":                 "not everyone has accepted",
		"1 投了":                   "but the match has not begun yet",
		"1 draw-offer":           "but all players have to accept first",
		"2 away 2026-12-01":      "but all players have to accept first",
		"1 accept":               "in the order of the invitation",
		"2 accept; 2 accept":     "but the match has already begun",
		"2 accept; 2 decline":    "but the match has already begun",
		"2 decline; 2 accept":    "may follow the end",
		"2 accept; 1 invite":     "but the match has already begun",
		"1 invite":               "one invitation",
		"2 accept; 1 dance":      "adds more than 2",
		"2 accept; 3 draw-offer": `expected a line "#: party N" with N from 1 to 2`,
	} {
		tb, m := invited(t, plain)
		tb.stops(m, script, want)
	}
	tb, m := invited(t, three)
	tb.stops(m, "3 accept", "in the order of the invitation")
	tb.stops(m, "3 decline", "")
	tb.stops(m, "2 accept; 2 accept", "in the order of the invitation")
	tb.stops(m, "2 accept; 3 accept; 2 add1", "nobody moves for others")
	if m = tb.run(m, "2 accept"); m.Turn != 3 || m.Next().Join != 3 || m.Next().Player != 0 || m.ID != (kif.Hash{}) {
		t.Errorf("turn %d, next %+v, match %s", m.Turn, m.Next(), m.ID)
	}
	if m = tb.run(m, "3 accept"); m.ID != m.Head || m.Turn != 1 || m.Next().Player != 1 {
		t.Errorf("turn %d, next %+v, match %s", m.Turn, m.Next(), m.ID)
	}
	if m = tb.run(m, "1 add1"); m.Entries[3].Match != m.ID || m.Entries[2].Match != (kif.Hash{}) {
		t.Error("the match is not named by the last acceptance")
	}
}

// TestDraws checks that a draw is offered out of turn or after one's own move, and that the offer lapses with a move or
// another offer.
func TestDraws(t *testing.T) {
	for script, want := range map[string]string{
		"2 draw-offer; 1 合意引分":                         "",
		"1 add1; 1 draw-offer; 2 合意引分":                 "",
		"1 draw-offer":                                 "but a draw can only be offered on another player's turn, or after",
		"1 add1; 2 draw-offer":                         "but a draw can only be offered on another player's turn, or after",
		"1 合意引分":                                       "but the other player has not offered a draw",
		"2 draw-offer; 2 合意引分":                         "but the other player has not offered a draw",
		"2 draw-offer; 2 agree draw":                   "but there is no open question of another player that this player has",
		"2 draw-offer; 1 agree draw":                   "expected 合意引分 instead of the last agreement",
		"2 draw-offer; 1 agree undo":                   "but there is no open question of another player that this player has",
		"2 draw-offer; 1 add1; 1 合意引分":                 "but the other player has not offered a draw",
		"1 add1; 1 draw-offer; 2 add1; 2 合意引分":         "but the other player has not offered a draw",
		"1 add1; 1 draw-offer; 2 undo-offer 1; 2 合意引分": "but the other player has not offered a draw",
		"1 add1; 1 draw-offer; 1 undo-offer 1; 2 合意引分": "but the other player has not offered a draw",
		"2 draw-offer; 2 away 2026-12-01; 1 合意引分":      "",
		"2 draw-offer; 1 合意引分; 2 add1":                 "may follow",
		"2 draw-offer; 1 投了; 2 合意引分":                   "may follow",
	} {
		tb, m := sit(t, plain)
		tb.stops(m, script, want)
	}
	tb, m := sit(t, plain)
	m = tb.run(m, "2 draw-offer; 1 合意引分")
	if o := m.Outcome; o == nil || o.Word != kif.DrawAgreed || o.Places[0] != 1 || o.Places[1] != 1 || m.By(m.LastEntry()) != 1 {
		t.Errorf("outcome %+v", o)
	}
}

func TestDrawNeedsAllPlayers(t *testing.T) {
	for script, want := range map[string]string{
		"3 draw-offer; 1 合意引分":                             "but the other player has not offered a draw",
		"3 draw-offer; 1 agree draw; 1 agree draw":         "but there is no open question of another player that this player has",
		"3 draw-offer; 1 agree draw; 3 合意引分":               "but the other player has not offered a draw",
		"3 draw-offer; 1 agree draw; 2 agree draw":         "expected 合意引分 instead of the last agreement",
		"3 draw-offer; 1 agree draw; 2 合意引分":               "",
		"3 draw-offer; 2 agree draw; 1 合意引分":               "",
		"3 draw-offer; 1 agree draw; 1 add1; 2 合意引分":       "but the other player has not offered a draw",
		"3 draw-offer; 1 agree draw; 2 draw-offer; 1 合意引分": "but a draw has already been offered",
	} {
		tb, m := sit(t, three)
		tb.stops(m, script, want)
	}
	for script, want := range map[string]string{
		"1 draw-offer":               "but only a player can do this, not the umpire",
		"3 draw-offer; 1 agree draw": "but only a player can do this, not the umpire",
		"3 draw-offer; 1 合意引分":       "but the other player has not offered a draw",
		"3 draw-offer; 2 合意引分":       "",
		"1 投了":                       "but a match can only be ended by one's own resignation, an agreed",
		"2 add1; 1 undo-offer 1":     "but only a player can do this, not the umpire",
		"1 away 2026-12-01":          "but only a player can do this, not the umpire",
		"1 claim":                    "but only a player can do this, not the umpire",
		"1 link":                     "expected a receipt in which the umpire reveals a link",
		"2 receipt":                  "expected a receipt from the umpire, one for each turn",
		"1 receipt":                  "expected a receipt from the umpire, one for each turn",
	} {
		tb, m := sit(t, umpired)
		tb.stops(m, script, want)
	}
	tb, m := sit(t, plain)
	tb.stops(m, "1 receipt", "but only an umpire gives receipts, and this match has none")
}

func TestTakingBack(t *testing.T) {
	for script, want := range map[string]string{
		"1 add1; 2 undo-offer 1; 1 agree undo; 1 add2":                 "",
		"1 add1; 2 undo-offer 1; 1 agree undo; 2 add2":                 "nobody moves for others",
		"1 add1; 2 undo-offer 2":                                       "expected the number of the move to go back to, as in undo-offer 7",
		"1 add1; 2 undo-offer 1; 2 agree undo":                         "but there is no open question of another player that this player has",
		"1 add1; 2 undo-offer 1; 1 agree draw":                         "but there is no open question of another player that this player has",
		"1 add1; 2 undo-offer 1; 2 add1; 1 agree undo":                 "but there is no open question of another player that this player has",
		"1 add1; 2 undo-offer 1; 1 undo-offer 1; 2 agree undo":         "",
		"1 add1; 2 undo-offer 1; 1 undo-offer 1; 1 agree undo":         "but there is no open question of another player that this player has",
		"1 add1; 1 undo-offer 1; 1 draw-offer; 2 agree undo":           "but there is no open question of another player that this player has",
		"1 add1; 2 add1; 1 undo-offer 1; 2 agree undo; 1 undo-offer 2": "expected the number of the move to go back to, as in undo-offer 7",
		"1 add1; 2 add1; 1 undo-offer 2; 2 agree undo; 1 undo-offer 1": "",
		"1 agree undo": "but there is no open question of another player that this player has",
	} {
		tb, m := sit(t, plain)
		tb.stops(m, script, want)
	}
	tb, m := sit(t, plain)
	m = tb.run(m, "1 add1; 2 add2; 1 undo-offer 1; 2 agree undo")
	if m.Last().String() != "0 1" || m.Turn != 1 || m.Undone == 0 || m.Ply() != 0 {
		t.Errorf("position %s, turn %d, ply %d", m.Last(), m.Turn, m.Ply())
	}
	m = tb.run(m, "1 add2")
	if e := m.Record.Events[m.LastEntry()]; e.Number != 1 || m.Undone != 0 {
		t.Errorf("the next move has number %d", e.Number)
	}
	if moves := m.Moves(); len(moves) != 1 || moves[0] != "add2" {
		t.Errorf("played so far: %v", moves)
	}
	tb, m = sit(t, plain)
	m = tb.run(m, "1 add1; 2 add2; 1 add1")
	if n, k := m.LastNumberOf(1), m.LastNumberOf(2); n != 3 || k != 2 {
		t.Errorf("the last moves are %d and %d", n, k)
	}
	m = tb.run(m, "1 undo-offer 2; 2 agree undo")
	if n, k := m.LastNumberOf(1), m.LastNumberOf(2); n != 1 || k != 0 {
		t.Errorf("the last moves that stand are %d and %d", n, k)
	}
	tb, m = sit(t, three)
	m = tb.run(m, "1 add1; 3 undo-offer 1; 2 agree undo")
	if m.Ply() != 1 || m.Last().String() != "1 2" || m.Offer.Missing(m.Roster) != 1 {
		t.Errorf("it is taken back before all agree: %s", m.Last())
	}
	if m = tb.run(m, "1 agree undo"); m.Last().String() != "0 1" {
		t.Errorf("position %s", m.Last())
	}
}

// TestNobodyEndsAMatchForOthers checks that only one's own loss or an agreement of all can end a match.
func TestNobodyEndsAMatchForOthers(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "3d"})
	for _, word := range []kif.Ending{kif.Resignation, kif.Foul, kif.Mate, kif.Default, kif.TimeOut} {
		tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 1, word, seat(2))
		tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", 2, word, seat(1))
	}
	for _, word := range []kif.Ending{kif.FoulWin, kif.Declared, kif.Walkover, kif.Repetition, kif.Impasse, kif.Adjournment} {
		for by := 1; by <= 2; by++ {
			tb.refuses(m, "but a match can only be ended by one's own resignation, an agreed", by, word, seat(by))
		}
	}
	tb.refuses(m, "the signature isn't from the key of this match", 1, kif.Resignation, seat(2), party(2))
	for by := 1; by <= 2; by++ {
		if o := tb.do(m, by, kif.Resignation, seat(by)).Outcome; o == nil || o.Seat != by || o.Places[by-1] != 2 {
			t.Errorf("outcome %+v of party %d's resignation", o, by)
		}
	}
}

// TestSeatOfAResignationIsSigned checks that a player of several seats resigns one of them, which the signature covers.
func TestSeatOfAResignationIsSigned(t *testing.T) {
	tb, m := sit(t, setting{options: "players=4 dice=none"})
	if seats := m.Roster.SeatsAt("bob@example.org"); len(seats) != 2 || seats[0] != 2 || seats[1] != 4 {
		t.Fatalf("Bob plays the seats %v", seats)
	}
	resigned := tb.do(m, 2, kif.Resignation, seat(4))
	if out := resigned.Roster.Out; !slices.Equal(out, []int{4}) || resigned.Outcome != nil || resigned.Roster.IsOut(2) {
		t.Errorf("the seats %v are out, %+v", out, resigned.Outcome)
	}
	altered := strings.Replace(string(resigned.Record.Bytes()), "#: seat 4\n", "#: seat 2\n", 1)
	if _, err := judge(counting, altered); err == nil || !strings.Contains(err.Error(), "isn't from the key of this match") {
		t.Errorf("another seat resigns under the same signature: %v", err)
	}
}

// TestManyActs checks the limits between two moves: thirty acts and thirty messages of each party.
func TestManyActs(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", time: "3d"})
	m = tb.run(m, strings.Repeat("2 away 2026-12-01; ", 29)+"2 draw-offer")
	for range 30 {
		m = tb.do(m, 2, kif.Say{}, says("…"))
	}
	tb.refuses(m, "expected a move: this player has made", 2, kif.Say{}, says("!"))
	tb.stops(m, "2 away 2026-12-01", "30 other entries")
	for _, step := range []string{"away 2026-12-01", "pause-offer", "address a@example.net", "draw-offer", "substitute C <c@example.net>", "rechain"} {
		if _, err := tb.follow(m, "1 "+step); err != nil && strings.Contains(err.Error(), "30 steps") {
			t.Errorf("the acts of another keep off %s", step)
		}
	}
	tb.do(m, 1, kif.Say{}, says("well"))
	tb.stops(m, "1 合意引分", "")
	tb.stops(m, "1 投了", "")
	tb.stops(m, "1 add1; 1 draw-offer", "")
	late := tb.do(m, 2, kif.Claim{}, at(days(4)))
	late = tb.do(late, 1, kif.Contest{Until: epoch.Add(days(5))})
	late = tb.do(late, 2, kif.Claim{}, at(days(6)))
	tb.stops(late, "2 away 2026-12-01", "30 other entries")
	tb.stops(late, "1 切れ負け", "")
}

func TestParties(t *testing.T) {
	s := plain
	s.seat = 2
	tb, m := sit(t, s)
	m = tb.run(m, "2 add1; 2 undo-offer 1; 1 agree undo")
	if m.Roster.PartyOf(1) != 2 || m.Roster.PartyOf(2) != 1 || m.Roster.Parties[0].Name != "Alice" || m.Roster.SeatOf(1) != 2 {
		t.Errorf("seats of parties %v: %v, want who invites in seat 2", m.Roster.Parties, m.Roster.Seating)
	}
	if m.By(2) != 2 || m.By(4) != 1 {
		t.Errorf("move by %d, agreement by %d, want 2 and 1", m.By(2), m.By(4))
	}
	if m.Roster.At("ALICE@example.org") != 1 || m.Roster.At("") != 0 || m.Roster.At("alice+2@example.org") != 0 || m.Roster.At("eve@example.org") != 0 {
		t.Error("parties are not found by their addresses")
	}
	_, m = sit(t, umpired)
	if r := m.Roster; r.Umpire() != 1 || r.PartyOf(1) != 2 || r.SeatOf(1) != 0 || len(r.Players()) != 2 || r.Name(1) != "Alice" {
		t.Errorf("roster %+v", r)
	}
}

func TestTossNamesTheSeats(t *testing.T) {
	for _, s := range []setting{{toss: true}, {toss: true, umpire: true}, {toss: true, writers: []int{2}}, {toss: true, umpire: true, time: "3d", writers: []int{2, 3}}} {
		tb, m := invited(t, s)
		for m.Roster.Joining() != 0 {
			m = tb.do(m, m.Roster.Joining(), kif.Accept{})
		}
		if next := m.Next(); len(next.Throw) != 1 || next.Throw[0] != 2 || m.Roster.PartyOf(1) != 0 || m.Roster.Seat(1) != (kif.Seat{}) || m.Due() != 0 {
			t.Fatalf("before the toss: next %+v, seat 1 %v", next, m.Roster.Seat(1))
		}
		players := m.Roster.Players()
		tb.refuses(m, "the toss that decides the seats isn't over yet", players[0], kif.Move("add1"), bare())
		tb.refuses(m, "but the match has not begun yet", players[0], kif.Resignation)
		m = tb.do(m, players[1], stepOf("away 2026-12-01"))
		m = tb.attend(m)
		want := [2]kif.Seat{m.Roster.Seat(1), m.Roster.Seat(2)}
		header := "\n先手：" + want[0].String() + "\n後手：" + want[1].String() + "\n"
		if text := string(m.Record.Bytes()); want[0] == want[1] || want[0].Name == "" || strings.Count(text, "先手：") != 1 || !strings.Contains(text, header) {
			t.Errorf("seats %v in\n%s", want, text)
		}
		sameMatch(t, m, judged(t, counting, string(m.Record.Bytes())))
		other := strings.Replace(string(m.Record.Bytes()), header, "\n先手："+want[1].String()+"\n後手："+want[0].String()+"\n", 1)
		if _, err := judge(counting, other); err == nil || !strings.Contains(err.Error(), "as decided by the toss") {
			t.Errorf("seats that the toss did not give: %v", err)
		}
		m = tb.play(m, "add1", "add1")
		if o := tb.do(m, m.Roster.PartyOf(2), kif.Resignation, seat(2)).Outcome; o.Places[0] != 1 {
			t.Errorf("outcome %+v", o)
		}
		if text := m.NewProof().Text().En; !strings.HasPrefix(text, "toss: ") {
			t.Errorf("of %+v the record says %q", s, text)
		}
	}
}

func TestTossRefuses(t *testing.T) {
	tb, m := invited(t, setting{toss: true})
	m = tb.do(m, 2, kif.Accept{})
	for _, text := range []kif.Throw{"[3]", "[1,2]", "[0]"} {
		if _, err := m.Append(kif.Plain(text)); err == nil || !strings.Contains(err.Error(), "the result of the toss") {
			t.Errorf("%s: %v", text, err)
		}
	}
	tb, m = sit(t, plain)
	if _, err := m.Append(kif.Plain(kif.Throw("[1]"))); err == nil || !strings.Contains(err.Error(), "no throw") && !strings.Contains(err.Error(), "throw") {
		t.Errorf("a toss that nobody asked for: %v", err)
	}
	tb.stops(m, "1 add1", "")
}

// TestTossAnew checks that a void toss leaves no trace in the headers, so that the next one can have another result.
func TestTossAnew(t *testing.T) {
	for i := range 4 {
		tb, m := invited(t, setting{toss: true})
		m = tb.do(m, 2, kif.Accept{})
		thrown, err := m.ReadDice(1, tb.open)
		tb.must(err)
		cut := thrown.Cut(m.LastEntry() + 1)
		sameMatch(t, m, cut)
		if string(cut.Record.Bytes()) != string(m.Record.Bytes()) {
			t.Fatalf("before the toss the record is\n%s", cut.Record.Bytes())
		}
		tb.masters[0] = fair.MasterFrom([32]byte{byte(i), 5})
		cut = tb.rechain(cut, 1, tb.masters[0], chain(tb.newChain(1)))
		cut = tb.attend(tb.do(cut, 2, kif.Agree{To: kif.RechainQuestion}))
		if cut.Roster.Seat(1) == (kif.Seat{}) || cut.Record.Seat(1) != cut.Roster.Seat(1) {
			t.Errorf("seat 1 is %s in the headers, and %s", cut.Record.Seat(1), cut.Roster.Seat(1))
		}
	}
}
