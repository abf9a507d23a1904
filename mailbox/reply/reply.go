// Package reply reads what somebody with nothing but a mail program wrote in answer to a letter: the lines typed there and
// not quoted, a word of command or a move among them, and the token that proves which letter is answered.
//
// It knows no game: what a move looks like is asked of the caller.
package reply

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// maxText is how many bytes of a text are looked at.
const maxText = 256 << 10

// Word is what a line commands.
type Word string

// The words, which the tables below list in the languages of letter writers.
const (
	None    Word = ""
	Accept  Word = "accept"
	Decline Word = "decline"
	Resign  Word = "resign"
	Draw    Word = "draw"
	Undo    Word = "undo"
	Claim   Word = "claim"
	Show    Word = "show"
	Help    Word = "help"
)

// words are all forms of the commands. "pass" is a move in some games and no command.
var words = map[string]Word{
	"accept": Accept, "i accept": Accept, "accepted": Accept, "agree": Accept, "i agree": Accept,
	"承諾": Accept, "承諾します": Accept, "受けます": Accept, "お受けします": Accept, "参加": Accept, "参加します": Accept, "同意": Accept, "同意します": Accept,
	"decline": Decline, "i decline": Decline, "no thanks": Decline, "no thank you": Decline,
	"辞退": Decline, "辞退します": Decline, "お断りします": Decline, "断ります": Decline,
	"resign": Resign, "i resign": Resign, "投了": Resign, "投了します": Resign, "負けました": Resign,
	"draw": Draw, "offer draw": Draw, "draw?": Draw, "引き分け": Draw, "引分": Draw, "引分け": Draw, "合意引分": Draw, "持将棋": Draw,
	"undo": Undo, "take back": Undo, "takeback": Undo, "待った": Undo,
	"claim": Claim, "time": Claim, "切れ負け": Claim, "時間切れ": Claim,
	"show": Show, "board": Show, "盤面": Show, "盤": Show,
	"help": Help, "?": Help, "ヘルプ": Help, "使い方": Help,
}

// Reply is what was written.
type Reply struct {
	Lines    []string // typed lines in order, without blank ones, signature and quotes
	Commands []string // those among them that command something, one of each word
	Word     Word     // the one command; None where there is none or more than one
	Quoted   string   // everything else
}

// Read takes a text apart. It looks at its first 256 KiB.
func Read(text string) Reply {
	if len(text) > maxText {
		text = text[:maxText]
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	typed := make([]bool, len(lines))
	for i := range typed {
		typed[i] = true
	}
	dropQuotes(lines, typed)
	dropSignature(lines, typed)
	var r Reply
	var quoted []string
	for i, line := range lines {
		switch line = trim(line); {
		case !typed[i]:
			quoted = append(quoted, line)
		case line != "":
			r.Lines = append(r.Lines, line)
		}
	}
	r.Quoted = strings.Join(quoted, "\n")
	r.Commands = commands(r.Lines)
	if len(r.Commands) == 1 {
		r.Word = words[plain(r.Commands[0])]
	}
	return r
}

// trim takes blanks off both ends, wide ones too. Characters without width stay: what is read must be what was seen.
func trim(line string) string { return strings.Trim(line, " \t\u3000\u00a0") }

// dropQuotes marks as not typed: quoted lines, the line that introduces a quote, and everything below the head of a
// message that a program put there whole.
func dropQuotes(lines []string, typed []bool) {
	for i := 0; i < len(lines); i++ {
		switch n := introduction(lines[i:]); {
		case quoted(lines[i]):
			typed[i] = false
		case n > 0 && followedByQuote(lines[i+n:]):
			for j := range n {
				typed[i+j] = false
			}
			i += n - 1
		case n > 0 || forwarded(lines[i:]):
			for j := i; j < len(lines); j++ {
				typed[j] = false
			}
			return
		}
	}
}

// quoted tells whether a line begins with a sign of quotation.
func quoted(line string) bool {
	line = strings.TrimLeft(line, " \t\u3000")
	return strings.HasPrefix(line, ">") || strings.HasPrefix(line, "＞") || strings.HasPrefix(line, "| ")
}

// lazy gives an expression that is compiled when it is first used, so that no start of the program waits for it.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// The lines that mail programs put before a quote. They end in a colon and hold an address or a date.
var introductions = []func() *regexp.Regexp{
	lazy(`(?i)^(on|am|le|el) .{4,300}(wrote|schrieb|a écrit|escribió).{0,100}[:：]$`),
	lazy(`^\d{4}[年/-]\d{1,2}[月/-]\d{1,2}日?.{0,300}[:：]$`),
	lazy(`^.{1,200}<[^<>@ ]+@[^<>@ ]+>.{0,60}[:：]$`),
	lazy(`^.{1,200}(のメール|さんは書きました|wrote)\s*[:：]$`),
}

// opening is how an introduction begins that mail may break over several lines.
var opening = lazy(`(?i)^(on|am|le|el) |^\d{4}[年/-]`)

// introduction tells how many lines, broken by mail, introduce a quote; 0 for none.
func introduction(lines []string) int {
	joined := ""
	for n := 1; n <= min(3, len(lines)); n++ {
		part := trim(lines[n-1])
		if part == "" || n == 2 && !opening().MatchString(joined) {
			return 0
		}
		joined = trim(joined + " " + part)
		for _, form := range introductions {
			if len(joined) < 500 && form().MatchString(joined) {
				return n
			}
		}
	}
	return 0
}

// followedByQuote tells whether the next line that is not blank is quoted.
func followedByQuote(lines []string) bool {
	for _, line := range lines {
		if trim(line) != "" {
			return quoted(line)
		}
	}
	return false
}

var (
	rule       = lazy(`^[-_─━=＝*＊]{2,}\s*(?i:(original message|元のメッセージ|forwarded message|original)\s*[-_─━=]{2,})$`)
	longRule   = lazy(`^_{10,}$`)
	headerLine = lazy(`(?i)^\*?(from|sent|date|to|cc|subject|差出人|送信者|送信日時|日時|宛先|件名)\s*\*?\s*[:：]`)
)

// forwarded tells whether the head of a message, quoted without signs, begins here.
func forwarded(lines []string) bool {
	first := trim(lines[0])
	if rule().MatchString(first) {
		return true
	}
	heads, looked := 0, 0
	for _, line := range lines {
		line = trim(line)
		if line == "" && heads == 0 && looked > 0 {
			continue
		}
		if looked++; looked > 8 {
			break
		}
		if headerLine().MatchString(line) {
			heads++
		} else if !(looked == 1 && longRule().MatchString(line)) && heads == 0 {
			return false
		}
	}
	return heads >= 2
}

// The lines with which programs sign by themselves.
var programSignature = lazy(`(?i)^(sent from my .{1,40}|sent (with|via|using) .{1,60}|get outlook for .{1,20}|.{1,30}から送信|outlook for .{1,10} を入手|.{0,20}(iphone|android|ipad)から送信.{0,10})$`)

// ornament is a line that begins a signature in Japanese mail.
var ornament = lazy(`^[-─━=＝*＊~〜_＿☆★◆◇■□+＋]{5,}$`)

// dropSignature marks the signature at the end of what was typed.
func dropSignature(lines []string, typed []bool) {
	written := 0
	for i, line := range lines {
		if !typed[i] {
			continue
		}
		plain := trim(line)
		if (plain == "--" || programSignature().MatchString(plain)) || written > 0 && ornament().MatchString(plain) {
			for j := i; j < len(lines); j++ {
				if !typed[j] {
					break
				}
				typed[j] = false
			}
			continue
		}
		if plain != "" {
			written++
		}
	}
}

// commands are the lines that command something, each word once, however it is written.
func commands(lines []string) (found []string) {
	seen := map[Word]bool{None: true}
	for _, line := range lines {
		if w := words[plain(line)]; !seen[w] {
			seen[w] = true
			found = append(found, line)
		}
	}
	return found
}

// plain is a line as the table of words has it: narrow, in lower case, without a full stop.
func plain(line string) string {
	line = strings.ToLower(strings.Map(narrow, line))
	return strings.Join(strings.Fields(strings.TrimRight(line, ".!。！ ")), " ")
}

func narrow(c rune) rune {
	switch {
	case c >= '！' && c <= '～':
		return c - '！' + '!'
	case c == '\u3000':
		return ' '
	}
	return c
}

// label is what people write before a move: "move:", "12.", "指し手：".
var label = lazy(`^(?i:(?:my )?move(?: is)?\s*[:：]?\s+|(?:my )?move\s*[:：]\s*|指し手\s*[:：]?\s*|\d{1,3}\s*[.．:：)]\s+)`)

// Moves lists the different moves among the typed lines, each once, and everything else that was typed. reads tells whether
// a text is a move of the game as it stands. A move has a line of its own, perhaps with a label or number before it.
func (r Reply) Moves(reads func(string) bool) (moves []string, rest string) {
	var others []string
	for _, line := range r.Lines {
		move := asMove(line, reads)
		switch {
		case move == "" && words[plain(line)] == None:
			others = append(others, line)
		case move != "" && !contains(moves, move):
			moves = append(moves, move)
		}
	}
	return moves, strings.Join(others, "\n")
}

func asMove(line string, reads func(string) bool) string {
	for _, text := range []string{line, strings.TrimRight(line, ".。"), trim(label().ReplaceAllString(line, ""))} {
		if text != "" && !strings.ContainsFunc(text, unicode.IsControl) && reads(text) {
			return text
		}
	}
	return ""
}

func contains(list []string, text string) bool {
	for _, t := range list {
		if t == text {
			return true
		}
	}
	return false
}
