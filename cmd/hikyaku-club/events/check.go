package events

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// Check recomputes the record of an event, and describes every difference.
func (l Log) Check() (all []i18n.Text) {
	find := func(key string, args ...any) { all = append(all, words.Text(key, args...)) }
	if wrong := l.Malformed(); wrong != "" {
		find("verify.malformed", "event", l.Name, "where", wrong)
		return all
	}
	for i, who := range l.Entrants[1:] {
		if !l.Imported && l.Entrants[i].follows(who) > 0 {
			find("verify.order", "event", l.Name, "who", who.Name, "other", l.Entrants[i].Name)
		}
	}
	for _, at := range l.times() {
		if l.Imported && at.Equal(l.Begun) {
			continue
		}
		made := slices.DeleteFunc(slices.Clone(l.Pairings), func(p Pairing) bool { return !p.At.Equal(at) })
		want := l.next(at)
		for _, p := range made {
			if !slices.ContainsFunc(want, p.follows) {
				find("verify.pairing", "event", l.Name, "round", p.Round, "board", p.Board, "players", l.names(p))
			}
		}
		for _, p := range want {
			if !slices.ContainsFunc(made, p.follows) {
				find("verify.no-pairing", "event", l.Name, "round", p.Round, "board", p.Board, "players", l.names(p), "when", at.Format(time.RFC3339Nano))
			}
		}
	}
	for _, p := range l.Pairings {
		for _, n := range p.Players {
			if left := l.Entrants[n-1].Left; !left.IsZero() && p.At.Before(left) && (p.Result == "" || p.first().Known.After(left)) {
				find("verify.withdrawn", "event", l.Name, "round", p.Round, "board", p.Board, "who", l.Entrants[n-1].Name)
			}
		}
	}
	if !l.Ended.IsZero() && !l.Cancelled && !l.over(l.Ended) {
		find("verify.ended", "event", l.Name)
	}
	return all
}

// follows reports whether the published game q agrees with the computed game p.
func (p Pairing) follows(q Pairing) bool {
	same := p.Round == q.Round && p.Board == q.Board && slices.Equal(p.Players, q.Players)
	for _, one := range []Pairing{p, q} { // one of the two is computed, and has a result only if that is known immediately
		if one.Match == "" && one.Result != "" {
			a, b := p.first(), q.first() // the director may have decided otherwise since then
			return same && a.Result == b.Result && a.Known.Equal(b.Known) && p.Decided == q.Decided
		}
	}
	return same
}

// Malformed returns the place of the first error in a record that is not a valid event, or "". Only a valid record has a table.
func (l Log) Malformed() string {
	switch {
	case !slices.Contains(Kinds, l.Kind):
		return "kind"
	case l.Kind.scored() && (l.Rounds < 1 || l.Rounds > maxRounds):
		return "rounds"
	case l.Begun.IsZero() || len(l.Entrants) < fewest:
		return "entrants"
	}
	for i, p := range l.Pairings {
		where := fmt.Sprintf("pairings[%d]", i)
		_, known := rulings[p.Result]
		bye := l.Kind.scored() && len(p.Players) == 1
		switch {
		case len(p.Players) != 2 && !bye, len(p.Players) == 2 && p.Players[0] == p.Players[1]:
			return where + ".players"
		case p.Result != "" && !known || (p.Result == "") != p.Known.IsZero() || bye && p.Result != standings.FirstWon && p.Result != standings.Drawn:
			return where + ".result"
		case p.At.Before(l.Begun) || !p.Known.IsZero() && p.Known.Before(p.At):
			return where + ".at"
		case p.Round < 1 || p.Board < 1 || l.Kind == Swiss && p.Round > l.Rounds:
			return where + ".round"
		}
		for _, n := range p.Players {
			if n < 1 || n > len(l.Entrants) {
				return where + ".players"
			}
		}
	}
	return ""
}

// names returns the names of a game's players.
func (l Log) names(p Pairing) string {
	var list []string
	for _, n := range p.Players {
		list = append(list, l.Entrants[n-1].Name)
	}
	return strings.Join(list, " – ")
}

// Table returns the table of the event, computed from the results.
func (l Log) Table() *standings.Table {
	kind := standings.RoundRobinTable
	switch l.Kind {
	case Swiss:
		kind = standings.SwissTable
	case Continuous:
		kind = standings.ContinuousTable
	}
	var games []standings.Game
	for _, p := range l.Pairings {
		g := p.game()
		if l.Kind != Swiss {
			g.Round = 0
		}
		games = append(games, g)
	}
	var names []string
	for _, who := range l.Entrants {
		names = append(names, who.Name)
	}
	return standings.NewTable(kind, names, games)
}

// CheckTable compares a published table with the one computed from the results.
func (l Log) CheckTable(published standings.Table) (all []i18n.Text) {
	if l.Malformed() != "" {
		return nil // Check reports this
	}
	want := l.Table()
	for i, row := range want.Rows {
		if i >= len(published.Rows) || fmt.Sprint(published.Rows[i]) != fmt.Sprint(row) {
			all = append(all, words.Text("verify.table", "event", l.Name, "line", i+1, "who", row.Player, "place", row.Place, "points", strconv.FormatFloat(float64(row.Points)/2, 'f', -1, 64)))
		}
	}
	if published.Kind != want.Kind || len(published.Rows) > len(want.Rows) {
		all = append(all, words.Text("verify.table-shape", "event", l.Name))
	}
	return all
}
