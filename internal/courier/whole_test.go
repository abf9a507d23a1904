package courier_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

var update = flag.Bool("update", false, "write the letters of testdata anew")

// TestWholeLetters compares the letters of two matches, one with a mail-only player and a late observer and one with a proposed substitute,
// and what taking back the moves is said to change, with those of testdata. They have "#" for ids, keys and tokens, and their pages lack the looks.
func TestWholeLetters(t *testing.T) {
	var text strings.Builder
	write := func(tb *table, to ...string) {
		for _, address := range to {
			for _, raw := range tb.boxes[address] {
				l, err := mailbox.Read(raw)
				tb.must(err)
				fmt.Fprintf(&text, "==== %v to %v: %s\n", l.From, l.To, l.Subject)
				for _, a := range l.Attachments {
					fmt.Fprintf(&text, "%s, %s\n", a.Name, a.Type)
				}
				fmt.Fprintf(&text, "\n%s\n---- page\n%s\n", l.Text, looks.ReplaceAllString(htmlOf(t, raw), ""))
			}
		}
	}
	i := home.Invitation{Game: all.Game("slashchain"), Options: engine.Options{"tiles": "2"}, Seat: 1, PerMove: "3d", Message: "Shall we?", Delay: 1}
	tb, alice, bob := two(chairs(t, 2))
	alice.Picture = true
	i.Others, i.Observers = []kif.Seat{bob.Me}, []kif.Seat{carol}
	tb.invite(i)
	tb.reply("accept\nThanks, good luck!")
	tb.wantPoll(alice, "taken")
	begun := tb.open(alice)
	tb.play(alice, quietly(tb, alice))
	tb.reply(quietly(tb, alice))
	tb.wantPoll(alice, "taken")
	write(tb, bob.Me.Address, carol.Address)
	for _, change := range letter.Changed(tb.open(alice), begun, 1) {
		fmt.Fprintf(&text, "==== changed: %s\n", change.En)
	}

	tb, alice, bob = two(chairs(t, 3))
	alice.Picture = true
	i.Others, i.Observers, i.Delay = []kif.Seat{bob.Me}, nil, 0
	tb.invite(i)
	tb.accept(bob)
	tb.wantPoll(alice, "taken")
	tb.proposes(alice)
	write(tb, tb.players[2].Me.Address)

	got := random.ReplaceAllString(strings.ReplaceAll(text.String(), "\r\n", "\n"), "#")
	const file = "testdata/letters.txt"
	if *update {
		tb.must(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	tb.must(err)
	if got != string(want) {
		t.Errorf("the letters are\n%s", got)
	}
}

var (
	looks  = regexp.MustCompile(`(?s)<style.*?</style>| style="[^"]*"`)
	random = regexp.MustCompile(`(%5B|\b)[0-9a-f]{8,}\b|(%20|\b)[0-9a-z]{5}-[0-9a-z]{5}\b|\b[0-9a-f]{4}( [0-9a-f]{4}){4}\b`)
)
