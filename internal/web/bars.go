package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/match"
	"hikyaku/render"
)

// bar is the bar of a player beside the board.
type bar struct {
	Name   string
	Sign   template.HTML
	Has    []belonging // planks and dice, which the picture does not show beside the board
	Stand  []belonging // the pieces in hand, a place for each kind
	Stock  []belonging // what is shown below a wide board
	Turn   bool
	Chip   string // whose turn it is
	Clock  string
	Urgent bool   // whether less than 12 hours are left
	Result string // at the end
	Won    bool
}

// belonging is a kind of thing that a player has, and how many.
type belonging struct {
	Thing string // the name of a piece, which is dropped from the bar; else ""
	None  bool   // there is none left
	Icon  template.HTML
	Count string
	Words string
}

// bars returns the bars of the players, that of the seat at the bottom of the
// board last.
func (s *Server) bars(v view, lang string) (list []bar, err error) {
	scene, err := render.WithPieces(v.scene, lang, s.Pieces)
	if err != nil {
		return nil, err
	}
	bottom := 0
	if v.flip {
		bottom = len(scene.Players) / 2
	}
	var clocks render.Clocks
	if v.last() {
		clocks = v.State.Clocks(s.Desk.Party(v.Match), lang)
	}
	turn := scene.Turn.Seat
	if due := engine.Due(v.position); due != 0 && turn != 0 {
		turn = due // it throws what the other seat gets
	}
	for i, panel := range scene.Players {
		b := bar{Name: s.playerName(v.Match, i+1).In(lang), Sign: sign(scene, i), Turn: scene.Result == nil && turn == i+1}
		if scene.Boards[0].Seat == 0 { // else they are over the field of the player
			b.Has, b.Stand, b.Stock = belongings(panel, lang)
			if d := scene.Throw; d.Seat == i+1 && d.Room > 0 {
				for _, face := range d.Faces {
					b.Has = append(b.Has, belonging{Icon: template.HTML(fmt.Sprintf(`<b class="die">%d</b>`, face))})
				}
			}
		}
		if b.Turn {
			b.Chip = i18n.In(lang, "bar.turn-"+s.speaks(v.Match, i+1))
		}
		if i < len(clocks) && len(clocks[i]) > 0 {
			b.Clock = clocks[i][len(clocks[i])-1]
		}
		if b.Turn && v.last() {
			if left := s.left(lang, v.Match.Summarise(v.File, s.Desk.Me.Address)); left.Time != "" {
				b.Clock, b.Urgent = left.Time, left.Urgent
			}
		}
		if r := scene.Result; r != nil && i < len(r.Places) {
			won := r.Places[i] == 1
			b.Result, b.Won = i18n.In(lang, "bar.lost"), won
			switch {
			case won && shared(r.Places):
				b.Result, b.Won = i18n.In(lang, "bar.draw"), false
			case won:
				b.Result = i18n.In(lang, "bar.won")
			}
		}
		list = append(list, b)
	}
	if len(list) > 0 {
		list = slices.Concat(list[bottom+1:], list[:bottom+1])
	}
	return list, nil
}

// shared reports whether several seats share the first place.
func shared(places []int) bool {
	first := slices.Index(places, 1)
	return first >= 0 && slices.Contains(places[first+1:], 1)
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

// playerNames returns what the page calls the seats.
func (s *Server) playerNames(m *match.Match, lang string) (list []string) {
	for i := range m.Names() {
		list = append(list, s.playerName(m, i+1).In(lang))
	}
	return list
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

// sign returns the sign of a seat, as in the pictures.
func sign(s engine.Scene, i int) template.HTML {
	class, glyph := fmt.Sprintf("s%d", i+1), fmt.Sprint(i+1)
	for _, t := range s.Players[i].Has {
		for _, c := range t.Cells {
			switch {
			case c.Form == engine.Piece:
				fill := []string{"currentColor", "none"}[i%2]
				return template.HTML(`<svg class="sign" viewBox="0 0 26 26" aria-hidden="true"><path d="M13 2l8 4 3 17H2L5 6z" fill="` + fill + `" stroke="currentColor" stroke-width="2"/></svg>`)
			case c.Ink == engine.Black:
				class = "sk"
			case c.Form == engine.Drawn && c.Ink == engine.Ink(i+1):
				glyph = c.Glyph
			}
		}
	}
	return template.HTML(`<svg class="sign ` + class + `" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="12"/><text x="13" y="18" text-anchor="middle">` + template.HTMLEscapeString(glyph) + `</text></svg>`)
}

// belongings returns what a panel holds: in the bar, on its stand, and below a
// wide board.
func belongings(p engine.Panel, lang string) (list, stand, stock []belonging) {
	for _, t := range p.Has {
		if len(t.Cells) == 0 {
			continue
		}
		one, to := belonging{Count: fmt.Sprint(t.Count), Words: t.Words.In(lang)}, &list
		var icon strings.Builder
		switch first := t.Cells[0]; {
		case first.Form == engine.Plank:
			fmt.Fprintf(&icon, `<svg class="planks %s" viewBox="0 0 %d 20" width="%[2]d" height="20" aria-hidden="true">`, ink(first.Ink), max(1, t.Count)*6)
			for n := range max(1, t.Count) {
				none := ""
				if t.Count == 0 {
					none = ` class="none"`
				}
				fmt.Fprintf(&icon, `<rect x="%d" y="2" width="4" height="16" rx="1.5"%s/>`, 6*n, none)
			}
		case first.Form == engine.Piece:
			to, one.Thing, one.None = &stand, t.Name, t.Count == 0
			if t.Count < 2 {
				one.Count = ""
			}
			fmt.Fprintf(&icon, `<svg class="man" viewBox="0 0 24 27" width="24" height="27" aria-hidden="true"><path d="M12 1l8 3.5L23 26H1L4 4.5z"/><text x="12" y="20.5" text-anchor="middle">%s</text>`, template.HTMLEscapeString(first.Glyph))
		case first.Form == engine.Body:
			to = &stock
			wide, high := 1, 1
			for _, c := range t.Cells {
				wide, high = max(wide, c.At.X+1), max(high, c.At.Y+1)
			}
			fmt.Fprintf(&icon, `<svg class="body" viewBox="0 0 %d %d" width="%d" height="%d" aria-hidden="true">`, 4*wide, 4*high, 4*wide, 4*high)
			for _, c := range t.Cells {
				fmt.Fprintf(&icon, `<rect x="%d" y="%d" width="3.4" height="3.4" rx="1"/>`, 4*c.At.X, 4*(high-1-c.At.Y))
			}
		default:
			continue
		}
		icon.WriteString("</svg>")
		one.Icon = template.HTML(icon.String())
		*to = append(*to, one)
	}
	return list, stand, stock
}

// ink returns the class of a colour.
func ink(i engine.Ink) string {
	if i == engine.Black {
		return "sk"
	}
	return fmt.Sprintf("s%d", i)
}

// timeLeft is the remaining time of the player to move.
type timeLeft struct {
	Time   string // in words
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
		if left < 24*time.Hour {
			l.Until = i18n.In(lang, "list.until", "when", i18n.Time(m.Until, s.Zone))
		}
	}
	return l
}
