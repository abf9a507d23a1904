package home

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/match"
)

// cache is the file with the summaries of a folder's records, one per line, in
// the order of file names. It is read as a stream along with the folder and
// rewritten from the first line that differs. It reports no errors: a failure
// only costs time.
type cache struct {
	system  atomicfile.System
	file    string // empty for none
	courier string // the courier whose rest times the file holds; empty for none
	void    bool   // the file holds the rest times of another courier

	old   *os.File // nil for none
	lines *bufio.Reader
	next  cached // the line read last
	line  []byte // next in its written form; empty at the end

	unchanged int64  // how many bytes of the old file are still valid
	new       *draft // the new file; nil while the old one is valid
}

// cacheTitle begins the first line, which ends with the name of the courier's
// memory.
const cacheTitle = "hikyaku list 8 "

// openCache opens the cache of d. A non-empty courier invalidates the rest
// times of any other courier.
func (f *Folder) openCache(courier string) *cache {
	c := &cache{system: f.System, file: f.Cache, courier: courier, lines: bufio.NewReader(strings.NewReader(""))}
	if old, err := os.Open(f.Cache); err == nil {
		c.old, c.lines = old, bufio.NewReaderSize(old, 64<<10)
		c.readTitle()
	}
	c.advance()
	return c
}

func (c *cache) readTitle() {
	title, _ := c.lines.ReadString('\n')
	courier, ok := strings.CutPrefix(strings.TrimSuffix(title, "\n"), cacheTitle)
	if !ok { // of another version
		c.lines.Reset(strings.NewReader(""))
		c.rewrite()
		return
	}
	if c.courier != "" && c.courier != courier {
		c.void = true
		c.rewrite()
		return
	}
	c.courier, c.unchanged = courier, int64(len(title))
}

// advance reads the next undamaged line.
func (c *cache) advance() {
	for {
		line, err := c.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			c.line = nil
			return
		}
		var ok bool
		if c.next, ok = parseCached(string(line)); ok {
			c.line = line
			break
		}
		c.rewrite()
	}
	if c.void {
		c.next.Rest = time.Time{}
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
		c.unchanged += int64(len(c.line))
	} else {
		_, _ = c.new.Write(c.line)
	}
	c.advance()
}

// rewrite starts the new file with the part of the old one that is still
// valid.
func (c *cache) rewrite() {
	if c.new != nil {
		return
	}
	c.new = newDraft(c.system, c.file)
	if c.unchanged == 0 {
		_, _ = c.new.WriteString(cacheTitle + c.courier + "\n")
		return
	}
	_, _ = io.Copy(c.new, io.NewSectionReader(c.old, 0, c.unchanged))
}

// close closes the cache. If the whole folder was read, a new file replaces the old one.
func (c *cache) close(whole bool) {
	if len(c.line) > 0 && whole {
		c.rewrite()
	}
	if c.old != nil {
		_ = c.old.Close() // nothing was written
	}
	if c.new != nil {
		c.new.end(whole)
	}
}

// draft is a file being written. It holds a lock; without the lock, everything
// written is discarded.
type draft struct {
	*bufio.Writer
	system     atomicfile.System
	temp, name string
	lock       io.Closer
	file       atomicfile.File // nil if it cannot be written
}

func newDraft(system atomicfile.System, name string) *draft {
	d := &draft{Writer: bufio.NewWriter(io.Discard), system: system, name: name}
	if name == "" || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return d
	}
	lock, err := system.Lock(name+".lock", 0)
	if err != nil {
		return d
	}
	d.lock = lock
	d.temp = name + ".new"
	_ = system.Remove(d.temp) // left by a program that was killed
	file, err := system.Create(d.temp, 0o600)
	if err == nil {
		d.file = file
		d.Reset(file)
	}
	return d
}

// end closes the file and, if whole is set, renames it to its final name.
func (d *draft) end(whole bool) {
	if d.file != nil {
		err := errors.Join(d.Flush(), d.file.Close())
		if err == nil && whole {
			_ = d.system.Rename(d.temp, d.name)
		} else {
			_ = d.system.Remove(d.temp)
		}
	}
	if d.lock != nil {
		_ = d.lock.Close()
	}
}

// cached is the stored summary of one record and the state of its file.
type cached struct {
	Name    string // the file name
	Size    int64
	Changed time.Time
	Rest    time.Time // the time until which the courier has nothing to do
	Summary match.Summary
}

// columns returns pointers to the fields in the order of a cache line. The
// addresses of the other players follow them.
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
	if more {
		c.Summary.Others = strings.Split(text, separator)
	}
	return c, true
}
