package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// entry is a leaf of the log as it was exported.
type entry struct {
	number          int64
	made            time.Time
	salt, text, sum string
	ledger.Leaf
}

// hashes are the stored hashes of a tree.
type hashes []tlog.Hash

// ReadHashes reads hashes by their numbers.
func (h hashes) ReadHashes(indexes []int64) (list []tlog.Hash, err error) {
	for _, i := range indexes {
		list = append(list, h[i])
	}
	return list, nil
}

// log recomputes the log, compares it with its signed roots and with the root from a message, and compares its leaves with the
// records.
func (v *verifier) log(tx db.Tx, asked string) error {
	all, err := db.All(tx, `select number, made, salt, text, hash from leaf order by number, key`, nil, func(r db.Rows) (e entry, err error) {
		return e, r.Scan(&e.number, &e.made, &e.salt, &e.text, &e.sum)
	})
	if err != nil {
		return err
	}
	n := slices.IndexFunc(all, func(e entry) bool { return e.number >= 0 })
	if n < 0 {
		n = len(all)
	}
	waiting, all := all[:n], all[n:]
	if n > 0 {
		v.Unseen = append(v.Unseen, words.Text("check.log.waiting", "n", n))
	}
	tree := v.tree(all)
	size := int64(0)
	if n := int64(len(all)); tlog.StoredHashCount(n) == int64(len(tree)) {
		size = n
	}
	made, err := v.roots(tx, tree, size, asked)
	if err != nil {
		return err
	}
	if size == 0 && asked == "" && len(made) == 0 {
		v.find("check.log.none")
		return nil
	}
	v.delay(all, made)
	var due time.Time // what is older than this should be in the log: processes may disagree about the time by an hour
	if len(made) > 0 {
		due = made[len(made)-1].at.Add(-time.Hour)
	}
	for _, e := range waiting {
		if !e.made.Before(due) && json.Unmarshal([]byte(e.text), &e.Leaf) == nil {
			all = append(all, e)
		}
	}
	return v.logged(tx, all, due)
}

// tree builds the tree of the numbered leaves, and checks that each has its hash.
func (v *verifier) tree(leaves []entry) hashes {
	var tree hashes
	deleted := 0
	for i := range leaves {
		e := &leaves[i]
		sum, err := hex.DecodeString(e.sum)
		if e.number != int64(i) || err != nil || len(sum) != sha256.Size {
			v.find("check.log.number", "n", i)
			return tree
		}
		switch {
		case e.text == "" && e.salt == "":
			deleted++
		case ledger.HashOf(e.salt, e.text) != [32]byte(sum) || json.Unmarshal([]byte(e.text), &e.Leaf) != nil:
			v.find("check.log.leaf", "n", i, "text", e.text)
		}
		list, err := tlog.StoredHashes(int64(i), sum, tree)
		if err != nil {
			v.find("check.log.number", "n", i)
			return tree
		}
		tree = append(tree, list...)
	}
	if deleted > 0 {
		v.Unseen = append(v.Unseen, words.Text("check.log.deleted", "n", deleted))
	}
	return tree
}

// signedAt is a size of the log with the time at which it was signed.
type signedAt struct {
	size int64
	at   time.Time
}

// roots checks the signed roots of the export, and a root from a message.
func (v *verifier) roots(tx db.Tx, tree hashes, size int64, asked string) (made []signedAt, err error) {
	type signed struct {
		ledger.Root
		public string
		at     time.Time
	}
	list, err := db.All(tx, `select size, root, sign, signer, made from root order by size`, nil, func(r db.Rows) (s signed, err error) {
		return s, r.Scan(&s.Size, &s.Hash, &s.Sign, &s.public, &s.at)
	})
	if err != nil {
		return nil, err
	}
	for i, s := range list {
		switch {
		case s.Size > size:
			v.find("check.log.short", "n", s.Size, "size", size)
		case s.Size < 0 || rootOf(tree, s.Size) != s.Hash:
			v.find("check.log.root", "n", s.Size)
		case s.public != list[0].public || s.Check(s.public) != nil || !strings.HasPrefix(s.public, strings.ReplaceAll(v.desk.Me.Address, "+", "-")+"+"):
			v.find("check.log.sign", "n", s.Size)
		}
		if i > 0 && s.at.Before(list[i-1].at) {
			v.find("check.log.order", "n", s.Size)
		}
		made = append(made, signedAt{s.Size, s.at})
	}
	if n := len(list); n == 0 && size > 0 || n > 0 && list[n-1].Size < size {
		v.find("check.log.unsigned", "size", size)
	}
	if asked == "" {
		v.Unseen = append(v.Unseen, words.Text("check.unseen.root"))
		return made, nil
	}
	r, err := ledger.ParseRoot(asked)
	switch {
	case err != nil:
		return nil, err
	case r.Size > size:
		v.find("check.root.short", "n", r.Size, "size", size)
	case rootOf(tree, r.Size) != r.Hash:
		v.find("check.root.other", "n", r.Size)
	case r.Sign != "" && (len(list) == 0 || r.Check(list[0].public) != nil):
		v.find("check.root.sign", "n", r.Size)
	default:
		v.Proved = append(v.Proved, words.Text("check.root.good", "n", r.Size))
	}
	return made, nil
}

// rootOf returns the root of the first size leaves of a tree, which must have them.
func rootOf(tree hashes, size int64) string {
	h, _ := tlog.TreeHash(size, tree) // it reads no others
	return h.String()
}

// slow is the delay of a log entry above which it is reported.
const slow = 48 * time.Hour

// delay computes the longest time between a leaf and the first root after it.
func (v *verifier) delay(leaves []entry, made []signedAt) {
	var longest time.Duration
	for _, e := range leaves {
		i, _ := slices.BinarySearchFunc(made, e.number+1, func(s signedAt, size int64) int { return int(s.size - size) })
		if i < len(made) {
			longest = max(longest, made[i].at.Sub(e.made))
		}
	}
	if longest > slow {
		v.find("check.log.slow", "time", i18n.Span(longest))
	}
	if len(leaves) > 0 {
		v.Proved = append(v.Proved, words.Text("check.log.good", "n", len(leaves), "time", i18n.Span(max(longest, time.Minute))))
	}
}

// late reports a leaf that was added to the log long after the event.
func (v *verifier) late(l ledger.Leaf, made, happened time.Time) {
	if wait := made.Sub(happened); !made.IsZero() && wait > slow {
		v.find("check.log.late", "what", aboutOf(l), "time", i18n.Span(wait))
	}
}

// logged compares the leaves with the records: each side must contain the other, except for decisions not made before due, which
// may still wait for their leaf.
func (v *verifier) logged(tx db.Tx, all []entry, due time.Time) error {
	result := func(file string) string { return aboutOf(ledger.Leaf{What: ledger.Outcome, Match: file}) }
	has := map[string]ledger.Leaf{} // the last leaf with each key
	last := map[string]int{}        // the index of that leaf
	made := map[string]time.Time{}  // the time at which it was added
	ends := map[string][]entry{}    // the results of each pool, in order
	for i, e := range all {
		about := aboutOf(e.Leaf)
		has[about], last[about], made[about] = e.Leaf, i, e.made
		if e.What == ledger.Outcome && e.Rated {
			pool := e.Game + " " + e.Rules
			ends[pool] = append(ends[pool], e)
		}
		if e.What == ledger.Restored {
			v.find("check.log.restored", "when", e.At.Format(time.RFC3339), "size", e.Size)
		}
	}
	want := map[string]ledger.Leaf{}
	for _, one := range v.judged {
		l, err := ledger.InvitationOf(tx, one.file, one.match, one.heading)
		if err != nil {
			return err
		}
		want[aboutOf(l)] = l
		v.late(has[aboutOf(l)], made[aboutOf(l)], one.match.Entries[0].Event.At)
		if one.match.Outcome == nil {
			continue
		}
		if l, err = ledger.ResultOf(tx, one.file, one.match, one.heading, one.ended); err != nil {
			return err
		}
		want[aboutOf(l)] = l
		happened := one.ended
		if last := one.match.Entries[len(one.match.Entries)-1].Event.At; last.After(happened) { // a chat message after the end, or a correction
			happened = last
		}
		v.late(l, made[aboutOf(l)], happened)
	}
	for _, m := range v.over {
		if !m.Rated {
			continue
		}
		l := ledger.Leaf{What: ledger.Ratings, Match: m.File, Digest: m.Digest, Players: want[result(m.File)].Players}
		for _, p := range m.Players {
			l.Ratings = append(l.Ratings, *p.After)
		}
		about := aboutOf(l)
		late := slices.ContainsFunc(ends[m.Game+" "+m.Rules], func(e entry) bool {
			return !e.At.After(m.Ended) && e.Match != m.File && last[aboutOf(e.Leaf)] > last[about]
		})
		if got, ok := has[about]; ok && late { // a result recorded later may have ended earlier
			l.Ratings = got.Ratings
		}
		want[about] = l
	}
	if err := v.decisions(tx, want); err != nil {
		return err
	}
	waits := func(file string) bool {
		i, ok := last[result(file)]
		return ok && all[i].number < 0
	}
	for _, about := range slices.Sorted(maps.Keys(want)) {
		switch got, ok := has[about]; {
		case want[about].What == ledger.Decision && !want[about].At.Before(due) && (!ok || got.At.Before(want[about].At)): // as decisions are
		case want[about].What == ledger.Ratings && got.Digest != want[about].Digest && waits(want[about].Match): // they are added with the next root
		case !ok:
			v.find("check.log.missing", "what", about)
		case !alike(got, want[about]):
			a, _ := json.Marshal(got) // strings, numbers and times
			b, _ := json.Marshal(want[about])
			v.find("check.log.differs", "what", about, "got", string(a), "want", string(b))
		}
	}
	for _, about := range slices.Sorted(maps.Keys(has)) {
		_, ok := want[about]
		end := result(has[about].Match)
		switch {
		case ok, has[about].What == "", has[about].What == ledger.Restored:
		case has[about].What == ledger.Ratings && last[about] < last[end] && !has[end].Rated: // the result was corrected to one that does not count
		default:
			v.find("check.log.gone", "what", about)
		}
	}
	return nil
}

// decisions adds the leaves of decided games.
func (v *verifier) decisions(tx db.Tx, want map[string]ledger.Leaf) error {
	for _, e := range v.events {
		if e.Malformed() != "" && !e.Begun.IsZero() {
			continue
		}
		addresses, err := db.Texts(tx, `select address from entrant where event = $1 order by number, at`, e.Name)
		if err != nil {
			return err
		}
		for _, p := range e.Pairings {
			if !p.Decided {
				continue
			}
			var players []string
			for _, n := range p.Players {
				name, err := game.Alias(tx, addresses[n-1], e.Entrants[n-1].Name)
				if err != nil {
					return err
				}
				players = append(players, name)
			}
			l := ledger.DecisionOf(e.Name, p, players)
			want[aboutOf(l)] = l
		}
	}
	return nil
}

// aboutOf returns what a leaf is about; a later leaf about the same thing corrects an earlier one.
func aboutOf(l ledger.Leaf) string {
	switch l.What {
	case ledger.Decision:
		return fmt.Sprintf("%s: %s, %d.%d", l.What, l.Event, l.Round, l.Board)
	case ledger.Restored:
		return l.Key()
	}
	return l.What + ": " + l.Match
}
