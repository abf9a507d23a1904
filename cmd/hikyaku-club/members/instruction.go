// Package members reads and answers the requests that members of a club make by mail.
//
// Start with take.go: it reads the request (instruction.go, forms.go), checks whether the sender may make it (game.Deal.Answers,
// limits.go), carries it out (the other files) and answers in the language of the sender.
package members

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
)

// Kind is the kind of a request.
type Kind string

// The kinds of instructions.
const (
	None       Kind = ""
	Join       Kind = "join"
	Seek       Kind = "seek"
	List       Kind = "list"
	Take       Kind = "take"
	Challenge  Kind = "challenge"
	Withdraw   Kind = "withdraw"
	Standings  Kind = "standings"
	History    Kind = "history"
	Ladder     Kind = "ladder"
	JoinLadder Kind = "join-ladder"
	Climb      Kind = "climb" // a challenge on the ladder
	Accept     Kind = "accept"
	Decline    Kind = "decline"
	Events     Kind = "events"
	Enter      Kind = "enter"
	Bye        Kind = "bye" // a half-point bye
	Pause      Kind = "pause"
	Back       Kind = "back"
	Digest     Kind = "digest"
	Language   Kind = "language"
	Program    Kind = "program" // playing with hikyaku or without
	Words      Kind = "words"   // publishing or hiding one's words
	Leave      Kind = "leave"
	Stop       Kind = "stop" // stops the messages of the kind that was answered
	Help       Kind = "help"
	Yes        Kind = "yes"
)

// Instruction is the request in the first line of a message.
type Instruction struct {
	Kind    Kind
	Text    string       // the line; Read returns the same instruction for it
	Name    string       // a member or an event
	Number  int          // of a seek; 0 for none
	Game    *engine.Game // nil for none
	Options engine.Options
	Control string // the time limit, as "3d"; "" where none is named
	Rated   bool
	Engines bool   // computer help is allowed
	Strict  bool   // the club ends the match when a time limit is missed
	Program bool   // the sender plays with hikyaku
	Days    string // "2026-12-20..2027-01-05"
	Value   string // of a setting: "daily", "ja"
	Unread  string // the part of the line that was not understood

	Others []string // later lines that contain another request
}

// Read returns the request in a message: in the first line with content, or else in the subject. Fields that it does not mention
// are zero.
func Read(games []*engine.Game, l *mailbox.Letter, now time.Time) Instruction {
	said := reply.Said(l.Text)
	if len(said) > 0 {
		if i := ReadLine(games, said[0], now); i.Kind != None {
			i.Others = others(games, said, now)
			return i
		}
	}
	if i := ReadLine(games, strings.Join(reply.Said(l.Subject), " "), now); i.Kind != None && (len(said) == 0 || !replied().MatchString(l.Subject)) {
		return i
	}
	return Instruction{}
}

// others returns the lines after the first that contain another request. Thanks or a yes don't count.
func others(games []*engine.Game, said []string, now time.Time) (list []string) {
	for _, line := range said[1:] {
		switch i := ReadLine(games, line, now); {
		case slices.Contains([]Kind{None, Yes, Help}, i.Kind), line == said[0], slices.Contains(list, line):
		default:
			list = append(list, line)
		}
	}
	return list
}

// replied matches the prefix of a reply's subject, whose rest was written by someone else.
var replied = lazy(`(?i)^\s*(?:re|aw|sv|rv|antw|odp|回复|返信)\s*[:：]`)

// maxLine is the largest length of an instruction in bytes.
const maxLine = 300

// ReadLine returns the request in one line.
func ReadLine(games []*engine.Game, text string, now time.Time) Instruction {
	l := lineOf(text)
	if l.text == "" || len(text) > maxLine {
		return Instruction{}
	}
	for _, l := range []line{l, l.sentence()} {
		l = l.bare()
		for _, f := range forms() {
			at := f.expr.FindStringSubmatchIndex(l.low)
			if at == nil {
				continue
			}
			i := Instruction{Kind: f.kind, Text: strings.TrimSpace(text), Value: f.value}
			if rest := l.groups(at); i.complete(games, rest, now) {
				return i
			}
		}
	}
	return Instruction{}
}

// line is a text normalized for comparison: with narrow characters, and a lower-case copy in which each character is at the same
// offset.
type line struct{ text, low string }

func lineOf(text string) line {
	text = strings.Join(strings.Fields(strings.Map(plain, text)), " ")
	return line{text, strings.Map(func(c rune) rune {
		if low := []rune(strings.ToLower(string(c))); len(string(low)) == len(string(c)) {
			return low[0]
		}
		return c
	}, text)}
}

// plain returns the normal form of a character.
func plain(c rune) rune {
	switch c {
	case '\u00a0':
		return ' '
	case '’':
		return '\''
	case '〜':
		return '~'
	}
	return reply.Narrow(c)
}

// cut returns a substring of the line.
func (l line) cut(from, to int) line { return line{l.text[from:to], l.low[from:to]} }

// trim returns the line without blanks and commas around it.
func (l line) trim() line {
	const around = " ,:;、，：・"
	from := len(l.text) - len(strings.TrimLeft(l.text, around))
	return l.cut(from, max(from, len(strings.TrimRight(l.text, around))))
}

// without removes the first match of an expression, and returns its groups.
func (l line) without(expr *regexp.Regexp) (rest line, found []string) {
	at := expr.FindStringSubmatchIndex(l.low)
	if at == nil {
		return l, nil
	}
	for i := 0; i < len(at); i += 2 {
		part := ""
		if at[i] >= 0 {
			part = l.low[at[i]:at[i+1]]
		}
		found = append(found, part)
	}
	return l.minus(at[0], at[1]), found
}

// minus returns the line with a part replaced by a space.
func (l line) minus(from, to int) line {
	return line{l.text[:from] + " " + l.text[to:], l.low[:from] + " " + l.low[to:]}.trim()
}

// groups returns the text of an expression's groups, separated by spaces.
func (l line) groups(at []int) (rest line) {
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			rest.text += " " + l.text[at[i]:at[i+1]]
			rest.low += " " + l.low[at[i]:at[i+1]]
		}
	}
	return rest.trim()
}

// sentence returns the first sentence of the line.
func (l line) sentence() line {
	if at := ends().FindStringIndex(l.low); at != nil {
		return l.cut(0, at[0])
	}
	return l
}

// bare removes politeness.
func (l line) bare() line {
	for range 4 {
		at := polite().FindStringSubmatchIndex(l.low) // matches every line
		if at[3] == at[2] {
			break
		}
		l = l.cut(at[2], at[3]).trim()
	}
	return l
}

// complete parses the rest of an instruction. It reports whether the result makes sense.
func (i *Instruction) complete(games []*engine.Game, rest line, now time.Time) bool {
	switch i.Kind {
	case Join:
		rest, i.Program = rest.program()
		i.Name = rest.text
	case Seek, Challenge, Climb:
		rest = i.match(games, rest)
		if i.Kind == Seek {
			i.Unread = rest.text
		} else {
			i.Name = rest.person()
		}
	case Standings, Ladder, JoinLadder:
		rest = i.game(games, rest)
		i.Unread = rest.filled().text
	case History:
		i.Name = rest.person()
	case Accept, Decline:
		rest = i.game(games, rest)
		n, err := strconv.Atoi(strings.Trim(rest.text, "#番を "))
		i.Number = max(0, n)
		return rest.text == "" || err == nil && i.Game == nil
	case Take, Withdraw:
		n, err := strconv.Atoi(strings.Trim(rest.text, "#番. "))
		if i.Number = n; err != nil || n < 0 {
			i.Number = 0
			i.Name = rest.text
		}
		return i.Kind == Withdraw || i.Name == ""
	case Enter, Bye:
		i.Name = rest.text
	case Pause:
		i.Days = daysIn(rest.low, now)
		return i.Days != "" || rest.text == ""
	}
	return true
}

// program removes a statement that the sender plays with hikyaku, and reports whether there was one.
func (l line) program() (rest line, program bool) {
	rest, found := l.without(withHikyaku())
	return rest, found != nil
}

// person returns the name of a person without punctuation and polite words.
func (l line) person() string {
	at := personForm().FindStringSubmatchIndex(l.low)
	if at == nil {
		return l.text
	}
	return l.text[at[2]:at[3]]
}

// filled removes words without meaning for an instruction.
func (l line) filled() line {
	low := fillers().ReplaceAllString(" "+l.low+" ", " ")
	low = strings.Join(strings.Fields(low), " ")
	return line{low, low}
}

// game finds the game that a line names, and the variant if that is named too, as in "slashchain renju". It returns the rest.
func (i *Instruction) game(games []*engine.Game, l line) (rest line) {
	for range 2 {
		found, start := engine.FindName(engine.Names(games), l.low)
		if start < 0 || strings.HasSuffix(l.low[:start], "=") { // the value of a setting
			break
		}
		i.Game, i.Options, games = found.Game, found.Options, []*engine.Game{found.Game}
		end := start + len(found.Text)
		if strings.HasPrefix(l.low[end:], "で") { // "at", before the name of a member
			end += len("で")
		}
		l = l.minus(start, end)
	}
	return l
}

// match parses the kind of match, and returns the rest.
func (i *Instruction) match(games []*engine.Game, l line) (rest line) {
	rest = i.game(games, l)
	i.Control, rest = control(rest)
	if i.Game == nil {
		return rest
	}
	rest = i.settings(rest)
	var found []string
	if rest, found = rest.without(unrated()); found == nil {
		rest, found = rest.without(rated())
		i.Rated = found != nil
	}
	if rest, found = rest.without(noEngines()); found == nil {
		rest, found = rest.without(engines())
		i.Engines = found != nil
	}
	rest, found = rest.without(strictly())
	i.Strict = found != nil
	if i.Kind == Seek {
		rest = rest.filled()
	}
	return rest
}

// settings parses the options of a game: the number of players, and others as key=value.
func (i *Instruction) settings(l line) (rest line) {
	set := func(key, value string) bool {
		options := engine.Options{}
		for k, v := range i.Options {
			options[k] = v
		}
		options[key] = value
		resolved, err := i.Game.Resolve(options)
		if err == nil {
			i.Options = resolved
		}
		return err == nil
	}
	rest = l
	if cut, found := rest.without(players()); found != nil {
		n := strings.Join(found[1:], "")
		if word := slices.Index([]string{"two", "three", "four"}, n); word >= 0 {
			n = strconv.Itoa(word + 2)
		} else if kanji := strings.Index("二三四", n); kanji >= 0 {
			n = strconv.Itoa(kanji/len("二") + 2)
		}
		if set("players", n) || n == strconv.Itoa(i.Game.Seats(i.Options)) {
			rest = cut
		}
	}
	for range 8 {
		cut, found := rest.without(setting())
		if found == nil || !set(found[1], found[2]) {
			break
		}
		rest = cut
	}
	return rest
}

// control parses a time limit, and returns it as "3d" or "30d+1d".
func control(l line) (limit string, rest line) {
	rest, found := l.without(limits())
	if found == nil {
		return "", l
	}
	limit = found[1] + unit(found[2])
	if found[3] != "" {
		limit += "+" + found[3] + unit(found[4])
	}
	return limit, rest
}

// unit returns a unit of time in the notation of a time limit.
func unit(word string) string {
	if word[0] == 'h' || strings.HasPrefix(word, "時") {
		return "h"
	}
	return "d"
}

// daysIn returns the days in a text as "2026-12-20..2027-01-05". If it names no year, the first day is today or later.
func daysIn(text string, now time.Time) string {
	if w := (reply.Reader{}).Read("away " + text).Wish; w.Days != "" {
		return w.Days
	}
	found := dates().FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	first := nextDay(found[1], found[2], now.AddDate(0, 0, -1))
	last := first
	if found[3] != "" {
		last = nextDay(found[3], found[4], first)
	}
	if first.IsZero() || last.IsZero() {
		return ""
	}
	return first.Format(time.DateOnly) + ".." + last.Format(time.DateOnly)
}

// nextDay returns the first day with this month and day that is not before not; zero for an invalid day.
func nextDay(month, day string, not time.Time) time.Time {
	m, _ := strconv.Atoi(month) // only digits
	d, _ := strconv.Atoi(day)
	not = time.Date(not.Year(), not.Month(), not.Day(), 0, 0, 0, 0, time.UTC)
	for year := not.Year(); year < not.Year()+9; year++ { // until the next leap year
		at := time.Date(year, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		if at.Day() == d && int(at.Month()) == m && !at.Before(not) {
			return at
		}
	}
	return time.Time{}
}
