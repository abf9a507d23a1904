package evening

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	_ "hikyaku/internal/gctest"
	"hikyaku/internal/i18n"
)

var plies = flag.Int("plies", 4, "after how many plies players give up; 0 for the usual number")

// TestEvening plays a whole evening, and wants all results to follow from the records. Its matches are short unless -plies
// asks for more.
func TestEvening(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evening")
	evening := Evening{Dir: dir, Lang: "en", Seed: 1, Told: func(what i18n.Text) { t.Log(what.En) }, Long: *plies}
	r, err := evening.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v\n%s", r, r.Table)
	if r.Members != len(people) || r.Matches < players*(players-1)/2 || r.In < 3*r.Members || r.Out < r.In {
		t.Errorf("the evening leaves %+v", r)
	}
	if len(r.Report.Findings) > 0 || r.Report.Matches != r.Matches {
		t.Errorf("of %d records: %v", r.Report.Matches, r.Report.Findings)
	}
	for _, name := range []string{"index.html", "ja/index.html", "results.json"} {
		if _, err := os.Stat(filepath.Join(r.Site, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestFolder wants a folder with other files to stay as it is.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Evening{Dir: dir}).Run(t.Context()); err == nil {
		t.Error("a folder is emptied")
	}
	if _, err := os.Stat(filepath.Join(dir, "mine")); err != nil {
		t.Error(err)
	}
}
