package web

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/lesson"
	"hikyaku/kif"
	"hikyaku/match"
)

// beginPage is the form for a new match, or the question that confirms it.
type beginPage struct {
	head
	Games   []described // to choose from; empty once one is chosen
	Game    described   // the one that is chosen
	Key     string      // of the invitation to counter; "" for a new match
	Effect  string      // what becomes of that invitation
	Way     string      // a match against the computer, here, or by mail
	Ways    []link      // to begin the match otherwise; empty for the counter to an invitation
	First   []setting
	Rest    []setting
	Seats   []value // of a game of two
	Order   []value // the seats with more players; empty where there never are
	Limits  []value // of time, to choose from
	Against []value // programs that can play on this machine
	Filled  matchForm
	Asks    string // the question to confirm
	Terms   []string
	Gets    string // what the invited people get
	Two     bool   // whether the game has two players in every variant
	Names   string // the key of what to write where two play here
}

// described is a game to choose.
type described struct{ Name, Title, About, To string }

// The ways to play a match: against the computer, with others at this computer, or
// with others by mail.
const computerWay, hereWay, mailWay = "computer", "here", "mail"

// Letters reports whether the others are invited by mail.
func (p beginPage) Letters() bool { return p.Way == mailWay }

// Bare reports whether all options that are folded are for more than two players.
func (p beginPage) Bare() bool {
	return !p.Letters() && !slices.ContainsFunc(p.Rest, func(s setting) bool { return !s.Many })
}

// Current returns the link to the way chosen.
func (p beginPage) Current() string { return wayTo(p.Here, p.Way, p.Filled.Options) }

// setting is an option of a game.
type setting struct {
	Key, Title, About string
	Values            []value
	Many              bool // whether it matters only with more than two players
}

type value struct {
	Value, Name string
	Chosen      bool
	Two         bool // whether it makes a game of two players, where others make one of more
}

// limits are the time limits that the form offers.
var limits = []string{"1d", "3d", "7d", "14d"}

// anySeat is the choice of a seat by chance, against the computer.
const anySeat = "any"

// typedLimit is the choice of a limit that is typed.
const typedLimit = "typed"

// usualLevel is the computer player that the form proposes before any was played.
const usualLevel = "level2"

// lastLevel returns the computer player of the match here that was played last, or usualLevel.
func (s *Server) lastLevel() string {
	list, _ := matches(s.Desk) // the form needs no list
	list = slices.DeleteFunc(list, func(m match.Summary) bool { return len(m.Names) > 0 || m.Damaged() })
	written := map[string]time.Time{}
	for _, m := range list {
		if info, err := os.Stat(m.File); err == nil {
			written[m.File] = info.ModTime()
		}
	}
	slices.SortFunc(list, func(x, y match.Summary) int { return written[y.File].Compare(written[x.File]) })
	const enough = 20
	for _, m := range list[:min(len(list), enough)] {
		c, err := s.Desk.Open(m.File)
		if err != nil {
			continue
		}
		for _, name := range c.Match.Names() {
			if spec, _ := identity.ProgramOf(name); strings.HasPrefix(spec, "level") {
				return spec
			}
		}
	}
	return usualLevel
}

// matchForm is the contents of a form.
type matchForm struct {
	Options                        engine.Options
	People, Observers              string // one per line
	Seat, Time, Days, Delay, Words string
	Umpire                         bool
	Against                        string // the program that plays the other seats, or ""
}

// readForm reads the form in a request.
func readForm(r *http.Request, g *engine.Game) matchForm {
	w := matchForm{Options: engine.Options{}, Umpire: r.PostForm.Get("umpire") != ""}
	for _, o := range g.Options {
		if r.PostForm.Has("set-" + o.Key) {
			w.Options[o.Key] = r.PostForm.Get("set-" + o.Key)
		}
	}
	for field, to := range map[string]*string{
		"people": &w.People, "observers": &w.Observers, "seat": &w.Seat, "time": &w.Time, "days": &w.Days, "delay": &w.Delay, "words": &w.Words, "against": &w.Against,
	} {
		*to = text(r, field)
	}
	if all, err := g.Resolve(w.Options); err == nil && g.Seats(all) != 2 && r.PostForm.Has("order") {
		w.Seat = text(r, "order")
	}
	if w.Time == typedLimit {
		w.Time = text(r, "limit")
	}
	return w
}

// invitation returns w as an invitation to g.
func (w matchForm) invitation(g *engine.Game) (i home.Invitation, err error) {
	options, err := g.Resolve(w.Options)
	if err != nil {
		return i, err
	}
	i = home.Invitation{Game: g, Options: options, PerMove: w.Time, Rest: w.Days, Message: w.Words, Umpire: w.Umpire}
	i.Seat, _ = strconv.Atoi(w.Seat)
	if w.Seat == "" && g.Seats(options) != 2 {
		i.Seat = 1
	}
	if i.Others, err = people(w.People); err != nil {
		return i, err
	}
	if i.Observers, err = people(w.Observers); err != nil {
		return i, err
	}
	if w.Delay != "" {
		if i.Delay, err = strconv.Atoi(w.Delay); err != nil {
			return i, i18n.Err("board.delay", "text", w.Delay)
		}
	}
	return i, nil
}

// setup returns w as a match on this computer.
func (w matchForm) setup(g *engine.Game) home.Setup {
	s := home.Setup{Game: g, Options: w.Options, PerMove: w.Time, Against: w.Against}
	if s.Seat, _ = strconv.Atoi(w.Seat); w.Seat == anySeat {
		s.Seat = 1 + rand.IntN(2)
	}
	for name := range strings.SplitSeq(w.People, "\n") {
		if name = strings.TrimSpace(name); name != "" {
			s.Seats = append(s.Seats, kif.Seat{Name: name})
		}
	}
	return s
}

// people parses mail addresses, one per line.
func people(text string) (list []kif.Seat, err error) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		who, err := home.ParsePerson(line)
		if err != nil {
			return nil, err
		}
		list = append(list, who)
	}
	return list, nil
}

// way returns how the match of a request is to be played.
func (s *Server) way(r *http.Request) string {
	for _, way := range []string{computerWay, hereWay} {
		if r.URL.Query().Has(way) {
			return way
		}
	}
	if s.Commands.Sends() {
		return mailWay
	}
	return computerWay
}

// ways lists the ways to play with these options, as links to the page at path. Where
// no mail is configured, the way by mail leads to the settings.
func (s *Server) ways(lang, path string, set engine.Options) []link {
	list := []link{
		{i18n.In(lang, "board.way-computer"), wayTo(path, computerWay, set)}, {i18n.In(lang, "board.way-here"), wayTo(path, hereWay, set)},
	}
	switch mail := i18n.In(lang, "board.way-mail"); {
	case s.Commands.Sends():
		return append(list, link{mail, wayTo(path, mailWay, set)})
	case s.Settings != nil:
		return append(list, link{mail, "settings?mail"})
	}
	return list
}

// wayTo returns the address of the page at path for a way to play with these options.
func wayTo(path, way string, set engine.Options) string {
	var query []string // in letters that need no escaping
	if way != mailWay {
		query = append(query, way)
	}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		query = append(query, "set-"+key+"="+set[key])
	}
	to := url.URL{Path: path, RawQuery: strings.Join(query, "&")}
	return to.String()
}

// headOf returns the head of a page for beginning a match, whose link to the other
// language keeps the way to play.
func (s *Server) headOf(r *http.Request, lang, title, here string, err error) head {
	h := s.head(lang, title, here, err)
	if way := s.way(r); way != mailWay {
		h.Turn = here + "?" + way + "&lang=" + h.Other
	}
	return h
}

func describe(s lesson.Subject, lang, to string) described {
	return described{s.Key, s.Title.In(lang), s.Predicate().In(lang), to}
}

// showGames lists the games and their variants.
func (s *Server) showGames(w http.ResponseWriter, r *http.Request) {
	lang, way := s.lang(w, r), s.way(r)
	p := beginPage{head: s.headOf(r, lang, i18n.In(lang, "board.new"), "new", nil), Way: way, Ways: s.ways(lang, "new", nil)}
	for _, one := range lesson.Subjects(s.Desk.Games) {
		p.Games = append(p.Games, describe(one, lang, wayTo("new/"+one.Game.Name, way, one.Set)))
	}
	write(w, http.StatusOK, lang, "begin.html", p)
}

// openFile adds a file from the browser to the folder of records, and shows it.
func (s *Server) openFile(w http.ResponseWriter, r *http.Request) {
	file, named, err := r.FormFile("file")
	var data []byte
	if err == nil {
		defer file.Close() // it was only read
		data, err = io.ReadAll(file)
	}
	if err != nil {
		s.writeList(w, r, i18n.Err("open.nothing"))
		return
	}
	c, err := s.Desk.Import(named.Filename, data)
	if err != nil {
		s.writeList(w, r, i18n.Err("open.unread", "why", err))
		return
	}
	s.Tell()
	s.guard.redirect(w, r, "match/"+key(c.File))
}

// game returns the game named by a request, or nil.
func (s *Server) game(r *http.Request) *engine.Game {
	return engine.GameNamed(s.Desk.Games, r.PathValue("game"))
}

// showNew shows an empty form for a new match, with the variant that the address names.
func (s *Server) showNew(w http.ResponseWriter, r *http.Request) {
	g := s.game(r)
	if g == nil {
		s.missing(w, s.lang(w, r), errNoMatch())
		return
	}
	wanted := matchForm{Options: engine.Options{}}
	for _, o := range g.Options {
		if value := r.URL.Query().Get("set-" + o.Key); slices.Contains(o.Values, value) {
			wanted.Options[o.Key] = value
		}
	}
	s.writeNew(w, r, g, wanted, "", nil)
}

// begin starts a match on this computer, or asks for confirmation of an
// invitation and then sends it.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) {
	g := s.game(r)
	if g == nil || r.ParseForm() != nil {
		s.missing(w, s.lang(w, r), errNoMatch())
		return
	}
	wanted := readForm(r, g)
	if wanted.Against == "" && s.way(r) == computerWay {
		wanted.Against = usualLevel
	}
	if _, err := computer.ParseSpec(wanted.Against, nil); wanted.Against != "" && err != nil {
		s.writeNew(w, r, g, wanted, "", err)
		return
	}
	if s.way(r) != mailWay {
		c, err := s.Commands.Change(r.Context(), home.Copy{}, false, func(home.Copy) (home.Copy, error) { return s.Desk.Begin(wanted.setup(g)) })
		s.showBegun(w, r, c, err, func() { s.writeNew(w, r, g, wanted, "", err) })
		return
	}
	i, err := wanted.invitation(g)
	if err == nil {
		err = i.Check(s.Desk)
	}
	lang := s.lang(w, r)
	switch {
	case err != nil || r.PostForm.Has("back"):
		s.writeNew(w, r, g, wanted, "", err)
		return
	case !r.PostForm.Has("sure"):
		s.writeNew(w, r, g, wanted, i18n.In(lang, "board.ask-invite", "who", i18n.People(called(i.Others)...), "game", g.Called(i.Options)), nil)
		return
	}
	c, err := s.Commands.Change(r.Context(), home.Copy{}, true, func(home.Copy) (home.Copy, error) { return s.Desk.Invite(i) })
	s.showBegun(w, r, c, err, func() { s.writeNew(w, r, g, wanted, "", err) })
}

// showBegun shows the new match. If sending failed, the match exists nevertheless,
// and showBegun shows the list with the error.
func (s *Server) showBegun(w http.ResponseWriter, r *http.Request, c home.Copy, err error, again func()) {
	s.Tell()
	switch {
	case err == nil:
		s.guard.redirect(w, r, "match/"+key(c.File))
	case c.Match != nil:
		s.writeList(w, r, err)
	default:
		again()
	}
}

// called returns the names of people, or their addresses if they have no name.
func called(list []kif.Seat) (names []string) {
	for _, who := range list {
		if who.Name == "" {
			who.Name = who.Address
		}
		names = append(names, who.Name)
	}
	return names
}

// writeNew writes the filled-in form for a new match, or the question that
// confirms it.
func (s *Server) writeNew(w http.ResponseWriter, r *http.Request, g *engine.Game, wanted matchForm, asks string, failed error) {
	lang := s.lang(w, r)
	p := beginPage{
		head: s.headOf(r, lang, i18n.In(lang, "board.new-game", "game", g.Title), "new/"+g.Name, failed),
		Way:  s.way(r), Ways: s.ways(lang, "new/"+g.Name, wanted.Options),
	}
	s.writeWish(w, lang, p, g, wanted, asks, failed)
}

func (s *Server) writeWish(w http.ResponseWriter, lang string, p beginPage, g *engine.Game, wanted matchForm, asks string, failed error) {
	p.Game = describe(lesson.Subject{Key: g.Name, Title: g.Title, Game: g}, lang, "")
	p.Limits = []value{{Name: i18n.In(lang, "board.no-limit"), Chosen: wanted.Time == ""}}
	offered := limits
	if _, err := match.ParseControl(wanted.Time); err == nil && wanted.Time != "" && !slices.Contains(limits, wanted.Time) {
		offered = append(slices.Clone(limits), wanted.Time)
	}
	for _, limit := range offered {
		if c, err := match.ParseControl(limit); err == nil {
			p.Limits = append(p.Limits, value{Value: limit, Name: c.Text().In(lang), Chosen: limit == wanted.Time})
		}
	}
	other := wanted.Time != "" && !slices.Contains(offered, wanted.Time)
	p.Limits = append(p.Limits, value{Value: typedLimit, Name: i18n.In(lang, "board.time-other"), Chosen: other})
	p.Filled, p.Asks, p.Seats = wanted, asks, seatsOf(g, wanted.Seat, lang)
	p.Order = orderOf(g, wanted.Seat, lang)
	p.Two = len(p.Order) == 0
	p.Names = "board.names"
	if hasOdds(g) {
		p.Names = "board.names-odds"
	}
	for _, o := range g.Options {
		if len(o.Values) < 2 {
			continue
		}
		one := setting{Key: o.Key, Title: o.Title.In(lang), About: o.About.In(lang), Many: o.Least > 2}
		if o.Games != nil {
			one.Title = i18n.In(lang, "board.variant")
		}
		chosen, given := wanted.Options[o.Key]
		if !given {
			chosen = o.Default
		}
		for _, v := range o.Values {
			name, game := o.Games[v]
			switch {
			case game:
			case o.Games != nil:
				name = g.Title
			default:
				name = o.Name(v)
			}
			seats := 0 // unknown where the value needs another option
			if all, err := g.Resolve(engine.Options{o.Key: v}); err == nil {
				seats = g.Seats(all)
			}
			one.Values = append(one.Values, value{Value: v, Name: name.In(lang), Chosen: v == chosen, Two: seats == 2 && o.Variants && !p.Two})
		}
		if len(p.First) < 1 {
			p.First = append(p.First, one)
		} else {
			p.Rest = append(p.Rest, one)
		}
	}
	if p.Way == computerWay {
		p.Seats = append(p.Seats[1:], value{Value: anySeat, Name: i18n.In(lang, "board.toss"), Chosen: wanted.Seat == anySeat})
		chosen := cmp.Or(wanted.Against, s.lastLevel())
		for level := 1; level <= engine.Levels; level++ {
			spec := "level" + strconv.Itoa(level)
			p.Against = append(p.Against, value{Value: spec, Name: computer.LevelName(level).In(lang), Chosen: spec == chosen})
		}
	}
	if asks != "" {
		p.Terms = terms(g, wanted, lang)
		if others, err := people(wanted.People); err == nil && len(others) > 0 {
			p.Gets = i18n.In(lang, "board.gets", "who", i18n.People(called(others)...))
		}
	}
	write(w, statusAfter(failed), lang, "begin.html", p)
}

// terms lists what the form requests besides the game and the people.
func terms(g *engine.Game, wanted matchForm, lang string) (list []string) {
	add := func(key, text string) {
		if text != "" {
			list = append(list, i18n.In(lang, "board.term", "what", i18n.T(key), "text", text))
		}
	}
	for _, o := range g.Options {
		if v, given := wanted.Options[o.Key]; given && v != o.Default {
			list = append(list, i18n.In(lang, "board.term", "what", o.Title, "text", o.Name(v)))
		}
	}
	options, err := g.Resolve(wanted.Options)
	switch seat, chosen := strconv.Atoi(wanted.Seat); {
	case wanted.Umpire || err != nil:
	case chosen == nil:
		add("board.seat", home.SeatText(g, options, seat).In(lang))
	case g.Seats(options) == 2:
		add("board.seat", i18n.In(lang, "board.toss"))
	}
	if wanted.Umpire {
		list = append(list, i18n.In(lang, "board.umpire"))
	}
	limit := cmp.Or(wanted.Time, i18n.In(lang, "board.no-limit"))
	if c, err := match.ParseControl(wanted.Time); err == nil && wanted.Time != "" {
		limit = c.Text().In(lang)
	}
	add("board.time", limit)
	add("board.days", wanted.Days)
	add("board.observers", strings.Join(strings.Fields(wanted.Observers), " "))
	add("board.plies", wanted.Delay)
	add("board.words", wanted.Words)
	return list
}

// seatsOf lists the seats that the player can take in a game of two.
func seatsOf(g *engine.Game, chosen, lang string) []value {
	list := []value{{Name: i18n.In(lang, "board.toss"), Chosen: chosen == ""}}
	for _, seat := range []string{"1", "2"} {
		key := "door.seat.first"
		if hasOdds(g) {
			key = "board.seat-odds-" + seat
		} else if seat == "2" {
			key = "door.seat.second"
		}
		list = append(list, value{Value: seat, Name: i18n.In(lang, key), Chosen: seat == chosen})
	}
	return list
}

// orderOf lists the seats that the player can take in the variants of g with more than two players.
func orderOf(g *engine.Game, chosen, lang string) (list []value) {
	options, most := largest(g)
	for n := range most {
		if most > 2 {
			seat := strconv.Itoa(n + 1)
			list = append(list, value{Value: seat, Name: home.SeatText(g, options, n+1).In(lang), Chosen: seat == chosen})
		}
	}
	return list
}

// hasOdds reports whether g can be played with a handicap, where the second player moves first.
func hasOdds(g *engine.Game) bool {
	return slices.ContainsFunc(g.Options, func(o engine.Option) bool { return o.Key == "handicap" })
}

// largest returns the options of the variant of g that has the most seats, and their number.
func largest(g *engine.Game) (options engine.Options, most int) {
	for _, o := range g.Options {
		for _, v := range o.Values {
			if all, err := g.Resolve(engine.Options{o.Key: v}); err == nil && g.Seats(all) > most {
				options, most = all, g.Seats(all)
			}
		}
	}
	return options, most
}

// invitationFile returns the file of the invitation named by a request, or "".
func (s *Server) invitationFile(r *http.Request) string {
	for _, m := range s.Desk.Invitations() {
		if key(m.File) == r.PathValue("match") {
			return m.File
		}
	}
	return ""
}

// countered reports whether the player can counter the invitation to m.
func countered(m *match.Match) bool { return m.Roster.Joining() != 0 && m.Roster.Umpire() == 0 }

// counter shows the form for a different invitation instead of one, asks for
// confirmation, and sends it.
func (s *Server) counter(w http.ResponseWriter, r *http.Request) {
	lang := s.lang(w, r)
	old, err := s.Desk.Open(s.invitationFile(r))
	if err != nil || !countered(old.Match) || r.ParseForm() != nil {
		s.missing(w, lang, errNoMatch())
		return
	}
	who := i18n.People(old.Match.Summarise(old.File, s.Desk.Me.Address).Names...)
	p := beginPage{
		head: s.head(lang, i18n.In(lang, "board.counter", "who", who), "invitation/"+key(old.File)+"/counter", nil),
		Key:  key(old.File), Way: mailWay, Effect: i18n.In(lang, "board.counter-about", "who", who),
	}
	if r.Method == http.MethodGet {
		bare, _ := match.CutRest(old.Record.PerMove())
		s.writeWish(w, lang, p, old.Game, matchForm{Options: old.Options, Time: bare}, "", nil)
		return
	}
	wanted := readForm(r, old.Game)
	again := func(err error) {
		p.head = s.head(lang, p.Title, p.head.Here, err)
		s.writeWish(w, lang, p, old.Game, wanted, "", err)
	}
	i, err := wanted.invitation(old.Game)
	if wanted.Seat == "" {
		i.Seat = 0
	}
	if err == nil {
		err = s.Desk.CheckCounter(old, i)
	}
	switch {
	case err != nil || r.PostForm.Has("back"):
		again(err)
		return
	case !r.PostForm.Has("sure"):
		s.writeWish(w, lang, p, old.Game, wanted, i18n.In(lang, "board.ask-counter", "who", who), nil)
		return
	}
	declined, c := old, home.Copy{}
	_, err = s.Commands.Change(r.Context(), home.Copy{}, true, func(home.Copy) (_ home.Copy, err error) {
		declined, c, err = s.Desk.Counter(old.File, i)
		return declined, err
	})
	if c.Match != nil {
		_, failed := s.Commands.Change(r.Context(), home.Copy{}, true, func(home.Copy) (home.Copy, error) { return c, nil })
		err = errors.Join(err, failed)
	}
	s.showBegun(w, r, c, err, func() { again(err) })
}
