package events

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// The states of an event.
const (
	Open    = "open" // for entries
	running = "running"
	Over    = "over"
)

// Event is the public information about an event.
type Event struct {
	Definition
	State   string
	Entered int // the number of entrants
	Begun   time.Time
	Ended   time.Time
}

// Events returns the events of the club, the newest first.
func Events(tx db.Tx) ([]Event, error) {
	return db.All(tx, `select v.data, v.state, v.begun, v.ended, (select count(*) from entrant e where e.event = v.name) from event v order by v.made desc, v.name`, nil,
		func(r db.Rows) (v Event, err error) {
			var data string
			if err := r.Scan(&data, &v.State, &v.Begun, &v.Ended, &v.Entered); err != nil {
				return v, err
			}
			return v, json.Unmarshal([]byte(data), &v.Definition)
		})
}

// Define creates an event that is open for entries.
func Define(d *game.Deal, def Definition) error {
	def.Name = strings.TrimSpace(def.Name)
	g, err := def.check(d)
	if err != nil {
		return err
	}
	if name, err := called(d, def.Name); err != nil || name != "" {
		return cmp.Or(err, words.Err("arrange.define.twice", "event", name))
	}
	options, err := g.Resolve(OptionsOf(def.Rules))
	if err != nil {
		return err
	}
	if n := g.Seats(options); n != 2 {
		return words.Err("arrange.define.seats", "n", n)
	}
	def.Rules = g.OptionText(options)
	data, _ := json.Marshal(def) // strings, numbers and a time
	d.Change(`insert into event (name, data, made, state) values ($1, $2, $3, $4)`, def.Name, string(data), d.At, Open)
	return nil
}

// maxRounds is the largest number of games per player in a Swiss event.
const maxRounds = 30

// check returns the game of a definition, or what is wrong with the definition.
func (def Definition) check(d *game.Deal) (*engine.Game, error) {
	g, unknown := gameOf(d, def.Game)
	control, err := match.ParseControl(def.Control)
	switch {
	case err != nil:
		return nil, err
	case def.Name == "" || strings.ContainsAny(def.Name, "\r\n\t@"):
		return nil, words.Err("arrange.define.name")
	case unknown != nil:
		return nil, unknown
	case !slices.Contains(Kinds, def.Kind):
		return nil, words.Err("arrange.define.kind", "kind", string(def.Kind), "kinds", KindNames())
	case control.PerTurn == 0 && control.Bank == 0:
		return nil, words.Err("arrange.define.control")
	case def.Kind.scored() && (def.Rounds < 1 || def.Rounds > maxRounds):
		return nil, words.Err("arrange.define.rounds", "most", maxRounds)
	case !def.Kind.scored() && def.Rounds != 0:
		return nil, words.Err("arrange.define.no-rounds")
	case def.Round != "" && (def.Kind != Swiss || def.roundLength() == 0):
		return nil, words.Err("arrange.define.round")
	case def.Players < fewest && (def.Players != 0 || def.Until.IsZero()):
		return nil, words.Err("arrange.define.begin")
	}
	return g, nil
}

// KindNames lists the kinds of events as they are written in a definition.
func KindNames() i18n.Text {
	var list []string
	for _, k := range Kinds {
		list = append(list, strconv.Quote(string(k)))
	}
	return i18n.Either(list...)
}

// KindName returns the name of the kind of the event, with the number of rounds or games where the kind needs one.
func (d Definition) KindName() i18n.Text {
	return words.Text("site.kind."+strings.ReplaceAll(string(d.Kind), " ", "-"), "n", d.Rounds)
}

// GameName returns what the game of the event is called with its rules, or its key if the club no longer has the game.
func (d Definition) GameName(deal *game.Deal) i18n.Text {
	g, err := gameOf(deal, d.Game)
	if err != nil {
		return i18n.Text{En: d.Game, Ja: d.Game}
	}
	return g.Called(OptionsOf(d.Rules))
}

// OptionsOf parses options in the form of Definition.Rules, such as "size=9 dice=none".
func OptionsOf(text string) engine.Options {
	all := engine.Options{}
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		all[key] = value
	}
	return all
}

// called returns the name of an event as it was defined, or "" if there is none.
func called(tx db.Tx, name string) (string, error) {
	names, err := db.Texts(tx, `select name from event`)
	for _, other := range names {
		if strings.EqualFold(other, strings.TrimSpace(name)) {
			return other, err
		}
	}
	return "", err
}

// event is an event as stored.
type event struct {
	Log
	state  string
	warned int      // the last round whose end has been announced
	people []person // by number
}

// person is an entrant.
type person struct {
	kif.Seat
	lang    string
	program bool     // plays with hikyaku, which accepts for them
	letter  kif.Hash // the message that entered them
}

// LogOf returns the record of an event.
func LogOf(tx db.Tx, name string) (Log, error) {
	e, err := read(tx, name, "")
	return e.Log, err
}

// Table returns the current table of an event. It is empty until the event begins.
func Table(tx db.Tx, name string) (standings.Table, error) {
	e, err := read(tx, name, "")
	if err != nil || e.Begun.IsZero() {
		return standings.Table{}, err
	}
	return *e.Table(), nil
}

// lock reads an event and prevents changes by others until the end of the transaction.
func lock(tx db.Tx, name string) (*event, error) { return read(tx, name, tx.Alone()) }

// unknown returns the error for an event that does not exist. It names the newest.
func unknown(tx db.Tx, name string) error {
	newest, err := db.Texts(tx, `select name from event order by made desc, name limit 5`)
	switch {
	case err != nil:
		return err
	case len(newest) == 0:
		return words.Err("arrange.no-event", "event", name)
	}
	return words.Err("arrange.which-event", "event", name, "list", i18n.Names(newest...))
}

// read reads the rows of an event.
func read(tx db.Tx, name, alone string) (*event, error) {
	e := &event{}
	given, err := called(tx, name)
	if err == nil && given == "" {
		err = unknown(tx, name)
	}
	if err != nil {
		return e, err
	}
	var data, pauses string
	var paused time.Time
	if _, err := db.One(tx, `select data, state, begun, ended, warned, cancelled, paused, pauses from event where name = $1`+alone, []any{given}, &data, &e.state, &e.Begun, &e.Ended, &e.warned, &e.Cancelled, &paused, &pauses); err != nil {
		return e, err
	}
	for text := range strings.FieldsSeq(pauses) {
		from, to, _ := strings.Cut(text, "-")
		a, _ := strconv.ParseInt(from, 10, 64) // written by this package
		b, _ := strconv.ParseInt(to, 10, 64)
		e.Pauses = append(e.Pauses, Span{db.Time(a), db.Time(b)})
	}
	if !paused.IsZero() {
		e.Pauses = append(e.Pauses, Span{From: paused})
	}
	if err := json.Unmarshal([]byte(data), &e.Definition); err != nil {
		return e, err
	}
	if err := readEntrants(tx, e); err != nil {
		return e, err
	}
	e.Pairings, err = db.All(tx, `select round, board, players, file, at, result, known, decided, was from pairing where event = $1 order by at, round, board`, []any{e.Name},
		func(r db.Rows) (p Pairing, err error) {
			var players, was string
			err = r.Scan(&p.Round, &p.Board, &players, &p.Match, &p.At, &p.Result, &p.Known, &p.Decided, &was)
			p.Was = readEarlier(was)
			for address := range strings.FieldsSeq(players) {
				p.Players = append(p.Players, 1+e.find(address))
			}
			return p, err
		})
	return e, err
}

func readEntrants(tx db.Tx, e *event) error {
	return db.Each(tx, `select e.address, e.at, e.gone, e.rating, e.letter, e.byes, coalesce(m.name, e.address), coalesce(m.lang, ''), coalesce(m.program, 0)
		from entrant e left join member m on m.address = e.address where e.event = $1 order by e.number, e.at`, []any{e.Name}, func(r db.Rows) error {
		var who Entrant
		var p person
		var letter, byes string
		err := r.Scan(&p.Address, &who.Entered, &who.Left, &who.Rating, &letter, &byes, &p.Name, &p.lang, &p.program)
		p.Name = shown(p.Name)
		if err == nil && letter != "" {
			p.letter, err = kif.ParseHash(letter)
		}
		for text := range strings.FieldsSeq(byes) {
			round, _ := strconv.Atoi(text)
			who.Byes = append(who.Byes, round)
		}
		who.Name = p.Name
		e.Entrants, e.people = append(e.Entrants, who), append(e.people, p)
		return err
	})
}

// player returns p as a player who has asked for a match with a message, or, if their program accepts for them, as a player to be
// invited.
func (p person) player(letter kif.Hash) game.Player {
	if p.program {
		letter = kif.Hash{}
	}
	return game.Player{Seat: p.Seat, Accepted: letter}
}

// find returns the index of an address among the people, or -1.
func (e *event) find(address string) int {
	return slices.IndexFunc(e.people, func(p person) bool { return identity.SameAddress(p.Address, address) })
}

// clock returns the time of a transaction about the event. It is later than that of any earlier transaction.
func (e *event) clock(now time.Time) time.Time {
	now = now.UTC().Truncate(time.Microsecond)
	all := append(e.times(), time.Time{})
	for _, who := range e.Entrants {
		all = append(all, who.Entered)
	}
	if last := slices.MaxFunc(all, time.Time.Compare); !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return now
}
