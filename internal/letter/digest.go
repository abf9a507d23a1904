package letter

import (
	"fmt"
	"html"
	"path/filepath"
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
	files  map[string]bool
	counts [len(duties)]int
	first  [len(duties)][]match.Summary
}

// maxListed is the largest number of matches of each kind in a digest.
const maxListed = 50

// Add adds a match to a kind. A match can have several.
func (d *Digest) Add(duty int, s match.Summary) {
	if d.files == nil {
		d.files = map[string]bool{}
	}
	d.files[s.File] = true
	d.counts[duty]++
	if len(d.first[duty]) < maxListed {
		d.first[duty] = append(d.first[duty], s)
	}
}

// What a match waits for.
const (
	ToJoin = iota
	ToAgree
	Overdue
	ToMove
	ToClaim
	ToSend
)

// duties are the names of these kinds in the catalogue, in the order of a
// digest.
var duties = [...]string{ToJoin: "join", ToAgree: "agree", Overdue: "overdue", ToMove: "move", ToClaim: "claim", ToSend: "send"}

// maxBoards is the largest number of boards in a digest.
const maxBoards = 8

// Letter returns the digest as a message for a scheduled time, or nil if it is
// empty. With open, which returns the match in a file, the message also is a
// page with small boards; a match that cannot be opened has none.
func (d *Digest) Letter(me kif.Seat, lang string, due, now time.Time, open func(string) (*match.Match, error)) *mailbox.Letter {
	if len(d.files) == 0 {
		return nil
	}
	id := fingerprint("digest " + match.FormatTime(due) + me.Address)
	l := &mailbox.Letter{
		From: Sender(me), To: Address(me), Date: now, Automatic: "auto-generated", Subject: i18n.In(lang, "digest.subject", "n", len(d.files)),
		MessageID: fmt.Sprintf("<digest.%s@%s>", id, Domain(me)), // not under IDPrefix: it is about no match
	}
	texts := []i18n.Text{i18n.T("digest.title", "n", len(d.files))}
	page, games := lead(lang, texts, false), []*match.Match(nil) // one match of each game
	add := func(t i18n.Text, markup string) {
		texts, page = append(texts, t), page+markup
	}
	dutiesOf := map[string][]int{} // what each listed match waits for, by its file
	for duty, list := range d.first {
		for _, s := range list {
			dutiesOf[s.File] = append(dutiesOf[s.File], duty)
		}
	}
	for duty := range duties {
		list := slices.DeleteFunc(slices.Clone(d.first[duty]), func(s match.Summary) bool { return dutiesOf[s.File][0] != duty })
		more := d.counts[duty] - len(d.first[duty])
		if len(list) == 0 && more == 0 {
			continue
		}
		title := dutyTitle(duty)
		add(title, element("h3", "", strings.TrimRight(title.In(lang), ":：")))
		for _, s := range list {
			entry := listing(dutiesOf[s.File], s, now.Location())
			title, rest, _ := strings.Cut(entry.In(lang), "\n")
			title = strings.Replace(title, " ["+s.Short()+"]", "", 1) // the commands have it
			about, commands, markup := element("p", "", "<b>"+html.EscapeString(title)+"</b>"), "", ""
			for line := range strings.SplitSeq(rest, "\n") {
				switch {
				case slices.ContainsFunc(dutiesOf[s.File], func(duty int) bool { return line == dutyTitle(duty).In(lang) }):
					commands += element("h3", "", html.EscapeString(strings.TrimRight(line, ":：")))
				case commands == "" && !isToType(line):
					about += block("", line)
				default:
					commands += block("", line)
				}
			}
			if open != nil && len(l.Attachments) < 2*maxBoards {
				if m, err := open(s.File); err == nil {
					markup = besideBoard(l, m, me, lang, about, commands)
					if !slices.ContainsFunc(games, func(o *match.Match) bool { return o.Game.Summary(o.Options) == m.Game.Summary(m.Options) }) {
						games = append(games, m)
					}
				}
			}
			if markup == "" {
				markup = about + commands
			}
			add(entry, markup)
		}
		if more > 0 {
			t := i18n.T("digest.more", "n", more)
			add(t, blocks(lang, "", []i18n.Text{t}))
		}
	}
	why, summaries := i18n.T("digest.why"), ""
	for _, m := range games {
		title := i18n.T("page.game")
		if len(games) > 1 {
			title = i18n.T("page.game-of", "game", m.Game.Called(m.Options))
		}
		summaries += folded(title, m.Game.Summary(m.Options), lang)
	}
	add(why, summaries+blocks(lang, small, []i18n.Text{why}))
	if l.Text = paragraphs(lang, texts); len(l.Attachments) > 0 {
		l.HTML = htmlPage(lang, page)
	}
	return l
}

// besideBoard attaches small pictures of a match to l, and returns HTML that shows
// one beside the first text, on a narrow screen above it, and above the second, followed by the board in words;
// "" if it can't be drawn.
func besideBoard(l *mailbox.Letter, m *match.Match, me kif.Seat, lang, beside, below string) string {
	s := sheet{match: m, seats: m.Roster.SeatsAt(me.Address)}
	scene, names := m.Scene(), m.Names()
	board, err := embed(l, fmt.Sprint(len(l.Attachments)/2+1), smallBoard, scene, render.PNGOptions{Lang: lang, Flip: s.flip(), Names: names, Plain: true})
	if err != nil {
		return ""
	}
	const column = `<div style="display:inline-block;vertical-align:top;`
	// where less than 440 pixels are free, the width of the second column is above its maximum, else below its minimum
	return fmt.Sprintf(column+`width:%dpx;margin-right:14px">%s</div>`+column+`width:calc((440px - 100%%)*440);min-width:calc(100%% - %dpx);max-width:100%%">%s</div>`+"\n",
		smallBoard, board, smallBoard+16, beside) + below + boardInWords(scene, lang, names, s.flip())
}

// smallBoard is the width of a board in a digest.
const smallBoard = 150

// listing returns the entry of one match in a digest: the game and the
// players, since when it waits, and for each of its duties until when and the
// command to answer with.
func listing(due []int, s match.Summary, zone *time.Location) i18n.Text {
	var others []string
	for _, name := range s.Names {
		others = append(others, render.SafeLine(name, 100))
	}
	lines := []i18n.Text{i18n.T("digest.match", "game", s.Title, "match", s.Short(), "who", i18n.Names(others...))}
	if !s.Since.IsZero() {
		lines = append(lines, i18n.T("digest.since", "when", i18n.Time(s.Since, zone)))
	}
	for i, duty := range due {
		if i > 0 {
			lines = append(lines, dutyTitle(duty))
		}
		switch {
		case s.Until.IsZero():
		case duty == Overdue || duty == ToClaim:
			lines = append(lines, i18n.T("digest.over", "when", i18n.Time(s.Until, zone)))
		case duty == ToMove:
			lines = append(lines, i18n.T("digest.until", "when", i18n.Time(s.Until, zone)))
		}
		name := render.Safe(filepath.Base(s.File))
		switch duty {
		case ToAgree:
			if ask := s.Offer; strings.HasSuffix(ask.En, ".") { // after it come sentences about dice
				lines = append(lines, ask)
			} else {
				lines = append(lines, i18n.T("digest.asked", "question", ask))
			}
		case ToJoin:
			name = s.Short()
		}
		lines = append(lines, i18n.T("digest."+duties[duty]+"-command", "match", name))
	}
	return i18n.Lines(lines...)
}

// dutyTitle returns the heading of a kind of matches.
func dutyTitle(duty int) i18n.Text { return i18n.T("digest." + duties[duty]) }
