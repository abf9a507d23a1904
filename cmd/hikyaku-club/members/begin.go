package members

import (
	"math/rand/v2"
	"slices"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// take accepts the seek with a number. The match begins once there are enough players.
func (v *visit) take(number int) (i18n.Text, error) {
	alone := v.Alone()
	if alone != "" {
		alone += " of s" // no other row
	}
	found, err := seeks(v.Deal, `s.id = $1 and s.until > $2 and (s.against = '' or s.against = $3 or s.address = $3)`+alone, number, db.Micros(v.At), v.from)
	if err != nil {
		return i18n.Text{}, err
	}
	if len(found) == 0 {
		return words.Text("member.no-seek", "number", number), nil
	}
	s := found[0]
	owner, err := personAt(v, s.address)
	switch {
	case err != nil:
		return i18n.Text{}, err
	case s.address == v.from:
		return words.Text("member.own-seek", "number", number), nil
	case v.who.absent(v.At):
		return words.Text("member.you-away"), nil
	case !owner.member():
		return words.Text("member.gone", "who", i18n.Person(s.name)), nil
	case owner.absent(v.At):
		return i18n.Text{}, v.away(owner)
	}
	for _, p := range []*person{v.who, owner} {
		if err := v.crowded(p); err != nil {
			return i18n.Text{}, err
		}
	}
	n, err := v.Exec(`insert into taker (seek, address, at, letter) values ($1, $2, $3, $4) on conflict (seek, address) do nothing`, s.id, v.from, db.Micros(v.At), v.mail().String())
	switch {
	case err != nil:
		return i18n.Text{}, err
	case n == 0:
		return words.Text("member.taken-already", "number", number, "missing", s.players-1-s.takers), nil
	case s.takers+2 < s.players:
		return words.Text("member.taken-waits", "seek", s.text(), "who", i18n.Person(s.name), "missing", s.players-2-s.takers, "number", number), nil
	}
	return v.begin(s, owner)
}

// begin starts the match of a seek that has enough players. Of two players, a mail-only player comes first, so that the club
// accepts for them before it waits for the other; lots are then drawn for who begins.
func (v *visit) begin(s seek, owner *person) (i18n.Text, error) {
	players, names, err := v.playersOf(s, owner)
	if err != nil {
		return i18n.Text{}, err
	}
	if s.players == 2 {
		slices.SortStableFunc(players, func(a, b game.Player) int { return db.Bit(a.Accepted == kif.Hash{}) - db.Bit(b.Accepted == kif.Hash{}) })
	} else {
		rand.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	}
	_, err = v.Begin(game.Setup{
		Heading: game.Heading{Rated: s.rated, Strict: s.strict}, Game: s.game, Options: s.options, Players: players, Toss: s.players == 2, Control: s.control, Engines: s.engines,
	})
	if err != nil {
		return i18n.Text{}, err
	}
	if _, err := v.Exec(`update seek set state = 'taken' where id = $1`, s.id); err != nil {
		return i18n.Text{}, err
	}
	return words.Text("member.begins", "who", i18n.People(names...), "seek", s.text()), nil
}

// playersOf returns the players of a seek's match, and the names of the sender's opponents.
func (v *visit) playersOf(s seek, owner *person) (players []game.Player, names []string, err error) {
	type entry struct{ address, letter string }
	list, err := db.All(v, `select address, letter from taker where seek = $1 order by at, address`, []any{s.id}, func(r db.Rows) (e entry, err error) {
		return e, r.Scan(&e.address, &e.letter)
	})
	if err != nil {
		return nil, nil, err
	}
	for _, e := range append([]entry{{owner.address, s.letter}}, list...) {
		p, err := personAt(v, e.address)
		if err != nil {
			return nil, nil, err
		}
		player := game.Player{Seat: p.seat()}
		if !p.program {
			if player.Accepted, err = kif.ParseHash(e.letter); err != nil {
				return nil, nil, err
			}
		}
		players = append(players, player)
		if e.address != v.from {
			names = append(names, p.name)
		}
	}
	return players, names, nil
}
