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

// sides are the signs of a side that some programs write before a move.
const sides = "▲△▼▽☗☖" + blanks

func trimRight(text string) string { return strings.TrimRight(text, blanks) }

// cutTimes cuts the thinking times off the end of the text after a number, even those that cannot be parsed, and the + that marks
// a variation: "e2   ( 0:12/00:00:12)+". Times are negative if not written.
func cutTimes(text string) (rest string, spent, total time.Duration) {
	rest, spent, total = trim(text), -1, -1
	for {
		move, marked := strings.CutSuffix(rest, "+")
		if !marked {
			move, marked = strings.CutSuffix(rest, "＋")
		}
		if apart := move == "" || strings.HasSuffix(move, ")") || strings.HasSuffix(move, "）") || trimRight(move) != move; marked && apart {
			rest = trimRight(move)
			continue
		}
		open := strings.LastIndexAny(rest, "(（")
		if open < 0 {
			break
		}
		inner, closed := strings.CutSuffix(strings.Map(narrow, rest[open:]), ")")
		if !closed || !strings.Contains(inner, ":") || strings.Contains(inner, ")") {
			break
		}
		if first, second, _ := strings.Cut(inner[1:], "/"); spent < 0 {
			spent, total = parseClock(first), parseClock(second)
		}
		rest = trimRight(rest[:open])
	}
	if spent < 0 {
		total = -1
	}
	return rest, spent, total
}

// MaxSpent is the limit of thinking times: longer ones are neither written nor read.
const MaxSpent = 100_000 * time.Hour

// writable returns d in whole seconds, or -1 for none if the column of times cannot hold it.
func writable(d time.Duration) time.Duration {
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
	return writable(time.Duration(min(seconds, int64(MaxSpent/time.Second))) * time.Second)
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
