package home

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/match"
)

// cache is the file with the summaries of a folder's records, one per line, in
// the order of file names. It is read along with the folder, and rewritten if a
// line differs. It reports no errors: a failure only costs time.
type cache struct {
	system  atomicfile.System
	file    string // empty for none
	courier string // the courier whose idle times the file holds; empty for none
	void    bool   // the file holds the idle times of another courier

	old  []byte // the old file
	left []byte // its lines after the one read last
	next cached // the line read last
	line []byte // next in its written form; empty at the end

	kept int    // how many bytes of the old file are still valid
	new  []byte // the new file so far; nil while the old one is valid
}

// cacheTitle begins the first line, which ends with the name of the courier's
// memory.
const cacheTitle = "hikyaku list 8 "

// openCache opens the cache of d. A non-empty courier invalidates the idle
// times of any other courier.
func (f *Folder) openCache(courier string) *cache {
	c := &cache{system: f.System, file: f.Cache, courier: courier}
	c.old, _ = os.ReadFile(f.Cache)
	title, lines, found := bytes.Cut(c.old, []byte("\n"))
	of, ours := bytes.CutPrefix(title, []byte(cacheTitle))
	switch {
	case len(c.old) == 0:
	case !found || !ours: // of another version
		c.rewrite()
	case courier != "" && courier != string(of):
		c.left, c.void = lines, true
		c.rewrite()
	default:
		c.left, c.courier, c.kept = lines, string(of), len(title)+1
	}
	c.advance()
	return c
}

// advance reads the next undamaged line.
func (c *cache) advance() {
	for {
		n := bytes.IndexByte(c.left, '\n') + 1
		if c.line, c.left = c.left[:n], c.left[n:]; n == 0 {
			return
		}
		var ok bool
		if c.next, ok = parseCached(string(c.line)); ok {
			break
		}
		c.rewrite()
	}
	if c.void {
		c.next.Idle = time.Time{}
		c.line = []byte(c.next.line())
	}
}

// find returns the entry for the record with a name. Names must be looked up
// in order; earlier entries that keep was not called for are dropped.
func (c *cache) find(name string) (cached, bool) {
	for len(c.line) > 0 && c.next.Name < name {
		c.rewrite()
		c.advance()
	}
	return c.next, len(c.line) > 0 && c.next.Name == name
}

// keep keeps the entry that find returned.
func (c *cache) keep() {
	if c.new == nil {
		c.kept += len(c.line)
	} else {
		c.new = append(c.new, c.line...)
	}
	c.advance()
}

// put adds an entry.
func (c *cache) put(k *cached) {
	c.rewrite()
	c.new = append(c.new, k.line()...)
}

// rewrite starts the new file with the part of the old one that is still
// valid.
func (c *cache) rewrite() {
	switch {
	case c.new != nil:
	case c.kept == 0:
		c.new = []byte(cacheTitle + c.courier + "\n")
	default:
		c.new = bytes.Clone(c.old[:c.kept])
	}
}

// close replaces the old file by the new one, if there is one, after the whole
// folder was read. Without the lock the new file is discarded.
func (c *cache) close() {
	if len(c.line) > 0 { // of records that are gone
		c.rewrite()
	}
	if c.new == nil || c.file == "" || os.MkdirAll(filepath.Dir(c.file), 0o700) != nil {
		return
	}
	lock, err := c.system.Lock(c.file+".lock", 0)
	if err != nil {
		return
	}
	defer lock.Close()
	temp := c.file + ".new"
	_ = c.system.Remove(temp) // left by a program that was killed
	file, err := c.system.Create(temp, 0o600)
	if err != nil {
		return
	}
	_, err = file.Write(c.new)
	if err = errors.Join(err, file.Close()); err == nil {
		err = c.system.Rename(temp, c.file)
	}
	if err != nil {
		_ = c.system.Remove(temp)
	}
}

// cached is the stored summary of one record and the state of its file.
type cached struct {
	Name    string // the file name
	Size    int64
	Changed time.Time
	Idle    time.Time // the time until which the courier has nothing to do
	Summary match.Summary
}

// columns returns pointers to the fields in the order of a cache line. The
// addresses of the other players follow them.
func (c *cached) columns() []any {
	s := &c.Summary
	return []any{
		&c.Name, &c.Size, &c.Changed, &c.Idle, &s.ID, &s.Hash, &s.Head, &s.Game, &s.Title.En, &s.Title.Ja, &s.Ply, &s.Over, &s.Turn,
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
	texts = append(texts, slices.Concat(c.Summary.Others, c.Summary.Programs)...) // a match has only one of them
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
			text, _ := json.Marshal(*at) // JSON has neither tabs nor newlines here
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
	switch {
	case !more:
	case len(c.Summary.Names) > 0:
		c.Summary.Others = strings.Split(text, separator)
	default:
		c.Summary.Programs = strings.Split(text, separator)
	}
	return c, true
}
