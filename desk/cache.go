package desk

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/store"
)

// cache is the file in which a desk remembers what its records hold, a line each, in the order of the folder. It is read as a
// stream beside the folder, and written anew from the first line on that differs. What goes wrong with it costs only time, so
// it has no errors.
type cache struct {
	system  store.System
	file    string // empty for none
	courier string // whose rests it holds; empty for nobody's
	void    bool   // the rests that are read are those of another courier

	old   *os.File // nil for none
	lines *bufio.Reader
	next  cached // what was read last
	line  []byte // next as it is written; empty behind the last

	same int64  // how many bytes of the old file stay
	new  *draft // nil as long as all of them do
}

// cacheTitle begins the first line; the name of a courier's memory ends it.
const cacheTitle = "hikyaku list 1 "

// openCache opens the cache of d. Where a courier is named, the rests that another has noted are void.
func openCache(d *Desk, courier string) *cache {
	c := &cache{system: d.System, file: d.Cache, courier: courier, lines: bufio.NewReader(strings.NewReader(""))}
	if old, err := os.Open(d.Cache); err == nil {
		c.old, c.lines = old, bufio.NewReaderSize(old, 64<<10)
		c.readTitle()
	}
	c.advance()
	return c
}

func (c *cache) readTitle() {
	title, _ := c.lines.ReadString('\n')
	courier, ok := strings.CutPrefix(strings.TrimSuffix(title, "\n"), cacheTitle)
	if !ok || c.courier != "" && c.courier != courier {
		c.void = true
		c.differ()
		return
	}
	c.courier, c.same = courier, int64(len(title))
}

// advance reads the next line that is not damaged.
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
		c.differ()
	}
	if c.void {
		c.next.Rest = time.Time{}
		c.line = []byte(c.next.line())
	}
}

// find is what is remembered of the record of a name. Names are asked for in their order: what stands before is forgotten,
// unless it was kept.
func (c *cache) find(name string) (cached, bool) {
	for len(c.line) > 0 && c.next.Name < name {
		c.differ()
		c.advance()
	}
	return c.next, len(c.line) > 0 && c.next.Name == name
}

// keep keeps what was found.
func (c *cache) keep() {
	if c.new == nil {
		c.same += int64(len(c.line))
	} else {
		_, _ = c.new.Write(c.line)
	}
	c.advance()
}

// put remembers k.
func (c *cache) put(k cached) {
	c.differ()
	_, _ = c.new.WriteString(k.line())
}

// differ begins the new file with what stays of the old one.
func (c *cache) differ() {
	if c.new != nil {
		return
	}
	c.new = newDraft(c.system, c.file)
	if c.same == 0 {
		_, _ = c.new.WriteString(cacheTitle + c.courier + "\n")
		return
	}
	_, _ = io.Copy(c.new, io.NewSectionReader(c.old, 0, c.same))
}

// close ends the reading. The new file, if there is one, takes the place of the old one where the folder was gone through to
// its end.
func (c *cache) close(whole bool) {
	if len(c.line) > 0 && whole {
		c.differ()
	}
	if c.old != nil {
		_ = c.old.Close() // nothing was written
	}
	if c.new != nil {
		c.new.end(whole)
	}
}

// draft is a file that is being written. Somebody else who writes it meanwhile writes for nothing.
type draft struct {
	*bufio.Writer
	system     store.System
	temp, name string
	lock       io.Closer
	file       store.File // nil where nothing can be written
}

func newDraft(system store.System, name string) *draft {
	d := &draft{Writer: bufio.NewWriter(io.Discard), system: system, name: name}
	if name == "" || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return d
	}
	var err error
	if d.lock, err = system.Lock(name+".lock", 0); err != nil {
		return d
	}
	d.temp = name + ".new"
	_ = system.Remove(d.temp) // of a program that was killed
	if d.file, err = system.Create(d.temp, 0o600); err == nil {
		d.Reset(d.file)
	}
	return d
}

// end closes the file, and lets it take its name where it is whole.
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
