package web

import (
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/letter"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// key returns the identifier of a file in addresses, so that they contain no
// path.
func key(file string) string {
	sum := sha256.Sum256([]byte(file))
	return hex.EncodeToString(sum[:8])
}

// matches returns the matches of the folder. It leaves out links, which may lead
// elsewhere.
func matches(d *home.Desk) (list []match.Summary, err error) {
	for m, err := range d.List() {
		if err != nil {
			return nil, err
		}
		if regular(m.File) {
			list = append(list, m)
		}
	}
	return list, nil
}

func regular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// fileOf returns the file with the key k: besides, or one in the folder.
func fileOf(d *home.Desk, besides, k string) (string, error) {
	if besides != "" && k == key(besides) {
		return besides, nil
	}
	list, err := matches(d)
	if err != nil {
		return "", err
	}
	for _, m := range list {
		if key(m.File) == k {
			return m.File, nil
		}
	}
	return "", errNoMatch()
}

// layout returns the templates. Their functions that depend on the language are
// replaced later.
var layout = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{"say": func(string) string { return "" }, "linked": linked, "path": path})
	template.Must(template.Must(t.Parse(page.BarHTML)).Parse(page.HandHTML))
	return template.Must(t.ParseFS(files, "*.html"))
})

// pageAddress matches the address of a page in a text.
var pageAddress = lazyregexp.New(`https://[a-zA-Z0-9./-]*[a-zA-Z0-9]`)

// path returns the path of a file, which can break after each folder.
func path(name string) template.HTML {
	return template.HTML(strings.NewReplacer("/", "/<wbr>", `\`, `\<wbr>`).Replace(template.HTMLEscapeString(name)))
}

// linked returns a text with links for the addresses of pages in it.
func linked(text string) template.HTML {
	return template.HTML(pageAddress().ReplaceAllString(template.HTMLEscapeString(text), `<a href="$0" target="_blank" rel="noopener noreferrer">$0</a>`))
}

// statusAfter returns the status of a page that shows the error of the last request, if there is one.
func statusAfter(failed error) int {
	if failed != nil {
		return http.StatusConflict
	}
	return http.StatusOK
}

func write(w http.ResponseWriter, status int, lang, name string, data any) {
	t := template.Must(layout().Clone()) // which has never been executed itself
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = t.Funcs(template.FuncMap{"say": func(key string) string { return i18n.In(lang, key) }}).ExecuteTemplate(w, name, data) // fails if the browser has disconnected
}

// head is what all pages have in common.
type head struct {
	Root    string // the path prefix of all pages
	Shared  bool   // whether somebody else knew the secret address
	Lang    string
	Title   string
	Heading string // if it is not the title
	Other   string // the other language
	Turn    string // the address of the page in that language
	Here    string // the path of the page
	Error   string
	Sends   bool
	Keys    []shortcut
	Learn   string // the path of the lessons of the game of the page, or ""
}

// shortcut is a key of a page and what it does.
type shortcut struct {
	Keys []string
	Text string
}

func (s *Server) head(lang, title, here string, err error) head {
	h := head{Root: s.guard.root(), Shared: s.guard.isShared(), Lang: lang, Title: title, Other: "ja", Here: here, Sends: s.Commands.Sends()}
	if lang == "ja" {
		h.Other = "en"
	}
	h.Turn = here + "?lang=" + h.Other
	for _, key := range []string{"n", "c", "?"} {
		if key == "?" || here == "./" && (key == "n" || h.Sends) {
			h.Keys = append(h.Keys, shortcut{[]string{key}, i18n.In(lang, "keys."+key)})
		}
	}
	if err != nil {
		h.Error = render.Safe(i18n.Plain(err).In(lang))
	}
	return h
}

// boardKeys are the keys of a page with a board.
func boardKeys(lang string) []shortcut {
	return []shortcut{
		{[]string{"Tab"}, i18n.In(lang, "keys.tab")},
		{[]string{"←", "↑", "→", "↓"}, i18n.In(lang, "keys.arrows")},
		{[]string{"Enter"}, i18n.In(lang, "keys.enter")},
		{[]string{"Esc"}, i18n.In(lang, "keys.escape")},
	}
}

type listPage struct {
	head
	Invitations []listed
	Yours       []listed // the player's turn, or a match on this machine
	Others      []listed
	Asked       []listed // invitations that nobody has answered
	Over, Older []listed // finished; Older are folded
	Settings    bool     // whether they can be changed
	Mailed      bool     // whether somebody else plays a match
	None        bool     // whether there was no mail
	Mend        bool     // whether a check of the settings failed
}

// Finished returns the number of finished matches.
func (p listPage) Finished() int { return len(p.Over) + len(p.Older) }

// More returns the text for the number of hidden finished matches.
func (p listPage) More() string { return i18n.In(p.Lang, "board.older", "n", len(p.Older)) }

type listed struct {
	Key    string
	Head   string // identifies the position, for the address of its picture
	Game   string
	With   string
	Played string // the last move and who made it
	Said   string // the message with it, or that of the invitation
	timeLeft
	State  string // what else there is to know
	Won    bool
	Terms  string // of an invitation
	Like   string // the game of an invitation, for a picture of it
	Typed  string // the text typed in an answer that failed
	Other  bool   // whether the invitation can be countered
	Broken string // why the record cannot be read
}

const (
	opened   = 24 // the matches of a group that show their last move, for which their records are opened
	unfolded = 8  // the finished matches that are shown at once
)

// writeList writes the list, with the error of the last request.
func (s *Server) writeList(w http.ResponseWriter, r *http.Request, failed error) {
	lang := s.lang(w, r)
	list, err := matches(s.Desk)
	if failed == nil {
		failed = err
	}
	p := listPage{Settings: s.Settings != nil, Mend: s.settingsPages.fails, None: r.URL.Query().Has("none")}
	for _, m := range s.Desk.Invitations() {
		one := s.invitation(lang, m)
		if one.Key == r.PathValue("match") {
			one.Typed = text(r, "text")
		}
		p.Invitations = append(p.Invitations, one)
	}
	var over []match.Summary
	slices.SortStableFunc(list, func(a, b match.Summary) int { return sooner(a.Until, b.Until) })
	for _, m := range list {
		p.Mailed = p.Mailed || len(m.Names) > 0
		switch {
		case m.Over && !m.Draft:
			over = append(over, m)
		case m.Waits(s.Desk.Me.Address) || m.Damaged() || m.Here():
			p.Yours = append(p.Yours, s.listed(lang, m, len(p.Yours) < opened))
		case m.Awaits == match.ForAnswer:
			one := s.listed(lang, m, false)
			if one.State == render.Safe(m.Status.In(lang)) {
				one.State = "" // the heading says it
			}
			p.Asked = append(p.Asked, one)
		default:
			p.Others = append(p.Others, s.listed(lang, m, len(p.Others) < opened))
		}
	}
	slices.SortStableFunc(over, func(a, b match.Summary) int { return b.Since.Compare(a.Since) })
	for i, m := range over {
		p.Over = append(p.Over, s.listed(lang, m, i < unfolded))
	}
	p.Over, p.Older = p.Over[:min(len(over), unfolded)], p.Over[min(len(over), unfolded):]
	title := "board.title"
	if len(p.Yours) > 0 {
		title = "board.title-turn"
	}
	p.head = s.head(lang, i18n.In(lang, title, "n", len(p.Yours)), "./", failed)
	write(w, statusAfter(failed), lang, "list.html", p)
}

// sooner compares deadlines; a zero time, which is none, sorts last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return a.Compare(b)
}

// listed describes a match by its summary and, if open is set, its record.
func (s *Server) listed(lang string, m match.Summary, open bool) (one listed) {
	if m.Damaged() {
		return listed{Key: key(m.File), Game: m.File, Broken: render.Safe(m.Error.In(lang))}
	}
	state := m.Offer
	switch failed, _ := s.Desk.Undelivered(m); {
	case failed != i18n.Text{}:
		state = failed.FirstSentence()
	case m.Over || state == i18n.Text{} && (m.Draft || m.Ply == 0 && !m.Mine(s.Desk.Me.Address)):
		state = m.Status
	}
	if state == i18n.T("status.your-move") || len(m.Names) == 1 && state == i18n.T("status.move", "who", i18n.Person(m.Names[0])) {
		state = i18n.Text{} // the list says it above
	}
	one = listed{
		Key: key(m.File), Head: m.Head[:min(8, len(m.Head))], Game: m.Title.In(lang),
		With: render.SafeLine(i18n.People(slices.Concat(m.Names, m.Programs)...).In(lang), 200), State: render.Safe(state.In(lang)),
	}
	if one.With == "" {
		one.With = render.SafeLine(strings.TrimSuffix(filepath.Base(m.File), ".kif"), 200)
	}
	if m.Over {
		if !m.Since.IsZero() {
			one.Until = i18n.Date(m.Since.In(s.Zone)).In(lang)
		}
		if len(m.Against) == 1 && m.Against[0] != "" {
			one.end(lang, m.Against[0], s.Desk.Me.Name)
		}
	} else {
		one.timeLeft = s.left(lang, m)
	}
	if open {
		s.opened(&one, lang, m)
	}
	return one
}

// playing names the others that play a match, or all if the reader is not one of
// them.
func (s *Server) playing(m *match.Match) i18n.Text {
	if others := s.others(m); len(others) > 0 {
		return i18n.List(others...)
	}
	return names(m)
}

// with names the players, if they have names.
func (l *listed) with(players string) {
	if players != "" {
		l.With = render.SafeLine(players, 200)
	}
}

// end shows the result for the player, and no state that names a player again.
func (l *listed) end(lang, result, me string) {
	l.Time, l.Won = i18n.In(lang, "board.you-"+result), result == match.Won
	if strings.Contains(l.State, l.With) || me != "" && strings.Contains(l.State, me) {
		l.State = ""
	}
}

// opened adds what the record of a match says besides its summary: the players
// and the result of one on this computer, and the last move of one that goes on.
func (s *Server) opened(one *listed, lang string, m match.Summary) {
	if m.Over && len(m.Names) > 0 || m.Damaged() {
		return
	}
	c, err := s.Desk.Open(m.File)
	if err != nil {
		return // the page of the match shows the reason
	}
	if len(m.Names) == 0 {
		one.with(s.playing(c.Match).In(lang))
		if reader := s.Desk.Reader(c.Match); reader == 0 || m.Over { // else it is the reader's turn
			one.State = render.Safe(c.Match.For(reader).Status().In(lang))
		}
	}
	if result := s.result(c.Match); result != "" {
		one.end(lang, result, s.Desk.Me.Name)
	}
	if c.Ply() == 0 || m.Over {
		return
	}
	key, last := "board.played", c.LastMove()
	if c.By(last) == s.Desk.Reader(c.Match) {
		key = "board.you-played"
	}
	one.Played = render.SafeLine(i18n.In(lang, key, "move", engine.Words(c.Last(), engine.Move(c.Record.Events[last].Step.String()))), 200)
	one.Said = inLine(c.Record.Events[last].Comment, 80)
}

// invitation describes an invitation that waits for an answer.
func (s *Server) invitation(lang string, m match.Summary) listed {
	one := s.listed(lang, m, false)
	if c, err := s.Desk.Open(m.File); err == nil {
		one.Other, one.Like = countered(c.Match), c.Game.Name
		one.Terms = render.Safe(letter.Terms(c.Match, s.Desk.Me).In(lang))
		one.Said = render.Safe(c.Record.Events[0].Comment)
	}
	return one
}

// inLine returns somebody's words in one line of at most so many columns.
func inLine(words string, width int) string {
	return render.SafeLine(strings.Join(strings.Fields(words), " "), width)
}
