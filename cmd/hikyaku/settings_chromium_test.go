//go:build chromium

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/internal/page/chrome"
)

// TestChromiumSets changes a setting wrongly and then rightly, at both widths.
func TestChromiumSets(t *testing.T) {
	for _, width := range []int{390, 1280} {
		lang := map[int]string{390: "ja", 1280: "en"}[width]
		b := chrome.New(t)
		r := moveIn(t, b, "Alice", lang, t.TempDir())
		r.test += lang
		r.way, r.width = map[int]string{390: "touch", 1280: "keys"}[width], width
		r.Window(width, 900, r.way == "touch")
		r.Go(r.home)
		r.follows(`a[href="settings"]`, `byId("settings")`)
		r.audit("settings")
		r.Eval(`byId("name").value = ""`, nil)
		r.follows("#settings button", `byId("name").getAttribute("aria-invalid")`)
		r.audit("a wrong setting")
		r.Eval(`byId("name").value = "Alicia"`, nil)
		r.follows("#settings button", `byId("tried")`)
		r.audit("settings that were tried")
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(r.config), "settings.yaml")); err != nil || !strings.Contains(string(text), "\nname: Alicia\naddress: alice@example.org\n") {
			t.Errorf("the settings are\n%s, %v", text, err)
		}
		r.follows("#tried form button", `byId("tried")`)
		if got := r.Text(`document.querySelectorAll("#tried .bad").length`); got != "0" {
			t.Errorf("%s", r.Text(`byId("tried").innerText`))
		}
		if len(b.Errors) > 1 { // the answer to a wrong setting is 422
			t.Errorf("errors: %s", b.Errors)
		}
	}
}
