// Package enginetest is the suite that every game passes: laws that hold in any game, tried on
// random play (Run), and positions with known answers (Cases).
package enginetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// limit is how many moves and throws a random game may last before it is left unfinished.
const limit = 600

// Run tries the laws of package engine on random games of g under each of its options, each with
// its own seed so that a failure repeats.
func Run(t *testing.T, g *engine.Game) {
	t.Run("data", func(t *testing.T) { checkData(t, g) })
	ended := false
	for i, options := range variants(g) {
		t.Run(strings.ReplaceAll(g.OptionText(options), " ", ","), func(t *testing.T) {
			w := &walk{t: t, game: g, options: options, rand: rand.New(rand.NewPCG(uint64(i), 7))}
			for range 6 {
				ended = w.play() || ended
			}
		})
	}
	if !ended && !t.Failed() {
		t.Errorf("no random game of %s ended within %d moves", g.Name, limit)
	}
}

// variants lists the default options and every other value of each option alone.
func variants(g *engine.Game) []engine.Options {
	base, err := g.Resolve(nil)
	if err != nil {
		panic(err)
	}
	all := []engine.Options{base}
	for _, o := range g.Options {
		for _, value := range o.Values {
			if value != o.Default {
				options, _ := g.Resolve(engine.Options{o.Key: value})
				all = append(all, options)
			}
		}
	}
	return all
}

var ruleID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$`)

// checkData looks at what g says of itself: identifiers, sentences, defaults, headings.
func checkData(t *testing.T, g *engine.Game) {
	seen := map[string]bool{}
	for _, r := range slices.Concat(engine.Rules, g.Rules) {
		if !ruleID.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("rule %q: want thing.why in lower case, once", r.ID)
		}
		seen[r.ID] = true
		if r.Text.En == "" || r.Text.Ja == "" {
			t.Errorf("rule %s lacks a sentence in English or Japanese", r.ID)
		}
	}
	for _, r := range g.Rules {
		if !strings.Contains(g.Manual, "\n### "+r.ID+"\n") {
			t.Errorf("RULES.md has no heading ### %s", r.ID)
		}
	}
	for _, o := range g.Options {
		if !slices.Contains(o.Values, o.Default) || o.Title.En == "" || o.Title.Ja == "" {
			t.Errorf("option %s: its default is not a value, or it has no title", o.Key)
		}
	}
	if g.Title.En == "" || g.Title.Ja == "" {
		t.Error("the game lacks a title in English or Japanese")
	}
}

// walk is one line of random games with the moves met on the way, which are tried out of place later.
type walk struct {
	t       *testing.T
	game    *engine.Game
	options engine.Options
	rand    *rand.Rand
	pool    []engine.Move
}

// play plays one random game, checking as it goes, and tells whether it ended.
func (w *walk) play() bool {
	p, err := w.game.Start(w.options)
	if err != nil {
		w.t.Fatalf("Start(%v) = %v", w.options, err)
	}
	for ply := range limit {
		w.checkPosition(p)
		if w.t.Failed() {
			return false
		}
		next := p.Next()
		if next.Result != nil {
			return true
		}
		m := w.choose(p, next)
		if ply%8 < 2 {
			w.checkLists(p, next)
		}
		p = w.apply(p, m)
	}
	return false
}

// choose picks a random throw or a random legal move.
func (w *walk) choose(p engine.Position, next engine.Next) engine.Move {
	if next.Throw != nil {
		return w.throw(next.Throw)
	}
	moves := slices.Collect(p.Moves())
	if len(moves) == 0 {
		w.t.Fatalf("seat %d is to move and has no move in %s", next.Player, p)
	}
	return moves[w.rand.IntN(len(moves))]
}

func (w *walk) throw(sides []int) engine.Move {
	faces := make([]int, len(sides))
	for i, n := range sides {
		faces[i] = 1 + w.rand.IntN(n)
	}
	return engine.Throw(faces...)
}

// apply plays a move that must be legal, twice, and sees that nothing else changes.
func (w *walk) apply(p engine.Position, m engine.Move) engine.Position {
	before := p.String()
	q, err := p.Apply(m)
	if err != nil {
		w.t.Fatalf("Apply(%s) = %v in %s", m, err, p)
	}
	again, err := p.Apply(m)
	if err != nil || again.String() != q.String() {
		w.t.Fatalf("Apply(%s) twice gives %s and %s", m, q, again)
	}
	if p.String() != before {
		w.t.Fatalf("Apply(%s) changed its receiver from %s to %s", m, before, p)
	}
	if w.rand.IntN(4) == 0 || len(w.pool) < 50 {
		w.pool = append(w.pool, m)
	}
	return q
}

// checkPosition tries the laws that cost little.
func (w *walk) checkPosition(p engine.Position) {
	next := p.Next()
	set := 0
	for _, is := range []bool{next.Player != 0, next.Throw != nil, next.Result != nil} {
		if is {
			set++
		}
	}
	if set != 1 || next.Player < 0 || next.Player > w.game.Seats(w.options) {
		w.t.Errorf("Next is %+v in %s: want exactly one of player, throw, result", next, p)
	}
	if next.Result != nil {
		w.checkResult(p, next.Result)
	}
	if text := p.String(); strings.ContainsAny(text, "\n\r") {
		w.t.Errorf("the text of the position has more than one line: %q", text)
	}
	w.checkRoundTrip(p)
	w.checkState(p)
	CheckScene(w.t, p.Scene())
}

// checkRoundTrip reads the position's text back and compares everything that follows from it.
func (w *walk) checkRoundTrip(p engine.Position) {
	q, err := w.game.Parse(w.options, p.String())
	if err != nil {
		w.t.Errorf("Parse(%q) = %v", p, err)
		return
	}
	if q.String() != p.String() || fmt.Sprint(jsonOf(q.Next())) != fmt.Sprint(jsonOf(p.Next())) {
		w.t.Errorf("%q is read back as %q", p, q)
	}
	if w.rand.IntN(8) == 0 && !slices.Equal(slices.Collect(p.Moves()), slices.Collect(q.Moves())) {
		w.t.Errorf("%q has other moves when it is read back", p)
	}
}

func (w *walk) checkState(p engine.Position) {
	s, ok := p.(engine.Stater)
	if !ok {
		return
	}
	if text := jsonOf(s.State()); !strings.HasPrefix(text, "{") {
		w.t.Errorf("State is %s in %s: want a JSON object", text, p)
	}
}

// checkResult wants a known rule and a place for each seat: 1 for somebody, ties sharing a place.
func (w *walk) checkResult(p engine.Position, r *engine.Result) {
	if !slices.Contains(w.game.Rules, r.Rule) {
		w.t.Errorf("the result's rule %v is not a rule of %s", r.Rule, w.game.Name)
	}
	if len(r.Places) != w.game.Seats(w.options) {
		w.t.Errorf("result %v in %s: want a place for each seat", r.Places, p)
	}
	for _, place := range r.Places {
		better := 0
		for _, other := range r.Places {
			if other < place {
				better++
			}
		}
		if place != better+1 {
			w.t.Errorf("result %v in %s: place %d with %d seats before it", r.Places, p, place, better)
		}
	}
}

// checkLists tries the laws about moves: canonical, listed once, in a fixed order, listed exactly
// when accepted, and every refusal complete.
func (w *walk) checkLists(p engine.Position, next engine.Next) {
	moves := slices.Collect(p.Moves())
	listed := map[engine.Move]bool{}
	for _, m := range moves {
		if listed[m] {
			w.t.Fatalf("%s is listed twice in %s", m, p)
		}
		listed[m] = true
		if got, err := p.Parse(string(m)); err != nil || got != m {
			w.t.Fatalf("Parse(%s) = %q, %v in %s", m, got, err, p)
		}
		if strings.ContainsAny(string(m), " \t\n") || strings.HasPrefix(string(m), "[") {
			w.t.Fatalf("%q is no notation for a move", m)
		}
	}
	if !slices.Equal(moves, slices.Collect(p.Moves())) {
		w.t.Fatalf("Moves differs from one call to the next in %s", p)
	}
	for _, m := range w.sample(moves, 40) {
		if _, err := p.Apply(m); err != nil {
			w.t.Fatalf("%s is listed and refused in %s: %v", m, p, err)
		}
	}
	for _, m := range w.sample(w.pool, 60) {
		isThrow := strings.HasPrefix(string(m), "[")
		if _, err := p.Apply(m); err == nil && !listed[m] && !(isThrow && next.Throw != nil) {
			w.t.Fatalf("%s is accepted and not listed in %s", m, p)
		} else if err != nil {
			w.checkRejection(p, m, err)
		}
	}
	w.checkNonsense(p, next, moves)
}

func (w *walk) sample(moves []engine.Move, n int) []engine.Move {
	if len(moves) <= n {
		return moves
	}
	out := make([]engine.Move, n)
	for i := range out {
		out[i] = moves[w.rand.IntN(len(moves))]
	}
	return out
}

// checkNonsense feeds what is not a move at all, and throws that are wrong here.
func (w *walk) checkNonsense(p engine.Position, next engine.Next, moves []engine.Move) {
	nonsense := []string{"", " ", "?", "zz99", "[", "[]", "[0]", "[1,x]", "[7,7,7,7,7,7,7,7]", "e2\x00", "\xff\xfe", strings.Repeat("a", 5000)}
	if next.Throw != nil {
		over := append([]int(nil), next.Throw...)
		over[len(over)-1]++
		nonsense = append(nonsense, string(engine.Throw(over...)), "pass")
	} else {
		nonsense = append(nonsense, "[1]", "[1,1]")
	}
	for _, text := range nonsense {
		if m, err := p.Parse(text); err == nil && !slices.Contains(moves, m) {
			if _, err = p.Apply(m); err == nil {
				w.t.Fatalf("Parse(%q) = %s, which is accepted and not listed in %s", text, m, p)
			}
		} else if err != nil {
			w.checkRejection(p, engine.Move(text), err)
		}
		if _, err := p.Apply(engine.Move(text)); err == nil {
			w.t.Fatalf("Apply(%q) is accepted in %s", text, p)
		} else {
			w.checkRejection(p, engine.Move(text), err)
		}
	}
}

// checkRejection wants a rule of the game and both sentences without a hole.
func (w *walk) checkRejection(p engine.Position, m engine.Move, err error) {
	r, ok := err.(*engine.Rejection)
	if !ok {
		w.t.Fatalf("%q is refused with %T (%v) in %s: want a *engine.Rejection", m, err, err, p)
	}
	if !slices.Contains(w.game.Rules, r.Rule) && !slices.Contains(engine.Rules, r.Rule) {
		w.t.Fatalf("%q is refused by %s, which is not a rule of %s", m, r.Rule.ID, w.game.Name)
	}
	clean := strings.ReplaceAll(string(m), "{", "")
	for _, s := range []string{r.Sentence().En, r.Sentence().Ja} {
		if s == "" || strings.Contains(strings.ReplaceAll(s, string(m), clean), "{") {
			w.t.Fatalf("the rejection of %q is incomplete: %q", m, s)
		}
	}
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
