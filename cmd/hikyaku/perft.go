package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
)

func perftCommand() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		ArgsUsage: "[MATCH] [MOVE…]",
		UsageText: "hikyaku engine perft --game quoridor --depth 3",
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
	if c.Bool("json") {
		return setAnswer(c, &perftJSON{Depth: depth, Leaves: leaves, Divide: divided})
	}
	_, err = fmt.Fprintln(c.App.Writer, leaves)
	return err
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
