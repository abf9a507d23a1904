package home

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

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

func (d *Desk) verified() verified { return verified{d.System, d.Verified} }

// title is the first line. A file of another law holds nothing.
func (verified) title() []byte { return fmt.Appendf(nil, "hikyaku verified %d\n", match.Law) }

// maxVerified is the number of hashes after which the older half is dropped.
const maxVerified = 4096

// hashLine returns the line of a record with a hash.
func hashLine(sum [sha256.Size]byte) []byte { return append(hex.AppendEncode(nil, sum[:]), '\n') }

// read returns the content of the file, or nil if it is of no use.
func (v verified) read() []byte {
	if v.file == "" {
		return nil
	}
	data, _, err := v.system.Read(v.file)
	if err != nil || !bytes.HasPrefix(data, v.title()) {
		return nil
	}
	return data
}

// holds reports whether the signatures of the record with a hash are good.
func (v verified) holds(sum [sha256.Size]byte) bool {
	return bytes.Contains(v.read(), append([]byte{'\n'}, hashLine(sum)...))
}

// add stores that the signatures of the record with a hash are good. Errors do
// no harm.
func (v verified) add(sum [sha256.Size]byte) {
	if v.file == "" {
		return
	}
	data, line := v.read(), hashLine(sum)
	if lines := data[min(len(data), len(v.title())):]; data == nil || len(lines) >= maxVerified*len(line) {
		newer := lines[len(lines)/len(line)/2*len(line):]
		_ = atomicfile.Replace(v.system, v.file, bytes.Join([][]byte{v.title(), newer, line}, nil))
		return
	}
	f, err := os.OpenFile(v.file, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write(line)
	_ = f.Close()
}

// isSigned reports whether the entries of r are signed.
func isSigned(r *kif.Record) bool {
	return len(r.Events) > 0 && r.Events[0].Step == kif.Step(kif.Invite{})
}
