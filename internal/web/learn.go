package web

import (
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// AllSubjects is the value of Server.Learn for the list of games to learn.
const AllSubjects = "all"

// lessonPages serves the lessons.
type lessonPages struct {
	sync.Mutex
	server  *Server
	courses map[string]*lesson.Course // by the key of the subject
}

// errNoLesson returns the error for an address without a lesson.
func errNoLesson() error { return i18n.Err("learn.none") }

// course returns the lessons of a subject with the current progress. It creates
// them at the first request.
func (s *lessonPages) course(subject string) (*lesson.Course, error) {
	if c := s.courses[subject]; c != nil {
		return c, c.Refresh()
	}
	list := lesson.Subjects(s.server.Desk.Games)
	i := slices.IndexFunc(list, func(one lesson.Subject) bool { return one.Key == subject })
	if i < 0 {
		return nil, errNoLesson()
	}
	c, err := lesson.New(list[i], s.server.Lessons, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if err != nil {
		return nil, err
	}
	if s.courses == nil {
		s.courses = map[string]*lesson.Course{}
	}
	s.courses[subject] = c
	return c, nil
}

// subjectOf returns what teaches the game of m, in its variant if that has
// lessons of its own.
func subjectOf(m *match.Match) (best lesson.Subject) {
	for _, one := range lesson.Subjects([]*engine.Game{m.Game}) {
		fits := true
		for key, value := range one.Set {
			fits = fits && m.Options[key] == value
		}
		if fits {
			best = one
		}
	}
	return best
}

// learnt is the lesson of a request.
type learnt struct {
	*lesson.Course
	*lesson.Lesson
	here   string // its path
	number int    // counting from 1
}

// learnt returns the lesson of a request.
func (s *lessonPages) learnt(r *http.Request) (learnt, error) {
	c, err := s.course(r.PathValue("game"))
	if err != nil {
		return learnt{}, err
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > len(c.Lessons) {
		return learnt{}, errNoLesson()
	}
	return learnt{c, c.Lessons[n-1], lessonPath(c, n-1), n}, nil
}

// lessonPath returns the path of lesson i, or "" if i is negative.
func lessonPath(c *lesson.Course, i int) string {
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("learn/%s/%d", c.Key, i+1)
}

// open registers the pages of lessons.
func (s *lessonPages) open(mux *http.ServeMux) {
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /learn":                        s.showSubjects,
		"GET /learn/{game}":                 s.showCourse,
		"POST /learn/{game}/over":           s.startOver,
		"GET /learn/{game}/picture.svg":     s.showExample,
		"GET /learn/{game}/{n}":             func(w http.ResponseWriter, r *http.Request) { s.write(w, r, "", nil) },
		"GET /learn/{game}/{n}/picture.svg": s.with(s.show),
		"GET /learn/{game}/{n}/nudge":       s.with(s.nudge),
		"GET /learn/{game}/{n}/try":         s.with(s.try),
		"POST /learn/{game}/{n}/{act}":      s.act,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			s.Lock()
			defer s.Unlock()
			handle(w, r)
		})
	}
}

// chosen is an entry of a list. Group is the heading above it, if it begins a group.
type chosen struct {
	To, Name, About, State, Group string
	Done                          bool
}

// learnPage is a list of subjects, or of the lessons of a game.
type learnPage struct {
	head
	Intro string
	List  []chosen
	Next  string // the path of the next lesson
	Over  string // the path for starting over, or ""
}

// showSubjects lists the subjects.
func (s *lessonPages) showSubjects(w http.ResponseWriter, r *http.Request) {
	lang := s.server.lang(w, r)
	list, err := lesson.Standings(s.server.Desk.Games, s.server.Lessons)
	p := learnPage{head: s.server.head(lang, i18n.In(lang, "learn.page.title"), "learn", err), Intro: i18n.In(lang, "learn.page.intro")}
	for _, one := range list {
		p.List = append(p.List, chosen{To: "learn/" + one.Key, Name: one.Title.In(lang), About: one.Predicate().In(lang), State: one.Text().In(lang), Done: one.Done == one.All})
	}
	write(w, http.StatusOK, lang, "learn.html", p)
}

// showCourse lists the lessons of a game.
func (s *lessonPages) showCourse(w http.ResponseWriter, r *http.Request) {
	lang := s.server.lang(w, r)
	c, err := s.course(r.PathValue("game"))
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	p := learnPage{
		head:  s.server.head(lang, i18n.In(lang, "learn.page.course", "game", c.Title), "learn/"+c.Key, nil),
		Intro: c.About().In(lang), Next: lessonPath(c, c.Next(-1)),
	}
	if c.Left() < len(c.Lessons) {
		p.Over = p.Here + "/over"
	}
	for i, l := range c.Lessons {
		state := ""
		if l.Done {
			state = i18n.In(lang, "learn.done")
		}
		p.List = append(p.List, chosen{lessonPath(c, i), c.Name(i).In(lang), l.Learn.In(lang), state, l.Group.In(lang), l.Done})
	}
	write(w, http.StatusOK, lang, "learn.html", p)
}

// startOver marks all lessons of a game as not done.
func (s *lessonPages) startOver(w http.ResponseWriter, r *http.Request) {
	c, err := s.course(r.PathValue("game"))
	if err == nil {
		err = c.StartOver()
	}
	if err != nil {
		s.server.missing(w, s.server.lang(w, r), err)
		return
	}
	s.server.guard.redirect(w, r, "learn/"+c.Key)
}

type lessonPage struct {
	head
	Course   string // the path of the list of lessons
	Subject  string
	Name     string
	Dots     []string // a class for each lesson of the group
	Place    string   // what Dots show, in words
	Text     string
	Task     []string // before the words for the framed places, these words, and after them
	Board    string   // which board of the lesson it is, or ""
	Wrong    string   // the answer to a wrong move
	Right    string   // the praise for the move just made
	Tries    []try    // illegal moves to try
	Hint     string
	Solution engine.Move
	Asks     bool   // whether a hint can be asked for
	Status   string // of a match
	Match    bool
	Ours     bool
	Throws   bool
	At       string // identifies the position
	More     bool   // whether the lesson has another board
	Next     string // the path of the next lesson that is not done
	Then     string // the text of the link to it
	Onward   string // the path where matches of the game begin, after the first match or all lessons
	Again    bool   // whether something has been played
	Others   []page.Bar
	Own      page.Bar
	Hand     page.Hand
	Typed    string // the label of the field for moves
	Data     template.HTML
	Moves    []string
	Spoken   []string
}

// try is an illegal move to try.
type try struct {
	Move engine.Move
	Text string
}

// write writes the page of a lesson, with the answer to a wrong move or the error
// of the last request.
func (s *lessonPages) write(w http.ResponseWriter, r *http.Request, wrong string, failed error) {
	lang := s.server.lang(w, r)
	l, err := s.learnt(r)
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	var hint i18n.Text
	var move engine.Move
	if l.asks() && r.URL.Query().Has("hint") {
		hint, move, err = l.Hint(r.Context())
	}
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	p, err := s.page(l, lang, move, failed)
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	p.Wrong = wrong
	if move != "" {
		p.Hint = hint.In(lang)
	}
	write(w, statusAfter(failed), lang, "lesson.html", p)
}

// asks reports whether a hint can be asked for in the match of l.
func (l learnt) asks() bool { return l.IsMatch() && l.Ours() && l.Last().Next().Throw == nil }

func (s *lessonPages) page(l learnt, lang string, hint engine.Move, failed error) (*lessonPage, error) {
	title := i18n.In(lang, "learn.name", "game", l.Course.Title, "lesson", l.Course.Name(l.number-1))
	p := &lessonPage{
		head: s.server.head(lang, title, l.here, failed), Course: "learn/" + l.Course.Key, Text: l.Text.In(lang), Match: l.IsMatch(), Ours: l.Ours(),
		Subject: l.Course.Title.In(lang), Name: l.Lesson.Title.In(lang),
		Throws: l.Ours() && l.Last().Next().Throw != nil, Again: len(l.Plies) > 1, At: key(l.Last().String()), Moves: moved(l.Lesson, lang),
	}
	p.Keys, p.Asks = append(boardKeys(lang), p.Keys...), l.asks()
	if !p.Match {
		p.task(l.Lesson, lang)
	}
	p.dots(l, lang)
	if next := l.Course.Next(l.number - 1); next >= 0 && next != l.number-1 {
		p.Next, p.Then = lessonPath(l.Course, next), i18n.In(lang, "learn.page.next-named", "lesson", l.Lessons[next].Title)
	}
	scene, from := l.Last().Scene(), l.Last()
	if !p.Ours || p.Throws {
		from = silent{from}
	}
	o := s.options(lang)
	data, err := page.NewPointing(from, scene, o)
	if err != nil {
		return nil, err
	}
	if b := l.Board(); b != nil && p.Ours {
		if err := data.AddTask(scene, o, b.Frames(), p.Solution); err != nil {
			return nil, err
		}
	}
	if err := data.AddHint(l.Last(), scene, o, hint); err != nil {
		return nil, err
	}
	if p.Data, err = page.Embedded("pointing", data); err != nil {
		return nil, err
	}
	p.Hand = hand(data, fmt.Sprintf("%s/picture.svg?lang=%s&at=%s", l.here, lang, p.At), lang)
	bars, err := s.bars(l, scene, lang)
	if err != nil {
		return nil, err
	}
	p.Others, p.Own = bars[:len(bars)-1], bars[len(bars)-1]
	p.Typed = page.Typed(lang, "board.move", from, p.Solution)
	p.Spoken = render.Spoken(scene, render.SpokenOptions{Lang: lang})
	if p.Match {
		status := l.Status()
		if scene.Result != nil {
			status = i18n.Join(status, i18n.Same(p.Spoken[len(p.Spoken)-1])) // how the game ended
		}
		p.Status = status.In(lang)
	}
	if scene.Result != nil && p.Match || p.Next == "" && !p.Ours && !p.More {
		p.Onward = "new/" + l.Course.Game.Name
	}
	return p, nil
}

// bars returns the bars of the players of l, the learner's last.
func (s *lessonPages) bars(l learnt, scene engine.Scene, lang string) (list []page.Bar, err error) {
	if scene, err = render.WithPieces(scene, lang, s.server.set); err != nil {
		return nil, err
	}
	seats, own := len(scene.Players), max(1, l.Seat)
	if !l.IsMatch() {
		own = l.Plies[0].Position.Next().Player
	}
	for i := range seats {
		seat := (own+i)%seats + 1
		b := page.NewBar(scene, seat, lang)
		b.Name = engine.Seat(seat, seats).In(lang)
		if seat == own {
			b.Name = i18n.In(lang, "status.you")
		}
		list = append(list, b)
	}
	return list, nil
}

// task fills in what to do on the board of l.
func (p *lessonPage) task(l *lesson.Lesson, lang string) {
	b := l.Board()
	before, after, _ := strings.Cut(b.Task.In(lang), b.Framed().In(lang))
	p.Task = []string{before, b.Framed().In(lang), after}
	if len(l.Boards) > 1 {
		p.Board = fmt.Sprintf("%d/%d", l.At+1, len(l.Boards))
	}
	if l.Right {
		p.Right, p.More = l.Praise().In(lang), l.At+1 < len(l.Boards)
		return
	}
	p.Hint, p.Solution = b.Hint.In(lang), b.Solution()
	for _, m := range b.Tries() {
		p.Tries = append(p.Tries, try{m, i18n.In(lang, "button.try-move", "move", engine.Spell(l.Last(), m))})
	}
}

// dots fills in the progress within the group of lessons.
func (p *lessonPage) dots(l learnt, lang string) {
	from, to := l.GroupOf(l.number - 1)
	for i, one := range l.Lessons[from:to] {
		class := ""
		if one.Done {
			class = "did"
		}
		if from+i == l.number-1 {
			class = strings.TrimSpace(class + " at")
		}
		p.Dots = append(p.Dots, class)
	}
	p.Place = i18n.In(lang, "learn.place", "n", l.number-from, "all", to-from)
}

// moved lists the moves of l in the notation of lang.
func moved(l *lesson.Lesson, lang string) (list []string) {
	for i, ply := range l.Plies[1:] {
		list = append(list, engine.SpellAfter(ply.Position, l.Plies[i].Move, ply.Move).In(lang))
	}
	return list
}

func (s *lessonPages) options(lang string) render.PNGOptions {
	return render.PNGOptions{Lang: lang, Plain: true, Unnamed: true, NoHands: true, Pieces: s.server.set, Theme: s.server.theme}
}

// with returns a handler that calls show with the lesson of the request.
func (s *lessonPages) with(show func(http.ResponseWriter, *http.Request, learnt, render.PNGOptions)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lang := s.server.lang(w, r)
		l, err := s.learnt(r)
		if err != nil {
			http.Error(w, i18n.Of(err).In(lang), http.StatusNotFound)
			return
		}
		show(w, r, l, s.options(lang))
	}
}

func (s *lessonPages) show(w http.ResponseWriter, r *http.Request, l learnt, o render.PNGOptions) {
	if r.URL.Query().Has("small") {
		s.thumbnail(w, r, l.Start(), l.Lesson.Title, o)
		return
	}
	drawn(w, r, l.Last(), l.Last().Scene(), l.Lesson.Title, o)
}

// showExample draws a position of a game.
func (s *lessonPages) showExample(w http.ResponseWriter, r *http.Request) {
	lang := s.server.lang(w, r)
	c, err := s.course(r.PathValue("game"))
	if err != nil {
		http.Error(w, i18n.Of(err).In(lang), http.StatusNotFound)
		return
	}
	s.thumbnail(w, r, c.Example(), c.Title, s.options(lang))
}

// thumbnail draws the board of p for a list.
func (s *lessonPages) thumbnail(w http.ResponseWriter, r *http.Request, p engine.Position, title i18n.Text, o render.PNGOptions) {
	drawn(w, r, p, fields(p.Scene()), title, render.PNGOptions{Lang: o.Lang, Size: small, Mute: true, Zoom: true, Pieces: o.Pieces, Theme: o.Theme})
}

func (s *lessonPages) nudge(w http.ResponseWriter, r *http.Request, l learnt, o render.PNGOptions) {
	turned(w, r, l.Last(), l.Last().Scene(), o)
}

// try answers with a typed move, whether legal or not.
func (s *lessonPages) try(w http.ResponseWriter, r *http.Request, l learnt, o render.PNGOptions) {
	text := r.URL.Query().Get("move")
	m, err := l.Last().Parse(text)
	if err != nil {
		writeJSON(w, nudged{Move: text, Spelled: render.SafeLine(text, 40), Why: i18n.Plain(err).In(o.Lang), Boxes: [][4]int{}})
		return
	}
	judged(w, l.Last(), l.Last().Scene(), m, o)
}

// act does what a form of a lesson requests, and shows the lesson again. It
// ignores a form of an earlier state, except to start again.
func (s *lessonPages) act(w http.ResponseWriter, r *http.Request) {
	l, err := s.learnt(r)
	if err != nil {
		s.server.missing(w, s.server.lang(w, r), err)
		return
	}
	stale := r.PostFormValue("at") != key(l.Last().String())
	switch act := r.PathValue("act"); {
	case act == "again":
		err = l.Restart(l.Lesson)
	case stale:
	case act == "more":
		_, err = l.Continue(l.Lesson)
	case act == "throw" && l.Last().Next().Throw != nil:
		err = l.Throw(l.Lesson)
	case act == "move" && l.Ours():
		var played lesson.Played
		if played, err = l.playText(r.PostForm.Get("move")); err == nil && !played.Right {
			s.write(w, r, played.Text.In(s.server.lang(w, r)), nil)
			return
		}
	default:
		err = errNoLesson()
	}
	if err != nil {
		s.write(w, r, "", err)
		return
	}
	s.server.guard.redirect(w, r, l.here)
}

// playText plays a move in any notation.
func (l learnt) playText(text string) (lesson.Played, error) {
	m, err := l.Last().Parse(text)
	if err != nil {
		return lesson.Played{}, err
	}
	return l.Play(l.Lesson, m)
}
