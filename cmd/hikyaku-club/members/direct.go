package members

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// directed is the outcome of a message from a director.
const directed = "directed"

// A Decision is something that a director decides, by a command or in a message, and gives a reason for.
type Decision struct {
	Command string // such as "event decide"
	Args    string // the names of its arguments, in order
	Do      func(d *game.Deal, arg []string, by game.By) error
	expr    *regexp.Regexp // its form in a message, with a group for each argument
}

// Decisions are all decisions.
var Decisions = []Decision{
	{"event decide", "EVENT ROUND BOARD RESULT", func(d *game.Deal, arg []string, by game.By) error {
		round, _ := strconv.Atoi(arg[1])
		board, _ := strconv.Atoi(arg[2])
		return events.Decide(d, arg[0], round, board, standings.Outcome(arg[3]), by)
	}, regexp.MustCompile(`^(?i:decide|裁定) (?P<EVENT>.+) (?P<ROUND>\d+) (?P<BOARD>\d+) (?P<RESULT>\S+)$`)},
	{"match adjudicate", "MATCH RESULT", func(d *game.Deal, arg []string, by game.By) error {
		return events.Adjudicate(d, arg[0], standings.Outcome(arg[1]), by)
	}, regexp.MustCompile(`^(?i:adjudicate|裁定) (?P<MATCH>[0-9A-Fa-f]{4,8}) (?P<RESULT>\S+)$`)},
	{"match end", "MATCH", func(d *game.Deal, arg []string, by game.By) error {
		return events.Adjudicate(d, arg[0], standings.Void, by)
	}, regexp.MustCompile(`^(?i:end|終了) (?P<MATCH>[0-9A-Fa-f]{4,8})$`)},
	{"match extend", "MATCH TIME", func(d *game.Deal, arg []string, by game.By) error {
		more, ok := match.ParseLength(strings.NewReplacer("日", "d", "時間", "h").Replace(arg[1]))
		if !ok {
			return words.Err("match.hours")
		}
		return events.Extend(d, arg[0], more, by)
	}, regexp.MustCompile(`^(?i:extend|延長) (?P<MATCH>[0-9A-Fa-f]{4,8}) (?P<TIME>\S+)$`)},
	{"event cancel", "EVENT", func(d *game.Deal, arg []string, by game.By) error {
		return events.Cancel(d, arg[0], by)
	}, regexp.MustCompile(`^(?i:cancel|中止) (?P<EVENT>.+)$`)},
	{"event pause", "EVENT", func(d *game.Deal, arg []string, by game.By) error {
		return events.Pause(d, arg[0], false, by)
	}, regexp.MustCompile(`^(?i:pause|中断) (?P<EVENT>[^0-9].*)$`)},
	{"event resume", "EVENT", func(d *game.Deal, arg []string, by game.By) error {
		return events.Pause(d, arg[0], true, by)
	}, regexp.MustCompile(`^(?i:resume|再開) (?P<EVENT>.+)$`)},
	{"event withdraw", "EVENT MEMBER", func(d *game.Deal, arg []string, by game.By) error {
		return About(d, arg[1], func(member kif.Seat) error { return events.Expel(d, arg[0], member, by) })
	}, regexp.MustCompile(`^(?i:withdraw|欠場) (?P<MEMBER>.+?)(?i: from |、| さん )(?P<EVENT>.+)$`)},
	{"event enter", "EVENT MEMBER", func(d *game.Deal, arg []string, by game.By) error {
		return About(d, arg[1], func(member kif.Seat) error { return events.Admit(d, arg[0], member, by) })
	}, regexp.MustCompile(`^(?i:enter|参加) (?P<MEMBER>.+?)(?i: for |、| さん )(?P<EVENT>.+)$`)},
	{"member unreachable", "MEMBER", func(d *game.Deal, arg []string, by game.By) error {
		return About(d, arg[0], func(member kif.Seat) error { return d.Lose(member.Address, by) })
	}, regexp.MustCompile(`^(?i:unreachable|不達) (?P<MEMBER>.+)$`)},
	{"member reachable", "MEMBER", func(d *game.Deal, arg []string, by game.By) error {
		return About(d, arg[0], func(member kif.Seat) error { return d.Find(member.Address, by) })
	}, regexp.MustCompile(`^(?i:reachable|到達) (?P<MEMBER>.+)$`)},
}

// stalledLine is a director's request for the list of matches without progress.
var stalledLine = regexp.MustCompile(`^(?i:stalled|滞り|止まっている対局)$`)

// About calls do with a member, given by name or address.
func About(tx db.Tx, who string, do func(member kif.Seat) error) error {
	p, err := found(tx, who)
	if err != nil {
		return err
	}
	return do(p.seat())
}

// directs reports whether the message is from a director.
func (v *visit) directs() bool {
	return slices.ContainsFunc(v.Directors, func(address string) bool { return strings.EqualFold(address, v.from) })
}

// direct carries out a director's decision, and returns the answer; empty if the message contains none. The message must prove
// its sender, because no confirmation is asked for.
func (v *visit) direct() (i18n.Text, error) {
	if !v.directs() {
		return i18n.Text{}, nil
	}
	said := reply.Lines(v.letter.Text)
	if len(said) == 0 {
		return i18n.Text{}, nil
	}
	line := lineOf(reply.Said(v.letter.Text)[0]).text
	list := stalledLine.MatchString(line)
	i := slices.IndexFunc(Decisions, func(made Decision) bool { return made.expr.MatchString(line) })
	reason := strings.Join(said[1:], "\n")
	switch {
	case !list && i < 0:
		return i18n.Text{}, nil
	case !v.proved && !v.letter.Vouched(v.Trust):
		key := "direct.unproved"
		if list {
			key = "direct.unproved-list"
		}
		return words.Text(key, "text", clip(line, 60)), nil
	case list:
		stalled, err := events.Stalled(v.Deal)
		if err != nil || len(stalled) == 0 {
			return words.Text("stalled.none"), err
		}
		return events.StalledText(stalled), nil
	case reason == "":
		return words.Text("direct.why", "text", clip(line, 60)), nil
	}
	made := Decisions[i]
	found := made.expr.FindStringSubmatch(line)
	var arg []string
	for name := range strings.FieldsSeq(made.Args) {
		arg = append(arg, found[made.expr.SubexpIndex(name)])
	}
	err := made.Do(v.Deal, arg, game.By{Who: v.from, Why: reason})
	if wrong := (interface{ Sentence() i18n.Text })(nil); errors.As(err, &wrong) {
		why := wrong.Sentence()
		return words.Text("direct.wrong", "why", i18n.Text{En: strings.TrimSuffix(why.En, "."), Ja: strings.TrimSuffix(why.Ja, "。")}), nil
	}
	return words.Text("direct.done", "text", clip(line, 60)), err
}
