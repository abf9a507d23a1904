package web

import (
	"cmp"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// bars returns the bars of the players, that of the seat at the bottom of the
// board last.
func (s *Server) bars(v view, lang string) (list []page.Bar, err error) {
	scene, err := render.WithPieces(v.scene, lang, s.set)
	if err != nil {
		return nil, err
	}
	all, bottom := v.Match.Names(), 1
	if v.flip {
		bottom += len(all) / 2
	}
	var clocks render.Clocks
	if v.last() {
		clocks = v.State.Clocks(s.Desk.Party(v.Match), lang)
	}
	turn := scene.Turn.Seat
	if due := engine.Due(v.position); due != 0 && turn != 0 {
		turn = due // it throws what the other seat gets
	}
	for n := range all {
		i := (bottom + n) % len(all)
		b := page.NewBar(scene, i+1, lang)
		b.Name, b.Turn = s.playerName(v.Match, i+1).In(lang), scene.Result == nil && turn == i+1
		if _, program := identity.ProgramOf(all[i]); program && slices.Contains(slices.Delete(slices.Clone(all), i, i+1), all[i]) {
			b.Name = i18n.In(lang, "bar.computer", "n", i+1)
		}
		if b.Turn {
			b.Chip = i18n.In(lang, "bar.turn-"+s.speaks(v.Match, i+1))
		}
		if i < len(clocks) && len(clocks[i]) > 0 {
			b.Clock = clocks[i][len(clocks[i])-1]
		}
		if b.Turn && v.last() {
			if left := s.left(lang, v.Match.Summarise(v.File, s.Desk.Me.Address)); left.Time != "" {
				b.Clock, b.Urgent = cmp.Or(left.Brief, left.Time), left.Urgent
			}
		}
		list = append(list, b)
	}
	return list, nil
}

// playerName returns what the page calls a seat whose player has this name.
func playerName(m *match.Match, seat int, name string) i18n.Text {
	if name == "" {
		return m.Side(seat)
	}
	return i18n.Called(render.SafeLine(name, 80))
}

// playerName returns what the page calls a seat: "You" for the reader if the
// match has no names.
func (s *Server) playerName(m *match.Match, seat int) i18n.Text {
	names := m.Names()
	if names[seat-1] == "" && s.speaks(m, seat) == "yours" {
		return i18n.T("status.you")
	}
	return playerName(m, seat, names[seat-1])
}

// you returns the seat that a text calls "You": the reader's if it has no name; 0
// for none.
func (s *Server) you(m *match.Match) int {
	for i, name := range m.Names() {
		if name == "" && s.speaks(m, i+1) == "yours" {
			return i + 1
		}
	}
	return 0
}

// speaks returns how the page speaks of the turn of a seat: "yours", "theirs",
// or "one" where several people may be looking at the page.
func (s *Server) speaks(m *match.Match, seat int) string {
	people := 0
	for n, name := range m.Names() {
		_, program := identity.ProgramOf(name)
		if !program {
			people++
		} else if n+1 == seat {
			return "theirs"
		}
	}
	switch own := m.Roster.SeatsAt(s.Desk.Me.Address); {
	case slices.Contains(own, seat), people == 1:
		return "yours"
	case m.Roster.Invited:
		return "theirs"
	}
	return "one"
}

// timeLeft is the remaining time of the player to move.
type timeLeft struct {
	Time   string // in words
	Brief  string // with units as signs; "" where Time has none
	Until  string // the deadline, where less than a day is left
	Urgent bool   // whether less than 12 hours are left
}

// left describes the time left in a match.
func (s *Server) left(lang string, m match.Summary) (l timeLeft) {
	switch left := m.Until.Sub(s.Desk.System.Now()); {
	case !m.Paused.IsZero():
		l.Time = i18n.In(lang, "board.paused")
	case m.Until.IsZero():
	case left <= 0:
		l.Time, l.Urgent = i18n.In(lang, "board.overdue"), true
	default:
		l.Time, l.Urgent = i18n.In(lang, "clock.left", "span", i18n.Rough(left)), left < 12*time.Hour
		l.Brief = i18n.In(lang, "clock.left", "span", i18n.RoughShort(left))
		if left < 24*time.Hour {
			l.Until = i18n.In(lang, "list.until", "when", i18n.Time(m.Until, s.Zone))
		}
	}
	return l
}
