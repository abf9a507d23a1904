// Package ledger keeps the transparency log of a club: an append-only list in which the club can't change earlier entries
// undetected.
//
// Each invitation, result, decision and rating is a leaf: a JSON text without names and addresses. The log contains the hash of
// the text and a salt. The text and the salt can be deleted; the hash stays. The leaves form a tree as in the checksum database
// of Go (golang.org/x/mod/sumdb/tlog). Every message of the club carries the size of the tree and its root, signed as a note
// (golang.org/x/mod/sumdb/note). With such a message and an export of the club anybody can verify that no earlier entry has been
// changed or removed since.
//
// A change adds its leaf in its own transaction. One process at a time numbers the leaves, in batches, and signs the root.
package ledger

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/match"
)

// The kinds of leaves.
const (
	invitation = "invitation"
	Outcome    = "result"
	Decision   = "decision"
	Ratings    = "rating"
	Restored   = "restored" // the club lost the log after a root
)

// Leaf is the content of a leaf. It identifies players by their aliases.
type Leaf struct {
	What    string             `json:"what"`
	Match   string             `json:"match,omitempty"`  // the file
	Digest  string             `json:"digest,omitempty"` // of the invitation, or of the whole record
	Game    string             `json:"game,omitempty"`
	Rules   string             `json:"rules,omitempty"`
	Event   string             `json:"event,omitempty"`
	Round   int                `json:"round,omitempty"`
	Board   int                `json:"board,omitempty"`
	Ladder  string             `json:"ladder,omitempty"`
	Rated   bool               `json:"rated,omitempty"`
	Players []string           `json:"players,omitempty"` // by seat or, in an invitation, in its order
	Places  []int              `json:"places,omitempty"`
	Result  string             `json:"result,omitempty"` // in a decision
	At      time.Time          `json:"at,omitzero"`      // when the match ended, or the decision was made
	Ratings []standings.Rating `json:"ratings,omitempty"`
	Size    int64              `json:"size,omitempty"` // of the lost log
	Root    string             `json:"root,omitempty"`
}

// Key identifies the subject of a leaf. A later leaf whose key differs only in the last part corrects an earlier one.
func (l Leaf) Key() string {
	switch l.What {
	case Decision:
		return fmt.Sprintf("%s %q %d %d %d", l.What, l.Event, l.Round, l.Board, l.At.UnixMicro())
	case Restored:
		return fmt.Sprintf("%s %d", l.What, l.Size)
	}
	return strings.TrimSpace(l.What + " " + l.Match + " " + l.Digest)
}

// InvitationOf returns the leaf of a new match.
func InvitationOf(tx db.Tx, file string, m *match.Match, h game.Heading) (Leaf, error) {
	first := m.After(0)
	l := Leaf{
		What: invitation, Match: file, Digest: m.Hash().String(), Game: m.Game.Name, Rules: m.Game.OptionText(m.Options),
		Event: h.Event, Round: h.Round, Ladder: h.Ladder, Rated: h.Rated,
	}
	for _, party := range first.Roster.Players() {
		p := first.Roster.Parties[party-1]
		name, err := game.Alias(tx, p.Address, p.Name)
		if err != nil {
			return l, err
		}
		l.Players = append(l.Players, name)
	}
	return l, nil
}

// ResultOf returns the leaf of a finished match.
func ResultOf(tx db.Tx, file string, m *match.Match, h game.Heading, ended time.Time) (Leaf, error) {
	one := site.MatchOf(file, m, h, ended)
	l := Leaf{
		What: Outcome, Match: file, Digest: one.Digest, Game: one.Game, Rules: one.Rules,
		Event: one.Event, Round: one.Round, Ladder: one.Ladder, Rated: one.Rated, At: one.Ended,
	}
	for _, p := range one.Players {
		name, err := game.Alias(tx, p.ID, p.Name)
		if err != nil {
			return l, err
		}
		l.Players, l.Places = append(l.Players, name), append(l.Places, p.Place)
	}
	return l, nil
}

// DecisionOf returns the leaf of a decided game of an event.
func DecisionOf(event string, p events.Pairing, players []string) Leaf {
	return Leaf{What: Decision, Event: event, Round: p.Round, Board: p.Board, Match: p.Match, Players: players, Result: string(p.Result), At: p.Known}
}

// Changed adds the leaves of new and finished matches, and of finished matches whose record has changed, for example after a
// correction by a director. It is meant for Club.Changed, after the results have been recorded.
func Changed(d *game.Deal, changes []game.Change) error {
	for _, c := range changes {
		if err := addMatch(d, d.At, path.Base(c.File), c.Match, c.Before == nil, c.Match.Outcome != nil); err != nil {
			return err
		}
	}
	return nil
}

// addMatch adds the leaves of a new or finished match.
func addMatch(tx db.Tx, at time.Time, file string, m *match.Match, begun, over bool) error {
	if !begun && !over {
		return nil
	}
	var h game.Heading
	var ended time.Time
	if _, err := db.One(tx, `select event, round, ladder, rated, ended from match where file = $1`, []any{file}, &h.Event, &h.Round, &h.Ladder, &h.Rated, &ended); err != nil {
		return err
	}
	if begun {
		leaf, err := InvitationOf(tx, file, m, h)
		if err == nil {
			_, err = add(tx, leaf, at)
		}
		if err != nil {
			return err
		}
	}
	if !over {
		return nil
	}
	leaf, err := ResultOf(tx, file, m, h, ended)
	if err == nil {
		_, err = add(tx, leaf, at)
	}
	return err
}

// Adopt adds the leaves of all matches to the log of a club that has none yet.
func Adopt(tx db.Tx, desk game.Desk, at time.Time) error {
	files, err := db.Texts(tx, `select file from match where not exists (select key from leaf) order by file`)
	shelf := game.NewShelf(tx, desk, at, nil)
	for _, file := range files {
		m, err := shelf.Open(path.Join(game.Folder, file))
		if err == nil {
			err = addMatch(tx, at, file, m.Match, true, m.Outcome != nil)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// add stores a leaf without a number, and returns it; nil if it exists.
func add(tx db.Tx, l Leaf, at time.Time) (*pending, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	p := &pending{l.Key(), rand.Text(), string(text)}
	n, err := tx.Exec(`insert into leaf (key, number, made, salt, text) values ($1, -1, $2, $3, $4) on conflict do nothing`, p.key, at, p.salt, p.text)
	if err != nil || n == 0 {
		return nil, err
	}
	return p, nil
}

// HashOf returns the hash of a leaf's salt and text, which is the content of the leaf in the tree.
func HashOf(salt, text string) [32]byte { return sha256.Sum256([]byte(salt + "\n" + text)) }

// TaskName is the name of the task that continues the log.
const TaskName = "log"

// Log is the log of a club.
type Log struct {
	Base db.DB
	Desk game.Desk
	Now  func() time.Time
}

// Append numbers the leaves added since the last call and signs the root. It returns an error if the key isn't that of the last root, or
// if a newer root has been signed before, so that there are never two versions of the log.
func (l *Log) Append(ctx context.Context) error {
	s, err := l.signer()
	if err != nil {
		return err
	}
	last, err := l.lastSigned()
	if err != nil {
		return err
	}
	var root Root
	err = l.Base.Do(ctx, func(tx db.Tx) error {
		t, err := hold(tx)
		if err == nil {
			err = CheckKey(tx, s.ring, l.Desk.Secret)
		}
		if err == nil {
			err = t.holds(last)
		}
		if err == nil {
			root, err = t.extend(s, l.Now())
		}
		return err
	})
	if err != nil || root.Size == last.Size {
		return err
	}
	return l.remember(root)
}

// hold locks the log until the end of the transaction, and opens it.
func hold(tx db.Tx) (*tree, error) {
	db.Lock(tx, "log")
	return open(tx)
}

// tree is the log within a transaction.
type tree struct {
	db.Tx
	size int64
}

// open reads the state of the log.
func open(tx db.Tx) (*tree, error) {
	t := &tree{Tx: tx}
	_, err := db.One(tx, `select coalesce(max(number), -1) + 1 from leaf`, nil, &t.size)
	return t, err
}

// ReadHashes reads nodes of the tree.
func (t *tree) ReadHashes(indexes []int64) (list []tlog.Hash, err error) {
	for _, i := range indexes {
		var text string
		found, err := db.One(t, `select hash from node where number = $1`, []any{i}, &text)
		if err == nil && !found {
			err = fmt.Errorf("node %d of the log is missing", i)
		}
		if err != nil {
			return nil, err
		}
		h, err := tlog.ParseHash(text)
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}

// put adds the hash of a leaf to the tree.
func (t *tree) put(leaf []byte) error {
	hashes, err := tlog.StoredHashes(t.size, leaf, t)
	if err != nil {
		return err
	}
	first := tlog.StoredHashCount(t.size)
	for i, h := range hashes {
		t.Change(`insert into node (number, hash) values ($1, $2)`, first+int64(i), h.String())
	}
	t.size++
	return nil
}

// root returns the root of the first size leaves.
func (t *tree) root(size int64) (string, error) {
	h, err := tlog.TreeHash(size, t)
	return h.String(), err
}

// pending is a leaf without a number.
type pending struct{ key, salt, text string }

// extend numbers all leaves, adds the ratings that follow from them, and signs the root.
func (t *tree) extend(s *signer, now time.Time) (Root, error) {
	if err := t.decisions(now); err != nil {
		return Root{}, err
	}
	list, err := db.All(t, `select key, salt, text from leaf where number = -1 order by made, key`, nil, func(r db.Rows) (p pending, err error) {
		return p, r.Scan(&p.key, &p.salt, &p.text)
	})
	if err != nil {
		return Root{}, err
	}
	for _, p := range list {
		if err := t.number(p); err != nil {
			return Root{}, err
		}
		if err := t.rate(p, now); err != nil {
			return Root{}, err
		}
	}
	root := Root{Size: t.size}
	if root.Hash, err = t.root(t.size); err != nil {
		return root, err
	}
	if root.Sign, err = s.sign(root); err != nil {
		return root, err
	}
	t.Change(`insert into root (size, root, made, sign, signer) values ($1, $2, $3, $4, $5) on conflict do nothing`, root.Size, root.Hash, now, root.Sign, s.public)
	return root, nil
}

// number assigns the next number to a leaf.
func (t *tree) number(p pending) error {
	hash := HashOf(p.salt, p.text)
	t.Change(`update leaf set number = $2, hash = $3 where key = $1`, p.key, t.size, hex.EncodeToString(hash[:]))
	return t.put(hash[:])
}

// rate adds the ratings after a rated match, directly after its result.
func (t *tree) rate(p pending, now time.Time) error {
	var l Leaf
	if err := json.Unmarshal([]byte(p.text), &l); err != nil || l.What != Outcome || !l.Rated {
		return err
	}
	players, err := db.Texts(t, `select address from seat where file = $1 and seat > 0 order by seat`, l.Match)
	if err != nil {
		return err
	}
	r := Leaf{What: Ratings, Match: l.Match, Digest: l.Digest, Players: l.Players}
	if r.Ratings, err = events.RatingsAfter(t, l.Game, l.Rules, l.Match, players); err != nil || r.Ratings == nil {
		return err
	}
	next, err := add(t, r, now)
	if err != nil || next == nil {
		return err
	}
	return t.number(*next)
}

// margin is how far decisions goes back to find those without a leaf.
const margin = time.Hour

// decisions adds leaves for decisions without one.
func (t *tree) decisions(now time.Time) error {
	var since time.Time
	if _, err := db.One(t, `select coalesce(max(made), 0) from root`, nil, &since); err != nil {
		return err
	}
	type decision struct {
		event, players string
		events.Pairing
	}
	list, err := db.All(t, `select event, round, board, players, file, result, known from pairing where decided = 1 and known >= $1`,
		[]any{since.Add(-margin)}, func(r db.Rows) (one decision, err error) {
			return one, r.Scan(&one.event, &one.Round, &one.Board, &one.players, &one.Match, &one.Result, &one.Known)
		})
	if err != nil {
		return err
	}
	for _, one := range list {
		var aliases []string
		for address := range strings.FieldsSeq(one.players) {
			name := address
			if _, err := db.One(t, `select name from member where address = $1`, []any{address}, &name); err != nil {
				return err
			}
			alias, err := game.Alias(t, address, name)
			if err != nil {
				return err
			}
			aliases = append(aliases, alias)
		}
		if _, err := add(t, DecisionOf(one.event, one.Pairing, aliases), now); err != nil {
			return err
		}
	}
	return nil
}

// Rebuild computes the tree of an imported log from the hashes of its leaves.
func Rebuild(tx db.Tx) error {
	leaves, err := db.Texts(tx, `select hash from leaf where number >= 0 order by number`)
	t := &tree{Tx: tx}
	for _, text := range leaves {
		hash, err := hex.DecodeString(text)
		if err != nil {
			return err
		}
		if err := t.put(hash); err != nil {
			return err
		}
	}
	return err
}

// holds returns an error unless the log contains the last signed root.
func (t *tree) holds(last Root) error {
	if last.Size == 0 {
		return nil
	}
	declared, err := db.Texts(t, `select text from leaf where key like 'restored %'`)
	if err != nil {
		return err
	}
	for _, text := range declared {
		var l Leaf
		if err := json.Unmarshal([]byte(text), &l); err != nil || l.Size >= last.Size {
			return err
		}
	}
	if last.Size > t.size {
		return words.Err("log.older", "size", t.size, "signed", last.Size)
	}
	hash, err := t.root(last.Size)
	if err == nil && hash != last.Hash {
		err = words.Err("log.other", "signed", last.Size)
	}
	return err
}

// Continue continues a log that has lost signed entries: it adds a leaf that says so, and then accepts the older log.
func (l *Log) Continue(ctx context.Context) error {
	last, err := l.lastSigned()
	if err != nil {
		return err
	}
	err = l.Base.Do(ctx, func(tx db.Tx) error {
		t, err := hold(tx)
		if err != nil {
			return err
		}
		var lost *words.Error
		switch err := t.holds(last); {
		case err == nil:
			return words.Err("log.whole")
		case !errors.As(err, &lost): // whether something is lost is unknown
			return err
		}
		_, err = add(tx, Leaf{What: Restored, Size: last.Size, Root: last.Hash, At: l.Now().UTC()}, l.Now())
		return err
	})
	if err != nil {
		return err
	}
	return l.Append(ctx)
}
