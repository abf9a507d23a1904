package courier_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

var clerk = flag.Bool("clerk", false, "read the corpora of replies")

// corpora are the files of replies with what a sensible clerk would do. Their authors knew nothing of this program; those of the first to
// thirteenth took moves beside talk for clear, which hikyaku asks about, so that clear, the number of clear moves that are played, is far
// below what they wanted. It may not become smaller; no trap may be obeyed, and nobody may meet silence. The tenth has only traps. When
// they were first read, 73, 94, 91, 85, 84 and 79 of 100 clear moves of the fourteenth to nineteenth were played, and 0 of 70, 3 of 80, and
// 1, 4, 4 and 1 of 90 traps obeyed, by a rule that played a move beside talk without known words of doubt. By today's rule it was
// 61 of 100 and none of the traps of the nineteenth and, with more phrases, 89, 75 and 79 of 100 and none of 80 of the twentieth
// to twenty-second. With words of courtesy it was 78 of 100 and 1 of 80 of the twenty-third, which took a move back below a signature;
// two of its instructions were taken for others. The twenty-fourth to twenty-seventh began with 93 of 104, 72 of 81, 79 of 85 and 69 of 85,
// and no trap. The twenty-eighth began with 81 of 85 and a trap, "Help, this is hard!", that was answered with help; the twenty-ninth,
// before that was mended, with 83 of 85 and no trap.
var corpora = []struct {
	file  string
	clear int
}{
	{"first.txt", 170}, {"second.txt", 200}, {"third.txt", 199}, {"fourth.txt", 79}, {"fifth.txt", 17}, {"seventh.txt", 160}, {"eighth.txt", 92}, {"ninth.txt", 25}, {"tenth.txt", 0}, {"eleventh.txt", 7}, {"twelfth.txt", 43}, {"thirteenth.txt", 23}, {"fourteenth.txt", 93}, {"fifteenth.txt", 95}, {"sixteenth.txt", 95}, {"seventeenth.txt", 100}, {"eighteenth.txt", 99}, {"nineteenth.txt", 95}, {"twentieth.txt", 99}, {"twentyfirst.txt", 95}, {"twentysecond.txt", 93}, {"twentythird.txt", 97}, {"twentyfourth.txt", 103}, {"twentyfifth.txt", 80}, {"twentysixth.txt", 84}, {"twentyseventh.txt", 81}, {"twentyeighth.txt", 81}, {"twentyninth.txt", 83},
}

// boards are the positions of the corpora, in which Bob is to move.
var boards = map[string]home.Invitation{
	"quoridor":   {Seat: 2, Game: all.Game("quoridor")},
	"shogi":      {Seat: 2, Game: all.Game("shogi")},
	"minishogi":  {Seat: 2, Game: all.Game("diceshogi"), Options: engine.Options{"rules": "minishogi"}},
	"goryujin":   {Seat: 2, Game: all.Game("goryujin")},
	"rengi":      {Seat: 2, Game: all.Game("rengi")},
	"slashchain": {Seat: 2, Game: all.Game("slashchain")},
}

// A case of a corpus is a reply and what should come of it.
type clerkCase struct {
	id, board, lang, kind string
	fields                []string // of the header
	lines                 []string
	want                  []string // any of them
}

var clerkCases = regexp.MustCompile(`(?m)^=== (.+)\n((?s:.*?))\n--- (.*)$`)

func readCorpus(t *testing.T, file string) (list []clerkCase) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../mailbox/reply/testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for _, groups := range clerkCases.FindAllStringSubmatch(string(data), -1) {
		head := strings.Split(groups[1], "|")
		for i := range head {
			head[i] = strings.TrimSpace(head[i])
		}
		if len(head) < 4 || boards[head[1]].Game == nil {
			t.Fatalf("%s: no case begins with %q", file, groups[1])
		}
		c := clerkCase{id: head[0], board: head[1], lang: head[2], kind: head[3], lines: strings.Split(groups[2], "\n")}
		for len(c.lines) > 0 && strings.HasPrefix(c.lines[0], "@ ") {
			c.fields, c.lines = append(c.fields, c.lines[0][2:]), c.lines[1:]
		}
		for want := range strings.SplitSeq(groups[3], "|") {
			c.want = append(c.want, strings.TrimSpace(want))
		}
		list = append(list, c)
	}
	return list
}

var quoteLine = regexp.MustCompile(`^%quote "(.*)"$`)

// text is the reply to a message with this text.
func (c clerkCase) text(answered string) string {
	lines := slices.Clone(c.lines)
	for i, line := range lines {
		if groups := quoteLine.FindStringSubmatch(line); groups != nil {
			prefix := strings.ReplaceAll(groups[1], `\t`, "\t")
			lines[i] = prefix + strings.ReplaceAll(strings.TrimRight(answered, "\n"), "\n", "\n"+prefix)
		}
	}
	return strings.Join(lines, "\n")
}

var asking = regexp.MustCompile(`^the player was asked to confirm: (.*)$|^the player was asked which one was meant: (.*)$`)

// outcome is what comes of the reply, in the words of the corpora.
func (c clerkCase) outcome(t *testing.T) (outcome string, start engine.Position) {
	invitation := boards[c.board]
	tb, alice := one(bobWrites(t, invitation))
	before, letters := tb.open(alice), len(tb.boxes["bob@example.net"])
	turn := tb.last()
	l := tb.mailFrom("bob@example.net", "Re: "+turn.Subject, c.text(turn.Text), turn.MessageID)
	fields := ""
	for _, field := range c.fields {
		fields += field + "\r\n"
	}
	raw, err := l.Bytes()
	tb.must(err)
	if kind := slices.IndexFunc(c.fields, func(f string) bool { return strings.HasPrefix(f, "Content-Type:") }); kind >= 0 {
		raw = regexp.MustCompile(`(?m)^Content-Type:.*\r?\n(?:[ \t].*\r?\n)*`).ReplaceAll(raw, nil)
	}
	tb.drop(alice.Me.Address, append([]byte(fields), raw...))
	r := tb.report(alice)
	start = before.Last()
	after, answered := tb.open(alice), len(tb.boxes["bob@example.net"]) > letters
	for _, e := range after.Record.Events[len(before.Record.Events):] {
		switch step := e.Step.(type) {
		case kif.Move:
			draw := ""
			if _, offers := after.Record.Events[len(after.Record.Events)-1].Step.(kif.DrawOffer); offers {
				draw = " +draw"
			}
			return "play " + string(step) + draw, start
		case kif.Say:
		default:
			return fmt.Sprintf("do %T", step), start
		}
	}
	reason := r.Reason.En
	if groups := asking.FindStringSubmatch(reason); groups != nil {
		if groups[1] == "resign" && c.kind == "instruction" {
			return "do resign", start // it is asked back in any case
		}
		if groups[1] != "" {
			return "confirm " + groups[1], start
		}
		return "choose " + strings.ReplaceAll(groups[2], ", ", " "), start
	}
	for part, word := range map[string]string{"asked for show": "board", "asked for history": "moves", "asked for legal": "legal", "asked for rules": "rules", "asked for help": "help",
		"it is your turn, so the offer goes with your move: reply with the": "draw", "there is nothing to take back": "undo", "the match is not paused": "resume", "no clock to stop": "pause", "there is no offer to accept": "accept", "to decline an offer, just move": "decline"} {
		if strings.Contains(reason, part) {
			return "do " + word, start
		}
	}
	switch {
	case len(after.Record.Events) > len(before.Record.Events):
		return "words", start
	case r.Verdict == courier.Silent || r.Verdict == "":
		return "nothing", start
	case r.Verdict == courier.Stopped:
		return "do stop", start
	case !answered:
		return "silence: " + reason, start
	}
	return "asked: " + reason, start
}

// right reports whether an outcome is as wanted.
func (c clerkCase) right(outcome string, start engine.Position) bool {
	canonical := func(text string) (words []string) {
		for _, word := range strings.Fields(text) {
			if move, err := start.Parse(word); err == nil {
				word = string(move)
			}
			words = append(words, word)
		}
		return words
	}
	for _, want := range c.want {
		if want = strings.ReplaceAll(want, "+ draw", "+draw"); want == "pass" { // on to the other player
			want = "words"
		}
		words := canonical(want)
		if want == "choose" && strings.HasPrefix(outcome, "choose ") {
			return true
		}
		if got := canonical(outcome); slices.Equal(got, words) || len(got) > 1 && got[0] == "choose" && sameSet(got, words) {
			return true
		}
	}
	return false
}

func sameSet(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// TestClerk reads the corpora by mail, as Bob would write with nothing but a mail program.
func TestClerk(t *testing.T) {
	if !*clerk {
		t.Log("-clerk is not given")
		return
	}
	for _, corpus := range corpora {
		t.Run(corpus.file, func(t *testing.T) {
			cases, right, obeyed, silent := map[string]int{}, map[string]int{}, 0, 0
			for _, c := range readCorpus(t, corpus.file) {
				got, start := c.outcome(t)
				cases[c.kind]++
				switch {
				case c.right(got, start):
					right[c.kind]++
				case strings.HasPrefix(got, "play ") || strings.HasPrefix(got, "do "):
					t.Logf("%s (%s): %s, want %s", c.id, c.kind, got, strings.Join(c.want, " | "))
					obeyed++
				case strings.HasPrefix(got, "silence") && c.kind != "auto":
					t.Logf("%s (%s): %s, want %s", c.id, c.kind, got, strings.Join(c.want, " | "))
					silent++
				default:
					t.Logf("%s (%s): %s, want %s", c.id, c.kind, got, strings.Join(c.want, " | "))
				}
			}
			t.Logf("cases %v, right %v, obeyed %d, silent %d", cases, right, obeyed, silent)
			if obeyed+silent > 0 || right["clear"] < corpus.clear {
				t.Errorf("%d traps obeyed, %d replies met by silence, %d clear moves played: want none, none and at least %d", obeyed, silent, right["clear"], corpus.clear)
			}
		})
	}
}
