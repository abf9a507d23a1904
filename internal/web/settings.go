package web

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// Settings reads and writes the configuration.
type Settings interface {
	// Read returns the current settings.
	Read() (config.Form, error)
	// Write saves the values that differ, which are texts by field name. version
	// is that of the form. It returns the desk and the commands for the new
	// configuration. If fields are invalid, it saves nothing, and the error is a
	// config.Wrong.
	Write(version string, values map[string]string) (*home.Desk, Commands, error)
	// Try checks everything the configuration needs. If letter is set, it also
	// sends a test mail and waits for it.
	Try(letter bool) []Tried
	// SignIn returns the state of the sign-in to the mail account. If begin is
	// set and none is under way, it begins one.
	SignIn(begin bool) SignIn
}

// SignIn is the state of a sign-in to the mail account.
type SignIn struct {
	Set    bool   // whether the settings have one
	Needed bool   // whether the player has to sign in
	URL    string // the page to open, while a sign-in is under way
	Code   string // what to type there, or ""
	Err    error  // why the last sign-in failed
}

// Tried is the result of one check.
type Tried struct {
	Title, Detail i18n.Text
	Err           error     // what failed, and why; nil if all is well
	Hint          i18n.Text // what to do about Err
}

// steady holds a read lock during requests that use the desk and the commands.
// The pages of settings lock for themselves.
func steady(lock *sync.RWMutex, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/events" && !strings.HasPrefix(r.URL.Path, "/settings") {
			lock.RLock()
			defer lock.RUnlock()
		}
		next.ServeHTTP(w, r)
	})
}

// settingsPages serves the pages of settings.
type settingsPages struct {
	server *Server
	using  sync.RWMutex      // protects the desk and the commands of the server, and what follows
	typed  map[string]string // the secrets of a form that could not be saved
	fails  bool              // whether a check failed when the settings were last tried
}

// open registers the pages of settings.
func (o *settingsPages) open(mux *http.ServeMux) {
	if o.server.Settings == nil {
		return
	}
	mux.HandleFunc("GET /settings", func(w http.ResponseWriter, r *http.Request) {
		o.using.Lock()
		o.typed = nil
		o.using.Unlock()
		o.write(w, r, settingsPage{First: r.URL.Query().Has("mail")}, nil)
	})
	mux.HandleFunc("POST /settings", o.change)
	mux.HandleFunc("GET /settings/tried", func(w http.ResponseWriter, r *http.Request) { o.try(w, r, false) })
	mux.HandleFunc("GET /settings/sign-in", o.showSignIn)
	mux.HandleFunc("POST /settings/sign-in", func(w http.ResponseWriter, r *http.Request) {
		o.server.Settings.SignIn(true)
		o.server.guard.redirect(w, r, "settings/sign-in")
	})
	mux.HandleFunc("POST /settings/letter", func(w http.ResponseWriter, r *http.Request) { o.try(w, r, true) })
}

// settingsPage is the form of the settings, with the results of checks.
type settingsPage struct {
	head
	config.Form
	Values map[string]string // typed values that replace the current ones
	Wrong  map[string]string // by field name
	Kept   map[string]bool   // the secrets that need not be typed again
	Tried  []tried
	Done   string   // the sentence if all checks succeeded
	Hints  []string // what to do about several failed checks
	Mend   bool     // whether a check failed
	SignIn SignIn
	Folder string // of the matches
	First  bool   // whether somebody without a mailbox wanted to play by mail
}

type tried struct {
	Title, Detail, Err, Hint string
}

// write writes the page of settings. failed is an error that does not belong to
// a field.
func (o *settingsPages) write(w http.ResponseWriter, r *http.Request, p settingsPage, failed error) {
	lang := o.server.lang(w, r)
	form, err := o.server.Settings.Read()
	if failed == nil {
		failed = err
	}
	o.using.RLock()
	p.head, p.Form, p.Folder = o.server.head(lang, i18n.In(lang, "settings.title"), "settings", failed), form, o.server.Desk.Dir
	o.using.RUnlock()
	if p.First = p.First && !p.Sends; p.First {
		p.Turn = "settings?mail&lang=" + p.Other
	}
	status := statusAfter(failed)
	if len(p.Wrong) > 0 {
		status, p.Error = http.StatusUnprocessableEntity, i18n.In(lang, "settings.wrong")
	}
	write(w, status, lang, "settings.html", p)
}

// change saves the settings and then checks them.
func (o *settingsPages) change(w http.ResponseWriter, r *http.Request) {
	lang := o.server.lang(w, r)
	if err := r.ParseForm(); err != nil {
		o.write(w, r, settingsPage{}, err)
		return
	}
	values := map[string]string{}
	for name := range r.PostForm {
		values[name] = text(r, name)
	}
	kept, err := o.use(values["version"], values)
	if wrong, is := err.(config.Wrong); is {
		p := settingsPage{Values: values, Wrong: map[string]string{}, Kept: kept}
		for name, what := range wrong {
			p.Wrong[name] = what.In(lang)
		}
		o.write(w, r, p, nil)
		return
	}
	if err != nil {
		o.write(w, r, settingsPage{Values: values, Kept: kept}, err)
		return
	}
	o.server.Tell()
	if o.server.Settings.SignIn(false).Needed {
		o.server.guard.redirect(w, r, "settings/sign-in")
		return
	}
	o.server.guard.redirect(w, r, "settings/tried")
}

// showSignIn shows what to do to sign in, or the checks if that is done.
func (o *settingsPages) showSignIn(w http.ResponseWriter, r *http.Request) {
	lang, state := o.server.lang(w, r), o.server.Settings.SignIn(false)
	if !state.Needed {
		o.server.guard.redirect(w, r, "settings/tried")
		return
	}
	o.using.RLock()
	p := settingsPage{head: o.server.head(lang, i18n.In(lang, "settings.sign-in"), "settings/sign-in", state.Err), SignIn: state}
	o.using.RUnlock()
	write(w, http.StatusOK, lang, "signin.html", p)
}

// use saves the settings and switches the server to them. Secrets that were
// typed before a mistake in another field need not be typed again: if the
// settings can't be saved, it keeps those in values, and returns their names.
func (o *settingsPages) use(version string, values map[string]string) (kept map[string]bool, err error) {
	o.using.Lock()
	defer o.using.Unlock()
	form, err := o.server.Settings.Read()
	if err != nil {
		return nil, err
	}
	typed := map[string]string{}
	for _, group := range form.Groups {
		for _, row := range group.Rows {
			if row.Secret && values[row.Name] == "" {
				values[row.Name] = o.typed[row.Name]
			}
			if row.Secret && values[row.Name] != "" {
				typed[row.Name] = values[row.Name]
			}
		}
	}
	d, commands, err := o.server.Settings.Write(version, values)
	if d != nil {
		o.server.Desk, o.server.Commands = d, commands
	}
	if o.typed = nil; err == nil {
		o.applyLook()
		return nil, nil
	}
	o.typed, kept = typed, map[string]bool{}
	for name := range typed {
		kept[name] = true
	}
	return kept, err
}

// applyLook gives the boards the look of the settings.
func (o *settingsPages) applyLook() {
	s := o.server
	s.set = s.Pieces
	if s.Settings == nil {
		return
	}
	form, err := s.Settings.Read()
	if err != nil {
		return // the page of the settings says why
	}
	for _, group := range form.Groups {
		for _, row := range group.Rows {
			switch {
			case row.Name == "theme":
				s.theme = automatic(row.Value)
			case row.Name == "pieces" && s.Pieces == "":
				s.set = automatic(row.Value)
			}
		}
	}
}

// try checks the settings and shows the results.
func (o *settingsPages) try(w http.ResponseWriter, r *http.Request, letter bool) {
	lang := o.server.lang(w, r)
	p := settingsPage{Done: i18n.In(lang, "settings.done"), SignIn: o.server.Settings.SignIn(false)}
	list := o.server.Settings.Try(letter)
	hints := map[string]int{}
	for _, t := range list {
		if t.Err != nil {
			hints[t.Hint.En]++
		}
	}
	for _, t := range list {
		one := tried{Title: t.Title.In(lang), Detail: t.Detail.In(lang)}
		if t.Err != nil {
			p.Mend, p.Done = true, ""
			one.Err, one.Hint = i18n.Of(t.Err).In(lang), t.Hint.In(lang)
			if hints[t.Hint.En] > 1 {
				if !slices.Contains(p.Hints, one.Hint) {
					p.Hints = append(p.Hints, one.Hint)
				}
				one.Hint = ""
			}
		}
		p.Tried = append(p.Tried, one)
	}
	o.using.Lock()
	o.fails = p.Mend
	o.using.Unlock()
	o.write(w, r, p, nil)
}

// Mistaken reports whether a value of a group is wrong.
func (p settingsPage) Mistaken(g config.Group) bool {
	return slices.ContainsFunc(g.Rows, func(row config.Row) bool { return p.Wrong[row.Name] != "" })
}

// Shows returns the value to show in a row.
func (p settingsPage) Shows(f config.Row) string {
	if value, typed := p.Values[f.Name]; typed {
		return value
	}
	return f.Value
}
