package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
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

// describe returns the JSON of the current position, with its legal moves if legal
// is set.
func (s *scratch) describe(legal bool) positionJSON {
	p := s.position
	d := positionJSON{Game: s.game.Name, Options: s.options, Ply: s.ply, Moves: append([]string{}, s.moves...), Position: p.String(), Next: p.Next()}
	if stater, ok := p.(engine.Stater); ok {
		d.State = stater.State()
	}
	if legal {
		d.Legal = []string{}
		for m := range p.Moves() {
			d.Legal = append(d.Legal, string(m))
		}
		n := len(d.Legal)
		d.LegalCount = &n
	}
	return d
}

// describeMatch returns the JSON of m for the player who owns d.
func describeMatch(d *home.Desk, m home.Copy, legal bool) *matchJSON {
	over := m.Outcome != nil
	j := &matchJSON{
		File: m.File, positionJSON: scratchOf(m).describe(legal && !over), Players: describePlayers(m), Out: m.Roster.Out,
		Time: m.Record.PerMove(), statusJSON: newStatus(d, d.Summarise(m)), Digest: m.Head.String(),
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

// spelled returns moves of p's game in the notation of a language.
func spelled(p engine.Position, lang string, moves []string) (list []string) {
	for _, move := range engine.SpellLine(p, moves) {
		list = append(list, move.In(lang))
	}
	return list
}

// printChanged prints what a command has changed in a match. The board follows
// at a terminal or with --board.
func printChanged(c *cli.Context, d *home.Desk, before, after home.Copy) error {
	if c.Bool("json") {
		return give(c, describeMatch(d, after, false))
	}
	lines, view := letter.Changed(before.Match, after.Match, d.Reader(after.Match)), after.Match.For(d.Party(after.Match))
	if c.Bool("dry-run") {
		played := after.Record.Events[after.LastMove()].Step.(kif.Move)
		lines = []i18n.Text{i18n.T("changed.dry-run", "move", engine.Spell(after.Match.Last(), engine.Move(played)))}
		if after.Outcome != nil {
			lines = append(lines, view.Status())
		}
	}
	board := c.Bool("board") || isTerminal(c.App.Writer)
	if !board && after.Outcome == nil { // what the match waits for, and the time limit
		limit := view.Limit(zone(c))
		switch {
		case limit == (i18n.Text{}):
			limit = view.Status()
		case after.Paused.IsZero():
			limit = i18n.Phrases(view.Status(), limit)
		}
		lines = append(lines, limit)
	}
	for _, line := range lines {
		if err := tell(c.App.Writer, line.In(language(c.App))); err != nil {
			return err
		}
	}
	if !board {
		return nil
	}
	if len(lines) > 0 {
		fmt.Fprintln(c.App.Writer)
	}
	return printScene(c, after.Match.Scene(), after.Match.Names(), view.Pending(zone(c)))
}

// printScene prints a board as text, with the names of the players by seat, and
// below as a line below it.
func printScene(c *cli.Context, s engine.Scene, names []string, below i18n.Text) error {
	text := sceneText(c, s, names)
	if more := paragraph(below.In(language(c.App))); more != "" {
		text += fitted(c.App.Writer, more)
	}
	_, err := io.WriteString(c.App.Writer, text)
	return err
}

// sceneText returns a board as text, with the names of the players by seat.
func sceneText(c *cli.Context, s engine.Scene, names []string) string {
	return render.Text(s, render.TextOptions{Lang: language(c.App), Names: names, Colour: wantColour(c), Flip: c.Bool("flip"), Pieces: c.String("pieces")})
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
func wantColour(c *cli.Context) bool {
	switch c.String("colour") {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(c.App.Writer) && followsEscapes(terminal(c.App.Writer))
}

func isTerminal(w io.Writer) bool { return terminal(w) != nil }

// terminalColumns is the maximum width of text on a terminal.
const terminalColumns = 80

// columnsOf returns the width of text on w, which may be a terminal.
func columnsOf(w io.Writer) int {
	if file := terminal(w); file != nil {
		if wide, _, err := term.GetSize(int(file.Fd())); err == nil && wide > 0 {
			return min(wide, terminalColumns)
		}
	}
	return terminalColumns
}

// fitted returns text, wrapped if w is a terminal.
func fitted(w io.Writer, text string) string {
	if !isTerminal(w) {
		return text
	}
	return render.Wrap(text, columnsOf(w))
}

// tell prints untrusted text on lines of its own, which fit if w is a terminal.
func tell(w io.Writer, text string) error {
	_, err := io.WriteString(w, fitted(w, render.Safe(text)+"\n"))
	return err
}

// terminal returns the terminal that a reader reads from or a writer writes to, or nil.
func terminal(stream any) *os.File {
	if p, ok := stream.(*pager); ok {
		stream = p.tty
	}
	if file, ok := stream.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}

// statusJSON is the JSON of the status of a match, the same in lists and with a
// position.
type statusJSON struct {
	Status      match.Waiting `json:"status"` // what the match waits for
	Ending      string        `json:"ending,omitempty"`
	Turn        string        `json:"turn,omitempty"` // the address of the player to act
	Mine        bool          `json:"mine"`           // whether it is the player's own turn
	Unsent      bool          `json:"unsent,omitempty"`
	Offer       *offerJSON    `json:"offer,omitempty"`
	Until       string        `json:"until,omitempty"`
	Paused      string        `json:"paused,omitempty"`
	Unconfirmed bool          `json:"unconfirmed,omitempty"` // won by a claim that is not answered yet
	Away        []awayJSON    `json:"away,omitempty"`
	Observers   []string      `json:"observers,omitempty"`
	Delay       int           `json:"delay,omitempty"`
	Warnings    []string      `json:"warnings,omitempty"` // about the names and keys of the other players
}

type offerJSON struct {
	Asks   kif.Question `json:"asks"`
	By     string       `json:"by,omitempty"`
	Mine   bool         `json:"mine"` // whether the player is asked
	Lapses string       `json:"lapses,omitempty"`
}

type awayJSON struct {
	Who  string `json:"who"`
	From string `json:"from"`
	To   string `json:"to"`   // the last day
	Zone string `json:"zone"` // of these days, as an offset from UTC
}

// newStatus returns the status of a match for the player who owns d.
func newStatus(d *home.Desk, m match.Summary) statusJSON {
	now := d.System.Now()
	undelivered, waits := d.Undelivered(m)
	s := statusJSON{
		Status: m.Awaits, Ending: m.Ending, Turn: m.Turn, Mine: m.Here() && len(m.Programs) > 0 || m.Mine(d.Me.Address), Unsent: m.Draft || waits, Until: instant(m.Until),
		Paused: instant(m.Paused), Unconfirmed: match.ClaimHasWon(m.Lapses, now), Observers: m.Observers, Delay: m.Delay,
	}
	if m.Asked != "" {
		s.Offer = &offerJSON{Asks: m.Asked, By: m.From, Mine: m.Asks(d.Me.Address), Lapses: instant(m.Lapses)}
	}
	if undelivered != (i18n.Text{}) {
		s.Warnings = append(s.Warnings, undelivered.En)
	}
	if !m.Over {
		for _, a := range awayNow(m, now) {
			s.Away = append(s.Away, awayJSON{a.Who, a.First.Format(time.DateOnly), a.Last.Format(time.DateOnly), kif.Zone(a.East)})
		}
		warnings, _ := d.Warnings(m.Contacts, m.Short(), false) // accept will report an unreadable file of keys
		for _, w := range warnings {
			s.Warnings = append(s.Warnings, w.En)
		}
	}
	return s
}

// instant formats t as in RFC 3339, or returns "" if it is zero.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// absence is an announced absence of the player called Who.
type absence struct {
	Who string
	kif.Away
}

// awayNow returns the announced absences that have not ended.
func awayNow(m match.Summary, now time.Time) (list []absence) {
	for _, text := range m.Away {
		at := strings.LastIndexByte(text, ' ')
		if away, err := kif.ParseAway(text[at+1:]); err == nil && away.End().After(now) {
			list = append(list, absence{text[:at], away})
		}
	}
	return list
}
