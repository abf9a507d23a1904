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
				if got := summary(reply.Read(strings.ReplaceAll(text, "\n", end), reads)); got != want {
					t.Errorf("read\n%s\nwant\n%s", got, want)
				}
			}
		})
	}
}

// summary writes what was read as the cases do.
func summary(r reply.Reply) string {
	var lines []string
	w := r.Wish
	switch {
	case r.Doubt:
		lines = append(lines, "--- doubt "+strings.Join(r.Found, " / "))
	case w == reply.Wish{} && len(r.Found) > 1:
		lines = append(lines, "--- several "+strings.Join(r.Found, " / "))
	case w.Move != "" && w.Draw:
		lines = append(lines, "--- move "+w.Move+" and a draw")
	case w.Move != "":
		lines = append(lines, "--- move "+w.Move)
	case w.Word != reply.None:
		lines = append(lines, strings.Join(strings.Fields("--- word "+string(w.Word)+" "+w.Days+" "+w.Code), " "))
	}
	if len(lines) == 0 && r.Typed != "" {
		lines = append(lines, "--- nothing in "+strings.ReplaceAll(r.Typed, "\n", " / "))
	}
	for line := range strings.SplitSeq(r.Comment, "\n") {
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
		r := reply.Read(text, reads)
		for line := range strings.SplitSeq(r.Typed, "\n") {
			if strings.HasPrefix(line, ">") {
				t.Errorf("%q was not typed in %q", line, text)
			}
		}
		if r.Wish.Move != "" && !reads(r.Wish.Move) {
			t.Errorf("the move %q is read in %q", r.Wish.Move, text)
		}
	})
}
