package reply

import (
	"strings"
	"testing"
)

// TestTabsOfSNail: what s-nail includes below a reply by ~m, with the heads of all parts and the attachments, is not typed.
func TestTabsOfSNail(t *testing.T) {
	answered := "Alice has played b2. It is your move.\nReply with your move on the first line.\n"
	text := "e5\n\nÀ bientôt!\n-------- Original Message --------\n\tFrom alice@example.org Mon Nov 23 2026\n\tTo: bob@example.net\n\n\n\tContent-Type: text/plain; charset=utf-8\n\n" +
		"\tAlice has played b2. It is your move.\n\t\n\tReply with your move on the first line.\n\n\tContent-Type: image/png; name=board.png\n\n\n\t1 b2\n\t2 e8\n"
	r := Reader{Answered: answered, Move: func(text string) (string, bool) {
		if text == "e5" || text == "e8" || text == "b2" {
			return text, true
		}
		return "", false
	}}
	if got := r.Read(text); got.Wish.Move != "e5" || got.Typed != "e5\nÀ bientôt!" {
		t.Errorf("read as %+v", got)
	}
}

// TestUndatedAttribution: a quote of the message answered may have a line above it that names only the author.
func TestUndatedAttribution(t *testing.T) {
	for _, line := range []string{"Anna wrote:", "Anna schrieb:", "On Monday, Anna Berg wrote:"} {
		r := Reader{Answered: "You accepted the invitation.\nIt is Bob's turn now.\n"}
		if got := r.Read("say: Hello\n\n" + line + "\n> You accepted the invitation.\n> It is Bob's turn now.\n"); got.Wish.Word != Say || got.Typed != "say: Hello" {
			t.Errorf("%s: read as %+v", line, got)
		}
	}
}

// e2Only is a reader of a game in which e2 is the only move.
func e2Only(names ...string) Reader {
	return Reader{Names: names, Move: func(text string) (string, bool) {
		if !strings.EqualFold(text, "e2") {
			return "", false
		}
		return "e2", true
	}}
}

// TestNameAfterAFarewell: it has at most two capitalised words, unless they are the name of a player; more may be words that matter.
func TestNameAfterAFarewell(t *testing.T) {
	for text, plays := range map[string]bool{
		"e2\n\nBest wishes\nAnna": true, "e2\n\nBest wishes\nAnna Berg": true, "e2\n\nBest wishes\nProf. Dr. Anna van Dijk": true,
		"e2\n\nBest wishes\nPlease Wait For Carol": false, "e2\n\nBest wishes\nDo Not Play": false,
		"e2\nYours,\nNever Mind": false, "e2\nGruß\nDoch Nicht": false, "e2\nYours,\nTake Back": false, "e2\n\nYours,\nWill Bergman": true,
		"e2\n\nBest wishes\nAnna Maria Berg Lund": true, "e2\n\nBest wishes, Do Not Play": false, "e2\n\nBest wishes, Anna Berg": true,
	} {
		if got := e2Only("anna", "maria", "berg", "lund").Read(text); (got.Wish.Move == "e2") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestInstructionOfTheExample: the example in our message can be typed as it is, but our message is not obeyed when it is quoted without marks.
func TestInstructionOfTheExample(t *testing.T) {
	const days = "2026-12-20..2027-01-05"
	answered := "Alice has played b2. It is your move.\n\nTo announce an absence, write \"away\" and the dates:\n    away " + days + "\n    substitute: Carol <carol@example.org>\nor stop the mails.\n"
	for text, want := range map[string]string{
		"away " + days: days,
		"Hello Alice,\n\naway " + days + "\n\nAnna":                        days,
		"away " + days + "\nAnna\n\n> Alice has played b2.":                days,
		"away " + days + "\n\n" + answered:                                 days,
		answered:                                                           "",
		"Alice has played b2. It is your move.\n\naway " + days:            "",
		"    away " + days + "\n    substitute: Carol <carol@example.org>": "",
		"> away " + days:                                                   "",
	} {
		r := Reader{Answered: answered, Names: []string{"alice", "anna"}}
		if got := r.Read(text); got.Wish.Days != want || len(got.Maybe) > 0 {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestQuoteWithGuillemets: a quote of the message answered may have guillemets before its lines.
func TestQuoteWithGuillemets(t *testing.T) {
	r := e2Only()
	r.Answered = "Alice has played b2. It is your move.\n\n1 e2\nReply with your move.\n"
	if got := r.Read("» Alice has played b2. It is your move.\n» \n» 1 e2\n» Reply with your move.\n\ne2\n"); got.Wish.Move != "e2" || got.Typed != "e2" {
		t.Errorf("read as %+v", got)
	}
}

// TestPieceOfTheOthers: a move of a piece that is named as that of the other side is not played.
func TestPieceOfTheOthers(t *testing.T) {
	for text, plays := range map[string]bool{
		"torre a 5h": true, "tu torre a 5h": false, "la tua torre a 5h": false, "je toren a 5h": false, "je joue torre a 5h": true, "joue 5h": true, "je joue 5h": true,
	} {
		r := Reader{Move: func(text string) (string, bool) {
			if text == "torre a 5h" || text == "toren a 5h" || text == "5h" || text == "joue 5h" {
				return "R5h", true
			}
			return "", false
		}}
		if got := r.Read(text); (got.Wish.Move == "R5h") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestTelephone: no part of the number of a telephone is a move, though two digits are one elsewhere.
func TestTelephone(t *testing.T) {
	r := Reader{Move: func(text string) (string, bool) {
		return map[string]string{"76": "76", "12": "12"}[text], true
	}}
	for text, plays := range map[string]bool{"76": true, "76\n\nCordialement\nYves\n06 12 34 76 78": true, "76\n\nCordialement\nYves\n12": false} {
		if got := r.Read(text); (got.Wish.Move == "76") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
