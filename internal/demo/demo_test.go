package demo_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/demo"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// post counts the letters of all players and refuses one of them.
type post struct {
	fails int            // the number of the letter to refuse, from 1; 0 for none
	n     int            // the number of letters handed in
	tries map[string]int // the number of tries of each letter
}

// slot is the mailbox of one player.
type slot struct {
	mailbox.Box
	*post
}

var errBusy = &mailbox.SendError{Kind: mailbox.Temporary, Response: "451 4.3.0 busy"}

// Send hands in a letter, unless it is the one to refuse.
func (s slot) Send(ctx context.Context, l *mailbox.Letter) error {
	s.n++
	s.tries[l.MessageID+" "+l.To.Addr]++
	if s.n == s.fails {
		return errBusy
	}
	return s.Box.Send(ctx, l)
}

// open is an Opener of players whose letters p counts.
func (p *post) open(folder, name string, a mailbox.Account) (*home.Desk, *courier.Courier, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, nil, err
	}
	box, err := mailbox.NewAccount(a)
	if err != nil {
		return nil, nil, err
	}
	d := &home.Desk{
		Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Me: kif.Seat{Name: strings.ToUpper(name), Address: a.Address}, Dir: folder},
		Secret: filepath.Join(folder, "secret"), Known: filepath.Join(folder, "known"),
	}
	memory := home.Memory{System: d.System, File: filepath.Join(folder, "state.json")}
	return d, &courier.Courier{Shelf: d, Box: slot{box, p}, Memory: memory, Lang: "en"}, nil
}

// show returns a demonstration of a game whose letters p counts.
func show(t *testing.T, game string, set engine.Options, p *post) demo.Show {
	t.Helper()
	g := all.Game(game)
	options, err := g.Resolve(set)
	if err != nil {
		t.Fatal(err)
	}
	p.tries = map[string]int{}
	return demo.Show{Game: g, Options: options, Seed: 3, Dir: t.TempDir(), Lang: "en", Open: p.open}
}

// TestShow checks that the records are the same at the end, and that each letter is sent once.
func TestShow(t *testing.T) {
	var p post
	s := show(t, "slashchain", nil, &p)
	var turns []demo.Turn
	s.Told = func(t demo.Turn) { turns = append(turns, t) }
	r, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same || r.Match.Outcome == nil || len(r.Records) != 2 || len(r.Digests) != 2 {
		t.Errorf("left %+v", r)
	}
	if r.Letters != p.n {
		t.Errorf("%d letters, want %d", r.Letters, p.n)
	}
	p.checkOnce(t)
	if last := turns[len(turns)-1]; last.Ply != r.Match.Ply() || last.Letter > r.Letters || len(turns) != last.Ply {
		t.Errorf("%d turns, the last is %+v: want %d plies", len(turns), last, r.Match.Ply())
	}
	for _, file := range append(r.Records, r.Board, r.Picture, r.Letter) {
		if info, err := os.Stat(file); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// checkOnce checks that every letter was handed in once.
func (p *post) checkOnce(t *testing.T) {
	t.Helper()
	for letter, n := range p.tries {
		if n != 1 {
			t.Errorf("the letter %s was handed in %d times", letter, n)
		}
	}
}

// TestFourPlayers checks a turn that goes to three others: each letter is sent once, and the refused one is reported.
func TestFourPlayers(t *testing.T) {
	p := post{fails: 30}
	_, err := show(t, "quoridor", engine.Options{"players": "4"}, &p).Run(t.Context())
	if !errors.Is(err, errBusy) || p.n < 30 || p.n > 32 {
		t.Errorf("%d letters were handed in, and told is %v", p.n, err)
	}
	p.checkOnce(t)
}

// TestFailureIsTold checks that the error names the letter that a server refuses, and that it is not sent again.
func TestFailureIsTold(t *testing.T) {
	for _, game := range []string{"diceshogi", "quoridor"} {
		for n := 1; n <= 5; n++ { // a game with dice can be over soon
			t.Run(fmt.Sprintf("%s/%d", game, n), func(t *testing.T) {
				p := post{fails: n}
				_, err := show(t, game, nil, &p).Run(t.Context())
				if !errors.Is(err, errBusy) || !strings.Contains(err.Error(), "451 4.3.0 busy") || !strings.Contains(err.Error(), "@hikyaku.example: mail not sent yet") {
					t.Errorf("told %v", err)
				}
				if p.n != n || len(p.tries) != n {
					t.Errorf("letter %d was not taken, but %d were handed in, %d of them different", n, p.n, len(p.tries))
				}
			})
		}
	}
}

// TestFolder checks that the folder of an earlier demonstration is used again, and that any other folder is left alone.
func TestFolder(t *testing.T) {
	var p post
	s := show(t, "slashchain", nil, &p)
	for range 2 {
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s.Dir = t.TempDir()
	diary := filepath.Join(s.Dir, "alice")
	if err := os.WriteFile(diary, []byte("dear diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "isn't a demo folder") {
		t.Errorf("told %v", err)
	}
	if text, err := os.ReadFile(diary); err != nil || string(text) != "dear diary" {
		t.Errorf("the diary is %q, %v", text, err)
	}
}

// TestOpenFails checks that an error of the Opener is returned unchanged.
func TestOpenFails(t *testing.T) {
	var p post
	s, broken := show(t, "slashchain", nil, &p), errors.New("no room")
	s.Open = func(string, string, mailbox.Account) (*home.Desk, *courier.Courier, error) {
		return nil, nil, broken
	}
	if _, err := s.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("told %v", err)
	}
}
