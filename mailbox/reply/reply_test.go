package reply_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/mailbox/reply"
)

// reader knows a few moves.
var reader = reply.Reader{Move: func(text string) (string, bool) {
	text = strings.ToLower(text)
	if !slices.Contains([]string{"e2", "e8", "７六歩", "5e-5d", "b3h"}, text) {
		return "", false
	}
	return text, true
}}

// TestReplies reads testdata/replies.txt.
func TestReplies(t *testing.T) {
	for _, c := range cases(t, "testdata/replies.txt", 45) {
		t.Run(c.name, c.check)
	}
}

// TestCorpus reads testdata/corpus.txt. At least nine in ten of its instructions without a comment must be read at once.
func TestCorpus(t *testing.T) {
	var meant, done int
	for _, c := range cases(t, "testdata/corpus.txt", 220) {
		t.Run(c.name, c.check)
		if kind, _, _ := strings.Cut(c.name, ": "); kind != "trap" && kind != "comment" {
			meant++
			if reader.Read(c.text).Wish != (reply.Wish{}) {
				done++
			}
		}
	}
	if t.Logf("%d of %d instructions read", done, meant); done*10 < meant*9 {
		t.Errorf("%d of %d instructions read, want nine in ten", done, meant)
	}
}

// example is a reply and what is read in it.
type example struct{ name, text, want string }

// cases reads a file of examples, of which there are at least so many.
func cases(t *testing.T, path string, least int) (list []example) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(data), "\n=== ")[1:] {
		name, text, _ := strings.Cut(c, "\n")
		text, want, found := strings.Cut(text, "\n--- ")
		if found {
			want = strings.TrimSpace("--- " + want)
		}
		list = append(list, example{name, text, want})
	}
	if len(list) < least {
		t.Fatalf("%d cases in %s, want %d", len(list), path, least)
	}
	return list
}

// check reads an example with line ends of either kind.
func (c example) check(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		got := summary(reader.Read(strings.ReplaceAll(c.text, "\n", end)))
		if kind, _, _ := strings.Cut(strings.TrimPrefix(got, "--- "), " "); got != c.want && "--- "+kind != c.want {
			t.Errorf("read\n%s\nwant\n%s", got, c.want)
		}
	}
}

// summary writes what was read as the cases do.
func summary(r reply.Reply) string {
	var lines []string
	w := r.Wish
	switch {
	case len(r.Maybe) == 1:
		lines = append(lines, "--- confirm "+r.Maybe[0].String())
	case len(r.Maybe) > 1:
		var list []string
		for _, w := range r.Maybe {
			list = append(list, w.String())
		}
		lines = append(lines, "--- choose "+strings.Join(list, " / "))
	case w.Move != "" && w.Draw:
		lines = append(lines, "--- move "+w.Move+" and a draw")
	case w.Move != "":
		lines = append(lines, "--- move "+w.Move)
	case w.Word != reply.None:
		lines = append(lines, strings.Join(strings.Fields("--- word "+string(w.Word)+" "+w.Days), " "))
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
	token := reply.FormatToken([]byte{0, 31, 200, 4, 5, 6, 7, 8, 9, 255})
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
	f.Add("e8\xe3\x81")
	f.Add("\xff")
	f.Fuzz(func(t *testing.T, text string) {
		r := reader.Read(text)
		for line := range strings.SplitSeq(r.Typed, "\n") {
			if strings.HasPrefix(line, ">") {
				t.Errorf("%q was not typed in %q", line, text)
			}
		}
		if _, known := reader.Move(r.Wish.Move); r.Wish.Move != "" && !known {
			t.Errorf("the move %q is read in %q", r.Wish.Move, text)
		}
	})
}

// TestSaid reads what was typed where nothing is known of instructions.
func TestSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Hello,\n\n*join Alice*\n\nBest wishes\n-- \nAlice": "join Alice|Best wishes",
		"Hi there, take 12.\nOn Monday Bob wrote:\n> list":  "take 12",
		"こんにちは。\n「応募 12」\n\n> 一覧":                           "応募 12",
		"<div dir=\"auto\">list&nbsp;</div><br/>":           "list",
		"<p>list<br>not <s>this</s>":                        "list|not <s>this</s>",
		"Thanks!":                                           "Thanks",
		"\n> all of it":                                     "",
	} {
		if got := strings.Join(reply.Said(text), "|"); got != want {
			t.Errorf("%q says %q, want %q", text, got, want)
		}
	}
}

// TestQuestionTokensSurviveMail: they are read as wholes, and begin with the token of a letter.
func TestQuestionTokensSurviveMail(t *testing.T) {
	letter, question := "k7f3q-z9m2c", reply.FormatToken([]byte("twenty bytes, random"))
	token := letter + "-" + question
	for _, text := range []string{
		token, "<hk1.ask." + token + "@example.org>", "> token: " + strings.ToUpper(token), "token:" + token + ".",
		"token:" + token[:24] + "\n> " + token[24:], "token:" + token[:18] + "=\n" + token[18:],
	} {
		if got := reply.QuestionTokens(text); !slices.Equal(got, []string{question}) {
			t.Errorf("QuestionTokens(%q) = %q, want %s", text, got, question)
		}
		if got := reply.Tokens(text); !slices.Contains(got, letter) {
			t.Errorf("Tokens(%q) = %q, want %s among them", text, got, letter)
		}
		if r := reader.Read("yes\n\ntoken: " + token); r.Typed != "yes" {
			t.Errorf("somebody typed %q", r.Typed)
		}
	}
	for _, text := range []string{"", letter, question, token[:29], strings.Replace(token, "-", "--", 1)} {
		if got := reply.QuestionTokens(text); len(got) > 0 {
			t.Errorf("QuestionTokens(%q) = %q", text, got)
		}
	}
}

// TestAnswers: a yes is plain or none, a no needs no more than the word.
func TestAnswers(t *testing.T) {
	resign := reply.Wish{Word: reply.Resign}
	for _, c := range []struct {
		text  string
		asked reply.Wish
		want  reply.Word
		words string
	}{
		{"yes", resign, reply.Yes, ""},
		{"*Yes!* :-)", resign, reply.Yes, ""},
		{"Yes, thanks for the game!", resign, reply.Yes, "thanks for the game!"},
		{"Hello Alice,\nyes - well played.\n\nBob", resign, reply.Yes, "well played.\n\nBob"},
		{"i resign", resign, reply.Yes, ""},
		{"I resign. A good game.", resign, reply.Yes, "A good game."},
		{"Yes, I resign", resign, reply.Yes, ""},
		{"Yes, I agree", resign, reply.None, ""},
		{"yes, a draw?", resign, reply.None, ""},
		{"e2", reply.Wish{Move: "e2"}, reply.Yes, ""},
		{"e2", resign, reply.None, ""},
		{"yes. e2", resign, reply.None, ""},
		{"はい", resign, reply.Yes, ""},
		{"「はい。」", resign, reply.Yes, ""},
		{"はい、ありがとうございました。", resign, reply.Yes, "ありがとうございました。"},
		{"はい、でも明日まで待ってください", resign, reply.None, ""},
		{"はい、それでお願いします！", resign, reply.Yes, ""},
		{"ええ、それで", resign, reply.Yes, ""},
		{"Yes, please do that!", resign, reply.Yes, ""},
		{"Yes, exactly.", resign, reply.Yes, ""},
		{"Ja, mach das", resign, reply.Yes, ""},
		{"Oui, c'est ça !", resign, reply.Yes, ""},
		{"Sí, eso es.", resign, reply.Yes, ""},
		{"ええ、それで迷っています", resign, reply.None, ""},
		{"Yes, but not yet", resign, reply.None, ""},
		{"Yes.\n\nWait, I have an idea.", resign, reply.None, ""},
		{"I resign, or not", resign, reply.None, ""},
		{"yesterday", resign, reply.None, ""},
		{"No!", resign, reply.Decline, ""},
		{"no", resign, reply.Decline, ""},
		{"no thanks, I play on", resign, reply.Decline, ""},
		{"No, yes, I mean no", resign, reply.Decline, ""},
		{"いいえ、まだ続けます", resign, reply.Decline, ""},
		{"nobody", resign, reply.None, ""},
		{"No. e2", resign, reply.Decline, ". e2"},
		{"", resign, reply.None, ""},
		{"", reply.Wish{}, reply.None, ""},
		{"hello", reply.Wish{}, reply.None, ""},
		{"yes", reply.Wish{}, reply.Yes, ""},
		{"no", reply.Wish{}, reply.Decline, ""},
	} {
		if got, words := reader.Answers(reader.Read(c.text), c.asked); got != c.want || words != c.words {
			t.Errorf("%q: %q with %q, want %q with %q", c.text, got, words, c.want, c.words)
		}
	}
}

// TestChoices checks that the moves which a text can mean are offered: of a piece that two can be wherever it stands, and to a square
// only beside harmless phrases.
func TestChoices(t *testing.T) {
	choices := map[string][]string{"gold 5h": {"G4i-5h", "G6i-5h"}, "4d": {"K5e-4d", "G4e-4d"}, "7d": {"P7e-7d"}}
	r := reader
	r.Choices = func(text string) []string { return choices[strings.ToLower(text)] }
	for text, want := range map[string]string{
		"Gold 5h":                        "--- choose G4i-5h / G6i-5h",
		"I wonder about gold 5h, or not": "--- choose G4i-5h / G6i-5h",
		"4d":                             "--- choose K5e-4d / G4e-4d",
		"Hello, 7d.":                     "--- confirm P7e-7d",
		"I wonder about 4d, or not":      "--- nothing in I wonder about 4d, or not",
	} {
		if got, _, _ := strings.Cut(summary(r.Read(text)), "\n"); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
