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
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// lessonPages serves the lessons. It writes no files.
type lessonPages struct {
	sync.Mutex
	server  *Server
	courses map[string]*lesson.Course // by the key of the subject
}

// errNoLesson returns the error for an address without a lesson.
func errNoLesson() error { return i18n.Err("learn.none") }

// course returns the lessons of a subject. It creates them at the first request.
func (s *lessonPages) course(subject string) (*lesson.Course, error) {
	if c := s.courses[subject]; c != nil {
		return c, nil
	}
	list := lesson.Subjects(s.server.Desk.Games)
	i := slices.IndexFunc(list, func(one lesson.Subject) bool { return one.Key == subject })
	if i < 0 {
		return nil, errNoLesson()
	}
	now := uint64(time.Now().UnixNano())
	c, err := lesson.New(list[i].Game, list[i].Set, rand.New(rand.NewPCG(now, now)))
	if err != nil {
		return nil, err
	}
	if s.courses == nil {
		s.courses = map[string]*lesson.Course{}
	}
	s.courses[subject] = c
	return c, nil
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
	return learnt{c, c.Lessons[n-1], lessonPath(r.PathValue("game"), n), n}, nil
}

func lessonPath(subject string, n int) string { return fmt.Sprintf("learn/%s/%d", subject, n) }

// open registers the pages of lessons.
func (s *lessonPages) open(mux *http.ServeMux) {
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /learn":                        s.showSubjects,
		"GET /learn/{game}":                 s.showCourse,
		"GET /learn/{game}/{n}":             func(w http.ResponseWriter, r *http.Request) { s.write(w, r, nil) },
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

type chosen struct{ To, Name, State string }

// learnPage is a list of subjects, or of the lessons of a game.
type learnPage struct {
	head
	Intro string
	List  []chosen
	Next  string // the path of the next lesson
}

// showSubjects lists the subjects.
func (s *lessonPages) showSubjects(w http.ResponseWriter, r *http.Request) {
	lang := s.server.lang(w, r)
	p := learnPage{head: s.server.head(lang, i18n.In(lang, "learn.page.title"), "learn", nil), Intro: i18n.In(lang, "learn.page.intro")}
	for _, one := range lesson.Subjects(s.server.Desk.Games) {
		state := ""
		if c := s.courses[one.Key]; c != nil {
			state = i18n.In(lang, "learn.title", "n", left(c))
		}
		p.List = append(p.List, chosen{"learn/" + one.Key, one.Title.In(lang), state})
	}
	write(w, http.StatusOK, lang, "learn.html", p)
}

// left counts the lessons not done yet.
func left(c *lesson.Course) (n int) {
	for _, l := range c.Lessons {
		if !l.Done {
			n++
		}
	}
	return n
}

// showCourse lists the lessons of a game.
func (s *lessonPages) showCourse(w http.ResponseWriter, r *http.Request) {
	lang, subject := s.server.lang(w, r), r.PathValue("game")
	c, err := s.course(subject)
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	p := learnPage{
		head:  s.server.head(lang, i18n.In(lang, "learn.page.course", "game", c.Title), "learn/"+subject, nil),
		Intro: i18n.In(lang, "learn.title", "n", left(c)), Next: next(c, subject, 0),
	}
	for i, l := range c.Lessons {
		state := "learn.todo"
		if l.Done {
			state = "learn.done"
		}
		p.List = append(p.List, chosen{lessonPath(subject, i+1), lessonName(c, i+1, lang), i18n.In(lang, state)})
	}
	write(w, http.StatusOK, lang, "learn.html", p)
}

func lessonName(c *lesson.Course, n int, lang string) string {
	return fmt.Sprintf("%d. %s", n, c.Lessons[n-1].Name.In(lang))
}

// next returns the path of the first lesson after lesson n that is not done,
// starting over at the end, or "" if all are done.
func next(c *lesson.Course, subject string, n int) string {
	for i := range c.Lessons {
		if k := (n + i) % len(c.Lessons); !c.Lessons[k].Done {
			return lessonPath(subject, k+1)
		}
	}
	return ""
}

type lessonPage struct {
	head
	Course  string // the path of the list of lessons
	Text    []paragraph
	Refused string // the label of the button that tries a move which the rule forbids
	Try     string // that move, or ""
	Task    []string
	Right   string // the praise for the move just made
	Status  string // of a match
	Match   bool
	Ours    bool
	Throws  bool
	At      string // identifies the position
	Next    string
	Again   bool // whether something has been played
	Hand    page.Hand
	Data    template.HTML
	Moves   []string
	Spoken  []string
}

// paragraph is a part of a rule. If Lines is set, its line breaks are kept, as
// in a list.
type paragraph struct {
	Text  string
	Lines bool
}

// paragraphs splits a rule into paragraphs.
func paragraphs(text string) (list []paragraph) {
	for part := range strings.SplitSeq(text, "\n\n") {
		list = append(list, paragraph{part, strings.Contains("\n"+part, "\n* ") || strings.Contains(part, "\n ")})
	}
	return list
}

// write writes the page of a lesson, with the error of the last request.
func (s *lessonPages) write(w http.ResponseWriter, r *http.Request, failed error) {
	lang := s.server.lang(w, r)
	l, err := s.learnt(r)
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	l.Look()
	p, err := s.page(l, r.PathValue("game"), lang, failed)
	if err != nil {
		s.server.missing(w, lang, err)
		return
	}
	status := http.StatusOK
	if failed != nil {
		status = http.StatusConflict
	}
	write(w, status, lang, "lesson.html", p)
}

func (s *lessonPages) page(l learnt, subject, lang string, failed error) (*lessonPage, error) {
	title := i18n.In(lang, "learn.name", "game", l.Title, "lesson", lessonName(l.Course, l.number, lang))
	p := &lessonPage{
		head: s.server.head(lang, title, l.here, failed), Course: "learn/" + subject, Text: paragraphs(l.Text.In(lang)), Match: l.Match, Ours: l.Ours(),
		Throws: l.Ours() && l.Last().Next().Throw != nil, Again: len(l.Plies) > 1,
		At: key(l.Last().String()), Moves: moved(l.Lesson, lang),
	}
	if p.Match && p.Again {
		p.Text = nil
	}
	if p.Ours {
		p.task(l.Lesson, lang)
	} else {
		p.Next = next(l.Course, subject, l.number)
		if l.Ended() {
			p.Task = []string{i18n.In(lang, "learn.ended")}
		} else if !l.Match {
			p.Right = i18n.In(lang, "learn.page.right", "move", p.Moves[len(p.Moves)-1])
		}
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
	if p.Data, err = embedded("pointing", data); err != nil {
		return nil, err
	}
	p.Hand = hand(data, fmt.Sprintf("%s/picture.svg?lang=%s&at=%s", l.here, lang, p.At), lang)
	p.Spoken = render.Spoken(scene, render.SpokenOptions{Lang: lang})
	if l.Match && (scene.Result != nil || scene.Turn.Seat != 0) {
		p.Status = p.Spoken[len(p.Spoken)-1] // whose turn it is, or how the game ended
	}
	return p, nil
}

// task describes what to try on the board of l.
func (p *lessonPage) task(l *lesson.Lesson, lang string) {
	if l.Refused != "" {
		p.Refused, p.Try = i18n.In(lang, "button.try-move", "move", l.Spell(l.Refused)), l.Refused
	}
	allowed := l.Spell(l.Allowed)
	switch {
	case l.Match:
	case l.Rule == "":
		p.Task = []string{i18n.In(lang, "learn.page.free"), i18n.In(lang, "learn.such", "move", allowed)}
	case l.Allowed == "":
		p.Task = []string{i18n.In(lang, "learn.page.free")}
	case l.Refused == "":
		p.Task = []string{i18n.In(lang, "learn.page.allowed", "move", allowed)}
	default:
		p.Task = []string{i18n.In(lang, "learn.allowed", "move", allowed)}
	}
}

// moved lists the moves of l in the notation of lang.
func moved(l *lesson.Lesson, lang string) (list []string) {
	for i, ply := range l.Plies[1:] {
		list = append(list, engine.Spell(l.Plies[i].Position, ply.Move).In(lang))
	}
	return list
}

func (s *lessonPages) options(lang string) render.PNGOptions {
	return render.PNGOptions{Lang: lang, Plain: true, Pieces: s.server.Pieces}
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
	drawn(w, r, l.Last(), l.Last().Scene(), l.Name, o)
}

func (s *lessonPages) nudge(w http.ResponseWriter, r *http.Request, l learnt, o render.PNGOptions) {
	turned(w, r, l.Last(), l.Last().Scene(), o)
}

// try answers with a typed move, whether legal or not.
func (s *lessonPages) try(w http.ResponseWriter, r *http.Request, l learnt, o render.PNGOptions) {
	text := r.URL.Query().Get("move")
	m, err := l.Last().Parse(text)
	if err != nil {
		writeJSON(w, nudged{Move: text, Spelled: render.SafeLine(text, 40), Why: i18n.Of(err).In(o.Lang), Boxes: [][4]int{}})
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
		l.Again()
	case stale:
	case act == "throw" && l.Last().Next().Throw != nil:
		err = l.Throw(l.Lesson)
	case act == "move" && l.Ours():
		err = l.playText(r.PostForm.Get("move"))
	default:
		err = errNoLesson()
	}
	if err != nil {
		s.write(w, r, err)
		return
	}
	s.server.guard.redirect(w, r, l.here)
}

// playText plays a move in any notation.
func (l learnt) playText(text string) error {
	m, err := l.Last().Parse(text)
	if err != nil {
		return err
	}
	return l.Play(l.Lesson, m)
}
