package events

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/kif"
	"hikyaku/match"
)

// Pool is a game and its rules, whose players are rated together.
type Pool struct{ Game, Rules string }

// Standing is the place of a member in a pool.
type Standing struct {
	Name, Address string
	Rating        standings.Rating
	Games         int
	Rank          int  // players with the same rounded rating share one
	Provisional   bool // the deviation is still too large
}

// provisional is the deviation above which a rating is provisional.
const provisional = 110

// Played is a finished match of a member.
type Played struct {
	File, Short, Game, Rules, Event string
	Round                           int
	Names                           []string // by seats
	Places                          []int    // by seats
	Ended                           time.Time
	Rated                           bool
	Before, After                   standings.Rating // zero if the match is not rated
}

// Counts reports whether a finished match may be rated: all players have a place, and each has moved.
func Counts(m *match.Match) bool {
	if m.Outcome == nil || m.Outcome.Places == nil {
		return false
	}
	moved := map[int]bool{}
	for i, e := range m.Record.Events {
		if _, ok := e.Step.(kif.Move); ok {
			moved[m.By(i)] = true
		}
	}
	return !slices.ContainsFunc(m.Roster.Players(), func(party int) bool { return !moved[party] })
}

// Pools returns the pools with a rated match.
func Pools(tx db.Tx) ([]Pool, error) {
	return db.All(tx, `select distinct game, rules from match where state = 'over' and rated = 1 order by game, rules`, nil, func(r db.Rows) (p Pool, err error) {
		return p, r.Scan(&p.Game, &p.Rules)
	})
}

// Standings returns the members of a pool at a time, the best first.
func Standings(tx db.Tx, now time.Time, game, rules string) ([]Standing, error) {
	pool, err := poolOf(tx, game, rules)
	if err != nil {
		return nil, err
	}
	members, err := db.All(tx, `select address, name from member where gone = 0`, nil, func(r db.Rows) (s Standing, err error) {
		return s, r.Scan(&s.Address, &s.Name)
	})
	if err != nil {
		return nil, err
	}
	var list []Standing
	for _, s := range members {
		if s.Games = len(pool.History(s.Address)); s.Games > 0 {
			s.Rating = pool.Now(s.Address, now)
			s.Provisional = s.Rating.RD > provisional
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Rating.R, a.Rating.R), cmp.Compare(a.Name, b.Name))
	})
	for i := range list {
		if list[i].Rank = i + 1; i > 0 && list[i].Rating.Rounded() == list[i-1].Rating.Rounded() {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list, nil
}

// History returns a player's matches with a result, the newest first.
func History(tx db.Tx, address string) ([]Played, error) {
	address = strings.ToLower(address)
	list, err := db.All(tx, `select m.file, m.short, m.game, m.rules, m.event, m.round, m.ended, m.result, m.rated, coalesce(n.name, s.address), s.seat
		from match m join seat own on own.file = m.file and own.address = $1 and own.seat > 0
		join seat s on s.file = m.file and s.seat > 0 left join member n on n.address = s.address
		where m.state = 'over' and m.result <> '' order by m.ended desc, m.file desc, s.seat`, []any{address}, func(r db.Rows) (p Played, err error) {
		var result, name string
		var seat int
		err = r.Scan(&p.File, &p.Short, &p.Game, &p.Rules, &p.Event, &p.Round, &p.Ended, &result, &p.Rated, &name, &seat)
		p.Places, p.Names = places(result), []string{shown(name)}
		return p, err
	})
	if err != nil {
		return nil, err
	}
	var all []Played
	for _, p := range list { // one row per player
		if n := len(all); n > 0 && all[n-1].File == p.File {
			all[n-1].Names = append(all[n-1].Names, p.Names...)
			continue
		}
		all = append(all, p)
	}
	entries := map[Pool][]standings.Entry{}
	for i := range all {
		p := &all[i]
		if !p.Rated {
			continue
		}
		key := Pool{p.Game, p.Rules}
		if entries[key] == nil {
			pool, err := poolOf(tx, p.Game, p.Rules)
			if err != nil {
				return nil, err
			}
			entries[key] = pool.History(address)
		}
		if n := slices.IndexFunc(entries[key], func(e standings.Entry) bool { return e.Match == p.File }); n >= 0 {
			p.Before, p.After = standings.NewRating(p.Ended), entries[key][n].Rating
			if n > 0 {
				p.Before = entries[key][n-1].Rating.Grown(p.Ended)
			}
		}
	}
	return all, nil
}

// RatingsAfter returns the ratings of the players after a match, or nil if the match isn't rated.
func RatingsAfter(tx db.Tx, game, rules, file string, players []string) (list []standings.Rating, err error) {
	pool, err := poolOf(tx, game, rules)
	if err != nil {
		return nil, err
	}
	for _, address := range players {
		for _, e := range pool.History(address) {
			if e.Match == file {
				list = append(list, e.Rating)
			}
		}
	}
	if len(list) != len(players) {
		return nil, nil
	}
	return list, nil
}

// shown is the public part of a name: for an address, the part before the @.
func shown(name string) string {
	name, _, _ = strings.Cut(name, "@")
	return name
}

// places reads the places of seats, such as "1 2".
func places(result string) (list []int) {
	for word := range strings.FieldsSeq(result) {
		n, _ := strconv.Atoi(word)
		list = append(list, n)
	}
	return list
}

// print identifies the results of a pool by their number, content and time of change.
type print struct {
	matches, newest, changes int64
	first, last              string
}

// ratings are those of a pool with the results from which they were computed.
type ratings struct {
	print
	*standings.Pool
}

// rated caches the ratings of pools: a club has many readers and few results.
var rated sync.Map // of ratings, by Pool

// poolOf returns the ratings of a pool, computed from the rows of its matches. The result must not be changed.
func poolOf(tx db.Tx, game, rules string) (*standings.Pool, error) {
	var p print
	_, err := db.One(tx, `select count(*), coalesce(max(changed), 0), coalesce(cast(sum(changed % 1000000007) as bigint), 0), coalesce(min(file), ''), coalesce(max(file), '')
		from match where game = $1 and rules = $2 and state = 'over' and rated = 1`, []any{game, rules}, &p.matches, &p.newest, &p.changes, &p.first, &p.last)
	if err != nil {
		return nil, err
	}
	key := Pool{game, rules}
	if known, ok := rated.Load(key); ok && known.(ratings).print == p {
		return known.(ratings).Pool, nil
	}
	results, err := results(tx, game, rules)
	if err != nil {
		return nil, err
	}
	pool := &standings.Pool{}
	pool.Play(results...)
	rated.Store(key, ratings{p, pool})
	return pool, nil
}

// results returns the matches of a pool that count.
func results(tx db.Tx, game, rules string) (all []standings.Result, err error) {
	rows, err := db.All(tx, `select m.file, m.ended, m.result, s.address from match m join seat s on s.file = m.file and s.seat > 0
		where m.game = $1 and m.rules = $2 and m.state = 'over' and m.rated = 1 order by m.file, s.seat`, []any{game, rules}, func(r db.Rows) (one standings.Result, err error) {
		var result, address string
		err = r.Scan(&one.Match, &one.Ended, &result, &address)
		one.Places, one.Players = places(result), []string{address}
		return one, err
	})
	for _, r := range rows { // one row per player
		if n := len(all); n > 0 && all[n-1].Match == r.Match {
			all[n-1].Players = append(all[n-1].Players, r.Players...)
			continue
		}
		all = append(all, r)
	}
	return all, err
}
