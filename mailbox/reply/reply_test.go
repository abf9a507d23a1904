package reply_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/mailbox/reply"
)

func reads(text string) bool { return slices.Contains([]string{"e2", "e8", "７六歩"}, text) }

// TestReplies reads testdata/replies.txt, with line ends of either kind.
func TestReplies(t *testing.T) {
	data, err := os.ReadFile("testdata/replies.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(data), "\n=== ")[1:]
	if len(cases) < 45 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		name, text, _ := strings.Cut(c, "\n")
		text, want, _ := strings.Cut(text, "\n--- ")
		t.Run(name, func(t *testing.T) {
			want := strings.TrimSpace("--- " + want)
			if want == "---" {
				want = ""
			}
			for _, end := range []string{"\n", "\r\n"} {
				if got := summary(reply.Read(strings.ReplaceAll(text, "\n", end))); got != want {
					t.Errorf("read\n%s\nwant\n%s", got, want)
				}
			}
		})
	}
}

// summary writes what was read as the cases do.
func summary(r reply.Reply) string {
	var lines []string
	moves, rest := r.Moves(reads)
	switch {
	case len(moves) == 1:
		lines = append(lines, "--- move "+moves[0])
	case len(moves) > 1:
		lines = append(lines, "--- moves "+strings.Join(moves, " "))
	}
	if r.Word != reply.None {
		lines = append(lines, "--- word "+string(r.Word))
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if line != "" {
			lines = append(lines, "--- rest "+line)
		}
	}
	return strings.Join(lines, "\n")
}

func TestTokensSurviveMail(t *testing.T) {
	token := reply.FormatToken([10]byte{0, 31, 200, 4, 5, 6, 7, 8, 9, 255})
	for _, text := range []string{
		token, "[hikyaku 7c1f29ab " + token + "] Quoridor", "> token: " + strings.ToUpper(token), "token:" + token + ".",
		"token: " + token[:6] + "\n> " + token[6:], "token: " + token[:6] + "=\n" + token[6:], "to\u00adken: " + token[:3] + "\u00ad" + token[3:],
	} {
		if got := reply.Tokens("Re: other-words", text); !slices.Contains(got, token) {
			t.Errorf("Tokens(%q) = %q, want %s among them", text, got, token)
		}
	}
	if got := reply.Tokens(strings.Repeat("aaaaa-bbbbb ", 1000), "", "x"+token); len(got) > 50 || slices.Contains(got, token) {
		t.Errorf("%d tokens", len(got))
	}
}

func FuzzRead(f *testing.F) {
	f.Add("e8\n> e2\n-- \nBob")
	f.Add("On Fri, Alice <a@b> wrote:\n> e2\n\ne8")
	f.Fuzz(func(t *testing.T, text string) {
		r := reply.Read(text)
		for _, line := range r.Lines {
			if !strings.Contains(text, line) || strings.HasPrefix(line, ">") {
				t.Errorf("%q was not typed in %q", line, text)
			}
		}
	})
}
