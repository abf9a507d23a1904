package letter

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// Digest is the list of matches that wait for us, by what they wait for.
type Digest struct {
	n    int
	list [len(duties)][]waiting
}

// waiting is a match and what it waits for, the most urgent first.
type waiting struct {
	match.Summary
	duties []Duty
}

// maxListed is the largest number of matches of each kind in a digest.
const maxListed = 50

// Add adds a match with its duties, the most urgent of which says where it is listed. Without any it adds nothing.
func (d *Digest) Add(s match.Summary, duties ...Duty) {
	if len(duties) > 0 {
		first := slices.Min(duties)
		d.n, d.list[first] = d.n+1, append(d.list[first], waiting{s, duties})
	}
}

// Duty is what a match waits for.
type Duty int

// The duties, in the order of a digest.
const (
	Overdue Duty = iota
	ToMove
	ToAgree
	ToJoin
	ToClaim
	ToSend
)

// duties are the names of the duties in the catalogue.
var duties = [...]string{Overdue: "overdue", ToMove: "move", ToAgree: "agree", ToJoin: "join", ToClaim: "claim", ToSend: "send"}

// maxBoards is the largest number of boards in a digest.
const maxBoards = 8

// Letter returns the digest as a message for a scheduled time, or nil if it is
// empty. With open, which returns the match in a file, the message also is a
// page with small boards; a match that cannot be opened has none.
func (d *Digest) Letter(me kif.Seat, lang string, due, now time.Time, open func(string) (match.Copy, error)) *mailbox.Letter {
	if d.n == 0 {
		return nil
	}
	id := fingerprint("digest " + match.FormatTime(due) + me.Address)
	l := &mailbox.Letter{
		From: Sender(me), To: Address(me), Date: now, Automatic: "auto-generated", Subject: i18n.In(lang, "digest.subject", "n", d.n),
		MessageID: fmt.Sprintf("<digest.%s@%s>", id, Domain(me)), // not under IDPrefix: it is about no match
	}
	title, how := i18n.T("digest.title", "n", d.n), i18n.T("digest.how")
	if turns := len(d.list[Overdue]) + len(d.list[ToMove]); turns > 0 {
		title = i18n.T("digest.turns", "n", turns)
		if more := d.n - turns; more > 0 {
			how = i18n.Join(i18n.T("digest.others", "n", more), how)
		}
	}
	texts := []i18n.Text{title, how}
	page, boards, games := lead(lang, texts, false), "", []*match.Match(nil) // one match of each game
	add := func(t i18n.Text, markup string) {
		texts, page = append(texts, t), page+markup
	}
	for duty, list := range d.list {
		if len(list) == 0 {
			continue
		}
		title := i18n.In(lang, "digest."+duties[duty], "n", len(list))
		add(i18n.Lines(i18n.Same(title), i18n.Same(strings.Repeat("-", wide(title)))), element("h3", "", html.EscapeString(title)))
		slices.SortStableFunc(list, nearer)
		for _, w := range list[:min(len(list), maxListed)] {
			var m match.Copy
			if open != nil && len(l.Attachments) < 2*maxBoards {
				m, _ = open(w.File)
			}
			e := w.entry(m.Match, me, now)
			markup := e.head(lang) + e.commands(lang)
			if m.Match != nil {
				beside, words := besideBoard(l, m.Match, me, lang, e.head(lang), e.commands(lang))
				markup, boards = beside, boards+element("p", "", "<b>"+html.EscapeString(e.title.In(lang))+"</b>")+words
				if !slices.ContainsFunc(games, func(o *match.Match) bool { return o.Game.Summary(o.Options) == m.Game.Summary(m.Options) }) {
					games = append(games, m.Match)
				}
			}
			lines := append([]i18n.Text{e.title}, append(e.about, e.left)...)
			for _, ask := range e.asks {
				lines = append(lines, ask.how, ask.command)
			}
			add(i18n.Lines(lines...), `<div class="k" style="padding:14px 0 4px;border-top:1px solid #e0d5c2">`+"\n"+markup+"</div>\n")
		}
		if more := len(list) - maxListed; more > 0 {
			t := i18n.T("digest.more", "n", more)
			add(t, blocks(lang, "", []i18n.Text{t}))
		}
	}
	for _, m := range games {
		title := i18n.T("page.game")
		if len(games) > 1 {
			title = i18n.T("page.game-of", "game", m.Game.Called(m.Options))
		}
		page += folded(title.In(lang), block("", m.Game.Summary(m.Options).In(lang)))
	}
	why := i18n.T("digest.why")
	add(why, folded(i18n.In(lang, "page.texts"), boards)+blocks(lang, small, []i18n.Text{why}))
	if l.Text = paragraphs(lang, texts); len(l.Attachments) > 0 {
		l.HTML = htmlPage(lang, page)
	}
	return l
}

// nearer compares matches by their deadlines. Those without one come last.
func nearer(a, b waiting) int {
	if a.Until.IsZero() != b.Until.IsZero() {
		return -a.Until.Compare(b.Until)
	}
	return a.Until.Compare(b.Until)
}

// besideBoard attaches small pictures of a match to l, and returns HTML that shows one beside the head of an entry, above its
// commands, and the board in words. If it can't be drawn, there is only the entry.
func besideBoard(l *mailbox.Letter, m *match.Match, me kif.Seat, lang, head, commands string) (page, words string) {
	s := sheet{match: m, seats: m.Roster.SeatsAt(me.Address)}
	scene, names := m.Scene(), m.Names()
	board, err := embed(l, fmt.Sprint(len(l.Attachments)/2+1), smallBoard, scene, render.PNGOptions{Lang: lang, Flip: s.flip(), Names: names, Plain: true, Zoom: true, Mute: true})
	if err != nil {
		return head + commands, ""
	}
	return `<table role="presentation" style="width:100%;border-collapse:collapse;table-layout:fixed"><col width="38%"><col><tr>` +
		`<td style="padding:0 14px 0 0;vertical-align:top">` + board + `</td><td style="padding:0;vertical-align:top">` + head + "</td></tr></table>\n" + commands, boardInWords(scene, lang, names, s.flip())
}

// smallBoard is the largest width of a board in a digest.
const smallBoard = 190

// entry is a match in a digest.
type entry struct {
	title  i18n.Text   // the game and the players
	about  []i18n.Text // the last move or the terms of an invitation, and what is asked
	left   i18n.Text   // the deadline, if there is one
	urgent bool        // less than half a day is left
	asks   []ask
}

// ask is what a command does, and the command.
type ask struct{ how, command i18n.Text }

// narrow is the width of the longest text beside a board, in letters.
const narrow = 80

// head returns an entry as HTML, without long texts and its commands.
func (e entry) head(lang string) string {
	lines := []string{"<b>" + html.EscapeString(e.title.In(lang)) + "</b>"}
	for _, t := range e.about {
		if text := t.In(lang); wide(text) <= narrow {
			lines = append(lines, prose(text))
		}
	}
	if e.left != (i18n.Text{}) {
		style := ` style="font-weight:600"`
		if e.urgent {
			style = ` class="d" style="font-weight:600;color:#9f2d1d"`
		}
		lines = append(lines, "<span"+style+">"+html.EscapeString(e.left.In(lang))+"</span>")
	}
	return element("p", "", strings.Join(lines, "<br>"))
}

// commands returns the long texts and the commands of an entry as HTML.
func (e entry) commands(lang string) string {
	var b strings.Builder
	for _, t := range e.about {
		if wide(t.In(lang)) > narrow {
			b.WriteString(blocks(lang, "", []i18n.Text{t}))
		}
	}
	for _, ask := range e.asks {
		b.WriteString(block(small, ask.how.In(lang)) + block("", ask.command.In(lang)))
	}
	return b.String()
}

// entry returns the entry of a match. m is nil if the record was not read.
func (w waiting) entry(m *match.Match, me kif.Seat, now time.Time) entry {
	var others []string
	for _, name := range w.Names {
		others = append(others, render.SafeLine(name, 100))
	}
	e := entry{title: i18n.T("digest.match", "game", w.Title, "who", i18n.Names(others...))}
	if m != nil {
		s := &sheet{match: m, party: m.Roster.At(me.Address)}
		if move := m.LastOf(func(step kif.Step) bool { _, moved := step.(kif.Move); return moved }); move >= 0 {
			said := s.sentence(move, m.Doer(move))
			if m.By(move) == s.party {
				said = s.entered(move)
			}
			e.about = append(e.about, said)
		} else if m.Roster.Joining() == s.party {
			_, terms := s.invitationParts()
			e.about = append(e.about, terms)
		}
	}
	if w.Until.IsZero() && !w.Since.IsZero() {
		e.about = append(e.about, i18n.T("digest.since", "when", i18n.Time(w.Since, now.Location())))
	}
	for _, duty := range w.duties {
		switch until := i18n.Time(w.Until, now.Location()); {
		case duty == ToAgree && strings.HasSuffix(w.Offer.En, "."): // after it come sentences about dice
			e.about = append(e.about, w.Offer)
		case duty == ToAgree:
			e.about = append(e.about, i18n.T("digest.asked", "question", w.Offer))
		case w.Until.IsZero():
		case duty == Overdue || duty == ToClaim:
			e.left, e.urgent = i18n.T("digest.over", "when", until), true
		case duty == ToMove:
			left := w.Until.Sub(now)
			e.left, e.urgent = i18n.T("digest.until", "span", i18n.Rough(left), "when", until), left < 12*time.Hour
		}
		e.asks = append(e.asks, ask{i18n.T("digest." + duties[duty] + "-how"), i18n.T("digest."+duties[duty]+"-command", "match", w.Short())})
	}
	return e
}
