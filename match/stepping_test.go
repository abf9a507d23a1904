package match_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestStepsOfActs checks the event that each act makes in a situation, or why it makes none.
func TestStepsOfActs(t *testing.T) {
	limited, free := slow, setting{options: "dice=none"}
	for _, c := range []struct {
		setting
		script string
		party  int
		act    string
		text   string
		day    float64
		want   string
	}{
		{limited, "", 1, "ask-undo", "", 1, "you have not moved yet"},
		{limited, "1 add1", 1, "ask-undo", "", 1, "undo-offer 1"},
		{limited, "1 add1; 2 add1; 1 add1", 1, "ask-undo", "", 1, "undo-offer 3"},
		{limited, "1 add1; 2 add1; 1 add1", 2, "ask-undo", "", 1, "undo-offer 2"},
		{limited, "1 add1; 2 add1", 2, "ask-undo", "1", 1, "undo-offer 1"},
		{limited, "1 add1; 2 add1", 1, "ask-undo", "2", 1, "undo-offer 2"},
		{limited, "1 add1; 2 add1", 1, "ask-undo", "3", 1, "there is no move 3"},
		{limited, "1 add1; 2 add1", 1, "ask-undo", "0", 1, "there is no move 0"},
		{limited, "1 add1", 2, "ask-undo", "x", 1, "there is no move x"},
		{limited, "1 add1", 2, "ask-undo", "1", 1, "undo-offer 1"},
		{limited, "", 1, "say", " \n", 1, "the message is empty"},
		{limited, "", 1, "say", "hello", 1, "say"},
		{limited, "", 1, "resume", "", 1, "the match is not paused"},
		{limited, "1 pause-offer; 2 agree pause", 1, "resume", "", 1, "resume"},
		{limited, "", 1, "stay", "", 1, "you have not proposed a substitute"},
		{limited, "", 1, "draw", "", 1, "the draw offer goes with your move"},
		{limited, "", 2, "draw", "", 1, "draw-offer"},
		{limited, "2 draw-offer", 2, "draw", "", 1, "you have already offered or accepted"},
		{limited, "2 draw-offer", 1, "draw", "", 1, "合意引分"},
		{free, "", 1, "pause", "", 1, "the match has no time limit"},
		{limited, "", 2, "pause", "", 1, "pause-offer"},
		{limited, "1 pause-offer", 1, "pause", "", 1, "you have already proposed or accepted this pause"},
		{limited, "1 pause-offer", 2, "pause", "", 1, "agree pause"},
		{limited, "1 pause-offer; 2 agree pause", 1, "pause", "", 1, "the match is already paused"},
		{limited, "", 1, "away", "2026-12-20..2027-01-05", 1, "away 2026-12-20..2027-01-05+00:00"},
		{limited, "", 1, "away", "soon", 1, "soon"},
		{limited, "", 1, "agree", "", 1, "nobody has offered you anything"},
		{limited, "1 undo-offer 1", 2, "agree", "", 1, ""},
		{free, "", 2, "claim", "", 9, "no time limit is running"},
		{limited, "", 1, "claim", "", 9, "it is your own clock"},
		{limited, "", 2, "claim", "", 2, "Alice still has time"},
		{limited, "", 2, "claim", "", 3.6, "claim"},
		{limited, "1 pause-offer; 2 agree pause", 2, "claim", "", 9, "the match is paused by agreement"},
		{limited, "", 2, "resign", "", 1, "投了"},
		{newer, "", 1, "substitute", "nobody", 1, "nobody"},
		{newer, "", 1, "substitute", "Bob <bob@example.org>", 1, "bob@example.org is already a player"},
		{newer, "", 1, "substitute", "Carol <carol@example.org>", 1, "substitute Carol <carol@example.org>"},
		{newer, "", 1, "hand-over", "", 1, "first all others have to agree"},
	} {
		tb, m := sit(t, c.setting)
		m, err := tb.follow(m, c.script)
		if err != nil {
			if c.want != "" {
				t.Errorf("%s: %v", c.script, err)
			}
			continue
		}
		now := func() time.Time { return epoch.Add(days(c.day)) }
		act, known := match.ActNamed(c.act)
		if !known {
			t.Fatalf("there is no act %s", c.act)
		}
		e, err := act.Step(m, c.party, match.Input{Text: c.text, Now: now, Came: now})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = e.Step.String()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("after %q %s %q of %d is %q, want %q", c.script, c.act, c.text, c.party, got, c.want)
		}
	}
}

// TestCaptionHasThePendingQuestion checks captions for all readers, including the player who asks and one who is being
// replaced by a substitute.
func TestCaptionHasThePendingQuestion(t *testing.T) {
	tb, m := sit(t, slow)
	m = tb.do(m, 2, kif.DrawOffer{})
	if got := m.For(1).Question().En; got != "Bob offers a draw" {
		t.Errorf("%q", got)
	}
	for viewer, want := range []string{"Bob offers a draw", "Bob offers a draw", "you have offered a draw"} {
		if got := m.For(viewer).Caption(time.UTC).En; !strings.Contains(got, "Bob") || !strings.Contains(got, want) {
			t.Errorf("viewer %d: %q does not contain %q", viewer, got, want)
		}
	}
}

// TestEndingThatStatesTheResult checks that an ending may follow the move that ended a local match, once, and only if
// it states the result.
func TestEndingThatStatesTheResult(t *testing.T) {
	const won = "ゲーム：counting\n設定：target=10 dice=none\n1 add2\n2 add2\n3 add2\n4 add2\n5 add2\n"
	for ending, want := range map[string]bool{
		"": true, "6 詰み\n": true, "6 詰\n": true, "6 投了\n": true, "6 千日手\n": false, "6 持将棋\n": false, "6 切れ負け\n": false, "6 中断\n": false, "6 詰み\n7 詰み\n": false,
	} {
		if _, err := judge(counting, won+ending); (err == nil) != want {
			t.Errorf("%q: %v", ending, err)
		}
	}
}
