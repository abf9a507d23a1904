package bot_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/bot"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// club is a bot, people, and the post between them.
type club struct {
	*testing.T
	now   time.Time
	boxes map[string][][]byte // by address
	typed int
	fate  *fate         // of the bot
	held  time.Duration // how long letters have lain in a mailbox
}

const botAddress = "bot@example.org"

// silent is a game for which the program has no thoughts.
var silent = func() *engine.Game {
	g := *counting.Game
	g.Name, g.Title = "silent", i18n.Text{En: "Silent game", Ja: "無口遊び"}
	g.Start = func(o engine.Options) (engine.Position, error) {
		p, err := counting.Game.Start(o)
		return struct{ engine.Position }{p}, err
	}
	return &g
}()

func newClub(t *testing.T) *club {
	return &club{T: t, now: time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC), boxes: map[string][][]byte{}, fate: &fate{}}
}

// person is somebody with hikyaku.
type person struct {
	*home.Desk
	*courier.Courier
}

// person returns somebody with hikyaku, or a bot.
func (c *club) person(name, address string) *person {
	folder := c.TempDir()
	d := &home.Desk{
		Folder: home.Folder{Games: []*engine.Game{counting.Game, silent}, System: storetest.Machine{Time: &c.now}, Me: kif.Seat{Name: name, Address: address}, Dir: folder},
		Secret: filepath.Join(folder, "secret"), Known: filepath.Join(folder, "known"), Blocked: filepath.Join(folder, "blocked"), Links: 64,
	}
	memory := home.Memory{System: d.System, File: filepath.Join(folder, "state.json")}
	return &person{d, &courier.Courier{Shelf: d, Box: box{c, address}, Memory: memory, Lang: "en"}}
}

// bot returns a bot at an address.
func (c *club) bot(address string) *bot.Bot {
	p := c.person("Bot", address)
	return &bot.Bot{Desk: p.Desk, Courier: p.Courier, Memory: home.Memory{System: p.System, File: filepath.Join(p.Dir, "bot.json")}, Limits: bot.Usual}
}

// box is the mailbox of one address.
type box struct {
	*club
	address string
}

func (b box) Send(_ context.Context, l *mailbox.Letter) error {
	raw, err := l.Bytes()
	take := func() error {
		b.boxes[l.To.Addr] = append(b.boxes[l.To.Addr], raw)
		return nil
	}
	switch {
	case err != nil:
	case b.address == botAddress:
		err = b.fate.step(take)
	default:
		err = take()
	}
	if err != nil {
		return &mailbox.SendError{Kind: mailbox.Unknown, Err: err}
	}
	return nil
}

func (b box) Fetch(_ context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	since.Validity = 1
	for i := int(since.UID); i < len(b.boxes[b.address]); i++ {
		mark := mailbox.Mark{Validity: 1, UID: uint32(i + 1)}
		if err := handle(mailbox.Mail{UID: mark.UID, Mark: mark, Raw: b.boxes[b.address][i], Received: b.now.Add(-b.held)}); err != nil {
			return since, err
		}
		since.UID = mark.UID
	}
	return since, nil
}

// machine is that of the bot, which has a fate.
type machine struct {
	storetest.Machine
	*fate
}

func (m machine) Create(name string, mode fs.FileMode) (f atomicfile.File, err error) {
	err = m.step(func() error { f, err = m.Machine.Create(name, mode); return err })
	return f, err
}

func (m machine) Rename(from, to string) error {
	return m.step(func() error { return m.Machine.Rename(from, to) })
}

func (m machine) SyncDir(dir string) error {
	return m.step(func() error { return m.Machine.SyncDir(dir) })
}

// fate is at which of its steps a program is killed, before or after that takes effect.
type fate struct {
	at, steps int
	after     bool
	dead      bool
}

var errKilled = errors.New("killed")

func (f *fate) step(do func() error) error {
	if f.at == 0 {
		return do()
	}
	if f.dead {
		return errKilled
	}
	if f.steps++; f.steps != f.at {
		return do()
	}
	if f.after {
		_ = do()
	}
	f.dead = true
	return errKilled
}

func (c *club) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// round lets a bot do a round and returns the verdicts.
func (c *club) round(b *bot.Bot) string {
	c.Helper()
	reports, sent, err := b.Round(c.Context())
	c.must(err)
	var verdicts []string
	for _, r := range reports {
		verdicts = append(verdicts, string(r.Verdict))
		c.Logf("%s: %s %s", r.Verdict, r.News.En, r.Reason.En)
	}
	for _, d := range sent {
		c.must(d.Err)
	}
	return strings.Join(verdicts, " ")
}

// letter is a letter of somebody to the bot, as he typed it.
func (c *club) letter(from, subject, text string) *mailbox.Letter {
	c.typed++
	return &mailbox.Letter{
		From: mailbox.Address{Name: "Taro", Addr: from}, To: mailbox.Address{Addr: botAddress}, Subject: subject, Text: text,
		MessageID: fmt.Sprintf("<typed-%d@example.net>", c.typed), Date: c.now,
	}
}

// writes puts a letter into the bot's mailbox.
func (c *club) writes(l *mailbox.Letter, fields ...string) {
	c.Helper()
	raw, err := l.Bytes()
	c.must(err)
	c.boxes[botAddress] = append(c.boxes[botAddress], append([]byte(strings.Join(fields, "")), raw...))
}

// replies answers the newest letter to an address as a mail program does.
func (c *club) replies(from, typed string) {
	c.Helper()
	last := c.last(from)
	l := c.letter(from, "Re: "+last.Subject, typed+"\n\n> "+strings.ReplaceAll(last.Text, "\n", "\n> "))
	l.InReplyTo = last.MessageID
	c.writes(l)
}

// last is the newest letter to an address.
func (c *club) last(address string) *mailbox.Letter {
	c.Helper()
	box := c.boxes[address]
	if len(box) == 0 {
		c.Fatalf("no letter has come to %s", address)
	}
	l, err := mailbox.Read(box[len(box)-1])
	c.must(err)
	return l
}

// wants wants the newest letter to an address to say something.
func (c *club) wants(address, text string) {
	c.Helper()
	if l := c.last(address); !strings.Contains(unbroken(l.Subject+l.Text), unbroken(text)) {
		c.Fatalf("the letter to %s does not say %q:\n%s\n%s", address, text, l.Subject, l.Text)
	}
}

// unbroken is a text without its blanks and ends of lines.
func unbroken(text string) string { return strings.Join(strings.Fields(text), "") }

// matches are those of a desk.
func (c *club) matches(d *home.Desk) (list []*match.Match) {
	c.Helper()
	files, err := filepath.Glob(filepath.Join(d.Dir, "*.kif"))
	c.must(err)
	for _, file := range files {
		m, err := d.Open(file)
		c.must(err)
		list = append(list, m.Match)
	}
	return list
}

// only is the one match of a desk.
func (c *club) only(d *home.Desk) *match.Match {
	c.Helper()
	list := c.matches(d)
	if len(list) != 1 {
		c.Fatalf("there are %d matches, want one", len(list))
	}
	return list[0]
}

// poll lets somebody poll.
func (c *club) poll(p *person) {
	c.Helper()
	_, _, err := p.Poll(c.Context())
	c.must(err)
}

// opened opens the match in file.
func opened(p *person, file string) home.Copy {
	m, err := p.Desk.Open(file)
	if err != nil {
		panic(err)
	}
	return m
}

// send sends the match of somebody.
func (c *club) send(p *person, file string) {
	c.Helper()
	m := opened(p, file)
	_, err := p.Send(c.Context(), m)
	c.must(err)
}

// fileOf is the file of somebody's one match.
func (c *club) fileOf(d *home.Desk) string {
	c.Helper()
	c.only(d)
	files, err := filepath.Glob(filepath.Join(d.Dir, "*.kif"))
	c.must(err)
	return files[0]
}
