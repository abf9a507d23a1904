package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/analysis"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/notebook"
	"hikyaku/internal/page"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

func analyseCommand() *cli.Command {
	return &cli.Command{
		Name:      "analyse",
		Aliases:   []string{"analyze"},
		ArgsUsage: "[MATCH]",
		UsageText: `hikyaku analyse bob
hikyaku analyse match.kif --nodes 100000 -o match.html
hikyaku analyse match.kif -o graph.png
hikyaku analyse match.kif --keep`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "level", Value: engine.Levels}, numberFlag("nodes"), memoryFlag(), boolFlag("keep"), outputFlag(),
			numberFlag("size"), themeFlag(), textFlag("pieces"), boolFlag("json"),
		},
		Action: analyse,
	}
}

func analyse(c *cli.Context) error {
	found, _, err := matchArgs(c, 0, func(d *home.Desk, name string) (home.Copy, error) { return d.NamedPlayed(name, true) })
	if err != nil {
		return err
	}
	level := c.Int("level")
	format := outputEnding(c)
	switch {
	case level < 1 || level > engine.Levels || c.Int("nodes") < 0 || c.Int("memory") < 1:
		return usage("usage.analyse", "most", engine.Levels)
	case c.String("output") != "" && !slices.Contains([]string{"html", "png", "svg"}, format):
		return usage("usage.analyse-format", "file", c.String("output"))
	}
	d := deskOf(c)
	m, err := openFile(c, d, found.File)
	if err != nil {
		return err
	}
	if !m.AllowsAnalysis() {
		return i18n.Err("analyse.open", "match", m.Short())
	}
	player := judge
	player.Level, player.Limits.Nodes, player.Memory = level, c.Int("nodes"), c.Int("memory")<<20
	if c.Int("nodes") > 0 {
		player.Level = 0
	}
	show, end := showProgress(c, "analyse.at")
	report, err := think(c.Context, m.Match, player, func(done, all int) { show("done", done, "all", all) })
	end()
	if err != nil {
		return err
	}
	if c.Bool("keep") {
		if err := keepAnalysis(c, d, m, report); err != nil {
			return err
		}
		if !c.Bool("quiet") {
			fmt.Fprintln(c.App.ErrWriter, i18n.In(language(c.App), "note.kept", "file", notebook.File(m.File)))
		}
	}
	if c.String("output") != "" {
		err = writeAnalysis(c, m, report, format)
	}
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return give(c, describeAnalysis(m.Match, report))
	case c.String("output") != "":
		return nil
	}
	return printAnalysis(c, m.Match, report)
}

// think analyses the game. It reports its progress to show, unless that is nil.
func think(ctx context.Context, m *match.Match, player computer.Thinking, show func(done, all int)) (analysis.Report, error) {
	g := analysis.Game{Start: m.Positions[0], Left: map[int][]int{}}
	for _, e := range m.Played() {
		if _, left := e.Step.(kif.Ending); left {
			g.Left[len(g.Moves)] = append(g.Left[len(g.Moves)], e.Seat)
		} else {
			g.Moves = append(g.Moves, engine.Move(e.Step.String()))
		}
	}
	return analysis.Of(ctx, g, func(ctx context.Context, p engine.Position, made int) (engine.Thought, error) {
		return player.Think(ctx, p, uint64(made))
	}, show)
}

// judge analyses a game in the browser and on the screen, and in analyse without options. It has no time limit, so that a
// position has the same chances everywhere and on every machine.
var judge = computer.Thinking{Level: engine.Levels, Sure: true, Seed: 1}

// signed formats a fraction as a percentage with its sign.
func signed(x float64) string {
	if math.Abs(x) < 0.0005 {
		x = 0
	}
	return fmt.Sprintf("%+.1f", 100*x)
}

// printAnalysis prints one line for each move and then the totals of each
// player.
func printAnalysis(c *cli.Context, m *match.Match, r analysis.Report) error {
	lang := language(c.App)
	rows := [][]string{{
		i18n.In(lang, "analyse.move"), i18n.In(lang, "analyse.who"), i18n.In(lang, "analyse.after"), i18n.In(lang, "analyse.points"),
		i18n.In(lang, "analyse.loss"), "", i18n.In(lang, "analyse.best"),
	}}
	before := engine.Move("")
	for _, ply := range r.Plies {
		row := []string{
			fmt.Sprintf("%d %s", ply.Number, engine.SpellAfter(ply.From, before, ply.Move).In(lang)), m.Player(ply.Seat).In(lang),
			i18n.In(lang, "analyse.percent", "n", analysis.Percent(r.Shown(ply.After)[ply.Seat-1])), pointsText(ply.After[ply.Seat-1], lang), "", string(ply.Mark), "",
		}
		if ply.Mark != analysis.Fine { // smaller losses may be errors of the search
			row[4] = signed(-ply.Loss)
			row[6] = analysis.Line(ply.From, ply.Best).In(lang)
		}
		rows, before = append(rows, row), ply.Move
	}
	return printLines(c, append(render.Columns(rows), accountLines(c, m, r)...))
}

// pointsText writes an expected result in centipawns, or that the game is decided.
func pointsText(score float64, lang string) string {
	switch points := analysis.Points(score); points {
	case analysis.Won:
		return i18n.In(lang, "analyse.won")
	case -analysis.Won:
		return i18n.In(lang, "analyse.lost")
	default:
		return fmt.Sprintf("%+d", points)
	}
}

// accountLines returns what each player lost by mistakes, how the result came
// about, and whether the dice are proved.
func accountLines(c *cli.Context, m *match.Match, r analysis.Report) (lines []string) {
	lang, dice := language(c.App), false
	for seat, a := range r.Seats {
		lines = append(lines, i18n.In(lang, "analyse.account", "who", m.Player(seat+1), "lost", signed(-a.Lost), "moves", a.Moves,
			"dubious", a.Marks[analysis.Dubious], "mistakes", a.Marks[analysis.Mistake], "blunders", a.Marks[analysis.Blunder]))
		dice = dice || a.Luck != 0
	}
	key := "analyse.balance"
	if dice {
		key = "analyse.balance-dice"
	}
	for seat, a := range r.Seats {
		tenths := func(x float64) float64 { return math.Round(1000*x) / 1000 }
		start, end := tenths(r.Start[seat]), tenths(r.End[seat])
		found := end - start - tenths(a.Luck) - tenths(a.Given) + tenths(a.Lost) // so that what is printed adds up too
		lines = append(lines, i18n.In(lang, key, "who", m.Player(seat+1), "start", fmt.Sprintf("%.1f", 100*start), "luck", signed(a.Luck),
			"given", signed(a.Given), "lost", signed(-a.Lost), "found", signed(found), "end", fmt.Sprintf("%.1f", 100*end)))
	}
	if decided, ply := r.Decided(m.Player); ply != 0 {
		lines = append(lines, decided.In(lang))
	}
	if proof := m.NewProof().Text(); dice && proof != (i18n.Text{}) {
		lines = append(lines, proof.In(lang))
	}
	return lines
}

func graph(lang string, m *match.Match, r analysis.Report) render.Graph {
	title := "title.ply"
	if r.Handicap() {
		title = "title.ply-handicap"
	}
	g := render.Graph{Scores: [][]float64{r.Shown(r.Start)}, Title: i18n.In(lang, title, "game", m.Game.Called(m.Options), "n", m.Ply())}
	for _, ply := range r.Plies {
		g.Scores = append(g.Scores, r.Shown(ply.After))
		g.Marks, g.Movers = append(g.Marks, string(ply.Mark)), append(g.Movers, ply.Seat)
	}
	return g
}

// writeAnalysis writes the graph, or the page of the match that includes it.
func writeAnalysis(c *cli.Context, m home.Copy, r analysis.Report, format string) error {
	var out bytes.Buffer
	o := render.PNGOptions{Size: c.Int("size"), Lang: language(c.App), Names: m.Match.Names(), Pieces: c.String("pieces")}
	err := setTheme(c, &o)
	if err != nil {
		return err
	}
	if format != "html" {
		for i := range o.Names {
			o.Names[i] = m.Player(i + 1).In(o.Lang)
		}
	}
	switch format {
	case "html":
		var p page.Page
		if p, err = pageOf(c, m, o); err == nil {
			addAnalysis(&p, r)
			err = page.Write(&out, p)
		}
	case "png":
		err = graph(o.Lang, m.Match, r).PNG(&out, o)
	default:
		err = graph(o.Lang, m.Match, r).SVG(&out, o)
	}
	if err != nil {
		return misuse(err)
	}
	return writeOutput(c, c.String("output"), out.Bytes())
}

// addAnalysis adds the graph and the marks with their best lines to the page of
// a match.
func addAnalysis(p *page.Page, r analysis.Report) {
	who := func(seat int) i18n.Text {
		if name := p.Picture.Names[seat-1]; name != "" && p.Match.Names()[seat-1] == "" {
			return i18n.Same(name) // the reader
		}
		return p.Match.Player(seat)
	}
	p.Notes, p.Better = map[int][]string{}, map[int]engine.Move{}
	for _, ply := range r.Plies {
		if ply.Mark != analysis.Fine {
			p.Notes[ply.Number] = []string{render.SafeLine(r.Remark(ply, who(ply.Seat)).In(p.Picture.Lang), 500)}
			if len(ply.Best) > 0 {
				p.Better[ply.Number] = ply.Best[0]
			}
		}
	}
	g := graph(p.Picture.Lang, p.Match, r)
	p.Graph = &g
	for seat, a := range r.Seats {
		p.Summary = append(p.Summary, page.Mistakes{
			Who:    render.SafeLine(who(seat+1).In(p.Picture.Lang), 80),
			Counts: [3]int{a.Marks[analysis.Blunder], a.Marks[analysis.Mistake], a.Marks[analysis.Dubious]},
		})
	}
	decided, ply := r.Decided(who)
	p.Turning, p.Decided = ply, render.SafeLine(decided.In(p.Picture.Lang), 300)
}

// keepAnalysis replaces the notes of an earlier analysis with the marks and best
// lines of this one.
func keepAnalysis(c *cli.Context, d *home.Desk, m home.Copy, r analysis.Report) error {
	var notes []notebook.Note
	for _, ply := range r.Plies {
		if ply.Mark == analysis.Fine {
			continue
		}
		at := m.Match.AtPly(ply.Number - 1)
		n, err := notebook.New(at, r.Remark(ply, m.Match.Player(ply.Seat)).In(language(c.App)), []string{engine.JoinMoves(ply.Best)}, d.System.Now())
		if err != nil {
			return err
		}
		n.By = notebook.Analysis
		notes = append(notes, n)
	}
	return notebook.Replace(d.System, m.File, m.Match, notebook.Analysis, notes)
}

type analysisJSON struct {
	Start []float64     `json:"start"`
	End   []float64     `json:"end"`
	Plies []plyJSON     `json:"plies"`
	Seats []accountJSON `json:"seats"`
	Dice  *match.Proof  `json:"dice,omitempty"`
	failure
}

type plyJSON struct {
	Ply    int           `json:"ply"`
	Seat   int           `json:"seat"`
	Move   engine.Move   `json:"move"`
	Before []float64     `json:"before"`
	After  []float64     `json:"after"`
	Points []int         `json:"points"` // after, in centipawns
	Loss   float64       `json:"loss"`
	Found  float64       `json:"found"`
	Mark   analysis.Mark `json:"mark,omitempty"`
	Best   []engine.Move `json:"best"`
	Luck   []float64     `json:"luck,omitempty"`
}

type accountJSON struct {
	Lost     float64 `json:"lost"`
	Luck     float64 `json:"luck"`
	Given    float64 `json:"given"`
	Found    float64 `json:"found"`
	Moves    int     `json:"moves"`
	Dubious  int     `json:"dubious"`
	Mistakes int     `json:"mistakes"`
	Blunders int     `json:"blunders"`
}

func describeAnalysis(m *match.Match, r analysis.Report) *analysisJSON {
	a := &analysisJSON{Start: r.Start, End: r.End, Plies: []plyJSON{}}
	for _, p := range r.Plies {
		points := make([]int, len(p.After))
		for i, score := range p.After {
			points[i] = analysis.Points(score)
		}
		a.Plies = append(a.Plies, plyJSON{Ply: p.Number, Seat: p.Seat, Move: p.Move, Before: p.Before, After: p.After, Points: points, Loss: p.Loss, Found: p.Found, Mark: p.Mark, Best: p.Best, Luck: p.Luck})
	}
	for _, s := range r.Seats {
		a.Seats = append(a.Seats, accountJSON{s.Lost, s.Luck, s.Given, s.Found, s.Moves, s.Marks[analysis.Dubious], s.Marks[analysis.Mistake], s.Marks[analysis.Blunder]})
	}
	if proof := m.NewProof(); proof.Throws > 0 {
		a.Dice = &proof
	}
	return a
}
