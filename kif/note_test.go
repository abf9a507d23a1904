package kif

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	tokyo     = time.FixedZone("", 9*3600)
	signature = strings.Repeat("0123456789abcdef", 8)
	chainText = "000102030405060708090a0b0c0d0e0f 1024 " + hexes
)

// noted is a known word with a text, the event that has it, wrong texts, and the sentence that refuses them.
type noted struct {
	word, text string
	event      Event
	broken     []string
	wanted     string
}

// notedAll has each known word, in the order in which they are written.
func notedAll(t testing.TB) []noted {
	h := hash(t, hexes)
	var s Signature
	if !readHex(s[:], signature) {
		t.Fatal("no signature")
	}
	chain := Chain{ID: [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Length: 1024, Tip: h}
	times := []string{"", "noon", "2026-11-20", "2026-11-20T19:30:12", "2026-11-20 19:30:12Z", "2026-13-20T19:30:12Z", "2026-11-20T19:30:12Z x"}
	hashes := []string{"", hexes[2:], hexes + "00", strings.ToUpper(hexes), "z" + hexes[1:], hexes + " " + hexes, strings.Repeat("0", 64)}
	signs := []string{"", signature[2:], signature + "00", strings.ToUpper(signature), hexes, strings.Repeat("0", 128)}
	const oneTime, oneHash = "expected one time, such as 2026-11-20T19:30:12+09:00", "expected one digest of 64 lower-case hex digits"
	return []noted{
		{"at", "2026-11-20T19:30:12+09:00", Event{At: time.Date(2026, 11, 20, 19, 30, 12, 0, tokyo)}, times, oneTime},
		{"got", "2026-11-20T10:30:12Z", Event{Got: time.Date(2026, 11, 20, 10, 30, 12, 0, time.UTC)}, times, oneTime},
		{"seat", "4", Event{Seat: 4}, []string{"", "0", "5", "-1", "+1", "01", "1.0", "one", "1 2"}, "expected one seat from 1 to 4"},
		{"party", "5", Event{Party: 5}, []string{"", "0", "6", "-1", "+1", "01", "1.0", "one", "1 2"}, "expected one party from 1 to 5"},
		{"again", hexes, Event{Again: h}, hashes, oneHash},
		{"key", "mMzEhIu-1", Event{Key: "mMzEhIu-1"}, []string{"", "two words", "two\twords", "two\u3000words"}, "expected one public key"},
		{"chain", chainText, Event{Chain: chain}, []string{
			"", "1 2 3", strings.Replace(chainText, "1024", "0", 1), strings.Replace(chainText, "1024", "-1", 1), strings.Replace(chainText, "1024", "01", 1),
			chainText[2:], chainText + "00", chainText + " 1", strings.ToUpper(chainText), strings.Replace(chainText, " 1024", "", 1),
		}, "expected an id of 32 lower-case hex digits, a length and a tip of 64 digits"},
		{"version", "2", Event{Version: 2}, []string{"", "0", "-1", "02", "two", "1000", "2 3"}, "expected one version from 1 to 999"},
		{"link", "12 " + hexes, Event{Link: Link{12, h}}, []string{"", "12", hexes, "0 " + hexes, "-1 " + hexes, "012 " + hexes, "12 " + hexes[2:], "12 " + strings.ToUpper(hexes), "1 2 " + hexes},
			"expected one link: its number and 64 lower-case hex digits"},
		{"mail", hexes, Event{Mail: h}, hashes, oneHash},
		{"dice", "typed", Event{Source: Typed}, []string{"", "Typed", "loaded", "typed machine"}, "expected the source of the dice: typed or machine"},
		{"other", "*well", Event{Other: "*well"}, []string{""}, "expected a line of the other version of the match"},
		{"sign-old", signature, Event{SignOld: s}, signs, "expected one signature of 128 lower-case hex digits"},
		{"sign", signature, Event{Sign: s}, signs, "expected one signature of 128 lower-case hex digits"},
		{"came", "2026-11-20T19:30:12+09:00", Event{Came: time.Date(2026, 11, 20, 19, 30, 12, 0, tokyo)}, times, oneTime},
		{"post", "", Event{Posted: true}, []string{"post", "haste", "1"}, "but nothing may follow post"},
	}
}

func (n noted) line() string { return strings.TrimRight("#: "+n.word+" "+n.text, " ") + "\n" }

// wholeEvent returns a move with all fields.
func wholeEvent(t testing.TB) Event {
	e := Event{Step: Move("add1"), Number: 1, Spent: time.Second, Total: time.Minute, Comment: "first", Notes: []Note{{"&", "mark"}, {"later", "word"}}, Closing: "まで1手"}
	v := reflect.ValueOf(&e).Elem()
	for _, n := range notedAll(t) {
		w := reflect.ValueOf(n.event)
		for i := range w.NumField() {
			if !w.Field(i).IsZero() {
				v.Field(i).Set(w.Field(i))
			}
		}
	}
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() && !slices.Contains([]string{"Line", "Undone", "Withheld"}, name) {
			t.Fatalf("no line sets %s", name)
		}
	}
	return e
}

func TestKnownNotes(t *testing.T) {
	var words []string
	for _, n := range notedAll(t) {
		words = append(words, n.word)
		want := n.event
		want.Step, want.Number, want.Spent, want.Total = Move("add1"), 1, -1, -1
		text := head + "   1 add1\n" + n.line()
		if diff := apart(read(t, text).Events[0], want); diff != "" {
			t.Errorf("%s reads with another %s", n.line(), diff)
		}
		r, err := read(t, head).Append(want)
		if err != nil || string(r.Bytes()) != text || apart(r.Events[0], want) != "" {
			t.Errorf("%s: %v, written\n%s", n.word, err, r.Bytes())
		}
		if n.word == "other" {
			checkLines(t, n)
			continue
		}
		found := "line 5: found " + Quote(strings.TrimSpace(n.line())).En + ", but only one " + n.word + " line is allowed"
		if _, err := Read([]byte(text + n.line())); err == nil || err.Error() != found {
			t.Errorf("twice %s: %v, want %s", n.word, err, found)
		}
		for _, broken := range n.broken {
			checkBroken(t, n.word, broken, n.wanted)
		}
	}
	var known []string
	whole := wholeEvent(t)
	for _, k := range slices.Concat(whole.known(), whole.local()) {
		known = append(known, k.Word)
	}
	if !slices.Equal(words, known) {
		t.Errorf("%v are tried, %v are known", words, known)
	}
}

// checkLines checks that a word on several lines is read as one text, and written again on the same lines.
func checkLines(t *testing.T, n noted) {
	t.Helper()
	text := head + "   1 add1\n" + n.line() + n.line()
	r := read(t, text)
	if got := r.Events[0].Other; got != n.text+"\n"+n.text {
		t.Errorf("twice %s: %q", n.word, got)
	}
	if again, err := r.Rewrite(r.Encoding); err != nil || !strings.Contains(string(again.Bytes()), n.line()+n.line()) {
		t.Errorf("twice %s: %v, written\n%s", n.word, err, again.Bytes())
	}
}

// checkBroken checks that the text is refused with that sentence, also if a blank at its end shows that mail may have
// broken the line.
func checkBroken(t *testing.T, word, text, wanted string) {
	t.Helper()
	line := strings.TrimRight("#: "+word+" "+text, " ")
	want := fmt.Sprintf("line 4: found %s, %s", Quote(line).En, wanted)
	for _, after := range []string{"\n", "", " ", " \n", " \n\n" + hexes, " \n#: later word\n", " \n#: at noon\n", " \n#: got 2026-11-20T10:30:12Z\n", " \n   1 add1\n", " \n*x\n", " \n#: do accept\n"} {
		if _, err := Read([]byte(head + "   1 add1\n" + line + after)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line+after, err, want)
		}
	}
}

// TestKnownNotesInOrder writes and reads all fields of an event.
func TestKnownNotesInOrder(t *testing.T) {
	e := wholeEvent(t)
	text := head + "   1 add1         ( 0:01/00:01:00)\n*first\n"
	for _, n := range notedAll(t) {
		if n.word == "came" {
			text += "&mark\n#: later word\n"
		}
		text += n.line()
	}
	text += "まで1手\n"
	r, err := read(t, head).Append(e)
	if err != nil || string(r.Bytes()) != text {
		t.Fatalf("%v, written\n%swant\n%s", err, r.Bytes(), text)
	}
	lines := strings.SplitAfter(text, "\n")
	slices.Reverse(lines[4 : len(lines)-2])
	backwards := strings.Replace(strings.Join(lines, ""), "#: later word\n&mark\n", "&mark\n#: later word\n", 1)
	for name, text := range map[string]string{"written": text, "backwards": backwards, "Shift_JIS": shiftJIS(text), "trailing blanks": mangled["trailing blanks"](text)} {
		if diff := apart(read(t, text).Events[0], e); diff != "" {
			t.Errorf("%s reads with another %s in\n%s", name, diff, text)
		}
	}
}

// TestSent checks that exactly the fields of one copy are removed.
func TestSent(t *testing.T) {
	e := wholeEvent(t)
	sent := e.sent()
	if !sent.Came.IsZero() || sent.Posted || e.Came.IsZero() || !e.Posted {
		t.Errorf("sent as %+v of %+v", sent, e)
	}
	want, got := e.written(), sent.written()
	if want = want[:strings.Index(want, "#: came")] + e.Closing + "\n"; got != want {
		t.Errorf("sent as\n%swant\n%s", got, want)
	}
	sent.Came, sent.Posted = e.Came, e.Posted
	if diff := apart(sent, e); diff != "" {
		t.Errorf("sent with another %s", diff)
	}
}

// TestTornLines breaks lines at blanks, as mail does.
func TestTornLines(t *testing.T) {
	torn := strings.NewReplacer("#: at ", "#: at \n", "got ", "got \n", "again ", "again \n", "key ", "key \n", "1024 ", "1024 \n", "12 e6", "12 \ne6", "mail ", "mail \n",
		"dice ", "dice \n", "sign ", "sign \n", "sign-old ", "sign-old \n", "settle ", "settle \n", "came ", "came \n", "#: chain ", "#: chain \n")
	text := head + "#: do settle " + hexes + " 2\n*first\n#: party 1\n   1 add1\n"
	for _, n := range notedAll(t) {
		text += n.line()
	}
	text += "#: throw [4]\n"
	want := read(t, text)
	for _, text := range []string{torn.Replace(text), mangled["quoted"](torn.Replace(text)), strings.ReplaceAll(torn.Replace(text), "\n", " \n")} {
		r := read(t, text)
		if r.lines < want.lines+13 {
			t.Fatalf("%d lines of %d broken", r.lines, want.lines)
		}
		if diff := difference(r, want); diff != "" {
			t.Errorf("%s in\n%s", diff, text)
		}
		checkCuts(t, r)
	}
}

// TestKeptNotes checks that unknown words are kept, and known words at places where they have no meaning.
func TestKeptNotes(t *testing.T) {
	r := read(t, head+"#: at noon\n#: post\n#: seat 7\n#: seat 7\n&here\n   1 add1\n#: At noon\n#: seats 7\n#: sign\u00e9 x\n#: draw\n&\n")
	if want := []Note{{"at", "noon"}, {"post", ""}, {"seat", "7"}, {"seat", "7"}, {"&", "here"}}; !slices.Equal(r.Notes, want) {
		t.Errorf("before the first event %q, want %q", r.Notes, want)
	}
	if want := []Note{{"At", "noon"}, {"seats", "7"}, {"signé", "x"}, {"draw", ""}, {"&", ""}}; !slices.Equal(r.Events[0].Notes, want) {
		t.Errorf("below an event %q, want %q", r.Events[0].Notes, want)
	}
	again, err := r.Rewrite(UTF8)
	if err != nil || difference(r, again) != "" {
		t.Errorf("%v, written anew\n%s", err, again.Bytes())
	}
}

// TestAppendRefusesNotes tries fields that no line can write.
func TestAppendRefusesNotes(t *testing.T) {
	r := read(t, head)
	for name, e := range map[string]Event{
		"seat too high":       {Seat: 5},
		"seat too low":        {Seat: -1},
		"party too high":      {Party: 6},
		"party too low":       {Party: -1},
		"key of two words":    {Key: "two words"},
		"key of two lines":    {Key: "key\n#: link 1 " + hexes},
		"key with a remark":   {Key: "key\n# remark"},
		"chain too short":     {Chain: Chain{Length: -1}},
		"link too low":        {Link: Link{Index: -1}},
		"unknown source":      {Source: "loaded"},
		"source of two lines": {Source: "typed\n#: sign " + Source(signature)},
		"year of five digits": {At: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)},
		"known word":          {Notes: []Note{{"seat", "2"}}},
		"known word, broken":  {Notes: []Note{{"seat", "9"}}},
		"local word":          {Notes: []Note{{"post", ""}}},
		"event as a note":     {Notes: []Note{{"do", "accept"}}},
		"throw as a note":     {Notes: []Note{{"throw", "[4]"}}},
		"no word":             {Notes: []Note{{"", "x"}}},
		"two words":           {Notes: []Note{{"a b", "x"}}},
		"a tab in the word":   {Notes: []Note{{"a\tb", "x"}}},
	} {
		e.Step = Move("add1")
		if c, err := r.Append(e); err == nil {
			t.Errorf("%s is written:\n%s", name, c.Bytes())
		}
	}
}

// TestUnknownLines checks that the words and headers of a newer hikyaku are named, each once, and bookmarks are not.
func TestUnknownLines(t *testing.T) {
	r, err := Read([]byte("#KIF version=2.0 encoding=UTF-8\n#hikyaku record " + Version + "\nゲーム：quoridor\n天気：晴れ\n場所：東京\n#: weather sunny\n手数----指手---------消費時間--\n" +
		"   1 e2\n#: mood good\n#: weather rain\n&first\n#: do dance\n#: mood bad\n#: do dance\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.UnknownLines(), []string{"weather", "mood", "dance"}; !slices.Equal(got, want) {
		t.Errorf("the unknown lines are %q: want %q", got, want)
	}
	if got, want := r.UnknownHeaders(), []string{"天気"}; !slices.Equal(got, want) {
		t.Errorf("the unknown headers are %q: want %q", got, want)
	}
}
