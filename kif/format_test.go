package kif

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// fence is a fenced example of FORMAT.md: the words after the opening fence, and the text.
type fence struct{ mark, text string }

func format(t testing.TB) string {
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func fences(t testing.TB) []fence {
	var list []fence
	for i, part := range strings.Split(format(t), "```") {
		if i%2 == 1 {
			mark, text, _ := strings.Cut(part, "\n")
			list = append(list, fence{mark, text})
		}
	}
	return list
}

// TestFormat checks the examples of FORMAT.md.
func TestFormat(t *testing.T) {
	var entries []fence
	for _, f := range fences(t) {
		kind, claim, _ := strings.Cut(f.mark, " ")
		switch {
		case f.mark == "kif":
			checkExample(t, f.text)
		case kind == "kif":
			_, err := Read([]byte(f.text))
			if err == nil || "error: "+err.Error() != claim {
				t.Errorf("%q\ngot  %v\nwant %s", f.text, err, claim)
			}
		case kind == "entry":
			sum := sha256.Sum256([]byte("hikyaku/1 entry\x00" + f.text))
			if got := hex.EncodeToString(sum[:]); got != claim {
				t.Errorf("%s\nhas the hash %s", f.text, got)
			}
			entries = append(entries, f)
		}
	}
	checkEntries(t, entries)
}

// checkExample checks that the record is in the strict form.
func checkExample(t *testing.T, text string) {
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Rewrite(UTF8)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Bytes()) != text {
		t.Errorf("written anew:\n%s\nwant\n%s", again.Bytes(), text)
	}
}

// checkEntries checks that the entries are those of the first example, followed by others.
func checkEntries(t *testing.T, want []fence) {
	entries := exampleEntries(read(t, strict(t)))
	if len(want) != len(entries)+2 {
		t.Fatalf("%d entries, want %d and two more", len(want), len(entries))
	}
	for i, e := range entries {
		if got := "entry " + e.Hash().String(); got != want[i].mark || string(e.Bytes()) != want[i].text {
			t.Errorf("entry %d is\n```%s\n%s```", i, got, e.Bytes())
		}
	}
}

// exampleEntries returns the entries of a match of two without an invitation.
func exampleEntries(r *Record) []Entry {
	entries := []Entry{{Number: 1, Event: Event{Step: Begin{}}, Terms: r.Terms()}}
	var dice []Dice
	for _, e := range r.Events {
		if throw, ok := e.Step.(Throw); ok {
			dice = append(dice, Dice{len(dice) + 1, throw})
			continue
		}
		last := entries[len(entries)-1]
		entries = append(entries, Entry{
			Match: entries[0].Hash(), Number: last.Number + 1, Previous: last.Hash(), Party: 2 - e.Number%2, Event: e, Dice: dice,
		})
	}
	return entries
}

// TestEntry builds the entries of FORMAT.md that are not of its example.
func TestEntry(t *testing.T) {
	match := hash(t, "5d76cf73554f340ce652f76ab7f47bbbdea5a0aba6f147bf7eca5c987a9c4030")
	move := Entry{Match: match, Number: 3, Previous: match, Party: 1, Dice: []Dice{{1, "[4]"}}}
	move.Event = Event{Step: Move("7g7f"), At: time.Date(2026, 11, 21, 5, 59, 0, 0, tokyo), Link: Link{2, hash(t, hexes)}}
	if want := "b4acd25f0942858d7cc3ddee6045438368a45b56567a0a870be0175f9d2e627f"; move.Hash().String() != want || len(move.Bytes()) != 298 {
		t.Errorf("%d bytes with hash %s, want 298 and %s:\n%s", len(move.Bytes()), move.Hash(), want, move.Bytes())
	}
	again := Entry{Match: match, Number: 4, Previous: move.Hash(), Party: 2}
	again.Event = Event{Step: Resignation, Again: hash(t, "0256f5da8a4e693e22ff920e20a8fc394ddc4708221c58f6359253764b717b82"), Comment: "負けました。", At: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC), Got: time.Date(2026, 11, 21, 6, 3, 10, 0, tokyo)}
	all := fences(t)
	last := all[slices.IndexFunc(all, func(f fence) bool { return strings.Contains(f.text, "\nagain ") && strings.HasPrefix(f.mark, "entry") })]
	if "entry "+again.Hash().String() != last.mark || string(again.Bytes()) != last.text {
		t.Errorf("```entry %s\n%s```\nwant\n%s\n%s", again.Hash(), again.Bytes(), last.mark, last.text)
	}
}

// TestEntryHasAll checks that an entry has every possible field, in order, and no other.
func TestEntryHasAll(t *testing.T) {
	e := wholeEvent(t)
	e.Step, e.Comment = Invite{}, "back\\slash\nline"
	var zero Hash
	want := "hikyaku entry 2\nmatch " + zero.String() + "\nnumber 1\nprevious " + zero.String() + "\nparty 1\nsent 2026-11-20T10:30:12Z\ngot 2026-11-20T10:30:12Z\n" +
		"again " + hexes + "\nkey mMzEhIu-1\nchain " + chainText + "\nversion 2\nlink 12 " + hexes + "\nthrow 7 [4]\nthrow 8 [1]\ndo invite\ngame a\\nb\nmail " + hexes + "\nsaid back\\\\slash\\nline\n"
	entry := Entry{Number: 1, Party: 1, Event: e, Dice: []Dice{{7, "[4]"}, {8, "[1]"}}, Terms: []string{Term("game", "a\nb")}}
	if got := string(entry.Bytes()); got != want {
		t.Errorf("entry\n%swant\n%s", got, want)
	}
}

// TestFormatNamesWords checks that FORMAT.md names exactly the words that the package knows.
func TestFormatNamesWords(t *testing.T) {
	_, text, _ := strings.Cut(format(t), "## The parts")
	text, _, _ = strings.Cut(text, "## Reading")
	parts, acts, _ := strings.Cut(text, "## Acts")
	var words, endings []string
	whole := wholeEvent(t)
	for _, k := range slices.Concat(whole.known(), whole.local()) {
		words = append(words, k.Word)
	}
	for word := range endingWords {
		endings = append(endings, string(word))
	}
	doing := []string{"undo-offer", "agree", "away", "contest", "address", "substitute", "settle", "ruling", "more-time"}
	for _, act := range plainActs {
		doing = append(doing, act.String())
	}
	for _, c := range []struct {
		text, head string
		want       []string
	}{{parts, "| word | text | meaning |", words}, {parts, "| word | entry | places |", endings}, {acts, "| act | meaning |", doing}} {
		got := firstColumn(c.text, c.head)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("the table %s names %v, want %v", c.head, got, c.want)
		}
	}
}

// firstColumn returns the first word of each row of the table with that head, two for a row with two spellings.
func firstColumn(text, head string) (words []string) {
	_, table, _ := strings.Cut(text, head+"\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range strings.Split(table, "\n")[1:] {
		cell := strings.Split(row, "|")[1]
		for _, spelling := range strings.Split(cell, ",") {
			words = append(words, strings.Fields(spelling)[0])
		}
	}
	return words
}
