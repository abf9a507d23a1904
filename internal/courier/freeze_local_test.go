package courier_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// storiesOfOneMachine are about matches to which nobody was invited.
var storiesOfOneMachine = []story{
	{"local", tellVariants},
	{"local-handicap", tellHandicaps},
	{"local-from", tellPositions},
	{"local-ending", tellEndings},
	{"local-words", tellWords},
	{"local-over", tellOver},
	{"local-repetition", tellRepetition},
}

// variant is a match on one machine.
type variant struct{ name, game, options string }

// variants are matches of every game but shogi that have each value of each option once, except those added later.
var variants = []variant{
	{"goryujin", "goryujin", ""},
	{"diceshogi", "diceshogi", "rules=dice"},
	{"hyper", "diceshogi", "rules=hyper drop=free"},
	{"minishogi", "diceshogi", "rules=minishogi foul=loses"},
	{"quoridor", "quoridor", "players=2"},
	{"quoridor-four", "quoridor", "players=4"},
	{"quoridor-diagonal", "quoridor", "players=4 third-pawn=diagonal"},
	{"rengi-haku", "rengi", "rules=haku"},
	{"rengi-kou", "rengi", "rules=kou list=shuffle cap=5 unit=1 calc=chain"},
	{"rengi-draft", "rengi", "rules=kou simple=chain cap=3 calc=table stock=off reduce1=on"},
	{"rengi-ten", "rengi", "rules=ten seq=own reach=wall calc=groups stock=on reduce1=off"},
	{"rengi-simple", "rengi", "rules=ten simple=groups split_idle=diff3 split_chain=every3 unit=6"},
	{"rengi-quiet", "rengi", "rules=ten split_idle=off split_chain=off"},
	{"slashchain", "slashchain", ""},
	{"slashchain-renju", "slashchain", "rule=renju tiles=2 overline=forbidden foul=loses"},
	{"slashchain-three", "slashchain", "tiles=3 overline=nothing"},
}

// handicaps are matches of shogi that have each value of each option once.
var handicaps = []variant{
	{"shogi", "shogi", ""},
	{"shogi-lance", "shogi", "handicap=lance repetition=none"},
	{"shogi-right-lance", "shogi", "handicap=right-lance"},
	{"shogi-bishop", "shogi", "handicap=bishop impasse=24"},
	{"shogi-rook", "shogi", "handicap=rook impasse=none foul=loses"},
	{"shogi-rook-lance", "shogi", "handicap=rook-lance"},
	{"shogi-two", "shogi", "handicap=two"},
	{"shogi-three", "shogi", "handicap=three"},
	{"shogi-four", "shogi", "handicap=four"},
	{"shogi-five", "shogi", "handicap=five"},
	{"shogi-left-five", "shogi", "handicap=left-five"},
	{"shogi-six", "shogi", "handicap=six"},
	{"shogi-left-seven", "shogi", "handicap=left-seven"},
	{"shogi-right-seven", "shogi", "handicap=right-seven"},
	{"shogi-eight", "shogi", "handicap=eight"},
	{"shogi-ten", "shogi", "handicap=ten"},
}

// machine is a desk without an owner, and the file of a match there.
func (f *freezer) machine(setup home.Setup) (d *home.Desk, file string) {
	f.Helper()
	now := time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)
	place := f.TempDir()
	d = newPlayer(kif.Seat{}, storetest.Machine{Time: &now}, place).Desk
	d.Dir, d.Heads = place, ""
	r, err := setup.Record("k7f3qz9m2c", now)
	f.must(err)
	file = filepath.Join(place, "match.kif")
	c, err := d.Judge(file, r)
	f.must(err)
	f.must(d.Put(match.Copy{File: file}, c.Match))
	return d, file
}

// optionsOf reads "key=value key=value".
func optionsOf(text string) engine.Options {
	options := engine.Options{}
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		options[key] = value
	}
	return options
}

// remarks are comments that are made now and then.
var remarks = []string{"", "", "よろしくお願いします。", "", "What now?\nまずは様子見。\n\n\\ and \\n are no line ends.", "", ""}

// playHere plays a number of plies of the match in file, with the throws in typed and then throws of the machine.
func (f *freezer) playHere(d *home.Desk, file string, by chooser, plies int) home.Copy {
	f.Helper()
	c, err := d.Open(file)
	f.must(err)
	for i := 0; i < plies && c.Outcome == nil; i++ {
		for typed := ""; c.Next().Throw != nil; {
			if len(c.Next().Throw) == 1 && i%3 == 1 {
				typed = "1"
			}
			c, err = d.Throw(opened(d, file), typed)
			f.must(err)
		}
		if c.Outcome != nil {
			break
		}
		move := by.Pick(c.Last(), c.Next().Player)
		c, err = d.Play(opened(d, file), home.Turn{Move: string(move), Comment: remarks[i%len(remarks)]})
		f.must(err)
	}
	return c
}

// chooser chooses the move of a seat.
type chooser interface {
	Pick(p engine.Position, seat int) engine.Move
}

// mind is a chooser for all seats.
func mind(seed uint64) computer.Simple { return computer.Simple{Rand: rand.New(rand.NewPCG(seed, 0))} }

// calm is a mind that doesn't end matches.
type calm uint64

func (c calm) Pick(p engine.Position, seat int) engine.Move {
	move := mind(uint64(c)).Pick(p, seat)
	if lasts(p, move) {
		return move
	}
	for other := range p.Moves() {
		if lasts(p, other) {
			return other
		}
	}
	return move
}

func lasts(p engine.Position, move engine.Move) bool {
	q, err := p.Apply(move)
	return err == nil && q.Next().Result == nil
}

func tellVariants(f *freezer) { tellEach(f, variants) }

// tellRepetition plays minishogi with the default rule for repetition, and with the same rule as an option.
func tellRepetition(f *freezer) {
	tellEach(f, []variant{{"minishogi-loses", "diceshogi", "rules=minishogi repetition=loses"}, {"minishogi-none", "diceshogi", "rules=minishogi repetition=none"}})
}

func tellHandicaps(f *freezer) { tellEach(f, handicaps) }

func tellEach(f *freezer, variants []variant) {
	for i, v := range variants {
		d, file := f.machine(home.Setup{
			Game: all.Game(v.game), Options: optionsOf(v.options), PerMove: []string{"", "3日/手", "30d+1d way=6h"}[i%3],
			Seats: []kif.Seat{{Name: "飛脚太郎", Address: "taro@example.org"}, {Name: "Bob"}},
		})
		c := f.playHere(d, file, calm(i), 12)
		f.record(v.name, c.Record.Bytes())
	}
}

// tellPositions continues from positions that occurred in other matches.
func tellPositions(f *freezer) {
	for i, g := range all.Games {
		d, file := f.machine(home.Setup{Game: g})
		c := f.playHere(d, file, calm(i), 12)
		for c.Outcome != nil { // the dice left no other way
			c.Match = c.Cut(c.LastEntry() - 4)
		}
		d, file = f.machine(home.Setup{Game: g, Start: c.Last().String(), Seats: []kif.Seat{{Name: "先手の人"}}})
		f.record(g.Name, f.playHere(d, file, calm(7), 4).Record.Bytes())
	}
}

// endings are the words of FORMAT.md.
var endings = strings.Fields("投了 切れ負け 反則負け 詰み 詰 不戦敗 反則勝ち 入玉勝ち 不戦勝 持将棋 合意引分 千日手 中断 封じ手 不詰")

func tellEndings(f *freezer) {
	for i, word := range endings {
		d, file := f.machine(home.Setup{Game: all.Game("quoridor")})
		f.playHere(d, file, calm(i), 1+i%2)
		c, err := d.EndLocal(opened(d, file), kif.Ending(word))
		f.must(err)
		f.record(fmt.Sprintf("%02d-%s", i+1, kif.Ending(word).ID()), c.Record.Bytes())
	}
	d, file := f.machine(home.Setup{Game: all.Game("quoridor"), Options: optionsOf("players=4")})
	f.playHere(d, file, calm(5), 2)
	c, err := d.Resign(opened(d, file), 2, false)
	f.must(err)
	f.record("of-four", c.Record.Bytes())
}

// tellOver plays matches until a rule of the game ends them, with players that need few moves.
func tellOver(f *freezer) {
	for _, g := range all.Games {
		f.record(g.Name, f.shortest(g).Record.Bytes())
	}
}

// shortest returns the shortest of some matches of g.
func (f *freezer) shortest(g *engine.Game) (shortest home.Copy) {
	f.Helper()
	for seed := range uint64(8) {
		d, file := f.machine(home.Setup{Game: g, Options: optionsOf(map[string]string{"diceshogi": "rules=hyper"}[g.Name])})
		c := f.playHere(d, file, mind(seed), 120)
		if c.Outcome != nil && (shortest.Match == nil || c.Ply() < shortest.Ply()) {
			shortest = c
		}
	}
	if shortest.Match == nil {
		f.Fatalf("no match of %s is over soon", g.Name)
	}
	return shortest
}
