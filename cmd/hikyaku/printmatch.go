package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// positionJSON is the JSON of a position, the same in every command.
type positionJSON struct {
	Game       string         `json:"game"`
	Options    engine.Options `json:"options"`
	Ply        int            `json:"ply"`
	Moves      []string       `json:"moves"`
	Position   string         `json:"position"`
	State      any            `json:"state,omitempty"`
	Next       engine.Next    `json:"next"`
	LegalCount *int           `json:"legal_count,omitempty"`
	Legal      []string       `json:"legal,omitzero"`
}

// triedJSON is the JSON of a position that was tried. If a move was rejected, it
// is the position before that move.
type triedJSON struct {
	ID json.RawMessage `json:"id,omitempty"` // of a request, as written
	positionJSON
	failure
}

// matchJSON is the JSON of a match: its last position, players and status.
type matchJSON struct {
	File  string `json:"file"`
	Match string `json:"match,omitempty"` // the short name; "" if nobody was invited
	positionJSON
	Players []playerJSON `json:"players"`
	Out     []int        `json:"out,omitempty"` // the seats that have left while others play on, in the order of leaving
	Umpire  string       `json:"umpire,omitempty"`
	Time    string       `json:"time,omitempty"` // the time limit as the record states it
	statusJSON
	Digest string         `json:"digest"`
	Back   []takenJSON    `json:"takenBack,omitempty"`
	Scene  *sceneJSON     `json:"scene,omitempty"` // only moves --touches sets it, with the touches of the legal moves
	Sent   []deliveryJSON `json:"sent,omitzero"`   // the mails sent by --send
	failure
}

// takenJSON is the JSON of a move that was taken back.
type takenJSON struct {
	Name string `json:"name"` // for example 9'
	Ply  int    `json:"ply"`  // the number it had then
	Move string `json:"move"`
	Seat int    `json:"seat"`
}

// takenBack returns the moves of m that were taken back, in the order in which they were played.
func takenBack(m *match.Match) (list []takenJSON) {
	names := m.PlyNames()
	for i, e := range m.Record.Events {
		if move, moved := e.Step.(kif.Move); moved && e.Undone {
			list = append(list, takenJSON{names[i], e.Number, string(move), m.Positions[i].Next().Player})
		}
	}
	return list
}

// playerJSON is the JSON of a player.
type playerJSON struct {
	Seat    int    `json:"seat,omitempty"` // 0 before the toss
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
}

// rejectedJSON is the JSON of a rejection. Only try sets Index and Move.
type rejectedJSON struct {
	Index *int   `json:"index,omitempty"`
	Move  string `json:"move,omitempty"`
	Rule  string `json:"rule"`
	En    string `json:"en"`
	Ja    string `json:"ja"`
}

func newRejected(r *engine.Rejection) *rejectedJSON {
	text := r.Sentence()
	return &rejectedJSON{Rule: r.Rule.ID, En: text.En, Ja: text.Ja}
}

// describe returns the JSON of p after moves, with its legal moves if legal is set.
func describe(g *engine.Game, o engine.Options, p engine.Position, moves []string, ply int, legal bool) positionJSON {
	d := positionJSON{Game: g.Name, Options: o, Ply: ply, Moves: moves, Position: p.String(), Next: p.Next()}
	if d.Moves == nil {
		d.Moves = []string{}
	}
	if s, ok := p.(engine.Stater); ok {
		d.State = s.State()
	}
	if legal {
		n := 0
		d.Legal = []string{}
		for m := range p.Moves() {
			d.Legal = append(d.Legal, string(m))
			n++
		}
		d.LegalCount = &n
	}
	return d
}

// describeMatch returns the JSON of m for the player who owns d.
func describeMatch(d *home.Desk, m home.Copy, legal bool) *matchJSON {
	over := m.Outcome != nil
	moves := m.Match.Moves()
	j := &matchJSON{
		File: m.File, positionJSON: describe(m.Game, m.Options, m.Last(), moves, plies(moves), legal && !over), Players: describePlayers(m), Out: m.Roster.Out(),
		Time: m.Record.PerMove(), statusJSON: newStatus(d, m.Match.Summarise(m.File, d.Me.Address)), Digest: m.Head.String(),
		Back: takenBack(m.Match),
	}
	if m.Roster.Invited {
		j.Match = m.Short()
	}
	if umpire := m.Roster.Umpire(); umpire != 0 {
		j.Umpire = m.Roster.Parties[umpire-1].Address
	}
	if over {
		j.Next = engine.Next{Result: m.Next().Result}
	}
	if over && legal {
		j.Legal, j.LegalCount = []string{}, new(int)
	}
	return j
}

// describePlayers returns the players by seat, or in the order of invitation if
// the seats are not known yet.
func describePlayers(m home.Copy) (players []playerJSON) {
	for i, party := range m.Roster.Seating {
		if party != 0 {
			who := m.Roster.Parties[party-1]
			players = append(players, playerJSON{i + 1, who.Name, who.Address})
		}
	}
	if len(players) > 0 {
		return players
	}
	for _, party := range m.Roster.Players() {
		who := m.Roster.Parties[party-1]
		players = append(players, playerJSON{0, who.Name, who.Address})
	}
	return players
}

// plies counts the moves, including passes but not throws.
func plies(moves []string) (n int) {
	for _, text := range moves {
		if _, thrown := engine.Move(text).Throw(); !thrown {
			n++
		}
	}
	return n
}

// answerMatch answers with the JSON of m.
func answerMatch(c *cli.Context, m home.Copy, legal bool) error {
	d, _, err := openDesk(c)
	if err != nil {
		return err
	}
	return setAnswer(c, describeMatch(d, m, legal))
}

// spelled returns moves of p's game in the notation of a language.
func spelled(p engine.Position, lang string, moves []string) (list []string) {
	for _, move := range moves {
		list = append(list, engine.Spell(p, engine.Move(move)).In(lang))
	}
	return list
}

// printChanged prints what a command has changed in a match. The board follows
// at a terminal or with --board.
func printChanged(c *cli.Context, before, after home.Copy) error {
	if c.Bool("json") {
		return answerMatch(c, after, false)
	}
	lines := letter.Changed(before.Match, after.Match)
	if c.Bool("dry-run") {
		lines = append(lines, i18n.T("changed.dry-run"))
	}
	board := c.Bool("board") || isTerminal(c.App.Writer)
	if !board && after.Outcome == nil {
		lines = append(lines, standing(after, partyOf(c, after), zone(c)))
	}
	for _, line := range lines {
		if err := printLine(c, line.In(language(c.App))); err != nil {
			return err
		}
	}
	if !board {
		return nil
	}
	if len(lines) > 0 {
		fmt.Fprintln(c.App.Writer)
	}
	return printScene(c, after.Match.Scene(), after.Match.Names(), after.Match.Caption(partyOf(c, after), zone(c)))
}

// standing returns what a match waits for and the time limit, as viewer
// counts it.
func standing(m home.Copy, viewer int, zone *time.Location) i18n.Text {
	switch limit := m.Match.Limit(viewer, zone); {
	case !m.Paused.IsZero():
		return limit
	case limit != (i18n.Text{}):
		return i18n.Phrases(m.Match.StatusFor(viewer), limit)
	}
	return m.Match.StatusFor(viewer)
}

// printScene prints a board as text, with the names of the players by seat, and
// below as a line below it.
func printScene(c *cli.Context, s engine.Scene, names []string, below i18n.Text) error {
	text, err := sceneText(c, s, names)
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.App.Writer, text+paragraph(below.In(language(c.App))))
	return err
}

// sceneText returns a board as text, with the names of the players by seat.
func sceneText(c *cli.Context, s engine.Scene, names []string) (string, error) {
	colour, err := wantColour(c)
	if err != nil {
		return "", err
	}
	set, err := pieces(c)
	if err != nil {
		return "", err
	}
	return render.Text(s, render.TextOptions{Lang: language(c.App), Names: names, Colour: colour, Flip: c.Bool("flip"), Pieces: set}), nil
}

// paragraph returns untrusted text after an empty line, or "" if there is none.
func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "\n" + render.Safe(text) + "\n"
}

// wantColour reports whether to colour text: on a terminal, unless NO_COLOR is
// set (no-color.org).
func wantColour(c *cli.Context) (bool, error) {
	switch when := c.String("colour"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(c.App.Writer) && followsEscapes(terminal(c.App.Writer)), nil
	default:
		return false, usage("usage.choice", "given", "--colour "+when, "list", i18n.Either("auto", "always", "never"))
	}
}

func isTerminal(w io.Writer) bool { return terminal(w) != nil }

// terminal returns the terminal that w writes to, or nil.
func terminal(w io.Writer) *os.File {
	if p, ok := w.(*pager); ok {
		w = p.tty
	}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}
