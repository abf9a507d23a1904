package archive

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/identity"
	"hikyaku/match"
)

// open opens the record of a match; nil if it is missing or invalid.
func (v *verifier) open(tx db.Tx, file string) (*match.Match, error) {
	found, err := db.One(tx, `select file from match where file = $1`, []any{file})
	if err != nil || !found {
		return nil, err
	}
	m, err := game.NewShelf(tx, v.desk, time.Time{}, nil).Open(path.Join(game.Folder, file))
	return m.Match, err
}

// arranged recomputes events and ladders.
func (v *verifier) arranged(tx db.Tx) (err error) {
	if v.events, err = site.Events(tx); err != nil {
		return err
	}
	for _, e := range v.events {
		if e.Begun.IsZero() {
			continue
		}
		v.Findings = append(v.Findings, e.Check()...)
		if e.Malformed() != "" {
			continue
		}
		if err := v.event(tx, e); err != nil {
			return err
		}
	}
	if v.ladders, err = site.Ladders(tx); err != nil {
		return err
	}
	for _, e := range v.events {
		delete(v.headed, "event "+e.Name)
	}
	for _, l := range v.ladders {
		delete(v.headed, "ladder "+l.Game)
	}
	for _, what := range slices.Sorted(maps.Keys(v.headed)) {
		kind, name, _ := strings.Cut(what, " ")
		v.find("check.vanished."+kind, "name", name, "file", v.headed[what])
	}
	for _, l := range v.ladders {
		v.Findings = append(v.Findings, l.Check()...)
		if err := v.ladder(tx, l); err != nil {
			return err
		}
	}
	return nil
}

// event compares an event with the records of its matches.
func (v *verifier) event(tx db.Tx, e site.Event) error {
	addresses, err := db.Texts(tx, `select address from entrant where event = $1 order by number, at`, e.Name)
	if err != nil {
		return err
	}
	if !e.Imported {
		v.seeds(e, addresses)
	}
	paired := map[string]bool{}
	for _, p := range e.Pairings {
		if p.Match == "" {
			if p.Decided && !v.withdrew(e, p) {
				v.Decided = append(v.Decided, words.Text("check.decided", "event", e.Name, "round", p.Round, "board", p.Board, "file", "–", "got", open(p.Result), "when", p.Known.Format(time.RFC3339)))
			}
			continue
		}
		paired[p.Match] = true
		m, err := v.open(tx, p.Match)
		if err != nil {
			return err
		}
		where := []any{"event", e.Name, "round", p.Round, "board", p.Board, "file", p.Match}
		if m == nil {
			v.find("check.pairing.missing", where...)
			continue
		}
		var names []string
		same := len(m.Roster.Seating) == len(p.Players)
		for i, n := range p.Players {
			names = append(names, e.Entrants[n-1].Name)
			same = same && identity.SameAddress(m.Roster.Seat(i+1).Address, addresses[n-1])
		}
		if !same {
			v.find("check.pairing.players", append(where, "got", strings.Join(names, " – "), "want", seated(m))...)
		}
		if m.Game.Name != e.Game || m.Game.OptionText(m.Options) != e.Rules {
			v.find("check.pairing.game", append(where, "got", e.Game+" "+e.Rules, "want", m.Game.Name+" "+m.Game.OptionText(m.Options))...)
		}
		switch want := events.ResultOf(m); {
		case p.Decided && want != "" && want != p.Result && v.withdrew(e, p) && !v.ended[p.Match].After(p.Known) && m.Outcome.Rule.ID != match.Declined:
			fallthrough // no player can withdraw from a finished game
		case !p.Decided && want != p.Result:
			v.find("check.pairing.result", append(where, "got", open(p.Result), "want", open(want))...)
		case p.Decided && !v.withdrew(e, p):
			key := "check.decided.other"
			if want == p.Result || want == "" {
				key = "check.decided"
			}
			v.Decided = append(v.Decided, words.Text(key, append(where, "got", open(p.Result), "want", open(want), "when", p.Known.Format(time.RFC3339), "ending", m.Status())...))
		}
	}
	files, err := db.Texts(tx, `select file from match where event = $1 order by file`, e.Name)
	for _, file := range files {
		if !paired[file] {
			v.find("check.pairing.none", "event", e.Name, "file", file)
		}
	}
	return err
}

// withdrew reports whether the result of a game follows from a withdrawal at that time.
func (v *verifier) withdrew(e site.Event, p events.Pairing) bool {
	result, gone := standings.Void, false
	for seat, n := range p.Players {
		left := e.Entrants[n-1].Left
		gone = gone || left.Equal(p.Known)
		if left.IsZero() || left.After(p.Known) {
			result = []standings.Outcome{standings.FirstWon, standings.SecondWon}[seat]
		}
	}
	return gone && result == p.Result
}

// seated returns the players of a match.
func seated(m *match.Match) string {
	var names []string
	for _, p := range m.Roster.Seating {
		names = append(names, site.PublicName(m.Roster.Name(p)))
	}
	return strings.Join(names, " – ")
}

// open returns a result for use in a sentence.
func open(r standings.Outcome) string { return cmp.Or(string(r), "*") }

// seeds recomputes the ratings by which the players of an event are numbered. It accepts them with or without matches that ended
// in the second in which the event began.
func (v *verifier) seeds(e site.Event, addresses []string) {
	var with, without []site.Match
	for _, m := range v.over {
		if !m.Ended.After(e.Begun) {
			with = append(with, m)
		}
		if m.Ended.Before(e.Begun.Truncate(time.Second)) {
			without = append(without, m)
		}
	}
	var seeds [2][]int
	for i, list := range [][]site.Match{with, without} {
		pool := cmp.Or(site.Rate(list)[events.Pool{Game: e.Game, Rules: e.Rules}], &standings.Pool{})
		for _, address := range addresses {
			seeds[i] = append(seeds[i], pool.Now(address, e.Begun).Rounded())
		}
	}
	for i, who := range e.Entrants {
		if who.Rating != seeds[0][i] && who.Rating != seeds[1][i] {
			v.find("check.seed", "event", e.Name, "name", who.Name, "got", who.Rating, "want", seeds[0][i])
		}
	}
}

// ladder compares the steps of a ladder with the records of its matches.
func (v *verifier) ladder(tx db.Tx, l site.Ladder) error {
	type pair struct{ by, of string }
	playing := map[pair]string{} // the files of open matches
	for i, s := range l.Steps {
		of := pair{s.By, s.Of}
		if s.What == standings.Accepted {
			playing[of] = s.Match
			continue
		}
		file := playing[of]
		delete(playing, of)
		if s.What == standings.Left || s.What == standings.TimedOut { // their other matches count for nothing
			maps.DeleteFunc(playing, func(p pair, _ string) bool { return p.by == s.Player || p.of == s.Player })
		}
		if file == "" {
			continue
		}
		m, err := v.open(tx, file)
		if err != nil {
			return err
		}
		if m == nil || m.Outcome == nil {
			v.find("check.step.open", "ladder", l.Game, "line", i+1, "file", file)
			continue
		}
		counts := func(m *match.Match) bool {
			want := events.StepOf(m, s.By, s.Of)
			return want.What == s.What && want.Player == s.Player
		}
		if !counts(m) && !counts(whenEnded(m)) {
			v.find("check.step.result", "ladder", l.Game, "line", i+1, "file", file, "want", m.For(0).Ending())
		}
	}
	for _, file := range slices.Sorted(maps.Values(playing)) {
		m, err := v.open(tx, file)
		if err != nil {
			return err
		}
		if m != nil && m.Outcome != nil {
			v.find("check.step.missing", "ladder", l.Game, "file", file, "want", m.For(0).Ending())
		}
	}
	return nil
}

// whenEnded returns a match with its first result, which the umpire may have corrected since. The ladder stays as it is then.
func whenEnded(m *match.Match) *match.Match {
	first := *m
	for i := range m.Record.Events {
		if first.State = m.After(i); first.Outcome != nil {
			break
		}
	}
	return &first
}

// publishedEvents compares published events and ladders with the exported ones.
func (v *verifier) publishedEvents(p site.Published) {
	for _, want := range v.events {
		i := slices.IndexFunc(p.Events, func(e site.Event) bool { return e.Name == want.Name })
		if i < 0 {
			v.find("check.event.missing", "event", want.Name)
			continue
		}
		v.publishedEvent(p.Events[i], want)
	}
	for _, e := range p.Events {
		if !slices.ContainsFunc(v.events, func(want site.Event) bool { return e.Name == want.Name }) {
			v.find("check.event.added", "event", e.Name)
		}
	}
	for _, want := range v.ladders {
		i := slices.IndexFunc(p.Ladders, func(l site.Ladder) bool { return l.Game == want.Game })
		if i < 0 || !slices.Equal(p.Ladders[i].Rungs, want.Rungs) {
			v.find("check.rungs", "ladder", want.Game, "want", strings.Join(want.Rungs, ", "))
		}
		if i >= 0 && !alike(p.Ladders[i].Steps, want.Steps) {
			v.find("check.steps", "ladder", want.Game)
		}
	}
}

func (v *verifier) publishedEvent(got, want site.Event) {
	for i, p := range want.Pairings {
		if i >= len(got.Pairings) || !alike(got.Pairings[i], p) {
			v.find("check.event.pairing", "event", want.Name, "round", p.Round, "board", p.Board)
		}
	}
	if len(got.Pairings) > len(want.Pairings) {
		v.find("check.event.more", "event", want.Name, "n", len(got.Pairings)-len(want.Pairings))
	}
	if got.Table != nil && want.Table != nil {
		v.Findings = append(v.Findings, want.CheckTable(*got.Table)...)
	}
	a, b := got.Log, want.Log
	a.Pairings, b.Pairings = nil, nil
	if !alike(a, b) || (got.Table == nil) != (want.Table == nil) {
		v.find("check.event.other", "event", want.Name)
	}
}

// alike reports whether two values have the same published form.
func alike(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
