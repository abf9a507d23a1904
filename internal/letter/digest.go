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

// Add adds a match with its duties, the first of which says where it is listed. Without any it adds nothing.
func (d *Digest) Add(s match.Summary, duties ...Duty) {
	if len(duties) > 0 {
		d.n++
		d.list[duties[0]] = append(d.list[duties[0]], waiting{s, duties})
	}
}

// Duty is what a match waits for.
type Duty int

// The duties, in the order of a digest.
const (
	ToJoin Duty = iota
	ToAgree
	Overdue
	ToMove
	ToClaim
	ToSend
)

// duties are the names of the duties in the catalogue.
var duties = [...]string{ToJoin: "join", ToAgree: "agree", Overdue: "overdue", ToMove: "move", ToClaim: "claim", ToSend: "send"}

func (d Duty) title() i18n.Text { return i18n.T("digest." + duties[d]) }

// maxBoards is the largest number of boards in a digest.
const maxBoards = 8

// Letter returns the digest as a message for a scheduled time, or nil if it is
// empty. With open, which returns the match in a file, the message also is a
// page with small boards; a match that cannot be opened has none.
func (d *Digest) Letter(me kif.Seat, lang string, due, now time.Time, open func(string) (*match.Match, error)) *mailbox.Letter {
	if d.n == 0 {
		return nil
	}
	id := fingerprint("digest " + match.FormatTime(due) + me.Address)
	l := &mailbox.Letter{
		From: Sender(me), To: Address(me), Date: now, Automatic: "auto-generated", Subject: i18n.In(lang, "digest.subject", "n", d.n),
		MessageID: fmt.Sprintf("<digest.%s@%s>", id, Domain(me)), // not under IDPrefix: it is about no match
	}
	texts := []i18n.Text{i18n.T("digest.title", "n", d.n)}
	page, boards, games := lead(lang, texts, false), "", []*match.Match(nil) // one match of each game
	add := func(t i18n.Text, markup string) {
		texts, page = append(texts, t), page+markup
	}
	for duty, list := range d.list {
		if len(list) == 0 {
			continue
		}
		title := strings.TrimRight(Duty(duty).title().In(lang), ":：")
		add(i18n.Lines(i18n.Same(title), i18n.Same(strings.Repeat("-", wide(title)))), element("h3", "", html.EscapeString(title)))
		for _, w := range list[:min(len(list), maxListed)] {
			var m *match.Match
			if open != nil && len(l.Attachments) < 2*maxBoards {
				m, _ = open(w.File)
			}
			parts := w.parts(m, me, now)
			markup := ""
			for _, part := range parts {
				first, rest, _ := strings.Cut(html.EscapeString(part.text.In(lang)), "\n")
				markup += element("p", "", strings.TrimSuffix("<b>"+first+"</b><br>"+strings.ReplaceAll(rest, "\n", "<br>"), "<br>"))
				if part.command != (i18n.Text{}) {
					markup += block("", part.command.In(lang))
				}
			}
			if m != nil {
				beside, words := besideBoard(l, m, me, lang, markup)
				markup, boards = beside, boards+element("p", "", "<b>"+html.EscapeString(parts[0].text.In(lang))+"</b>")+words
				if !slices.ContainsFunc(games, func(o *match.Match) bool { return o.Game.Summary(o.Options) == m.Game.Summary(m.Options) }) {
					games = append(games, m)
				}
			}
			var entry []i18n.Text
			for _, part := range parts {
				entry = append(entry, i18n.Lines(part.text, part.command))
			}
			add(i18n.Paragraphs(entry...), `<div class="k" style="padding:14px 0 4px;border-top:1px solid #e0d5c2">`+"\n"+markup+"</div>\n")
		}
		if more := len(list) - maxListed; more > 0 {
			t := i18n.T("digest.more", "n", more)
			add(t, blocks(lang, "", []i18n.Text{t}))
		}
	}
	how := i18n.T("digest.how")
	add(how, blocks(lang, "", []i18n.Text{how}))
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

// besideBoard attaches small pictures of a match to l, and returns HTML that shows
// one beside the text, on a narrow screen above it, and the board in words. If it
// can't be drawn, there is only the text.
func besideBoard(l *mailbox.Letter, m *match.Match, me kif.Seat, lang, text string) (page, words string) {
	s := sheet{match: m, seats: m.Roster.SeatsAt(me.Address)}
	scene, names := m.Scene(), m.Names()
	board, err := embed(l, fmt.Sprint(len(l.Attachments)/2+1), smallBoard, scene, render.PNGOptions{Lang: lang, Flip: s.flip(), Names: names, Plain: true})
	if err != nil {
		return text, ""
	}
	const column = `<div style="display:inline-block;vertical-align:top;`
	// where less than 440 pixels are free, the width of the second column is above its maximum, else below its minimum
	return fmt.Sprintf(column+`width:%dpx;margin-right:14px">%s</div>`+column+`width:calc((440px - 100%%)*440);min-width:calc(100%% - %dpx);max-width:100%%">%s</div>`+"\n",
		smallBoard, board, smallBoard+16, text), boardInWords(scene, lang, names, s.flip())
}

// smallBoard is the width of a board in a digest.
const smallBoard = 190

// part is a part of an entry in a digest: lines, of which the first is bold on a page, and the command to answer with, if there is one.
type part struct{ text, command i18n.Text }

// parts returns the entry of a match in a digest: the game and the players with
// the terms of an invitation or the last move, and for each duty the time left
// and the command to answer with. m is nil if the record was not read.
func (w waiting) parts(m *match.Match, me kif.Seat, now time.Time) []part {
	var others []string
	for _, name := range w.Names {
		others = append(others, render.SafeLine(name, 100))
	}
	about := []i18n.Text{i18n.T("digest.match", "game", w.Title, "who", i18n.Names(others...))}
	if m != nil {
		s := &sheet{match: m, party: m.Roster.At(me.Address)}
		if move := m.LastOf(func(step kif.Step) bool { _, moved := step.(kif.Move); return moved }); move >= 0 {
			said := s.sentence(move, m.Doer(move))
			if m.By(move) == s.party {
				said = s.entered(move)
			}
			about = append(about, said)
		} else if m.Roster.Joining() == s.party {
			_, terms := s.invitationParts()
			about = append(about, terms)
		}
	}
	if w.Until.IsZero() && !w.Since.IsZero() {
		about = append(about, i18n.T("digest.since", "when", i18n.Time(w.Since, now.Location())))
	}
	var parts []part
	for i, duty := range w.duties {
		var lines []i18n.Text
		if i > 0 {
			parts = append(parts, part{text: duty.title()})
		}
		switch until := i18n.Time(w.Until, now.Location()); {
		case duty == ToAgree && strings.HasSuffix(w.Offer.En, "."): // after it come sentences about dice
			about = append(about, w.Offer)
		case duty == ToAgree:
			about = append(about, i18n.T("digest.asked", "question", w.Offer))
		case w.Until.IsZero():
		case duty == Overdue || duty == ToClaim:
			lines = append(lines, i18n.T("digest.overdue-left"), i18n.T("digest.over", "when", until))
		case duty == ToMove:
			lines = append(lines, i18n.T("digest.left", "span", i18n.Rough(w.Until.Sub(now))), i18n.T("digest.until", "when", until))
		}
		if i == 0 {
			parts = append(parts, part{text: i18n.Lines(about...)})
		}
		command := i18n.T("digest."+duties[duty]+"-command", "match", w.Short())
		if len(lines) == 0 {
			parts[len(parts)-1].command = command
		} else {
			parts = append(parts, part{i18n.Lines(lines...), command})
		}
	}
	return parts
}
