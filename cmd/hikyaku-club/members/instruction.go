// Package members reads and answers the requests that members of a club make by mail.
//
// Start with take.go: it reads the request (instruction.go), checks whether the sender may make it (game.Deal.Answers, limits.go),
// carries it out (the other files) and answers in the language of the sender.
package members

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/lazyregexp"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match/days"
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
	QuitLadder Kind = "quit-ladder"
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
			for _, line := range said[1:] { // thanks or a yes don't count
				other := ReadLine(games, line, now).Kind
				if !slices.Contains([]Kind{None, Yes, Help}, other) && line != said[0] && !slices.Contains(i.Others, line) {
					i.Others = append(i.Others, line)
				}
			}
			return i
		}
	}
	if i := ReadLine(games, strings.Join(reply.Said(l.Subject), " "), now); i.Kind != None && (len(said) == 0 || !replied().MatchString(l.Subject)) {
		return i
	}
	return Instruction{}
}

// replied matches the prefix of a reply's subject, whose rest was written by someone else.
var replied = lazyregexp.New(`(?i)^\s*(?:re|aw|sv|rv|antw|odp|回复|返信)\s*[:：]`)

// maxLine is the largest length of an instruction in bytes.
const maxLine = 300

// ReadLine returns the request in one line.
func ReadLine(games []*engine.Game, text string, now time.Time) Instruction {
	l := lineOf(text)
	if l.text == "" || len(text) > maxLine {
		return Instruction{}
	}
	first := l // sentence
	if at := ends().FindStringIndex(l.low); at != nil {
		first = l.cut(0, at[0])
	}
	for _, l := range []line{l, first} {
		l = l.bare()
		for _, f := range forms() {
			at := f.expr.FindStringSubmatchIndex(l.low)
			if at == nil {
				continue
			}
			var rest line // the groups of the expression, separated by spaces
			for i := 2; i < len(at); i += 2 {
				if at[i] >= 0 {
					rest.text += " " + l.text[at[i]:at[i+1]]
					rest.low += " " + l.low[at[i]:at[i+1]]
				}
			}
			i := Instruction{Kind: f.kind, Text: strings.TrimSpace(text), Value: f.value}
			if i.complete(games, rest.trim(), now) {
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
		rest, with := rest.without(withHikyaku())
		i.Name, i.Program = unquoted(rest.text), with != nil
	case Seek, Challenge, Climb:
		rest = i.match(games, rest)
		if i.Kind == Seek {
			i.Unread = rest.text
		} else {
			i.Name = rest.person()
		}
	case Standings, Ladder, JoinLadder, QuitLadder:
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
			i.Name = unquoted(rest.text)
		}
		return i.Kind == Withdraw || i.Name == ""
	case Enter, Bye:
		i.Name = unquoted(rest.text)
	case Pause:
		if r, known := days.Parse(rest.low); known { // whether the days exist is checked later, so that the answer can say what is wrong
			i.Days = r.On(now).String()
		}
		return i.Days != "" || rest.text == ""
	}
	return true
}

// person returns the name of a person without punctuation and polite words.
func (l line) person() string {
	at := personForm().FindStringSubmatchIndex(l.low)
	if at == nil {
		return unquoted(l.text)
	}
	return unquoted(l.text[at[2]:at[3]])
}

// unquoted returns a name without the quotation marks around it.
func unquoted(name string) string {
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}, {"「", "」"}, {"『", "』"}} {
		if inside, found := strings.CutPrefix(name, marks[0]); found && strings.HasSuffix(inside, marks[1]) {
			return strings.TrimSuffix(inside, marks[1])
		}
	}
	return name
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
	rest, found := i.game(games, l).without(limits())
	if found != nil { // "3d" or "30d+1d"
		i.Control = found[1] + unit(found[2])
		if found[3] != "" {
			i.Control += "+" + found[3] + unit(found[4])
		}
	}
	if i.Game == nil {
		return rest
	}
	rest = i.settings(rest)
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
		options := engine.Options{key: value}
		for k, v := range i.Options {
			if k != key {
				options[k] = v
			}
		}
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

// unit returns a unit of time in the notation of a time limit.
func unit(word string) string {
	if word[0] == 'h' || strings.HasPrefix(word, "時") {
		return "h"
	}
	return "d"
}

// form is one way to phrase a request. Its groups capture the details.
type form struct {
	kind  Kind
	value string
	expr  *regexp.Regexp
}

// forms are all phrasings. The first that matches counts.
var forms = sync.OnceValue(func() (list []form) {
	for _, f := range []struct {
		kind        Kind
		value, expr string
	}{
		{Yes, "", `yes|yes,? please|y|ok|okay|confirm(?:ed)?|i confirm|はい|はい、?お願い|確認|確認しました|そうです|その通り`},
		{Accept, "", `(?:i )?accept(?:ed)?(?: (?:the )?challenge)?(?: of| in| on)?[ #]*(.*)|i'd love to(?: play)?|承諾[ 、]*(.*)|(.+?)を?承諾|(?:挑戦を?)?(?:お)?受け(?:る|て立つ|て立)?`},
		{Decline, "", `(?:i )?declined?(?: (?:the )?challenge)?(?: of| in| on)?[ #]*(.*)|no|no,? thanks|no,? thank you|辞退[ 、]*(.*)|(.+?)を?辞退|(?:お)?断り|いいえ|遠慮`},
		{Stop, "", `stop|unsubscribe|(?:please )?stop writing(?: to me)?|配信停止|停止`},
		{Help, "", `help|\?|how|how does (?:it|this) work|助け(?:て)?|ヘルプ|使い方|使いかた|案内|説明`},

		{JoinLadder, "", `(?:join|enter) (?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|(?:join|enter) the (.+) ladder|番付(?:に|へ)?(?:参加|登録|入り)[ :、]*(.*)|番付[ 、](.+?)[ 、]*に?参加|(.+?)の?番付(?:に|へ)(?:参加|登録|入り)`},
		{QuitLadder, "", `(?:leave|quit|withdraw from) (?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|(?:leave|quit|withdraw from) the (.+) ladder|番付(?:を|から)?(?:離脱|辞退|抜け)る?[ :、]*(.*)|(.+?)の?番付(?:を|から)(?:離脱|辞退|抜け)(?:る|ます)?`},
		{Climb, "", `climb[ :]*(.*)|challenge (.+?) on (?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|challenge (.+?) on the (.+) ladder|番付挑戦[ :、]*(.*)|(.*?)の?番付で(.+)挑戦`},
		{Ladder, "", `(?:the )?ladder(?: (?:of|for|in))?[ :]*(.*)|番付表?[ :、]*(.*)|(.+?)の番付表?`},

		{List, "", `list(?: (?:all|seeks|of seeks|open seeks))?|(?:open )?seeks|(?:対局)?(?:募集)?の?(?:一覧|リスト)表?`},
		{Withdraw, "", `(?:withdraw|cancel)(?: (?:from|my|seek|no\.?|number|the))*[ #:]*(.*)|(?:募集の?)?(?:取り?下げ|取り?消し?|撤回|欠場|棄権)[ :、]*(.*)|(.+?)(?:の募集)?[をの]?(?:取り?下げ|取り?消し?|撤回|欠場|棄権)`},
		{Seek, "", `(?:seek|seeking|looking for|find me)(?: (?:an? )?(?:opponents?|players?|game|match)(?: (?:for|in|of|at))?)?[ :]*(.*)|(?:対局)?(?:相手)?を?募集[ :、]*(.*)|(.+?)(?:の?(?:対局)?相手)?を?募集`},
		{Take, "", `(?:i )?take(?: (?:seek|no\.?|nr\.?|number))*[ #:]*(\d*)|応募[ :、#]*(\d*)番?|(\d+)番?(?:の募集)?[にへを]?応募`},
		{Challenge, "", `(?:i )?challenge[ :]*(.*)|挑戦[ :、]*(.*)|(.+)(?:に|への)挑戦[ :、]+(.+)|(.+)挑戦`},

		{Standings, "", `(?:the )?(?:standings|ratings?|rankings?)(?: (?:of|for|in))?[ :]*(.*)|(?:順位|順位表|レーティング|レーティング表|レート|レート表|ランキング)(?:[ :、]+(.*))?|(.+?)の?(?:順位表?|レーティング表?|レート表?|ランキング)`},
		{History, "", `(?:history|results)(?: (?:of|for))?[ :]*(.*)|(?:my )(?:history|results)|(?:戦績|成績|対局歴|履歴)[ :、]*(.*)|(.+?)の(?:戦績|成績|対局歴|履歴)`},
		{Events, "", `(?:the )?(?:events?|tournaments?)|(?:大会|行事)(?:の?(?:一覧|案内))?`},
		{Bye, "", `(?:bye|half-point bye)(?: (?:in|for))?[ :]+(.+)|抜け番(?:を?希望)?[ :、]+(.+)|(.+?)[のを]?抜け番(?:を?希望)?`},
		{Enter, "", `(?:enter|sign up for|register for)[ :]*(.*)|(?:大会)?(?:参加|出場|エントリー)[ :、]*(.*)|(.+?)[にへ](?:参加|出場|エントリー)`},
		{Join, "", `join(?: (?:the )?club)?(?: as)?[ :]*(.*)|register(?: as)?[ :]*(.*)|(?:入会|会員登録)(?:希望|します|したいです)?[ :、]*(.*)|(.+?)(?:という名前|の名前|の名)?で入会`},

		{Pause, "", `(?:pause|(?:i'm |i am |i'll be )?(?:away|absent))(?: from)?[ :]*(.*)|(?:休会|不在|留守|お?休み)[ :、は]*(.*)|(.+?)[はをの、]? ?(?:休会|不在|留守|お?休み)`},
		{Back, "", `(?:i'm |i am )?back(?: again)?|resume|復帰|再開|戻りました|休会(?:解除|終了)`},
		{Digest, "daily", `digest[ :]*(?:daily|every day)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:毎日|日刊)|毎日まとめ`},
		{Digest, "weekly", `digest[ :]*(?:weekly|every week)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:毎週|週1|週1回|週一回?)|毎週まとめ`},
		{Digest, "off", `(?:digest[ :]*(?:off|none|never|stop)|no digest)|(?:まとめ|お知らせ)[はを]?[ :、]*(?:なし|無し|不要|停止|中止|やめ|止め|いりません)`},
		{Digest, "", `digest(?:[ :]+\S+)?|まとめ(?:[ :、]+\S+)?`},
		{Language, "en", `(?:language|lang)[ :]*(?:en|english|英語)|in english|(?:言語|言葉)[ :、は]*(?:en|english|英語)|英語で?`},
		{Language, "ja", `(?:language|lang)[ :]*(?:ja|jp|japanese|日本語)|in japanese|(?:言語|言葉)[ :、は]*(?:ja|japanese|日本語)|日本語で?`},
		{Language, "", `language(?:[ :]+\S+)?|言語(?:[ :、]+\S+)?`},
		{Program, "without", `(?:i (?:play|write) )?(?:without hikyaku|by mail)|hikyaku ?(?:なし|を使わない|を使いません|は使いません|を使わずに対局)|メールで(?:対局|指し)`},
		{Program, "with", `(?:i (?:play )?)?(?:with|use) hikyaku|hikyaku ?(?:で|を使用|を使い|を使う|を使って対局|で対局|で指し|あり)`},
		{Words, "hide", `(?:hide|don't publish|do not publish) (?:my )?(?:words|comments)|(?:発言|言葉|コメント)[ をのは、]*(?:非公開|公開しない|公開しません)`},
		{Words, "publish", `publish (?:my )?(?:words|comments)|(?:発言|言葉|コメント)[ をのは、]*公開`},
		{Leave, "", `(?:i )?(?:leave|quit)(?: (?:the )?club)?|退会(?:希望)?`},
	} {
		list = append(list, form{f.kind, f.value, regexp.MustCompile(`^(?:` + f.expr + `)$`)})
	}
	return list
})

var (
	ends = lazyregexp.New(`[.!。！…]+(?:\s+|$)|[。！]+`)

	// polite matches politeness around a request.
	polite = lazyregexp.New(`^(?:(?:please|pls|i'd like to|i would like to|i want to|may i|can i|could i|could you|can you|can you please|show me|show|send me|the list of)\s+)?(.*?)` +
		`(?:,?\s+(?:please|pls|thanks|thank you|for me)|[\s、。]*[をで]?(?:(?:どうぞ)?(?:よろしく)?お願い(?:し|いた|致)?(?:ます)?|願います|希望(?:します)?)|(?:を|の)?(?:見せて|教えて|送って)(?:くだ|下)さい|(?:を|の)?(?:見せて|教えて|送って)|して(?:くだ|下)さい|(?:くだ|下)さい|したいです|したい|いたします|致します|します|しました|ます|です)?$`)

	withHikyaku = lazyregexp.New(`[\s、,]*(?:\(?(?:i play )?with hikyaku\)?|hikyaku(?:で|を使用|を使い|を使って|あり)?(?:対局|指し)?)$`)
	personForm  = lazyregexp.New(`^(?:(?:to|for|of) )?(.+?)(?: ?(?:さん|さま|様))?[にへ]?(?: [ のでをに]*)?(?:[\s,]+(?:to|at|in|for|with|of|on|a game of))*$`)
	fillers     = lazyregexp.New(`(?:^|\s)(?:a|an|the|of|for|in|at|with|games?|match(?:es)?|per|each|every|move|turn|and|to|please|一手|1手|持ち?時間|制限時間|対局|相手|[のでをがはにと、,.]+)(?:\s(?:a|an|the|of|for|in|at|with|games?|match(?:es)?|per|each|every|move|turn|and|to|please|一手|1手|持ち?時間|制限時間|対局|相手|[のでをがはにと、,.]+))*(?:\s|$)`)

	limits    = lazyregexp.New(`(?:(?:一手|1手)[\s、]*)?([0-9]{1,4}) ?(d(?:ays?)?|h(?:ours?)?|日間?|時間)\b?(?: ?\+ ?([0-9]{1,4}) ?(d(?:ays?)?|h(?:ours?)?|日|時間))?(?: ?(?:a|per|each|for each|for every|/) ?(?:move|turn|手))?の?`)
	players   = lazyregexp.New(`players ?[=:] ?([0-9])|\bfor ([234]|two|three|four)(?: players| people)?\b|([234]|two|three|four|[二三四])(?:[ -]?players?\b| ?(?:人|名)(?:制|対局|用|で)?)`)
	setting   = lazyregexp.New(`\b([a-z-]+) ?= ?([a-z0-9-]+)`)
	rated     = lazyregexp.New(`\b(?:rated|ranked)\b|レーティング(?:対局|戦|あり)?|レート(?:対局|戦|あり)?|公式(?:戦|対局)?`)
	unrated   = lazyregexp.New(`\b(?:friendly|unrated|not rated|casual)\b|親善(?:対局|試合|戦)?|友好(?:対局|戦)?|練習(?:対局|試合)?|(?:レーティング|レート)なし|フリー(?:対局)?`)
	strictly  = lazyregexp.New(`\bstrict(?:ly)?\b|(?:時間|持ち時間)?(?:厳守|厳格)(?:あり)?`)
	engines   = lazyregexp.New(`\b(?:with )?(?:engines?|programs?)(?: (?:allowed|ok|welcome))?\b|(?:エンジン|ソフト|プログラム|ai|コンピューター?)(?:の?(?:使用|利用|助け))?(?:も?可|あり|ok)?`)
	noEngines = lazyregexp.New(`\b(?:no|without) (?:engines?|programs?)\b|(?:エンジン|ソフト|プログラム|ai|コンピューター?)(?:の?(?:使用|利用|助け))?(?:なし|不可|禁止)`)
)
