package game

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/atomicfile"
)

// disk is the disk of the machine, on which there is no folder of the club.
type disk struct{ atomicfile.OS }

func (d disk) SyncDir(dir string) error {
	if dir == Folder {
		return fs.ErrNotExist
	}
	return d.OS.SyncDir(dir)
}

func (d disk) Resolve(name string) (string, error) {
	if path.Dir(name) == Folder {
		return "", fs.ErrNotExist
	}
	return d.OS.Resolve(name)
}

// TestFiles checks that files in the folder of the club never reach the disk, and that the others do.
func TestFiles(t *testing.T) {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	defer b.Close()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		f, disk := &files{tx: tx, machine: disk{}, read: map[string][]byte{}, written: map[string][]byte{}}, t.TempDir()
		for _, dir := range []string{Folder, disk} {
			name, temp := path.Join(dir, "a.kif"), path.Join(dir, "a.kif.tmp")
			writes := func() {
				t.Helper()
				w, err := f.Create(temp, 0o600)
				dbtest.Must(t, err)
				_, err = w.Write([]byte("x"))
				dbtest.Must(t, errors.Join(err, w.Chmod(0o600), w.Sync(), w.Close()))
			}
			reads := func(name, want string) {
				t.Helper()
				data, _, err := f.Read(name)
				if string(data) != want || errors.Is(err, fs.ErrNotExist) != (want == "") {
					t.Errorf("%s contains %q, %v, want %q", name, data, err, want)
				}
				data, _, err = atomicfile.OS{}.Read(name)
				if there := err == nil; there != (dir == disk && want != "") {
					t.Errorf("%s on the disk contains %q, %v", name, data, err)
				}
			}
			writes()
			reads(temp, "x")
			dbtest.Must(t, errors.Join(f.Rename(temp, name), f.SyncDir(dir)))
			reads(name, "x")
			reads(temp, "")
			if err := f.Rename(temp, name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is renamed again: %v", temp, err)
			}
			writes()
			dbtest.Must(t, f.Rename(temp, name))
			writes()
			dbtest.Must(t, f.Remove(temp))
			reads(temp, "")
			lock, err := f.Lock(name, time.Second)
			dbtest.Must(t, err)
			dbtest.Must(t, lock.Close())
			if got, err := f.Resolve(name); got != name || err != nil {
				t.Errorf("%s is %s, %v", name, got, err)
			}
		}
		if f.failed != nil {
			t.Errorf("a file that isn't there lets the transaction fail: %v", f.failed)
		}
		if !slices.Equal(f.order, []string{"/club/a.kif"}) {
			t.Errorf("%v is to be stored", f.order)
		}
		return nil
	}))
}
