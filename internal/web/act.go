package web

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/notebook"
	"hikyaku/match"
	"hikyaku/render"
)

// act is something that the player can do in a match other than moving.
type act struct {
	Name  string // in the address of the form
	Line  string // as in home.Act
	Label string
	Asks  string // the question to confirm first; "" if none
	Does  string // the label of the button that confirms it, if that is not Label
	Note  string // what happens otherwise
	Text  string // the label of its text; "" if it takes none
	Empty bool   // whether the text may be empty
	Typed string // the text typed in a form that failed
	Main  bool   // whether the match waits for it
	Open  bool   // whether the form is unfolded

	Here, Head string // of the page
}

// acts lists what the player can do in c, whose last message may be undelivered.
func (s *Server) acts(c home.Copy, undelivered bool, lang string) (list []act) {
	page := act{Here: "match/" + key(c.File), Head: c.Head.String()}
	if (undelivered || c.Match.Summarise(c.File, s.Desk.Me.Address).Draft) && s.Commands.Sends() {
		one := page
		one.Name, one.Label, one.Main = "send", i18n.In(lang, "button.send"), true
		list = append(list, one)
	}
	for _, a := range s.Desk.Acts(c) {
		if a.Name == "draw" && c.Roster.Invited && s.Desk.ToMove(c.Match) {
			continue // it is offered together with the move
		}
		one := page
		one.Name, one.Line, one.Main, one.Open = a.Name, a.Line, a.Rank == match.Urgent, a.Rank == match.Urgent
		one.Label = a.Label(c).In(lang)
		if a.Reach != match.ToNobody {
			one.Asks = render.Safe(a.Asks(s.Desk, c).In(lang))
		}
		switch {
		case a.Name == "draw" && c.Roster.Invited:
			one.Does = i18n.In(lang, "button.offer-draw")
		case a.Name == "agree" && c.MoveDeclines(s.Desk.Party(c.Match)):
			one.Note = i18n.In(lang, "board.move-declines")
		case a.Name == "agree" && (c.Offer != nil || c.AsksSubstitute(s.Desk.Party(c.Match)) != nil):
			one.Note = i18n.In(lang, "board.idle-declines")
		}
		if a.Wants != match.Nothing {
			one.Text, one.Empty = i18n.In(lang, "wants."+a.Name), a.Wants == match.MayWords
		}
		list = append(list, one)
	}
	return list
}

// change is the effect of a form on a match.
type change struct {
	do    func(d *home.Desk, c home.Copy, post bool) (home.Copy, error)
	reach match.Reach
}

// changeOf returns the effect of the form called name.
func changeOf(name string, v view, r *http.Request) (change, error) {
	switch name {
	case "move":
		return change{do: func(d *home.Desk, c home.Copy, post bool) (home.Copy, error) {
			return d.Play(c, home.Turn{
				Move: cmp.Or(r.PostForm.Get("move"), text(r, "text")), Comment: text(r, "comment"), Draw: r.PostForm.Get("draw") != "", Post: post,
			})
		}}, nil
	case "send":
		return change{do: func(_ *home.Desk, c home.Copy, _ bool) (home.Copy, error) { return c, nil }}, nil
	case "throw":
		return change{reach: match.ToNobody, do: func(d *home.Desk, c home.Copy, _ bool) (home.Copy, error) { return d.Throw(c, "") }}, nil
	case "again":
		if v.Outcome == nil || v.Roster.Invited {
			return change{}, errNoMatch()
		}
		against := r.PostForm.Get("line")
		if _, err := computer.ParseSpec(against, nil); against != "" && err != nil {
			return change{}, err
		}
		return change{reach: match.ToJoin, do: func(d *home.Desk, c home.Copy, _ bool) (home.Copy, error) { return d.Again(c, against) }}, nil
	case "plan":
		return change{reach: match.ToNobody, do: func(d *home.Desk, c home.Copy, _ bool) (home.Copy, error) {
			_, err := d.AddPlan(c, strings.Join(v.line, " "))
			return c, err
		}}, nil
	}
	a, known := home.ActNamed(name, r.PostForm.Get("line"))
	if !known {
		return change{}, errNoMatch()
	}
	return change{reach: a.Reach, do: func(d *home.Desk, c home.Copy, post bool) (home.Copy, error) {
		return a.Do(d, c, text(r, "text"), post)
	}}, nil
}

// act does what a form on the page of a match requests, and shows the page
// again.
func (s *Server) act(w http.ResponseWriter, r *http.Request, v view, lang string) {
	to, err := s.do(r, v)
	if err != nil {
		s.writeMatch(w, r, err)
		return
	}
	s.guard.redirect(w, r, to)
}

// do does what a form requests and returns the path of the page to show.
func (s *Server) do(r *http.Request, v view) (to string, err error) {
	if err := r.ParseForm(); err != nil {
		return "", err
	}
	name, here := r.PathValue("act"), "match/"+key(v.File)
	switch {
	case name == "note":
		return s.saveNote(r, v)
	case name == "forget":
		n, _ := strconv.Atoi(r.PostForm.Get("number"))
		return here + "?" + query(v, "at", strconv.Itoa(v.ply)), notebook.Remove(s.Desk.System, v.File, v.Match, n)
	case r.PostForm.Get("head") != v.Head.String():
		return "", i18n.Err("board.changed")
	}
	does, err := changeOf(name, v, r)
	if err != nil {
		return "", err
	}
	post, before := v.Roster.Invited && (does.reach == match.ToJoin || does.reach == match.ToOthers && s.Commands.Sends()), v.Copy
	if does.reach == match.ToJoin {
		before = home.Copy{}
	}
	c, err := s.Commands.Change(r.Context(), before, post, func(c home.Copy) (home.Copy, error) {
		if c.Match == nil {
			c = v.Copy
		}
		return does.do(s.Desk, c, post)
	})
	s.Tell()
	if c.Match != nil && c.File != v.File { // a different match, even if it could not be sent
		r.SetPathValue("match", key(c.File))
		here = "match/" + key(c.File)
	}
	return here, err
}

// text returns the text of a field, whose lines end in \n.
func text(r *http.Request, field string) string {
	return strings.TrimSpace(strings.ReplaceAll(r.PostForm.Get(field), "\r\n", "\n"))
}

// saveNote saves a private note on the ply of v, or with the variation of v.
func (s *Server) saveNote(r *http.Request, v view) (to string, err error) {
	var lines []string
	if v.tries && len(v.line) > 0 {
		lines = []string{strings.Join(v.line, " ")}
	}
	n, err := notebook.New(v.Match.AtPly(v.ply), text(r, "text"), lines, s.Desk.System.Now())
	if err == nil {
		err = notebook.Add(s.Desk.System, v.File, v.Match, n)
	}
	v.tries = false
	return "match/" + key(v.File) + "?" + query(v, "at", strconv.Itoa(v.ply)), err
}

// poll polls and shows the list.
func (s *Server) poll(w http.ResponseWriter, r *http.Request) {
	news := s.pages.next()
	if err := s.Commands.Poll(r.Context()); err != nil {
		s.writeList(w, r, err)
		return
	}
	select {
	case <-news:
		s.guard.redirect(w, r, "./")
	default:
		s.guard.redirect(w, r, "./?none")
	}
}

// answer accepts or declines an invitation.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	file := s.invitationFile(r)
	do := map[string]func(home.Copy) (home.Copy, error){
		"accept":  func(home.Copy) (home.Copy, error) { return s.Desk.Accept(file, text(r, "text"), false) },
		"decline": func(home.Copy) (home.Copy, error) { return s.Desk.Decline(file, text(r, "text")) },
	}[r.PathValue("answer")]
	if file == "" || do == nil || r.ParseForm() != nil {
		s.missing(w, s.lang(w, r), errNoMatch())
		return
	}
	c, err := s.Commands.Change(r.Context(), home.Copy{}, true, do)
	s.Tell()
	switch {
	case err != nil:
		s.writeList(w, r, err)
	case c.Outcome != nil:
		s.guard.redirect(w, r, "./")
	default:
		s.guard.redirect(w, r, "match/"+key(c.File))
	}
}
