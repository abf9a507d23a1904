package match

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/render"
)

// writes tells whether party may answer with nothing but a mail program: it has joined so, or not joined yet.
func (m *Match) writes(party int) bool {
	return m.Invited() && party > 0 && m.pins.keys[party] == ""
}

// token is what a reply of party to the last letter must carry: nobody has it who did not get that letter.
func (d *Desk) token(m *Match, party int) (string, error) {
	ring, err := d.keyring()
	if err != nil {
		return "", err
	}
	signer, err := ring.signer(m.pins.keys[m.PartyAt(d.Me.Addr)])
	if err != nil {
		return "", err
	}
	return reply.FormatToken(signer.Token(m.hash(), party, len(m.Entries))), nil
}

// hear takes what somebody typed in a mail program; nil for a letter that is no reply to one of ours.
func (p *poll) hear(letter *mailbox.Letter) (*Report, error) {
	r := reply.Read(letter.Text)
	tokens := reply.Tokens(letter.Subject, letter.Text)
	if len(tokens) == 0 || letter.From.Is(p.Me.Addr) {
		return nil, nil
	}
	from := func(a string) bool { return same(a, letter.From.Addr) }
	var unproved *Report
	for _, m := range p.open(p.list, func(s Summary) bool { return slices.ContainsFunc(s.Others, from) }) {
		party, me := m.PartyAt(letter.From.Addr), m.PartyAt(p.Me.Addr)
		if me == 0 || !m.Invited() || m.Umpire() != 0 && me != m.Umpire() {
			continue
		}
		report := &Report{From: letter.From.Addr, Match: m.Short(), File: m.File, Status: m.Status().In(p.Lang)}
		if m.heard(mailHash(letter)) {
			report.Verdict = Known
			return report, nil
		}
		age, err := p.tokenAge(m, party, tokens)
		switch {
		case err != nil && machineFault(err):
			return nil, err
		case err != nil && strings.Contains(letter.Subject+"\n"+letter.Text, m.Short()):
			report.Verdict, report.Reason = Refused, "a reply that cannot be proved: "+err.Error()
			unproved = report
		case err == nil && age >= 0 && !m.writes(party):
			report.Verdict, report.Reason = Refused, "a reply typed in a mail program, which is not played: this player joined with hikyaku and signs every step"
			return report, nil
		case err == nil && age >= 0:
			return p.hearIn(report, m, party, letter, r, age)
		}
	}
	return unproved, nil
}

// machineFault tells whether err comes from the disk, so that all may go well another time. What else goes wrong with a
// reply goes wrong again, and must not keep the letters behind it from being read.
func machineFault(err error) bool { return errors.As(err, new(*fs.PathError)) }

// hearIn is hear for the match to which the reply belongs. It completes report.
func (p *poll) hearIn(report *Report, m *Match, party int, letter *mailbox.Letter, r reply.Reply, age int) (*Report, error) {
	said, err := p.obey(m, party, letter, r, age)
	if err != nil {
		return nil, err
	}
	after, err := p.Open(m.File)
	if err != nil {
		return nil, err
	}
	report.Verdict, report.Reason = Taken, said.note
	if len(after.Entries) == len(m.Entries) {
		report.Verdict = Answered
	} else {
		report.Moves = moves(after.Record.Events[len(m.Record.Events):])
		report.Status = after.Status().In(p.Lang)
		p.valid = append(p.valid, letter.From.Addr)
	}
	if said.text != (engine.Text{}) {
		due := response{m.File, party, letter.MessageID, len(after.Record.Events), p.System.Now(), said.text, spoken(r, p.reads(m), p.Lang)}
		p.answers = append(p.answers, answer{due, after, letter, !said.asked, len(p.reports)})
	}
	return report, nil
}

// tokenAge is how many entries ago the letter was sent whose token the reply carries; negative for none.
func (p *poll) tokenAge(m *Match, party int, tokens []string) (int, error) {
	ring, err := p.keyring()
	if err == nil {
		_, err = ring.signer(m.pins.keys[m.PartyAt(p.Me.Addr)])
	}
	if err != nil {
		return -1, err
	}
	for age := range len(m.Entries) {
		for _, secret := range ring.masters { // an earlier letter may be from before a change of keys
			if slices.Contains(tokens, reply.FormatToken(secret.Token(m.hash(), party, len(m.Entries)-age))) {
				return age, nil
			}
		}
	}
	return -1, nil
}

// heard tells whether a mail has been taken into the record.
func (m *Match) heard(mail string) bool {
	for _, e := range m.Record.Events {
		if e.Note("mail") == mail {
			return true
		}
	}
	return false
}

// mailHash stands for a mail in the record. Some mail programs give two mails one Message-ID, so the text counts too.
func mailHash(l *mailbox.Letter) string {
	id := cmp.Or(l.MessageID, l.Date.UTC().String())
	sum := sha256.Sum256([]byte(id + "\n" + l.Text))
	return hex.EncodeToString(sum[:])
}

// remark is what a reply is answered with, and what the report says of it.
type remark struct {
	text  engine.Text
	note  string
	asked bool // nothing but this was asked for
}

// obey does what a reply asks for, for a letter writer. What cannot be done is answered; an error is the machine's fault.
func (p *poll) obey(m *Match, party int, letter *mailbox.Letter, r reply.Reply, age int) (remark, error) {
	wish, comment := p.wish(m, r)
	switch {
	case wish == "show" || wish == "help":
		return remark{text: showText, note: "asked for the board", asked: true}, nil
	case age > 0:
		return remark{text: staleText, note: "replied to an earlier letter"}, nil
	case wish == "":
		return unclear(m, r, p.reads(m)), nil
	}
	_, err := p.change(m.File, func(now *Match) (*kif.Record, error) {
		if now.Head() != m.Head() {
			return nil, errors.New("the record changed while a letter was read: poll again")
		}
		r, err := p.enter(now, party, letter, wish, comment)
		if err != nil && !machineFault(err) {
			err = &unfit{err}
		}
		return r, err
	})
	var rejection *engine.Rejection
	var turn *NotYourTurn
	var wrong *wrongWish
	switch {
	case errors.As(err, &rejection):
		return remark{text: illegal(m, rejection), note: rejection.Rule.ID}, nil
	case errors.As(err, &turn):
		return remark{text: turn.Text, note: turn.Text.En}, nil
	case errors.As(err, &wrong):
		return remark{text: wrong.text, note: wrong.text.En}, nil
	case errors.As(err, new(*unfit)), errors.As(err, new(*kif.Error)):
		return remark{text: unfitText(err), note: err.Error()}, nil
	}
	return remark{}, err
}

// unfit is the error of a step that cannot be entered in the record as it stands.
type unfit struct{ error }

func (u *unfit) Unwrap() error { return u.error }

// unfitText says why a step cannot be entered.
func unfitText(err error) engine.Text {
	why := render.SafeLine(err.Error(), 200)
	return engine.Text{
		En: "Your reply does not fit the match as it stands, so nothing was played: " + why,
		Ja: "現在の対局に合わない返信なので、何も指されていない：" + why,
	}
}

// wrongWish is the error of a word that has no meaning now.
type wrongWish struct{ text engine.Text }

func (w *wrongWish) Error() string { return w.text.En }

var (
	nothingOffered = &wrongWish{engine.Text{En: "nothing is offered that could be accepted", Ja: "承諾できる申し出がない"}}
	notMoved       = &wrongWish{engine.Text{En: "you have not moved yet, so there is nothing to take back", Ja: "まだ一手も指していないので、待ったはできない"}}
	moveDeclines   = &wrongWish{engine.Text{En: "an offer is declined by the next move", Ja: "申し出は次の一手を指せば断ったことになる"}}
	inTime         = &wrongWish{engine.Text{En: "no time limit has been missed", Ja: "持ち時間は切れていない"}}
)

// reads tells whether a line is a move of the game as it stands.
func (p *poll) reads(m *Match) func(string) bool {
	return func(line string) bool {
		if m.Joining() != 0 || m.Next().Player == 0 {
			return false
		}
		_, err := m.Last().Parse(line)
		return err == nil
	}
}

// wish is the one thing that a reply asks for, "" where that is not clear, and the rest of what it says.
func (p *poll) wish(m *Match, r reply.Reply) (wish, comment string) {
	moves, rest := r.Moves(p.reads(m))
	switch {
	case len(moves) == 1 && len(r.Commands) == 0:
		return moves[0], rest
	case len(moves) == 0:
		return string(r.Word), rest
	}
	return "", ""
}

// enter appends what a letter writer wishes, as our entry in his name.
func (p *poll) enter(m *Match, party int, letter *mailbox.Letter, wish, comment string) (*kif.Record, error) {
	e, err := p.wished(m, party, wish)
	if err != nil {
		return nil, err
	}
	if e.Kind != kif.Move {
		if m, err = p.settled(m); err != nil {
			return nil, err
		}
	}
	e.Comment, e.At = clip(strings.TrimSpace(comment)), p.arrival(m)
	e.Notes = append(e.Notes, kif.Note{Word: "mail", Text: mailHash(letter)})
	if e.Kind == kif.Act {
		e.Party = party
	}
	return p.append(m, e, party, true)
}

// arrival is when the reply in hand came, by which a letter writer's clock goes, however late it is read.
func (p *poll) arrival(m *Match) time.Time {
	last, now := m.Record.Events[m.lastEntry()].At, p.System.Now()
	switch {
	case p.came.After(now):
		return now
	case p.came.Before(last):
		return last
	}
	return p.came
}

// clip cuts a comment to what an entry holds.
func clip(text string) string {
	for len(text) > kif.MaxSaid/2 {
		text = strings.ToValidUTF8(text[:kif.MaxSaid/2], "")
	}
	return text
}

// wished is the event that a word or move of a letter writer means.
func (p *poll) wished(m *Match, party int, wish string) (kif.Event, error) {
	act := func(text string) (kif.Event, error) { return kif.Event{Kind: kif.Act, Text: text}, nil }
	if m.Joining() != 0 {
		switch {
		case wish == "accept" && party == m.Joining():
			return act(kif.Accept)
		case wish == "decline":
			return act(kif.Decline)
		}
		return kif.Event{}, &NotYourTurn{m.Status()}
	}
	if m.Outcome() != nil {
		return kif.Event{}, &NotYourTurn{m.over()}
	}
	switch o := m.Offer(); wish {
	case "resign":
		return kif.Event{Kind: kif.Ending, Text: kif.Resignation, Seat: m.seatOf(party)}, nil
	case "accept":
		if o == nil || agreed(o, party) {
			return kif.Event{}, nothingOffered
		}
		return consent(m, o, party), nil
	case "draw":
		if o != nil && o.Word == kif.DrawOffer && !agreed(o, party) {
			return consent(m, o, party), nil
		}
		return act(kif.DrawOffer)
	case "undo":
		n := m.lastNumberOf(party)
		if n == 0 {
			return kif.Event{}, notMoved
		}
		return act(fmt.Sprintf("%s %d", kif.UndoOffer, n))
	case "claim", "decline":
		return p.claimed(m, party, wish)
	}
	if m.PartyOf(m.Due()) != party {
		return kif.Event{}, &NotYourTurn{m.Status()}
	}
	return kif.Event{Kind: kif.Move, Text: wish}, nil
}

// claimed is a letter writer's claim of the time limit. Declining an offer needs no entry: the next move ends it.
func (p *poll) claimed(m *Match, party int, wish string) (kif.Event, error) {
	end, limited := m.Deadline()
	switch {
	case wish == "decline":
		return kif.Event{}, moveDeclines
	case !limited || m.Turn() == party || !p.arrival(m).After(end):
		return kif.Event{}, inTime
	case m.Game.Late != "":
		return kif.Event{Kind: kif.Move, Text: string(m.Game.Late), Party: party}, nil
	}
	return kif.Event{Kind: kif.Ending, Text: kif.TimeOut, Seat: m.seatOf(m.Turn()), Party: party}, nil
}
