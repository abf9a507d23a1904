package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
	"hikyaku/match"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "watch a whole match by mail, over servers of its own on this machine",
		Description: `Starts an IMAP and an SMTP server on this machine, lets simple players play a match with a
folder and a configuration each, every turn as a real mail, and compares their records at the end.
Exit status 1 if they differ.

   hikyaku demo
   hikyaku demo --game quoridor --set players=4 -o /tmp/demo`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Value: "quoridor", Usage: "play `GAME`"},
			setFlag(),
			&cli.Uint64Flag{Name: "seed", Usage: "repeat the match of this `NUMBER`", DefaultText: "another each time"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: "hikyaku-demo", Usage: "leave everything in `DIR`"},
			jsonFlag(),
		},
		Action: demo,
	}
}

// demoLimit is the ply at which a player of the demonstration resigns, so that it ends.
const demoLimit = 300

// stage is a demonstration that is running.
type stage struct {
	dir     string
	seed    uint64
	players []*demoPlayer
	letters int // handed in
	tell    func(format string, args ...any)
}

func demo(c *cli.Context) error {
	if err := wantArgs(c, 0, 0); err != nil {
		return err
	}
	g, set, err := chooseGame(c, c.String("game"))
	if err != nil {
		return err
	}
	dir := c.String("output")
	if err := clearStage(dir); err != nil {
		return err
	}
	seed := rand.Uint64()
	if c.IsSet("seed") {
		seed = c.Uint64("seed")
	}
	s := &stage{dir: dir, seed: seed, tell: progress(c.App.ErrWriter)}
	m, err := s.run(c, match.Invitation{Game: g, Options: set})
	if err != nil {
		return err
	}
	return s.finish(c, m)
}

// run starts the servers, plays the match and returns it as its first player has it.
func (s *stage) run(c *cli.Context, i match.Invitation) (*match.Match, error) {
	for _, name := range []string{mailbox.EnvIMAP, mailbox.EnvSMTP} {
		os.Unsetenv(name) // these accounts have passwords of their own
	}
	names := []string{"alice", "bob", "carol", "dave"}[:i.Game.Seats(i.Options)]
	var addresses []string
	for _, name := range names {
		addresses = append(addresses, name+"@hikyaku.example")
	}
	servers, err := loopback.Start(addresses...)
	if err != nil {
		return nil, fmt.Errorf("start the servers: %w", err)
	}
	defer servers.Close()
	for n, name := range names {
		player, err := s.newPlayer(c, name, servers.Account(addresses[n]))
		if err != nil {
			return nil, err
		}
		s.players = append(s.players, player)
	}
	if err := s.open(c.Context, i); err != nil {
		return nil, err
	}
	for ply := 1; ; ply++ {
		m, err := s.turn(c.Context, ply)
		if err != nil || m.Outcome() != nil {
			s.tell("\n")
			return m, err
		}
	}
}

// open lets the first player invite the others, and them accept one after another.
func (s *stage) open(ctx context.Context, i match.Invitation) error {
	first := s.players[0]
	for _, p := range s.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	if len(s.players) > 2 {
		i.Seat = 1
	}
	m, err := first.Invite(i)
	if err != nil {
		return err
	}
	if first.file = m.File; s.send(ctx, first) != nil {
		return s.send(ctx, first)
	}
	for _, p := range s.players[1:] {
		if err := s.poll(ctx, p); err != nil {
			return err
		}
		if m, err = p.Accept(m.Short(), "", false); err != nil {
			return err
		}
		if p.file = m.File; s.send(ctx, p) != nil {
			return s.send(ctx, p)
		}
	}
	return s.pollOthers(ctx, nil)
}

// turn lets whoever is to move play and send, and the others fetch it.
func (s *stage) turn(ctx context.Context, ply int) (*match.Match, error) {
	mover, err := s.mover(ctx, ply)
	if err != nil {
		return nil, err
	}
	m, err := mover.play(ply)
	if err != nil {
		return nil, err
	}
	last := m.Record.Events[len(m.Record.Events)-1]
	s.tell("\rply %d: %s plays %s, letter %d   ", m.Ply(), mover.Me.Name, last.Text, s.letters+1)
	if err := s.send(ctx, mover); err != nil {
		return nil, err
	}
	return m, s.pollOthers(ctx, mover)
}

// mover finds the player whose own record says that it is its turn. Where none does, somebody has answered with nothing
// but a link, which the others have to fetch first.
func (s *stage) mover(ctx context.Context, ply int) (*demoPlayer, error) {
	for range 2 {
		for _, p := range s.players {
			m, err := p.Open(p.file)
			if err != nil || m.Mine(p.Me.Addr) {
				return p, err
			}
		}
		if err := s.pollOthers(ctx, nil); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("nobody's record says that it is their turn at ply %d", ply)
}

func (s *stage) send(ctx context.Context, p *demoPlayer) error {
	sent, err := p.Send(ctx, p.file)
	for _, d := range sent {
		err = errors.Join(err, d.Err)
	}
	s.letters += len(sent)
	return err
}

// pollOthers lets everybody but mover poll, twice: what one answers by itself another may wait for.
func (s *stage) pollOthers(ctx context.Context, mover *demoPlayer) error {
	for range 2 {
		for _, p := range s.players {
			if p == mover {
				continue
			}
			if err := s.poll(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *stage) poll(ctx context.Context, p *demoPlayer) error {
	reports, sent, err := p.Poll(ctx)
	if err != nil {
		return err
	}
	s.letters += len(sent)
	for _, r := range reports {
		if r.Verdict != match.Taken && r.Verdict != match.New && r.Verdict != match.Known {
			return fmt.Errorf("%s does not take the letter of %s: %s %s", p.Me.Name, r.From, r.Verdict, r.Reason)
		}
	}
	return nil
}

// demoPlayer is one of the players, with everything a person would have.
type demoPlayer struct {
	*match.Courier
	simplePlayer
	file string
}

// newPlayer makes the folder and the configuration of one player and opens them as the command does.
func (s *stage) newPlayer(c *cli.Context, name string, account mailbox.Account) (*demoPlayer, error) {
	home, err := filepath.Abs(filepath.Join(s.dir, name))
	if err != nil {
		return nil, err
	}
	path, err := writeDemoConfig(home, name, account)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	conf, err := readConfig(data, path)
	if err != nil {
		return nil, err
	}
	courier, err := conf.courier(c)
	if err != nil {
		return nil, err
	}
	courier.Box = &keeper{Box: courier.Box, file: filepath.Join(s.dir, "turn.eml")}
	return &demoPlayer{
		Courier:      courier,
		simplePlayer: simplePlayer{rand.New(rand.NewPCG(s.seed, uint64(len(s.players))))},
	}, nil
}

// play plays a move the player likes, or resigns where the match lasts too long.
func (p *demoPlayer) play(ply int) (*match.Match, error) {
	if ply >= demoLimit {
		return p.Resign(p.file, 0, true)
	}
	m, err := p.Open(p.file)
	if err != nil {
		return nil, err
	}
	move := p.choose(m.Last(), m.Next().Player)
	return p.Play(p.file, match.Turn{Move: string(move), Post: true})
}

// keeper is a mailbox that leaves the newest turn mail in a file, as it came over the wire.
type keeper struct {
	mailbox.Box
	file string
}

// Fetch is that of the mailbox.
func (k *keeper) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return k.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if m.Raw != nil {
			if err := os.WriteFile(k.file, m.Raw, 0o644); err != nil {
				return err
			}
		}
		return handle(m)
	})
}

// progress prints a line that overwrites itself on a terminal, and nothing elsewhere.
func progress(w io.Writer) func(string, ...any) {
	if !isTerminal(w) {
		return func(string, ...any) {}
	}
	last := time.Time{}
	return func(format string, args ...any) {
		if format == "\n" || time.Since(last) > 50*time.Millisecond {
			last = time.Now()
			fmt.Fprintf(w, format, args...)
		}
	}
}
