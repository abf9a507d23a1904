package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
)

// Specimen is a mail of one kind, as it is received.
type Specimen struct {
	Name   string // of the kind, such as "turn"
	Letter *mailbox.Letter
}

// Letters returns mails of every kind in one language, which the program writes
// in short matches with all files in dir. Their reader has only a mail program,
// except for those named courier.
func Letters(games []*engine.Game, dir, lang string) ([]Specimen, error) {
	d := &collector{games: games, dir: dir, lang: lang, boxes: map[string][]*mailbox.Letter{}, now: time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)}
	for _, scene := range []func(*collector){(*collector).aWholeMatch, (*collector).aClaim, (*collector).aPause, (*collector).races, (*collector).withDice, (*collector).withUmpire, (*collector).withObserver, (*collector).withCourier, (*collector).aNewKey} {
		scene(d)
	}
	return d.specimens, d.err
}

// collector collects specimens. After an error its methods do nothing.
type collector struct {
	games     []*engine.Game
	dir, lang string
	now       time.Time
	boxes     map[string][]*mailbox.Letter // by address
	typed     int                          // number of replies typed
	homes     int
	specimens []Specimen
	err       error
}

// collectorBox is the mailbox of one person.
type collectorBox struct {
	*collector
	address string
}

func (b collectorBox) Send(_ context.Context, l *mailbox.Letter) error {
	b.boxes[l.To.Addr] = append(b.boxes[l.To.Addr], l)
	return nil
}

func (b collectorBox) Fetch(_ context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	letters := b.boxes[b.address]
	for i := int(since.UID); i < len(letters); i++ {
		raw, err := letters[i].Bytes()
		if err == nil {
			since = mailbox.Mark{Validity: 1, UID: uint32(i + 1)}
			err = handle(mailbox.Mail{UID: since.UID, Mark: since, Raw: raw, Received: b.now})
		}
		if err != nil {
			return since, err
		}
	}
	return since, nil
}

// system is a machine with the collector's clock.
type system struct {
	atomicfile.OS
	*collector
}

func (h system) Now() time.Time { return h.now }

// user is a player in a match who has hikyaku.
type user struct {
	*collector
	desk    *home.Desk
	courier *courier.Courier
	file    string
}

// newUser returns a player who has hikyaku.
func (d *collector) newUser(name string) *user {
	d.homes++
	folder := filepath.Join(d.dir, fmt.Sprintf("%02d-%s", d.homes, name))
	d.try(os.MkdirAll(folder, 0o700))
	me := seat(name)
	k := &home.Desk{Folder: home.Folder{Games: d.games, System: system{atomicfile.OS{}, d}, Me: me, Dir: folder}, Secret: filepath.Join(folder, "secret"), Known: filepath.Join(folder, "known"), Links: 64}
	memory := home.Memory{System: k.System, File: filepath.Join(folder, "state.json")}
	box := collectorBox{d, me.Address}
	return &user{collector: d, desk: k, courier: &courier.Courier{Shelf: k, Box: box, Memory: memory, Lang: d.lang, Picture: true, Reminders: []time.Duration{24 * time.Hour}}}
}

// seat returns the person with this name.
func seat(name string) kif.Seat {
	return kif.Seat{Name: strings.ToUpper(name[:1]) + name[1:], Address: name + "@example.org"}
}

func (d *collector) try(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *collector) game(name string) *engine.Game {
	g := engine.GameNamed(d.games, name)
	if g == nil {
		d.try(fmt.Errorf("there is no game %s", name))
		return d.games[0]
	}
	return g
}

// collect adds the newest mail to a person to the specimens.
func (d *collector) collect(to, kind string) {
	box := d.boxes[seat(to).Address]
	if len(box) == 0 {
		d.try(fmt.Errorf("there is no letter %q to %s", kind, to))
	}
	if d.err == nil {
		d.specimens = append(d.specimens, Specimen{kind, box[len(box)-1]})
	}
}

func (d *collector) say(key string) string { return i18n.In(d.lang, key) }

// replies sends a reply from a person to the newest mail they received to w. What
// they receive then is collected, if its kind is given.
func (d *collector) replies(from, typed string, w *user, kind ...string) {
	d.repliesAs(from, seat(from).Address, typed, w)
	if len(kind) > 0 {
		d.collect(from, kind[0])
	}
}

// insists replies with a word that requires confirmation, and then confirms it.
func (d *collector) insists(from, typed string, w *user, kind string) {
	d.replies(from, typed, w)
	d.replies(from, d.say("word.yes"), w, kind)
}

// repliesAs is replies with another sender address.
func (d *collector) repliesAs(from, address, typed string, w *user) {
	box := d.boxes[seat(from).Address]
	if d.err != nil || len(box) == 0 {
		d.try(errors.New("there is nothing to answer"))
		return
	}
	d.typed++
	d.now = d.now.Add(time.Hour)
	last := box[len(box)-1]
	if tokens := reply.Tokens(last.Subject, last.Text); len(tokens) > 0 {
		typed += "\n\n> token: " + tokens[0]
	}
	to := w.desk.Me
	d.boxes[to.Address] = append(d.boxes[to.Address], &mailbox.Letter{
		From: mailbox.Address{Addr: address}, To: mailbox.Address{Addr: to.Address}, Subject: last.Subject, InReplyTo: last.MessageID,
		MessageID: fmt.Sprintf("<typed-%d@example.org>", d.typed), Date: d.now.In(time.FixedZone("", 9*60*60)), Text: typed,
	})
	w.poll()
}

func (w *user) poll() {
	if w.err == nil {
		_, _, err := w.courier.Poll(context.Background())
		w.try(err)
	}
}

func (w *user) send() {
	if m := w.open(); w.err == nil {
		_, err := w.courier.Send(context.Background(), m)
		w.try(err)
	}
}

// invite starts a match.
func (w *user) invite(game string, i home.Invitation, others ...string) {
	i.Game = w.game(game)
	for _, name := range others {
		i.Others = append(i.Others, seat(name))
	}
	m, err := w.desk.Invite(i)
	w.try(err)
	w.file = m.File
	w.send()
}

// play plays a move, an hour later.
func (w *user) play(move, comment string) {
	w.now = w.now.Add(time.Hour)
	if m := w.open(); w.err == nil {
		_, err := w.desk.Play(m, home.Turn{Move: move, Comment: comment, Post: true})
		w.try(err)
	}
	w.send()
}

// do makes another step, an hour later.
func (w *user) do(step home.Step) {
	w.now = w.now.Add(time.Hour)
	if m := w.open(); w.err == nil {
		_, err := w.desk.Do(m, step, true)
		w.try(err)
	}
	w.send()
}

// open opens the match of w.
func (w *user) open() home.Copy {
	m, err := w.desk.Open(w.file)
	w.try(err)
	return m
}

// move returns the first legal move, for matches whose moves do not matter.
func (w *user) move() string {
	m := w.open()
	if w.err != nil {
		return ""
	}
	for move := range m.Last().Moves() {
		return string(move)
	}
	return ""
}

// aWholeMatch collects the mails of a match between two players, from the
// invitation to the end.
func (d *collector) aWholeMatch() {
	alice := d.newUser("alice")
	alice.invite("quoridor", home.Invitation{Seat: 1, PerMove: "3d", Message: d.say("letters.hello")}, "bob")
	d.collect("bob", "invitation")
	d.replies("bob", d.say("word.accept"), alice, "accepted")
	alice.play("e2", d.say("letters.luck"))
	d.collect("bob", "turn")
	d.replies("bob", d.say("letters.hello"), alice, "unclear")
	d.replies("bob", "e5", alice, "illegal")
	d.replies("bob", d.say("word.help"), alice, "help")
	d.replies("bob", d.say("word.rules"), alice, "rules")
	d.repliesAs("bob", "bob@work.example", "e8", alice)
	d.collect("bob", "elsewhere")
	d.replies("bob", d.say("word.resign"), alice, "sure")
	d.replies("bob", "e8", alice)
	alice.play("e3", "")
	alice.do(home.Doing("ask-undo"))
	d.collect("bob", "take-back")
	d.insists("bob", d.say("word.agree"), alice, "take-back-agreed")
	alice.play("e3h", "")
	alice.do(home.Doing("draw"))
	d.collect("bob", "draw-offer")
	alice.do(home.Doing("away", "2026-12-20..2026-12-27"))
	d.collect("bob", "absence")
	alice.do(home.Doing("say", d.say("letters.luck")))
	d.collect("bob", "words")
	d.insists("bob", d.say("word.resign"), alice, "resigned")
}

// aClaim collects the mails about a time limit, and a loss on time.
func (d *collector) aClaim() {
	alice := d.newUser("alice")
	alice.invite("quoridor", home.Invitation{Seat: 1, PerMove: "30d+1d"}, "bob")
	d.replies("bob", d.say("word.accept"), alice)
	alice.play("e2", "")
	d.now = d.now.Add(29*24*time.Hour + 2*time.Hour)
	alice.poll()
	d.collect("bob", "reminder")
	d.now = d.now.Add(72 * time.Hour)
	alice.do(home.Doing("claim"))
	d.collect("bob", "claim")
	d.insists("bob", d.say("word.agree"), alice, "lost-on-time")
}

// aPause collects the mails about a pause.
func (d *collector) aPause() {
	alice := d.newUser("alice")
	alice.invite("quoridor", home.Invitation{Seat: 1, PerMove: "3d", Rest: "sat,sun"}, "bob")
	d.collect("bob", "rest-invitation")
	d.replies("bob", d.say("word.accept"), alice)
	alice.do(home.Doing("pause"))
	d.collect("bob", "pause-offer")
	d.replies("bob", d.say("word.agree"), alice, "paused")
	alice.do(home.Doing("resume"))
	d.collect("bob", "resumed")
	d.replies("bob", d.say("word.stop"), alice, "stopped")
}

// race plays a match in which both players run for their goals and seat 1 wins.
func (d *collector) race(w *user, seat int) {
	w.invite("quoridor", home.Invitation{Seat: seat}, "bob")
	d.replies("bob", d.say("word.accept"), w)
	for n, move := range strings.Fields("e2 f9 e3 g9 e4 h9 e5 i9 e6 i8 e7 i7 e8 i6 e9") {
		if n%2 == seat-1 {
			w.play(move, "")
		} else {
			d.replies("bob", move, w)
		}
	}
}

// races collects the mails about the reader's win and loss, and one with a
// message after the end.
func (d *collector) races() {
	d.race(d.newUser("alice"), 2)
	d.collect("bob", "won")
	alice := d.newUser("alice")
	d.race(alice, 1)
	d.collect("bob", "lost")
	alice.do(home.Doing("say", d.say("letters.luck")))
	d.collect("bob", "words-behind-the-end")
}

// withObserver collects the mail to an observer, who sees the match two moves
// late.
func (d *collector) withObserver() {
	alice := d.newUser("alice")
	alice.invite("rengi", home.Invitation{Seat: 1, Observers: []kif.Seat{seat("dora")}, Delay: 2}, "bob")
	d.collect("bob", "observed-invitation")
	d.replies("bob", d.say("word.accept"), alice)
	for n := range 4 {
		if n%2 == 0 {
			alice.play(alice.move(), "")
		} else {
			d.replies("bob", alice.move(), alice)
		}
	}
	d.collect("dora", "observer")
}

// aNewKey collects the question about a new key, and a digest of waiting
// matches.
func (d *collector) aNewKey() {
	erin, fred := d.newUser("erin"), d.newUser("fred")
	begin(erin, fred, "diceshogi")
	d.try(os.Remove(filepath.Join(fred.desk.Dir, "secret")))
	fred.do(home.Rechain)
	d.collect("erin", "new-key")
	erin.courier.Digest = &courier.Schedule{Zone: time.UTC}
	d.now = d.now.Add(24 * time.Hour)
	erin.poll()
	d.collect("erin", "digest")
}

// begin starts a match between two players who have hikyaku.
func begin(w, other *user, game string) {
	w.invite(game, home.Invitation{Seat: 1, PerMove: "3d"}, strings.ToLower(other.desk.Me.Name))
	other.poll()
	for _, s := range other.desk.Invitations() {
		m, err := other.desk.Accept(s.Short(), "", false)
		other.try(err)
		other.file = m.File
		other.send()
	}
	w.poll()
}

// withDice collects the mails of a game with dice.
func (d *collector) withDice() {
	alice := d.newUser("alice")
	alice.invite("diceshogi", home.Invitation{Seat: 1}, "bob")
	d.collect("bob", "dice-invitation")
	d.replies("bob", d.say("word.accept"), alice)
	alice.play(alice.move(), "")
	d.collect("bob", "dice-turn")
}

// withUmpire collects the mails of an umpire.
func (d *collector) withUmpire() {
	uma := d.newUser("uma")
	uma.invite("slashchain", home.Invitation{Umpire: true, PerMove: "3d"}, "alice", "bob")
	d.collect("alice", "umpire-invitation")
	d.replies("alice", d.say("word.accept"), uma)
	d.replies("bob", d.say("word.accept"), uma)
	for range 3 {
		m := uma.open()
		if d.err != nil {
			return
		}
		d.replies(strings.ToLower(m.Roster.Name(m.Turn)), uma.move(), uma)
	}
	d.collect("bob", "umpire-turn")
}

// withCourier collects the mail to a player who has hikyaku.
func (d *collector) withCourier() {
	alice, carol := d.newUser("alice"), d.newUser("carol")
	begin(alice, carol, "goryujin")
	alice.play(alice.move(), d.say("letters.luck"))
	d.collect("carol", "courier-turn")
}
