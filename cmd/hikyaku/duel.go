package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/computer"
	"hikyaku/internal/duel"
	"hikyaku/internal/i18n"
)

func duelCommand() *cli.Command {
	return &cli.Command{
		Name:      "duel",
		ArgsUsage: "PLAYER PLAYER",
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
	bounds, err := sprtFlag(c)
	if err != nil {
		return err
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

// sprtFlag returns the two Elo differences that the test distinguishes, or nil
// if there is no test.
func sprtFlag(c *cli.Context) ([]float64, error) {
	if !c.IsSet("sprt") {
		return nil, nil
	}
	low, high, _ := strings.Cut(c.String("sprt"), ",")
	a, errA := strconv.ParseFloat(low, 64)
	b, errB := strconv.ParseFloat(high, 64)
	if errA != nil || errB != nil || a >= b {
		return nil, usage("usage.sprt")
	}
	return []float64{a, b}, nil
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
	if c.Bool("json") {
		return setAnswer(c, &result)
	}
	lines := []string{
		i18n.In(language(c.App), "duel.players", "first", c.Args().Get(0), "second", c.Args().Get(1)),
		duelLine(c, t),
		i18n.In(language(c.App), "duel.pairs", "pairs", strings.Trim(fmt.Sprint(*t), "[]")),
	}
	if bounds != nil {
		lines = append(lines, i18n.In(language(c.App), "duel.test", "likelihood", fmt.Sprintf("%+.2f", *result.Test), "bound", fmt.Sprintf("%.2f", duel.Bound)))
	}
	return printLines(c, append(lines, slices.Compact(result.Faults)...))
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
	conf, err := loadConfig(c)
	if err != nil {
		return nil, err
	}
	known := conf.Programs()
	spec, err := computer.ParseSpec(text, slices.Sorted(maps.Keys(known)))
	if err != nil {
		return nil, misuse(err)
	}
	return spec.Player(c.Context, known, seed, c.Int("memory")<<20)
}
