package courier_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// formatFacts are the facts about a record of no known game, or of one that is refused.
func formatFacts(r *kif.Record) facts {
	var headers, steps, branches []string
	for _, h := range r.Headers {
		headers = append(headers, h.Key+"："+h.Value)
	}
	for _, e := range r.Events {
		steps = append(steps, e.Step.String())
	}
	for _, b := range r.Branches {
		text := fmt.Sprintf("%d of %d:", b.Start, b.Parent)
		for _, e := range b.Events {
			text += " " + e.Step.String()
		}
		branches = append(branches, text)
	}
	return facts{"unjudged": true, "handicap": r.Handicap(), "headers": headers, "steps": strings.Join(steps, " "), "branches": branches}
}

// judgeRecord reads and judges a record.
func judgeRecord(data []byte) (*kif.Record, *match.Match, error) {
	r, err := kif.Read(data)
	if err != nil {
		return nil, nil, err
	}
	g := all.Game(r.Game())
	if g == nil {
		return r, nil, nil
	}
	m, err := match.New(r, g)
	return r, m, err
}

// meaningOf returns the meaning of a record as a match.
func meaningOf(t testing.TB, data []byte) facts {
	t.Helper()
	r, m, err := judgeRecord(data)
	if r == nil {
		t.Fatal(err)
	}
	f := facts{"strict": strictness(t, r)}
	if m == nil {
		if err != nil {
			t.Log("rejected a message from", err)
		}
		maps.Copy(f, formatFacts(r))
		return factsOf(t, f)
	}
	maps.Copy(f, standing(m))
	var parties []string
	for i, p := range m.Roster.Parties {
		parties = append(parties, p.String()+" "+match.Fingerprint(m.Keys.Of[i+1]))
	}
	maps.Copy(f, facts{
		"id": brief(m.ID), "game": m.Game.Name, "options": m.Game.OptionText(m.Options), "ply": m.Ply(), "moves": strings.Join(m.Moves(), " "),
		"position": m.Last().String(), "parties": parties, "seating": m.Roster.Seating, "umpire": m.Roster.Umpire(), "joining": m.Roster.Joining(),
		"due": m.Due(), "throw": m.Next().Throw, "level": m.NewProof().Level, "proof": proofOf(m), "receipt": m.ReceiptDue, "clock": clockOf(m),
	})
	return factsOf(t, f)
}

// standing returns a short description of a match.
func standing(m *match.Match) facts {
	return facts{
		"short": m.Short(), "head": brief(m.Head), "entries": len(m.Entries), "digest": entriesDigest(m), "turn": m.Turn,
		"outcome": outcomeOf(m), "offer": offerOf(m), "claim": claimOf(m), "settlement": settlementOf(m),
	}
}

// brief returns the beginning of a digest.
func brief(h kif.Hash) string { return h.String()[:16] }

func outcomeOf(m *match.Match) facts {
	o := m.Outcome
	if o == nil {
		return nil
	}
	return facts{"word": o.Word, "rule": o.Rule.ID, "seat": o.Seat, "places": o.Places}
}

func proofOf(m *match.Match) facts {
	p := m.NewProof()
	return facts{
		"throws": p.Throws, "proved": p.Proved, "bare": p.Bare, "chains": p.Chains, "signed": p.Signed, "scribed": p.Scribe,
		"event": m.Dice.Event, "commitments": chainsOf(m.Record),
	}
}

// chainsOf counts the commitments to dice in a record.
func chainsOf(r *kif.Record) (n int) {
	for _, e := range r.Events {
		if e.Chain != (kif.Chain{}) {
			n++
		}
	}
	return n
}

func offerOf(m *match.Match) facts {
	o := m.Offer
	if o == nil {
		return nil
	}
	return facts{"asks": o.Asks, "number": o.Number, "party": o.Party, "agreed": o.Agreed}
}

func claimOf(m *match.Match) facts {
	c := m.Claim
	if c == nil {
		return nil
	}
	return facts{"by": c.By, "of": c.Of, "at": moment(c.At), "agreed": c.Agreed}
}

func settlementOf(m *match.Match) facts {
	s := m.Settlement
	if s == nil {
		return nil
	}
	return facts{"step": s.Settle.String(), "party": s.Party, "agreed": s.Agreed, "silent": s.Excluded, "dice": s.Dice, "complete": s.Complete}
}

// entriesDigest returns a digest of the hashes of all entries.
func entriesDigest(m *match.Match) string {
	var all []byte
	for _, e := range m.Entries {
		hash := e.Hash()
		all = append(all, hash[:]...)
	}
	return digest(all)
}

// strictness returns "itself" for a record in the strict form, else the digest of its strict form.
func strictness(t testing.TB, r *kif.Record) string {
	t.Helper()
	strict, err := r.Rewrite(r.Encoding)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(strict.Bytes(), r.Bytes()) {
		return "itself"
	}
	return digest(strict.Bytes())
}

// clockOf describes the clock of a match: by party, what is disputed, and by viewer, the deadline.
func clockOf(m *match.Match) facts {
	if !m.Clock.Limited() {
		return nil
	}
	var disputed []bool
	var until []string
	for viewer := range len(m.Roster.Parties) + 1 {
		end, _ := m.Clock.Deadline(viewer)
		until = append(until, moment(end))
		disputed = append(disputed, m.Clock.Disputed(viewer))
	}
	return facts{
		"since": moment(m.Clock.Since), "came": moment(m.Clock.Came), "until": until, "disputed": disputed[1:], "lapses": moment(m.ClaimWinsAt()),
	}
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// meetingOf returns which of two records of one match is valid, or nothing if nobody was invited to it.
func meetingOf(t testing.TB, ours, theirs []byte) facts {
	t.Helper()
	_, a, errA := judgeRecord(ours)
	_, b, errB := judgeRecord(theirs)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if !a.Roster.Invited {
		return nil
	}
	meeting := match.Meet(a, b)
	return factsOf(t, facts{
		"stands": []string{match.Neither: "neither", match.Ours: "ours", match.Theirs: "theirs"}[meeting.Valid],
		"common": meeting.Common, "forked": meeting.Forked, "doubted": meeting.Doubted,
	})
}

// loadRing reads a file of secrets in dir, ignoring that others may read it.
func loadRing(t testing.TB, dir, name string) *home.Keyring {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, readFrozen(t, dir, name), 0o600); err != nil {
		t.Fatal(err)
	}
	ring, err := home.LoadKeyring(atomicfile.OS{}, file)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// secretOf describes a file of secrets: its fingerprints, and how many signatures and links of each record can be derived from it.
func secretOf(t testing.TB, dir, name string, records iter.Seq[string]) facts {
	t.Helper()
	ring := loadRing(t, dir, name)
	follow := facts{}
	for record := range records {
		_, m, err := judgeRecord(readFrozen(t, dir, record))
		if err != nil || m == nil || !m.Roster.Invited {
			continue
		}
		if signs, opens := signaturesOf(t, ring, m), linksOf(ring, m); signs > 0 || opens > 0 {
			follow[record] = []int{signs, opens}
		}
	}
	return factsOf(t, facts{"fingerprints": ring.Fingerprints(), "signs and opens": follow})
}

// signaturesOf counts the signatures of m that ring reproduces.
func signaturesOf(t testing.TB, ring *home.Keyring, m *match.Match) (n int) {
	t.Helper()
	for _, line := range ring.Reveal() {
		master, err := fair.ParseMaster(line)
		if err != nil {
			t.Fatal(err)
		}
		if !brings(m, master.PublicKey().String()) {
			continue
		}
		first := m.EventOf(0)
		for i, entry := range m.Entries {
			sign := kif.Signature(master.Sign(entry.Bytes()))
			if e := m.Record.Events[m.EventOf(first+i)]; e.Sign == sign || e.SignOld == sign {
				n++
			}
		}
	}
	return n
}

// brings reports whether a key occurs in m.
func brings(m *match.Match, key string) bool {
	for _, e := range m.Record.Events {
		if e.Key == key {
			return true
		}
	}
	return false
}

// linksOf counts the links of m that ring opens.
func linksOf(ring *home.Keyring, m *match.Match) (n int) {
	var chains []fair.Tip
	for i, e := range m.Record.Events {
		if e.Chain != (kif.Chain{}) && m.By(i) != 0 {
			if tip, err := fair.NewTip(e.Chain.ID, e.Chain.Length, e.Chain.Tip); err == nil {
				if _, err := ring.Open(tip, 1); err == nil {
					chains = append(chains, tip)
				}
			}
		}
		for _, tip := range chains {
			if link, err := ring.Open(tip, e.Link.Index); e.Link.Index > 0 && err == nil && link == e.Link.Secret {
				n++
			}
		}
	}
	return n
}
