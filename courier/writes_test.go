package courier_test

import (
	"testing"

	"hikyaku/desk"
	"hikyaku/engine/all"
	"hikyaku/kif"
)

// bobWrites is a match of Alice with somebody who has only a mail program, who has accepted.
func bobWrites(t *testing.T, i desk.Invitation) *table {
	t.Helper()
	tb := chairs(t, 2)
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	tb.reply("accept\nsome random words")
	tb.wantPoll(tb.players[0], "taken")
	return tb
}

func quoridor(seat int) desk.Invitation {
	return desk.Invitation{Game: all.Game("quoridor"), Seat: seat}
}
