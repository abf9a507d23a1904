package archive

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// notebook is a disk that notes what is made durable, and fails where it is told to.
type notebook struct {
	synced []string
	fails  string
}

func (n *notebook) Sync(file string) error {
	n.synced = append(n.synced, file)
	if n.fails != "" && filepath.Base(file) == n.fails {
		return errors.New("the disk is gone")
	}
	return nil
}

func (n *notebook) SyncDir(dir string) error { return n.Sync(dir) }

// TestDurable checks that every file of an export and every name is synced before the folder is renamed, and the new name
// afterwards.
// An export whose disk fails leaves the one before it.
func TestDurable(t *testing.T) {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	defer b.Close()
	writes := func(name, record string) {
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(`insert into beside (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, name, []byte(record))
			return err
		}))
	}
	writes("a.kif", "first")
	dir := filepath.Join(t.TempDir(), "export")
	exports := func(n *notebook) error {
		w, err := newWriter(dir)
		dbtest.Must(t, err)
		w.disk = n
		return w.export(t.Context(), b, writeStored)
	}
	n := &notebook{}
	dbtest.Must(t, exports(n))
	end := len(n.synced) - 3
	if want := []string{filepath.Join(dir+".next", Folder), dir + ".next", filepath.Dir(dir)}; end < 0 || !slices.Equal(n.synced[end:], want) {
		t.Fatalf("at the end are made durable %q, want %q", n.synced, want)
	}
	dbtest.Must(t, filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(dir, file); err == nil && !d.IsDir() && !slices.Contains(n.synced[:end], filepath.Join(dir+".next", name)) {
			t.Errorf("%s is not made durable", name)
		}
		return err
	}))

	writes("a.kif", "second")
	for _, fails := range []string{"a.kif", Folder, "export.next"} {
		if err := exports(&notebook{fails: fails}); err == nil {
			t.Errorf("a disk that fails with %s is not told of", fails)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "a.kif")); err != nil || string(data) != "first" {
			t.Errorf("behind an export that has failed there is %q, %v", data, err)
		}
		if _, err := os.Stat(dir + ".next"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what could not be made durable is left: %v", err)
		}
	}

	n = &notebook{}
	writes("b.kif", "third")
	dbtest.Must(t, exports(n))
	if files := len(n.synced) - 3; files != 2 {
		t.Errorf("of two new files %d are made durable: %q", files, n.synced)
	}
	if err := exports(&notebook{fails: filepath.Base(filepath.Dir(dir))}); err == nil {
		t.Error("a disk that fails with the new name is not told of")
	}
}
