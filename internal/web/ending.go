package web

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// ending is the content of the page of a finished match.
type ending struct {
	Result string // from the reader's side
	Kind   string // match.Won, match.Drawn, match.Lost, or ""
	How    string
	Said   string // the last words
	Again  []act  // to play again, at most one
	Swaps  bool   // whether the players then change places
	Harder []act  // to play a stronger level
	File   string // the name of the files to save, without an ending, or "" if nothing was played
	Next   string // the path of the next match that waits for the player, or ""
	Onward string
}

// title names a match by its game and the other players.
func (s *Server) title(m *match.Match) i18n.Text {
	game, others := m.Game.Called(m.Options), s.others(m)
	switch players := names(m); {
	case len(others) > 0:
		return i18n.T("board.with", "game", game, "who", i18n.List(others...))
	case players != i18n.Text{}:
		return i18n.T("board.match", "game", game, "players", players)
	}
	return game
}

// others names the players besides the reader, those of one name once with their
// number; none if the reader does not play.
func (s *Server) others(m *match.Match) (list []i18n.Text) {
	times, reads := map[i18n.Text]int{}, false
	for i, name := range m.Names() {
		who := playerName(m, i+1, name)
		if _, program := identity.ProgramOf(name); !program && name != "" {
			who = i18n.Person(render.SafeLine(name, 80))
		}
		if s.speaks(m, i+1) == "yours" {
			reads = true
		} else if times[who]++; times[who] == 1 {
			list = append(list, who)
		}
	}
	if !reads {
		return nil
	}
	for i, who := range list {
		if n := times[who]; n > 1 {
			list[i] = i18n.Text{En: fmt.Sprintf("%s ×%d", who.En, n), Ja: fmt.Sprintf("%s×%d", who.Ja, n)}
		}
	}
	return list
}

// ending describes how the match of v ended, and moves what can be done after it
// there.
func (s *Server) ending(p *matchPage, v view, lang string) (*ending, error) {
	end := &ending{How: i18n.In(lang, "board.how", "how", render.Safe(v.Match.For(0).Ending().In(lang)), "n", v.Ply()), Said: inLine(v.LastComment(), 300)}
	how, result, you := "", s.result(v.Match), s.you(v.Match)
	for i := range v.Match.Names() {
		if result != "" && s.speaks(v.Match, i+1) == "yours" {
			you = i + 1 // the result speaks of the reader, too
		}
	}
	if r := v.scene.Result; r != nil && r.How != (i18n.Text{}) {
		scene, reason := v.scene, *r
		reason.Places, scene.Result = nil, &reason // the result names the winner
		if spoken := render.Spoken(scene, render.SpokenOptions{Lang: lang, Names: s.options(v, lang).Names, You: you}); len(spoken) > 0 {
			how = strings.TrimRight(spoken[len(spoken)-1], ".。")
			end.How = i18n.In(lang, "board.how", "how", how, "n", v.Ply())
		}
	}
	level := 0
	for _, name := range v.Match.Names() {
		if spec, program := identity.ProgramOf(name); program {
			level, _ = strconv.Atoi(strings.TrimPrefix(spec, "level"))
		}
	}
	winners := v.Match.Winners()
	end.Kind = result
	switch {
	case !v.WasPlayed():
		end.Result, end.How = render.Safe(v.Match.For(0).Ending().In(lang)), ""
	case result != "":
		end.Result = i18n.In(lang, "board.you-"+result)
	case len(winners) == 0:
		end.Result = i18n.In(lang, "board.ended")
	case how != "" && v.scene.Result.Seat != 0 && v.scene.Result.Places[v.scene.Result.Seat-1] == 1:
		end.Result, end.How = how, i18n.In(lang, "board.length", "n", v.Ply()) // it says who won
	default:
		end.Result = i18n.In(lang, "end.won", "who", i18n.List(winners...))
	}
	again := act{Name: "again", Label: i18n.In(lang, "button.play-again"), Main: true, Here: p.Here, Head: p.Head}
	events := v.Record.Events
	if n := len(events); n > 0 && !events[n-1].At.IsZero() && !v.Roster.Invited { // records from elsewhere don't say when
		end.Again, end.Swaps = append(end.Again, again), true
		if result == match.Won && level > 0 && level < engine.Levels {
			again.Main, again.Line = false, "level"+strconv.Itoa(level+1)
			again.Label = i18n.In(lang, "button.try-level", "n", level+1)
			end.Harder = append(end.Harder, again)
		}
	}
	p.More = slices.DeleteFunc(p.More, func(a act) bool {
		if a.Name == "rematch" {
			a.Main, a.Asks = true, ""
			end.Again = append(end.Again, a)
		}
		return a.Name == "rematch"
	})
	if v.WasPlayed() {
		end.File = strings.TrimSuffix(filepath.Base(v.File), filepath.Ext(v.File))
	}
	return end, s.onward(end, v.File, lang)
}

// result returns match.Drawn, or match.Won or match.Lost for the player; "" before
// the end, without a winner, and where several people play on one machine.
func (s *Server) result(m *match.Match) (result string) {
	switch {
	case m.Outcome == nil:
		return ""
	case page.Shared(m.Outcome.Places):
		return match.Drawn
	case len(m.Winners()) == 0:
		return ""
	}
	for i, place := range m.Outcome.Places {
		switch {
		case s.speaks(m, i+1) != "yours":
		case place == 1:
			return match.Won
		default:
			result = match.Lost
		}
	}
	return result
}

// onward sets the next match that waits for the player, and the number of such
// matches.
func (s *Server) onward(end *ending, file, lang string) error {
	list, err := matches(s.Desk)
	n := 0
	slices.SortStableFunc(list, func(a, b match.Summary) int { return sooner(a.Until, b.Until) })
	for _, m := range list {
		if m.File != file && !m.Over && m.Waits(s.Desk.Me.Address) {
			if n++; n == 1 {
				end.Next = "match/" + key(m.File)
			}
		}
	}
	end.Onward = i18n.In(lang, "board.all")
	if n > 0 {
		end.Onward = i18n.In(lang, "board.next", "n", n)
	}
	return err
}
