package members_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/members"
	_ "hikyaku/internal/gctest"
)

// TestNoErrorIsDropped lets every statement fail once that a message needs. The message is then read again, so nothing is lost.
func TestNoErrorIsDropped(t *testing.T) {
	faulty := &dbtest.Faulty{DB: openFile(t)}
	h := newHall(t, faulty)
	h.Club.Desk.System = faulty.Files()
	write := func(from, text string) {
		t.Helper()
		h.Wait(10 * time.Minute)
		raw := h.Types(from, "A question", text, h.newest(from))
		faulty.Each(t, func() error { return h.Club.Receive(t.Context(), raw) })
		for n := 1; n > 0; {
			faulty.Each(t, func() (err error) {
				n, err = h.Club.Once(t.Context())
				return err
			})
		}
	}
	for _, line := range [][2]string{
		{alice, "join Alice"}, {alice, "yes"}, {bob, "join Bob"}, {bob, "yes"}, {alice, "digest daily"},
		{alice, "seek quoridor 3d rated"}, {bob, "list"}, {bob, "take 1"}, {bob, "challenge Alice shogi 3d"}, {alice, "yes"},
		{bob, "challenge Alice rengi 7d"}, {alice, "decline 3"}, {bob, "seek shogi 3d"}, {bob, "withdraw 4"}, {bob, "seek goryujin 3d"},
		{alice, "join ladder quoridor"}, {bob, "join ladder quoridor"}, {bob, "climb Alice quoridor"}, {alice, "accept quoridor"},
		{alice, "ladder"}, {alice, "standings"}, {alice, "history Bob"}, {alice, "events"}, {alice, "pause 2026-11-03..2026-11-10"},
		{bob, "challenge Alice shogi 3d"}, {alice, "back"}, {bob, "language ja"}, {bob, "with hikyaku"}, {alice, "challenge Bob minishogi 3d"}, {bob, "leave"},
	} {
		write(line[0], line[1])
	}
	h.wants(3, `select count(*) from match`)
	h.wants(1, `select count(*) from member where gone <> 0`)
	h.Wait(20 * 24 * time.Hour)
	for _, task := range h.office.Tasks() {
		for _, key := range []string{"", alice} {
			faulty.Each(t, func() error { return task.Alone(t.Context(), key) })
		}
	}
	for _, work := range []func(*game.Deal) error{
		func(d *game.Deal) error { return members.Rename(d, "Alice", "Alicia") },
		func(d *game.Deal) error { return members.Bar(d, "Alicia") },
		func(d *game.Deal) error { return members.Unbar(d, alice) },
		func(d *game.Deal) error { _, err := members.Entries(d); return err },
	} {
		faulty.Each(t, func() error { return h.Club.Do(t.Context(), work) })
	}
}

// TestSeatsOfFourAreShuffled checks that a taker of a seek for four may leave it, and that the order of takers is not that of the seats.
func TestSeatsOfFourAreShuffled(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob, carol, dave)
	var first []string
	for range 8 { // 24^7 to 1 that chance gives them all the same order
		h.tells(alice, "seek quoridor for four 3d", true)
		number := h.count(`select max(id) from seek`)
		h.tells(bob, fmt.Sprintf("take %d", number), true)
		h.tells(bob, fmt.Sprintf("withdraw %d", number), true)
		h.says(bob, fmt.Sprintf("You have left number %d.", number))
		for _, who := range []string{bob, carol, dave} {
			h.tells(who, fmt.Sprintf("take %d", number), true)
		}
		var seats []string
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) (err error) {
			seats, err = db.All(d, `select address from seat where seat > 0 and file = (select max(file) from match where made = (select max(made) from match)) order by seat`, nil,
				func(r db.Rows) (address string, err error) { return address, r.Scan(&address) })
			return err
		}))
		switch {
		case len(seats) != 4:
			t.Fatalf("the players are %v: %s", seats, h.Last(dave).Text)
		case first == nil:
			first = seats
		case !slices.Equal(first, seats):
			return
		}
	}
	t.Errorf("the seats are always %v", first)
}
