package match

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/store"
)

// Summary is what a list says of a match, without its record being read again.
type Summary struct {
	File   string      `json:"-"`
	ID     string      `json:"id"`    // 対局番号
	Hash   string      `json:"hash"`  // of the opening entry
	Head   string      `json:"head"`  // of the last
	Game   string      `json:"game"`  // its name
	Title  engine.Text `json:"title"` // and what it is called
	Ply    int         `json:"ply"`
	Over   bool        `json:"over"`
	Turn   string      `json:"turn"`   // the address that is to act
	Others []string    `json:"others"` // the addresses of the other players
	Posted bool        `json:"posted"` // whether the last entry was handed to our courier
	Draft  bool        `json:"draft"`  // whether it is our own and was not
	Offer  engine.Text `json:"offer"`  // what is proposed …
	From   string      `json:"from"`   // … and by whom
	Begun  time.Time   `json:"begun"`  // the time of the first entry; zero if unknown
	Since  time.Time   `json:"since"`  // the time of the last
	Until  time.Time   `json:"until"`  // when the time of the player to move is over; zero if it is not limited
	Limit  engine.Text `json:"limit"`
	Status engine.Text `json:"status"`
	Error  string      `json:"error"` // why the record cannot be read; the rest is then empty
}

// Short is how people name the match.
func (s *Summary) Short() string { return s.Hash[:min(8, len(s.Hash))] }

// Mine tells whether the match waits for a move of the player at address.
func (s *Summary) Mine(address string) bool { return !s.Over && same(s.Turn, address) }

// Waits tells whether the match waits for the player at address: for a move, or for the answer to an offer.
func (s *Summary) Waits(address string) bool {
	return s.Mine(address) || s.Draft || !s.Over && s.From != "" && !same(s.From, address) && address != ""
}

// summarise is the summary of m for the player at address me.
func (m *Match) summarise(me string) Summary {
	s := Summary{
		File: m.File, ID: m.Record.ID(), Hash: m.hash().String(), Head: m.Head().String(),
		Game: m.Game.Name, Title: m.Game.Title, Ply: m.Ply(), Over: m.Outcome() != nil, Status: m.Status(), Limit: m.Limit(),
	}
	address := func(party int) string {
		if party < 1 || party > len(m.Parties()) {
			return ""
		}
		return m.Parties()[party-1].Address
	}
	s.Turn = address(m.Turn())
	if i := m.lastEntry(); i >= 0 {
		s.Posted = posted(m.Record.Events[i])
		s.Draft = m.Unsent() && m.isAt(m.By(i), me)
	}
	s.Begun, s.Since = m.Entries[0].Sent, m.Entries[len(m.Entries)-1].Sent
	for _, a := range m.Others(me) {
		s.Others = append(s.Others, a.Addr)
	}
	if o := m.Offer(); o != nil && !s.Over {
		s.Offer, s.From = m.offerText(0), address(o.Party)
	}
	if end, limited := m.Deadline(); limited {
		s.Until = end
	}
	return s
}

// cached is a summary with the file that it was made from.
type cached struct {
	Size    int64     `json:"size"`
	Changed time.Time `json:"changed"`
	Summary Summary   `json:"summary"`
}

// settleTime is how old a file must be for its time to tell whether it has changed: clocks of file systems are coarse.
const settleTime = 3 * time.Second

// Summaries lists what lies in the folder, by file name. Records that have not changed since the last time are not read
// again; what is remembered of them lies in Cache, which may be deleted at any time.
func (d *Desk) Summaries() ([]Summary, error) {
	entries, err := os.ReadDir(d.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	before := d.loadCache()
	after := map[string]cached{}
	var list []Summary
	fresh := false
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".kif" {
			continue
		}
		info, err := os.Stat(filepath.Join(d.Folder, e.Name())) // a link's target, not the link
		if err != nil || info.IsDir() {
			continue
		}
		c, known := before[e.Name()]
		if !known || c.Size != info.Size() || !c.Changed.Equal(info.ModTime()) {
			c = cached{info.Size(), info.ModTime(), d.summary(e.Name())}
			fresh = true
		}
		if d.System.Now().Sub(info.ModTime()) > settleTime {
			after[e.Name()] = c
		}
		c.Summary.File = filepath.Join(d.Folder, e.Name())
		list = append(list, c.Summary)
	}
	if fresh || len(after) != len(before) {
		d.saveCache(after)
	}
	return list, nil
}

// summary reads the record of this name.
func (d *Desk) summary(name string) Summary {
	m, err := d.Open(filepath.Join(d.Folder, name))
	if err != nil {
		return Summary{Error: err.Error()}
	}
	return m.summarise(d.Me.Addr)
}

func (d *Desk) loadCache() map[string]cached {
	known := map[string]cached{}
	if d.Cache == "" {
		return known
	}
	data, err := os.ReadFile(d.Cache)
	if err != nil || json.Unmarshal(data, &known) != nil {
		return map[string]cached{}
	}
	return known
}

// saveCache keeps what was found. Failing costs nothing but time, so it is no error.
func (d *Desk) saveCache(known map[string]cached) {
	if d.Cache == "" {
		return
	}
	if data, err := json.Marshal(known); err == nil {
		_ = store.Replace(d.System, d.Cache, data)
	}
}

// open reads the matches of list that want says.
func (d *Desk) open(list []Summary, want func(Summary) bool) []*Match {
	var matches []*Match
	for _, s := range list {
		if s.Error != "" || !want(s) {
			continue
		}
		if m, err := d.Open(s.File); err == nil {
			matches = append(matches, m)
		}
	}
	return matches
}

// remembered is how long the last word of a match that is over is sent again where the state is lost.
const remembered = 30 * 24 * time.Hour

// live lists the matches in which the courier may have something to do: those that go on, and those whose last word it was
// handed lately and has not carried to everybody.
func (c *Courier) live(s *state, list []Summary) []*Match {
	return c.open(list, func(m Summary) bool {
		return !m.Over || m.Posted && c.System.Now().Sub(m.Since) < remembered && slices.ContainsFunc(m.Others, func(to string) bool { return !s.done(m.Hash, to, m.Head) })
	})
}
