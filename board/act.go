package board

import (
	"net/http"
	"strconv"
	"strings"

	"hikyaku/desk"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/notebook"
	"hikyaku/words"
)

// act is something that can be done in a match besides a move.
type act struct {
	Name  string // in the address
	Label string
	Asks  string // what is to be confirmed first; empty for nothing
	Text  string // what the text that goes with it is; empty for none
	Main  bool   // the match waits for it
}

// acts lists what we can do in m.
func (s *Server) acts(m *match.Match, lang string) (list []act) {
	me := s.Desk.Party(m)
	add := func(name string, asks bool, text string) {
		a := act{Name: name, Label: words.In(lang, "button."+name)}
		if asks {
			a.Asks = words.In(lang, "asks."+name)
		}
		if text != "" {
			a.Text = words.In(lang, text)
		}
		list = append(list, a)
	}
	if match.Unsent(m) && m.By(m.LastEntry()) == me && s.Commands.Sends() {
		add("send", false, "")
		list[0].Main = true
	}
	if i := m.LastEntry(); i > 0 && !m.Record.Events[i].Posted && (!m.Roster.Invited || m.By(i) == me) {
		add("undo", false, "")
	}
	if !m.Roster.Invited {
		if m.Outcome == nil {
			add("draw", true, "")
			add("claim", true, "")
			add("resign", true, "")
		}
		return list
	}
	if me == 0 || m.Roster.Joining() != 0 {
		return list
	}
	if m.Outcome == nil {
		if match.Question(m, me).En != "" {
			add("agree", true, "")
			list[len(list)-1].Main = true
		}
		if !ours(s.Desk, m) {
			add("draw", true, "")
			add("ask-undo", true, "")
		}
		switch {
		case !m.Paused.IsZero():
			add("resume", false, "")
		case m.Clock.Limited():
			add("pause", true, "")
		}
		if m.Clock.Limited() {
			add("away", false, "button.days")
			if !ours(s.Desk, m) {
				add("claim", true, "")
			}
		}
		add("resign", true, "")
	}
	add("say", false, "button.words")
	return list
}

// doers do what a form asks for. With post, the step is handed to the courier.
var doers = map[string]func(d *desk.Desk, c desk.Copy, text string, post bool) (desk.Copy, error){
	"send":  func(_ *desk.Desk, c desk.Copy, _ string, _ bool) (desk.Copy, error) { return c, nil },
	"undo":  func(d *desk.Desk, c desk.Copy, _ string, _ bool) (desk.Copy, error) { return d.Undo(c.File) },
	"throw": func(d *desk.Desk, c desk.Copy, _ string, _ bool) (desk.Copy, error) { return d.Throw(c.File, "") },
	"draw":  draw,
	"claim": claim,
	"resign": func(d *desk.Desk, c desk.Copy, _ string, post bool) (desk.Copy, error) {
		return d.Resign(c.File, 0, post)
	},
	"agree":    step(func(string) desk.Step { return desk.Agree() }),
	"ask-undo": step(func(string) desk.Step { return desk.AskUndo(0) }),
	"pause":    step(func(string) desk.Step { return desk.Pause() }),
	"resume":   step(func(string) desk.Step { return desk.Resume() }),
	"away":     step(desk.Away),
	"say":      step(desk.Say),
}

func step(of func(text string) desk.Step) func(*desk.Desk, desk.Copy, string, bool) (desk.Copy, error) {
	return func(d *desk.Desk, c desk.Copy, text string, post bool) (desk.Copy, error) {
		return d.Do(c.File, of(text), post)
	}
}

func draw(d *desk.Desk, c desk.Copy, _ string, post bool) (desk.Copy, error) {
	if !c.Roster.Invited {
		return desk.EndLocal(d, c.File, kif.DrawAgreed)
	}
	return d.Do(c.File, desk.Draw(), post)
}

func claim(d *desk.Desk, c desk.Copy, _ string, post bool) (desk.Copy, error) {
	if !c.Roster.Invited {
		return desk.EndLocal(d, c.File, kif.TimeOut)
	}
	return d.Do(c.File, desk.Claim(), post)
}

// quiet are the acts after which nothing is sent.
var quiet = map[string]bool{"undo": true, "throw": true, "note": true, "forget": true}

// act does what a form of the page of a match asks for, and shows the page again.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.missing(w, s.lang(w, r), err)
		return
	}
	to, err := s.do(r, v)
	if err != nil {
		s.writeMatch(w, r, err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// do does what a form asks for and returns the address of the page to be shown.
func (s *Server) do(r *http.Request, v view) (to string, err error) {
	if err := r.ParseForm(); err != nil {
		return "", err
	}
	name, here := r.PathValue("act"), "/match/"+key(v.File)
	switch {
	case name == "note":
		return s.keep(r, v)
	case name == "forget":
		n, _ := strconv.Atoi(r.PostForm.Get("number"))
		return here + "?" + query(v, "at", strconv.Itoa(v.ply)), notebook.Remove(s.Desk.System, v.File, v.Match, n)
	case r.PostForm.Get("head") != v.Head.String():
		return "", words.Err("board.changed")
	}
	post := s.Commands.Sends() && v.Roster.Invited && !quiet[name]
	change := func() (desk.Copy, error) {
		if name == "move" {
			return s.Desk.Play(v.File, desk.Turn{
				Move: r.PostForm.Get("move"), Comment: text(r, "comment"), Draw: r.PostForm.Get("draw") != "", Post: post,
			})
		}
		do, known := doers[name]
		if !known {
			return desk.Copy{}, errNoMatch()
		}
		return do(s.Desk, v.Copy, text(r, "text"), post)
	}
	_, err = s.Commands.Change(r.Context(), v.File, post, change)
	s.Tell()
	return here, err
}

// text returns what somebody typed, with the ends of lines as everywhere here.
func text(r *http.Request, field string) string {
	return strings.TrimSpace(strings.ReplaceAll(r.PostForm.Get(field), "\r\n", "\n"))
}

// keep keeps a private note on the ply of v, or the variation of v.
func (s *Server) keep(r *http.Request, v view) (to string, err error) {
	var lines []string
	if v.tries && len(v.line) > 0 {
		lines = []string{strings.Join(v.line, " ")}
	}
	n, err := notebook.New(match.AtPly(v.Match, v.ply), text(r, "text"), lines, s.Desk.System.Now())
	if err == nil {
		err = notebook.Add(s.Desk.System, v.File, v.Match, n)
	}
	v.tries = false
	return "/match/" + key(v.File) + "?" + query(v, "at", strconv.Itoa(v.ply)), err
}

// poll looks for letters, and shows the list.
func (s *Server) poll(w http.ResponseWriter, r *http.Request) {
	if err := s.Commands.Poll(r.Context()); err != nil {
		s.writeList(w, r, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// answer accepts or declines an invitation.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	file := ""
	for _, m := range s.Desk.Invitations() {
		if key(m.File) == r.PathValue("match") {
			file = m.File
		}
	}
	do := map[string]func() (desk.Copy, error){
		"accept":  func() (desk.Copy, error) { return s.Desk.Accept(file, text(r, "text"), false) },
		"decline": func() (desk.Copy, error) { return s.Desk.Decline(file, text(r, "text")) },
	}[r.PathValue("answer")]
	if file == "" || do == nil || r.ParseForm() != nil {
		s.missing(w, s.lang(w, r), errNoMatch())
		return
	}
	c, err := s.Commands.Change(r.Context(), "", true, do)
	s.Tell()
	switch {
	case err != nil:
		s.writeList(w, r, err)
	case c.Outcome != nil:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	default:
		http.Redirect(w, r, "/match/"+key(c.File), http.StatusSeeOther)
	}
}
