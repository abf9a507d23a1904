package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

// ledger holds the numbers assigned to names.
type ledger struct {
	validity, last uint32
	uids           map[string]uint32
	changed        bool // since it was read
}

// newLedger returns an empty ledger with a new numbering.
func newLedger() ledger {
	return ledger{validity: max(1, rand.Uint32()), uids: map[string]uint32{}, changed: true}
}

// add assigns the next number to a name.
func (l *ledger) add(name string) {
	l.last++
	l.uids[name], l.changed = l.last, true
}

// keep drops the names that are not in found. A name that reappears gets a new
// number, because the mark may have passed its old number in the meantime.
func (l *ledger) keep(found map[string]string) {
	for name := range l.uids {
		if _, there := found[name]; !there {
			delete(l.uids, name)
			l.changed = true
		}
	}
}

// bytes returns a line with the numbering and the last number, and one for
// each name, quoted.
func (l *ledger) bytes() []byte {
	text := fmt.Appendf(nil, "%d/%d\n", l.validity, l.last)
	for name, uid := range l.uids {
		text = append(strconv.AppendUint(text, uint64(uid), 10), ' ')
		text = append(strconv.AppendQuote(text, name), '\n')
	}
	return text
}

// readLedger is the inverse of bytes. It returns a new ledger if the text is
// missing or damaged.
func readLedger(text []byte) ledger {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var mark Mark
	if mark.UnmarshalText(first) != nil || mark.Validity == 0 {
		return newLedger()
	}
	l := ledger{validity: mark.Validity, last: mark.UID, uids: map[string]uint32{}}
	for line := range bytes.Lines(rest) {
		number, quoted, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		uid, err := strconv.ParseUint(number, 10, 32)
		name, bad := strconv.Unquote(quoted)
		if err != nil || bad != nil || uint32(uid) > l.last {
			return newLedger()
		}
		l.uids[name] = uint32(uid)
	}
	return l
}

// ledgerFile is the file of a ledger.
type ledgerFile struct {
	root *os.Root
	name string
	lock string // the path of a file that is locked while the ledger is read and changed
}

// change calls act on the ledger. A number must never be assigned twice, so
// changes are on the disk when change returns.
func (f ledgerFile) change(ctx context.Context, act func(*ledger) error) error {
	return locked(ctx, f.lock, func() error {
		text, err := f.root.ReadFile(f.name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		l := readLedger(text)
		if err := act(&l); err != nil || !l.changed {
			return err
		}
		return replace(f.root, f.name, l.bytes())
	})
}
