package members

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// openFor is how long a seek stays open, and usualControl is the default time limit.
const (
	openFor      = 14 * 24 * time.Hour
	usualControl = "3d"
)

// seek is a request for an opponent or, if against is set, a challenge.
type seek struct {
	id              int64
	address, name   string // of the sender
	game            *engine.Game
	options         engine.Options
	control         string
	players         int
	rated, engines  bool
	strict          bool // the club ends the match when a time limit is missed
	against, letter string
	until           time.Time
	takers          int
}

// seekColumns are the columns of a seek, including those that count its players and takers.
const seekColumns = `select s.id, s.address, m.name, s.game, s.options, s.control, s.players, s.rated, s.engines, s.strict, s.against, s.letter, s.until,
	(select count(*) from taker t where t.seek = s.id) from seek s join member m on m.address = s.address where s.state = 'open' and `

// seeks returns open seeks.
func seeks(d *game.Deal, where string, args ...any) ([]seek, error) {
	return db.All(d, seekColumns+where, args, func(r db.Rows) (s seek, err error) {
		var name, options string
		err = r.Scan(&s.id, &s.address, &s.name, &name, &options, &s.control, &s.players, &s.rated, &s.engines, &s.strict, &s.against, &s.letter, &s.until, &s.takers)
		if s.game, s.options = engine.GameNamed(d.Desk.Games, name), events.OptionsOf(options); s.game == nil && err == nil {
			err = fmt.Errorf("seek %d is for %q, which is no game", s.id, name)
		}
		return s, err
	})
}

// lockSeeks returns open seeks, which no other transaction can take or close before the end of this one.
func lockSeeks(d *game.Deal, where string, args ...any) ([]seek, error) {
	alone := d.Alone()
	if alone != "" {
		alone += " of s" // no other row
	}
	return seeks(d, where+alone, args...)
}

// text describes what is played.
func (s seek) text() i18n.Text {
	parts := []i18n.Text{s.game.Called(s.options), controlText(s.control)}
	for _, o := range s.game.Options {
		value, given := s.options[o.Key]
		if _, named := o.Games[value]; given && value != o.Default && !named {
			parts = append(parts, words.Text("member.option", "title", o.Title, "value", o.Name(value)))
		}
	}
	kind := "member.plain-friendly"
	if s.rated {
		kind = "member.plain-rated"
	}
	parts = append(parts, words.Text(kind))
	if s.engines {
		parts = append(parts, words.Text("member.engines"))
	}
	if s.strict {
		parts = append(parts, words.Text("member.strict"))
	}
	return i18n.Phrases(parts...)
}

// controlText describes a time limit.
func controlText(text string) i18n.Text {
	c, err := match.ParseControl(text)
	switch {
	case err != nil || text == "":
		return i18n.Same(text)
	case c.Bank > 0:
		return words.Text("member.bank", "span", i18n.Span(c.Bank), "more", i18n.Span(c.Added))
	}
	return words.Text("member.per-move", "span", i18n.Span(c.PerTurn))
}

// crowded returns a *words.Error if a player can't play another match.
func (v *visit) crowded(p *person) error {
	var n int
	_, err := db.One(v, `select count(*) from seat s join match m on m.file = s.file where s.address = $1 and m.state <> 'over' and (s.seat > 0 or m.state = 'asked')`, []any{p.address}, &n)
	most := v.office.Limits.Matches
	switch {
	case err != nil || n < most:
		return err
	case p.address == v.from:
		return words.Err("member.crowded", "n", most)
	}
	return words.Err("member.crowded-other", "who", i18n.Person(p.name), "n", most)
}

// seekFor stores a seek of the sender: for any opponent, or for the one at an address.
func (v *visit) seekFor(against string) (i18n.Text, error) {
	if v.who.absent(v.At) {
		return words.Text("member.you-away"), nil
	}
	if err := v.crowded(v.who); err != nil {
		return i18n.Text{}, err
	}
	var n int
	if _, err := db.One(v, `select count(*) from seek where address = $1 and state = 'open'`, []any{v.from}, &n); err != nil {
		return i18n.Text{}, err
	}
	if n >= v.office.Limits.Seeks {
		return words.Text("member.many-seeks", "n", n), nil
	}
	s := seek{
		address: v.from, name: v.who.name, game: v.in.Game, options: v.in.Options, control: cmp.Or(v.in.Control, usualControl), rated: v.in.Rated, engines: v.in.Engines,
		strict: v.in.Strict, players: v.in.Game.Seats(v.in.Options), until: v.At.Add(openFor),
	}
	if against != "" && s.players > 2 {
		return words.Text("member.challenge-two", "game", s.game.Called(s.options)), nil
	}
	_, err := db.One(v, `insert into seek (address, game, options, control, players, rated, engines, against, letter, made, until, strict, state)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open') returning id`,
		[]any{s.address, s.game.Name, s.game.OptionText(s.options), s.control, s.players, s.rated, s.engines, against, v.mail().String(), v.At, s.until, s.strict}, &s.id)
	if err != nil {
		return i18n.Text{}, err
	}
	if against == "" {
		return words.Text("member.sought", "number", int(s.id), "seek", s.text(), "until", i18n.Day(s.until)), nil
	}
	p, err := personAt(v, against)
	if err != nil {
		return i18n.Text{}, err
	}
	told := words.Text("member.challenge", "who", i18n.Person(s.name), "seek", s.text(), "until", i18n.Day(s.until))
	subject := words.Text("member.challenge-subject", "who", i18n.Person(s.name), "game", s.game.Called(s.options))
	err = v.Deal.Write(p.address, aboutSeek+strconv.FormatInt(s.id, 10), p.lang, subject, told)
	return words.Text("member.challenges", "who", i18n.Person(p.name), "seek", s.text(), "number", int(s.id), "until", i18n.Day(s.until)), err
}

// maxListed is the largest number of seeks in a message.
const maxListed = 40

// list lists the open seeks.
func (v *visit) list() (i18n.Text, error) {
	all, err := seeks(v.Deal, `s.until > $1 and (s.against = '' or s.against = $2) and m.gone = 0 and m.barred = 0 order by s.id`, v.At, v.from)
	if err != nil {
		return i18n.Text{}, err
	}
	away, err := v.absent()
	if err != nil {
		return i18n.Text{}, err
	}
	all = slices.DeleteFunc(all, func(s seek) bool { return away[s.address] && s.address != v.from })
	if len(all) == 0 {
		return v.how("member.list-none"), nil
	}
	lines := []i18n.Text{}
	for _, s := range all[:min(maxListed, len(all))] {
		key := "member.list-line"
		switch {
		case s.against != "":
			key = "member.list-challenge"
		case s.address == v.from:
			key = "member.list-own"
		case s.players > 2:
			key = "member.list-several"
		}
		lines = append(lines, words.Text(key, "number", int(s.id), "seek", s.text(), "who", i18n.Person(s.name), "until", i18n.Day(s.until), "n", s.takers+1, "players", s.players))
	}
	if more := len(all) - len(lines); more > 0 {
		lines = append(lines, words.Text("member.list-more", "n", more))
	}
	text := i18n.Paragraphs(words.Text("member.list", "n", len(all)), i18n.Lines(lines...))
	if i := slices.IndexFunc(all, func(s seek) bool { return s.address != v.from }); i >= 0 {
		text = i18n.Paragraphs(text, v.how("member.list-how", "number", int(all[i].id)))
	}
	return text, nil
}

// how suggests what to do next; to strangers, it suggests joining.
func (v *visit) how(key string, args ...any) i18n.Text {
	if !v.who.member() {
		if key == "member.list-none" {
			return i18n.Paragraphs(words.Text("member.list-none-stranger"), words.Text("member.first-join"))
		}
		return words.Text("member.first-join")
	}
	return words.Text(key, args...)
}

// absent returns the addresses of members who are currently away.
func (v *visit) absent() (map[string]bool, error) {
	away := map[string]bool{}
	err := db.Each(v, `select address, away from member where away <> ''`, nil, func(r db.Rows) error {
		var p person
		err := r.Scan(&p.address, &p.away)
		away[p.address] = p.absent(v.At)
		return err
	})
	return away, err
}

// withdraw withdraws a seek, a challenge or an acceptance, or leaves an event.
func (v *visit) withdraw() (i18n.Text, error) {
	number := v.in.Number
	if number == 0 && v.in.Name == "" {
		return words.Text("member.withdraw-what"), nil
	}
	if number == 0 {
		err := events.Withdraw(v.Deal, v.in.Name, v.from)
		return words.Text("member.left-event", "name", v.in.Name), err
	}
	own, err := lockSeeks(v.Deal, `s.id = $1 and s.address = $2`, number, v.from)
	if err != nil {
		return i18n.Text{}, err
	}
	if len(own) > 0 {
		return words.Text("member.withdrawn", "number", number), closeSeek(v.Deal, own[0], v.who)
	}
	n, err := v.Exec(`delete from taker where seek = $1 and address = $2 and exists (select id from seek where id = $1 and state = 'open')`, number, v.from)
	if err != nil || n > 0 {
		return words.Text("member.untaken", "number", number), err
	}
	return words.Text("member.not-yours", "number", number), nil
}

// closeSeek closes an open seek because by withdraws it, or declines it if it is a challenge to by, and tells whoever waits for it.
func closeSeek(d *game.Deal, s seek, by *person) error {
	d.Change(`update seek set state = 'withdrawn' where id = $1`, s.id)
	if s.against == by.address {
		return tell(d, s.address, s, "declined", words.Text("member.declined-subject", "who", i18n.Person(by.name)), words.Text("member.declined", "who", i18n.Person(by.name), "seek", s.text()))
	}
	if s.against != "" {
		return tell(d, s.against, s, "closed", s.closed(), words.Text("member.closed-challenge", "who", i18n.Person(s.name), "seek", s.text()))
	}
	return tellTakers(d, s)
}

// closeAll closes the open seeks of a member who leaves, and the challenges to them.
func closeAll(d *game.Deal, p *person) error {
	open, err := lockSeeks(d, `(s.address = $1 or s.against = $1) order by s.id`, p.address)
	for _, s := range open {
		if err := closeSeek(d, s, p); err != nil {
			return err
		}
	}
	d.Change(`delete from taker where address = $1 and seek in (select id from seek where state = 'open')`, p.address)
	return err
}

// tellTakers tells those who have taken a seek that its match does not start.
func tellTakers(d *game.Deal, s seek) error {
	waiting, err := db.Texts(d, `select address from taker where seek = $1 order by at, address`, s.id)
	for _, address := range waiting {
		if err := tell(d, address, s, "closed", s.closed(), words.Text("member.closed-seek", "who", i18n.Person(s.name), "seek", s.text())); err != nil {
			return err
		}
	}
	return err
}

// closed is the subject of a message that says that a seek is no longer open.
func (s seek) closed() i18n.Text {
	return words.Text("member.closed-subject", "who", i18n.Person(s.name), "game", s.game.Called(s.options))
}

// tell writes to somebody what happened to a seek.
func tell(d *game.Deal, address string, s seek, what string, subject, text i18n.Text) error {
	return d.Tell(address, what+"."+strconv.FormatInt(s.id, 10), subject, text)
}

// matchesOf returns the files of a player's open matches, ordered by deadline.
func matchesOf(d *game.Deal, address string) ([]string, error) {
	return db.Texts(d, `select '`+game.Folder+`/' || m.file from seat s join match m on m.file = s.file where s.address = $1 and m.state <> 'over' order by m.until, m.file`, address)
}

// take accepts the seek with a number. The match begins once there are enough players.
func (v *visit) take(number int) (i18n.Text, error) {
	found, err := lockSeeks(v.Deal, `s.id = $1 and s.until > $2 and (s.against = '' or s.against = $3 or s.address = $3)`, number, v.At, v.from)
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
	case owner.absent(v.At): // and a member, because the seeks of those who leave are withdrawn
		return i18n.Text{}, v.away(owner)
	}
	for _, p := range []*person{v.who, owner} {
		if err := v.crowded(p); err != nil {
			return i18n.Text{}, err
		}
	}
	n, err := v.Exec(`insert into taker (seek, address, at, letter) values ($1, $2, $3, $4) on conflict (seek, address) do nothing`, s.id, v.from, v.At, v.mail().String())
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
		if players[0].Accepted == (kif.Hash{}) && players[1].Accepted != (kif.Hash{}) {
			slices.Reverse(players)
		}
	} else {
		rand.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	}
	_, err = v.Begin(game.Setup{
		Heading: game.Heading{Rated: s.rated, Strict: s.strict}, Game: s.game, Options: s.options, Players: players, Toss: s.players == 2, Control: s.control, Engines: s.engines,
	})
	if err != nil {
		return i18n.Text{}, err
	}
	v.Change(`update seek set state = 'taken' where id = $1`, s.id)
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
