package home

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"hikyaku/internal/atomicfile"
	"hikyaku/kif"
	"hikyaku/match"
)

// verified is a file with the hashes of records whose signatures are good, one
// a line, the latest last. Checking signatures is most of the work of judging a
// record, so it is done once for the same bytes under the same law. The file
// may be lost or damaged at any time, which only costs that work again.
type verified struct {
	system atomicfile.System
	file   string // empty for none
}

func (f *Folder) verified() verified { return verified{f.System, f.Verified} }

// title is the first line. A file of another law holds nothing.
func (verified) title() string { return fmt.Sprintf("hikyaku verified %d\n", match.Law) }

// maxVerified is the number of hashes after which the older half is dropped.
const maxVerified = 4096

// hashLine returns the line of a record with a hash.
func hashLine(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:]) + "\n" }

// marks are the lines of a file of verified records, as it was read last.
type marks struct {
	file  os.FileInfo // nil if the file is of no use
	lines map[string]bool
}

// marked holds what was read, by file: a command or a poll asks for each record
// that it opens.
var marked = struct {
	sync.Mutex
	in map[string]*marks
}{in: map[string]*marks{}}

// marks returns the lines of the file, which is read if it has changed since it
// was read last. marked must be locked.
func (v verified) marks() *marks {
	now, err := os.Stat(v.file)
	if known := marked.in[v.file]; known != nil && known.file != nil && err == nil &&
		os.SameFile(known.file, now) && known.file.Size() == now.Size() && known.file.ModTime().Equal(now.ModTime()) {
		return known
	}
	m := &marks{lines: map[string]bool{}}
	marked.in[v.file] = m
	data, _, err := v.system.Read(v.file)
	text, ours := strings.CutPrefix(string(data), v.title())
	if err != nil || !ours {
		return m
	}
	m.file = now
	for line := range strings.SplitAfterSeq(text, "\n") {
		m.lines[line] = true
	}
	return m
}

// holds reports whether the signatures of the record with a hash are good.
func (v verified) holds(sum [sha256.Size]byte) bool {
	if v.file == "" {
		return false
	}
	marked.Lock()
	defer marked.Unlock()
	return v.marks().lines[hashLine(sum)]
}

// add stores that the signatures of the record with a hash are good. Errors do
// no harm.
func (v verified) add(sum [sha256.Size]byte) {
	if v.file == "" {
		return
	}
	marked.Lock()
	defer marked.Unlock()
	m, line := v.marks(), hashLine(sum)
	if m.file == nil || m.file.Size() >= int64(len(v.title())+maxVerified*len(line)) {
		v.renew(line)
		return
	}
	f, err := os.OpenFile(v.file, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, err = f.WriteString(line)
	now, statErr := f.Stat()
	if f.Close() == nil && err == nil && statErr == nil && now.Size() == m.file.Size()+int64(len(line)) { // no other process has added a line
		m.file, m.lines[line] = now, true
	}
}

// renew begins the file anew, with the newer half of what it held and one more
// line.
func (v verified) renew(line string) {
	var newer []byte
	if data, _, err := v.system.Read(v.file); err == nil && bytes.HasPrefix(data, []byte(v.title())) {
		lines := data[len(v.title()):]
		newer = lines[len(lines)/len(line)/2*len(line):]
	}
	_ = atomicfile.Replace(v.system, v.file, slices.Concat([]byte(v.title()), newer, []byte(line)))
}

// isSigned reports whether the entries of r are signed.
func isSigned(r *kif.Record) bool {
	return len(r.Events) > 0 && r.Events[0].Step == kif.Step(kif.Invite{})
}
