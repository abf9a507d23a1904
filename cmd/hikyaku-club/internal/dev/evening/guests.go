package evening

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"hikyaku/engine/all"
	"hikyaku/internal/computer"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// guest is a mail-only player in the demonstration.
type guest struct {
	name, address, lang string
	letters             int             // number of messages received
	last                *mailbox.Letter // the club's last message that is not about a match
	plan                []string        // the answers they will write, in order
	answered            map[string]bool // the turns they have answered
}

// players is how many guests play the round robin.
const players = 6

// take is the part of a plan that answers a list with one of its numbers, or by asking again.
const take = "take"

// people are the names of the guests and their requests, in order.
var people = []struct {
	name string
	plan []string
}{
	{"Alice", []string{"enter " + cup}}, {"Bob", []string{"enter " + cup}}, {"Carol", []string{"enter " + cup}},
	{"Dave", []string{"enter " + cup}}, {"Erin", []string{"enter " + cup}}, {"Frank", []string{"enter " + cup}},
	{"Grace", []string{climber}}, {"Heidi", []string{climber}},
	{"Ivan", []string{climber, "climb Grace slashchain"}}, {"Judy", []string{climber, "climb Heidi slashchain"}},
	{"あおい", []string{seeker}}, {"いつき", []string{seeker}}, {"うみ", taker}, {"えま", taker},
	{"おさむ", []string{seeker}}, {"かえで", []string{seeker}}, {"きよし", taker}, {"くみ", taker},
	{"けん", []string{"順位"}}, {"こはる", []string{"使い方"}},
}

const (
	climber = "join ladder slashchain"
	seeker  = "募集 四倍速五目並べ 3日 レーティング対局"
)

var taker = []string{"一覧", take, take, take, take, take, take}

// guests are all guests and their mail.
type guests struct {
	Evening
	at     string // the address to which messages are delivered
	list   []*guest
	lock   sync.Mutex
	come   *sync.Cond
	inbox  []mail // unread messages
	random *rand.Rand

	open         bool                               // the evening has begun
	pending      func(context.Context) (int, error) // returns how many messages the club has still to read or send
	written, got int
}

// mail is a message to a guest.
type mail struct {
	to     *guest
	letter *mailbox.Letter
}

func newGuests(e Evening, at string) *guests {
	all := &guests{Evening: e, at: at, random: rand.New(rand.NewPCG(e.Seed, 1))}
	all.come = sync.NewCond(&all.lock)
	for i, p := range people {
		lang, address := "en", strings.ToLower(p.name)
		if i >= len(people)/2 {
			lang, address = "ja", fmt.Sprintf("guest%d", i)
		}
		all.list = append(all.list, &guest{name: p.name, address: address + "@members.example", lang: lang, plan: p.plan, answered: map[string]bool{}})
	}
	return all
}

// Send puts a message of the club into the folder of its reader.
func (a *guests) Send(_ context.Context, l *mailbox.Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &mailbox.SendError{Kind: mailbox.Refused, Err: err}
	}
	letter, err := mailbox.Read(raw)
	if err != nil {
		return err
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	for _, g := range a.list {
		if !strings.EqualFold(g.address, l.To.Addr) {
			continue
		}
		dir := filepath.Join(a.Dir, "letters", g.name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		g.letters++
		a.got++
		a.inbox = append(a.inbox, mail{g, letter})
		a.come.Broadcast()
		return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.eml", g.letters)), raw, 0o600)
	}
	return &mailbox.SendError{Kind: mailbox.Refused, Err: fmt.Errorf("there is no %s", l.To.Addr)}
}

// write delivers a guest's message by LMTP.
func (a *guests) write(g *guest, subject, text string, answers *mailbox.Letter) error {
	a.written++
	l := &mailbox.Letter{
		From: mailbox.Address{Name: g.name, Addr: g.address}, To: mailbox.Address{Name: me.Name, Addr: me.Address}, Subject: subject, Text: text,
		Date: time.Now(), MessageID: fmt.Sprintf("<%d.%d@members.example>", a.written, time.Now().UnixNano()), Reads: g.lang,
	}
	if answers != nil {
		l.Subject = "Re: " + strings.TrimPrefix(answers.Subject, "Re: ")
		l.InReplyTo, l.References = answers.MessageID, append(answers.References, answers.MessageID)
	}
	raw, err := l.Bytes()
	if err != nil {
		return err
	}
	return handIn(a.at, g.address, raw)
}

// handIn delivers a message to a mail server by LMTP.
func handIn(at, from string, raw []byte) error {
	conn, err := net.Dial("tcp", at)
	if err != nil {
		return err
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.Mail(from, nil); err != nil {
		return err
	}
	if err := c.Rcpt(me.Address, nil); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(raw); err != nil {
		return err
	}
	_, err = w.CloseWithLMTPResponse()
	return err
}

// waitFor answers messages until far returns true for all guests, or until no more arrive.
func (a *guests) waitFor(ctx context.Context, far func(*guest) bool) error {
	for {
		done := true
		a.lock.Lock()
		for _, g := range a.list {
			done = done && far(g)
		}
		a.lock.Unlock()
		if done {
			return nil
		}
		if quiet, err := a.answerNext(ctx); quiet || err != nil {
			return err
		}
	}
}

// look is how often the guests check whether more messages will arrive.
const look = 200 * time.Millisecond

// answerNext waits for a message and answers it. It reports whether no more messages will arrive.
func (a *guests) answerNext(ctx context.Context) (quiet bool, err error) {
	a.lock.Lock()
	for len(a.inbox) == 0 {
		a.lock.Unlock()
		pending, err := a.pending(ctx)
		if err != nil {
			return false, err
		}
		a.lock.Lock()
		if pending == 0 && len(a.inbox) == 0 {
			a.lock.Unlock()
			return true, nil
		}
		late := time.AfterFunc(look, a.come.Broadcast)
		if len(a.inbox) == 0 {
			a.come.Wait()
		}
		late.Stop()
	}
	m := a.inbox[0]
	a.inbox = a.inbox[1:]
	a.lock.Unlock()
	text := ""
	i := slices.IndexFunc(m.letter.Attachments, func(attached mailbox.Attachment) bool { return strings.HasSuffix(attached.Name, ".kif") })
	switch {
	case i >= 0:
		text, err = a.move(m.to, m.letter.Attachments[i].Data)
	case strings.HasPrefix(m.letter.MessageID, letter.IDPrefix+"ask."): // a question about a reply in a match
		text = m.to.yes()
	default:
		text = a.reply(m)
	}
	if err != nil || text == "" {
		return false, err
	}
	return false, a.write(m.to, "", text, m.letter)
}

// longest is the default ply after which a player resigns, so that the evening ends.
const longest = 60

// yes returns "yes" in the guest's language.
func (g *guest) yes() string {
	if g.lang == "ja" {
		return "はい"
	}
	return "yes"
}

// move returns a guest's answer to the message of a match with this record.
func (a *guests) move(g *guest, record []byte) (string, error) {
	r, err := kif.Read(record)
	if err != nil {
		return "", err
	}
	m, err := match.New(r, all.Game(r.Game()))
	if err != nil {
		return "", err
	}
	turn := fmt.Sprint(m.Hash(), len(m.Entries))
	if m.Outcome != nil || m.Roster.Joining() != 0 || m.Turn == 0 || m.Turn != m.Roster.At(g.address) || g.answered[turn] {
		return "", nil
	}
	g.answered[turn] = true
	if m.Ply() >= a.Long {
		return "resign", nil
	}
	if m.Next().Player == 0 {
		return "", nil
	}
	return string(computer.Simple{Rand: a.random}.Pick(m.Last(), m.Next().Player)), nil
}

// number matches the numbers of a list.
var number = regexp.MustCompile(`(?m)^ ?([0-9]+)番`)

// reply returns a guest's answer to a message of the club that is not about a match; "" for none.
func (a *guests) reply(m mail) string {
	g, text := m.to, m.letter.Text
	g.last = m.letter
	switch {
	case g.letters == 1:
		return g.yes()
	case strings.Contains(text, `reply "accept"`):
		return "accept"
	case !a.open:
		return ""
	}
	return a.next(g, text)
}

// next returns the next request of a guest, after a message with a text.
func (a *guests) next(g *guest, text string) string {
	if len(g.plan) == 0 {
		return ""
	}
	does := g.plan[0]
	g.plan = g.plan[1:]
	if does != take {
		return does
	}
	if all := number.FindAllStringSubmatch(text, -1); all != nil {
		g.plan = nil
		return "応募 " + all[a.random.IntN(len(all))][1]
	}
	return "一覧" // somebody may be seeking an opponent now
}
