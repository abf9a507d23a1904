package mailbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
)

// Maildir is the Fetcher of a folder into which other programs deliver, one file a message. Nothing in it is changed.
//
// The files are numbered in the order in which they are found, because neither their names nor their times are sure to be in
// order of arrival. The numbers are kept in a ledger, by base name, which stays where another program sets flags.
type Maildir struct {
	root   *os.Root
	ledger ledgerFile
	only   Filter
}

// NewMaildir opens the Maildir dir, of which only what the filter picks is fetched. The file ledger lies in a folder of our
// own; without it all is read again.
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

// maildirFolders is where messages lie, in the order in which a message moves: one that moves meanwhile is still seen.
var maildirFolders = []string{"new", "cur"}

// baseName is the part of a file name that stays when flags are set.
func baseName(file string) string {
	base, _, _ := strings.Cut(file, ":")
	return base
}

// filed is a message by its place.
type filed struct {
	uid  uint32
	file string // below the Maildir
}

// files are the messages that lie in the Maildir now, by base name.
func (m *Maildir) files() (map[string]string, error) {
	found := make(map[string]string)
	for _, sub := range maildirFolders {
		names, err := m.names(sub)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !strings.HasPrefix(name, ".") {
				found[baseName(name)] = sub + "/" + name
			}
		}
	}
	return found, nil
}

// names lists a folder without looking at its files.
func (m *Maildir) names(sub string) ([]string, error) {
	dir, err := m.root.Open(sub)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}

// look gives a number to what is new and lists what there is, by number. A number beyond the last, in since, was given out
// by a ledger that was lost: all is then numbered anew.
func (m *Maildir) look(ctx context.Context, since Mark) (numbering Mark, list []filed, err error) {
	err = m.ledger.change(ctx, func(l *ledger) error {
		found, err := m.files()
		if err != nil {
			return err
		}
		if since.Validity == l.validity && since.UID > l.last {
			*l = newLedger()
		}
		l.keep(found)
		for _, name := range m.arrived(l, found) {
			l.add(name)
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

// arrived are the names of found that have no number, oldest first.
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

// Fetch reads the files. One that is gone when it is its turn may only have been renamed, so the folder is then listed again.
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

// errMoved says that a file is not where it was listed.
var errMoved = i18n.Err("box.moved")

// take hands over what is behind the mark.
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

// errNotPicked says that a message is not to be fetched.
var errNotPicked = errors.New("the message is not ours")

// read fills in the message in a file.
func (m *Maildir) read(file string, begin Mark, mail *Mail) error {
	info, err := m.root.Lstat(file)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return i18n.Err("file.not-plain", "file", file)
	case begin.old(info.ModTime()):
		return errNotPicked
	}
	mail.Size, mail.Received = info.Size(), info.ModTime()
	picked, err := m.picks(file)
	switch {
	case err != nil:
		return err
	case !picked:
		return errNotPicked
	case mail.Size > MaxMail:
		return ErrTooLarge
	}
	mail.Raw, err = m.root.ReadFile(file)
	return err
}

// picks reads the header of a message and tells whether it is to be fetched.
func (m *Maildir) picks(file string) (bool, error) {
	if m.only == (Filter{}) {
		return true, nil
	}
	f, err := m.root.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, maxHeader))
	return m.only.picks(head), err
}

// picks tells whether one of the signs is in the header with which a message begins. It takes more than a server finds, so
// that no damaged header hides a letter.
func (f Filter) picks(head []byte) bool {
	for _, end := range []string{"\n\n", "\n\r\n"} {
		head, _, _ = bytes.Cut(head, []byte(end))
	}
	text := strings.ToLower(string(head) + "\n" + line(string(head)))
	return slices.ContainsFunc([]string{f.Name, f.Reference, "mailer-daemon", "postmaster"}, func(sign string) bool {
		return strings.Contains(text, strings.ToLower(sign))
	})
}

// Wait looks every few seconds, as into a shared folder. It reads the names only after a change, and once more at the next
// look: a file that arrives in the same tick of the file system's clock as the last reading changes no time.
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

// changed is when files last came into each folder or left it. No file system's clock ticks more slowly than folderLook.
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

// anyPicked tells whether there is something behind the mark that Fetch would hand over.
func (m *Maildir) anyPicked(list []filed, mark Mark) bool {
	return slices.ContainsFunc(list, func(f filed) bool {
		if f.uid <= mark.UID {
			return false
		}
		picked, err := m.picks(f.file)
		return picked || err != nil
	})
}
