package courier_test

import (
	"strings"
	"testing"

	"hikyaku/courier"
	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
)

// TestFabricatedSettlement: dice that displease are not given up by settling a fork that never was.
func TestFabricatedSettlement(t *testing.T) {
	tb := sitAt(t, 2, desk.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "dice"}, Seat: 1})
	tb.playOn(5)
	var cheat, victim = tb.players[0], tb.players[1]
	m := tb.open(cheat)
	e := kif.Event{Step: kif.Settle{Other: kif.Hash{1}, Forker: victim.Party(m), Dice: m.Dice.Event}, Posted: true}
	forged, err := cheat.Pen().Sign(m.Cut(m.LastEntry()+1), e, cheat.Party(m))
	if err != nil {
		t.Fatal(err)
	}
	public, err := forged.Record.Public()
	tb.must(err)
	tb.forge(victim, cheat.Me.Address, public.Bytes())
	tb.unchanged(victim, func() {
		if r := tb.report(victim); r.Verdict != courier.Refused || !strings.Contains(r.Reason, "the other line is not here") {
			t.Errorf("%+v", r)
		}
	})
}
