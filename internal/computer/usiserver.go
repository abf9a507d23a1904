package computer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/analysis"
	"hikyaku/internal/i18n"
)

// usiServer is a conversation in USI.
type usiServer struct {
	Server
	out    io.Writer
	mutex  sync.Mutex // guards out
	game   *Game      // with the requested options, and the position that was set last
	wrong  string     // why the position that was set last was refused; without one there is nothing to think about
	player Thinking
	think  context.CancelFunc // ends the search that is under way
	done   sync.WaitGroup
}

func (s Server) serveUSI(ctx context.Context, in io.Reader, out io.Writer) error {
	u := &usiServer{Server: s, out: out, game: s.Game, player: s.Player, think: func() {}}
	defer u.stop()
	return eachLine(in, func(fields []string) (bool, error) {
		switch fields[0] {
		case "usi":
			u.say("id name hikyaku %s", u.Version)
			u.say("id author hikyaku")
			u.say("option name USI_Hash type spin default %d min 1 max 65536", cmp.Or(u.player.Memory>>20, 64)) // programs set the default
			u.say("option name Level type spin default %d min 0 max %d", u.player.Level, engine.Levels)
			u.say("usiok")
		case "isready":
			u.say("readyok")
		case "setoption":
			u.set(fields[1:])
		case "position":
			u.stop()
			u.wrong = ""
			if err := u.position(fields[1:]); err != nil {
				u.wrong = plain(err)
				u.say("info string %s", u.wrong)
			}
		case "go":
			u.stop()
			u.begin(ctx, fields[1:])
		case "stop", "ponderhit", "gameover":
			u.stop()
		}
		return fields[0] != "quit", nil
	})
}

// say writes a line.
func (u *usiServer) say(format string, args ...any) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	fmt.Fprintf(u.out, format+"\n", args...)
}

// stop ends the running search, which then prints its move.
func (u *usiServer) stop() {
	u.think()
	u.done.Wait()
}

// set reads "name NAME value N".
func (u *usiServer) set(fields []string) {
	if len(fields) != 4 || fields[0] != "name" || fields[2] != "value" {
		return
	}
	n, err := strconv.Atoi(fields[3])
	switch {
	case err != nil:
	case fields[1] == "USI_Hash" && n > 0:
		u.player.Memory = n << 20
	case fields[1] == "Level" && n >= 0 && n <= engine.Levels:
		u.player.Level = n
	}
}

// position reads "startpos" or "sfen BOARD TURN HANDS NUMBER", and the moves after it. Throws are written among them as [4].
func (u *usiServer) position(fields []string) error {
	start, moves := fields, []string(nil)
	if i := slices.Index(fields, "moves"); i >= 0 {
		start, moves = fields[:i], fields[i+1:]
	}
	var g *Game
	var err error
	switch {
	case len(start) == 1 && start[0] == "startpos":
		g, err = u.Begin(u.game.Game.Name, u.game.Options)
	case len(start) >= 4 && start[0] == "sfen":
		g, err = u.game.from(strings.Join(start[1:4], " "))
	default:
		err = i18n.Err("protocol.position", "position", strings.Join(start, " "))
	}
	if err != nil {
		return err
	}
	for i, m := range moves {
		if err := g.read(m); err != nil {
			return i18n.Err("protocol.move", "number", i+1, "move", m, "error", err)
		}
	}
	u.game = g
	return nil
}

// begin begins to think. Its last line is that with the move.
func (u *usiServer) begin(ctx context.Context, fields []string) {
	if len(fields) > 0 && fields[0] == "mate" {
		u.say("checkmate notimplemented")
		return
	}
	if u.wrong != "" {
		u.say("info string %s", u.wrong)
		u.say("bestmove resign")
		return
	}
	limits, endless := u.limits(fields)
	if limits.Time > 0 {
		ctx, u.think = context.WithTimeout(ctx, limits.Time)
	} else {
		ctx, u.think = context.WithCancel(ctx)
	}
	end, g, player := u.think, u.game, u.player
	player.Limits = limits
	u.done.Go(func() {
		defer end()
		best := engine.Thought{}
		begun := time.Now()
		if thinker, ok := g.Now.(engine.Thinker); ok && g.Now.Next().Player != 0 {
			for best = range thinker.Think(ctx, player.limits(uint64(len(g.Moves)))) {
				u.inform(g, best, time.Since(begun))
			}
		}
		if endless {
			<-ctx.Done()
		}
		u.say("bestmove %s", usiMove(g.Now, best.Line))
	})
}

// inform prints a thought.
func (u *usiServer) inform(g *Game, t engine.Thought, since time.Duration) {
	if len(t.Line) == 0 {
		return
	}
	line, p := "", g.Now
	for _, m := range t.Line {
		line += " " + usiMove(p, []engine.Move{m})
		q, err := p.Apply(m)
		if err != nil {
			break
		}
		p = q
	}
	score := t.Scores[g.Now.Next().Player-1]
	u.say("info depth %d nodes %d time %d score cp %d pv%s", max(t.Depth, 1), t.Nodes, since.Milliseconds(), analysis.Points(score), line)
}

// usiMove returns the first move of a line as USI has it, and resigns without one.
func usiMove(p engine.Position, line []engine.Move) string {
	if len(line) == 0 {
		return "resign"
	}
	here, ok := p.(shogitext.Position)
	if !ok {
		return string(line[0])
	}
	m, _ := here.Board().Set.ReadMove(string(line[0]))
	return m.USI()
}

// limits reads the arguments of "go". A move gets a fortieth of the time that is left, its increment and its byoyomi.
func (u *usiServer) limits(fields []string) (limits Limits, endless bool) {
	given := map[string]int{}
	for i, word := range fields {
		if word == "infinite" || word == "ponder" {
			return Limits{}, true
		}
		if i+1 < len(fields) {
			given[word], _ = strconv.Atoi(fields[i+1])
		}
	}
	left, more := given["btime"], given["binc"]
	if here, ok := u.game.Now.(shogitext.Position); ok && here.Board().Turn == 2 {
		left, more = given["wtime"], given["winc"]
	}
	ms := left/40 + more + given["byoyomi"] + given["movetime"]
	const delay = 10 // of the way to the other program and back
	if ms > 2*delay {
		ms -= delay
	}
	limits = Limits{Nodes: given["nodes"], Time: time.Duration(ms) * time.Millisecond}
	if limits == (Limits{}) && u.player.Level == 0 {
		limits.Time = usual
	}
	return limits, false
}
