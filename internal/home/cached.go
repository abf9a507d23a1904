package home

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"hikyaku/match"
)

// cached is the stored summary of one record and the state of its file.
type cached struct {
	Name    string // the file name
	Size    int64
	Changed time.Time
	Rest    time.Time // the time until which the courier has nothing to do
	Summary match.Summary
}

// columns returns pointers to the fields in the order of a cache line. The addresses of the other players follow them.
func (c *cached) columns() []any {
	s := &c.Summary
	return []any{
		&c.Name, &c.Size, &c.Changed, &c.Rest, &s.ID, &s.Hash, &s.Head, &s.Game, &s.Title.En, &s.Title.Ja, &s.Ply, &s.Over, &s.Turn,
		&s.Posted, &s.Draft, &s.Offer.En, &s.Offer.Ja, &s.From, &s.Begun, &s.Since, &s.Until, &s.Limit.En, &s.Limit.Ja, &s.Paused, &s.Lapses,
		&s.Status.En, &s.Status.Ja, &s.Error.En, &s.Error.Ja, &s.Observers, &s.Delay, &s.Away, &s.Names,
		(*string)(&s.Awaits), (*string)(&s.Asked), &s.Ending, &s.Against, &s.Called, &s.Contacts,
	}
}

const (
	separator = "\t"
	within    = "\x1f" // between the texts of one column
)

// line returns the cache line of c: a checksum and the columns. It is empty if a text contains a tab or a newline.
func (c *cached) line() string {
	var texts []string
	for _, at := range c.columns() {
		texts = append(texts, textOf(at))
	}
	texts = append(texts, c.Summary.Others...)
	line := strings.Join(texts, separator)
	if strings.Count(line, separator) != len(texts)-1 || strings.Contains(line, "\n") {
		return ""
	}
	return fmt.Sprintf("%08x%s%s\n", crc32.ChecksumIEEE([]byte(line)), separator, line)
}

// textOf returns the text of the value at a pointer; a zero time is empty.
func textOf(at any) string {
	switch at := at.(type) {
	case *string:
		return *at
	case *[]string:
		return strings.Join(*at, within)
	case *[]match.Contact:
		if len(*at) > 0 {
			text, _ := json.Marshal(*at) // which has neither tabs nor newlines
			return string(text)
		}
	case *int:
		return strconv.Itoa(*at)
	case *int64:
		return strconv.FormatInt(*at, 10)
	case *bool:
		return strconv.FormatBool(*at)
	case *time.Time:
		if !at.IsZero() {
			return at.Format(time.RFC3339Nano)
		}
	}
	return ""
}

// setText is the inverse of textOf.
func setText(at any, text string) (err error) {
	switch at := at.(type) {
	case *string:
		*at = text
	case *[]string:
		if text != "" {
			*at = strings.Split(text, within)
		}
	case *[]match.Contact:
		if text != "" {
			err = json.Unmarshal([]byte(text), at)
		}
	case *int:
		*at, err = strconv.Atoi(text)
	case *int64:
		*at, err = strconv.ParseInt(text, 10, 64)
	case *bool:
		*at, err = strconv.ParseBool(text)
	case *time.Time:
		if text != "" {
			*at, err = time.Parse(time.RFC3339Nano, text)
		}
	}
	return err
}

// parseCached is the inverse of line; ok is false if the line is damaged.
func parseCached(line string) (c cached, ok bool) {
	sum, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), separator)
	want, err := strconv.ParseUint(sum, 16, 32)
	if err != nil || uint32(want) != crc32.ChecksumIEEE([]byte(text)) {
		return c, false
	}
	more := true
	for _, at := range c.columns() {
		var column string
		if column, text, more = strings.Cut(text, separator); setText(at, column) != nil {
			return c, false
		}
	}
	if more {
		c.Summary.Others = strings.Split(text, separator)
	}
	return c, true
}
