package bot

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// TestWishes reads what people write who want a match.
func TestWishes(t *testing.T) {
	for text, want := range map[string]string{
		"quoridor":          "Quoridor 5",
		"Quoridor, level 7": "Quoridor 7",
		"I'd like a game of Quoridor (Level: 10)": "Quoridor 10",
		"quoridor 3":              "Quoridor 3",
		"quoridor with 4 players": "Quoridor 5",
		"four-player Quoridor":    "Quoridor 5", // it is a game for two as well
		"コリドール":                   "Quoridor 5",
		"コリドールのレベル２でお願いします": "Quoridor 2",
		"minishogi level 3":               "Minishogi 3",
		"5五将棋 レベル3":                       "Minishogi 3",
		"５五将棋　レベル三":                       "Minishogi 3",
		"将棋 3":                            "Shogi 3",
		"Shogi?":                          "Shogi 5",
		"SHOGI LV 99":                     "Shogi 10",
		"shogi level 0":                   "Shogi 1",
		"dice shogi level 4":              "dice shogi 4",
		"HYPERサイコロ将棋を強さ8で":                "Hyper dice shogi 8",
		"hyper lv9":                       "Hyper dice shogi 9",
		"renju level 6":                   "slashchain rule=renju 6",
		"五竜陣":                             "Goryujin 5",
		"level 3":                         "",
		"I have ten minutes and two dice": "",
		"hello":                           "",
		"minishogin":                      "",
		"":                                "",
	} {
		got := ""
		if w, ok := wishIn(all.Games, text); ok {
			got = fmt.Sprint(w.game.Called(w.options).En, " ", w.level)
			if w.options["rule"] == "renju" {
				got = fmt.Sprint(w.game.Called(w.options).En, " rule=renju ", w.level)
			}
			if got == "Dice shogi 4" {
				got = "dice shogi 4"
			}
		}
		if got != want {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}

// TestLinesThatCount wants the subject, and the first line behind a greeting.
func TestLinesThatCount(t *testing.T) {
	for _, c := range []struct {
		subject, text, want string
	}{
		{"Quoridor level 3", "", "Quoridor 3"},
		{"A game?", "Dear program,\n\nquoridor, please.\nLevel 4 would be nice.", "Quoridor 5"},
		{"quoridor", "Level 4, please.", "Quoridor 4"},
		{"Hello", "How are you?\nI am well.\nI do not like quoridor.", ""},
		{"Re: Quoridor: Bot – Bob [7c1f29ab]", "Who are you?", ""},
		{"Re: Your letter", "What is this?\n\n> write quoridor level 3", ""},
	} {
		got := ""
		if w, ok := wishIn(all.Games, lines(&mailbox.Letter{Subject: c.subject, Text: c.text})...); ok {
			got = fmt.Sprint(w.game.Called(w.options).En, " ", w.level)
		}
		if got != c.want {
			t.Errorf("%q, %q asks for %q, want %q", c.subject, c.text, got, c.want)
		}
	}
}

func TestNamesOfStrangers(t *testing.T) {
	for name, want := range map[string]string{
		"Taro": "Taro", "  Taro   Yamada ": "Taro Yamada", "山田太郎": "山田太郎", "Buy at http://evil.example": "", "www.evil.example": "",
		"a\u202eb": "", "A <a@b.example>": "", "A very long name that says much more than a name should say": "",
	} {
		if got := nameOf(mailbox.Address{Name: name, Addr: "taro@example.org"}); got != want {
			t.Errorf("%q plays as %q, want %q", name, got, want)
		}
	}
}

// TestGamesCanBeTapped wants each game of an answer as a link to a message that asks for it.
func TestGamesCanBeTapped(t *testing.T) {
	for lang, want := range map[string]string{"en": "Dice shogi", "ja": "サイコロ将棋"} {
		n := note{Lang: lang, Text: i18n.Paragraphs(i18n.T("bot.nothing"), how(all.Games)).In(lang)}
		l := n.letter(kif.Seat{Name: "Bot", Address: "bot@example.org"})
		found := regexp.MustCompile(`href="mailto:bot@example.org\?subject=([^&]*)&amp;body="[^>]*>([^<]*)</a>`).FindAllStringSubmatch(l.HTML, -1)
		if len(found) != len(titles(all.Games)) || !strings.Contains(l.Text, "\n* "+want+"\n") {
			t.Errorf("%d links in\n%s\n%s", len(found), l.HTML, l.Text)
		}
		for _, link := range found {
			subject, err := url.QueryUnescape(link[1])
			w, ok := wishIn(all.Games, subject)
			if title := w.game.Called(w.options).In(lang); err != nil || !ok || title != link[2] {
				t.Errorf("the link %s asks for %s", link[2], title)
			}
		}
	}
}

// TestRequestsAge checks that a request counts towards the limits for less than a day, and in any case of letters.
func TestRequestsAge(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s := &state{Requests: []request{
		{From: "taro@example.org", At: now.Add(-day + 1)}, {From: "taro@example.org", At: now.Add(-day)}, {From: "hanako@example.org", At: now},
	}}
	if ofOne, ofAll := s.requests("Taro@example.org", now); ofOne != 1 || ofAll != 2 {
		t.Errorf("of the last day are %d requests of one address and %d in all, want 1 and 2", ofOne, ofAll)
	}
}
