package kif

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// cutNumber cuts a number in plain or full-width digits off text. ok is false unless a blank or the end of the line
// follows. A number of more than nine digits is -1.
func cutNumber(text string) (n int, rest string, ok bool) {
	end := 0
	for i, c := range text {
		if !digit(c) {
			break
		}
		end = i + utf8.RuneLen(c)
		if n = n*10 + int(narrow(c)-'0'); n > 999_999_999 || n < 0 {
			n = -1
		}
	}
	rest = text[end:]
	return n, trim(rest), end > 0 && (rest == "" || strings.TrimLeft(rest, blanks) != rest)
}

// column is the part of a line after its number.
type column struct {
	text         string
	spent, total time.Duration // negative if not written
}

// sides are the signs of a side that some programs write before a move.
const sides = "▲△▼▽☗☖" + blanks

func cutPlus(text string) (string, bool) {
	cut, found := strings.CutSuffix(text, "+")
	if !found {
		cut, found = strings.CutSuffix(text, "＋")
	}
	apart := cut == "" || strings.HasSuffix(cut, ")") || strings.HasSuffix(cut, "）") || trimRight(cut) != cut
	if !found || !apart {
		return text, false
	}
	return trimRight(cut), true
}

func trimRight(text string) string { return strings.TrimRight(text, blanks) }

// cutTime cuts a time off the end of the text, even one that cannot be parsed.
func (c *column) cutTime() bool {
	open := strings.LastIndexAny(c.text, "(（")
	if open < 0 {
		return false
	}
	inner := strings.Map(narrow, c.text[open:])
	inner, closed := strings.CutSuffix(inner, ")")
	if !closed || !strings.Contains(inner, ":") || strings.Contains(inner, ")") {
		return false
	}
	spent, total, _ := strings.Cut(inner[1:], "/")
	if c.spent < 0 {
		c.spent, c.total = parseClock(spent), parseClock(total)
	}
	c.text = trimRight(c.text[:open])
	return true
}

// MaxSpent is the limit of thinking times: longer ones are neither written nor read.
const MaxSpent = 100_000 * time.Hour

// held returns d in whole seconds, or -1 for none if the column of times cannot hold it.
func held(d time.Duration) time.Duration {
	if d < 0 || d >= MaxSpent {
		return -1
	}
	return d.Truncate(time.Second)
}

// parseClock parses "m:ss" or "h:mm:ss". It drops fractions of a second. It returns -1 for any other text, and for times from MaxSpent on.
func parseClock(text string) time.Duration {
	whole, _, _ := strings.Cut(trim(text), ".")
	fields := strings.Split(whole, ":")
	if len(fields) < 2 || len(fields) > 3 {
		return -1
	}
	var seconds int64
	for _, f := range fields {
		n, err := strconv.ParseUint(trim(f), 10, 23) // 8,388,607: enough for the minutes of MaxSpent
		if err != nil {
			return -1
		}
		seconds = seconds*60 + int64(n)
	}
	return held(time.Duration(min(seconds, int64(MaxSpent/time.Second))) * time.Second)
}

// shogiMove reports whether text starts like a move of shogi, with a square or 同.
func shogiMove(text string) bool {
	if strings.HasPrefix(text, "同") {
		return true
	}
	square := []rune(text)
	return len(square) > 1 && digit(square[0]) && (digit(square[1]) || strings.ContainsRune("一二三四五六七八九", square[1]))
}

func digit(c rune) bool { return narrow(c) >= '0' && narrow(c) <= '9' }
