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
	"hikyaku/match"
)

// The file Folder.Verified has the hashes of records whose signatures are good,
// one a line, the latest last. Checking signatures is most of the work of judging
// a record, so it is done once for the same bytes under the same law. The file
// may be lost or damaged at any time, which only costs that work again.

// verifiedTitle returns the first line. A file of another law holds nothing.
func verifiedTitle() string { return fmt.Sprintf("hikyaku verified %d\n", match.Law) }

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
func (f *Folder) marks() *marks {
	now, err := os.Stat(f.Verified)
	if known := marked.in[f.Verified]; known != nil && known.file != nil && err == nil &&
		os.SameFile(known.file, now) && known.file.Size() == now.Size() && known.file.ModTime().Equal(now.ModTime()) {
		return known
	}
	m := &marks{lines: map[string]bool{}}
	marked.in[f.Verified] = m
	data, _, err := f.System.Read(f.Verified)
	text, ours := strings.CutPrefix(string(data), verifiedTitle())
	if err != nil || !ours {
		return m
	}
	m.file = now
	for line := range strings.SplitAfterSeq(text, "\n") {
		m.lines[line] = true
	}
	return m
}

// isVerified reports whether the signatures of the record with a hash are good.
func (f *Folder) isVerified(sum [sha256.Size]byte) bool {
	if f.Verified == "" {
		return false
	}
	marked.Lock()
	defer marked.Unlock()
	return f.marks().lines[hashLine(sum)]
}

// addVerified stores that the signatures of the record with a hash are good. Errors do
// no harm.
func (f *Folder) addVerified(sum [sha256.Size]byte) {
	if f.Verified == "" {
		return
	}
	marked.Lock()
	defer marked.Unlock()
	m, line := f.marks(), hashLine(sum)
	if m.file == nil || m.file.Size() >= int64(len(verifiedTitle())+maxVerified*len(line)) {
		var newer []byte // the newer half of what the file held
		if data, _, err := f.System.Read(f.Verified); err == nil && bytes.HasPrefix(data, []byte(verifiedTitle())) {
			lines := data[len(verifiedTitle()):]
			newer = lines[len(lines)/len(line)/2*len(line):]
		}
		_ = atomicfile.Replace(f.System, f.Verified, slices.Concat([]byte(verifiedTitle()), newer, []byte(line)))
		return
	}
	file, err := os.OpenFile(f.Verified, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, err = file.WriteString(line)
	now, statErr := file.Stat()
	if file.Close() == nil && err == nil && statErr == nil && now.Size() == m.file.Size()+int64(len(line)) { // no other process has added a line
		m.file, m.lines[line] = now, true
	}
}
