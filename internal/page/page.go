// Package page writes a match as a self-contained HTML page. The page shows one ply at a time, holds the record, and checks its
// signatures and dice in the browser.
//
// Without script it shows the last position, the moves and the comments. The script finds the elements of the last position
// in the page and creates those of the others: film.go stores each once, with the plies at which it appears and disappears.
// check.js is a second implementation of the entries of kif/FORMAT.md and of the signatures and dice of match/PROTOCOL.md.
package page

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// Page is a match to be written as a page.
type Page struct {
	Match   *match.Match
	Scenes  []engine.Scene    // after each ply, from 0
	Picture render.PNGOptions // of each scene; without a theme it is wood by day and dark by night
	Title   string
	File    string // the name under which the record can be saved
	Private bool   // without the record, which holds the addresses of the players
	Where   string // where a record that is not in the page can be checked; "" to say nothing of it

	Head  template.HTML // more elements of the head of the page, such as the address of its picture
	Above template.HTML // elements above the title, such as links to other pages

	Notes map[int][]string // the lines of the private notes on each ply; nil for none

	Result string // how the match ended for the reader; "" for its status

	Graph   *render.Graph       // of an analysis; nil for none
	Better  map[int]engine.Move // the move that was better than that of a ply
	Summary []Mistakes          // of the analysis, by seat
	Turning int                 // the ply on which the game turned; 0 for none
	Decided string              // the sentence about that ply
}

// Scenes returns the scenes of m after each ply, the last one with how the match ended.
func Scenes(m *match.Match) (scenes []engine.Scene) {
	for _, p := range m.AfterPlies() {
		scenes = append(scenes, p.Scene())
	}
	scenes[len(scenes)-1] = m.Scene()
	return scenes
}

// Mistakes are how many blunders, mistakes and dubious moves a player made.
type Mistakes struct {
	Who    string
	Counts [3]int
}

// AboveCSS is the style of links above a title.
const AboveCSS = "header{flex-wrap:wrap;column-gap:1.5rem}header nav{display:flex;flex-wrap:wrap;gap:0 1rem}header nav a{display:inline-flex;align-items:center;min-height:44px;color:inherit;text-decoration:none}header nav a:hover,header nav a[aria-current]{text-decoration:underline;text-underline-offset:.3em}header nav a[aria-current]{font-weight:600}header nav a:first-child{font-weight:700}@media (max-width:600px){header nav{width:100%;justify-content:space-between;gap:0 .5rem}header nav a:first-child{order:-2;flex:1 0 calc(100% - 6rem)}header nav a:last-child{order:-1}}\n"

//go:embed page.html
var pageHTML string

//go:embed page.js
var pageJS string

var (
	//go:embed replay.css
	replayCSS string
	//go:embed graph.css
	graphCSS string
	//go:embed graph.js
	graphJS string
)

//go:embed check.js
var checkJS string

// comments are the comments, the indentation and the blank lines of a script, and blanks the blanks around its operators, but
// not around the -- before a comment in a reply. A page does not need them.
var comments, blanks = lazyregexp.New(`(?m)^\s*(//.*\n)?`), lazyregexp.New(` (=>|-|[=+?:<>&|]+) `)

// plainScript and graphScript return the script of a page without and with the graph of an analysis.
var (
	plainScript = sync.OnceValue(func() string { return smaller(checkJS + pageJS) })
	graphScript = sync.OnceValue(func() string { return smaller(checkJS + pageJS + graphJS) })
)

func smaller(script string) string {
	return "'use strict';\n" + blanks().ReplaceAllString(comments().ReplaceAllString(script, ""), "$1")
}

var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// printed is the number of plies from one printed diagram to the next.
const printed = 10

// Write writes p. It returns an error of render.NewStrips or w.
func Write(w io.Writer, p Page) error {
	p.Picture.Plain, p.Picture.Unnamed, p.Picture.NoHands = true, true, true
	light, dark := dayAndNight(p.Picture)
	views := []render.PNGOptions{light, dark, light, dark}
	views[2].Flip, views[3].Flip = !light.Flip, !light.Flip
	strips, err := render.NewStrips(p.Scenes, views...)
	if err != nil {
		return err
	}
	lang := p.Picture.Lang
	d := data{Lang: lang, Print: printed, Words: map[string]string{}}
	for _, key := range pageWords {
		d.Words[key] = i18n.In(lang, "page."+key)
	}
	inks := newInks()
	symbols := symbols{known: map[string]element{}}
	own, other := symbols.merged(inks.join(strips[0], strips[1])), symbols.merged(inks.join(strips[2], strips[3]))
	shown, board := near(own)
	d.Films = []film{shown, far(other, own)}
	spoken := render.SpokenOptions{Lang: lang, Names: p.Picture.Names, You: p.Picture.You}
	if d.Better, err = p.better(light, views[2]); err != nil {
		return err
	}
	d.Lines, d.Spoken = spokenLines(p.Scenes, spoken)
	if d.Bars, err = p.bars(); err != nil {
		return err
	}
	var secrets []byte
	if !p.Private {
		if d.Record, secrets, err = p.newRecord(); err != nil {
			return err
		}
	}
	embedded, err := Embedded("data", d)
	if err != nil {
		return err
	}
	last := p.Scenes[len(p.Scenes)-1]
	var graph template.HTML
	marks := map[int]string{}
	if p.Graph != nil {
		graph = band(*p.Graph, max(1, p.Picture.You), p.Summary, lang)
		for i, mark := range p.Graph.Marks {
			marks[i+1] = mark
		}
	}
	shapes := strips[0].Shapes
	for i, text := range symbols.texts {
		name := text[:strings.IndexAny(text, " >")]
		shapes = append(shapes, fmt.Sprintf(`%s id="e%d"%s`, name, i, text[len(name):]))
	}
	size := fmt.Sprintf(":root{--wide:%d;--high:%d}\n", strips[0].Width, strips[0].Height)
	style, script := CSS+SeatsCSS+BarCSS+size+replayCSS+inks.css(), plainScript()
	if p.Graph != nil {
		style, script = style+graphCSS, graphScript()
	}
	if p.Above != "" {
		style += AboveCSS
	}
	var bars []template.HTML
	for _, b := range d.Bars {
		bars = append(bars, b.last())
	}
	bottom := len(bars) - 1
	return layout().Execute(w, map[string]any{
		"Lang": lang, "Title": p.Title, "Status": cmp.Or(p.Result, render.SafeLine(p.Match.Status().In(lang), 300)),
		"Words": func(key string) string { return i18n.In(lang, "page."+key) }, "Private": p.Private, "Where": p.Where, "Head": p.Head, "Above": p.Above,
		"Ply": len(p.Scenes) - 1, "Far": bars[:bottom], "Own": bars[bottom], "Items": Items(p.Match, p.Notes, lang), "Spoken": render.Spoken(last, spoken),
		"Box":    fmt.Sprintf("0 0 %d %d", strips[0].Width, strips[0].Height),
		"Shapes": template.HTML(strings.Join(shapes, "\n")), "Board": template.HTML(strings.Join(board, "\n")),
		"Style": template.HTML("<style>" + style + "</style>"), "Script": template.HTML("<script>" + script + "</script>"),
		"Data":    embedded,
		"Secrets": template.HTML(`<script type="text/plain" id="secrets">` + base64.StdEncoding.EncodeToString(secrets) + "</script>"),
		"Alone":   p.Above != "" && !p.Match.Roster.Invited, // a match of this machine has no signatures to check
		"Policy":  policy(style, script), "Graph": graph, "Marks": marks,
		"Summary": p.Summary, "Turning": p.Turning, "Decided": p.Decided,
	})
}

// better returns the places of the better moves on the pictures from both sides.
func (p Page) better(sides ...render.PNGOptions) (map[int][2][][4]int, error) {
	scenes, list := render.SameExtent(p.Scenes), map[int][2][][4]int{}
	for ply, m := range p.Better {
		var both [2][][4]int
		for i, o := range sides {
			spots, err := render.NewSpots(scenes[ply-1], o, placesAround(p.Match.AtPly(ply-1).Last(), m))
			if err != nil {
				return nil, err
			}
			for _, box := range spots.Boxes {
				both[i] = append(both[i], measures(box))
			}
		}
		list[ply] = both
	}
	return list, nil
}

// dayAndNight returns the options of pictures by day and by night. Without a theme they are dark at night.
func dayAndNight(o render.PNGOptions) (day, night render.PNGOptions) {
	night = o
	if o.Theme == "" {
		night.Theme = "dark"
	}
	return o, night
}

// Embedded returns an element that contains data for the script of a page.
func Embedded(id string, data any) (template.HTML, error) {
	text, err := json.Marshal(data)
	return template.HTML(`<script type="application/json" id="` + id + `">` + string(text) + "</script>"), err
}

// policy returns the content security policy that allows a style and a script, and no others.
func policy(style, script string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + digest(style) + "; script-src " + digest(script)
}

// digest returns the source of a content security policy that allows text and no other.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// data is the input of the script.
type data struct {
	Record *record             `json:"record,omitempty"`
	Lines  []string            `json:"lines"`  // the descriptions of the board
	Spoken [][]int             `json:"spoken"` // the turns of each line
	Films  []film              `json:"films"`  // from the near side and from the far side
	Bars   []seatBar           `json:"bars"`   // by seat
	Lang   string              `json:"lang"`
	Print  int                 `json:"print"`
	Better map[int][2][][4]int `json:"better,omitempty"` // by ply, the places of the better move from both sides
	Words  map[string]string   `json:"words"`
}

// pageWords are the keys of the sentences of the script.
var pageWords = []string{
	"start", "at", "play", "stop", "bad", "entries", "signed", "scribed", "dice", "key", "moves", "unsigned", "no-crypto", "no-ed25519",
	"no-dice", "replaced", "genuine", "changed", "nothing",
}

// seatBar is the bar of a seat after each ply, in parts that come and go.
type seatBar struct {
	Parts []string `json:"parts"`
	Turns [][]int  `json:"turns"` // of each part
}

// bars returns the bars of the seats, that of the seat at the bottom of the board last.
func (p Page) bars() (list []seatBar, err error) {
	texts, parts := make([][][]string, len(p.Match.Names())), strings.NewReplacer("<span", "\x00<span", "<small", "\x00<small")
	for _, s := range p.Scenes {
		bars, err := barsOf(p.Match, s, p.Picture)
		if err != nil {
			return nil, err
		}
		for i, b := range bars {
			text, err := b.html()
			if err != nil {
				return nil, err
			}
			texts[i] = append(texts[i], strings.Split(parts.Replace(string(text)), "\x00"))
		}
	}
	for _, sequences := range texts {
		var b seatBar
		for _, t := range mergeSequences(sequences) {
			turns, last := t.deltas(), len(b.Turns)-1
			if last >= 0 && slices.Equal(b.Turns[last], turns) {
				b.Parts[last] += t.what
			} else {
				b.Parts, b.Turns = append(b.Parts, t.what), append(b.Turns, turns)
			}
		}
		list = append(list, b)
	}
	return list, nil
}

// last returns the bar after the last ply.
func (b seatBar) last() (text template.HTML) {
	for i, part := range b.Parts {
		if len(b.Turns[i])%2 == 1 {
			text += template.HTML(part)
		}
	}
	return text
}

// spokenLines returns the lines of the descriptions of all scenes, and the plies at which each appears and disappears.
func spokenLines(scenes []engine.Scene, o render.SpokenOptions) (lines []string, turns [][]int) {
	var all [][]string
	for _, s := range scenes {
		all = append(all, render.Spoken(s, o))
	}
	for _, t := range mergeSequences(all) {
		lines, turns = append(lines, t.what), append(turns, t.deltas())
	}
	return lines, turns
}

// maxNote is the maximum length of a line of a variation.
const maxNote = 4096

// Item is an entry of the list of moves: a move, one that was taken back, or a comment without a move.
type Item struct {
	Ply         int    // of a move that was not taken back; else 0
	Column      int    // of such a move in a table with a column for each seat
	Back        string // the name of a move that was taken back; else ""
	Move, Clock string
	Spelled     string // the move as readers of the language write it, if that is not Move
	Who         string
	Said, Noted []string
}

// Items lists the moves and comments of m, and the variations and notes on each ply.
func Items(m *match.Match, noted map[int][]string, lang string) (list []Item) {
	lines := func(said string) (list []string) {
		if said != "" {
			list = strings.Split(render.Safe(said), "\n")
		}
		return list
	}
	variations := m.Variations()
	notes := func(ply int) (list []string) {
		for _, line := range variations[ply] {
			list = append(list, render.SafeLine(line.In(lang), maxNote))
		}
		return append(list, noted[ply]...)
	}
	if first := (Item{Said: lines(m.Record.Comment), Noted: notes(0)}); first.Said != nil || first.Noted != nil {
		list = append(list, first)
	}
	names, seats, before := m.PlyNames(), len(m.Names()), engine.Move("")
	for i, e := range m.Record.Events {
		item := Item{Said: lines(e.Comment)}
		if move, moved := e.Step.(kif.Move); moved {
			item.Move = string(move)
			if e.Undone {
				item.Back = names[i]
			} else {
				item.Ply, item.Noted = e.Number, notes(e.Number)
				item.Column = (e.Number-1)%seats + 1
			}
			if e.Spent >= time.Minute {
				item.Clock = i18n.Span(e.Spent).In(lang)
			}
			if spelled := engine.SpellAfter(m.Last(), before, engine.Move(move)).In(lang); spelled != item.Move {
				item.Spelled = spelled
			}
			if !e.Undone {
				before = engine.Move(move)
			}
		}
		if item.Said != nil {
			item.Who = render.SafeLine(m.Speaker(i), 80)
		}
		if item.Move != "" || item.Said != nil {
			list = append(list, item)
		}
	}
	return list
}

// record is the record with the facts that do not follow from its text alone.
type record struct {
	Text    string         `json:"text"` // with the lengths of hex digits instead of secrets
	File    string         `json:"file"`
	Head    string         `json:"head"`    // the hash of the last entry
	Names   []string       `json:"names"`   // the parties
	Parties []int          `json:"parties"` // which party made each entry
	Seats   map[int]string `json:"seats"`   // the seats that entries name, by their numbers
	Scribe  int            `json:"scribe"`  // the party that signs for mail-only players
	Sides   [][]int        `json:"sides"`   // the sides of the dice of each throw
}

// random is an even number of hex digits that are not worth compressing.
var random = lazyregexp.New(`([0-9a-f]{32}){1,4}`)

// newRecord returns the record of p as it is sent, in the strict form, and separately its keys, hashes and signatures. It drops
// links that can be computed from a later link of their chain.
func (p Page) newRecord() (r *record, secrets []byte, err error) {
	m := p.Match
	public, err := m.Record.Shared()
	if err == nil {
		public, err = public.Rewrite(kif.UTF8)
	}
	if err != nil {
		return nil, nil, err
	}
	r = &record{File: filepath.Base(p.File), Head: m.Head.String(), Seats: map[int]string{}, Sides: [][]int{}}
	text := string(public.Bytes())
	for _, link := range following(m) {
		for _, mark := range []string{"\n", "\n#- "} { // the second is below a move that was taken back
			text = strings.Replace(text, fmt.Sprintf("%s#: link %v\n", mark, link), fmt.Sprintf("%s#: link %d\n", mark, link.Index), 1)
		}
	}
	var digits strings.Builder
	r.Text = random().ReplaceAllStringFunc(text, func(secret string) string {
		digits.WriteString(secret)
		return fmt.Sprintf("\x01%d", len(secret))
	})
	if secrets, err = hex.DecodeString(digits.String()); err != nil {
		return nil, nil, err
	}
	for party := range m.Roster.Parties {
		r.Names = append(r.Names, i18n.Person(render.SafeLine(m.Roster.Name(party+1), 80)).In(p.Picture.Lang))
	}
	if m.Roster.Invited {
		r.Scribe = match.Scribe
	}
	for i, e := range m.Entries {
		r.Parties = append(r.Parties, e.Party)
		if i > 0 && len(e.Terms) > 0 {
			r.Seats[e.Number] = strings.TrimPrefix(e.Terms[0], "seat ")
		}
	}
	for i, e := range m.Record.Events {
		switch {
		case !kif.IsThrow(e.Step):
		case i > 0 && m.After(i-1).Roster.TossDue():
			r.Sides = append(r.Sides, []int{2})
		default:
			r.Sides = append(r.Sides, m.Positions[i].Next().Throw)
		}
	}
	return r, secrets, nil
}

// following returns the links of m that follow from the next one of their chain.
func following(m *match.Match) (links []kif.Link) {
	chains, last := map[int]kif.Chain{}, map[kif.Chain]kif.Link{}
	for i, e := range m.Record.Events {
		commit := func() {
			if e.Chain.Length > 0 {
				chains[m.By(i)] = e.Chain
			}
		}
		switch e.Step.(type) {
		case kif.Invite, kif.Accept:
			commit() // the link of any other step is of the chain before
		}
		if chain := chains[m.By(i)]; e.Link.Index > 0 {
			if match.Follows(chain, last[chain], e.Link) {
				links = append(links, last[chain])
			}
			last[chain] = e.Link
		}
		commit()
	}
	return links
}
