package courier

import (
	"bytes"
	"io"

	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// turnName is the name of the page in a letter on which the reader's move is made.
const turnName = "turn.html"

// addTurn adds the page to a letter to somebody who answers by mail and is to move.
func addTurn(l *mailbox.Letter, s *sheet) error {
	if !s.answersByMail() {
		return nil
	}
	var data bytes.Buffer
	if err := writeTurn(&data, s); err != nil {
		return i18n.Err("letter.board", "why", err)
	}
	l.Attachments = append(l.Attachments, mailbox.Attachment{Name: turnName, Type: "text/html", Data: data.Bytes()})
	return nil
}

// answersByMail tells whether the reader's move is to come by a reply.
func (s *sheet) answersByMail() bool {
	return s.token != "" && s.match.Outcome == nil && s.match.Roster.Joining() == 0 && s.toMove()
}

func writeTurn(w io.Writer, s *sheet) error {
	return page.WriteTurn(w, page.Turn{
		Match:   s.match,
		Picture: render.PNGOptions{Lang: s.lang, Flip: s.flip(), Clocks: s.match.State.Clocks(s.party, s.lang)},
		Reply:   page.Reply{Address: s.replyTo, Subject: "Re: " + s.subject, Token: s.token},
	})
}

// WriteTurn writes the page on which the next move of m is made by somebody to whom c writes, and who answers by mail. It
// reports false, and writes nothing, where the next move is somebody else's.
func (c *Courier) WriteTurn(w io.Writer, m *match.Match) (written bool, err error) {
	party := m.Roster.PartyOf(m.Due())
	if !m.Roster.Invited || m.Outcome != nil || m.Roster.Joining() != 0 || party == 0 || party == c.party(m) {
		return false, nil
	}
	var s *sheet
	err = c.remembering(func(state *state) error {
		n, err := c.notes(state, m.Hash().String())
		if err == nil {
			s, err = c.composer(n).sheet(m, address(m.Roster.Parties[party-1]))
		}
		return err
	})
	if err != nil || !s.answersByMail() {
		return false, err
	}
	return true, writeTurn(w, s)
}
