package match_test

import (
	"slices"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// meets checks the result of Meet for two lines from both sides: the line that stands, nil for neither, and the parties that forked.
func meets(t testing.TB, a, b, stands *match.Match, forked ...int) {
	t.Helper()
	for _, c := range []struct {
		ours, theirs *match.Match
		swapped      bool
	}{{a, b, false}, {b, a, true}} {
		m := match.Meet(c.ours, c.theirs)
		got := map[match.Side]*match.Match{match.Ours: c.ours, match.Theirs: c.theirs}[m.Valid]
		if got != stands || !slices.Equal(m.Forked, forked) {
			name := map[*match.Match]string{a: "the first", b: "the second", nil: "neither"}
			t.Errorf("swapped %v: %s stands, forked by %v, want %s and %v, of\n%s\nand\n%s",
				c.swapped, name[got], m.Forked, name[stands], forked, steps(a), steps(b))
		}
		if m.Longer {
			t.Errorf("one line is the beginning of the other")
		}
	}
}

func TestTheLongerStands(t *testing.T) {
	tb, m := sit(t, plain)
	long := tb.run(m, "1 add1; 2 add1")
	if got := match.Meet(m, long); got.Valid != match.Theirs || !got.Longer || got.Common != 2 {
		t.Errorf("%+v", got)
	}
	if got := match.Meet(long, m); got.Valid != match.Ours || !got.Longer {
		t.Errorf("%+v", got)
	}
	if got := match.Meet(m, m); got.Valid != match.Ours || !got.Longer {
		t.Errorf("%+v", got)
	}
	if got := match.Meet(tb.run(m, "1 add1"), tb.run(m, "1 add2")); got.Common != 2 || got.Longer {
		t.Errorf("%+v", got)
	}
}

// TestOrder tests rule 2, which decides between crossing messages. Each party acts on one line only.
func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		setting
		common, stands, away string
	}{
		"1: a move stands over an offer of who is to move":           {plain, "", "1 add1", "2 draw-offer"},
		"1: a move stands over an absence":                           {plain, "1 add1", "2 add1", "1 away 2026-12-01"},
		"1: a move stands over a resignation":                        {plain, "1 add1", "2 add1", "1 投了"},
		"1: a move stands over an agreement":                         {plain, "2 draw-offer", "1 add1", "2 away 2026-12-01"},
		"1: a move stands over what the others agree to":             {three, "2 draw-offer; 1 agree draw", "1 add1", "3 合意引分"},
		"1: a later move counts too":                                 {three, "", "1 away 2026-12-01; 1 add1", "2 draw-offer; 3 agree draw"},
		"2: an agreement stands over an absence":                     {plain, "1 add1; 1 draw-offer", "2 合意引分", "1 away 2026-12-01"},
		"2: an agreement stands over an absence of whose turn it is": {three, "2 draw-offer; 1 agree draw", "3 合意引分", "1 away 2026-12-01"},
		"2: behind an absence too":                                   {three, "2 draw-offer; 1 agree draw", "3 away 2026-12-01; 3 合意引分", "1 away 2026-12-01"},
		"2: to a take-back":                                          {three, "1 add1; 3 undo-offer 1; 2 agree undo", "1 agree undo", "2 away 2026-12-01"},
		"2: one that not all agree to does not":                      {three, "1 add1; 2 undo-offer 1", "2 away 2026-12-01", "1 agree undo"},
		"2: nor one to an offer behind the parting":                  {three, "1 add1", "2 away 2026-12-01", "1 undo-offer 1; 3 agree undo"},
		"2: nor one to a new offer":                                  {three, "1 add1; 3 undo-offer 1; 2 agree undo", "2 away 2026-12-01", "3 undo-offer 1; 1 agree undo"},
		"3: a player stands over the umpire":                         {setting{options: "dice=none", umpire: true, time: "3d"}, "!2 add1", "3 away 2026-12-01", "1 receipt"},
		"4: who is to move stands over who is not":                   {plain, "1 add1", "2 away 2026-12-01", "1 draw-offer"},
		"4: also with a resignation":                                 {plain, "1 add1", "2 投了", "1 投了"},
		"5: the lower number":                                        {three, "1 add1", "1 away 2026-12-01", "3 away 2026-12-01"},
		"5: of the first entry":                                      {setting{options: "players=4 dice=none", players: 4}, "1 add1", "1 away 2026-12-01", "3 away 2026-12-01; 4 away 2026-12-01"},
		"5: of two resignations":                                     {three, "1 add1", "1 投了", "3 投了"},
	} {
		t.Run(name, func(t *testing.T) {
			tb, m := sit(t, c.setting)
			if c.common != "" && c.common[0] == '!' { // without what programs do
				m = tb.do(m, int(c.common[1]-'0'), stepOf(c.common[3:]))
			} else {
				m = tb.run(m, c.common)
			}
			stands, away := tb.run(m, c.stands), tb.run(m, c.away)
			meets(t, stands, away, stands)
		})
	}
}

// TestLowerHash checks that both sides choose the same line if only its hash distinguishes it.
func TestLowerHash(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none", writers: []int{2}})
	for i := range 8 {
		a := tb.rechain(m, 1, fair.MasterFrom([32]byte{byte(i), 1}))
		b := tb.rechain(m, 2, fair.MasterFrom([32]byte{byte(i), 2}))
		if x, y := match.Meet(a, b), match.Meet(b, a); x.Valid == y.Valid || x.Valid == match.Neither {
			t.Fatalf("two questions for keys: %v stands in the eyes of one, %v in those of the other", x.Valid, y.Valid)
		}
	}
}

// TestClaimsWeighNothing checks that neither a claim nor its confirmation takes precedence over a move.
func TestClaimsWeighNothing(t *testing.T) {
	tb, m := sit(t, slow)
	claimed := tb.do(m, 2, kif.Claim{}, at(days(4)))
	moved := tb.do(m, 1, kif.Move("add1"), at(days(5)))
	meets(t, moved, claimed, moved)
	tb, m = sit(t, setting{options: "dice=none", umpire: true, time: "3d"})
	claimed = tb.do(m, 3, kif.Claim{}, at(days(4)))
	lost := tb.do(claimed, 1, kif.TimeOut, seat(1))
	moved = tb.do(claimed, 2, kif.Move("add1"), at(days(5)))
	meets(t, moved, lost, moved)
	away := tb.do(claimed, 2, stepOf("away 2026-12-30"), at(days(5)))
	meets(t, away, lost, away) // no act of an umpire outweighs a player's
	tb, m = sit(t, setting{game: passing, options: "dice=none", umpire: true, time: "3d"})
	claimed = tb.do(m, 3, kif.Claim{}, at(days(4)))
	passed := tb.do(claimed, 1, kif.Move("pass"), party(1))
	away = tb.do(claimed, 2, stepOf("away 2026-12-30"), at(days(5)))
	meets(t, away, passed, away) // and a pass that he plays is no move of a player
	moved = tb.do(claimed, 2, kif.Move("add1"), at(days(5)))
	meets(t, moved, passed, moved)
}

// TestOldOffers checks that a player who has moved on does not agree to a lapsed offer.
func TestOldOffers(t *testing.T) {
	tb, m := sit(t, plain)
	offered := tb.run(m, "1 add1; 1 draw-offer")
	played := tb.run(offered, "2 add1; 1 add2; 2 add1; 1 add1; 2 add2; 1 add1; 2 add1")
	drawn := tb.run(offered, "2 合意引分") // Bob, who has restored an older copy
	meets(t, played, drawn, nil, 2)
	early := tb.run(offered, "2 away 2026-12-01; 2 合意引分")
	meets(t, played, early, nil, 2)

	back := tb.run(m, "1 add1; 2 add1; 1 add1; 1 undo-offer 1")
	played = tb.run(back, "2 add1; 1 add2; 2 add1")
	undone := tb.run(back, "2 agree undo")
	meets(t, played, undone, nil, 2)
	undone = tb.run(back, "2 agree undo; 1 add2") // Alice, who was told so
	meets(t, played, undone, nil, 1, 2)

	tb, m = sit(t, setting{})
	offered = tb.run(m, "1 add1; 1 draw-offer")
	meets(t, tb.play(offered, "add1", "add1", "add1", "add1"), tb.run(offered, "2 合意引分"), nil, 2)
}

// TestOldClaim checks that a claim after which play continued rejects no line, and also needs the other player's
// confirmation.
func TestOldClaim(t *testing.T) {
	tb, m := sit(t, slow)
	claimed := tb.do(m, 2, kif.Claim{}, at(days(4)))
	played := tb.do(m, 1, kif.Move("add1"), at(days(3.1)))
	played = tb.run(played, "2 add1; 1 add1; 2 add1")
	if m := match.Meet(played, claimed); m.Valid != match.Ours {
		t.Errorf("%+v", m)
	}
	tb.refuses(claimed, "but a match can only be ended by one's own resignation, an agreed", 2, kif.TimeOut, seat(1))
}

// TestFork tests rule 1: a conflict names the parties that signed both lines, except those that changed to the line
// that was taken.
func TestFork(t *testing.T) {
	for name, c := range map[string]struct {
		setting
		common, first, second string
		stands                int // 1 or 2, 0 for neither
		forked                []int
	}{
		"two moves in one turn":             {plain, "", "1 add1", "1 add2", 0, []int{1}},
		"a move and a resignation":          {plain, "", "1 add1", "1 投了", 0, []int{1}},
		"a move and an absence":             {plain, "", "1 add1", "1 away 2026-12-01", 0, []int{1}},
		"two absences out of turn":          {plain, "1 add1", "1 away 2026-12-01", "1 away 2026-12-02", 0, []int{1}},
		"who answers both lines of another": {plain, "", "1 add1; 2 add1", "1 add2; 2 add1", 0, []int{1}},
		"an answered move taken back":       {plain, "1 add1", "2 add1; 1 add1", "2 add2", 0, []int{2}},
		"an offer out of turn, then the answer to the move that crossed it":           {plain, "", "1 add1; 2 add1", "2 draw-offer", 1, nil},
		"an absence, then the answer to a crossing move":                              {plain, "1 add1", "2 add1; 1 add1", "1 away 2026-12-01", 1, nil},
		"an answer to the move, then an offer on the line put away":                   {plain, "", "1 add1; 2 add1", "2 draw-offer; 2 away 2026-12-01", 1, nil},
		"agreed, then a crossing move of a third is answered":                         {three, "3 draw-offer", "1 add1; 2 add1", "2 agree draw", 1, nil},
		"agreed to on a line that a move had put away":                                {three, "3 draw-offer; 2 agree draw", "1 add1; 2 add1", "1 合意引分", 0, []int{1}},
		"who acts on the weaker line, then on the stronger, then again on the weaker": {three, "", "1 add1; 3 away 2026-12-01", "3 away 2026-12-01; 2 away 2026-12-01; 3 away 2026-12-02", 1, nil},
		"who acts on the stronger, then on the weaker":                                {three, "1 add1", "2 add1; 3 add1", "2 away 2026-12-01", 0, []int{2}},
		"lower numbers put nothing of one's own away":                                 {three, "1 add1", "3 away 2026-12-01", "1 away 2026-12-01; 3 away 2026-12-01", 2, nil},
		"but higher ones do not excuse":                                               {three, "1 add1", "3 away 2026-12-01; 1 away 2026-12-01", "1 away 2026-12-01", 0, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			tb, m := sit(t, c.setting)
			m = tb.run(m, c.common)
			a, b := tb.run(m, c.first), tb.run(m, c.second)
			meets(t, a, b, map[int]*match.Match{1: a, 2: b}[c.stands], c.forked...)
		})
	}
}

// TestScribesFork checks that what a scribe signs for others counts for the scribe too.
func TestScribesFork(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, writers: []int{2}})
	m = tb.run(m, "1 add1")
	meets(t, tb.run(m, "2 add1"), tb.run(m, "2 add2"), nil, 1, 2)
	meets(t, tb.run(m, "2 add1"), tb.run(m, "1 away 2026-12-01"), nil, 1)
	stands := tb.run(m, "2 add1")
	meets(t, stands, tb.run(m, "3 away 2026-12-01"), stands)
	tb, m = sit(t, setting{options: "dice=none", umpire: true, writers: []int{2}})
	meets(t, tb.run(m, "2 add1"), tb.run(m, "2 add2"), nil, 1, 2)
}

// TestRotatedKeysFork checks that a key belongs to the party whose old key vouched for it.
func TestRotatedKeysFork(t *testing.T) {
	tb, m := sit(t, plain)
	next := tb.masters[4]
	a := tb.do(m, 1, kif.Rotate{}, signer(next), func(e *draft) {
		e.Key = next.PublicKey().String()
		d, err := m.Draft(e.Event)
		tb.must(err)
		e.SignOld = kif.Signature(tb.masters[0].Sign(d.Entry.Bytes()))
	})
	meets(t, tb.do(a, 1, kif.Move("add1"), signer(next)), tb.run(m, "1 add1"), nil, 1)
}

// TestQuestionsForKeysCountForNobody checks that requests for new keys accuse nobody, whoever forged them.
func TestQuestionsForKeysCountForNobody(t *testing.T) {
	tb, m := sit(t, plain)
	for by := 1; by <= 2; by++ {
		question := tb.rechain(m, by, evil)
		moved := tb.run(m, "1 add1")
		meets(t, moved, question, moved)
		away := tb.run(m, "2 away 2026-12-01")
		meets(t, away, question, away)
	}
	// One that is open at the parting, and that all agree to, is an agreement like others.
	tb, m = sit(t, three)
	asked := tb.do(tb.rechain(m, 2, evil), 1, kif.Agree{To: kif.RechainQuestion})
	done := tb.do(asked, 3, kif.Agree{To: kif.RechainQuestion})
	away := tb.run(asked, "1 away 2026-12-01")
	meets(t, done, away, done)
}

var evil = fair.MasterFrom([32]byte{9})

// TestNewKeysProveNothing checks that steps signed with a key that others agreed to count for its party, so that none
// is lost, but are no proof against it. The parties that agreed are named.
func TestNewKeysProveNothing(t *testing.T) {
	tb, m := sit(t, plain)
	consent := kif.Agree{To: kif.RechainQuestion}
	// Bob forges the question in Alice's name, agrees alone, and moves in her name.
	forged := tb.do(tb.rechain(m, 1, evil), 2, consent)
	played := tb.do(forged, 1, kif.Move("add2"), signer(evil))
	moved := tb.run(m, "1 add1")
	doubts(t, moved, played, []int{1}, 1)
	doubts(t, moved, tb.do(forged, 1, kif.Resignation, seat(1), signer(evil)), []int{1}, 1)
	doubts(t, tb.run(moved, "2 add1; 1 add1"), played, []int{1}, 1)
	doubts(t, moved, tb.do(played, 2, kif.Move("add1")), []int{1}, 1)
	// It is the party's or whoever agreed: the question alone, and an agreement, leave the other line.
	meets(t, moved, forged, moved)
	// Consent certainly counts for the party that gives it.
	doubts(t, tb.run(moved, "2 add1"), tb.do(tb.rechain(moved, 1, evil), 2, consent), nil, 2)
	tb, m = sit(t, three)
	agreed := tb.do(tb.rechain(m, 2, evil), 1, consent)
	doubts(t, tb.run(m, "1 add1"), agreed, nil, 1)
	doubts(t, tb.run(m, "1 add1"), tb.do(agreed, 3, consent), nil, 1)
}

// doubts wants two lines to be forked by these parties, of whom some may be others.
func doubts(t testing.TB, a, b *match.Match, doubted []int, forked ...int) {
	t.Helper()
	meets(t, a, b, nil, forked...)
	if got := match.Meet(a, b).Doubted; !slices.Equal(got, doubted) {
		t.Errorf("%v may not have forked, want %v", got, doubted)
	}
}
