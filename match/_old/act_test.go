package kif

import (
	"strings"
	"testing"
)

// invitation is a match by invitation, up to its first event.
const invitation = "#hikyaku record 1\nゲーム：counting\n先手：Alice <a@x.org>\n後手：Bob <b@x.org>\n手数----指手---------消費時間--\n#: do invite\n#: seat 2\n#: party 1\n"

// tossed is one whose seats are tossed for.
var tossed = strings.Replace(strings.Replace(strings.Replace(invitation, "先手", "対局者1", 1), "後手", "対局者2", 1), "#: seat 2\n", "", 1)

const joined = "#: do accept\n#: party 2\n"

func TestActs(t *testing.T) {
	cases := map[string]struct{ record, want string }{ // want is an error, "" for none
		"an invitation alone":             {invitation, ""},
		"accepted and played":             {invitation + joined + "   1 add1\n   2 add1\n", ""},
		"declined":                        {invitation + "#: do decline\n#: party 2\n", ""},
		"withdrawn":                       {invitation + "#: do decline\n#: party 1\n", ""},
		"a move before all accept":        {invitation + "   1 add1\n", "not all have accepted"},
		"an ending before all accept":     {invitation + "   1 投了\n", "a match that has begun"},
		"an offer before all accept":      {invitation + "#: do draw-offer\n#: party 1\n", "that all accept first"},
		"accepting twice":                 {invitation + joined + joined, "in the order of the invitation"},
		"accepting one's own":             {invitation + "#: do accept\n#: party 1\n", "in the order of the invitation"},
		"declining too late":              {invitation + joined + "#: do decline\n#: party 2\n", "has not begun"},
		"playing on after declining":      {invitation + "#: do decline\n#: party 2\n#: do accept\n#: party 2\n", "nothing behind the end"},
		"a second invitation":             {invitation + "#: do invite\n#: seat 1\n#: party 1\n", "one invitation"},
		"an invitation without seat":      {strings.Replace(invitation, "#: seat 2\n", "", 1), "the seat of who invites"},
		"an invitation by another party":  {strings.Replace(invitation, "#: party 1", "#: party 2", 1), "one invitation, by party 1"},
		"an invitation to a position":     {strings.Replace(invitation, "先手", "開始局面：7 2\n先手", 1), "the usual start"},
		"an invitation without addresses": {strings.Replace(invitation, " <b@x.org>", "", 1), "a mail address of every player"},
		"an invitation to oneself":        {strings.Replace(invitation, "b@x.org", "A@X.org", 1), "two addresses"},
		"an unknown act":                  {invitation + joined + "#: do dance\n#: party 1\n", "an act that hikyaku knows"},
		"an act of nobody":                {invitation + joined + "#: do link\n", "#: party N"},
		"an act of a third party":         {invitation + joined + "#: do link\n#: party 3\n", "#: party N"},
		"an act with more words":          {invitation + joined + "#: do link now\n#: party 1\n", "nothing behind the word"},
		"an act without invitation":       {"ゲーム：counting\n#: do link\n#: party 1\n", "began by invitation"},
		"an act of no word":               {invitation + "#: do\n", "what is done"},
		"a draw without offer":            {invitation + joined + "   1 合意引分\n", "a standing offer"},
		"a draw offered by oneself":       {invitation + joined + "#: do draw-offer\n#: party 2\n   1 合意引分\n#: party 2\n", "a standing offer"},
		"a draw":                          {invitation + joined + "#: do draw-offer\n#: party 1\n   1 合意引分\n", ""},
		"a draw after the offer lapsed":   {invitation + joined + "#: do draw-offer\n#: party 2\n   1 add1\n   2 合意引分\n", "a standing offer"},
		"a draw by the wrong word":        {invitation + joined + "#: do draw-offer\n#: party 1\n#: do draw-agree\n#: party 2\n", "in place of the last agreement"},
		"going back":                      {invitation + joined + "   1 add1\n#: do undo-offer 1\n#: party 2\n#: do undo-agree\n#: party 1\n   2 add2\n", ""},
		"going back to nowhere":           {invitation + joined + "   1 add1\n#: do undo-offer 2\n#: party 2\n", "the number of a move"},
		"going back alone":                {invitation + joined + "   1 add1\n#: do undo-offer 1\n#: party 2\n#: do undo-agree\n#: party 2\n", "an offer of another player"},
		"agreeing to nothing":             {invitation + joined + "#: do undo-agree\n#: party 1\n", "an offer of another player"},
		"away":                            {invitation + joined + "#: do away 2026-12-20..2027-01-05\n#: party 1\n", ""},
		"away backwards":                  {invitation + joined + "#: do away 2026-12-20..2026-01-05\n#: party 1\n", "two days"},
		"a claim before the toss":         {tossed + joined + "   1 切れ負け\n#: seat 1\n#: party 2\n", ""},
		"a resignation before the toss":   {tossed + joined + "   1 投了\n#: seat 1\n#: party 1\n", "a match that has begun"},
		"as many acts as may be":          {invitation + joined + strings.Repeat("#: do draw-offer\n#: party 1\n", maxActs-2), ""},
		"one act too many":                {invitation + joined + strings.Repeat("#: do draw-offer\n#: party 1\n", maxActs-1), "30 acts stand"},
		"many acts with moves between":    {invitation + joined + strings.Repeat("#: do draw-offer\n#: party 1\n", maxActs-2) + "   1 add1\n#: do draw-offer\n#: party 1\n", ""},
		"tossed for":                      {tossed + joined + "#: throw [2]\n   1 add1\n", ""},
		"a move before the toss":          {tossed + joined + "   1 add1\n", "not been tossed"},
		"a toss of three":                 {tossed + joined + "#: throw [3]\n", "the toss for seats"},
		"a toss not asked for":            {invitation + joined + "#: throw [1]\n", "the throw that the game waits for"},
		"a toss without invitation":       {"ゲーム：counting\n対局者1：A <a@x>\n対局者2：B <b@x>\n", "as the first event"},
		"seats that the toss did not give": {strings.Replace(tossed, "手数--", "先手：Alice <a@x.org>\n手数--", 1) + joined + "#: throw [2]\n",
			"what the toss gave: Bob"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r, err := Read([]byte(c.record))
			if err == nil {
				_, err = Replay(r, counting)
			}
			switch {
			case err == nil && c.want != "":
				t.Errorf("no error, want %q", c.want)
			case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
				t.Errorf("error %q, want %q", err, c.want)
			}
		})
	}
}

func replayed(t *testing.T, text string) *Line {
	t.Helper()
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := Replay(r, counting)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPartiesAreNumberedByJoining(t *testing.T) {
	l := replayed(t, invitation+joined+"   1 add1\n#: do undo-offer 1\n#: party 2\n#: do undo-agree\n#: party 1\n")
	if l.PartyOf(1) != 2 || l.PartyOf(2) != 1 || l.Parties()[0].Name != "Bob" {
		t.Errorf("seats of parties %v: %d %d, want the inviter in seat 2", l.Parties(), l.PartyOf(1), l.PartyOf(2))
	}
	if l.By(2) != 2 || l.By(4) != 1 {
		t.Errorf("move by %d, agreement by %d, want 2 and 1", l.By(2), l.By(4))
	}
	if l.Last().String() != l.Positions[0].String() {
		t.Errorf("after going back the position is %s", l.Last())
	}
	if first, match := l.Entries[0].Hash(), l.Entries[1].Hash(); l.Match() != match || l.Entries[0].Match != (Hash{}) || l.Entries[2].Match != match || first == match {
		t.Error("the match is not named by the acceptance")
	}
}

func TestTossNamesTheSeats(t *testing.T) {
	l := replayed(t, tossed+joined)
	if next := l.Next(); len(next.Throw) != 1 || next.Throw[0] != 2 || l.PartyOf(1) != 0 || l.Seat(1) != (Seat{}) {
		t.Fatalf("before the toss: next %+v, seat 1 %v", next, l.Seat(1))
	}
	l, err := l.Append(Event{Kind: Throw, Text: "[2]"})
	if err != nil {
		t.Fatal(err)
	}
	text := string(l.Record.Bytes())
	if l.Seat(1).Name != "Bob" || !strings.Contains(text, "\n先手：Bob <b@x.org>\n後手：Alice <a@x.org>\n") {
		t.Errorf("seat 1 is %v in\n%s", l.Seat(1), text)
	}
	again := replayed(t, text)
	if again.Head() != l.Head() || again.Seat(2) != l.Seat(2) {
		t.Error("it reads back as another match")
	}
}
