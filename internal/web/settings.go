package web

import (
	"net/http"
	"strings"
	"sync"

	"hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// Settings read and write the configuration.
type Settings interface {
	// Read returns the settings as they stand.
	Read() (config.Form, error)
	// Write changes what differs in values, which hold texts by the names of fields, in files of a version, and returns the
	// desk and the commands that follow from it. If fields are wrong, nothing is written, and the error is a config.Wrong.
	Write(version string, values map[string]string) (*home.Desk, Commands, error)
	// Try goes through what the configuration needs. With letter it sends a letter to ourselves and waits for it.
	Try(letter bool) []Tried
}

// Tried is one thing that the configuration needs.
type Tried struct {
	Title, Detail i18n.Text
	Err           error     // nil: it is well
	Hint          i18n.Text // what to do about Err
}

// steady lets requests use the desk and the commands while nobody changes them. The pages of settings see to that themselves.
func steady(lock *sync.RWMutex, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/events" && !strings.HasPrefix(r.URL.Path, "/settings") {
			lock.RLock()
			defer lock.RUnlock()
		}
		next.ServeHTTP(w, r)
	})
}

// office is the pages of settings.
type office struct {
	server *Server
	using  sync.RWMutex // the desk and the commands of the server
}

// open puts the pages of settings into mux.
func (o *office) open(mux *http.ServeMux) {
	if o.server.Settings == nil {
		return
	}
	mux.HandleFunc("GET /settings", func(w http.ResponseWriter, r *http.Request) { o.write(w, r, settingsPage{}, nil) })
	mux.HandleFunc("POST /settings", o.change)
	mux.HandleFunc("GET /settings/tried", func(w http.ResponseWriter, r *http.Request) { o.try(w, r, false) })
	mux.HandleFunc("POST /settings/letter", func(w http.ResponseWriter, r *http.Request) { o.try(w, r, true) })
}

// settingsPage is the settings, and what became of them.
type settingsPage struct {
	head
	config.Form
	Values map[string]string // in place of those that stand
	Wrong  map[string]string // by the names of fields
	Tried  []tried
	Done   string // what is said when all is well
	Mend   bool   // something is not
}

// tried is a Tried in one language.
type tried struct {
	Title, Detail, Err, Hint string
}

// write writes the page of settings, with an error that is about none of its fields.
func (o *office) write(w http.ResponseWriter, r *http.Request, p settingsPage, failed error) {
	lang := o.server.lang(w, r)
	form, err := o.server.Settings.Read()
	if failed == nil {
		failed = err
	}
	o.using.RLock()
	p.head, p.Form = o.server.head(lang, i18n.In(lang, "settings.title"), "settings", failed), form
	o.using.RUnlock()
	status := http.StatusOK
	switch {
	case len(p.Wrong) > 0:
		status = http.StatusUnprocessableEntity
		p.Error = i18n.In(lang, "settings.wrong")
	case failed != nil:
		status = http.StatusConflict
	}
	write(w, status, lang, "settings.html", p)
}

// change writes the settings, and tries them.
func (o *office) change(w http.ResponseWriter, r *http.Request) {
	lang := o.server.lang(w, r)
	if err := r.ParseForm(); err != nil {
		o.write(w, r, settingsPage{}, err)
		return
	}
	values := map[string]string{}
	for name := range r.PostForm {
		values[name] = text(r, name)
	}
	err := o.use(values["version"], values)
	if wrong, is := err.(config.Wrong); is {
		p := settingsPage{Values: values, Wrong: map[string]string{}}
		for name, what := range wrong {
			p.Wrong[name] = what.In(lang)
		}
		o.write(w, r, p, nil)
		return
	}
	if err != nil {
		o.write(w, r, settingsPage{}, err)
		return
	}
	o.server.Tell()
	o.server.guard.redirect(w, r, "settings/tried")
}

// use writes the settings and goes on with them.
func (o *office) use(version string, values map[string]string) error {
	o.using.Lock()
	defer o.using.Unlock()
	d, commands, err := o.server.Settings.Write(version, values)
	if d != nil {
		o.server.Desk, o.server.Commands = d, commands
	}
	return err
}

// try shows what became of the settings.
func (o *office) try(w http.ResponseWriter, r *http.Request, letter bool) {
	lang := o.server.lang(w, r)
	p := settingsPage{Done: i18n.In(lang, "settings.done")}
	for _, t := range o.server.Settings.Try(letter) {
		one := tried{Title: t.Title.In(lang), Detail: t.Detail.In(lang)}
		if t.Err != nil {
			p.Mend, p.Done = true, ""
			one.Err, one.Hint = i18n.Of(t.Err).In(lang), t.Hint.In(lang)
		}
		p.Tried = append(p.Tried, one)
	}
	o.write(w, r, p, nil)
}

// Shows returns what a row shows.
func (p settingsPage) Shows(f config.Row) string {
	if value, typed := p.Values[f.Name]; typed {
		return value
	}
	return f.Value
}
