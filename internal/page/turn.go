package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"image"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// Turn is a match whose next move can be entered on a self-contained page.
type Turn struct {
	Match   *match.Match
	Picture render.PNGOptions // without a theme it is wood by day and dark by night; the player to move is at the bottom unless Flip is set
	Reply   Reply
	Zone    *time.Location // of the deadline; nil for UTC
}

// Reply is the way to send the move: by a mail with a token or, without an address, by a command to type.
type Reply struct {
	Address string `json:"address,omitempty"`
	Subject string `json:"subject,omitempty"`
	Token   string `json:"token,omitempty"`
	Command string `json:"command,omitempty"` // with MOVE instead of the move
	Copied  string `json:"copied"`            // the message after copying
}

var (
	//go:embed turn.html
	turnHTML string
	//go:embed turn.js
	turnJS string
	//go:embed turn.css
	turnCSS string
)

var turnLayout = sync.OnceValue(func() *template.Template {
	t := template.New("turn").Funcs(template.FuncMap{"say": func(string) string { return "" }})
	return template.Must(template.Must(t.Parse(HandHTML)).Parse(turnHTML))
})

// WriteTurn writes t. It returns an error of render.NewStrips or w.
func WriteTurn(w io.Writer, t Turn) error {
	m, lang, scene := t.Match, t.Picture.Lang, t.Match.Scene()
	seat := m.Next().Player
	t.Picture.Flip = t.Picture.Flip != (seat == 2 && len(m.Names()) == 2)
	t.Picture.Plain, t.Picture.Names, t.Picture.Unnamed, t.Picture.NoHands = true, m.Names(), true, true
	var bars []template.HTML
	list, err := barsOf(m, scene, t.Picture)
	if err != nil {
		return err
	}
	for _, b := range list {
		if b.Turn {
			b.Chip, b.Stock = i18n.In(lang, "bar.turn-yours"), nil // the stock is chosen from the tray
		}
		bar, err := b.html()
		if err != nil {
			return err
		}
		bars = append(bars, bar)
	}
	how := "turn.how-command"
	if t.Reply.Address != "" {
		how = "turn.how-mail"
	}
	about := []i18n.Text{i18n.T(how)}
	if end, limited := m.Clock.Deadline(m.Roster.PartyOf(seat)); limited && m.Paused.IsZero() {
		about = slices.Insert(about, 0, i18n.T("turn.until", "when", i18n.Time(end, t.Zone)))
	}
	if n := m.Ply(); n > 0 {
		about = slices.Insert(about, 0, i18n.T("news.move", "who", m.Doer(m.LastMove()), "move", m.PlyText(n)))
	}
	picture, style, err := dayAndNightSVG(scene, t.Picture)
	if err != nil {
		return err
	}
	pointing, err := NewPointing(m.Last(), scene, t.Picture)
	if err != nil {
		return err
	}
	data := turnData{Pointing: pointing}
	if nudger, ok := m.Last().(engine.Nudger); ok {
		data.Next = nudges(nudger, pointing)
	}
	t.Reply.Copied = i18n.In(lang, "turn.copied")
	embedded, err := Embedded("data", data)
	if err != nil {
		return err
	}
	reply, err := Embedded("reply", t.Reply)
	if err != nil {
		return err
	}
	size := fmt.Sprintf(":root{--wide:%d;--high:%d}\n", pointing.Size[0], pointing.Size[1])
	style += CSS + SeatsCSS + BarCSS + HandCSS + turnCSS + size
	script := smaller(HandJS + turnJS)
	page := template.Must(turnLayout().Clone()) // which has never been executed itself
	page.Funcs(template.FuncMap{"say": func(key string) string { return i18n.In(lang, key) }})
	return page.Execute(w, map[string]any{
		"Lang": lang, "Title": m.Game.Called(m.Options).In(lang),
		"Far": bars[:len(bars)-1], "Own": bars[len(bars)-1],
		"Items": Items(m, nil, lang), "Ply": m.Ply(), "About": i18n.Join(about...).In(lang), "Said": render.Safe(m.LastComment()), "Mail": t.Reply.Address != "",
		"Typed":  Typed(lang, "board.move", m.Last(), ""),
		"Hand":   Hand{Picture: picture, Map: template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d"><use href="#board"/></svg>`, pointing.Size[0], pointing.Size[1])), Size: image.Pt(pointing.Size[0], pointing.Size[1])},
		"Spoken": render.Spoken(scene, render.SpokenOptions{Lang: lang, Names: t.Picture.Names}),
		"Style":  template.HTML("<style>" + style + "</style>"), "Script": template.HTML("<script>" + script + "</script>"), "Data": []template.HTML{embedded, reply},
		"Policy": policy(style, script),
	})
}

// dayAndNightSVG draws a scene for day and night as one SVG with classes instead of colours, and returns their style.
func dayAndNightSVG(s engine.Scene, o render.PNGOptions) (picture template.HTML, style string, err error) {
	day, night := dayAndNight(o)
	strips, err := render.NewStrips([]engine.Scene{s}, day, night)
	if err != nil {
		return "", "", err
	}
	inks := newInks()
	drawing := inks.join(strips[0], strips[1])[0]
	return template.HTML(fmt.Sprintf(`<svg id="board" viewBox="0 0 %d %d" role="img" aria-label="%s"><defs>%s</defs>%s</svg>`, strips[0].Width, strips[0].Height,
		template.HTMLEscapeString(i18n.In(o.Lang, "page.board")), strings.Join(strips[0].Shapes, "\n"), strings.Join(drawing, "\n"))), inks.css(), nil
}

// turnData is the input of the script.
type turnData struct {
	*Pointing
	Next map[string][]int `json:"next,omitempty"` // by key: of each move the number of the move after it, or -1
}

// farthest limits how often a key is repeated in the search for a legal move.
const farthest = 60

// nudges returns the legal moves to which the keys lead, past illegal ones.
func nudges(nudger engine.Nudger, p *Pointing) map[string][]int {
	next, numbers := map[string][]int{}, map[engine.Move]int{}
	for i, m := range p.Moves {
		numbers[engine.Move(m.Move)] = i
	}
	for _, key := range p.Keys {
		for _, m := range p.Moves {
			next[key.Key] = append(next[key.Key], nudged(nudger, engine.Move(m.Move), key.Key, numbers))
		}
	}
	return next
}

// nudged returns the index of the first move to which a key leads from another move; -1 for none.
func nudged(nudger engine.Nudger, m engine.Move, key string, numbers map[engine.Move]int) int {
	seen := []engine.Move{m}
	for range farthest {
		after, ok := nudger.Nudge(m, key)
		if !ok || slices.Contains(seen, after) {
			return -1
		}
		if n, known := numbers[after]; known {
			return n
		}
		m, seen = after, append(seen, after)
	}
	return -1
}
