package game_test

import (
	"testing"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// TestAlias checks that an alias is a plain form of the name at the first call, differs from all others, and never changes.
func TestAlias(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			for _, test := range []struct{ address, name, want string }{
				{"anna@example.org", " Anna-Lena  O'Neil (9) ", "anna-lena-o-neil-9"},
				{"ANNA@example.org", "Zoe", "anna-lena-o-neil-9"},
				{"other@example.org", "anna lena o neil 9", "anna-lena-o-neil-9-2"},
				{"third@example.org", "Anna Lena O Neil 9", "anna-lena-o-neil-9-3"},
				{"yamada@example.org", "山田 太郎", "player"},
				{"bob@example.net", "bob@example.net", "bob"},
				{"long@example.org", "az 09 az 09 az 09 az 09 az 09 az 09 az 0 9z", "az-09-az-09-az-09-az-09-az-09-az-09-az-0"},
				{"signed@example.org", "(az 09 az 09 az 09 az 09 az 09 az 09 bz09 z", "az-09-az-09-az-09-az-09-az-09-az-09-bz09"},
				{"longer@example.org", "az 09 az 09 az 09 az 09 az 09 az 09 az09 z", "az-09-az-09-az-09-az-09-az-09-az-09-az09"},
			} {
				if got, err := game.Alias(d, test.address, test.name); got != test.want || err != nil {
					t.Errorf("the alias of %s as %q is %q, %v, want %q", test.address, test.name, got, err, test.want)
				}
			}
			return nil
		}))
	})
}
