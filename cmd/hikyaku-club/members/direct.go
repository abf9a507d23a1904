package members

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// directed is the outcome of a message from a director.
const directed = "directed"

// rule is a form of a director's decision in a message. Its groups are the arguments of do.
type rule struct {
	expr   *regexp.Regexp
	reason bool // the message must give one
	do     func(v *visit, arg []string, by events.By) error
}

var rules = []rule{
	{regexp.MustCompile(`^(?i:stalled|滞り|止まっている対局)$`), false, func(*visit, []string, events.By) error { return nil }},
	{regexp.MustCompile(`^(?i:decide|裁定) (.+) (\d+) (\d+) (\S+)$`), true, func(v *visit, arg []string, by events.By) error {
		round, _ := strconv.Atoi(arg[1])
		board, _ := strconv.Atoi(arg[2])
		return events.Decide(v.Deal, arg[0], round, board, events.Result(arg[3]), by)
	}},
	{regexp.MustCompile(`^(?i:adjudicate|裁定) ([0-9A-Fa-f]{4,8}) (\S+)$`), true, func(v *visit, arg []string, by events.By) error {
		return events.Adjudicate(v.Deal, arg[0], events.Result(arg[1]), by)
	}},
	{regexp.MustCompile(`^(?i:end|終了) ([0-9A-Fa-f]{4,8})$`), true, func(v *visit, arg []string, by events.By) error {
		return events.Adjudicate(v.Deal, arg[0], events.Void, by)
	}},
	{regexp.MustCompile(`^(?i:extend|延長) ([0-9A-Fa-f]{4,8}) (\S+)$`), true, func(v *visit, arg []string, by events.By) error {
		more, err := Span(arg[1])
		if err != nil {
			return err
		}
		return events.Extend(v.Deal, arg[0], more, by)
	}},
	{regexp.MustCompile(`^(?i:cancel|中止) (.+)$`), true, func(v *visit, arg []string, by events.By) error { return events.Cancel(v.Deal, arg[0], by) }},
	{regexp.MustCompile(`^(?i:pause|中断) ([^0-9].*)$`), true, func(v *visit, arg []string, by events.By) error { return events.Pause(v.Deal, arg[0], false, by) }},
	{regexp.MustCompile(`^(?i:resume|再開) (.+)$`), true, func(v *visit, arg []string, by events.By) error { return events.Pause(v.Deal, arg[0], true, by) }},
	{regexp.MustCompile(`^(?i:withdraw|欠場) (.+?)(?i: from |、| さん )(.+)$`), true, func(v *visit, arg []string, by events.By) error {
		return About(v, arg[0], func(address string) error { return events.Expel(v.Deal, arg[1], address, by) })
	}},
	{regexp.MustCompile(`^(?i:enter|参加) (.+?)(?i: for |、| さん )(.+)$`), true, func(v *visit, arg []string, by events.By) error {
		return About(v, arg[0], func(address string) error { return events.Admit(v.Deal, arg[1], address, by) })
	}},
	{regexp.MustCompile(`^(?i:unreachable|不達) (.+)$`), true, func(v *visit, arg []string, by events.By) error { return Lose(v.Deal, arg[0], by.Who, by.Why) }},
	{regexp.MustCompile(`^(?i:reachable|到達) (.+)$`), true, func(v *visit, arg []string, by events.By) error { return Find(v.Deal, arg[0], by.Who, by.Why) }},
}

// About calls do with the address of a member, given by name or address.
func About(tx db.Tx, who string, do func(address string) error) error {
	p, err := found(tx, who)
	if err != nil {
		return err
	}
	return do(p.address)
}

// Span parses a duration such as "3d", "36h" or "3日".
func Span(text string) (time.Duration, error) {
	span, ok := match.ParseLength(strings.NewReplacer("日", "d", "時間", "h").Replace(text))
	if !ok {
		return 0, words.Err("match.hours")
	}
	return span, nil
}

// direct carries out a director's decision, and returns the answer; empty if the message contains none. The message must prove
// its sender, because no confirmation is asked for.
func (v *visit) direct() (i18n.Text, error) {
	if !slices.ContainsFunc(v.Directors, func(address string) bool { return strings.EqualFold(address, v.from) }) {
		return i18n.Text{}, nil
	}
	said := reply.Said(v.letter.Text)
	if len(said) == 0 {
		return i18n.Text{}, nil
	}
	line := lineOf(said[0]).text
	for _, r := range rules {
		arg := r.expr.FindStringSubmatch(line)
		reason := strings.Join(said[1:], "\n")
		switch {
		case arg == nil:
			continue
		case !v.proved && !v.letter.Vouched(v.Trust):
			return words.Text("direct.unproved", "text", clip(line, 60)), nil
		case r.reason && reason == "":
			return words.Text("direct.why", "text", clip(line, 60)), nil
		}
		err := r.do(v, arg[1:], events.By{Who: v.from, Why: reason})
		var wrong interface{ Sentence() i18n.Text }
		switch {
		case errors.As(err, &wrong):
			return words.Text("direct.wrong", "why", wrong.Sentence()), nil
		case err != nil:
			return i18n.Text{}, err
		case !r.reason:
			return v.stalled()
		}
		return words.Text("direct.done", "text", clip(line, 60)), nil
	}
	return i18n.Text{}, nil
}

// stalled lists the matches without progress.
func (v *visit) stalled() (i18n.Text, error) {
	list, err := events.Stalled(v.Deal)
	if err != nil || len(list) == 0 {
		return words.Text("stalled.none"), err
	}
	lines := []i18n.Text{}
	for _, s := range list {
		line, err := s.Text(v.Deal)
		if err != nil {
			return i18n.Text{}, err
		}
		lines = append(lines, line)
	}
	return i18n.Paragraphs(words.Text("stalled.title", "n", len(lines)), i18n.Lines(lines...), words.Text("stalled.how")), nil
}
