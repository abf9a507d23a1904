package enginetest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

var (
	gameName   = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	optionWord = regexp.MustCompile(`^[a-z0-9_-]+$`)
	ruleID     = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$`)
)

// checkData checks the name, the title, the options, the rules, the manuals, the summaries and the diagrams of g.
func checkData(g *engine.Game) error {
	if !gameName.MatchString(g.Name) {
		return fmt.Errorf("the name %q is not of lower-case letters and digits", g.Name)
	}
	if !bilingual(g.Title) {
		return errors.New("the game lacks a title in English or Japanese")
	}
	var onTimeout error
	if g.OnTimeout != "" {
		onTimeout = checkMoveText(g.OnTimeout)
	}
	return errors.Join(checkOptions(g), checkRules(g), onTimeout, checkManual(g), checkSummary(g), checkDiagrams(g))
}

// bilingual reports whether t is in both languages.
func bilingual(t i18n.Text) bool { return t.En != "" && t.Ja != "" }

func checkOptions(g *engine.Game) error {
	for _, o := range g.Options {
		if !slices.Contains(o.Values, o.Default) || !bilingual(o.Title) {
			return fmt.Errorf("option %s: its default is not a value, or it has no title in English or Japanese", o.Key)
		}
		for _, word := range append([]string{o.Key}, o.Values...) {
			if !optionWord.MatchString(word) {
				return fmt.Errorf("option %s: %q is not of lower-case letters, digits, - and _", o.Key, word)
			}
		}
		for value, title := range o.Games {
			if !slices.Contains(o.Values, value) || value == o.Default || !bilingual(title) {
				return fmt.Errorf("option %s: the game with the value %q is called %q: want a value, not the default, and both languages", o.Key, value, title)
			}
		}
		for _, value := range o.Values {
			if _, err := strconv.Atoi(value); err != nil && !bilingual(o.Names[value]) {
				return fmt.Errorf("option %s: the value %s has no name in English or Japanese", o.Key, value)
			}
		}
	}
	for _, options := range variants(g) {
		if n := g.Seats(options); n < 1 || n > engine.MaxSeats {
			return fmt.Errorf("%d seats with %s: want 1 to %d", n, g.OptionText(options), engine.MaxSeats)
		}
	}
	return nil
}

func checkRules(g *engine.Game) error {
	seen := map[string]bool{}
	for _, r := range slices.Concat(engine.Rules, g.Rules) {
		if !ruleID.MatchString(r.ID) || seen[r.ID] {
			return fmt.Errorf("rule %q: want thing.why in lower case, once", r.ID)
		}
		seen[r.ID] = true
		if !bilingual(r.Text) {
			return fmt.Errorf("rule %s lacks a sentence in English or Japanese", r.ID)
		}
	}
	return nil
}

// checkMoveText checks that m can be written to a record as a player's move.
func checkMoveText(m engine.Move) error {
	if _, thrown := m.Throw(); thrown {
		return fmt.Errorf("%s is a throw: no move of a player looks like one", m)
	}
	return m.Check()
}
