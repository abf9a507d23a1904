package main

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/courier"
	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
	"hikyaku/screen"
	"hikyaku/words"
)

// act is something that the command of its name does, besides a move.
type act struct {
	name, key string
	can       func(h *house, m desk.Copy) bool
	do        func(h *house, m desk.Copy) (desk.Copy, error)
}

// acts are what can be done at the screen. Those that can be done in the same match have different keys.
var acts = []act{
	{"accept", "a", asksToJoin, func(h *house, m desk.Copy) (desk.Copy, error) { return h.desk.Accept(m.File, "", false) }},
	{"decline", "d", asksToJoin, func(h *house, m desk.Copy) (desk.Copy, error) { return h.desk.Decline(m.File, "") }},
	{"agree", "a", asksUs, stepping(desk.Agree())},
	{"draw", "d", mayOffer(kif.DrawQuestion), drawing},
	{"ask-undo", "u", mayAskUndo, stepping(desk.AskUndo(0))},
	{"pause", "p", mayPause, stepping(desk.Pause())},
	{"resume", "g", func(h *house, m desk.Copy) bool { return goesOn(h, m) && !m.Paused.IsZero() }, stepping(desk.Resume())},
	{"claim", "c", mayClaim, claiming},
	{"resign", "r", func(h *house, m desk.Copy) bool { return isLocal(m) || goesOn(h, m) }, func(h *house, m desk.Copy) (desk.Copy, error) {
		return h.desk.Resign(m.File, 0, m.Roster.Invited)
	}},
}

// asksToJoin reports whether m is an invitation to us, or asks us to go on in somebody's place.
func asksToJoin(h *house, m desk.Copy) bool {
	s := match.Summarise(m.Match, m.File, h.desk.Me.Address)
	return m.Outcome == nil && (s.Called != "" || m.Roster.Joining() != 0 && m.Roster.Joining() == h.desk.Party(m.Match))
}

// isLocal reports whether m goes on and nobody was invited to it.
func isLocal(m desk.Copy) bool { return m.Outcome == nil && !m.Roster.Invited }

// goesOn reports whether m goes on by mail, and we take part.
func goesOn(h *house, m desk.Copy) bool {
	return m.Outcome == nil && m.Roster.Invited && m.Roster.Joining() == 0 && h.desk.Party(m.Match) != 0
}

func asksUs(h *house, m desk.Copy) bool {
	if !goesOn(h, m) {
		return false
	}
	_, err := match.Consent(m.Match, h.desk.Party(m.Match))
	return err == nil
}

// mayOffer returns whether an offer can be made: in a match by mail one that does not stand.
func mayOffer(q kif.Question) func(h *house, m desk.Copy) bool {
	return func(h *house, m desk.Copy) bool {
		return isLocal(m) || goesOn(h, m) && (m.Offer == nil || m.Offer.Asks != q)
	}
}

func mayAskUndo(h *house, m desk.Copy) bool {
	return !isLocal(m) && mayOffer(kif.UndoQuestion)(h, m) && match.LastNumberOf(m.Match, h.desk.Party(m.Match)) != 0
}

func mayPause(h *house, m desk.Copy) bool {
	return !isLocal(m) && mayOffer(kif.PauseQuestion)(h, m) && m.Clock.Limited() && m.Paused.IsZero()
}

func mayClaim(h *house, m desk.Copy) bool {
	if isLocal(m) {
		return true
	}
	end, limited := m.Clock.Deadline(h.desk.Party(m.Match))
	return goesOn(h, m) && limited && m.Claim == nil && m.Turn != h.desk.Party(m.Match) && h.desk.System.Now().After(end)
}

// stepping returns what makes a step and sends it.
func stepping(s desk.Step) func(h *house, m desk.Copy) (desk.Copy, error) {
	return func(h *house, m desk.Copy) (desk.Copy, error) { return h.desk.Do(m.File, s, true) }
}

func drawing(h *house, m desk.Copy) (desk.Copy, error) {
	if isLocal(m) {
		return desk.EndLocal(h.desk, m.File, kif.DrawAgreed)
	}
	after, waits, err := desk.OfferDraw(h.desk, m.File, true)
	if waits && err == nil {
		fmt.Fprintln(h.told, words.In(language(h.App), "warn.draw-waits"))
	}
	return after, err
}

func claiming(h *house, m desk.Copy) (desk.Copy, error) {
	if isLocal(m) {
		return desk.EndLocal(h.desk, m.File, kif.TimeOut)
	}
	return h.desk.Do(m.File, desk.Claim(), true)
}

// actsIn lists what can be done in m besides a move.
func actsIn(h *house, m desk.Copy) (list []screen.Act) {
	lang := language(h.App)
	for _, a := range acts {
		if a.can(h, m) {
			list = append(list, screen.Act{Key: a.key, Name: a.name, Label: words.In(lang, "button."+a.name), Asks: asked(h, m, a.name).In(lang)})
		}
	}
	return list
}

// asked is the question that confirms an act.
func asked(h *house, m desk.Copy, name string) engine.Text {
	switch who := words.People(match.Summarise(m.Match, m.File, h.desk.Me.Address).Names...); {
	case name == "claim" && isLocal(m):
		return timeOutQuestion(m)
	case name == "draw" && isLocal(m):
		return words.Text("ask.draw")
	case isLocal(m):
		seat := m.Due()
		if own := m.Roster.SeatsAt(h.desk.Me.Address); len(own) == 1 {
			seat = own[0]
		}
		return words.Text("play.ask.resign-local", "who", match.Player(m.Match, seat))
	default:
		return words.Text("play.ask."+name, "who", who, "question", match.Question(m.Match, h.desk.Party(m.Match)))
	}
}

// questionIn says what waits for our answer in m, and how it is given; empty for nothing.
func questionIn(h *house, m desk.Copy) engine.Text {
	switch question := match.Question(m.Match, h.desk.Party(m.Match)); {
	case asksToJoin(h, m):
		return words.Text("play.invited")
	case !asksUs(h, m):
		return engine.Text{}
	case m.Claim == nil && m.Offer != nil && m.Offer.Asks != kif.RechainQuestion && !slices.Contains(m.Offer.Agreed, h.desk.Party(m.Match)):
		return words.Text("play.question-or", "question", question)
	default:
		return words.Text("play.question", "question", question)
	}
}

// Act does one of the acts, and sends it in a match by mail.
func (h *house) Act(file, name string) (now, told string, err error) {
	i := slices.IndexFunc(acts, func(a act) bool { return a.name == name })
	lang, made := language(h.App), []string(nil)
	before, after, err := h.change(file, func(m desk.Copy) (desk.Copy, error) { return acts[i].do(h, m) })
	if after.Match != nil {
		for _, line := range courier.Changed(before.Match, after.Match) {
			made = append(made, render.Safe(line.In(lang)))
		}
	}
	return after.File, strings.TrimSpace(strings.Join(append(made, h.tell()), "\n")), err
}
