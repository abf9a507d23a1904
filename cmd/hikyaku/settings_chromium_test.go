//go:build chromium

package main

import (
	"net/http/httptest"
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
		if width == 390 {
			r.points("#open")
		}
		r.follows(`a[href="settings"]`, `byId("settings")`)
		r.audit("settings")
		r.Eval(`byId("name").value = ""`, nil)
		r.follows("#settings button", `byId("name").getAttribute("aria-invalid")`)
		r.audit("a wrong setting")
		r.Eval(`byId("name").value = "Alicia"`, nil)
		r.Eval(`byId("copy").closest("details").open = true`, nil)
		if r.way == "touch" {
			r.points("input[name=copy][value=yes]")
		} else {
			r.reaches(`document.activeElement.name === "copy"`)
			r.Press("ArrowLeft")
		}
		r.follows("#settings button", `byId("tried")`)
		r.audit("settings that were tried")
		if got, want := r.Text(`getComputedStyle(document.querySelector("#tried p"), "::first-letter").textTransform`), map[string]string{"ja": "none", "en": "uppercase"}[lang]; got != want { // in Japanese, lines begin with names of servers
			t.Errorf("%s: letters at the beginning are %s, want %s", lang, got, want)
		}
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(r.config), "settings.yaml")); err != nil || !strings.Contains(string(text), "\nname: Alicia\naddress: alice@example.org\n") || !strings.Contains(string(text), "\ncopy: true\n") {
			t.Errorf("the settings are\n%s, %v", text, err)
		}
		if got := r.Text(`document.querySelector("input[name=copy]:checked").value`); got != "yes" {
			t.Errorf("afterwards, copies: %s", got)
		}
		r.follows("#tried form button", `byId("tried")`)
		if got := r.Text(`document.querySelectorAll("#tried .bad").length`); got != "0" {
			t.Errorf("%s", r.Text(`byId("tried").innerText`))
		}

		provider := &authority{}
		provider.waits.Store(true)
		server := httptest.NewServer(provider)
		defer server.Close()
		text, err := os.ReadFile(filepath.Join(filepath.Dir(r.config), "settings.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		before, _, _ := strings.Cut(string(text), "exchange:")
		after := before + "imap: {host: 127.0.0.1, port: 1}\nsmtp: {host: 127.0.0.1, port: 1}\nsign_in: {client_id: hikyaku, device_url: " + server.URL + "/device, token_url: " + server.URL + "/token}\n"
		if err := os.WriteFile(filepath.Join(filepath.Dir(r.config), "settings.yaml"), []byte(after), 0o600); err != nil {
			t.Fatal(err)
		}
		r.Go(r.home + "settings")
		r.Eval(`byId("way").value = "outlook"`, nil)
		r.audit("settings of a sign-in")
		r.Eval(`byId("way").value = "servers"`, nil)
		r.follows("#settings button", `document.querySelector("form[action='settings/sign-in']")`)
		r.audit("a sign-in that is needed")
		r.follows("form[action='settings/sign-in'] button", `document.querySelector("[data-waits]")`)
		r.audit("a sign-in under way")
		if got := r.Text(`document.querySelector(".code").textContent`); got != "WDJB-MJHT" {
			t.Errorf("the code is %q", got)
		}
		provider.waits.Store(false)
		if !r.Settles(`byId("tried")`) { // the page continues by itself
			t.Errorf("after the sign-in: %s", r.Text("location.href"))
		}
		r.audit("a sign-in that is done")
		if err := os.Remove(filepath.Join(filepath.Dir(r.config), "settings.yaml")); err != nil {
			t.Fatal(err)
		}
		r.Go(r.home + "settings")
		for _, c := range [][2]string{{"", ""}, {"a@outlook.com", "outlook"}, {"a@gmail.com", "gmail"}, {"a@example.org", ""}} {
			r.Eval(`byId("address").value = "`+c[0]+`"; byId("address").dispatchEvent(new Event("input", {bubbles: true}))`, nil)
			if got := r.Text(`byId("way").value`); got != c[1] {
				t.Errorf("the provider of %s is %q", c[0], got)
			}
			shown := r.Text(`[...document.querySelectorAll("#advice [data-provider]")].filter(one => one.checkVisibility()).map(one => one.dataset.provider).join()`)
			password := r.Text(`byId("password").checkVisibility()`)
			if c[1] != "" && shown != c[1] || password != map[bool]string{true: "false", false: "true"}[c[1] == "outlook"] {
				t.Errorf("for %s, the advice is for %q, and a password can be typed: %s", c[0], shown, password)
			}
			r.audit("settings of " + c[0])
		}
		if len(b.Errors) > 1 { // the answer to a wrong setting is 422
			t.Errorf("errors: %s", b.Errors)
		}
	}
}
