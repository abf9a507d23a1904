package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/computer"
	"hikyaku/internal/duel"
	"hikyaku/internal/i18n"
)

func engineCommand() *cli.Command {
	serve := &cli.Command{
		Name: "serve",
		UsageText: `hikyaku engine serve --game shogi
hikyaku engine serve --game quoridor --level 5`,
		Flags:  []cli.Flag{textFlag("game"), listFlag("set"), textFlag("protocol"), numberFlag("level"), memoryFlag()},
		Action: serveEngine,
	}
	return &cli.Command{Name: "engine", Action: noSubcommand, Subcommands: []*cli.Command{serve, duelCommand(), perftCommand()}}
}

func serveEngine(c *cli.Context) error {
	level := c.Int("level")
	if level < 0 || level > engine.Levels || c.Int("memory") < 1 {
		return usage("usage.engine", "most", engine.Levels)
	}
	begin := func(name string, options engine.Options) (*computer.Game, error) {
		g := all.Game(name)
		if g == nil {
			return nil, i18n.Err("protocol.game", "name", name)
		}
		return computer.Begin(g, options)
	}
	s := computer.Server{Version: version, Begin: begin, Player: computer.Thinking{Level: level, Memory: c.Int("memory") << 20}}
	speech := computer.Text
	if name := c.String("game"); name != "" {
		g, options, err := chooseGame(c, name)
		if err != nil {
			return err
		}
		if s.Game, err = computer.Begin(g, options); err != nil {
			return err
		}
		if _, family := s.Game.Start.(shogitext.Position); family {
			speech = computer.USI
		}
	}
	switch said := computer.Speech(c.String("protocol")); said {
	case "":
	case computer.Text:
		speech = said
	case speech:
	default:
		return usage("usage.engine-usi")
	}
	return s.Serve(c.Context, speech, c.App.Reader, c.App.Writer)
}

func perftCommand() *cli.Command {
	return &cli.Command{
		Name: "perft", ArgsUsage: "[MATCH] [MOVE…]", UsageText: "hikyaku engine perft --game quoridor --depth 3",
		Flags: []cli.Flag{
			textFlag("game"), listFlag("set"), atFlag(), numberFlag("depth"), boolFlag("divide"), numberFlag("throw"),
			boolFlag("json"),
		},
		Action: perft,
	}
}

type perftJSON struct {
	Depth  int          `json:"depth"`
	Leaves uint64       `json:"leaves"`
	Divide []leavesJSON `json:"divide,omitempty"`
	failure
}

type leavesJSON struct {
	Move   engine.Move `json:"move"`
	Leaves uint64      `json:"leaves"`
}

func perft(c *cli.Context) error {
	depth, face := c.Int("depth"), c.Int("throw")
	const deepest = 1000 // far more than can be computed
	if !c.IsSet("depth") || depth < 0 || depth > deepest || face < 0 {
		return usage("usage.perft", "most", deepest)
	}
	s, moves, err := openScratch(c)
	if err != nil {
		return err
	}
	if index, err := s.play(moves); err != nil {
		return reportRejection(c, index, moves, err)
	}
	var divided []leavesJSON
	if c.Bool("divide") && depth > 0 {
		if divided, err = divide(c, s.position, depth, face); err != nil {
			return err
		}
	}
	leaves := engine.Count(s.position, depth, face)
	return give(c, &perftJSON{Depth: depth, Leaves: leaves, Divide: divided}, fmt.Sprint(leaves))
}

// divide counts the leaves after each first move, or after each throw if the
// dice come first.
func divide(c *cli.Context, p engine.Position, depth, face int) (counts []leavesJSON, err error) {
	firsts, rest := p.Moves(), depth-1
	if sides := p.Next().Throw; sides != nil {
		firsts, rest = engine.Outcomes(sides), depth
	}
	for m := range firsts {
		q, err := p.Apply(m)
		if err != nil {
			return nil, err
		}
		n := engine.Count(q, rest, face)
		counts = append(counts, leavesJSON{m, n})
		if !c.Bool("json") {
			fmt.Fprintf(c.App.Writer, "%s %d\n", m, n)
		}
	}
	return counts, nil
}

func duelCommand() *cli.Command {
	return &cli.Command{
		Name: "duel", ArgsUsage: "PLAYER PLAYER",
		UsageText: `hikyaku engine duel --game quoridor level5 level6
hikyaku engine duel --game shogi --sprt 0,10 best@2000 fairy@2000`,
		Flags: []cli.Flag{
			textFlag("game"), listFlag("set"), &cli.IntFlag{Name: "games", Value: 100}, textFlag("sprt"),
			&cli.IntFlag{Name: "opening", Value: 4}, &cli.IntFlag{Name: "most", Value: 400}, &cli.Uint64Flag{Name: "seed", Value: 1},
			memoryFlag(), boolFlag("json"),
		},
		Action: runDuel,
	}
}

type duelJSON struct {
	Players [2]string  `json:"players"`
	Games   int        `json:"games"`
	Pairs   duel.Tally `json:"pairs"`
	Score   float64    `json:"score"`
	Elo     *float64   `json:"elo"` // null if it is infinite
	Low     *float64   `json:"low"`
	High    *float64   `json:"high"`
	Test    *float64   `json:"likelihood,omitempty"`
	Faults  []string   `json:"faults,omitempty"`
	failure
}

func runDuel(c *cli.Context) error {
	if c.Int("games") < 2 || c.Int("opening") < 0 || c.Int("most") < 1 {
		return usage("usage.duel")
	}
	if c.String("game") == "" {
		return usage("usage.duel-game")
	}
	var bounds []float64 // the Elo differences that the test distinguishes; nil if there is none
	if c.IsSet("sprt") {
		low, high, _ := strings.Cut(c.String("sprt"), ",")
		a, errA := strconv.ParseFloat(low, 64)
		b, errB := strconv.ParseFloat(high, 64)
		if errA != nil || errB != nil || a >= b {
			return usage("usage.sprt")
		}
		bounds = []float64{a, b}
	}
	g, options, err := chooseGame(c, c.String("game"))
	if err != nil {
		return err
	}
	defer interruptible(c)() // so that the programs are stopped too
	d := duel.Duel{Game: g, Options: options, Pairs: c.Int("games") / 2, Opening: c.Int("opening"), Seed: c.Uint64("seed"), Most: c.Int("most")}
	for i, to := range []*computer.Player{&d.A, &d.B} {
		if *to, err = namedPlayer(c, c.Args().Get(i), d.Seed+uint64(i)<<32); err != nil {
			return err
		}
		defer (*to).Close()
	}
	var t duel.Tally
	var faults []error
	err = d.Run(c.Context, func(p duel.Pair, games [2]duel.Played) bool {
		t.Add(p)
		for _, g := range games {
			if g.Fault != nil {
				faults = append(faults, g.Fault)
			}
		}
		if !c.Bool("json") && !c.Bool("quiet") {
			fmt.Fprintln(c.App.ErrWriter, duelLine(c, &t))
		}
		if bounds != nil {
			l := t.Likelihood(bounds[0], bounds[1])
			return l > -duel.Bound && l < duel.Bound
		}
		return true
	})
	if err != nil {
		return err
	}
	return printDuel(c, &t, bounds, faults)
}

// duelLine returns the current result of a duel.
func duelLine(c *cli.Context, t *duel.Tally) string {
	score, _ := t.Score()
	low, best, high := t.Elo()
	return i18n.In(language(c.App), "duel.line", "games", 2*t.Pairs(), "score", fmt.Sprintf("%.1f", 100*score),
		"elo", duel.Points(best), "low", duel.Points(low), "high", duel.Points(high))
}

func printDuel(c *cli.Context, t *duel.Tally, bounds []float64, faults []error) error {
	score, _ := t.Score()
	low, best, high := t.Elo()
	result := duelJSON{Players: [2]string{c.Args().Get(0), c.Args().Get(1)}, Games: 2 * t.Pairs(), Pairs: *t, Score: score,
		Elo: finite(best), Low: finite(low), High: finite(high)}
	if bounds != nil {
		l := t.Likelihood(bounds[0], bounds[1])
		result.Test = &l
	}
	for _, err := range faults {
		result.Faults = append(result.Faults, sentence(err, language(c.App)))
	}
	lines := []string{
		i18n.In(language(c.App), "duel.players", "first", c.Args().Get(0), "second", c.Args().Get(1)),
		duelLine(c, t),
		i18n.In(language(c.App), "duel.pairs", "pairs", strings.Trim(fmt.Sprint(*t), "[]")),
	}
	if bounds != nil {
		lines = append(lines, i18n.In(language(c.App), "duel.test", "likelihood", fmt.Sprintf("%+.2f", *result.Test), "bound", fmt.Sprintf("%.2f", duel.Bound)))
	}
	return give(c, &result, append(lines, slices.Compact(slices.Clone(result.Faults))...)...)
}

// finite returns nil if x is infinite, which JSON cannot represent.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// namedPlayer returns the player that the command line names.
func namedPlayer(c *cli.Context, text string, seed uint64) (computer.Player, error) {
	conf := configOf(c)
	spec, err := conf.specOf(text)
	if err != nil {
		return nil, misuse(err)
	}
	return spec.Player(c.Context, conf.Programs(), seed, c.Int("memory")<<20)
}
