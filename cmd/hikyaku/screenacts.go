package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/analysis"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/internal/tui"
	"hikyaku/match"
	"hikyaku/render"
)

// planName is the act that adds a variation to the plan, and againName the one
// that begins another match like a finished one on this computer.
const planName, againName = "plan", "again"

// actsIn lists what the player can do in m other than moving.
func actsIn(h *screenHouse, m home.Copy) (list []tui.Act) {
	lang, forks := language(h.App), 0
	if h.desk.GivesHints(m) {
		list = append(list, tui.Act{Key: "h", Name: tui.ActHint, Label: i18n.In(lang, "act.hint")})
	}
	for _, a := range h.desk.Acts(m) {
		one := tui.Act{Key: a.Key, Name: a.Name, Asks: a.Asks(h.desk, m).In(lang)}
		if a.Line != "" {
			forks++
			one.Key, one.Name = fmt.Sprint(forks), a.Name+" "+a.Line
		}
		one.Label = a.Label(m).In(lang)
		if a.Wants != match.Nothing {
			one.Wants, one.Empty = i18n.In(lang, "wants."+a.Name), a.Wants == match.MayWords
		}
		list = append(list, one)
	}
	if m.WasPlayed() && !m.Roster.Invited {
		list = append(list, tui.Act{Key: "m", Name: againName, Label: i18n.In(lang, "button.again-local")})
	}
	if m.Ply() > 0 && m.AllowsAnalysis() {
		list = append(list, tui.Act{Key: "n", Name: tui.ActAnalyse, Label: i18n.In(lang, "button.analyse")})
	}
	if m.WasPlayed() {
		picture := strings.TrimSuffix(m.File, ".kif") + ".png"
		list = append(list, tui.Act{Key: "p", Label: i18n.In(lang, "button.picture", "file", filepath.Base(picture)), Runs: []string{"show", "--card", "-o", picture, m.File}})
	}
	return list
}

// plansIn lists what the player can do with a variation from the last position
// of m.
func plansIn(h *screenHouse, m home.Copy) []tui.Act {
	if !h.desk.CanPlan(m) {
		return nil
	}
	lang, who := language(h.App), i18n.People(m.Match.Summarise(m.File, h.desk.Me.Address).Names...)
	return []tui.Act{{Key: "p", Name: planName, Label: i18n.In(lang, "button.plan"), Asks: i18n.In(lang, "asks.plan", "who", who)}}
}

// questionIn returns the question that waits for an answer in m and how to
// answer it, or an empty text.
func questionIn(h *screenHouse, m home.Copy) i18n.Text {
	party := h.desk.Party(m.Match)
	switch question := m.Match.For(party).Question(); {
	case h.desk.AsksToJoin(m):
		return i18n.T("play.invited")
	case !h.desk.AsksUs(m):
		return i18n.Text{}
	case m.Match.MoveDeclines(party):
		return i18n.T("play.question-or", "question", question)
	case m.Claim == nil && (m.Offer != nil || m.AsksSubstitute(party) != nil):
		return i18n.T("play.question-idle", "question", question)
	default:
		return i18n.T("play.question", "question", question)
	}
}

// Analyse returns what each ply was worth to the player, or to the first player if
// none of them reads.
func (h *screenHouse) Analyse(file string) (tui.Analysis, error) {
	m, err := h.desk.Open(file)
	if err != nil {
		return tui.Analysis{}, err
	}
	found, err := think(h.Context.Context, m.Match, judge, nil)
	if err != nil {
		return tui.Analysis{}, err
	}
	lang, own := language(h.App), m.Roster.SeatOf(h.desk.Reader(m.Match))
	seat := max(1, own)
	a := tui.Analysis{Title: i18n.In(lang, "analyse.chance", "who", m.Player(seat))}
	for _, said := range found.Story(m.Player) {
		a.Words = append(a.Words, render.Safe(said.In(lang)))
	}
	if own != 0 {
		a.Title = i18n.In(lang, "analyse.chance-you")
	}
	for n, scores := range graph(lang, m.Match, found).Scores {
		one := tui.Worth{Chance: scores[seat-1]}
		if n > 0 && found.Plies[n-1].Mark != analysis.Fine {
			ply := found.Plies[n-1]
			who := m.Player(ply.Seat)
			if ply.Seat == own {
				who = i18n.Text{}
			}
			one.Mark, one.Best, one.Said = string(ply.Mark), ply.Best[0], found.Remark(ply, who).In(lang)
		}
		a.Plies = append(a.Plies, one)
	}
	if turning := found.Turning(); turning != nil {
		a.Turn = turning.Number
	}
	return a, nil
}

// Hint returns a good move of the player to move.
func (h *screenHouse) Hint(file string) (string, engine.Move, error) {
	m, err := h.desk.Open(file)
	if err != nil {
		return "", "", err
	}
	said, move, err := computer.Hint(h.Context.Context, m.Last())
	return render.Safe(said.In(language(h.App))), move, err
}

// Act does the named act with the text that goes with it and, in a match by
// mail, sends it.
func (h *screenHouse) Act(file, name, text string) (now, report string, err error) {
	if slices.Contains([]string{planName, againName}, name) {
		return h.actHere(file, name, text)
	}
	name, line, _ := strings.Cut(name, " ")
	a, _ := home.ActNamed(name, line)
	lang, made := language(h.App), []string(nil)
	before, after, err := h.change(file, a.Reach, func(m home.Copy) (home.Copy, error) {
		return a.Do(h.desk, m, text, m.Roster.Invited)
	})
	switch {
	case after.Match == nil:
	case after.Hash() != before.Hash(): // a different match
		made = append(made, render.Safe(after.Match.Status().In(lang)))
	case name == "draw" && err == nil && after.Head == before.Head:
		made = append(made, i18n.In(lang, "warn.draw-waits"))
	default:
		for _, line := range letter.Changed(before.Match, after.Match, h.desk.Reader(after.Match)) {
			made = append(made, render.Safe(line.In(lang)))
		}
	}
	return after.File, strings.TrimSpace(strings.Join(append(made, h.takeOutput()), "\n")), err
}

// actHere does an act that is none of home.Acts.
func (h *screenHouse) actHere(file, name, text string) (now, report string, err error) {
	m, err := h.desk.Open(file)
	if err != nil {
		return file, "", err
	}
	said := i18n.Text{}
	switch name {
	case planName:
		p, failed := h.desk.AddPlan(m, text)
		if err = failed; err == nil {
			said = i18n.T("plan.kept", "lines", i18n.Names(strings.Split(p.String(), "\n")...))
		}
	case againName:
		if m, err = h.desk.Again(m, ""); err == nil {
			m, err = answerAgainst(h.Context.Context, h.desk, h.conf, m)
		}
	}
	return m.File, render.Safe(said.In(language(h.App))), err
}
