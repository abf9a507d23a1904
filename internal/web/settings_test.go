package web

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// drawer is a configuration with a name and a password.
type drawer struct {
	name     string
	version  string
	commands Commands
	letters  int
	password string
	signIn   SignIn
}

func (d *drawer) SignIn(begin bool) SignIn {
	if begin {
		d.signIn.URL, d.signIn.Code = "https://login.example.org/device?a=1&b=2", "WDJB-MJHT"
	}
	return d.signIn
}

func (d *drawer) Read() (config.Form, error) {
	return config.Form{File: "config.yaml", Version: d.version, Groups: []config.Group{{}, {Title: i18n.Same("Mail"), Rows: []config.Row{{Name: "way"}, {Name: "user", With: "login", Rare: true}}}, {Title: i18n.Same("Messages"), Folded: true, Rows: []config.Row{
		{Name: "name", Value: d.name}, {Name: "theme", Value: "paper"}, {Name: "pieces", Value: "auto"}, {Name: "page", Value: "no", Choices: []config.Choice{{Value: "yes"}, {Value: "no"}}}, {Name: "password", Secret: true},
	}}}, Fixed: []string{"hooks"}, Advice: config.Providers()}, nil
}

func (d *drawer) Write(version string, values map[string]string) (*home.Desk, Commands, error) {
	switch {
	case version != d.version:
		return nil, nil, errors.New("it has changed")
	case values["name"] == "":
		return nil, nil, config.Wrong{"name": i18n.Same("no <name>")}
	}
	d.name, d.password = values["name"], values["password"]
	return &home.Desk{Folder: home.Folder{Dir: "elsewhere"}}, d.commands, nil
}

func (d *drawer) Try(letter bool) []Tried {
	if letter {
		d.letters++
	}
	return []Tried{{Title: i18n.Same("folder"), Detail: i18n.Same("Kifu")}, {Title: i18n.Same("mail"), Err: errors.New("mail: no answer"), Hint: i18n.Same("see the server")}, {Title: i18n.Same("mailbox"), Err: errors.New("mailbox: no answer"), Hint: i18n.Same("see the server")}, {Title: i18n.Same("hook"), Err: errors.New("hook: no program"), Hint: i18n.Same("name one")}}
}

// TestSettingsPage changes settings wrongly, too late and rightly.
func TestSettingsPage(t *testing.T) {
	s := serve(t)
	if got := s.ask("GET", "/settings", nil, nil); got.StatusCode != http.StatusNotFound {
		t.Errorf("settings that cannot be changed: %d", got.StatusCode)
	}
	d := &drawer{name: "Alice", version: "1", commands: alone{}}
	s.Settings = d
	for path, first := range map[string]bool{"/settings": false, "/settings?mail": true} {
		if page := body(t, s.ask("GET", path, nil, nil)); strings.Contains(page, "set up your mailbox first") != first {
			t.Errorf("%s:\n%s", path, page)
		}
	}
	for path, ways := range map[string][]string{"/": {`href="learn">Learn`, `href="new?computer"`, `href="settings?mail"`, `action="open"`}, "/new?computer": {`href="settings?mail"`}} {
		for _, way := range ways {
			if page := body(t, s.ask("GET", path, nil, nil)); !strings.Contains(page, way) {
				t.Errorf("%s has no %s in\n%s", path, way, page)
			}
		}
	}
	if page := body(t, s.ask("GET", "/", nil, nil)); !strings.Contains(page, `href="settings"`) {
		t.Error("the list does not lead to the settings")
	}
	if page := body(t, s.ask("GET", "/settings", nil, nil)); !strings.Contains(page, strings.ReplaceAll(s.Desk.Dir, "/", "/<wbr>")) || !strings.Contains(page, `value="Alice"`) || !strings.Contains(page, `value="no" checked>`) || !strings.Contains(page, "<code>hooks</code>") || !strings.Contains(page, `href="settings#part-2"`) || !strings.Contains(page, `<details id="part-2"><summary>Messages`) {
		t.Errorf("the page is\n%s", page)
	}
	if page := body(t, s.ask("GET", "/settings", nil, nil)); !strings.Contains(part(page, `id="way"`, `id="user"`), `<details class="field whole with-login"><summary>More`) || strings.Count(page, "<details") != strings.Count(page, "</details>") {
		t.Errorf("what few need is not folded:\n%s", page)
	}
	for provider, registers := range map[string]bool{"gmail": false, "outlook": true, "yahoo": false} {
		if advice := part(body(t, s.ask("GET", "/settings", nil, nil)), `data-provider="`+provider+`" data-domains`, "</dd>"); strings.Contains(advice, "<dd><p>With this provider, you first have to register") != registers {
			t.Errorf("the advice for %s:\n%s", provider, advice)
		}
	}
	css := body(t, s.ask("GET", "/board.css", nil, nil))
	for _, field := range []string{"name", "address", "language", "folder", "way", "imap", "smtp", "password"} {
		if regexp.MustCompile(`#` + field + `\b`).MatchString(css) {
			t.Errorf("a style of another page is that of the field %s too", field)
		}
	}
	form := url.Values{"version": {"1"}, "name": {""}, "page": {"yes"}, "password": {"hunter2"}}
	answer := s.ask("POST", "/settings", form, nil)
	if page := body(t, answer); answer.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, "no &lt;name&gt;") || !strings.Contains(page, `value="yes" checked>`) || strings.Contains(page, "hunter2") || !strings.Contains(page, `<details id="part-2" open><summary>Messages`) {
		t.Errorf("a wrong setting: %d\n%s", answer.StatusCode, page)
	}
	form.Set("name", "Bob")
	form.Set("password", "") // it was typed with the mistake
	for name, change := range map[string]func(*http.Request){
		"another origin": func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") },
		"no cookie":      func(r *http.Request) { r.Header.Del("Cookie") },
		"the certificate is for a different name: write the host exactly as": func(r *http.Request) { r.Host = "attacker.example:4711" },
	} {
		if got := s.ask("POST", "/settings", form, change); got.StatusCode != http.StatusForbidden || d.name != "Alice" {
			t.Errorf("%s: %d, %s", name, got.StatusCode, d.name)
		}
	}
	form.Set("version", "0")
	late := s.ask("POST", "/settings", form, nil)
	if page := body(t, late); late.StatusCode != http.StatusConflict || !strings.Contains(page, "it has changed") || !strings.Contains(page, `value="Bob"`) ||
		!strings.Contains(page, `placeholder="as typed before"`) {
		t.Errorf("too late: %d\n%s", late.StatusCode, page)
	}
	form.Set("version", "1")
	if got := s.ask("POST", "/settings", form, nil); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/settings/tried" || d.name != "Bob" || d.password != "hunter2" || s.Desk.Dir != "elsewhere" {
		t.Errorf("rightly: %d, %s, %s", got.StatusCode, d.name, s.Desk.Dir)
	}
	const notice = `href="settings/tried"`
	s.Desk.Dir = t.TempDir()
	if page := body(t, s.ask("GET", "/", nil, nil)); strings.Contains(page, notice) {
		t.Errorf("before the settings are tried:\n%s", page)
	}
	page := body(t, s.ask("GET", "/settings/tried", nil, nil))
	failed, fine, folded := strings.Cut(page, "<details><summary>Details</summary>")
	if !folded || !strings.Contains(fine, "folder: Kifu") || strings.Count(page, "see the server") != 1 || !strings.Contains(failed, "hook: no program<p>name one</p></li>\n</ul>\n<p>see the server</p>") || !strings.Contains(page, `class="asks wrong"`) || strings.Contains(page, "Everything works") {
		t.Errorf("tried:\n%s", page)
	}
	if page := body(t, s.ask("GET", "/", nil, nil)); !strings.Contains(page, notice) {
		t.Errorf("the list does not say that a check failed:\n%s", page)
	}
	if s.ask("GET", "/settings/letter", nil, nil); d.letters != 0 {
		t.Error("an address sends a letter")
	}
	if s.ask("POST", "/settings/letter", nil, nil); d.letters != 1 {
		t.Error("no letter is sent")
	}
	if s.theme != "paper" || s.set != "" {
		t.Errorf("the boards are drawn as %q with the pieces %q", s.theme, s.set)
	}
	s.Desk.Games = serve(t).Desk.Games
	picture := func(query string) string {
		return body(t, s.ask("GET", "/learn/diceshogi/picture.svg?small=1"+query, nil, nil))
	}
	for query, same := range map[string]bool{"&theme=dark": true, "&theme-as=paper": true, "&theme-as=auto": false, "&pieces-as=letters": true, "&pieces-as=kanji": false} {
		if (picture(query) == picture("")) != same {
			t.Errorf("with %s, the picture is that of the settings: %t", query, !same)
		}
	}
	unknown := s.ask("GET", "/learn/diceshogi/picture.svg?theme-as=velvet", nil, nil)
	if text := body(t, unknown); unknown.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, "velvet") {
		t.Errorf("a picture in an unknown theme: %d %q", unknown.StatusCode, text)
	}
}

// TestSignInPage saves settings that need a sign-in, and signs in.
func TestSignInPage(t *testing.T) {
	s := serve(t)
	d := &drawer{name: "Alice", version: "1", commands: alone{}, signIn: SignIn{Set: true, Needed: true}}
	s.Settings = d
	form := url.Values{"version": {"1"}, "name": {"Bob"}}
	if got := s.ask("POST", "/settings", form, nil); got.Header.Get("Location") != "/settings/sign-in" {
		t.Errorf("saved: %s", got.Header.Get("Location"))
	}
	if page := body(t, s.ask("GET", "/settings/sign-in", nil, nil)); !strings.Contains(page, `<form method="post" action="settings/sign-in">`) || strings.Contains(page, "data-waits") {
		t.Errorf("before it begins:\n%s", page)
	}
	if got := s.ask("POST", "/settings/sign-in", nil, func(r *http.Request) { r.Header.Set("Origin", "https://attacker.example") }); got.StatusCode != http.StatusForbidden || d.signIn.URL != "" {
		t.Errorf("another origin: %d", got.StatusCode)
	}
	if got := s.ask("POST", "/settings/sign-in", nil, nil); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/settings/sign-in" {
		t.Errorf("begun: %d, %s", got.StatusCode, got.Header.Get("Location"))
	}
	if page := body(t, s.ask("GET", "/settings/sign-in", nil, nil)); !strings.Contains(page, "WDJB-MJHT") || !strings.Contains(page, `href="https://login.example.org/device?a=1&amp;b=2" target="_blank"`) || !strings.Contains(page, "data-waits") {
		t.Errorf("under way:\n%s", page)
	}
	d.signIn = SignIn{Set: true, Needed: true, Err: errors.New("access <denied>")}
	if page := body(t, s.ask("GET", "/settings/sign-in", nil, nil)); !strings.Contains(page, "access &lt;denied&gt;") || strings.Contains(page, "WDJB-MJHT") {
		t.Errorf("denied:\n%s", page)
	}
	d.signIn = SignIn{Set: true}
	if got := s.ask("GET", "/settings/sign-in", nil, nil); got.Header.Get("Location") != "/settings/tried" {
		t.Errorf("signed in: %d, %s", got.StatusCode, got.Header.Get("Location"))
	}
	if page := body(t, s.ask("GET", "/settings/tried", nil, nil)); !strings.Contains(page, "Sign in again") {
		t.Errorf("tried:\n%s", page)
	}
}
