package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// write writes all pages except those of matches, which are drawn as the matches are read, and the results for anybody to check.
func (b *book) write(ctx context.Context, out *output) error {
	moved := b.moved()
	for _, p := range b.presses(out) {
		if err := p.index(ctx, moved); err != nil {
			return err
		}
		feed := func() error { return p.feed(p.feedName(), "", p.name, "index.html", p.news(p.all())) }
		for _, step := range []func() error{feed, p.matches, p.players, p.ratings, p.writeEvents, p.writeLadders} {
			if err := step(); err != nil {
				return err
			}
		}
	}
	published := Published{Club: b.Desk.Me.Name, Drawn: Drawn{b.Version, b.Address, b.Delay, b.OnDemand}, Events: b.events, Ladders: b.ladders}
	for _, c := range b.over {
		published.Matches = append(published.Matches, c.Match)
	}
	data, err := published.Bytes()
	if err != nil {
		return err
	}
	return out.put(ResultsFile, "", data)
}

// writeTurns writes the pages that depend on turns of matches, except those of the matches.
func (b *book) writeTurns(ctx context.Context, out *output, changed []*chapter) error {
	if len(changed) == 0 {
		return nil
	}
	var people []*person
	for _, c := range changed {
		for _, p := range c.Players {
			people = append(people, b.pages[p.Page])
		}
	}
	slices.SortFunc(people, func(x, y *person) int { return cmp.Compare(x.page, y.page) })
	people = slices.Compact(people)
	moved := b.moved()
	for _, p := range b.presses(out) {
		if err := p.index(ctx, moved); err != nil {
			return err
		}
		lists := map[int]bool{}
		for _, c := range changed {
			i, _ := slices.BinarySearchFunc(b.open, c, begunFirst)
			lists[i/perPage+1] = true
		}
		for n := range lists {
			if err := p.list("open", n); err != nil {
				return err
			}
		}
		for _, one := range people {
			if err := p.player(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// recent is how many open and how many finished matches the first page shows.
const recent = 15

// moved returns the open matches that moved last.
func (b *book) moved() (list []*chapter) {
	for _, c := range b.open {
		i := len(list)
		for i > 0 && c.last.After(list[i-1].last) {
			i--
		}
		if i < recent {
			list = slices.Insert(list, i, c)
			list = list[:min(len(list), recent)]
		}
	}
	return list
}

// index writes the first page, with the open matches that moved last.
func (p *press) index(ctx context.Context, open []*chapter) error {
	over := slices.Clone(p.book.over[max(0, len(p.book.over)-recent):])
	slices.Reverse(over)
	s := sheet{File: "index.html", Title: p.name, Feed: p.feedName(), Lead: []string{p.say("site.lead", "address", p.Desk.Me.Address)}}
	boards, err := p.boards(ctx, s.File, open, over)
	if err != nil {
		return err
	}
	if events := p.running(); len(events.Rows) > 0 {
		s.Parts = append(s.Parts, events)
	}
	if len(boards.Boards) > 0 {
		s.Parts = append(s.Parts, boards)
	}
	if len(open) > 0 {
		s.Parts = append(s.Parts, p.openTable(s.File, p.say("site.open.recent"), open))
	}
	if n := len(boards.Boards); n == 0 || len(open) > 0 && len(over) > 0 {
		s.Parts = append(s.Parts, p.overTable(s.File, p.say("site.over.recent"), over))
	} else if len(over) > n { // the boards are those of finished matches, which the table leaves out
		s.Parts = append(s.Parts, p.overTable(s.File, p.say("site.over.more"), over[n:]))
	}
	return p.write(s)
}

// newEvents is how many events and ladders the first page shows.
const newEvents = 3

// running returns the table of the newest events and of the ladders.
func (p *press) running() part {
	t := part{Caption: p.say("site.title.events") + " · " + p.say("site.title.ladders"), Head: p.head("event", "players#", "stage")}
	for _, e := range p.book.events[:min(newEvents, len(p.book.events))] {
		t.Rows = append(t.Rows, []cell{{Text: render.SafeLine(e.Name, 80), Link: eventFile(e.Name), Heads: true}, number(len(e.Entrants)), {Text: p.say("site.state." + e.State)}})
	}
	for _, l := range p.book.ladders[:min(newEvents, len(p.book.ladders))] {
		t.Rows = append(t.Rows, []cell{{Text: p.say("site.ladder", "game", p.gameTitle(l.Game)), Link: "ladder/" + slug(l.Game) + ".html", Heads: true}, number(len(l.Rungs)), {}})
	}
	return t
}

// feedName returns the name of the feed of all matches, or "" if there are none.
func (p *press) feedName() string { return feedOf("feed.atom", p.all()) }

// all returns all matches, finished ones first.
func (p *press) all() []*chapter { return slices.Concat(p.book.over, p.book.open) }

// shown is how many boards the first page shows.
const shown = 6

// boards returns the boards of the open matches that moved last or, if no match is open, of those that ended last.
func (p *press) boards(ctx context.Context, file string, open, over []*chapter) (part, error) {
	pictures, list := part{Caption: p.say("site.boards")}, open
	if len(open) == 0 {
		pictures.Caption, list = p.say("site.boards.over"), over
	}
	list = list[:min(len(list), shown)]
	for _, c := range list {
		one := board{
			Link: p.from(file, c.name()+".html"), Day: p.from(file, c.name()+byDay), Night: p.from(file, c.name()+byNight),
			Text: i18n.In(p.lang, "board.match", "game", c.title, "players", strings.Join(c.names(), " – ")), Status: c.status.In(p.lang),
		}
		if c.over { // the card shows the result
			one.Text, one.Status = one.Text+" – "+one.Status, ""
		}
		pictures.Boards = append(pictures.Boards, one)
	}
	return pictures, p.nights(ctx, list)
}

// nights draws the cards by night of matches, unless they exist or are drawn when they are asked for, and removes those drawn before of others.
func (p *press) nights(ctx context.Context, list []*chapter) error {
	var names []string
	for _, c := range list {
		name := p.folder + c.name() + byNight
		names = append(names, name)
		if p.book.OnDemand {
			if err := p.out.keep(c.drawn, name); err != nil {
				return err
			}
			continue
		}
		if p.out.same(c.drawn, name) {
			continue
		}
		_, shown, _, err := p.book.openMatch(ctx, c.File)
		if err == nil {
			err = p.card(c, byNight, shown)
		}
		if err != nil {
			return err
		}
	}
	before := p.book.nights[p.lang]
	p.book.nights[p.lang] = names
	for _, name := range before {
		if !slices.Contains(names, name) {
			if err := p.out.remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// feedOf returns the name of the feed of some matches, or "" if the feed would be empty.
func feedOf(file string, list []*chapter) string {
	if len(list) == 0 {
		return ""
	}
	return file
}

// split separates open matches from finished ones.
func (p *press) split(list []*chapter) (open, over []*chapter) {
	for _, c := range list {
		if c.over {
			over = append(over, c)
		} else {
			open = append(open, c)
		}
	}
	return open, over
}

// openTable returns the table of open matches.
func (p *press) openTable(file, caption string, list []*chapter) part {
	return p.table(file, caption, list, p.head("players", "game", "state", "last"), func(c *chapter) time.Time { return c.last })
}

// overTable returns the table of finished matches.
func (p *press) overTable(file, caption string, list []*chapter) part {
	return p.table(file, caption, list, p.head("players", "game", "result", "end"), func(c *chapter) time.Time { return c.Ended })
}

func (p *press) table(file, caption string, list []*chapter, head []cell, when func(*chapter) time.Time) part {
	t := part{Caption: caption, Head: head, None: p.say("site.none")}
	for _, c := range list {
		t.Rows = append(t.Rows, []cell{p.matchCell(file, c, c.names()), {Text: c.title.In(p.lang)}, {Text: c.status.In(p.lang)}, {Text: day(when(c)), Day: true}})
	}
	return t
}

// matchCell returns the names of players as a link to their match.
func (p *press) matchCell(file string, c *chapter, names []string) cell {
	return cell{Text: strings.Join(names, " – "), Link: p.from(file, c.name()+".html"), Heads: true}
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// perPage is how many matches a page lists. Pages are counted from the oldest match, so that full ones of finished matches never
// change.
const perPage = 200

// pages returns the number of pages of a list.
func pages(list []*chapter) int { return max(1, (len(list)+perPage-1)/perPage) }

// matches writes all lists of matches.
func (p *press) matches() error {
	for kind, list := range map[string][]*chapter{"open": p.book.open, "matches": p.book.over} {
		for n := 1; n < pages(list); n++ {
			if err := p.list(kind, n); err != nil {
				return err
			}
		}
	}
	return p.newest()
}

// list writes page n of a list of matches, which is full unless it is the last.
func (p *press) list(kind string, n int) error {
	list := p.book.over
	if kind == "open" {
		list = p.book.open
	}
	if n == pages(list) {
		return p.newest()
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", p.name)
	for _, c := range list[(n-1)*perPage : n*perPage] {
		fmt.Fprintf(h, "%s %s %q\n", c.File, c.drawn, c.names())
	}
	s := sheet{File: fmt.Sprintf("%s-%d.html", kind, n), Title: p.say("site.title.matches"), Drawn: hex.EncodeToString(h.Sum(nil)[:8])}
	if p.out.same(s.Drawn, p.folder+s.File) {
		return nil
	}
	s.Parts = p.listed(s.File, kind, n)
	return p.write(s)
}

// newest writes the first page of matches, which is the last of the open ones and of the finished ones.
func (p *press) newest() error {
	s := sheet{File: "matches.html", Title: p.say("site.title.matches"), Feed: p.feedName()}
	s.Parts = append(p.listed(s.File, "open", pages(p.book.open)), p.listed(s.File, "matches", pages(p.book.over))...)
	return p.write(s)
}

// listed returns page n of a list of matches, the newest first, and links to the pages before it.
func (p *press) listed(file, kind string, n int) (parts []part) {
	table, caption, list := p.overTable, "site.over.all", p.book.over
	if kind == "open" {
		table, caption, list = p.openTable, "site.open.all", p.book.open
	}
	list = slices.Clone(list[min(len(list), (n-1)*perPage):min(len(list), n*perPage)])
	slices.Reverse(list)
	parts = []part{table(file, p.say(caption), list)}
	if n > 1 {
		t := part{Caption: p.say("site.earlier"), Head: p.head("page")}
		for n--; n > 0; n-- {
			t.Rows = append(t.Rows, []cell{{Text: strconv.Itoa(n), Link: fmt.Sprintf("%s-%d.html", kind, n), Heads: true}})
		}
		parts = append(parts, t)
	}
	return parts
}

func (p *press) players() error {
	s := sheet{File: "players.html", Title: p.say("site.title.players")}
	t := part{Caption: p.say("site.players.all"), Head: p.head("player", "open#", "over#"), None: p.say("site.none")}
	for _, one := range p.book.people {
		open, over := p.split(one.chapters)
		t.Rows = append(t.Rows, []cell{{Text: one.name, Link: "player/" + one.page + ".html", Heads: true}, number(len(open)), number(len(over))})
		if err := p.player(one); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return p.write(s)
}

func number(n int) cell { return cell{Text: strconv.Itoa(n), Number: true} }

// player writes the page of a player, unless it is drawn when it is asked for.
func (p *press) player(one *person) error {
	file := p.folder + "player/" + one.page
	page, feed := p.stamps(one)
	if p.book.OnDemand {
		return errors.Join(p.out.keep(page, file+".html"), p.out.keep(feed, file+".atom"))
	}
	if !p.out.same(page, file+".html") {
		if err := p.drawPlayer(one, page); err != nil {
			return err
		}
	}
	if len(one.chapters) == 0 || p.out.same(feed, file+".atom") {
		return nil
	}
	return p.drawFeed(one, feed)
}

// drawFeed writes the feed of a player, to which turns add nothing.
func (p *press) drawFeed(one *person, drawn string) error {
	file := "player/" + one.page
	return p.feed(file+".atom", drawn, one.name, file+".html", p.news(one.chapters))
}

// drawPlayer writes the page of a player.
func (p *press) drawPlayer(one *person, drawn string) error {
	file := "player/" + one.page
	s := sheet{File: file + ".html", Title: one.name, Feed: feedOf(file+".atom", one.chapters), Drawn: drawn}
	open, over := p.split(one.chapters)
	for _, key := range p.poolNames() {
		if list := p.book.pools[key].History(one.page); len(list) > 0 {
			now := list[len(list)-1].Rating
			s.Parts = append(s.Parts, part{
				Caption: p.say("site.graph", "game", p.poolTitle(key), "rating", rounded(now), "n", len(list)),
				Graph:   graph(list, p.say("site.graph.said", "name", one.name, "game", p.poolTitle(key), "rating", rounded(now))),
			})
		}
	}
	if len(open) > 0 {
		s.Parts = append(s.Parts, p.openTable(s.File, p.say("site.open.all"), open))
	}
	t := part{Caption: p.say("site.over.all"), Head: p.head("opponents", "game", "result", "rating#", "end"), None: p.say("site.none")}
	for _, c := range slices.Backward(over) {
		t.Rows = append(t.Rows, p.playedRow(s.File, one, c))
	}
	s.Parts = append(s.Parts, t)
	return p.write(s)
}

// stamps returns hashes of all data on the page of a player and in the feed.
func (p *press) stamps(one *person) (page, feed string) {
	h := sha256.New()
	sum := func() string { return hex.EncodeToString(h.Sum(nil)[:8]) }
	fmt.Fprintf(h, "%q %q %q %d %q\n", p.Version, p.name, p.Address, p.Delay, one.name)
	for _, c := range one.chapters {
		fmt.Fprintf(h, "%s %t %q", c.File, c.over, c.names())
		if c.over {
			fmt.Fprintf(h, " %s", c.head)
		}
	}
	feed = sum()
	for _, c := range one.chapters {
		fmt.Fprintf(h, "%s %s", c.head, c.Event)
		for _, player := range c.Players {
			if player.Page == one.page && player.After != nil {
				fmt.Fprintf(h, " %v", *player.After)
			}
		}
	}
	return sum(), feed
}

// playedRow returns the row of a finished match in the table of one of its players.
func (p *press) playedRow(file string, one *person, c *chapter) []cell {
	var others []string
	var own Player
	for _, player := range c.Players {
		if player.Page == one.page {
			own = player
		} else {
			others = append(others, player.Name)
		}
	}
	after := ""
	if own.After != nil {
		after = rounded(*own.After)
	}
	return []cell{p.matchCell(file, c, others), {Text: c.title.In(p.lang)}, {Text: p.placed(own, c)}, {Text: after, Number: true}, {Text: day(c.Ended), Day: true}}
}

// placed describes how a match ended for a player.
func (p *press) placed(own Player, c *chapter) string {
	if own.Place == 0 {
		return p.say("site.result.none")
	}
	if len(c.Players) > 2 {
		return p.say("site.result.place", "n", own.Place)
	}
	for _, player := range c.Players {
		if player.Place < own.Place {
			return p.say("site.result.lost")
		}
		if player.Place > own.Place {
			return p.say("site.result.won")
		}
	}
	return p.say("site.result.drawn")
}

// poolNames returns the pools, sorted by game.
func (p *press) poolNames() (list []events.Pool) {
	list = slices.Collect(maps.Keys(p.book.pools))
	slices.SortFunc(list, func(a, b events.Pool) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Rules, b.Rules)) })
	return list
}

// poolTitle returns the title of a pool's game.
func (p *press) poolTitle(key events.Pool) string {
	if i := slices.IndexFunc(p.book.over, func(c *chapter) bool { return c.Game == key.Game && c.Rules == key.Rules }); i >= 0 {
		return p.book.over[i].title.In(p.lang)
	}
	return key.Game
}

func (p *press) ratings() error {
	s := sheet{File: "ratings.html", Title: p.say("site.title.ratings"), Lead: []string{p.say("site.ratings.lead")}}
	for _, key := range p.poolNames() {
		t := part{Caption: p.poolTitle(key), Head: p.head("rank#", "player", "rating#", "deviation#", "rated#")}
		pool := p.book.pools[key]
		list := slices.DeleteFunc(slices.Clone(p.book.people), func(p *person) bool { return len(pool.History(p.page)) == 0 })
		now := func(p *person) standings.Rating { return pool.Now(p.page, time.Time{}) }
		slices.SortStableFunc(list, func(a, b *person) int { return cmp.Compare(now(b).R, now(a).R) })
		rank := 0 // of players with the same rounded rating
		for i, one := range list {
			r := now(one)
			if i == 0 || r.Rounded() != now(list[i-1]).Rounded() {
				rank = i + 1
			}
			t.Rows = append(t.Rows, []cell{number(rank), {Text: one.name, Link: "player/" + one.page + ".html", Heads: true},
				{Text: rounded(r), Number: true}, number(int(math.Round(r.RD))), number(len(pool.History(one.page)))})
		}
		s.Parts = append(s.Parts, t)
	}
	if len(s.Parts) == 0 {
		s.Parts = []part{{Caption: p.say("site.title.ratings"), None: p.say("site.none")}}
	}
	return p.write(s)
}

func rounded(r standings.Rating) string { return strconv.Itoa(r.Rounded()) }
