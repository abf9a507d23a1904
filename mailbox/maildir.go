package mailbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
)

// Maildir is the Fetcher of a folder into which other programs deliver, one
// file per message. It changes nothing in the folder.
//
// The files are numbered in the order in which they are found, because neither
// their names nor their times are reliable. The numbers are stored in a
// ledger, by base name, which does not change when another program sets flags.
type Maildir struct {
	root   *os.Root
	ledger ledgerFile
	only   Filter
}

// NewMaildir opens the Maildir dir, from which only messages selected by the
// filter are fetched. The file ledger must be in a folder of our own; without
// it all messages are read again.
func NewMaildir(dir, ledger string, only Filter) (*Maildir, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &Trouble{Step: "maildir open", Kind: FolderMissing, Err: err}
	}
	for _, sub := range maildirFolders {
		if info, err := root.Stat(sub); err != nil || !info.IsDir() {
			return nil, &Trouble{Step: "maildir open", Kind: FolderMissing, Err: i18n.Err("box.no-maildir", "dir", dir, "folder", sub)}
		}
	}
	own, err := os.OpenRoot(filepath.Dir(ledger))
	if err != nil {
		return nil, &Trouble{Step: "maildir open", Kind: FolderMissing, Err: err}
	}
	return &Maildir{root, ledgerFile{own, filepath.Base(ledger), ledger + ".lock"}, only}, nil
}

// maildirFolders are the folders with messages, in the order in which a
// message moves, so that one that moves in the meantime is still seen.
var maildirFolders = []string{"new", "cur"}

// filed is a message in the Maildir.
type filed struct {
	uid  uint32
	file string // below the Maildir
}

// files returns the messages in the Maildir, by base name.
func (m *Maildir) files() (map[string]string, error) {
	found := make(map[string]string)
	for _, sub := range maildirFolders {
		names, err := m.names(sub)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !strings.HasPrefix(name, ".") {
				base, _, _ := strings.Cut(name, ":") // without the flags, which change
				found[base] = sub + "/" + name
			}
		}
	}
	return found, nil
}

// names lists a folder without reading its files.
func (m *Maildir) names(sub string) ([]string, error) {
	dir, err := m.root.Open(sub)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}

// look assigns numbers to new messages and lists all messages by number. If
// since has a number beyond the last, the ledger that assigned it was lost,
// and all messages are numbered again.
func (m *Maildir) look(ctx context.Context, since Mark) (numbering Mark, list []filed, err error) {
	err = m.ledger.change(ctx, func(l *ledger) error {
		found, err := m.files()
		if err != nil {
			return err
		}
		if since.Validity == l.validity && since.UID > l.last {
			*l = newLedger()
		}
		// A name that reappears gets a new number, because the mark may have passed its old number in the meantime.
		for name := range l.uids {
			if _, there := found[name]; !there {
				delete(l.uids, name)
				l.changed = true
			}
		}
		for _, name := range m.arrived(l, found) {
			l.last++
			l.uids[name], l.changed = l.last, true
		}
		for name, uid := range l.uids {
			list = append(list, filed{uid, found[name]})
		}
		numbering = Mark{Validity: l.validity, UID: l.last}
		return nil
	})
	if ctx.Err() != nil {
		return since, nil, ctx.Err()
	}
	if err != nil {
		return since, nil, &Trouble{Step: "maildir list", Kind: FolderMissing, Err: err}
	}
	slices.SortFunc(list, func(a, b filed) int { return cmp.Compare(a.uid, b.uid) })
	return numbering, list, nil
}

// arrived returns the names of found without a number, oldest first.
func (m *Maildir) arrived(l *ledger, found map[string]string) []string {
	came := map[string]time.Time{}
	var names []string
	for name, file := range found {
		if _, known := l.uids[name]; known {
			continue
		}
		names = append(names, name)
		if info, err := m.root.Lstat(file); err == nil {
			came[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(came[a].Compare(came[b]), strings.Compare(a, b))
	})
	return names
}

// Fetch reads the files. A listed file that is missing may only have been
// renamed, so the folder is then listed again.
func (m *Maildir) Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) {
	mark := since
	for stuck := 0; ; {
		numbering, list, err := m.look(ctx, mark)
		if err != nil {
			return mark, err
		}
		begin := mark.from(numbering.Validity)
		mark, err = m.take(ctx, begin, list, handle)
		if !errors.Is(err, errMoved) {
			return mark, err
		}
		if stuck++; mark != begin {
			stuck = 0
		}
		if stuck == tries {
			return mark, &Trouble{Step: "maildir list", Kind: FolderMissing, Err: errMoved}
		}
	}
}

// errMoved is the error of a file that is not where it was listed.
var errMoved = i18n.Err("box.moved")

// take passes the messages after the mark to handle.
func (m *Maildir) take(ctx context.Context, mark Mark, list []filed, handle func(Mail) error) (Mark, error) {
	begin := mark
	for _, f := range list {
		if f.uid <= mark.UID {
			continue
		}
		if ctx.Err() != nil {
			return mark, ctx.Err()
		}
		mail := Mail{UID: f.uid, Mark: mark}
		mail.Mark.UID, mail.Mark.Broke = f.uid, 0
		switch err := m.read(f.file, begin, &mail); {
		case errors.Is(err, fs.ErrNotExist):
			return mark, errMoved
		case err == errNotPicked:
		default:
			mail.Err = err
			if err := handle(mail); err != nil {
				return mark, i18n.Err("box.message", "n", f.uid, "why", err)
			}
		}
		mark = mail.Mark
	}
	return mark, nil
}

// errNotPicked is the error of a message that the filter excludes.
var errNotPicked = errors.New("the message is not ours")

// read reads a file into mail.
func (m *Maildir) read(file string, begin Mark, mail *Mail) error {
	if err := mail.stat(m.root, file); err != nil {
		return err
	}
	if begin.old(mail.Received) {
		return errNotPicked
	}
	if picked, err := m.picks(file); err != nil || !picked {
		return cmp.Or(err, errNotPicked)
	}
	return mail.load(m.root, file)
}

// picks reads the header of a message and reports whether it should be
// fetched.
func (m *Maildir) picks(file string) (bool, error) {
	f, err := m.root.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, maxHeader))
	return m.only.picks(head), err
}

// Wait checks for changes every few seconds. It reads the names only after a
// change, and once more at the next check: a file that arrives in the same
// tick of the file system's clock as the last check does not change the time.
func (m *Maildir) Wait(ctx context.Context, seen Mark, clock Clock) (Mark, error) {
	var before []time.Time
	settled := false
	for mark := seen; ; {
		changed, err := m.changed()
		if err != nil {
			return seen, err
		}
		if same := slices.EqualFunc(changed, before, time.Time.Equal); !same || !settled {
			numbering, list, err := m.look(ctx, mark)
			if err != nil {
				return seen, err
			}
			if seen.zero() || m.anyPicked(list, mark.from(numbering.Validity)) {
				return numbering, nil
			}
			mark, before, settled = numbering, changed, same
		}
		select {
		case <-clock(folderLook):
		case <-ctx.Done():
			return seen, ctx.Err()
		}
	}
}

// changed returns when each folder last changed. No file system's clock ticks
// more slowly than folderLook.
func (m *Maildir) changed() (times []time.Time, err error) {
	for _, sub := range maildirFolders {
		info, err := m.root.Stat(sub)
		if err != nil {
			return nil, &Trouble{Step: "maildir list", Kind: FolderMissing, Err: err}
		}
		times = append(times, info.ModTime())
	}
	return times, nil
}

// anyPicked reports whether there is a message after the mark that Fetch would
// pass on.
func (m *Maildir) anyPicked(list []filed, mark Mark) bool {
	return slices.ContainsFunc(list, func(f filed) bool {
		if f.uid <= mark.UID {
			return false
		}
		picked, err := m.picks(f.file)
		return picked || err != nil
	})
}

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
