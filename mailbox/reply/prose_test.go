package reply_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"hikyaku/mailbox/reply"
)

// A language is what prose about a match is made of. A sentence is a head, a word of command and a tail, of which the head
// or the tail may be missing.
type language struct {
	heads, words, tails []string
	stops               []string
	blank               string
}

var english = language{
	heads: []string{
		"I have looked at it all evening and still do not know whether I should", "my brother leaned over the board and told me to",
		"it is much too early to", "nobody in our club would ever", "in your last letter you asked me to", "if the wall on the left falls I will",
		"please do not", "she only said", "so he laughed and wrote one thing on the card:", "as far as I can see the letter asks me to",
		"there is no need to", "I dreamt that I had to", "don't", "we never", "you could", "my answer may be",
	},
	words: []string{
		"resign", "I resign", "draw", "accept", "I accept", "agree", "I agree", "decline", "undo", "take back", "pause", "resume", "claim", "time",
		"yes", "no", "help", "show", "board", "rules", "history", "moves", "away 2026-12-20", "stop", "unsubscribe", "resign 7c1f", "e2", "e8", "b3h", "5e-5d", `"resign"`, "*e2*",
	},
	tails: []string{
		"before the weekend is over", "because your wall on the left is so strong", "or whether I should play on for a while",
		"is what the old master would have said here", "when the children are asleep and I can think", "and then see what my sister makes of it",
		"would be the end of a long and pleasant evening", "as soon as I find the other letter", "not today", "unless you insist", "some day",
	},
	stops: []string{".", ".", "!", "?", "...", ""},
	blank: " ",
}

var japanese = language{
	heads: []string{
		"昨夜からずっと盤面を見ていますが、まだ", "先生がおっしゃるには、この局面では", "家族に相談したところ、", "もし左の壁が破られたら",
		"前のお手紙にあった", "どうしても", "まさかここで", "正直に申しますと", "友人の口ぐせは",
	},
	words: []string{"投了", "投了します", "引き分け", "承諾", "同意", "辞退", "待った", "中断", "再開", "時間切れ", "盤面", "ルール", "棋譜", "はい", "いいえ", "ありません", "参りました", "停止", "配信停止", "７六歩", "「投了」"},
	tails: []string{
		"するつもりはないので、もう少し待ってください", "と書くべきかどうか迷っています", "という言葉がどうしても頭から離れません",
		"と言うのはまだ早いと思っております", "のことは週末にゆっくり考えるつもりです", "などと言われても困ります",
	},
	stops: []string{"。", "。", "！", "？", "…", ""},
}

// prose is some paragraphs in which no word of command stands alone.
func (l language) prose(r *rand.Rand) (paragraphs []string) {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for range 1 + r.IntN(3) {
		var sentences []string
		for range 1 + r.IntN(5) {
			parts := []string{pick(l.heads), pick(l.words), pick(l.tails)}
			switch r.IntN(4) {
			case 0:
				parts = parts[1:]
			case 1:
				parts = parts[:2]
			}
			sentences = append(sentences, capital(strings.Join(parts, l.blank))+pick(l.stops))
		}
		paragraphs = append(paragraphs, strings.Join(sentences, l.blank))
	}
	return paragraphs
}

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// hard breaks a text into lines of at most so many columns, where a character of Japanese takes two.
func (l language) hard(text string, width int) string {
	var lines []string
	line, column := "", 0
	for _, word := range strings.Split(text, l.blank) {
		size := 0
		for _, c := range word {
			if size++; c >= 0x2e80 {
				size++
			}
		}
		if line != "" && column+len(l.blank)+size > width && !strings.Contains("。、！？…」", word) {
			lines = append(lines, line)
			line, column = "", 0
		}
		if line != "" {
			line += l.blank
			column += len(l.blank)
		}
		line += word
		column += size
	}
	return strings.Join(append(lines, line), "\n")
}

// checkProse reads the prose of a seed as one line a paragraph and wrapped at some widths: nothing asks for anything.
func checkProse(t *testing.T, seed uint64, widths ...int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	for _, l := range []language{english, japanese} {
		paragraphs := l.prose(r)
		checkNothing(t, paragraphs)
		for _, width := range widths {
			lines := make([]string, len(paragraphs))
			for i, p := range paragraphs {
				lines[i] = l.hard(p, width)
			}
			checkNothing(t, lines)
		}
	}
}

func checkNothing(t *testing.T, paragraphs []string) {
	t.Helper()
	text := strings.Join(paragraphs, "\n\n")
	if got := reader.Read(text); got.Wish != (reply.Wish{}) {
		t.Fatalf("%+v is read in\n%s", got.Wish, text)
	}
}

// TestProse holds that prose about a match is no instruction, at whatever width mail wraps it. FuzzProse reads other prose.
func TestProse(t *testing.T) {
	for seed := range 21 {
		checkProse(t, uint64(seed), 60+seed)
	}
}

func FuzzProse(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		for width := 60; width <= 80; width++ {
			checkProse(t, seed, width)
		}
	})
}
