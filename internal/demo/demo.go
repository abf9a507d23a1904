// Package demo plays a whole match by mail as a demonstration. It runs mail
// servers on this computer, gives each player a folder, and sends every turn as a
// real mail. At the end it compares the records of the players.
package demo

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/computer"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
	"hikyaku/match"
	"hikyaku/render"
)

// Show describes a demonstration.
type Show struct {
	Game    *engine.Game
	Options engine.Options // a value for every option of the game
	Seed    uint64         // the seed of the players' random choices
	Dir     string         // the folder for all files; must be new, empty or of an earlier demonstration
	Lang    string         // the language of the last board: en or ja
	Open    Opener
	Told    func(Turn) // called with each turn before it is sent; may be nil
}

// Turn is one ply of a demonstration.
type Turn struct {
	Ply    int
	Player string // the player who moved
	Move   string
	Letter int // the number of the mail with the turn
}

// Result is the outcome of a demonstration.
type Result struct {
	Match   *match.Match // the match in the last mover's record
	Letters int          // the number of mails sent
	Records []string     // the record file of each player
	Digests []string     // the digest of each of Records
	Same    bool         // all Digests are the same
	Board   string       // the file of the last board as text
	Picture string       // the file of the last board as a PNG
	Letter  string       // the file of the last mail with a turn, as it was received
}

// names are the names of the players; the first ones play.
var names = []string{"alice", "bob", "carol", "dave"}

// Run plays a match to its end. It stops the servers before it returns and keeps
// the files. It returns the first error; for an unsent mail, that is a
// *mailbox.SendError.
func (s Show) Run(ctx context.Context) (*Result, error) {
	if err := clearFolder(s.Dir); err != nil {
		return nil, err
	}
	var addresses []string
	for _, name := range names[:s.Game.Seats(s.Options)] {
		addresses = append(addresses, name+"@hikyaku.example")
	}
	servers, err := loopback.Start(addresses...)
	if err != nil {
		return nil, err
	}
	defer servers.Close()
	st := &stage{Show: s}
	for i, address := range addresses {
		p, err := s.newPlayer(i, servers.Account(address))
		if err != nil {
			return nil, err
		}
		st.players = append(st.players, p)
	}
	m, err := st.play(ctx)
	if err != nil {
		return nil, err
	}
	r := &Result{Match: m, Letters: st.letters, Same: true, Board: st.file(boardFile), Picture: st.file(pictureFile), Letter: st.file(letterFile)}
	for _, p := range st.players {
		own, err := p.open()
		if err != nil {
			return nil, err
		}
		r.Records = append(r.Records, p.file)
		r.Digests = append(r.Digests, own.Head.String())
		r.Same = r.Same && own.Head == m.Head
	}
	return r, st.leaveBoards(m)
}

// The files of a demonstration outside the folders of its players. The file
// mark identifies its folder.
const (
	mark        = ".hikyaku-demo"
	boardFile   = "board.txt"
	pictureFile = "board.png"
	letterFile  = "turn.eml"
)

func (s Show) file(name string) string { return filepath.Join(s.Dir, name) }

// clearFolder prepares dir: it creates it, or removes an earlier demonstration.
// It does not change any other folder.
func clearFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return i18n.Err("demo.folder", "why", err)
	}
	if len(entries) > 0 {
		if _, err := os.Lstat(filepath.Join(dir, mark)); err != nil {
			return i18n.Err("demo.other", "folder", dir)
		}
		for _, name := range slices.Concat(names, []string{boardFile, pictureFile, letterFile}) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				return i18n.Err("demo.folder", "why", err)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return i18n.Err("demo.folder", "why", err)
	}
	return os.WriteFile(filepath.Join(dir, mark), nil, 0o644)
}

// leaveBoards writes the last board as text and as a picture.
func (s Show) leaveBoards(m *match.Match) error {
	scene, names := m.Scene(), m.Names()
	text := render.Text(scene, render.TextOptions{Lang: s.Lang, Names: names})
	if err := os.WriteFile(s.file(boardFile), []byte(text), 0o644); err != nil {
		return err
	}
	var png bytes.Buffer
	if err := render.PNG(&png, scene, render.PNGOptions{Lang: s.Lang, Names: names}); err != nil {
		return err
	}
	return os.WriteFile(s.file(pictureFile), png.Bytes(), 0o644)
}

// copyBox is a mailbox that copies the newest mail to a file, as it was
// received.
type copyBox struct {
	mailbox.Box
	file string
}

// Fetch copies each mail to the file.
func (k *copyBox) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return k.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if m.Raw != nil {
			if err := os.WriteFile(k.file, m.Raw, 0o644); err != nil {
				return err
			}
		}
		return handle(m)
	})
}

// Opener opens the desk and the courier of one player, whose files are all in
// the folder home.
type Opener func(home, name string, account mailbox.Account) (*home.Desk, *courier.Courier, error)

// limit is the ply at which a player resigns, so that the match ends.
const limit = 300

type player struct {
	desk    *home.Desk
	courier *courier.Courier
	mind    computer.Simple
	file    string // the record, once it exists
}

// newPlayer returns the player with index i.
func (s Show) newPlayer(i int, account mailbox.Account) (*player, error) {
	home, err := filepath.Abs(s.file(names[i]))
	if err != nil {
		return nil, err
	}
	d, c, err := s.Open(home, names[i], account)
	if err != nil {
		return nil, err
	}
	c.Box = &copyBox{Box: c.Box, file: s.file(letterFile)}
	return &player{desk: d, courier: c, mind: computer.Simple{Rand: rand.New(rand.NewPCG(s.Seed, uint64(i)))}}, nil
}

func (p *player) name() string { return p.desk.Me.Name }

// invite starts a match with others and returns its short name.
func (p *player) invite(g *engine.Game, options engine.Options, others []*player) (string, error) {
	i := home.Invitation{Game: g, Options: options}
	for _, other := range others {
		i.Others = append(i.Others, other.desk.Me)
	}
	if len(others) > 1 { // there is no toss for more than two players
		i.Seat = 1
	}
	m, err := p.desk.Invite(i)
	if err != nil {
		return "", err
	}
	p.file = m.File
	return m.Short(), nil
}

func (p *player) open() (home.Copy, error) { return p.desk.Open(p.file) }

// play plays a move, or resigns if the match lasts too long.
func (p *player) play(ply int) (home.Copy, error) {
	m, err := p.open()
	if err != nil {
		return m, err
	}
	if ply >= limit {
		return p.desk.Resign(m, 0, true)
	}
	move := p.mind.Pick(m.Last(), m.Next().Player)
	return p.desk.Play(m, home.Turn{Move: string(move), Post: true})
}

// stage is a running demonstration.
type stage struct {
	Show
	players []*player
	letters int // number of mails sent
}

// play plays the match and returns the record of the last player to move.
func (s *stage) play(ctx context.Context) (*match.Match, error) {
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	for ply := 1; ; ply++ {
		m, err := s.turn(ctx, ply)
		if err != nil || m.Outcome != nil {
			return m, err
		}
	}
}

// begin invites the other players, who accept one after another.
func (s *stage) begin(ctx context.Context) error {
	first, others := s.players[0], s.players[1:]
	invited, err := first.invite(s.Game, s.Options, others)
	if err != nil {
		return err
	}
	if err := s.send(ctx, first); err != nil {
		return err
	}
	for _, p := range others {
		if err := s.poll(ctx, p); err != nil {
			return err
		}
		m, err := p.desk.Accept(invited, "", false)
		if err != nil {
			return err
		}
		p.file = m.File
		if err := s.send(ctx, p); err != nil {
			return err
		}
		if err := s.poll(ctx, first); err != nil { // the inviting program informs the other invited players
			return err
		}
	}
	return s.pollOthers(ctx, nil)
}

// turn lets one player move and send, and the others poll.
func (s *stage) turn(ctx context.Context, ply int) (*match.Match, error) {
	mover, ended, err := s.mover(ctx, ply)
	if err != nil || ended != nil {
		return ended, err
	}
	m, err := mover.play(ply)
	if err != nil {
		return nil, err
	}
	if s.Told != nil {
		s.Told(Turn{Ply: m.Ply(), Player: mover.name(), Move: m.Record.Events[len(m.Record.Events)-1].Step.String(), Letter: s.letters + 1})
	}
	if err := s.send(ctx, mover); err != nil {
		return nil, err
	}
	return m.Match, s.pollOthers(ctx, mover)
}

// mover returns the player whose turn it is according to their own record. If
// there is none, the other players must first fetch a mail that completes their
// records. It may complete a throw that ends the match, which mover then returns.
func (s *stage) mover(ctx context.Context, ply int) (mover *player, ended *match.Match, err error) {
	for range 2 {
		for _, p := range s.players {
			m, err := p.open()
			switch {
			case err != nil:
				return nil, nil, err
			case m.Outcome != nil:
				return nil, m.Match, s.pollOthers(ctx, nil)
			case m.Turn != 0 && m.Turn == p.desk.Party(m.Match):
				return p, nil, nil
			}
		}
		if err := s.pollOthers(ctx, nil); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, i18n.Err("demo.no-turn", "ply", ply)
}

// pollOthers lets all players except mover poll, twice, because one may wait for
// an automatic answer of another.
func (s *stage) pollOthers(ctx context.Context, mover *player) error {
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

// send sends the new steps of p to the other players.
func (s *stage) send(ctx context.Context, p *player) error {
	m, err := p.open()
	if err != nil {
		return err
	}
	sent, err := p.courier.Send(ctx, m)
	if err != nil {
		return err
	}
	return s.count(p, sent)
}

// poll lets p read new mail and send automatic answers.
func (s *stage) poll(ctx context.Context, p *player) error {
	reports, sent, err := p.courier.Poll(ctx)
	if err != nil {
		return err
	}
	for _, r := range reports {
		if !slices.Contains([]courier.Verdict{courier.Taken, courier.New, courier.Known, courier.Acted}, r.Verdict) {
			return i18n.Err("demo.refused", "who", p.name(), "from", r.From, "why", r.Reason)
		}
	}
	return s.count(p, sent)
}

// count counts the mails that p sent. It returns the first failure.
func (s *stage) count(p *player, sent []courier.Delivery) (err error) {
	for _, d := range sent {
		switch {
		case d.Err == nil:
			s.letters++
		case err == nil:
			err = i18n.Err("demo.letter", "by", p.name(), "to", d.To.Addr, "why", d.Err)
		}
	}
	return err
}
