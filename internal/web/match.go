package web

import (
	"fmt"
	"html/template"
	"image"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/notebook"
	"hikyaku/internal/page"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// view is what a page shows: a match, one of its plies, or a variation from
// there.
type view struct {
	home.Copy
	ply      int
	line     []string // the moves of a variation from that ply
	tries    bool     // whether the page is for trying moves, even if there are none yet
	flip     bool
	side     string // the flip parameter of the request; "" for the default
	position engine.Position
	scene    engine.Scene  // as drawn
	list     *engine.Board // the list of coming pieces, which stands beside the picture; nil for none
	hint     engine.Move   // that is shown on the board; "" for none
}

// view returns the view of a request.
func (s *Server) view(r *http.Request) (view, error) {
	file, err := fileOf(s.Desk, s.File, r.PathValue("match"))
	if err != nil {
		return view{}, err
	}
	c, err := s.Desk.Open(file)
	if err != nil {
		return view{}, err
	}
	q := r.URL.Query()
	v := view{Copy: c, ply: c.Ply(), flip: far(s.Desk, c.Match), tries: q.Has("line"), line: strings.Fields(q.Get("line"))}
	if v.side = q.Get("flip"); v.side != "" {
		v.flip = v.side == "1"
	}
	if n, err := strconv.Atoi(q.Get("at")); err == nil && n >= 0 && n < c.Ply() {
		v.ply = n
	}
	at := c.Match
	if v.ply < c.Ply() {
		at = c.Match.AtPly(v.ply)
	}
	v.position = at.Last()
	v.show(at.Scene())
	for _, move := range v.line {
		if v.position, err = engine.Play(v.position, move); err != nil {
			return view{}, err
		}
		v.show(v.position.Scene())
	}
	return v, nil
}

// show sets the scene, without its list unless the players still fill that.
func (v *view) show(s engine.Scene) {
	v.scene, v.list = s.Drafted(), nil
	for i, b := range v.scene.Boards {
		if len(v.scene.Boards) > 1 && b.Name != (i18n.Text{}) && b.Cols != nil {
			v.list, v.scene.Boards = &b, slices.Delete(slices.Clone(v.scene.Boards), i, i+1)
			return
		}
	}
}

// whole returns the scene with its list.
func (v view) whole() engine.Scene {
	s := v.scene
	if v.list != nil {
		s.Boards = append(slices.Clone(s.Boards), *v.list)
	}
	return s
}

// far reports whether the player sees the board from the far side, as the second
// of two players.
func far(d *home.Desk, m *match.Match) bool {
	return len(m.Roster.Seating) == 2 && slices.Equal(m.Roster.SeatsOf(d.Reader(m)), []int{2})
}

// last reports whether v shows the current position of the match.
func (v view) last() bool { return !v.tries && v.ply == v.Ply() }

// moves reports whether moves can be made on the page.
func moves(d *home.Desk, v view) bool {
	return v.position.Next().Player != 0 && (v.tries || v.last() && d.ToMove(v.Match))
}

// options returns the options for drawing v beside the bars of the players, which hold pieces in hand and dice.
func (s *Server) options(v view, lang string) render.PNGOptions {
	o := render.PNGOptions{Lang: lang, Flip: v.flip, Plain: true, Unnamed: true, NoHands: true, Pieces: s.set, Theme: s.theme}
	for i, name := range v.Match.Names() {
		o.Names = append(o.Names, playerName(v.Match, i+1, name).In(lang))
	}
	return o
}

type matchPage struct {
	head
	Key, Head  string
	Status     string
	Limit      string
	Question   string
	Notices    []string // what to do besides playing, as home.Desk.Notices returns it
	Ply, Last  int
	Tries      bool
	Line       string
	Spelled    string // the moves of the line, in the reader's notation
	Flip       string // the address of the view from the other side
	Full       string // the address of this page
	Live, Mine bool
	About      string // the game in a sentence
	Words      bool   // whether somebody can read a message with a move
	Others     []page.Bar
	Pairs      []page.Pair // the list of coming pieces
	Own        page.Bar
	Over       *ending // nil before the end
	Analyse    bool    // whether the analysis is offered before the end
	Hints      bool    // whether a hint can be asked for
	Hint       string  // what was asked for
	Hand       page.Hand
	Typed      string // the label of the field for moves and messages
	Data       template.HTML
	Items      []page.Item
	Talk       string   // the key of what their comments are called
	Plies      []string // the address of each ply in the list of moves
	Spoken     []string
	Notes      []noted
	Urgent     []act // that the match waits for
	Acts, More []act
	Say        bool     // whether a message can be sent
	Plan       []string // the planned answers
	Plans      bool     // whether the variation can become one of them
	Ahead      string   // how it can
	Throws     bool
	Die        template.HTML // that is thrown next
	Legend     []string      // what the signs on the board mean
	Walk       []walk
	Posts      bool // whether the move is sent
	Draws      bool // whether a draw can be offered with the move
	Trial      string
	Undo       string // the address without the last move of the line, or ""
	Comment    string // from the form of a move that failed
	Remark     string // from the form of a note that failed
}

// walk is a button that leads through the plies.
type walk struct{ To, Sign, Text string }

type noted struct {
	Number int
	Text   string
	Lines  []link
}

// link is a text and the path it leads to.
type link struct{ Text, To string }

// viewing returns a handler that calls show with the view of the request, in its language.
func (s *Server) viewing(show func(w http.ResponseWriter, r *http.Request, v view, lang string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lang := s.lang(w, r)
		v, err := s.view(r)
		if err != nil {
			s.missing(w, lang, err)
			return
		}
		show(w, r, v, lang)
	}
}

// writeMatch writes the page of a match, with the error of the last request.
func (s *Server) writeMatch(w http.ResponseWriter, r *http.Request, failed error) {
	lang := s.lang(w, r)
	v, err := s.view(r)
	if err != nil {
		s.missing(w, lang, err)
		return
	}
	p, err := s.page(r, v, lang, failed)
	if err != nil {
		s.missing(w, lang, err)
		return
	}
	write(w, statusAfter(failed), lang, "match.html", p)
}

// missing writes a page that explains why there is nothing to show.
func (s *Server) missing(w http.ResponseWriter, lang string, err error) {
	write(w, http.StatusNotFound, lang, "missing.html", s.head(lang, i18n.In(lang, "board.title"), "./", err))
}

func (s *Server) page(r *http.Request, v view, lang string, failed error) (*matchPage, error) {
	here := "match/" + key(v.File)
	question := v.Match.For(s.Desk.Party(v.Match)).Question()
	if question == (i18n.Text{}) {
		question = v.Match.For(s.Desk.Party(v.Match)).Leaving()
	}
	if o := v.Offer; question == (i18n.Text{}) && v.Outcome == nil && o != nil && o.Asks == kif.DrawQuestion && o.Party == s.Desk.Party(v.Match) {
		question = i18n.T("board.draw-offered")
	}
	p := &matchPage{
		head: s.head(lang, s.title(v.Match).In(lang), here, failed), Key: key(v.File), Head: v.Head.String(), Status: render.Safe(v.Match.For(s.Desk.Reader(v.Match)).Status().In(lang)),
		Limit:    v.Match.For(s.Desk.Party(v.Match)).Limit(s.Zone).In(lang),
		Question: render.Safe(question.In(lang)),
		Ply:      v.ply, Last: v.Ply(), Tries: v.tries, Line: strings.Join(v.line, " "), Live: v.last(), Mine: moves(s.Desk, v),
		Analyse: v.Outcome == nil && v.Ply() > 0 && v.AllowsAnalysis(),
	}
	p.Heading = p.Title
	teaches := subjectOf(v.Match)
	p.About, p.Learn, p.Keys = teaches.About().In(lang), "learn/"+teaches.Key, append(append(boardKeys(lang), shortcut{[]string{"←", "→", "Home", "End"}, i18n.In(lang, "keys.past")}), p.Keys...)
	p.Words = s.Desk.TakesWords(v.Match)
	if p.Live && s.Desk.ToMove(v.Match) && s.speaks(v.Match, v.Match.Due()) == "yours" {
		p.Title = i18n.In(lang, "board.turn-match", "title", p.Title)
	}
	p.Full, p.Turn = here+"?"+query(v, "lang", lang), here+"?"+query(v, "lang", p.Other)
	if failed != nil {
		p.Comment = text(r, "comment")
		if r.PathValue("act") == "note" {
			p.Remark = text(r, "text")
		}
	}
	undelivered, waits := s.Desk.Undelivered(v.Match.Summarise(v.File, s.Desk.Me.Address))
	if waits {
		p.Status = "" // nobody can answer yet
	}
	notices, err := s.Desk.Notices(v.Copy)
	if err != nil {
		return nil, err
	}
	for _, notice := range notices {
		if failed != nil && waits && notice == undelivered {
			continue // the error says the same
		}
		p.Notices = append(p.Notices, render.Safe(notice.In(lang)))
	}
	p.Hints = v.last() && s.Desk.GivesHints(v.Copy)
	if p.Hints && r.URL.Query().Has("hint") {
		var hint i18n.Text
		if hint, v.hint, err = computer.Hint(r.Context(), v.Last()); err != nil {
			return nil, err
		}
		p.Hint = hint.In(lang)
	}
	if err := s.draw(p, v, lang); err != nil {
		return nil, err
	}
	bars, err := s.bars(v, lang)
	if err != nil {
		return nil, err
	}
	if v.list != nil {
		p.Pairs = page.Pairs(*v.list)
	}
	p.Others, p.Own = bars[:len(bars)-1], bars[len(bars)-1]
	if p.Mine {
		p.Own.Stock = nil // it is chosen from the tray
	}
	notes, err := notebook.Of(s.Desk.System, v.File, v.Match)
	if err != nil {
		return nil, err
	}
	p.note(v, notes, lang)
	p.Talk = "board.comments"
	if v.Roster.Invited {
		p.Talk = "board.messages"
	}
	p.Items = page.Items(v.Match, linesOf(v.Match, notes), lang)
	for _, one := range p.Items {
		p.Plies = append(p.Plies, fmt.Sprintf("%s?at=%d", here, one.Ply))
	}
	p.Spelled = spelled(v.Positions[0], lang, v.line)
	flip := "1"
	if v.flip {
		flip = "0"
	}
	for i, to := range []string{"first", "back", "next", "last"} {
		p.Walk = append(p.Walk, walk{to, []string{"|←", "←", "→", "→|"}[i], i18n.In(lang, "page."+to)})
	}
	for _, b := range v.scene.Boards {
		if b.Hand > 0 && b.Seat == 1 {
			p.Legend = append(p.Legend, i18n.In(lang, "board.pairs"))
		}
		if b.ID == "meter" {
			p.Legend = append(p.Legend, i18n.In(lang, "board.meter"))
		}
	}
	if slices.ContainsFunc(v.scene.Boards[0].Strokes, func(l engine.Line) bool { return l.Mark == engine.Joint }) {
		p.Legend = append(p.Legend, i18n.In(lang, "board.longest"))
	}
	for _, player := range v.scene.Players {
		if slices.ContainsFunc(player.Has, func(t engine.Thing) bool { return t.Role == engine.Links && t.Count > 0 }) {
			p.Legend = append(p.Legend, i18n.In(lang, "board.chain"))
		}
	}
	p.Flip = here + "?" + query(v, "flip", flip)
	trial := v
	if trial.ply > 0 && v.position.Next().Result != nil {
		trial.ply-- // nothing can be tried after the end
	}
	p.Trial = here + "?" + query(trial, "line", p.Line)
	if n := len(v.line); n > 0 {
		p.Undo = here + "?" + query(v, "line", strings.Join(v.line[:n-1], " "))
	}
	switch {
	case v.last():
		p.list(s.acts(v.Copy, undelivered != i18n.Text{}, lang), r, failed)
		if slices.ContainsFunc(p.Urgent, func(a act) bool { return a.Name == "agree" }) {
			p.Question = "" // it asks the question
		}
		if v.Outcome != nil {
			if p.Over, err = s.ending(p, v, lang); err != nil {
				return nil, err
			}
		}
		plan, err := home.PlanOf(s.Desk.System, v.File)
		if err != nil {
			return nil, err
		}
		p.Plan = plan.Spelled(v.Last(), lang)
		p.Throws, p.Die = s.Desk.ToMove(v.Match) && v.Next().Throw != nil, page.Unthrown()
		p.Draws = v.Roster.Invited && p.Mine
		p.Posts = p.Draws && p.Sends
	case v.tries:
		p.Throws = v.position.Next().Throw != nil
		p.prepare(s.Desk, v, lang)
	}
	switch {
	case p.Say && p.Mine:
		p.Typed = page.Typed(lang, "board.move-say", v.position, "")
	case p.Mine:
		p.Typed = page.Typed(lang, "board.move", v.position, "")
	default:
		p.Typed = i18n.In(lang, "wants.say")
	}
	return p, nil
}

// list adds acts to the page. One that failed stays unfolded with the text that
// was typed.
func (p *matchPage) list(acts []act, r *http.Request, failed error) {
	for _, a := range acts {
		if failed != nil && a.Name == r.PathValue("act") && a.Line == r.PostForm.Get("line") {
			a.Typed, a.Open = text(r, "text"), true
		}
		switch {
		case a.Main:
			p.Urgent = append(p.Urgent, a)
		case a.Name == "say":
			p.Say = true
		case slices.Contains([]string{"draw", "undo", "ask-undo", "resign", "withdraw", "resume"}, a.Name) || a.Open:
			p.Acts = append(p.Acts, a)
		default:
			p.More = append(p.More, a)
		}
	}
}

// prepare describes whether, or how, the variation of v can become a planned
// answer.
func (p *matchPage) prepare(d *home.Desk, v view, lang string) {
	if v.ply != v.Ply() || !d.CanPlan(v.Copy) {
		return
	}
	p.Plans = d.Answers(v.Copy, v.line)
	key := "board.ahead"
	if p.Plans {
		key = "asks.plan"
	}
	p.Ahead = i18n.In(lang, key, "who", i18n.People(v.Match.Summarise(v.File, d.Me.Address).Names...))
}

// query returns the query of v with one value added or replaced.
func query(v view, name, value string) string {
	q := url.Values{}
	if v.ply < v.Ply() {
		q.Set("at", strconv.Itoa(v.ply))
	}
	if v.tries {
		q.Set("line", strings.Join(v.line, " "))
	}
	if v.side != "" {
		q.Set("flip", v.side)
	}
	q.Set(name, value)
	return q.Encode()
}

// names returns the players of m, in the order of the invitation; the empty
// text if nobody has a name.
func names(m *match.Match) (all i18n.Text) {
	players := m.Roster.Players()
	for i, p := range players {
		name := m.Roster.Name(p)
		switch who := playerName(m, i+1, name); {
		case name == "":
		case all == i18n.Text{}:
			all = who
		default:
			all = i18n.Text{En: all.En + " – " + who.En, Ja: all.Ja + " – " + who.Ja}
		}
	}
	return all
}

// spelled returns moves in the notation of lang.
func spelled(p engine.Position, lang string, moves []string) string {
	return i18n.Spaced(engine.SpellLine(p, moves)...).In(lang)
}

// draw adds the picture of v and the data for pointing to p.
func (s *Server) draw(p *matchPage, v view, lang string) error {
	o := s.options(v, lang)
	from := v.position
	if !p.Mine {
		from = silent{from}
	}
	data, err := page.NewPointing(from, v.scene, o)
	if err != nil {
		return err
	}
	if err := data.AddHint(v.position, v.scene, o, v.hint); err != nil {
		return err
	}
	if p.Data, err = page.Embedded("data", data); err != nil {
		return err
	}
	p.Spoken = render.Spoken(v.whole(), render.SpokenOptions{Lang: lang, Names: o.Names})
	path := "match/" + p.Key + "/picture.svg?" + query(v, "lang", lang) + "&head=" + p.Head[:8]
	p.Hand = hand(data, path, lang)
	return nil
}

// silent is a position in which no move can be pointed out.
type silent struct{ engine.Position }

// linesOf returns the lines of the notes on m by ply.
func linesOf(m *match.Match, notes []notebook.Note) map[int][]string {
	lines := map[int][]string{}
	for ply, on := range notebook.ByPly(m, notes) {
		for _, n := range on {
			if n.Text != "" {
				lines[ply] = append(lines[ply], strings.Split(render.Safe(n.Text), "\n")...)
			}
		}
	}
	return lines
}

// note lists the notes on the ply shown.
func (p *matchPage) note(v view, notes []notebook.Note, lang string) {
	here := notebook.Mark(v.Match.AtPly(v.ply))
	for i, n := range notes {
		if n.After != here {
			continue
		}
		one := noted{Number: i + 1, Text: render.Safe(n.Text)}
		for _, line := range n.Lines {
			q := url.Values{"at": {strconv.Itoa(v.ply)}, "line": {line}}
			one.Lines = append(one.Lines, link{spelled(v.Positions[0], lang, strings.Fields(line)), "match/" + p.Key + "?" + q.Encode()})
		}
		p.Notes = append(p.Notes, one)
	}
}

// showPicture draws the view of a request, after the move that it names, if any.
func (s *Server) showPicture(w http.ResponseWriter, r *http.Request, v view, lang string) {
	o := s.options(v, lang)
	if v.scene.Boards[0].Seat != 0 {
		o.Names = nil // the picture would write them over the fields, but the bars have them
	}
	if r.URL.Query().Has("small") {
		o.Size, o.Mute, o.Zoom, o.Names = small, true, true, nil
		v.scene = fields(v.scene)
	}
	drawn(w, r, v.position, v.scene, v.Match.Status(), o)
}

// small is the size of the boards in the list of matches, in pixels.
const small = 240

// fields returns the fields of play of a scene without the players' things. While
// the players fill a list, it returns the list, in two rows.
func fields(s engine.Scene) engine.Scene {
	if s = s.Drafted(); s.Boards[0].Name != (i18n.Text{}) {
		return engine.Scene{Boards: []engine.Board{folded(s.Boards[0])}}
	}
	list := s.Boards[:0:0]
	for _, b := range s.Boards {
		if b.Name == (i18n.Text{}) {
			list = append(list, b)
		}
	}
	return engine.Scene{Boards: list}
}

// folded returns b with its right half below the left one, and a row between them.
func folded(b engine.Board) engine.Board {
	half, high := (b.Max.X-b.Min.X+1)/2, b.Max.Y-b.Min.Y+1
	b.Cells = slices.Clone(b.Cells)
	for i := range b.Cells {
		if at := &b.Cells[i].At; at.X < b.Min.X+half {
			at.Y += high + 1
		} else {
			at.X -= half
		}
	}
	b.Max.X, b.Max.Y = b.Max.X-half, b.Max.Y+high+1
	b.Cols, b.Rows = nil, nil
	return b
}

// nudge answers with a move changed by a key of the game, or unchanged if the
// key has no effect.
func (s *Server) nudge(w http.ResponseWriter, r *http.Request, v view, lang string) {
	turned(w, r, v.position, v.scene, s.options(v, lang))
}

// read answers with the move that a typed text means in any notation, or points
// on the picture, or null.
func (s *Server) read(w http.ResponseWriter, r *http.Request, v view, lang string) {
	typed := r.URL.Query().Get("move")
	var points []image.Point
	for _, n := range strings.Split(r.URL.Query().Get("at"), ",") {
		at, err := strconv.Atoi(n)
		switch {
		case err != nil:
		case len(points) == 0 || points[len(points)-1].Y >= 0:
			points = append(points, image.Pt(at, -1))
		default:
			points[len(points)-1].Y = at
		}
	}
	var err error
	if len(points) > 0 {
		typed, err = page.PointedAt(v.scene, s.options(v, lang), points)
	}
	var m engine.Move
	if err == nil {
		m, err = v.position.Parse(typed)
	}
	if err != nil {
		writeJSON(w, nil)
		return
	}
	judged(w, v.position, v.scene, m, s.options(v, lang))
}

// showHead writes the hash of the last entry, with which a page checks whether
// it is up to date.
func (s *Server) showHead(w http.ResponseWriter, _ *http.Request, v view, _ string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(v.Head.String()))
}
