package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// chapter is a match as the site shows it: without the last Site.Delay plies while it continues.
type chapter struct {
	Match
	head   string // the hash of the last entry when it was read
	drawn  string // identifies what its pages are drawn from
	title  i18n.Text
	status i18n.Text
	over   bool
	played bool // all have accepted it
	begun  time.Time
	last   time.Time // time of the last entry shown
}

// name returns the path of the match's files, without the extension.
func (c *chapter) name() string { return "match/" + strings.TrimSuffix(path.Base(c.File), ".kif") }

// names returns the names of the players by seat.
func (c *chapter) names() (list []string) {
	for _, p := range c.Players {
		list = append(list, p.Name)
	}
	return list
}

// row is a match as its rows in the database describe it.
type row struct {
	file, head, state string
	heading           game.Heading
	ended             time.Time
}

// person is a player.
type person struct {
	name     string
	page     string     // the name of their page, without the extension
	chapters []*chapter // their matches, sorted by end, open ones last
}

// book is everything that the site shows.
type book struct {
	*Site
	over    []*chapter         // sorted by end
	open    []*chapter         // sorted by beginning
	people  []*person          // sorted by name
	pages   map[string]*person // by the name of their page
	pools   map[events.Pool]*standings.Pool
	events  []Event
	ladders []Ladder

	nights map[string][]string // the files of the cards by night, by language
}

// selectRows selects the rows of matches that may be published.
const selectRows = `select file, head, state, event, round, ladder, rated, ended from match where state in ('open', 'over')`

// readAll reads the club. It draws the pages of changed matches immediately, while each match is in memory, unless they are drawn
// when they are asked for.
func (s *Site) readAll(ctx context.Context, out *output) (*book, error) {
	var rows []row
	b := &book{Site: s, nights: map[string][]string{}}
	err := s.Base.Do(ctx, func(tx db.Tx) (err error) {
		if rows, err = db.All(tx, selectRows, nil, readRow); err != nil {
			return err
		}
		if s.shared, err = others(tx); err != nil {
			return err
		}
		if s.aliases, err = game.Aliases(tx); err != nil {
			return err
		}
		members, err := db.All(tx, `select address, name from member where gone = 0 order by joined, address`, nil, func(r db.Rows) (who kif.Seat, err error) {
			return who, r.Scan(&who.Address, &who.Name)
		})
		b.people = nil
		for _, who := range members {
			page, err := s.page(tx, who)
			if err != nil {
				return err
			}
			b.people = append(b.people, &person{name: PublicName(who.Name), page: page})
		}
		if err != nil {
			return err
		}
		if s.talkative, err = Talkative(tx); err != nil {
			return err
		}
		return b.arranged(tx)
	})
	if err != nil {
		return nil, err
	}
	if s.known == nil {
		s.known = map[string]*chapter{}
	}
	for _, r := range rows {
		c, err := b.chapter(ctx, r, out)
		if err != nil {
			return nil, err
		}
		s.known[r.file] = c
		switch {
		case !c.played:
		case c.over:
			b.over = append(b.over, c)
		default:
			b.open = append(b.open, c)
		}
	}
	slices.SortFunc(b.over, func(x, y *chapter) int { return cmp.Or(x.Ended.Compare(y.Ended), cmp.Compare(x.File, y.File)) })
	slices.SortFunc(b.open, begunFirst)
	b.collect()
	return b, nil
}

// begunFirst sorts matches by beginning.
func begunFirst(x, y *chapter) int {
	return cmp.Or(x.begun.Compare(y.begun), cmp.Compare(x.File, y.File))
}

// glance is how often turns look whether something else has changed, which reads a row of each member.
const glance = time.Minute

// others returns a text that changes if what the pages of turns show of the rest of the club changes, as a rule.
func others(tx db.Tx) (text string, err error) {
	var n [6]int64
	_, err = db.One(tx, `select count(*), coalesce(sum(words), 0), coalesce(sum(case when gone = 0 then length(name) else 0 end), 0),
		(select count(*) from entrant where gone = 0), (select count(*) from entrant), (select count(*) from step) from member`, nil, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5])
	return fmt.Sprint(n), err
}

// turns reads the matches that changed since the last update, draws their pages, and returns them; nil if there was more than turns.
func (b *book) turns(ctx context.Context, out *output, now time.Time) (changed []*chapter, err error) {
	var rows []row
	shared := ""
	err = b.Base.Do(ctx, func(tx db.Tx) (err error) {
		rows = nil
		recent, err := db.All(tx, `select file, head from recent where changed >= $1`, []any{b.read.Add(-overlap)}, func(r db.Rows) (one row, err error) {
			return one, r.Scan(&one.file, &one.head)
		})
		if err != nil {
			return err
		}
		for _, one := range recent {
			if c := b.known[one.file]; c != nil && c.head == one.head {
				continue
			}
			found, err := db.All(tx, selectRows+` and file = $1`, []any{one.file}, readRow)
			if err != nil {
				return err
			}
			rows = append(rows, found...)
		}
		if shared = b.shared; now.Before(b.compared) || now.Sub(b.compared) >= glance {
			b.compared = now
			shared, err = others(tx)
		}
		return err
	})
	if err != nil || shared != b.shared {
		return nil, err
	}
	changed = []*chapter{}
	for _, r := range rows {
		old := b.known[r.file]
		if old == nil {
			return nil, nil
		}
		c, err := b.chapter(ctx, r, out)
		if err != nil || c.played != old.played || c.over || c.begun != old.begun {
			return nil, err
		}
		c.Players = old.Players // with their pages
		*old = *c
		changed = append(changed, old)
	}
	return changed, nil
}

// arranged reads events and ladders.
func (b *book) arranged(tx db.Tx) (err error) {
	if b.events, err = Events(tx); err != nil {
		return err
	}
	b.ladders, err = Ladders(tx)
	return err
}

func readRow(r db.Rows) (one row, err error) {
	return one, r.Scan(&one.file, &one.head, &one.state, &one.heading.Event, &one.heading.Round, &one.heading.Ladder, &one.heading.Rated, &one.ended)
}

// chapter reads a match unless the version in memory is current, and draws its pages unless they exist.
func (b *book) chapter(ctx context.Context, r row, out *output) (*chapter, error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d %q %q %t", r.head, r.state, b.Delay, b.Version, b.Address, b.talkative[r.file]))
	drawn := hex.EncodeToString(sum[:8])
	c := b.known[r.file]
	if c != nil && c.head == r.head {
		fresh := *c // the row may have changed without the record
		fresh.Event, fresh.Round, fresh.Ladder, fresh.Rated, fresh.drawn = r.heading.Event, r.heading.Round, r.heading.Ladder, r.heading.Rated, drawn
		if done, err := b.settled(&fresh, out); done {
			return &fresh, err
		}
	}
	m, shown, pages, err := b.openMatch(ctx, r.file)
	if err != nil {
		return nil, err
	}
	c = &chapter{
		Match: MatchOf(r.file, m, r.heading, r.ended), head: r.head, drawn: drawn, title: m.Game.Called(m.Options), over: m.Outcome != nil,
		played: m.Roster.Joining() == 0 && (m.Outcome != nil || !m.Roster.TossDue()),
		begun:  m.Entries[0].Event.At, status: shown.Status(), last: shown.Entries[len(shown.Entries)-1].Event.At,
	}
	for n, page := range pages {
		c.Players[n].ID, c.Players[n].Page = page, page
	}
	if done, err := b.settled(c, out); done {
		return c, err
	}
	return c, b.draw(out, c, shown)
}

// settled reports whether nothing has to be drawn for c now. Files that are drawn when they are asked for are kept if they are current.
func (s *Site) settled(c *chapter, out *output) (bool, error) {
	switch {
	case !c.played:
		return true, nil
	case s.OnDemand:
		return true, out.keep(c.drawn, c.files()...)
	}
	return out.same(c.drawn, c.files()...), nil
}

// files returns the names of the files drawn for a match.
func (c *chapter) files() (list []string) {
	for _, folder := range []string{"", "ja/"} {
		list = append(list, folder+c.name()+".html", folder+c.name()+byDay)
	}
	return list
}

// openMatch opens one match, and returns it also as it is shown, with the names of the pages of its players by seat.
func (s *Site) openMatch(ctx context.Context, file string) (m, shown *match.Match, pages []string, err error) {
	err = s.Base.Do(ctx, func(tx db.Tx) error {
		c, err := game.NewShelf(tx, s.Desk, s.Desk.System.Now(), nil).Open(path.Join(game.Folder, file))
		if err != nil {
			return err
		}
		m = c.Match
		pages = make([]string, len(m.Roster.Seating))
		for n := range pages {
			if err == nil {
				pages[n], err = s.page(tx, m.Roster.Seat(n+1))
			}
		}
		return err
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return m, nameless(Held(m, s.Delay), s.talkative[file]), pages, nil
}

// page returns the name of the page of a player, or "" if nobody has the seat yet. The transaction must be the one in which the address
// was read: later it may have been deleted.
func (s *Site) page(tx db.Tx, who kif.Seat) (string, error) {
	address := strings.ToLower(who.Address)
	if page, known := s.aliases[address]; known || address == "" {
		return page, nil
	}
	return game.Alias(tx, address, PublicName(cmp.Or(who.Name, address)))
}

// Held returns a match as it is shown: while it continues, its last delay plies are omitted.
func Held(m *match.Match, delay int) *match.Match {
	if m.Outcome != nil {
		return m
	}
	var moves []int // including those taken back, so that a take-back doesn't hide what was already shown
	for i, e := range m.Record.Events {
		if _, moved := e.Step.(kif.Move); moved {
			moves = append(moves, i)
		}
	}
	if delay == 0 || len(moves) == 0 {
		return m
	}
	return m.Cut(moves[max(0, len(moves)-delay)])
}

// Talkative returns the files of the matches in which everyone, including observers and players who left, has agreed to publish
// their words.
func Talkative(tx db.Tx) (map[string]bool, error) {
	files, err := db.Texts(tx, `select s.file from seat s left join member m on m.address = s.address and m.gone = 0
		where s.file in (select o.file from seat o join member n on n.address = o.address where n.words = 1)
		group by s.file having min(coalesce(m.words, 0)) = 1`)
	all := map[string]bool{}
	for _, file := range files {
		all[file] = true
	}
	return all, err
}

// Address matches anything that looks like a mail address.
var Address = regexp.MustCompile(`[^\s<>"=*]+@[^\s<>"=]+`)

// LeftOut replaces unpublished words of a player where a record must not be without words.
const LeftOut = "…"

// Hides reports whether the words of event i of a match are not published: words of a player, unless everyone has agreed (talk),
// and all words that contain a mail address.
func Hides(m *match.Match, i int, talk bool) bool {
	said := m.Record.Events[i].Comment
	return said == LeftOut || said != "" && !talk && m.By(i) != m.Roster.Umpire() || Address.MatchString(said)
}

// nameless returns a match whose roster has no addresses, and which lacks unpublished words, for code that prints who the players
// are.
func nameless(m *match.Match, talk bool) *match.Match {
	shown, roster := *m, *m.Roster
	record := *m.Record
	record.Events = slices.Clone(record.Events)
	for i := range record.Events {
		if Hides(m, i, talk) {
			record.Events[i].Comment = ""
		}
	}
	shown.Record = &record
	roster.Parties = nil
	for _, p := range m.Roster.Parties {
		p.Name, p.Address = PublicName(cmp.Or(p.Name, p.Address)), ""
		roster.Parties = append(roster.Parties, p)
	}
	roster.Observers = nil
	shown.Roster = &roster
	return &shown
}

// collect determines the players and computes the ratings.
func (b *book) collect() {
	var over []Match
	for _, c := range b.over {
		over = append(over, c.Match)
	}
	b.pools, b.pages = Rate(over), map[string]*person{}
	for _, p := range b.people {
		b.pages[p.page] = p
	}
	for i, c := range over {
		b.over[i].Match = c
	}
	for _, c := range slices.Concat(b.over, b.open) {
		for _, player := range c.Players {
			p := b.pages[player.Page]
			switch {
			case player.Page == "":
				continue
			case p == nil:
				p = &person{name: player.Name, page: player.Page}
				b.pages[p.page], b.people = p, append(b.people, p)
			}
			if !slices.Contains(p.chapters, c) {
				p.chapters = append(p.chapters, c)
			}
		}
	}
	slices.SortFunc(b.people, func(x, y *person) int {
		return cmp.Or(cmp.Compare(strings.ToLower(x.name), strings.ToLower(y.name)), cmp.Compare(x.page, y.page))
	})
}

// slug returns the file name for the page of something with a name.
func slug(name string) string {
	sum := sha256.Sum256([]byte(name))
	return strings.TrimPrefix(game.Plain(name)+"-", "-") + hex.EncodeToString(sum[:4])
}
