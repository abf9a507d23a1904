package standings

import (
	"errors"
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

// dated is an event with the hour at which it happens.
type dated struct {
	hour  int
	event LadderEvent
}

// story applies events on days, all of which must be possible, to a ladder of a, b, c, d and e with a reach of 2.
func story(t *testing.T, events ...dated) Ladder {
	t.Helper()
	l := NewLadder(2)
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		l = must(t, l, dated{0, Joined{name}})
	}
	for _, e := range events {
		l = must(t, l, e)
	}
	return l
}

func must(t *testing.T, l Ladder, e dated) Ladder {
	t.Helper()
	after, err := l.Apply(ladderBegin.Add(time.Duration(e.hour)*time.Hour), e.event)
	if err != nil {
		t.Fatalf("%+v on %v: %v", e, l.Players(), err)
	}
	return after
}

func TestRungs(t *testing.T) {
	asked, again := dated{1, Challenged{"d", "b"}}, dated{200, Challenged{"d", "b"}}
	for name, c := range map[string]struct {
		want   string
		events []dated
	}{
		"the challenger wins":           {"a d b c e", []dated{asked, {2, ChallengeWon{"d", "b", "d"}}}},
		"the challenged wins":           {"a b c d e", []dated{asked, {2, ChallengeWon{"d", "b", "b"}}}},
		"a draw":                        {"a b c d e", []dated{asked, {2, ChallengeDrawn{"d", "b"}}}},
		"the challenged runs out":       {"a d c e", []dated{asked, {2, TimedOut{"d", "b", "b"}}}},
		"the challenger runs out":       {"a b c e", []dated{asked, {2, TimedOut{"d", "b", "d"}}}},
		"the challenged leaves":         {"a d c e", []dated{asked, {2, Left{"b"}}}},
		"one leaves and comes back":     {"b c d e a", []dated{asked, {2, Left{"a"}}, {2, Joined{"a"}}}},
		"he declines once":              {"a b c d e", []dated{asked, {2, Declined{"d", "b"}}}},
		"he declines twice":             {"a d b c e", []dated{asked, {2, Declined{"d", "b"}}, again, {201, Declined{"d", "b"}}}},
		"he declines, plays, declines":  {"a b c d e", []dated{asked, {2, Declined{"d", "b"}}, {3, Challenged{"c", "b"}}, {4, ChallengeDrawn{"c", "b"}}, again, {201, Declined{"d", "b"}}}},
		"he declines, leaves, declines": {"a c d e b f", []dated{{2, Joined{"f"}}, {3, Left{"b"}}, {3, Joined{"b"}}, {4, Left{"f"}}, {4, Joined{"f"}}, {5, Challenged{"f", "b"}}, {6, Declined{"f", "b"}}}},
		"he declines four times": {"a d e b c", []dated{asked, {2, Declined{"d", "b"}}, again, {201, Declined{"d", "b"}},
			{202, Challenged{"c", "b"}}, {203, Declined{"c", "b"}}, {204, Challenged{"e", "b"}}, {205, Declined{"e", "b"}}}},
		"an asker who is asked runs out": {"a c d e", []dated{{1, Challenged{"b", "a"}}, {2, Challenged{"c", "b"}}, {3, TimedOut{"b", "a", "b"}}}},
	} {
		if got := strings.Join(story(t, c.events...).Players(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestWhyNot(t *testing.T) {
	l := story(t, dated{1, Challenged{"d", "b"}}, dated{2, Challenged{"b", "a"}}, dated{3, ChallengeWon{"b", "a", "a"}})
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
	l := story(t, dated{1, Challenged{"d", "b"}})
	for _, c := range []struct {
		event LadderEvent
		want  Reason
	}{
		{Joined{"a"}, Already}, {Left{"x"}, Absent}, {Challenged{"a", "b"}, Below},
		{Declined{"b", "d"}, NoChallenge}, {ChallengeDrawn{"c", "b"}, NoChallenge}, {ChallengeWon{"d", "b", "a"}, NoChallenge}, {ChallengeWon{"c", "b", "c"}, NoChallenge},
		{TimedOut{"d", "b", "a"}, NoChallenge}, {TimedOut{"c", "b", "c"}, NoChallenge},
	} {
		after, err := l.Apply(day(1), c.event)
		var why *Refusal
		if !errors.As(err, &why) || why.Reason != c.want || fmt.Sprint(after) != fmt.Sprint(l) {
			t.Errorf("%+v: %v, want %v", c.event, err, c.want)
		}
	}
	var why *Refusal
	if _, err := l.Apply(ladderBegin, Joined{"f"}); !errors.As(err, &why) || why.Reason != Earlier {
		t.Errorf("an older event: %v", err)
	}
}

func TestSentences(t *testing.T) {
	why := &Refusal{Reason: TooHigh, Rungs: 1}
	if got, want := why.Error(), "That player is 1 rung too high for you to challenge."; got != want {
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
		switch e := d.event.(type) {
		case Joined:
			names = append(names, e.Player)
			declined[e.Player] = 0
		case Declined:
			if declined[e.Of]++; declined[e.Of] == 2 {
				declined[e.Of] = 0
				over(e.By, e.Of)
			}
		case ChallengeDrawn:
			declined[e.Of] = 0
		case ChallengeWon:
			if declined[e.Of] = 0; e.Winner == e.By {
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

// ends reports whether an event ends the challenge of a pair.
func ends(e LadderEvent, by, of string) bool {
	switch e := e.(type) {
	case Declined:
		return e.By == by && e.Of == of
	case ChallengeDrawn:
		return e.By == by && e.Of == of
	case ChallengeWon:
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
		if c, asks := d.event.(Challenged); asks && !slices.ContainsFunc(p.did[i:], func(d dated) bool { return ends(d.event, c.By, c.Of) }) {
			open[[2]string{c.By, c.Of}] = true
		}
	}
	return open
}

// met reports whether a challenge of two ended less than a week ago.
func (p *plain) met(a, b string, hour int) bool {
	for i, d := range p.did {
		c, asks := d.event.(Challenged)
		if !asks || !(c.By == a && c.Of == b || c.By == b && c.Of == a) {
			continue
		}
		for _, later := range p.did[i:] {
			if ends(later.event, c.By, c.Of) {
				if hour-later.hour < 7*24 {
					return true
				}
				break
			}
		}
	}
	return false
}

// may reports whether an event is possible.
func (p *plain) may(d dated) bool {
	names, open := p.rungs(), p.open()
	one := func(who, by, of string) bool { return open[[2]string{by, of}] && (who == by || who == of) }
	switch e := d.event.(type) {
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
	case ChallengeDrawn:
		return one(e.By, e.By, e.Of)
	case ChallengeWon:
		return one(e.Winner, e.By, e.Of)
	case TimedOut:
		return one(e.Player, e.By, e.Of)
	}
	return false
}

// TestReplay compares ladders with the plain keeper over random events.
func TestReplay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	name := func() string { return string(rune('a' + random.IntN(6))) }
	happened, refused := 0, 0
	for range 100 {
		l, p, hour := NewLadder(2), &plain{reach: 2}, 0
		for range 80 {
			hour += random.IntN(50)
			by, of := name(), name()
			if len(l.open) > 0 && random.IntN(2) == 0 {
				c := l.open[random.IntN(len(l.open))]
				by, of = c.by, c.of
			}
			d := dated{hour, []LadderEvent{Joined{by}, Joined{of}, Challenged{by, of}, Challenged{by, of}, Challenged{by, of}, Declined{by, of}, Declined{by, of},
				ChallengeWon{by, of, by}, ChallengeWon{by, of, of}, ChallengeDrawn{by, of}, TimedOut{by, of, []string{by, of}[random.IntN(2)]}, Left{of}}[random.IntN(12)]}
			before := fmt.Sprint(l)
			after, err := l.Apply(ladderBegin.Add(time.Duration(hour)*time.Hour), d.event)
			if fmt.Sprint(l) != before {
				t.Fatalf("%+v changes the ladder before it", d)
			}
			if may := p.may(d); may != (err == nil) {
				t.Fatalf("%+v is possible: %v, but %v, behind %+v", d, may, err, p.did)
			}
			if err != nil {
				refused++
				continue
			}
			happened++
			l, p.did = after, append(p.did, d)
			if got, want := l.Players(), p.rungs(); !slices.Equal(got, want) {
				t.Fatalf("the rungs are %v, want %v, behind %+v", got, want, p.did)
			}
		}
	}
	if happened < 1000 || refused < 1000 {
		t.Errorf("%d events happened, %d were refused", happened, refused)
	}
}
