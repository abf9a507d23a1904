package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// folder is the Box of a shared folder. Each address has a subfolder with a folder "new", in which each message is a file
// named for its UID, and a file "mark" with the numbering and the last UID.
type folder struct {
	root    *os.Root
	lock    string // held while a letter gets its UID
	address string
}

// NewFolder opens the subfolder of address in the shared folder dir, for play
// without a mail account, and creates it if necessary. The shared folder must
// exist: if it were created for a mistyped name, no message would ever arrive.
// All users must see the same file system, with working locks. A message to an
// address without a subfolder is refused.
func NewFolder(dir, address string) (Box, error) {
	if !identity.IsAddress(address) {
		return nil, &Trouble{Step: "settings", Kind: Settings, Err: noAddress(address)}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &Trouble{Step: "folder open", Kind: FolderMissing, Err: err}
	}
	f := &folder{root: root, lock: filepath.Join(dir, ".lock"), address: address}
	err = locked(context.Background(), f.lock, func() error {
		if err := root.MkdirAll(path.Join(place(address), "new"), 0o777); err != nil {
			return err
		}
		if _, err := f.readMark(address); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return f.writeMark(address, Mark{Validity: 1 + rand.Uint32N(math.MaxUint32)}) // random, so that a folder created again is read again
	})
	if err != nil {
		root.Close()
		return nil, &Trouble{Step: "folder open", Kind: FolderMissing, Err: err}
	}
	return f, nil
}

// place returns the name of the subfolder of an address. It ignores case and is never a path.
func place(address string) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(address)) {
		if c == '@' || c == '-' || c == '_' || c == '+' || c == '.' && b.Len() > 0 ||
			'0' <= c && c <= '9' || 'a' <= c && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// Fetch reads the files of our own subfolder. It removes nothing.
func (f *folder) Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	current, err := f.readMark(f.address)
	if err != nil {
		return since, &Trouble{Step: "folder open", Kind: FolderMissing, Err: err}
	}
	mark := since.from(current.Validity)
	begin := mark
	uids, err := f.list(f.address)
	if err != nil {
		return mark, &Trouble{Step: "folder list", Kind: FolderMissing, Err: err}
	}
	for _, uid := range uids {
		if uid <= mark.UID {
			continue
		}
		if ctx.Err() != nil {
			return mark, ctx.Err()
		}
		m, file := Mail{UID: uid}, path.Join(place(f.address), "new", fileNameOf(uid))
		if m.Err = m.stat(f.root, file); m.Err == nil {
			m.Err = m.load(f.root, file)
		}
		if m.Err == nil && begin.old(m.Received) {
			continue
		}
		m.Mark = mark
		m.Mark.UID, m.Mark.Broke = uid, 0
		if err := handle(m); err != nil {
			return mark, i18n.Err("box.message", "n", uid, "why", err)
		}
		mark = m.Mark
	}
	return mark, nil
}

// list returns the UIDs in the subfolder of an address, in order.
func (f *folder) list(address string) ([]uint32, error) {
	entries, err := fs.ReadDir(f.root.FS(), path.Join(place(address), "new"))
	var uids []uint32
	for _, e := range entries {
		number, isMail := strings.CutSuffix(e.Name(), ".eml")
		uid, bad := strconv.ParseUint(number, 10, 32)
		if isMail && bad == nil && fileNameOf(uint32(uid)) == e.Name() {
			uids = append(uids, uint32(uid))
		}
	}
	slices.Sort(uids)
	return uids, err
}

func fileNameOf(uid uint32) string { return fmt.Sprintf("%010d.eml", uid) }

// Send writes the letter into the subfolder of its recipient.
func (f *folder) Send(ctx context.Context, l *Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &SendError{Kind: Refused, Err: err}
	}
	err = locked(ctx, f.lock, func() error {
		mark, err := f.readMark(l.To.Addr)
		if err != nil {
			return err
		}
		uids, err := f.list(l.To.Addr)
		if err != nil {
			return err
		}
		mark.UID = max(mark.UID, slices.Max(append(uids, 0))) // no UID is reused, even if files were removed by hand
		if mark.UID == math.MaxUint32 {
			return i18n.Err("box.used-up")
		}
		mark.UID++
		if err := replace(f.root, path.Join(place(l.To.Addr), "new", fileNameOf(mark.UID)), raw); err != nil {
			return err
		}
		return f.writeMark(l.To.Addr, mark)
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return &SendError{Kind: Refused, Err: i18n.Err(neverOpened, "who", l.To.Addr)}
	}
	return &SendError{Kind: Temporary, Err: err}
}

// HasOpened returns an error unless the player at an address has opened the shared folder dir.
func HasOpened(dir, address string) error {
	if _, err := os.Stat(filepath.Join(dir, place(address), "new")); errors.Is(err, fs.ErrNotExist) {
		return &SendError{Kind: Refused, Err: i18n.Err(neverOpened, "who", address)}
	}
	return nil
}

// neverOpened is the key of the error of an address without a subfolder.
const neverOpened = "box.never-opened"

func (f *folder) readMark(address string) (mark Mark, err error) {
	text, err := f.root.ReadFile(path.Join(place(address), "mark"))
	if err != nil {
		return mark, err
	}
	return mark, mark.UnmarshalText([]byte(strings.TrimSpace(string(text))))
}

func (f *folder) writeMark(address string, mark Mark) error {
	return replace(f.root, path.Join(place(address), "mark"), fmt.Appendf(nil, "%d/%d\n", mark.Validity, mark.UID))
}

// replace writes a file atomically. The caller holds the lock, so the temporary name is free.
func replace(root *os.Root, name string, data []byte) error {
	between := name + ".tmp"
	file, err := root.OpenFile(between, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := root.Rename(between, name); err != nil {
		return err
	}
	return syncDir(root, path.Dir(name))
}

// locked runs act while no other process holds the lock of that file.
func locked(ctx context.Context, file string, act func() error) error {
	lock := flock.New(file)
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); err != nil {
		return err
	}
	return errors.Join(act(), lock.Close())
}
