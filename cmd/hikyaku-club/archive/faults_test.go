package archive_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine/all"
)

// TestNoErrorIsDropped lets every statement fail once that an export, an import, the log, the site and the deletion of a player need.
func TestNoErrorIsDropped(t *testing.T) {
	p := publish(t)
	opens, verified := *archive.OpenBase, &dbtest.Faulty{Once: map[string]bool{}}
	t.Cleanup(func() { *archive.OpenBase = opens })
	*archive.OpenBase = func(ctx context.Context, address string, o db.Options) (_ db.DB, err error) {
		verified.DB, err = opens(ctx, address, o)
		return verified, err
	}
	verified.Each(t, func() error {
		r, err := archive.Verify(t.Context(), archive.Options{Games: all.Games, Export: p.export, Site: p.site})
		if err == nil && len(r.Findings) > 0 {
			err = errors.New(r.Findings[0].En)
		}
		return err
	})
	faulty := &dbtest.Faulty{DB: p.log.Base}
	p.hall.Club.Base, p.log.Base = faulty, faulty
	p.hall.Club.Desk.System, p.log.Desk.System = faulty.Files(), faulty.Files()
	desk := p.hall.Club.Desk
	faulty.Each(t, func() error { return archive.Export(t.Context(), faulty, p.export) })
	faulty.Each(t, func() error {
		left, err := archive.ExportPublic(t.Context(), faulty, desk, 0, filepath.Join(t.TempDir(), "public"))
		if len(left) > 0 {
			t.Errorf("%v are left out", left)
		}
		return err
	})
	s := &site.Site{Base: faulty, Desk: desk, Dir: filepath.Join(t.TempDir(), "site"), OnDemand: true}
	faulty.Each(t, func() error { return s.Write(t.Context()) })
	p.hall.Wait(time.Hour)
	faulty.Each(t, func() error {
		return p.hall.Club.Do(t.Context(), func(d *game.Deal) error {
			return events.Decide(d, "Autumn open", 1, 1, standings.Drawn, game.By{Who: "dora@example.net", Why: "Both agreed"})
		})
	})
	faulty.Each(t, func() error { return p.log.Append(t.Context()) })
	faulty.Each(t, func() error { return s.Update(t.Context()) })
	faulty.Each(t, func() error { return faulty.Do(t.Context(), p.log.Examine) })
	faulty.Each(t, func() error {
		err := p.log.Continue(t.Context())
		if err != nil && strings.Contains(err.Error(), words.Text("log.whole").En) { // nothing is lost
			return nil
		}
		return err
	})
	for _, address := range []string{"bob@example.com", "dora@example.net"} { // she has no alias yet
		faulty.Each(t, func() error {
			return p.hall.Club.Do(t.Context(), func(d *game.Deal) error { return archive.Forget(d, address) })
		})
	}
	plain := filepath.Join(t.TempDir(), "plain")
	dbtest.Must(t, os.CopyFS(plain, os.DirFS(p.export)))
	dbtest.Must(t, os.RemoveAll(filepath.Join(plain, archive.Folder)))
	for _, dir := range []string{p.export, plain} {
		other := &dbtest.Faulty{DB: open(t)}
		other.Each(t, func() error {
			_, err := archive.Import(t.Context(), other, desk, dir)
			return err
		})
	}
}
