package courier_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match/fair"
)

// lengthen writes a record of so many events for both players, who go to and fro, and returns it as it was before its last
// event. It signs the entries itself, which takes no time that grows with the record.
func (tb *table) lengthen(events int) (before string) {
	tb.Helper()
	alice, bob := tb.players[0], tb.players[1]
	m := tb.open(alice)
	masters := []fair.Master{masterOf(tb, alice), masterOf(tb, bob)}
	var text strings.Builder
	text.WriteString(strings.ReplaceAll(tb.bytes(alice), "#: post\n", ""))
	head := m.Head
	for n := len(m.Record.Events); n < events; n++ {
		if n == events-1 {
			before = text.String()
		}
		ply := n - len(m.Record.Events)
		tb.wait(time.Minute)
		e := kif.Event{Step: kif.Move([]string{"e2", "e8", "e1", "e9"}[ply%4]), At: *tb.now}
		entry := kif.Entry{Match: m.ID, Number: len(m.Entries) + ply + 1, Previous: head, Party: 1 + ply%2, Event: e}
		head = entry.Hash()
		fmt.Fprintf(&text, "%4d %s\n%s#: sign %s\n", ply+1, e.Step, tb.at(), hex.EncodeToString(masters[ply%2].Sign(entry.Bytes())))
	}
	for _, p := range tb.players {
		tb.must(os.WriteFile(p.file, []byte(text.String()), 0o644))
	}
	return before
}

// BenchmarkPollLongMatch measures a poll that takes one move into a record of so many events: with -benchtime 1x, since what is
// judged once is remembered.
func BenchmarkPollLongMatch(b *testing.B) {
	for _, events := range []int{2500, 5000, 9700} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			tb := sit(b, 2)
			before := tb.lengthen(events)
			alice, bob := tb.players[0], tb.players[1]
			if tb.open(alice).Summarise(alice.file, alice.Me.Address).Turn == alice.Me.Address {
				alice, bob = bob, alice
			}
			letter := tb.bytes(alice)
			tb.must(os.WriteFile(bob.file, []byte(before), 0o644))
			tb.must(os.RemoveAll(bob.Heads))
			tb.boxes[bob.Me.Address] = nil
			tb.must(bob.Rewind())
			tb.forge(bob, alice.Me.Address, []byte(letter))
			b.ResetTimer()
			if got, _ := tb.poll(bob); got != "taken" {
				b.Fatal(got)
			}
		})
	}
}
