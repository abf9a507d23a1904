package courier_test

import (
	"bytes"
	"encoding/base64"
	"flag"
	"io"
	"maps"
	"mime/quotedprintable"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
)

var spamAssassin = flag.Bool("spamassassin", false, "let SpamAssassin score every kind of letter")

// look is how the messages of all players are written, and in which language.
var look struct {
	lang    string
	picture bool
}

// everyKind plays stories in which every kind of message is sent, and returns the messages of the program, by story.
func everyKind(t *testing.T, lang string) map[string][][]byte {
	t.Helper()
	look.lang, look.picture = lang, true
	defer func() { look.lang, look.picture = "", false }()
	letters := map[string][][]byte{}
	keep := func(story string, tb *table) {
		for _, box := range tb.boxes {
			for _, raw := range box {
				if bytes.Contains(raw[:min(len(raw), 4000)], []byte("(hikyaku)")) && !bytes.Contains(raw, []byte("Message-Id: <rr")) {
					letters[story] = append(letters[story], raw)
				}
			}
		}
	}
	for _, g := range all.Games {
		tb := sitAt(t, 2, home.Invitation{Game: g, Seat: 1})
		(&freezer{T: t}).mail(tb, 2)
		_, err := tb.players[0].Resign(tb.players[0].copy(), 0, true)
		tb.must(err)
		tb.send(tb.players[0])
		keep(g.Name, tb)
	}
	tb, alice := one(bobWrites(t, quoridor(1)))
	tb.play(alice, "e2")
	for _, typed := range []string{"e5", "help", "show", "Hello!", "e8", "draw?", "resign", "yes"} {
		tb.reply(typed)
		tb.poll(alice)
	}
	keep("mail program", tb)
	tb = officiated(t, umpired("quoridor", 0, nil), 2)
	tb.goOn(2, 2)
	keep("umpire", tb)
	tb = watched(t, quoridor(1))
	says(tb, tb.players[0], "e2", "Good evening!")
	keep("observer", tb)
	tb, end := running(t, 3*time.Hour)
	tb.reminds(tb.players[0], end, time.Hour, 1)
	keep("reminder", tb)
	tb = sit(t, 2)
	tb.play(tb.players[0], "e2")
	tb.poll(tb.players[1])
	tb.players[1].Digest = daily()
	tb.digests(tb.players[1], 21, 7, 0, 1)
	keep("digest", tb)
	tb, puzzler, reader := puzzled(t)
	puzzler.Puzzles = all.Games
	_, err := puzzler.Courier.SendPuzzle(t.Context(), []puzzle.Puzzle{{
		Game: "quoridor", Options: engine.Options{"players": "2"}, Position: "a3d4e6 / h8 / d8 d3 / 9 7 / 1", Seat: 1, Best: []engine.Move{"d9"}, Score: 1,
	}}, readersOf(reader))
	tb.must(err)
	keep("puzzle", tb)
	return letters
}

// TestNoSpam checks that no message looks like spam. SpamAssassin counts up to 3200 characters of HTML beside a picture
// against a message, with two points of the five that make spam.
func TestNoSpam(t *testing.T) {
	var mbox bytes.Buffer
	letters := 0
	languages := []string{"ja"} // its messages are the shortest
	if *spamAssassin {
		languages = i18n.Languages
	}
	for _, lang := range languages {
		for story, list := range everyKind(t, lang) {
			for _, raw := range list {
				l, err := mailbox.Read(raw)
				if err != nil {
					t.Fatal(err)
				}
				html := strings.ReplaceAll(htmlOf(t, raw), "\r\n", "\n")
				if n := utf8.RuneCountInString(html); strings.Contains(html, "<img") && n <= 3200 {
					t.Errorf("%s, %s: %d characters of HTML in %q, want more than 3200: a message ends with the summary of the game, which may be longer", lang, story, n, firstLine(l.Text))
				}
				mbox.WriteString("From hikyaku Fri Nov 20 19:30:00 2026\nX-Kind: " + lang + ", " + story + "\n")
				mbox.Write(fromLine.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte(">$1")))
				mbox.WriteString("\n")
				letters++
			}
		}
	}
	if *spamAssassin {
		scored(t, letters, &mbox)
	}
}

var (
	fromLine = regexp.MustCompile(`(?m)^(>*From )`)
	verdict  = regexp.MustCompile(`X-Spam-Status: \w+, score=(-?[0-9.]+) required=5.0\s+tests=([A-Z0-9_,\s]+?)\s+autolearn[\s\S]*?\nX-Kind: (.*)`)
)

// scored prints the highest score of each kind of message in a mailbox, and fails from 1.0.
func scored(t *testing.T, letters int, mbox *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command("spamassassin", "-L", "-t", "--mbox")
	cmd.Stdin = mbox
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("spamassassin: %v", err)
	}
	found := verdict.FindAllSubmatch(out, -1)
	if len(found) != letters {
		t.Fatalf("%d verdicts on %d letters", len(found), letters)
	}
	worst := map[string]float64{}
	for _, v := range found {
		score, err := strconv.ParseFloat(string(v[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		kind := string(v[3])
		if score >= 1 {
			t.Errorf("%s: %.1f by %s", kind, score, strings.Join(strings.Fields(string(v[2])), ""))
		}
		worst[kind] = max(worst[kind], score)
	}
	for _, kind := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%4.1f %s", worst[kind], kind)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// htmlOf returns the HTML of a message, or "".
func htmlOf(t *testing.T, raw []byte) string {
	t.Helper()
	_, part, found := bytes.Cut(raw, []byte("Content-Type: text/html"))
	if !found {
		return ""
	}
	head, body, _ := bytes.Cut(part, []byte("\r\n\r\n"))
	body, _, _ = bytes.Cut(body, []byte("\r\n--"))
	var decoded io.Reader = quotedprintable.NewReader(bytes.NewReader(body))
	if bytes.Contains(head, []byte("base64")) {
		decoded = base64.NewDecoder(base64.StdEncoding, bytes.NewReader(body))
	}
	text, err := io.ReadAll(decoded)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
