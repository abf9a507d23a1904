package member

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	common "hikyaku/words"
)

// open is how long a seek waits, and usualControl its time limit where none is named.
const (
	openFor      = 14 * 24 * time.Hour
	usualControl = "3d"
)

// seek is an opponent that is wished for. One with against is a challenge.
type seek struct {
	id              int64
	address, name   string // of who seeks
	game            *engine.Game
	options         engine.Options
	control         string
	players         int
	rated, engines  bool
	against, letter string
	until           time.Time
	takers          int
}

// seekColumns are those of a seek that its members and takers are counted with.
const seekColumns = `select s.id, s.address, m.name, s.game, s.options, s.control, s.players, s.rated, s.engines, s.against, s.letter, s.until,
	(select count(*) from taker t where t.seek = s.id) from seek s join member m on m.address = s.address where s.state = 'open' and `

// seeks reads open seeks.
func seeks(tx base.Tx, games []*engine.Game, where string, args ...any) ([]seek, error) {
	return base.All(tx, seekColumns+where, args, func(r base.Rows) (s seek, err error) {
		var game, options string
		var until int64
		var rated, engines int
		err = r.Scan(&s.id, &s.address, &s.name, &game, &options, &s.control, &s.players, &rated, &engines, &s.against, &s.letter, &until, &s.takers)
		s.rated, s.engines, s.until = rated != 0, engines != 0, base.Time(until)
		if i := slices.IndexFunc(games, func(g *engine.Game) bool { return g.Name == game }); i >= 0 {
			s.game, s.options = games[i], optionsOf(options)
		} else if err == nil {
			err = fmt.Errorf("seek %d is for %q, which is no game", s.id, game)
		}
		return s, err
	})
}

// optionsOf reads the settings that Game.OptionText has written.
func optionsOf(text string) engine.Options {
	o := engine.Options{}
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		o[key] = value
	}
	return o
}

// text is what is played, in words.
func (s seek) text() engine.Text {
	parts := []engine.Text{s.game.Called(s.options), controlText(s.control)}
	for _, o := range s.game.Options {
		value := s.options[o.Key]
		if _, named := o.Games[value]; value != o.Default && !named {
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
	return common.Phrases(parts...)
}

// controlText is a time limit in words.
func controlText(text string) engine.Text {
	c, err := match.ParseControl(text)
	switch {
	case err != nil || text == "":
		return engine.Same(text)
	case c.Bank > 0:
		return words.Text("member.bank", "span", common.Span(c.Bank), "more", common.Span(c.Added))
	}
	return words.Text("member.per-move", "span", common.Span(c.PerTurn))
}

// crowded says why somebody plays in no further match, nothing where he may.
func (v *visit) crowded(p *person) (engine.Text, error) {
	n := 0
	_, err := base.One(v, `select count(*) from seat s join match m on m.file = s.file where s.address = $1 and m.state <> 'over' and (s.seat > 0 or m.state = 'asked')`, []any{p.address}, &n)
	most := v.office.Limits.Matches
	switch {
	case err != nil || n < most:
		return engine.Text{}, err
	case p.address == v.from:
		return words.Text("member.crowded", "n", most), nil
	}
	return words.Text("member.crowded-other", "who", common.Person(p.name), "n", most), nil
}

// seekFor puts down that the writer looks for an opponent: any, or the one at an address.
func seekFor(v *visit, against string) (engine.Text, error) {
	if v.who.absent(v.At) {
		return words.Text("member.you-away"), nil
	}
	if why, err := v.crowded(v.who); err != nil || why != (engine.Text{}) {
		return why, err
	}
	var n int
	var newest int64
	if _, err := base.One(v, `select count(*) from seek where address = $1 and state = 'open'`, []any{v.from}, &n); err != nil {
		return engine.Text{}, err
	}
	if n >= v.office.Limits.Seeks {
		return words.Text("member.many-seeks", "n", n), nil
	}
	if _, err := base.One(v, `select coalesce(max(id), 0) from seek`, nil, &newest); err != nil {
		return engine.Text{}, err
	}
	s := seek{
		id: newest + 1, address: v.from, name: v.who.name, game: v.in.Game, options: v.in.Options, control: v.in.Control, rated: v.in.Rated, engines: v.in.Engines,
		players: v.in.Game.Seats(v.in.Options), against: against, until: v.At.Add(openFor),
	}
	if s.control == "" {
		s.control = usualControl
	}
	if against != "" && s.players > 2 {
		return words.Text("member.challenge-two", "game", s.game.Called(s.options)), nil
	}
	_, err := v.Exec(`insert into seek (id, address, game, options, control, players, rated, engines, against, letter, made, until, state)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open')`, s.id, s.address, s.game.Name, s.game.OptionText(s.options), s.control, s.players, bit(s.rated), bit(s.engines),
		against, v.mail().String(), base.Micros(v.At), base.Micros(s.until))
	if err != nil {
		return engine.Text{}, err
	}
	if against != "" {
		return tellChallenged(v, s)
	}
	return words.Text("member.sought", "number", int(s.id), "seek", s.text(), "until", common.Day(s.until)), nil
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// opponent returns the member whom the letter names, or says why he cannot be asked.
func (v *visit) opponent() (p *person, why engine.Text, err error) {
	p, err = personNamed(v, v.in.Name)
	switch {
	case err != nil:
	case p == nil || p.barred:
		why = words.Text("member.nobody", "name", v.in.Name)
	case p.gone:
		why = words.Text("member.gone", "who", common.Person(p.name))
	case p.address == v.from:
		why = words.Text("member.yourself")
	case p.absent(v.At):
		why = v.awayText(p)
	}
	return p, why, err
}

// awayText says until when somebody is away.
func (v *visit) awayText(p *person) engine.Text {
	days, _ := kif.ParseAway(p.away) // absent has read it
	return words.Text("member.away", "who", common.Person(p.name), "until", common.Day(days.Last))
}

// challenge asks one member for a match.
func challenge(v *visit) (engine.Text, error) {
	p, why, err := v.opponent()
	if err != nil || why != (engine.Text{}) {
		return why, err
	}
	if why, err = v.crowded(p); err != nil || why != (engine.Text{}) {
		return why, err
	}
	return seekFor(v, p.address)
}

// tellChallenged tells the one whom a challenge is against.
func tellChallenged(v *visit, s seek) (engine.Text, error) {
	p, err := personAt(v, s.against)
	if err != nil {
		return engine.Text{}, err
	}
	told := words.Text("member.challenge", "who", common.Person(s.name), "seek", s.text(), "until", common.Day(s.until))
	subject := words.Text("member.challenge-subject", "who", common.Person(s.name), "game", s.game.Called(s.options))
	if err := club.Write(v.Deal, p.address, aboutSeek+strconv.FormatInt(s.id, 10), p.lang, subject, told); err != nil {
		return engine.Text{}, err
	}
	return words.Text("member.challenges", "who", common.Person(p.name), "seek", s.text(), "number", int(s.id), "until", common.Day(s.until)), nil
}

// maxListed is how many seeks a letter lists.
const maxListed = 40

// list lists the seeks that may be taken.
func list(v *visit) (engine.Text, error) {
	all, err := seeks(v, v.Desk.Games, `s.until > $1 and (s.against = '' or s.against = $2) and m.gone = 0 and m.barred = 0 order by s.id`, base.Micros(v.At), v.from)
	if err != nil {
		return engine.Text{}, err
	}
	away, err := v.absent()
	if err != nil {
		return engine.Text{}, err
	}
	all = slices.DeleteFunc(all, func(s seek) bool { return away[s.address] && s.address != v.from })
	if len(all) == 0 {
		return v.how("member.list-none"), nil
	}
	lines := []engine.Text{}
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
		lines = append(lines, words.Text(key, "number", int(s.id), "seek", s.text(), "who", common.Person(s.name), "until", common.Day(s.until), "n", s.takers+1, "players", s.players))
	}
	if more := len(all) - len(lines); more > 0 {
		lines = append(lines, words.Text("member.list-more", "n", more))
	}
	text := common.Paragraphs(words.Text("member.list", "n", len(all)), common.Lines(lines...))
	if i := slices.IndexFunc(all, func(s seek) bool { return s.address != v.from }); i >= 0 {
		text = common.Paragraphs(text, v.how("member.list-how", "number", int(all[i].id)))
	}
	return text, nil
}

// how is a sentence on what may be done next; for strangers it is to join.
func (v *visit) how(key string, args ...any) engine.Text {
	if !v.who.member() {
		if key == "member.list-none" {
			return common.Paragraphs(words.Text("member.list-none-stranger"), words.Text("member.first-join"))
		}
		return words.Text("member.first-join")
	}
	return words.Text(key, args...)
}

// absent returns the addresses of members who are away now.
func (v *visit) absent() (map[string]bool, error) {
	away := map[string]bool{}
	_, err := base.All(v, `select address, away from member where away <> ''`, nil, func(r base.Rows) (none struct{}, err error) {
		var p person
		if err = r.Scan(&p.address, &p.away); err == nil && p.absent(v.At) {
			away[p.address] = true
		}
		return none, err
	})
	return away, err
}

// take takes the seek with a number. The match begins once enough have.
func take(v *visit, number int) (engine.Text, error) {
	found, err := seeks(v, v.Desk.Games, `s.id = $1 and s.until > $2 and (s.against = '' or s.against = $3 or s.address = $3)`+lockSeek(v), number, base.Micros(v.At), v.from)
	if err != nil {
		return engine.Text{}, err
	}
	if len(found) == 0 {
		return words.Text("member.no-seek", "number", number), nil
	}
	s := found[0]
	owner, err := personAt(v, s.address)
	switch {
	case err != nil:
		return engine.Text{}, err
	case s.address == v.from:
		return words.Text("member.own-seek", "number", number), nil
	case v.who.absent(v.At):
		return words.Text("member.you-away"), nil
	case !owner.member():
		return words.Text("member.gone", "who", common.Person(s.name)), nil
	case owner.absent(v.At):
		return v.awayText(owner), nil
	}
	for _, p := range []*person{v.who, owner} {
		if why, err := v.crowded(p); err != nil || why != (engine.Text{}) {
			return why, err
		}
	}
	n, err := v.Exec(`insert into taker (seek, address, at, letter) values ($1, $2, $3, $4) on conflict (seek, address) do nothing`, s.id, v.from, base.Micros(v.At), v.mail().String())
	switch {
	case err != nil:
		return engine.Text{}, err
	case n == 0:
		return words.Text("member.taken-already", "number", number, "missing", s.players-1-s.takers), nil
	case s.takers+2 < s.players:
		return words.Text("member.taken-waits", "seek", s.text(), "who", common.Person(s.name), "missing", s.players-2-s.takers, "number", number), nil
	}
	return begin(v, s, owner)
}

// lockSeek ends a query for a seek that is to be changed: the seek's row alone.
func lockSeek(tx base.Tx) string {
	if alone := tx.Alone(); alone != "" {
		return alone + " of s"
	}
	return ""
}

// begin begins the match of a seek that enough have taken. Those who play with a mail program sit first among two, so that the club
// accepts for them before it waits for anybody: a toss then says who begins.
func begin(v *visit, s seek, owner *person) (engine.Text, error) {
	players, names, err := playersOf(v, s, owner)
	if err != nil {
		return engine.Text{}, err
	}
	if s.players == 2 {
		slices.SortStableFunc(players, func(a, b club.Player) int { return bit(a.Accepted == kif.Hash{}) - bit(b.Accepted == kif.Hash{}) })
	} else {
		rand.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	}
	_, err = v.Begin(club.Setup{
		Heading: club.Heading{Rated: s.rated}, Game: s.game, Options: s.options, Players: players, Toss: s.players == 2, Control: s.control, Engines: s.engines,
	})
	if err != nil {
		return engine.Text{}, err
	}
	if _, err := v.Exec(`update seek set state = 'taken' where id = $1`, s.id); err != nil {
		return engine.Text{}, err
	}
	return words.Text("member.begins", "who", common.People(names...), "seek", s.text()), nil
}

// playersOf returns who plays in the match of a seek, and the names of the writer's opponents.
func playersOf(v *visit, s seek, owner *person) (players []club.Player, names []string, err error) {
	type entry struct{ address, letter string }
	list, err := base.All(v, `select address, letter from taker where seek = $1 order by at, address`, []any{s.id}, func(r base.Rows) (e entry, err error) {
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
		player := club.Player{Seat: p.seat()}
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

// withdraw takes back a seek or a challenge, or the taking of one, or leaves an event.
func withdraw(v *visit) (engine.Text, error) {
	number := v.in.Number
	if number == 0 {
		return withdrawEvent(v)
	}
	n, err := v.Exec(`update seek set state = 'withdrawn' where id = $1 and address = $2 and state = 'open'`, number, v.from)
	if err != nil || n > 0 {
		return words.Text("member.withdrawn", "number", number), err
	}
	n, err = v.Exec(`delete from taker where seek = $1 and address = $2 and exists (select id from seek where id = $1 and state = 'open')`, number, v.from)
	if err != nil || n > 0 {
		return words.Text("member.untaken", "number", number), err
	}
	return words.Text("member.not-yours", "number", number), nil
}

// aboutSeek is what a letter is about that tells of a challenge, before its number.
const aboutSeek = "seek."

// challenges returns the challenges that wait for the writer's answer, and the games on whose ladders one does.
func (v *visit) challenges() (list []seek, ladders []string, err error) {
	list, err = seeks(v, v.Desk.Games, `s.against = $1 and s.until > $2 order by s.id`, v.from, base.Micros(v.At))
	if err == nil && v.office.Played != nil {
		ladders, err = v.office.Played.ChallengedOn(v, v.from)
	}
	return list, ladders, err
}

// respond accepts or declines a challenge: the one that the letter names or answers, or the only one.
func respond(v *visit, accepts bool) (engine.Text, error) {
	list, ladders, err := v.challenges()
	if err != nil {
		return engine.Text{}, err
	}
	number := v.in.Number
	if id, asks := strings.CutPrefix(v.about, aboutSeek); asks && number == 0 && v.in.Game == nil {
		number, _ = strconv.Atoi(id) // our own
	}
	switch {
	case v.in.Game != nil:
		list, ladders = nil, slices.DeleteFunc(ladders, func(game string) bool { return game != v.in.Game.Name })
	case number != 0:
		list, ladders = slices.DeleteFunc(list, func(s seek) bool { return int(s.id) != number }), nil
	}
	switch {
	case len(list)+len(ladders) == 0:
		return words.Text("member.no-challenge"), nil
	case len(list)+len(ladders) > 1:
		return whichChallenge(v, list, ladders), nil
	case len(ladders) > 0:
		return respondLadder(v, ladders[0], accepts)
	case accepts:
		return take(v, int(list[0].id))
	}
	return decline(v, list[0])
}

// whichChallenge asks which of several challenges is answered.
func whichChallenge(v *visit, list []seek, ladders []string) engine.Text {
	lines := []engine.Text{}
	for _, s := range list {
		lines = append(lines, words.Text("member.list-line", "number", int(s.id), "seek", s.text(), "who", common.Person(s.name), "until", common.Day(s.until)))
	}
	var example engine.Text
	for _, game := range ladders {
		example = v.called(game, "")
		lines = append(lines, words.Text("member.ladder-line", "game", example))
	}
	if len(list) > 0 {
		example = engine.Same(strconv.FormatInt(list[0].id, 10))
	}
	return words.Text("member.which-challenge", "list", common.Lines(lines...), "which", example)
}

// decline declines a challenge, and tells who has made it.
func decline(v *visit, s seek) (engine.Text, error) {
	if _, err := v.Exec(`update seek set state = 'withdrawn' where id = $1`, s.id); err != nil {
		return engine.Text{}, err
	}
	owner, err := personAt(v, s.address)
	if err != nil {
		return engine.Text{}, err
	}
	subject := words.Text("member.declined-subject", "who", common.Person(v.who.name))
	err = club.Write(v.Deal, owner.address, "declined."+strconv.FormatInt(s.id, 10), owner.lang, subject, words.Text("member.declined", "who", common.Person(v.who.name), "seek", s.text()))
	return words.Text("member.declines", "who", common.Person(s.name)), err
}

// expire ends the seeks that nobody has taken in time, and tells those who have made them.
func expire(d *club.Deal) error {
	old, err := seeks(d, d.Desk.Games, `s.until <= $1 order by s.id limit 200`, base.Micros(d.At))
	if err != nil {
		return err
	}
	for _, s := range old {
		if _, err := d.Exec(`update seek set state = 'expired' where id = $1`, s.id); err != nil {
			return err
		}
		owner, err := personAt(d, s.address)
		if err != nil {
			return err
		}
		if !owner.member() {
			continue
		}
		text := words.Text("member.expired", "seek", s.text())
		if s.against != "" {
			other, err := personAt(d, s.against)
			if err != nil {
				return err
			}
			text = words.Text("member.expired-challenge", "seek", s.text(), "who", common.Person(other.name))
		}
		subject := words.Text("member.expired-subject", "game", s.game.Called(s.options))
		if err := club.Write(d, owner.address, "expired."+strconv.FormatInt(s.id, 10), owner.lang, subject, text); err != nil {
			return err
		}
	}
	return nil
}

// matchesOf returns the files of the matches of somebody that go on, those first whose time is over first.
func matchesOf(d *club.Deal, address string) ([]string, error) {
	return base.All(d, `select m.file from seat s join match m on m.file = s.file where s.address = $1 and m.state <> 'over' order by m.until, m.file`, []any{address}, func(r base.Rows) (string, error) {
		var file string
		err := r.Scan(&file)
		return path.Join(shelf.Folder, file), err
	})
}
