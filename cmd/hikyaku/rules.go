package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/mailbox/reply"
	"hikyaku/render"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name: "rules", ArgsUsage: "[GAME [RULE]]",
		UsageText: `hikyaku rules
hikyaku rules quoridor wall.blocks-path
hikyaku rules quoridor wall.blocks-path -o diagram.png`,
		Flags: []cli.Flag{
			boolFlag("json"), outputFlag(), &cli.IntFlag{Name: "size", Value: diagramSize}, themeFlag(), textFlag("pieces"),
		},
		Action: paged(printRules),
	}
}

type rulesJSON struct {
	Game string `json:"game"`
	Rule string `json:"rule,omitempty"`
	i18n.Text
	Diagram *diagramJSON `json:"diagram,omitempty"`
	failure
}

func printRules(c *cli.Context) error {
	if c.NArg() == 0 {
		return listGames(c)
	}
	g, _, err := gameNamed(c.Args().First())
	if err != nil {
		return err
	}
	id := c.Args().Get(1)
	var found []string
	if id != "" {
		found = rulesAbout(g, id)
	}
	if len(found) == 1 {
		id = found[0]
	}
	if c.IsSet("output") {
		if c.Bool("json") {
			return usage("usage.rules-json")
		}
		return drawDiagram(c, g, id)
	}
	text := engine.WithoutPictures(g.Manual)
	if id != "" {
		if len(found) == 0 {
			return usage("usage.rule", "game", g.Name, "id", id, "list", firstWords(g))
		}
		text = i18n.Text{}
		for _, known := range found {
			section, _ := engine.Section(g, known)
			text = i18n.Paragraphs(text, trimmed(section))
		}
		if len(found) > 1 {
			id = ""
		}
	}
	d, err := openDiagram(g, id)
	if err != nil {
		return err
	}
	text = trimmed(text)
	rules := &rulesJSON{Game: g.Name, Rule: id, Text: text}
	if d != nil {
		rules.Diagram = &diagramJSON{File: d.file(), Options: d.Options, Position: d.position.String(), Refused: d.Refused, Allowed: strings.Fields(d.Allowed)}
		text = i18n.Paragraphs(text, i18n.T("diagram.file", "command", fmt.Sprintf("hikyaku rules %s %s -o %[2]s.png", g.Name, id)))
	}
	return give(c, rules, text.In(language(c.App)))
}

func trimmed(text i18n.Text) i18n.Text {
	return i18n.Text{En: strings.TrimSpace(text.En), Ja: strings.TrimSpace(text.Ja)}
}

// rulesAbout returns the rule with the identifier word, or else the rules whose
// section contains word in one of the languages, ignoring case.
func rulesAbout(g *engine.Game, word string) (ids []string) {
	if _, known := engine.Section(g, word); known {
		return []string{word}
	}
	for _, r := range g.Rules {
		section, _ := engine.Section(g, r.ID)
		if strings.Contains(strings.ToLower(section.En+section.Ja), strings.ToLower(word)) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// firstWords lists the rules of g with the first sentence of their section.
func firstWords(g *engine.Game) i18n.Text {
	body := func(section string) string { // the first paragraph below the heading
		_, text, _ := strings.Cut(section, "\n\n")
		text, _, _ = strings.Cut(text, "\n\n")
		return strings.Join(strings.Fields(text), " ")
	}
	var lines []i18n.Text
	for _, r := range g.Rules {
		section, _ := engine.Section(g, r.ID)
		first := i18n.Text{En: body(section.En), Ja: body(section.Ja)}.FirstSentence()
		lines = append(lines, i18n.Text{En: "  " + r.ID + "  " + strings.TrimSuffix(first.En, "."), Ja: "  " + r.ID + "  " + strings.TrimSuffix(first.Ja, "。")})
	}
	return i18n.Lines(lines...)
}

// diagramSize is the default for the longer side of a rule's diagram, in pixels.
const diagramSize = 400

type diagramJSON struct {
	File     i18n.Text      `json:"file"` // in the source
	Options  engine.Options `json:"options,omitempty"`
	Position string         `json:"position"` // after all moves
	Refused  string         `json:"refused,omitempty"`
	Allowed  []string       `json:"allowed,omitempty"`
}

// diagram is the example of a rule, with its position.
type diagram struct {
	engine.Diagram
	game     *engine.Game
	position engine.Position
}

// openDiagram returns the diagram of a rule, or nil if it has none.
func openDiagram(g *engine.Game, id string) (*diagram, error) {
	d, ok := g.Diagram(id)
	if !ok {
		return nil, nil
	}
	p, err := d.SetUp(g)
	return &diagram{d, g, p}, err
}

// file returns the path of the diagram in the source, by language. Both
// languages share one picture unless the game writes its moves differently in
// each.
func (d *diagram) file() i18n.Text {
	name := fmt.Sprintf("engine/%s/diagrams/%s", d.game.Name, d.Rule.ID)
	if _, spells := d.position.(engine.Speller); spells {
		return i18n.Text{En: name + ".png", Ja: name + ".ja.png"}
	}
	return i18n.Same(name + ".png")
}

// drawDiagram writes the diagram of a rule as a picture without text.
func drawDiagram(c *cli.Context, g *engine.Game, id string) error {
	d, err := openDiagram(g, id)
	if err != nil {
		return err
	}
	if d == nil {
		var ids []string
		for _, other := range g.AllDiagrams() {
			ids = append(ids, other.Rule.ID)
		}
		return usage("usage.diagram", "game", g.Name, "list", i18n.Names(ids...))
	}
	o := render.PNGOptions{Size: c.Int("size"), Lang: language(c.App), Plain: true, Mute: true, Threats: d.Threats, Part: d.part(), Pieces: c.String("pieces")}
	if err := setTheme(c, &o); err != nil {
		return err
	}
	if o.Notes, err = d.notes(o.Lang); err != nil {
		return err
	}
	return writePicture(c, d.position.Scene(), o, d.words())
}

// part returns the first and the last cell of the area to draw; they are equal
// if it is everything.
func (d *diagram) part() (part [2]engine.Point) {
	placer, ok := d.position.(engine.Placer)
	if !ok || d.Part[0] == "" {
		return part
	}
	for i, text := range d.Part {
		if at, ok := placer.Place(text); ok {
			part[i] = at.Cells[0]
		}
	}
	return part
}

// notes returns the annotations of d: a red cross where the refused move goes, a
// green circle where legal moves go, and its own annotations, whose signs
// replace those.
func (d *diagram) notes(lang string) (notes []render.Note, err error) {
	for _, own := range []struct {
		form  render.NoteForm
		texts string
	}{{render.MarkNote, d.Marks}, {render.ArrowNote, d.Arrows}, {render.SignNote, d.Signs.In(lang)}} {
		for _, text := range strings.Fields(own.texts) {
			more, err := render.ReadNotes(d.position, own.form, text)
			if err != nil {
				return nil, i18n.Err("diagram.wrong", "rule", d.Rule.ID, "text", text, "why", err)
			}
			notes = append(notes, more...)
		}
	}
	signed := func(n render.Note) bool {
		return slices.ContainsFunc(notes, func(own render.Note) bool {
			return n.Form == render.SignNote && own.Form == render.SignNote && own.At.Board == n.At.Board && slices.Contains(n.At.Cells, own.At.Cells[0])
		})
	}
	var targets []render.Note
	if d.Refused != "" {
		targets = targetNotes(d.position, d.Refused, "×", "red")
	}
	for _, move := range strings.Fields(d.Allowed) {
		targets = append(targets, targetNotes(d.position, move, "○", "green")...)
	}
	return append(slices.DeleteFunc(targets, signed), notes...), nil
}

// targetNotes returns a sign where a move goes, and a frame if that is more than
// one cell. It leaves out what is off the board.
func targetNotes(p engine.Position, move, sign, colour string) []render.Note {
	placer, ok := p.(engine.Placer)
	m, err := p.Parse(move)
	if !ok || err != nil {
		return nil
	}
	at := onBoard(p.Scene(), placer.Target(m))
	signed := render.Note{Form: render.SignNote, At: at, Colour: colour, Text: sign}
	switch {
	case len(at.Cells)+len(at.Walls) == 0:
		return nil
	case len(at.Cells) == 1:
		return []render.Note{signed}
	}
	return []render.Note{{Form: render.MarkNote, At: at, Colour: colour}, signed}
}

// onBoard returns the part of a place that is on its board.
func onBoard(s engine.Scene, at engine.Place) engine.Place {
	inside := engine.Place{Name: at.Name, Board: at.Board}
	for _, b := range s.Boards {
		if b.ID != at.Board {
			continue
		}
		for _, c := range at.Cells {
			if c == clipped(b, c, 0) {
				inside.Cells = append(inside.Cells, c)
			}
		}
		for _, l := range at.Walls {
			if l.From, l.To = clipped(b, l.From, 1), clipped(b, l.To, 1); l.From != l.To {
				inside.Walls = append(inside.Walls, l)
			}
		}
	}
	return inside
}

// clipped returns the cell of b nearest to at, or the nearest corner if edge is
// 1.
func clipped(b engine.Board, at engine.Point, edge int) engine.Point {
	return engine.Point{X: min(max(at.X, b.Min.X), b.Max.X+edge), Y: min(max(at.Y, b.Min.Y), b.Max.Y+edge)}
}

// words describes what d shows.
func (d *diagram) words() i18n.Text {
	refused, allowed := d.spelled(d.Refused), d.spelled(d.Allowed)
	switch {
	case d.Refused == "":
		return i18n.T("diagram.end")
	case d.Allowed == "":
		return i18n.T("diagram.refused", "move", refused)
	}
	return i18n.T("diagram.both", "move", refused, "others", allowed)
}

// spelled returns moves as a list in each language. It keeps a text that is not
// a move.
func (d *diagram) spelled(texts string) i18n.Text {
	var moves []i18n.Text
	for _, text := range strings.Fields(texts) {
		if m, err := d.position.Parse(text); err == nil {
			text = string(m)
		}
		moves = append(moves, engine.Spell(d.position, engine.Move(text)))
	}
	return i18n.Phrases(moves...)
}

type gamesJSON struct {
	Games []gameJSON `json:"games"`
	failure
}

type gameJSON struct {
	Name    string       `json:"name"`
	Title   i18n.Text    `json:"title"`
	Options []optionJSON `json:"options"`
}

type optionJSON struct {
	Key     string    `json:"key"`
	Title   i18n.Text `json:"title"`
	Values  []string  `json:"values"`
	Default string    `json:"default"`
}

// listGames prints the games and their options.
func listGames(c *cli.Context) error {
	if c.IsSet("output") {
		return wrongForm(c)
	}
	answer, lines := &gamesJSON{}, []string(nil)
	for _, g := range all.Games {
		described := gameJSON{Name: g.Name, Title: g.Title, Options: []optionJSON{}}
		lines = append(lines, g.Name+"  "+g.Title.In(language(c.App)))
		for _, o := range g.Options {
			described.Options = append(described.Options, optionJSON{o.Key, o.Title, o.Values, o.Default})
			values := slices.Clone(o.Values)
			values[slices.Index(values, o.Default)] += "*"
			lines = append(lines, fmt.Sprintf("    --set %s=%s  %s", o.Key, strings.Join(values, "|"), o.Title.In(language(c.App))))
		}
		answer.Games = append(answer.Games, described)
	}
	return give(c, answer, append(lines, "", i18n.In(language(c.App), "games.chosen"))...)
}

// gameNamed returns the game with this name or title, ignoring case. If the name
// is that of a variant, it also returns the option that selects it.
func gameNamed(name string) (*engine.Game, engine.Options, error) {
	for _, g := range all.Games {
		if called(name, g.Name, g.Title) || slices.Contains(g.Also, name) {
			return g, nil, nil
		}
	}
	for _, g := range all.Games {
		o, _ := g.Variants()
		for _, value := range variantNames(o) {
			if called(name, value, o.Name(value)) {
				return g, engine.Options{o.Key: value}, nil
			}
		}
		for _, o := range g.Options {
			for value, title := range o.Games {
				if called(name, title.Ja, title) {
					return g, engine.Options{o.Key: value}, nil
				}
			}
		}
	}
	return nil, nil, noGame(name)
}

// noGame returns the error for an unknown game. It names the most similar one, or
// lists all games.
func noGame(name string) error {
	var known []string
	add := func(id string, title i18n.Text) {
		en, _, _ := strings.Cut(title.En, ",")
		ja, _, _ := strings.Cut(title.Ja, "（")
		known = append(known, id, en, ja)
	}
	for _, g := range all.Games {
		add(g.Name, g.Title)
		o, _ := g.Variants()
		for _, value := range variantNames(o) {
			add(value, o.Name(value))
		}
	}
	near := identity.Nearest(name, known)
	if first, size := utf8.DecodeRuneInString(name); near == "" && unicode.Is(unicode.Han, first) { // 将碁
		if i := slices.IndexFunc(known, func(title string) bool { return strings.HasPrefix(title, name[:size]) }); i >= 0 {
			near = known[i]
		}
	}
	if near != "" {
		return usage("usage.game-near", "name", name, "near", near, "list", gameNames())
	}
	return usage("usage.game", "name", name, "list", gameNames())
}

// gameNames lists the games as commands call them.
func gameNames() i18n.Text {
	var names []i18n.Text
	for _, g := range all.Games {
		names = append(names, i18n.Text{En: g.Name, Ja: g.Title.Ja})
	}
	return i18n.Phrases(names...)
}

// called reports whether name, in letters of any width, is id or title, without the
// explanation that may follow the title.
func called(name, id string, title i18n.Text) bool {
	name = strings.Map(reply.Narrow, name)
	en, _, _ := strings.Cut(title.En, ",")
	ja, _, _ := strings.Cut(title.Ja, "（")
	return slices.ContainsFunc([]string{id, en, ja}, func(known string) bool { return strings.EqualFold(name, known) })
}

// variantNames returns the values of an option that selects between games, if
// they have names.
func variantNames(o engine.Option) []string {
	if o.Names == nil {
		return nil
	}
	return o.Values
}

// settings parses the values of --set. A key may occur only once.
func settings(texts []string) (engine.Options, error) {
	set := engine.Options{}
	for _, word := range texts {
		key, value, found := strings.Cut(word, "=")
		if !found {
			return nil, usage("usage.set", "text", word)
		}
		if _, twice := set[key]; twice {
			return nil, usage("usage.set-twice", "key", key)
		}
		set[key] = value
	}
	return set, nil
}

// chooseGame returns the game called name and its complete options. Wrong
// options are a usage error.
func chooseGame(c *cli.Context, name string) (*engine.Game, engine.Options, error) {
	return chosenGame(name, c.StringSlice("set"))
}

// chosenGame is chooseGame with the values of --set as an argument. They may be
// titles too, as in 手合割=二枚落ち.
func chosenGame(name string, texts []string) (*engine.Game, engine.Options, error) {
	g, variant, err := gameNamed(name)
	if err != nil {
		return nil, nil, err
	}
	set, err := settings(texts)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range g.Options {
		for key, value := range maps.Clone(set) {
			if !called(key, o.Key, o.Title) {
				continue
			}
			if _, twice := set[o.Key]; twice && key != o.Key {
				return nil, nil, usage("usage.set-twice", "key", o.Key)
			}
			delete(set, key)
			if i := slices.IndexFunc(o.Values, func(known string) bool { return called(value, known, o.Name(known)) }); i >= 0 {
				value = o.Values[i]
			}
			set[o.Key] = value
		}
	}
	for key, value := range variant {
		if other, given := set[key]; given && other != value {
			return nil, nil, usage("usage.set-variant", "name", name, "game", g.Name, "setting", key+"="+value, "other", key+"="+other)
		}
		set[key] = value
	}
	options, err := g.Resolve(set)
	if err != nil {
		return nil, nil, misuse(err)
	}
	return g, options, nil
}
