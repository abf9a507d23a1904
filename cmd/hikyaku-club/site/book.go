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

	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// write writes all pages except those of matches, which are drawn as the matches are read, and the results for anybody to check.
func (b *book) write(ctx context.Context, out *output) error {
	moved := b.moved()
	for _, p := range b.presses(out) {
		w := writer{b, p}
		if err := w.index(ctx, moved); err != nil {
			return err
		}
		feed := func() error { return p.feed(w.feed(), "", p.name, "index.html", p.news(w.all())) }
		for _, step := range []func() error{feed, w.matches, w.players, w.ratings, w.writeEvents, w.writeLadders} {
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
		w := writer{b, p}
		if err := w.index(ctx, moved); err != nil {
			return err
		}
		lists := map[int]bool{}
		for _, c := range changed {
			i, _ := slices.BinarySearchFunc(b.open, c, begunFirst)
			lists[i/perPage+1] = true
		}
		for n := range lists {
			if err := w.list("open", n); err != nil {
				return err
			}
		}
		for _, one := range people {
			if err := w.player(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// writer writes the book in one language.
type writer struct {
	book  *book
	press *press
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
func (w writer) index(ctx context.Context, open []*chapter) error {
	over := slices.Clone(w.book.over[max(0, len(w.book.over)-recent):])
	slices.Reverse(over)
	s := sheet{File: "index.html", Title: w.press.name, Feed: w.feed(), Lead: []string{w.press.say("site.lead", "address", w.press.Desk.Me.Address)}}
	boards, err := w.boards(ctx, s.File, open, over)
	if err != nil {
		return err
	}
	if events := w.running(); len(events.Rows) > 0 {
		s.Parts = append(s.Parts, events)
	}
	if len(boards.Boards) > 0 {
		s.Parts = append(s.Parts, boards)
	}
	if len(open) > 0 {
		s.Parts = append(s.Parts, w.open(s.File, w.press.say("site.open.recent"), open))
	}
	if n := len(boards.Boards); n == 0 || len(open) > 0 && len(over) > 0 {
		s.Parts = append(s.Parts, w.over(s.File, w.press.say("site.over.recent"), over))
	} else if len(over) > n { // the boards are those of finished matches, which the table leaves out
		s.Parts = append(s.Parts, w.over(s.File, w.press.say("site.over.more"), over[n:]))
	}
	return w.press.write(s)
}

// newEvents is how many events and ladders the first page shows.
const newEvents = 3

// running returns the table of the newest events and of the ladders.
func (w writer) running() part {
	t := part{Caption: w.press.say("site.title.events") + " · " + w.press.say("site.title.ladders"), Head: w.press.head("event", "players#", "stage")}
	for _, e := range w.book.events[:min(newEvents, len(w.book.events))] {
		t.Rows = append(t.Rows, []cell{{Text: render.SafeLine(e.Name, 80), Link: eventFile(e.Name), Heads: true}, number(len(e.Entrants)), {Text: w.press.say("site.state." + w.book.states[e.Name])}})
	}
	for _, l := range w.book.ladders[:min(newEvents, len(w.book.ladders))] {
		t.Rows = append(t.Rows, []cell{{Text: w.press.say("site.ladder", "game", w.gameTitle(l.Game)), Link: "ladder/" + slug(l.Game) + ".html", Heads: true}, number(len(l.Rungs)), {}})
	}
	return t
}

// feed returns the name of the feed of all matches, or "" if there are none.
func (w writer) feed() string { return feedOf("feed.atom", w.all()) }

// all returns all matches, finished ones first.
func (w writer) all() []*chapter { return slices.Concat(w.book.over, w.book.open) }

// shown is how many boards the first page shows.
const shown = 6

// boards returns the boards of the open matches that moved last or, if no match is open, of those that ended last.
func (w writer) boards(ctx context.Context, file string, open, over []*chapter) (part, error) {
	p, list := part{Caption: w.press.say("site.boards")}, open
	if len(open) == 0 {
		p.Caption, list = w.press.say("site.boards.over"), over
	}
	list = list[:min(len(list), shown)]
	for _, c := range list {
		one := board{
			Link: w.press.from(file, c.name()+".html"), Day: w.press.from(file, c.name()+byDay), Night: w.press.from(file, c.name()+byNight),
			Text: i18n.In(w.press.lang, "board.match", "game", c.title, "players", strings.Join(c.names(), " – ")), Status: c.status.In(w.press.lang),
		}
		if c.over { // the card shows the result
			one.Text, one.Status = one.Text+" – "+one.Status, ""
		}
		p.Boards = append(p.Boards, one)
	}
	return p, w.nights(ctx, list)
}

// nights draws the cards by night of matches, unless they exist or are drawn when they are asked for, and removes those drawn before of others.
func (w writer) nights(ctx context.Context, list []*chapter) error {
	var names []string
	for _, c := range list {
		name := w.press.folder + c.name() + byNight
		names = append(names, name)
		if w.book.OnDemand {
			if err := w.press.out.keep(c.drawn, name); err != nil {
				return err
			}
			continue
		}
		if w.press.out.same(c.drawn, name) {
			continue
		}
		_, shown, _, err := w.book.openMatch(ctx, c.File)
		if err == nil {
			err = w.press.card(c, byNight, shown)
		}
		if err != nil {
			return err
		}
	}
	before := w.book.nights[w.press.lang]
	w.book.nights[w.press.lang] = names
	for _, name := range before {
		if !slices.Contains(names, name) {
			if err := w.press.out.remove(name); err != nil {
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
func (w writer) split(list []*chapter) (open, over []*chapter) {
	for _, c := range list {
		if c.over {
			over = append(over, c)
		} else {
			open = append(open, c)
		}
	}
	return open, over
}

// open returns the table of open matches.
func (w writer) open(file, caption string, list []*chapter) part {
	return w.table(file, caption, list, w.press.head("players", "game", "state", "last"), func(c *chapter) time.Time { return c.last })
}

// over returns the table of finished matches.
func (w writer) over(file, caption string, list []*chapter) part {
	return w.table(file, caption, list, w.press.head("players", "game", "result", "end"), func(c *chapter) time.Time { return c.Ended })
}

func (w writer) table(file, caption string, list []*chapter, head []cell, when func(*chapter) time.Time) part {
	t := part{Caption: caption, Head: head, None: w.press.say("site.none")}
	for _, c := range list {
		t.Rows = append(t.Rows, []cell{w.matchCell(file, c, c.names()), {Text: c.title.In(w.press.lang)}, {Text: c.status.In(w.press.lang)}, {Text: day(when(c)), Day: true}})
	}
	return t
}

// matchCell returns the names of players as a link to their match.
func (w writer) matchCell(file string, c *chapter, names []string) cell {
	return cell{Text: strings.Join(names, " – "), Link: w.press.from(file, c.name()+".html"), Heads: true}
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// perPage is how many matches a page lists. Pages are counted from the oldest match, so that full ones of finished matches never
// change.
const perPage = 200

// pages returns the number of pages of a list.
func pages(list []*chapter) int { return max(1, (len(list)+perPage-1)/perPage) }

// matches writes all lists of matches.
func (w writer) matches() error {
	for kind, list := range map[string][]*chapter{"open": w.book.open, "matches": w.book.over} {
		for n := 1; n < pages(list); n++ {
			if err := w.list(kind, n); err != nil {
				return err
			}
		}
	}
	return w.newest()
}

// list writes page n of a list of matches, which is full unless it is the last.
func (w writer) list(kind string, n int) error {
	list := w.book.over
	if kind == "open" {
		list = w.book.open
	}
	if n == pages(list) {
		return w.newest()
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", w.press.name)
	for _, c := range list[(n-1)*perPage : n*perPage] {
		fmt.Fprintf(h, "%s %s %q\n", c.File, c.drawn, c.names())
	}
	s := sheet{File: fmt.Sprintf("%s-%d.html", kind, n), Title: w.press.say("site.title.matches"), Drawn: hex.EncodeToString(h.Sum(nil)[:8])}
	if w.press.out.same(s.Drawn, w.press.folder+s.File) {
		return nil
	}
	s.Parts = w.listed(s.File, kind, n)
	return w.press.write(s)
}

// newest writes the first page of matches, which is the last of the open ones and of the finished ones.
func (w writer) newest() error {
	s := sheet{File: "matches.html", Title: w.press.say("site.title.matches"), Feed: w.feed()}
	s.Parts = append(w.listed(s.File, "open", pages(w.book.open)), w.listed(s.File, "matches", pages(w.book.over))...)
	return w.press.write(s)
}

// listed returns page n of a list of matches, the newest first, and links to the pages before it.
func (w writer) listed(file, kind string, n int) (parts []part) {
	table, caption, list := w.over, "site.over.all", w.book.over
	if kind == "open" {
		table, caption, list = w.open, "site.open.all", w.book.open
	}
	list = slices.Clone(list[min(len(list), (n-1)*perPage):min(len(list), n*perPage)])
	slices.Reverse(list)
	parts = []part{table(file, w.press.say(caption), list)}
	if n > 1 {
		t := part{Caption: w.press.say("site.earlier"), Head: w.press.head("page")}
		for n--; n > 0; n-- {
			t.Rows = append(t.Rows, []cell{{Text: strconv.Itoa(n), Link: fmt.Sprintf("%s-%d.html", kind, n), Heads: true}})
		}
		parts = append(parts, t)
	}
	return parts
}

func (w writer) players() error {
	s := sheet{File: "players.html", Title: w.press.say("site.title.players")}
	t := part{Caption: w.press.say("site.players.all"), Head: w.press.head("player", "open#", "over#"), None: w.press.say("site.none")}
	for _, one := range w.book.people {
		open, over := w.split(one.chapters)
		t.Rows = append(t.Rows, []cell{{Text: one.name, Link: "player/" + one.page + ".html", Heads: true}, number(len(open)), number(len(over))})
		if err := w.player(one); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return w.press.write(s)
}

func number(n int) cell { return cell{Text: strconv.Itoa(n), Number: true} }

// player writes the page of a player, unless it is drawn when it is asked for.
func (w writer) player(one *person) error {
	file := w.press.folder + "player/" + one.page
	page, feed := w.stamps(one)
	if w.book.OnDemand {
		return errors.Join(w.press.out.keep(page, file+".html"), w.press.out.keep(feed, file+".atom"))
	}
	if !w.press.out.same(page, file+".html") {
		if err := w.drawPlayer(one, page); err != nil {
			return err
		}
	}
	if len(one.chapters) == 0 || w.press.out.same(feed, file+".atom") {
		return nil
	}
	return w.drawFeed(one, feed)
}

// drawFeed writes the feed of a player, to which turns add nothing.
func (w writer) drawFeed(one *person, drawn string) error {
	file := "player/" + one.page
	return w.press.feed(file+".atom", drawn, one.name, file+".html", w.press.news(one.chapters))
}

// drawPlayer writes the page of a player.
func (w writer) drawPlayer(one *person, drawn string) error {
	file := "player/" + one.page
	s := sheet{File: file + ".html", Title: one.name, Feed: feedOf(file+".atom", one.chapters), Drawn: drawn}
	open, over := w.split(one.chapters)
	for _, key := range w.poolNames() {
		if list := w.book.pools[key].History(one.page); len(list) > 0 {
			now := list[len(list)-1].Rating
			s.Parts = append(s.Parts, part{
				Caption: w.press.say("site.graph", "game", w.poolTitle(key), "rating", rounded(now), "n", len(list)),
				Graph:   graph(list, w.press.say("site.graph.said", "name", one.name, "game", w.poolTitle(key), "rating", rounded(now))),
			})
		}
	}
	if len(open) > 0 {
		s.Parts = append(s.Parts, w.open(s.File, w.press.say("site.open.all"), open))
	}
	t := part{Caption: w.press.say("site.over.all"), Head: w.press.head("opponents", "game", "result", "rating#", "end"), None: w.press.say("site.none")}
	for _, c := range slices.Backward(over) {
		t.Rows = append(t.Rows, w.playedRow(s.File, one, c))
	}
	s.Parts = append(s.Parts, t)
	return w.press.write(s)
}

// stamps returns hashes of all data on the page of a player and in the feed.
func (w writer) stamps(one *person) (page, feed string) {
	h := sha256.New()
	sum := func() string { return hex.EncodeToString(h.Sum(nil)[:8]) }
	fmt.Fprintf(h, "%q %q %q %d %q\n", w.press.Version, w.press.name, w.press.Address, w.press.Delay, one.name)
	for _, c := range one.chapters {
		fmt.Fprintf(h, "%s %t %q", c.File, c.over, c.names())
		if c.over {
			fmt.Fprintf(h, " %s", c.head)
		}
	}
	feed = sum()
	for _, c := range one.chapters {
		fmt.Fprintf(h, "%s %s", c.head, c.Event)
		for _, p := range c.Players {
			if p.Page == one.page && p.After != nil {
				fmt.Fprintf(h, " %v", *p.After)
			}
		}
	}
	return sum(), feed
}

// playedRow returns the row of a finished match in the table of one of its players.
func (w writer) playedRow(file string, one *person, c *chapter) []cell {
	var others []string
	var own Player
	for _, p := range c.Players {
		if p.Page == one.page {
			own = p
		} else {
			others = append(others, p.Name)
		}
	}
	after := ""
	if own.After != nil {
		after = rounded(*own.After)
	}
	return []cell{w.matchCell(file, c, others), {Text: c.title.In(w.press.lang)}, {Text: w.placed(own, c)}, {Text: after, Number: true}, {Text: day(c.Ended), Day: true}}
}

// placed describes how a match ended for a player.
func (w writer) placed(own Player, c *chapter) string {
	if own.Place == 0 {
		return w.press.say("site.result.none")
	}
	if len(c.Players) > 2 {
		return w.press.say("site.result.place", "n", own.Place)
	}
	for _, p := range c.Players {
		if p.Place < own.Place {
			return w.press.say("site.result.lost")
		}
		if p.Place > own.Place {
			return w.press.say("site.result.won")
		}
	}
	return w.press.say("site.result.drawn")
}

// poolNames returns the pools, sorted by game.
func (w writer) poolNames() (list []Pool) {
	list = slices.Collect(maps.Keys(w.book.pools))
	slices.SortFunc(list, func(a, b Pool) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Rules, b.Rules)) })
	return list
}

// poolTitle returns the title of a pool's game.
func (w writer) poolTitle(key Pool) string {
	if i := slices.IndexFunc(w.book.over, func(c *chapter) bool { return c.Game == key.Game && c.Rules == key.Rules }); i >= 0 {
		return w.book.over[i].title.In(w.press.lang)
	}
	return key.Game
}

func (w writer) ratings() error {
	s := sheet{File: "ratings.html", Title: w.press.say("site.title.ratings"), Lead: []string{w.press.say("site.ratings.lead")}}
	for _, key := range w.poolNames() {
		t := part{Caption: w.poolTitle(key), Head: w.press.head("rank#", "player", "rating#", "deviation#", "rated#")}
		pool := w.book.pools[key]
		list := slices.DeleteFunc(slices.Clone(w.book.people), func(p *person) bool { return len(pool.History(p.page)) == 0 })
		if len(list) == 0 {
			continue
		}
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
		s.Parts = []part{{Caption: w.press.say("site.title.ratings"), None: w.press.say("site.none")}}
	}
	return w.press.write(s)
}

func rounded(r standings.Rating) string { return strconv.Itoa(r.Rounded()) }
