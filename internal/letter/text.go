package letter

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"io"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/page"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// sheet is the content of a message about a match for one reader.
type sheet struct {
	match   *match.Match
	to      mailbox.Address
	party   int   // of the reader, or the number of the observer, as in Roster.ReaderAt
	seats   []int // of the reader
	lang    string
	zone    *time.Location // of the reader; nil if unknown
	token   string         // the token that a reply must contain; empty for a reader with hikyaku
	replyTo string         // our address
	subject string         // of a reply
	carries i18n.Text      // which part of the record is attached; empty for none
	heard   []string       // the entries of rejected lines whose words the reader has received
	known   bool           // the reader already knows everything that has happened
	page    bool           // a page for entering the move is attached
	rules   bool           // the message begins with the rules
	reminds bool           // the message is about the deadline, and names no other times
	late    bool           // it begins with the fact that the deadline is over
	brief   bool           // an invitation introduces the game in one sentence, not in a paragraph
}

// text returns the message as plain text: the news, the task, the board, how to
// answer, and the small print.
func (s *sheet) text(first ...i18n.Text) string {
	scene := s.match.Scene()
	if scene.Turn.For.En == "to move" { // the news says so
		scene.Turn = engine.Turn{}
	}
	o := render.TextOptions{Lang: s.lang, Names: s.match.Names(), Flip: s.flip()}
	board, below := render.Text(scene, o), slices.Concat(s.howToAnswer(), s.words(), s.small())
	if legend := render.Legend(scene, o); legend != "" {
		below = slices.Insert(below, 0, i18n.Same(legend))
	}
	if s.token != "" {
		below = append(below, i18n.T("small.token", "token", s.token))
	}
	news, _ := s.news()
	return paragraphs(s.lang, append(first, news...)) + "\n" + board + "\n" + paragraphs(s.lang, below)
}

// observes reports whether the reader is an observer.
func (s *sheet) observes() bool { return s.match.Roster.Observes(s.party) }

// paragraphs joins texts with blank lines, wrapped at the width of a message.
func paragraphs(lang string, texts []i18n.Text) string {
	var b strings.Builder
	for _, t := range texts {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(render.Wrap(apart(t.In(lang)), letterColumns))
	}
	return b.String()
}

// lastCommand is a command at the end of a text, after a colon.
var lastCommand = lazyregexp.New(`([:：]) ?(hikyaku [^,、。:：\n]*[^,、。:：\n.])$`)

// apart returns a text with the command at its end, if there is one, in a paragraph of its own, as a line to type.
func apart(text string) string { return lastCommand().ReplaceAllString(text, "$1\n\n    $2") }

// letterColumns is the width of a message in plain text.
const letterColumns = 72

// flip reports whether the reader sees the board from its far side, as the
// second of two players.
func (s *sheet) flip() bool {
	return len(s.match.Roster.Seating) == 2 && len(s.seats) == 1 && s.seats[0] == 2
}

// examples is the number of example moves in a message.
const examples = 3

// howToAnswer returns how to answer: by mail, with hikyaku, or either.
func (s *sheet) howToAnswer() []i18n.Text {
	m := s.match
	switch {
	case m.Outcome != nil && m.MayUseMailOnly(s.party) && m.Roster.Joining() == 0:
		return []i18n.Text{i18n.T("answer.over-words")}
	case m.Outcome != nil && s.rematchText() != (i18n.Text{}):
		return []i18n.Text{i18n.T("answer.over"), i18n.T("answer.over-commands", "match", m.Short())}
	case m.Outcome != nil:
		return []i18n.Text{i18n.T("answer.over")}
	case m.Asks(s.to.Addr):
		return []i18n.Text{i18n.T("guest.answer", "match", m.Short())}
	case s.observes():
		return []i18n.Text{i18n.T("observe.why", "who", m.Party(match.Scribe))}
	case m.Roster.Joining() != 0 && m.Roster.Joining() != s.party:
		return nil
	case m.Roster.Joining() != 0:
		return []i18n.Text{i18n.T("answer.join"), i18n.T("answer.join-command", "match", m.Short())}
	case m.MayUseMailOnly(s.party) && s.toMove():
		how := []i18n.Text{i18n.T("answer.move", "moves", i18n.Phrases(exampleMoves(m)...))}
		if s.page {
			how = append(how, i18n.T("answer.page", "page", turnName))
		}
		return how
	case m.Turn == s.party && s.party != 0 && !m.MayUseMailOnly(s.party):
		return []i18n.Text{i18n.T("answer.command", "file", m.FileName())}
	}
	return nil
}

// words returns what else a reader without hikyaku can reply, which a page has
// as links.
func (s *sheet) words() []i18n.Text {
	switch m := s.match; {
	case m.Outcome != nil || m.Asks(s.to.Addr) || s.observes() || m.Roster.Joining() != 0 || !m.MayUseMailOnly(s.party):
		return nil
	default:
		key, away := "answer.words-waiting", i18n.Text{}
		if s.toMove() {
			key = "answer.words"
		}
		if m.Clock.Limited() {
			away = i18n.T("answer.away")
		}
		return []i18n.Text{i18n.Join(i18n.T(key), away)}
	}
}

// toMove reports whether the match waits for the reader's move.
func (s *sheet) toMove() bool {
	return s.match.Next().Player != 0 && s.match.Mover() == s.party
}

// small returns the small print: the clocks, the dice and the match.
func (s *sheet) small() []i18n.Text {
	m := s.match
	line := i18n.T("small.match", "match", m.Short())
	if dice := m.NewProof(); dice.Throws > 1 || dice.Throws == 1 && m.Toss() < 0 { // the toss alone is no news
		line = i18n.Join(line, i18n.T("small.dice", "dice", sentenceOf(dice.Text())))
	}
	line = i18n.Join(line, s.carries)
	if m.Roster.Joining() == s.party && s.party != 0 {
		line = i18n.Join(line, i18n.T("invite.key", "who", m.Party(1), "key", match.Fingerprint(m.Keys.Of[1])))
	}
	if s.token != "" && m.Outcome == nil {
		if !s.observes() {
			line = i18n.Join(line, i18n.T("small.rules"))
		}
		line = i18n.Join(line, i18n.T("small.stop"))
	}
	if s.reminds || m.Clock.Control.Bank == 0 || m.Outcome != nil || m.Roster.Joining() != 0 {
		return []i18n.Text{line}
	}
	var left []i18n.Text // of the time for the whole match
	for _, party := range m.Roster.Players() {
		left = append(left, i18n.T("small.clock", "who", m.Party(party), "span", i18n.Span(m.Clock.Left(party))))
	}
	return []i18n.Text{i18n.T("small.clocks", "list", i18n.Phrases(left...)), line}
}

// embed attaches the pictures of a board by day and by night, and returns the
// HTML that shows one of them, as wide as it may be but no higher than
// pictureHigh. number distinguishes the boards of a message.
func embed(l *mailbox.Letter, number string, wide int, scene engine.Scene, o render.PNGOptions) (string, error) {
	o.Size = wide * pictureSize / pictureWide
	var pictures []mailbox.Attachment
	for _, p := range []struct{ name, theme string }{{"board", ""}, {"night", "dark"}} {
		var data bytes.Buffer
		o.Theme = p.theme
		if err := render.PNG(&data, scene.Drafted(), o); err != nil {
			return "", i18n.Err("letter.board", "why", err)
		}
		drawn, err := png.DecodeConfig(bytes.NewReader(data.Bytes()))
		if err != nil {
			return "", i18n.Err("letter.board", "why", err)
		}
		wide = min(wide, pictureHigh*drawn.Width/drawn.Height)
		p.name += number
		cid := p.name + "." + strings.Trim(l.MessageID, "<>")
		pictures = append(pictures, mailbox.Attachment{Name: p.name + ".png", Type: "image/png", ContentID: cid, Inline: true, Data: data.Bytes()})
	}
	l.Attachments = append(pictures, l.Attachments...)
	var sentences []i18n.Text // for people who do not see it
	for _, line := range render.Spoken(scene, render.SpokenOptions{Lang: o.Lang, Names: o.Names}) {
		sentences = append(sentences, i18n.T("page.line", "line", line))
	}
	inside := fmt.Sprintf(`width="%d" style="width:100%%;max-width:%[1]dpx;height:auto;display:`, wide)
	return `<p style="margin:0 0 16px"><img class="day" src="cid:` + pictures[0].ContentID + `" ` + inside + `block" alt="` +
		html.EscapeString(i18n.Join(sentences...).In(o.Lang)) + `"><img class="night" src="cid:` + pictures[1].ContentID + `" ` + inside + `none" alt=""></p>` + "\n", nil
}

// answersByMail reports whether the reader is to move by a reply.
func (s *sheet) answersByMail() bool {
	return s.token != "" && s.match.Outcome == nil && s.match.Roster.Joining() == 0 && s.toMove()
}

func (s *sheet) writeTurn(w io.Writer) error {
	return page.WriteTurn(w, page.Turn{
		Match:   s.match,
		Picture: render.PNGOptions{Lang: s.lang},
		Zone:    s.zone,
		Reply:   page.Reply{Address: s.replyTo, Subject: "Re: " + s.subject, Token: s.token},
	})
}

// WriteTurn writes the page for entering the next move of m, if the player at
// an address answers by mail.
func (w Writer) WriteTurn(out io.Writer, m *match.Match, to mailbox.Address) (written bool, err error) {
	s, err := w.sheet(m, to)
	if err != nil || !s.answersByMail() {
		return false, err
	}
	return true, s.writeTurn(out)
}
