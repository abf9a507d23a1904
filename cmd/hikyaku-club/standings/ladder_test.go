package standings

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var ladderBegin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// day is the beginning of a day.
func day(n int) time.Time { return ladderBegin.AddDate(0, 0, n) }

// dated is a step with the hour at which it happens.
type dated struct {
	hour int
	Step
}

func joined(player string) Step     { return Step{What: Joined, Player: player} }
func left(player string) Step       { return Step{What: Left, Player: player} }
func challenged(by, of string) Step { return Step{What: Challenged, By: by, Of: of} }
func declined(by, of string) Step   { return Step{What: Declined, By: by, Of: of} }
func nobody(by, of string) Step     { return Step{What: NobodyWon, By: by, Of: of, Match: "m"} }
func won(by, of, who string) Step   { return Step{What: Won, By: by, Of: of, Player: who, Match: "m"} }
func timedOut(by, of, who string) Step {
	return Step{What: TimedOut, By: by, Of: of, Player: who, Match: "m"}
}

// apply applies a step, a nanosecond late if another has happened in its hour. Before the end of a match it begins the match.
func apply(l *Ladder, d dated) *Refusal {
	if d.Match != "" && slices.ContainsFunc(l.Open, func(c Step) bool { return c.By == d.By && c.Of == d.Of && c.Match == "" }) {
		if why := l.Apply(Step{At: l.Last.Add(1), What: Accepted, By: d.By, Of: d.Of, Match: d.Match}); why != nil {
			return why
		}
	}
	if d.At = day(0).Add(time.Duration(d.hour) * time.Hour); !d.At.After(l.Last) {
		d.At = l.Last.Add(1)
	}
	return l.Apply(d.Step)
}

// story applies steps on days, all of which must be possible, to a ladder of a, b, c, d and e with a reach of 2.
func story(t *testing.T, steps ...dated) *Ladder {
	t.Helper()
	l := NewLadder(2)
	for _, d := range slices.Concat([]dated{{0, joined("a")}, {0, joined("b")}, {0, joined("c")}, {0, joined("d")}, {0, joined("e")}}, steps) {
		if why := apply(l, d); why != nil {
			t.Fatalf("%+v on %v: %v", d, l.Players(), why.Reason)
		}
	}
	return l
}

func TestRungs(t *testing.T) {
	asked, again := dated{1, challenged("d", "b")}, dated{200, challenged("d", "b")}
	for name, c := range map[string]struct {
		want  string
		steps []dated
	}{
		"the challenger wins":           {"a d b c e", []dated{asked, {2, won("d", "b", "d")}}},
		"the challenged wins":           {"a b c d e", []dated{asked, {2, won("d", "b", "b")}}},
		"a draw":                        {"a b c d e", []dated{asked, {2, nobody("d", "b")}}},
		"the challenged runs out":       {"a d c e", []dated{asked, {2, timedOut("d", "b", "b")}}},
		"the challenger runs out":       {"a b c e", []dated{asked, {2, timedOut("d", "b", "d")}}},
		"the challenged leaves":         {"a d c e", []dated{asked, {2, left("b")}}},
		"one leaves and comes back":     {"b c d e a", []dated{asked, {2, left("a")}, {2, joined("a")}}},
		"he declines once":              {"a b c d e", []dated{asked, {2, declined("d", "b")}}},
		"he declines twice":             {"a d b c e", []dated{asked, {2, declined("d", "b")}, again, {201, declined("d", "b")}}},
		"he declines, plays, declines":  {"a b c d e", []dated{asked, {2, declined("d", "b")}, {3, challenged("c", "b")}, {4, nobody("c", "b")}, again, {201, declined("d", "b")}}},
		"he declines, leaves, declines": {"a c d e b f", []dated{{2, joined("f")}, {3, left("b")}, {3, joined("b")}, {4, left("f")}, {4, joined("f")}, {5, challenged("f", "b")}, {6, declined("f", "b")}}},
		"he declines four times": {"a d e b c", []dated{asked, {2, declined("d", "b")}, again, {201, declined("d", "b")},
			{202, challenged("c", "b")}, {203, declined("c", "b")}, {204, challenged("e", "b")}, {205, declined("e", "b")}}},
		"an asker who is asked runs out": {"a c d e", []dated{{1, challenged("b", "a")}, {2, challenged("c", "b")}, {3, timedOut("b", "a", "b")}}},
	} {
		if got := strings.Join(story(t, c.steps...).Players(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestWhyNot(t *testing.T) {
	l := story(t, dated{1, challenged("d", "b")}, dated{2, challenged("b", "a")}, dated{3, won("b", "a", "a")})
	for pair, want := range map[string]Refusal{
		"a a": {Reason: Yourself},
		"x a": {Reason: NotYou},
		"a x": {Reason: NotThere},
		"a c": {Reason: Below},
		"e b": {Reason: TooHigh, Rungs: 1},
		"d b": {Reason: Meeting},
		"b d": {Reason: Meeting},
		"d c": {Reason: Challenging, Whom: "b"},
		"c b": {Reason: Taken, Whom: "d"},
		"b a": {Reason: Resting, Until: ladderBegin.Add(3*time.Hour + ChallengeRest)},
	} {
		by, of, _ := strings.Cut(pair, " ")
		if got := l.whyNot(by, of, day(2)); got == nil || *got != want {
			t.Errorf("%s: %v, want %v", pair, got, want)
		}
	}
	if got := l.whyNot("b", "a", ladderBegin.Add(3*time.Hour+ChallengeRest)); got != nil {
		t.Errorf("after a week: %v", got)
	}
	if got := l.whyNot("e", "c", day(2)); got != nil {
		t.Errorf("within reach: %v", got)
	}
}

func TestRefused(t *testing.T) {
	l := story(t, dated{1, challenged("d", "b")})
	for _, c := range []struct {
		step Step
		want Reason
	}{
		{joined("a"), Already}, {left("x"), Absent}, {challenged("a", "b"), Below},
		{declined("b", "d"), NoChallenge}, {nobody("c", "b"), NoChallenge}, {won("d", "b", "a"), NoChallenge}, {won("c", "b", "c"), NoChallenge},
		{timedOut("d", "b", "a"), NoChallenge}, {timedOut("c", "b", "c"), NoChallenge},
	} {
		before := fmt.Sprint(*l)
		c.step.At = day(1)
		if why := l.Apply(c.step); why == nil || why.Reason != c.want || fmt.Sprint(*l) != before {
			t.Errorf("%+v: %v, want %v", c.step, why, c.want)
		}
	}
	if why := l.Apply(Step{At: day(0), What: Joined, Player: "f"}); why == nil || why.Reason != Earlier {
		t.Errorf("an older step: %v", why)
	}
}

func TestSentences(t *testing.T) {
	why := &Refusal{Reason: TooHigh, Rungs: 1}
	if got, want := why.Sentence().En, "That player is 1 rung too high for you to challenge."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	why = &Refusal{Reason: Taken, Whom: "花子"}
	if got, want := why.Sentence().Ja, "その方には花子さんが挑戦中です。その対局が終わるまでお待ちください。"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// plain is a second, plain keeper of a ladder, which has nothing but the list of what happened and asks all of it each time.
type plain struct {
	reach int
	did   []dated
}

// rungs replays the whole list.
func (p *plain) rungs() (names []string) {
	declined := map[string]int{}
	over := func(by, of string) { // by goes in front of of
		rest := slices.DeleteFunc(names, func(s string) bool { return s == by })
		names = nil
		for _, name := range rest {
			if name == of {
				names = append(names, by)
			}
			names = append(names, name)
		}
	}
	for i, d := range p.did {
		gone := ""
		switch e := d.Step; e.What {
		case Joined:
			names = append(names, e.Player)
			declined[e.Player] = 0
		case Declined:
			if declined[e.Of]++; declined[e.Of] == 2 {
				declined[e.Of] = 0
				over(e.By, e.Of)
			}
		case NobodyWon:
			declined[e.Of] = 0
		case Won:
			if declined[e.Of] = 0; e.Player == e.By {
				over(e.By, e.Of)
			}
		case TimedOut:
			gone = e.Player
		case Left:
			gone = e.Player
		}
		if gone != "" {
			for pair := range (&plain{did: p.did[:i]}).open() {
				if pair[1] == gone {
					over(pair[0], gone)
				}
			}
			names = slices.DeleteFunc(names, func(s string) bool { return s == gone })
		}
	}
	return names
}

// ends reports whether a step ends the challenge of a pair.
func ends(e Step, by, of string) bool {
	switch e.What {
	case Declined:
		return e.By == by && e.Of == of
	case NobodyWon:
		return e.By == by && e.Of == of
	case Won:
		return e.By == by && e.Of == of
	case TimedOut:
		return e.Player == by || e.Player == of
	case Left:
		return e.Player == by || e.Player == of
	}
	return false
}

// open is the open challenges, by and of.
func (p *plain) open() map[[2]string]bool {
	open := map[[2]string]bool{}
	for i, d := range p.did {
		if d.What == Challenged && !slices.ContainsFunc(p.did[i:], func(later dated) bool { return ends(later.Step, d.By, d.Of) }) {
			open[[2]string{d.By, d.Of}] = true
		}
	}
	return open
}

// met reports whether a challenge of two ended less than a week ago.
func (p *plain) met(a, b string, hour int) bool {
	for i, c := range p.did {
		if c.What != Challenged || !(c.By == a && c.Of == b || c.By == b && c.Of == a) {
			continue
		}
		for _, later := range p.did[i:] {
			if ends(later.Step, c.By, c.Of) {
				if hour-later.hour < 7*24 {
					return true
				}
				break
			}
		}
	}
	return false
}

// may reports whether a step is possible.
func (p *plain) may(d dated) bool {
	names, open := p.rungs(), p.open()
	one := func(who, by, of string) bool { return open[[2]string{by, of}] && (who == by || who == of) }
	switch e := d.Step; e.What {
	case Joined:
		return !slices.Contains(names, e.Player)
	case Left:
		return slices.Contains(names, e.Player)
	case Challenged:
		own, other := slices.Index(names, e.By), slices.Index(names, e.Of)
		for pair := range open {
			if pair[0] == e.By || pair[1] == e.Of {
				return false
			}
		}
		return other >= 0 && own > other && own-other <= p.reach && !p.met(e.By, e.Of, d.hour)
	case Declined:
		return one(e.By, e.By, e.Of)
	case NobodyWon:
		return one(e.By, e.By, e.Of)
	case Won:
		return one(e.Player, e.By, e.Of)
	case TimedOut:
		return one(e.Player, e.By, e.Of)
	}
	return false
}

// TestReplay compares ladders with the plain keeper over random steps.
func TestReplay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	name := func() string { return string(rune('a' + random.IntN(6))) }
	happened, refused := 0, 0
	for range 100 {
		l, p, hour := NewLadder(2), &plain{reach: 2}, 0
		for range 80 {
			hour += 1 + random.IntN(50)
			by, of := name(), name()
			if len(l.Open) > 0 && random.IntN(2) == 0 {
				c := l.Open[random.IntN(len(l.Open))]
				by, of = c.By, c.Of
			}
			d := dated{hour, []Step{joined(by), joined(of), challenged(by, of), challenged(by, of), challenged(by, of), declined(by, of), declined(by, of),
				won(by, of, by), won(by, of, of), nobody(by, of), timedOut(by, of, []string{by, of}[random.IntN(2)]), left(of)}[random.IntN(12)]}
			before, may := fmt.Sprint(*l), p.may(d)
			if why := apply(l, d); may != (why == nil) {
				t.Fatalf("%+v is possible: %v, but %v, behind %+v", d, may, why, p.did)
			}
			if !may {
				if refused++; fmt.Sprint(*l) != before {
					t.Fatalf("%+v is refused and changes the ladder", d)
				}
				continue
			}
			happened++
			p.did = append(p.did, d)
			if got, want := l.Players(), p.rungs(); !slices.Equal(got, want) {
				t.Fatalf("the rungs are %v, want %v, behind %+v", got, want, p.did)
			}
		}
	}
	if happened < 1000 || refused < 1000 {
		t.Errorf("%d steps happened, %d were refused", happened, refused)
	}
}
