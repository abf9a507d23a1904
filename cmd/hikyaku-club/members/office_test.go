package members_test

import (
	"flag"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/mailbox"
)

var update = flag.Bool("update", false, "write the letters of testdata anew")

const (
	alice = "alice@example.com"
	bob   = "bob@example.net"
	carol = "carol@example.org"
	dave  = "dave@example.com"
)

// hall is a club with an office.
type hall struct {
	*clubtest.Hall
	office *members.Office
}

func newHall(t *testing.T, b db.DB) *hall {
	h := &hall{Hall: clubtest.New(t, b)}
	h.office = &members.Office{Club: h.Club, Limits: members.UsualLimits}
	h.Club.Stranger, h.Club.Beside, h.Club.Changed = h.office.Take, h.office.Beside, events.Changed
	return h
}

// tasks does what the tasks of the office do without a letter.
func (h *hall) tasks() {
	h.Helper()
	for _, task := range h.office.Tasks() {
		for _, key := range []string{"", alice, bob, carol} {
			if key == "" || task.Name == members.DigestTask {
				dbtest.Must(h, task.Alone(h.Context(), key))
			}
		}
	}
	h.Run()
}

// joins makes people members, in English.
func (h *hall) joins(addresses ...string) {
	h.Helper()
	for _, a := range addresses {
		name, _, _ := strings.Cut(a, "@")
		h.Writes(a, "Hello", "join "+strings.ToUpper(name[:1])+name[1:])
		h.Replies(a, "yes")
		h.says(a, "Welcome")
	}
}

// says checks that the newest message to an address contains a text.
func (h *hall) says(to string, parts ...string) {
	h.Helper()
	for _, part := range parts {
		if last := h.Last(to).Text; !strings.Contains(strings.Join(strings.Fields(last), " "), part) {
			h.Errorf("the letter to %s does not say %q:\n%s", to, part, last)
		}
	}
}

// count counts the rows of a query.
func (h *hall) count(query string) (n int) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		_, err := db.One(d, query, nil, &n)
		return err
	}))
	return n
}

// wants checks that a query returns a count.
func (h *hall) wants(n int, query string) {
	h.Helper()
	if got := h.count(query); got != n {
		h.Errorf("%d, want %d: %s", got, n, query)
	}
}

// each runs a test with a club on both databases.
func each(t *testing.T, test func(h *hall)) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) { test(newHall(t, open(db.Options{}))) })
}

// TestSeekAndTake lets two people find each other and play.
func TestSeekAndTake(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.Replies(alice, "seek quoridor 3d rated")
		h.says(alice, "number 1 in the list")
		h.Replies(alice, "take 1")
		h.says(alice, "Number 1 is your own")
		h.Replies(bob, "list")
		h.says(bob, "1: Quoridor, 3 days per move, rated. Alice, until Monday 16 November")
		h.Replies(bob, "take 1")
		said := h.Box(bob)[len(h.Box(bob))-2:]
		if !slices.ContainsFunc(said, func(l *mailbox.Letter) bool {
			return strings.HasPrefix(l.Text, "The match with Alice starts: Quoridor")
		}) {
			t.Errorf("Bob is not told that the match begins: %q", h.Last(bob).Text)
		}
		if text := h.board(bob).Text; !strings.Contains(text, "Your match begins.") {
			h.Errorf("the first letter of the match says\n%s", text)
		}
		h.wants(1, `select count(*) from match where state = 'open' and rated = 1`)
		h.wants(1, `select count(*) from seek where state = 'taken'`)
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			files, err := db.Texts(d, `select file from match`)
			dbtest.Must(h, err)
			m, err := d.Shelf.Open(game.Folder + "/" + files[0])
			if err == nil && !m.Roster.Tossed {
				h.Error("no lots are drawn for who begins")
			}
			return err
		}))
		h.Writes(bob, "take 1", "")
		h.Replies(bob, "yes")
		h.says(bob, "Number 1 is no longer open")
		h.wants(1, `select count(*) from match`)
		for _, a := range []string{alice, bob} {
			for _, l := range h.Box(a) {
				for _, other := range []string{alice, bob} {
					if other != a && strings.Contains(l.Text+l.Subject+l.MessageID+l.From.Name, other) && !strings.Contains(l.MessageID, "<hk1.") {
						t.Errorf("a letter to %s shows the address of %s", a, other)
					}
				}
			}
		}
	})
}

// said are what people write in the golden files, in both languages. "Name: text" replies to the newest letter of the club, "Name> text"
// is a letter of its own, "-> 48h" lets time go by.
var said = map[string]string{
	"en": `
Alice> Hello, what is this?
Alice: join Chess Café
Alice: join Alice
Alice: yes
Alice: join Alice
Bob> join alice
Bob: join Bob with hikyaku
Bob: join Bob
Bob: yes
Carol> join Carol
Carol: yes
Dave> join Dave
Dave: yes
Eve> list
Alice: help
Alice: What is the weather like?
Alice: seek quoridor 3d / list / challenge Bob shogi 3d / Thank you!
Alice:
Alice: list
Alice: challenge Bob shogi 3d
Bob: digest daily
-> 24h
Bob: decline
Bob: stop
Alice: seek
Alice: seek quoridor 3d purple
Alice: seek quoridor 3d rated
Alice: seek quoridor for four, 5 days
Alice: seek shogi 30d+1d engines
Alice: take 2
Bob: list
Bob: take 7
Bob: take 3
Bob: take 3
Carol: take 3
Dave: list
Dave: take 3
Bob: take 2
Carol> withdraw 4
Carol: yes
Alice: withdraw 4
Alice: challenge Nobody shogi 3d
Alice: challenge Alice shogi 3d
Alice: challenge Bob
Alice: challenge Carol shogi 3d
Carol: accept
Alice: challenge Dave rengi 7d
Alice: seek goryujin
-> 360h
Carol: pause
Carol: pause 2026-12-20
Carol: pause 2026-12-20..2027-01-05
-> 800h
Alice: challenge Carol shogi 3d
Carol: seek shogi 3d
Carol: back
Carol: back
Alice: standings
Alice: standings quoridor
Alice: history
Alice: history Bob
Alice: history Carol
Alice: ladder
Alice: ladder shogi
Bob: join ladder quoridor
Carol: join ladder quoridor
Alice: join ladder quoridor
Alice: climb Bob quoridor
Bob: accept
Alice: climb Carol quoridor
Alice: ladder
Alice: events
Alice: enter Winter cup
Alice: withdraw Winter cup
Alice: digest
Alice: digest weekly
Alice: digest off
Alice: with hikyaku
Alice: without hikyaku
Alice: language
Alice: language en
Eve: join
Eve: join eve@example.com
Eve: join A name that is much longer than thirty
Eve: seek quoridor 3d
Eve: yes
Alice: standings purple
Alice: take
Alice: accept
Alice: challenge
Alice: climb Bob
Alice: join ladder
Alice: enter
Alice: withdraw
Alice: language
Alice: pause 2026-02-01
Alice: challenge Bob quoridor 3d for four
Alice: seek quoridor 3d third-pawn=diagonal
Alice: seek slashchain 12h
Alice: seek minishogi 7d
Alice: seek kou rengi 7d
Alice: seek dice shogi 7d
Alice: seek goryujin 7d
Alice: list
Bob: list
Dave: leave
Alice: challenge Dave shogi 3d
Alice: language ja`,
	"ja": `
Alice> はじめまして。こちらは何のクラブですか。
Alice: 入会 Chess Café
Alice: 入会 アリス
Alice: はい
Alice: 入会 アリス
Bob> 入会 アリス
Bob: 入会 太郎 hikyakuで
Bob: 入会 太郎
Bob: はい
Carol> 入会 花子
Carol: はい
Dave> 入会 次郎
Dave: はい
Eve> 一覧
Alice: 使い方
Alice: 今日はいいお天気ですね
Alice: コリドール 3日で募集します / 一覧 / よろしくお願いします
Alice: 一覧
Alice: 挑戦 太郎 将棋 3日
Bob: まとめ 毎日
-> 24h
Bob: 辞退します
Bob: まとめ なし
Alice: 募集
Alice: 募集 コリドール 3日 紫
Alice: 募集 コリドール 3日 レーティング対局
Alice: 募集 コリドール 5日 4人
Alice: 募集 将棋 30日+1日 ソフト可
Alice: 応募 2
Bob: 一覧
Bob: 応募 7
Bob: 応募 3
Bob: 応募 3
Carol: 応募 3
Dave: 一覧
Dave: 応募 3
Bob: 応募 2
Carol> 取り下げ 4
Carol: はい
Alice: 取り下げ 4
Alice: 挑戦 名無し 将棋 3日
Alice: 挑戦 アリス 将棋 3日
Alice: 挑戦 太郎
Alice: 花子さんに将棋3日で挑戦します
Carol: 承諾します
Alice: 挑戦 次郎 連棋 7日
Alice: 募集 五竜陣
-> 360h
Carol: 休会
Carol: 休会 12/20〜1/5
-> 800h
Alice: 挑戦 花子 将棋 3日
Carol: 募集 将棋 3日
Carol: 復帰
Carol: 復帰
Alice: 順位
Alice: 順位 コリドール
Alice: 戦績
Alice: 戦績 太郎
Alice: 戦績 花子
Alice: 番付
Alice: 番付 将棋
Bob: 番付参加 コリドール
Carol: 番付参加 コリドール
Alice: 番付参加 コリドール
Alice: 番付挑戦 太郎 コリドール
Bob: 承諾
Alice: 番付挑戦 花子 コリドール
Alice: 番付
Alice: 大会
Alice: 参加 Winter cup
Alice: 取り下げ Winter cup
Alice: まとめ
Alice: まとめ 毎週
Alice: まとめ なし
Alice: hikyakuで
Alice: hikyakuなし
Alice: 言語
Alice: 言語 日本語
Eve: 入会
Eve: 入会 eve@example.com
Eve: 入会 とても長くて三十文字を超えてしまう名前を書いた人がどうなるかを見ます
Eve: 募集 コリドール 3日
Eve: はい
Alice: 順位 紫
Alice: 応募
Alice: 承諾
Alice: 挑戦
Alice: 番付挑戦 太郎
Alice: 番付参加
Alice: 参加
Alice: 取り下げ
Alice: 言語
Alice: 休会 2026-02-01
Alice: 挑戦 太郎 コリドール 3日 4人
Alice: 募集 コリドール 3日 third-pawn=diagonal
Alice: 募集 四倍速五目並べ 12時間
Alice: 募集 5五将棋 7日
Alice: 募集 公連棋 7日
Alice: 募集 サイコロ将棋 7日
Alice: 募集 五竜陣 7日
Alice: 一覧
Bob: 一覧
Dave: 退会します
Alice: 挑戦 次郎 将棋 3日
Alice: 言語 英語`,
}

// newest returns the newest letter of the club's own to an address, nil for none.
func (h *hall) newest(address string) *mailbox.Letter {
	box := h.Box(address)
	for _, l := range slices.Backward(box) {
		if strings.HasPrefix(l.MessageID, "<club.") {
			return l
		}
	}
	return nil
}

// tells sends a message, as a reply if the sender has received a message of the club.
func (h *hall) tells(from, text string, replies bool) {
	h.Helper()
	h.Wait(10 * time.Minute)
	var last *mailbox.Letter
	subject := "A question"
	if replies {
		if last = h.newest(from); last != nil {
			subject = "Re: " + strings.TrimPrefix(last.Subject, "Re: ")
		}
	}
	dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(from, subject, text, last)))
	h.Run()
}

var scriptLine = regexp.MustCompile(`^(\w+)([:>]) ?(.*)$`)

// unsaid matches a catalogue key without a sentence.
var unsaid = regexp.MustCompile(`member\.[a-z]`)

// plays plays a script, and returns it with all letters of the club's own.
func (h *hall) plays(script string) string {
	addresses := map[string]string{"Alice": alice, "Bob": bob, "Carol": carol, "Dave": dave, "Eve": "eve@example.com"}
	seen := map[string]int{}
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		fmt.Fprintf(&b, "=== %s\n\n", line)
		if wait, goesBy := strings.CutPrefix(line, "-> "); goesBy {
			d, err := time.ParseDuration(wait)
			dbtest.Must(h, err)
			h.Wait(d)
			h.tasks()
		} else {
			parts := scriptLine.FindStringSubmatch(line)
			h.tells(addresses[parts[1]], strings.ReplaceAll(parts[3], " / ", "\n"), parts[2] == ":")
		}
		for _, name := range []string{"Alice", "Bob", "Carol", "Dave", "Eve"} {
			box := h.Box(addresses[name])
			for _, l := range box[seen[name]:] {
				if strings.HasPrefix(l.MessageID, "<club.") {
					fmt.Fprintf(&b, "To %s: %s\n\n%s\n\n", name, l.Subject, tokenLine.ReplaceAllString(l.Text, ""))
				}
			}
			seen[name] = len(box)
		}
	}
	return b.String()
}

// tokenLine ends each message of the club with a token that differs every time.
var tokenLine = regexp.MustCompile(`\n\n[^\n]*\n\n    token:[0-9a-z]{5}-[0-9a-z]{5}$`)

// hasPlayed gives the club a past: matches that have been rated, or not, an event that is running and one that is open.
func (h *hall) hasPlayed() {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		n := 0
		play := func(of, rules, event string, rated int, result string, players ...string) {
			n++
			ended := clubtest.Begun.AddDate(0, 0, n-50)
			_, err := d.Exec(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, rated, event, round)
				values ($1, $1, $1, $2, '', 'over', $3, $4, 0, 0, 0, $5, $6, $7, $8, $9, $10)`,
				fmt.Sprintf("played-%02d", n), []byte{}, of, rules, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ended, result, rated, event, len(event)/5)
			dbtest.Must(h, err)
			for seat, who := range players {
				_, err := d.Exec(`insert into seat (file, address, seat) values ($1, $2, $3)`, fmt.Sprintf("played-%02d", n), who, seat+1)
				dbtest.Must(h, err)
			}
		}
		const duel = "players=2 third-pawn=none"
		for i := range 40 { // as many as make a rating certain
			play("quoridor", duel, "", 1, []string{"1 2", "2 1", "1 2"}[i%3], bob, dave)
		}
		play("quoridor", "players=4 third-pawn=none", "", 0, "2 1 3 4", alice, bob, carol, dave)
		play("shogi", "", "", 0, "1 1", alice, bob)
		play("quoridor", duel, "Autumn open", 1, "1 2", alice, bob)
		for _, def := range []events.Definition{
			{Name: "Autumn open", Kind: events.Swiss, Game: "quoridor", Control: "3d", Rounds: 5, Players: 9},
			{Name: "Winter cup", Kind: events.RoundRobin, Game: "shogi", Control: "30d+1d", Players: 8},
		} {
			dbtest.Must(h, events.Define(d, def))
		}
		_, err := d.Exec(`update event set state = 'running', begun = $1 where name = 'Autumn open'`, d.At)
		return err
	}))
}

// gamesOfLetters are the games of the club of TestLetters, so that a new game changes no letter.
var gamesOfLetters = []string{"goryujin", "diceshogi", "quoridor", "rengi", "slashchain", "shogi"}

// TestLetters compares all letters of the office with those of testdata.
func TestLetters(t *testing.T) {
	for lang, script := range said {
		t.Run(lang, func(t *testing.T) {
			h := newHall(t, openFile(t))
			h.Club.Desk.Games = slices.DeleteFunc(slices.Clone(all.Games), func(g *engine.Game) bool { return !slices.Contains(gamesOfLetters, g.Name) })
			h.hasPlayed()
			got := h.plays(script)
			dbtest.Golden(t, "letters."+lang+".txt", got, *update)
			for line := range strings.Lines(got) {
				if strings.Contains(line, "@") && !strings.Contains(line, "eve@") || strings.Contains(line, "{") || unsaid.MatchString(line) {
					t.Errorf("a letter shows an address or no sentence: %s", line)
				}
			}
		})
	}
}

// openFile opens a club in a file: the other database has the other tests.
func openFile(t *testing.T) db.DB {
	t.Helper()
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	return b
}

// TestTwiceAndWrong gives instructions a second time, and to the wrong thing.
func TestTwiceAndWrong(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.wants(2, `select count(*) from member where gone = 0`)
		raw := h.Types(alice, "", "seek quoridor 3d", h.Last(alice))
		for range 3 { // the same letter, as often as it comes
			dbtest.Must(h, h.Club.Receive(h.Context(), raw))
			h.Run()
		}
		h.wants(1, `select count(*) from seek`)
		for range members.UsualLimits.Seeks {
			h.Replies(alice, "seek shogi 3d")
		}
		h.says(alice, "You have 5 open seeks")
		h.wants(5, `select count(*) from seek`)
		for text, says := range map[string]string{
			"accept": "No challenge to you is open", "decline 3": "No challenge to you is open", "withdraw 3": "You have no open number 3",
			"take": "Which number?", "seek quoridor 0d": "isn't a time limit", "enter": "Which event", "yes": "No question is waiting for your \"yes\"", "withdraw": "What would you like to withdraw",
			"pause 2020-01-01": "Nothing was done: 2020-01-01 is in the past.", "pause 2026-12-20 to 2026-12-01": "Nothing was done: 2026-12-01 is before 2026-12-20.", "pause 12/20 to 2/30": `Nothing was done: "2026-12-20..2027-02-30" isn't a range of dates`, "challenge": "Who would", "join ladder": "Which game's ladder", "leave ladder": "for example: leave ladder quoridor", "leave ladder shogi": "You are not on this ladder.", "standings purple": "This club doesn't play",
		} {
			h.Wait(10 * time.Minute)
			h.Replies(bob, text)
			h.says(bob, says)
		}
		h.Replies(bob, "challenge Alice shogi 3d")
		h.Replies(bob, "challenge Alice quoridor 3d")
		h.Writes(alice, "accept", "")
		h.Replies(alice, "yes")
		h.says(alice, "Several challenges are open", "accept 6")
		h.Replies(alice, "accept 7")
		h.wants(1, `select count(*) from match where game = 'quoridor'`)
		h.tells(bob, "leave", true)
		h.wants(0, `select count(*) from seek where state = 'open' and address = 'bob@example.net'`)
		h.tells(bob, "join Alice", true)
		h.says(bob, "The name Alice is taken")
		h.tells(bob, "join Robert", true)
		h.tells(bob, "yes", true)
		h.says(bob, "Welcome to Chess Café, Robert!")
	})
}

// TestForged lets somebody write in the name of others: nothing changes, and those are not buried in letters.
func TestForged(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		for range 3 {
			h.Writes(alice, "", "leave")
		}
		h.says(alice, "A message in your name", "leave")
		h.wants(0, `select count(*) from member where gone <> 0`)
		box := len(h.Box(alice))
		question := h.Last(alice)
		h.Writes(alice, "", "yes")
		h.says(alice, "No question is waiting for your \"yes\"")
		guessed := *question
		guessed.MessageID = regexp.MustCompile(`.{4}@`).ReplaceAllString(question.MessageID, "0000@")
		for _, l := range []*mailbox.Letter{&guessed, h.Last(bob)} { // another token, and that of another
			for _, text := range []string{"leave the club", "yes"} {
				dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(alice, "", text, l)))
			}
		}
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(bob, "", "yes", question)))
		h.Run()
		h.wants(0, `select count(*) from member where gone <> 0`)
		for n := range 3 * members.UsualLimits.Hour {
			h.Writes(alice, "", fmt.Sprintf("withdraw %d", n+1))
		}
		if n := len(h.Box(alice)) - box; n > members.UsualLimits.Hour+1 {
			t.Errorf("%d letters have gone to Alice within an hour", n)
		}
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(alice, "", "digest daily", question))) // her own letters are still read
		h.Run()
		h.says(alice, "every morning")
		h.Wait(4 * 24 * time.Hour)
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(alice, "", "yes", question)))
		h.Run()
		h.wants(0, `select count(*) from member where gone <> 0`) // three days are over
		h.tasks()
		h.wants(0, `select count(*) from asked`)
		h.office.Limits.Hour = 3
		box = len(h.Box(bob))
		for n := range 5 {
			h.Writes(bob, "", fmt.Sprintf("withdraw %d", n+1))
		}
		if n := len(h.Box(bob)) - box; n != 4 {
			t.Errorf("%d letters have gone to Bob within an hour, want 3 answers and one about the limit", n)
		}
		box = len(h.Box(bob))
		for n := range 5 {
			h.Replies(bob, fmt.Sprintf("withdraw %d", n+1))
		}
		if n := len(h.Box(bob)) - box; n != 3 {
			t.Errorf("%d letters have answered replies of Bob, want 3 in addition", n)
		}
	})
}

// board returns the newest letter of a match to somebody.
func (h *hall) board(address string) *mailbox.Letter {
	h.Helper()
	for _, l := range slices.Backward(h.Box(address)) {
		if strings.HasPrefix(l.MessageID, "<hk1.") {
			return l
		}
	}
	h.Fatalf("no letter of a match has come to %s", address)
	return nil
}

// TestBesideMatch asks the club for something in a reply to the letter of a match, and says something else there.
func TestBesideMatch(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.Replies(alice, "seek quoridor 3d")
		h.Replies(bob, "take 1")
		first, other := alice, bob
		if !strings.Contains(h.board(first).Text, "Your turn") {
			first, other = bob, alice
		}
		of := h.board(first)
		for _, test := range [][2]string{{"standings", "Nobody has such a rating yet"}, {"What a lovely day it is.", "Your turn"}, {"seek shogi 3d", "number 2 in the list"}, {"help", "resign"}} {
			h.Answers(first, of, test[0])
			h.says(first, test[1])
		}
		h.Answers(first, of, "e2")
		if !strings.Contains(h.board(other).Text, "Your turn") {
			t.Errorf("a move is not taken: %s", h.Last(first).Text)
		}
		h.wants(2, `select count(*) from seek`)

		h.Answers(first, of, "seek slashchain 3d rated")
		thread := h.Last(first) // of the club's office, among those of the match
		h.Answers(first, thread, "events")
		h.says(first, "no events")
		h.Answers(first, thread, "withdraw 3")
		h.says(first, "Number 3 was withdrawn")
		h.wants(1, `select count(*) from seek where state = 'withdrawn'`)

		code := regexp.MustCompile(`[0-9a-f]{8}`).FindString(of.Subject)
		h.Answers(first, thread, "resign 00000000") // in reply to a message that is about no match
		h.says(first, `know what "resign 00000000" means here, so nothing was done. If it is a move, write it in a reply`)
		h.Answers(first, thread, "resign "+code)
		h.says(first, "match "+code, "Do you want to resign?")
		h.Answers(other, h.board(other), "resign "+code)
		h.says(other, "Do you want to resign?")
		h.Answers(other, h.Last(other), "yes")
		h.wants(1, `select count(*) from match where state = 'over'`)
	})
}

// TestUnprovedBesideMatch asks the club for something in messages that only name a match, because a relay has removed what proves
// their sender: nobody is left without an answer, nothing is done without a question, and the opponent is told nothing.
func TestUnprovedBesideMatch(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.Replies(alice, "seek quoridor 3d")
		h.Replies(bob, "take 1")
		names := func(text string) { h.Writes(alice, "Re: "+h.board(alice).Subject, text) }
		names("standings")
		h.says(alice, "Nobody has such a rating yet")
		names("seek shogi 3d")
		h.says(alice, `If you wrote it, reply "yes"`)
		h.wants(1, `select count(*) from seek`)
		question := h.Last(alice)
		for _, says := range []string{"number 2 in the list", "No question is waiting"} {
			h.Answers(alice, question, "yes")
			h.says(alice, says)
		}
		h.wants(2, `select count(*) from seek`)
		h.Answers(alice, h.board(alice), "resign")
		h.Replies(alice, "yes")
		h.wants(1, `select count(*) from match where state = 'over'`)
		names("history Bob")
		h.says(alice, "1 match")
		names("That was quick.")
		h.says(alice, "The club doesn't know what")
		over := h.board(alice)
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(alice, "Re: "+over.Subject, "challenge Bob slashchain 3d\n\n> "+strings.ReplaceAll(over.Text, "\n", "\n> "), nil)))
		h.Run()
		h.says(alice, "You have challenged Bob") // by the line in the last message of the match
		if last := h.Last(bob).Text; strings.Contains(last, "standings") || strings.Contains(last, "quick") {
			t.Errorf("Bob reads %s", last)
		}
	})
}

// rewritten returns a message as a reader gets it after a relay has replaced its Message-ID.
func rewritten(l *mailbox.Letter) *mailbox.Letter {
	other := *l
	other.MessageID, other.References = fmt.Sprintf("<%x@relay.example>", l.Date.UnixNano()), nil
	return &other
}

// TestProofs lets one of the three proofs of the club's messages survive at a time, for a while.
func TestProofs(t *testing.T) {
	quoted := func(h *hall, from, text string, l *mailbox.Letter) []byte {
		return h.Types(from, "Re: "+l.Subject, text+"\n\n> "+strings.ReplaceAll(l.Text, "\n", "\n> "), rewritten(l))
	}
	plus := func(h *hall, from, text string, l *mailbox.Letter) []byte {
		raw := h.Types(from, "Re: "+l.Subject, text, rewritten(l))
		return []byte(strings.Replace(string(raw), "To: <"+clubtest.Address+">", "To: <"+l.ReplyTo+">", 1))
	}
	answered := func(h *hall, from, text string, l *mailbox.Letter) []byte {
		return h.Types(from, "Re: "+l.Subject, text, l)
	}
	for name, replies := range map[string]func(*hall, string, string, *mailbox.Letter) []byte{"text": quoted, "address": plus, "Message-ID": answered} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, openFile(t))
			h.Club.Plus = true
			take := func(from, text string, l *mailbox.Letter) {
				t.Helper()
				h.Wait(time.Minute)
				dbtest.Must(h, h.Club.Receive(h.Context(), replies(h, from, text, l)))
				h.Run()
			}
			h.Writes(alice, "", "join Alice")
			question := h.Last(alice)
			take(bob, "yes", question) // it is not his
			h.wants(0, `select count(*) from member`)
			take(alice, "yes", question)
			h.says(alice, "Welcome")
			welcome := h.Last(alice)
			take(alice, "seek shogi 3d", welcome)
			h.says(alice, "number 1 in the list")
			h.Wait(61 * 24 * time.Hour)
			take(alice, "seek shogi 3d", welcome)
			h.says(alice, "A message in your name")
			take(alice, "yes", h.Last(alice))
			h.says(alice, "number 2 in the list")
			dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
				for _, task := range h.Club.Tasks(game.Work{}) {
					if task.Name == game.ForgetTask {
						return task.Do(d, "")
					}
				}
				return nil
			}))
			h.wants(2, `select count(*) from proof`) // of the last two messages
		})
	}
}

// TestNewcomers checks that each newcomer is asked to confirm, whatever they and others have written before, but nobody with a
// forged address.
func TestNewcomers(t *testing.T) {
	each(t, func(h *hall) {
		h.Writes(bob, "", "help")
		h.Writes(bob, "", "standings") // one answer a day is enough
		if n := len(h.Box(bob)); n != 1 {
			t.Errorf("a stranger gets %d letters", n)
		}
		h.Writes(bob, "", "join Bob")
		h.says(bob, "\"yes\" to this message")
		for range 5 {
			h.Writes(bob, "", "join Bob")
		}
		if n := len(h.Box(bob)); n != 4 {
			t.Errorf("a newcomer gets %d letters", n)
		}
		h.office.Limits.Strangers = 8
		for n := range 10 {
			h.Writes(fmt.Sprintf("crowd-%d@example.com", n), "", "hello")
		}
		h.Writes(carol, "", "join Carol")
		h.says(carol, "\"yes\" to this message")

		h.Club.Trust = "mx.example.org"
		sends := func(result, from, text string) {
			raw := h.Types(from, "", text, nil)
			if result != "" {
				raw = append([]byte("Authentication-Results: "+result+"\r\n"), raw...)
			}
			dbtest.Must(h, h.Club.Receive(h.Context(), raw))
			h.Run()
		}
		h.Wait(2 * time.Hour)
		for n := range 20 {
			victim := fmt.Sprintf("victim-%d@example.com", n)
			for _, result := range []string{"", "mx.example.org; dmarc=fail", "mx.other.example; dmarc=pass", "mx.example.org; dmarc=none; spf=pass smtp.mailfrom=evil.example"} {
				sends(result, victim, []string{"hello", "join Victim"}[n%2])
			}
			if box := h.Box(victim); len(box) != 0 {
				t.Errorf("a forged letter is answered: %s", box[0].Text)
			}
		}
		for from, result := range map[string]string{dave: "mx.example.org; dmarc=pass header.from=example.com", "eve@example.com": "mx.example.org; dmarc=none; dkim=pass header.d=example.com"} {
			sends(result, from, "join "+from[:3])
			h.says(from, "\"yes\" to this message")
		}
	})
}

// TestStrangers answers those who are no members once a day, machines and the barred never.
func TestStrangers(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice)
		for _, text := range []string{"hello", "list", "seek quoridor 3d", "join Bob"} {
			h.Writes(bob, "", text)
		}
		if n := len(h.Box(bob)); n != 2 { // the first, and that he wants to join
			t.Errorf("a stranger gets %d letters", n)
		}
		h.Replies(bob, "seek quoridor 3d")
		h.says(bob, "Only members can do that")
		h.wants(0, `select count(*) from seek`)
		h.Wait(25 * time.Hour)
		h.Writes(bob, "", "I say: take seven-three")
		h.says(bob, "You are not a member yet")
		h.Writes(dave, "", "standings")
		h.says(dave, "To play, join the club first")
		machine := string(h.Types(carol, "", "join Carol", nil))
		dbtest.Must(h, h.Club.Receive(h.Context(), []byte("Auto-Submitted: auto-replied\r\n"+machine)))
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			_, err := d.Exec(`update member set barred = 1`)
			return err
		}))
		box := len(h.Box(alice))
		h.Writes(alice, "", "list")
		h.Replies(alice, "list")
		h.wants(2, `select count(*) from letter where outcome = 'barred'`)
		if len(h.Box(carol)) != 0 || len(h.Box(alice)) != box {
			t.Error("a machine or a barred member is answered")
		}
	})
}

// TestNames checks that names are unique and contain nothing unusual.
func TestNames(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice)
	for name, says := range map[string]string{
		"ALICE": "taken", "Ａｌｉｃｅ": "taken", "A lice": "taken", "Chess  Café": "taken", "bob@example.net": "can't be used as a name", "a\u200bb": "invisible characters", "- _ -": "can't be used as a name",
		"A name that is much longer than thirty": "too long", strings.Repeat("n", 31): "too long", strings.Repeat("n", 30): "under the name nnn", "Åsa-Lena O’Neil Jr.": "under the name Åsa-Lena O'Neil Jr.", "山田 太郎": "「山田 太郎」というお名前",
	} {
		h.Wait(25 * time.Hour)
		h.Writes(bob, "", "join "+name)
		h.says(bob, says)
	}
}

// TestDigest checks that a member gets a digest once every morning.
func TestDigest(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		for _, a := range []string{alice, bob} {
			h.Replies(a, "digest daily")
		}
		h.Replies(alice, "seek quoridor 3d")
		h.Replies(bob, "take 1")
		h.tasks() // the letters of the morning have gone out
		digests := func() (n int, text string) {
			for _, a := range []string{alice, bob} {
				for _, l := range h.Box(a) {
					if strings.Contains(l.Subject, "waiting for you") {
						n, text = n+1, l.Text
					}
				}
			}
			return n, text
		}
		h.Wait(24 * time.Hour)
		h.tasks()
		h.tasks()
		if n, text := digests(); n != 1 || !strings.Contains(text, "your turn, deadline Thursday 5 November") {
			t.Errorf("%d letters say what waits: %s", n, text)
		}
		h.Wait(4 * 24 * time.Hour)
		h.tasks()
		if n, text := digests(); n != 2 || !strings.Contains(text, "overdue since") {
			t.Errorf("%d letters say what waits: %s", n, text)
		}
		for _, a := range []string{alice, bob} { // as the button of a mail program asks, in a message that is no reply
			for _, l := range h.Box(a) {
				if l.Unsubscribe == "" {
					continue
				}
				to, err := url.Parse(strings.Trim(l.Unsubscribe, "<>"))
				dbtest.Must(h, err)
				h.Writes(a, to.Query().Get("subject"), to.Query().Get("body"))
			}
		}
		h.wants(1, `select count(*) from member where digest = 'daily'`)
	})
}

// TestProgram begins a match of one who plays with hikyaku: the club accepts for the other alone.
func TestProgram(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.Replies(alice, "with hikyaku")
		h.Replies(alice, "challenge Bob shogi 5d")
		h.Club.Trust = "mx.example.org"
		forged := h.Types(bob, "", "yes", h.Last(bob))
		dbtest.Must(h, h.Club.Receive(h.Context(), append([]byte("Authentication-Results: mx.example.org; dmarc=fail\r\n"), forged...)))
		challenge := h.Last(bob)
		h.Run()
		h.Club.Trust = ""
		h.says(bob, "No question is waiting")
		h.Answers(bob, challenge, "yes")
		h.wants(1, `select count(*) from match where state = 'asked'`)
		h.Replies(alice, "accept")
		h.wants(1, `select count(*) from match where state = 'open'`)
	})
}

// TestPause announces an absence in the matches of mail-only players, and keeps others from those who are away.
func TestPause(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob)
		h.Replies(alice, "seek quoridor 3d")
		h.Replies(bob, "take 1")
		own := h.newest(bob)
		h.tells(alice, "seek shogi 3d", true)
		raw := string(h.Types(alice, "A question", "pause 2026-11-03..2026-11-10", h.newest(alice)))
		raw = strings.Replace(raw, h.Clock().Format("15:04:05 -0700"), h.Clock().In(time.FixedZone("", 9*3600)).Format("15:04:05 -0700"), 1)
		dbtest.Must(h, h.Club.Receive(h.Context(), []byte(raw)))
		h.Run()
		if text := h.newest(alice).Text; !strings.Contains(text, "In 1 of your matches your clock is stopped") {
			t.Errorf("the answer is %s", text)
		}
		h.wants(1, `select count(*) from member where away = '2026-11-03..2026-11-10+09:00'`) // the zone of her letter
		h.says(bob, "Alice", "10 November")
		h.Wait(48 * time.Hour)
		for text, says := range map[string]string{"list": "Nobody is looking", "take 2": "Alice is away until Tuesday 10 November", "challenge Alice shogi 3d": "Alice is away"} {
			dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(bob, "", text, own)))
			h.Run()
			if got := h.newest(bob).Text; !strings.Contains(got, says) {
				t.Errorf("%s is answered with %s", text, got)
			}
		}
		h.tells(alice, "back", true)
		dbtest.Must(h, h.Club.Receive(h.Context(), h.Types(bob, "", "take 2", own)))
		h.Run()
		h.wants(2, `select count(*) from match`)
	})
}

// TestEventsAndLadders enters an event and climbs a ladder by mail, and leaves both.
func TestEventsAndLadders(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Winter cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 8})
	}))
	h.tells(alice, "enter Winter cup", true)
	h.wants(1, `select count(*) from entrant`)
	h.tells(alice, "enter Winter cup", true)
	h.says(alice, "You have already entered Winter cup")
	h.tells(alice, "withdraw Winter cup", true)
	h.wants(0, `select count(*) from entrant`)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Spring cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 2})
	}))
	h.tells(alice, "enter Spring cup", true)
	h.tells(bob, "enter Spring cup", true)
	for _, line := range []string{"withdraw spring cup", "leave"} { // asks before games are lost
		h.tells(alice, line, true)
		h.says(alice, "You would lose 1 unfinished game.")
		h.wants(1, `select count(*) from pairing where result = ''`)
	}
	h.tells(alice, "withdraw Spring cup", true)
	h.tells(alice, "yes", true)
	h.wants(1, `select count(*) from pairing where result <> ''`)
	h.tells(alice, "enter Winter cup", true)
	h.tells(bob, "join ladder quoridor", true)
	h.tells(alice, "join ladder quoridor", true)
	h.tells(alice, "climb Bob quoridor", true)
	h.tells(bob, "accept", true)
	h.wants(1, `select count(*) from match where ladder = 'quoridor'`)
	h.tells(alice, "challenge Bob on the ladder of quoridor", true)
	h.says(alice, "already playing each other")
	for _, of := range []string{"rengi", "shogi"} {
		h.tells(bob, "join ladder "+of, true)
		h.tells(alice, "join ladder "+of, true)
		h.tells(alice, "climb Bob "+of, true)
	}
	h.tells(bob, "accept", true)
	h.says(bob, "Several challenges are open", "Rengi", "accept Shogi")
	h.tells(bob, "decline rengi", true)
	declined := h.newest(bob)
	h.tells(alice, "challenge Bob shogi 3d", true)
	challenge := h.newest(bob)
	h.Answers(bob, declined, "accept")
	h.says(bob, "1: Shogi, 3 days per move, friendly. Alice, until Monday 16 November", "accept 1")
	h.tells(bob, "decline shogi", true)
	h.Answers(bob, challenge, "yes")
	h.wants(1, `select count(*) from match where game = 'shogi'`)
	h.tells(alice, "leave", true)
	h.wants(0, `select count(*) from entrant where event = 'Winter cup'`)
	h.tells(bob, "ladder", true)
	if text := h.newest(bob).Text; strings.Contains(text, "Alice") {
		t.Errorf("Alice is still on the ladder: %s", text)
	}
	h.tells(bob, "leave ladder shogi", true)
	h.says(bob, "You are no longer on the Shogi ladder.")
	h.tells(bob, "ladder", true)
	if text := h.newest(bob).Text; strings.Contains(text, "Shogi:") || !strings.Contains(text, "Quoridor:") {
		t.Errorf("Bob is still on the ladder of shogi, or on no other: %s", text)
	}
}

// TestDirector lets a director decide by mail, with a reason and with proof, and nobody else.
func TestDirector(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob, carol)
		h.Club.Directors = []string{carol}
		h.Replies(alice, "seek quoridor 3d strict")
		h.Replies(bob, "take 1")
		h.wants(1, `select count(*) from match where state = 'open' and strict = 1`)
		code := regexp.MustCompile(`[0-9a-f]{8}`).FindString(h.board(alice).Subject)
		h.Writes(carol, "", "stalled")
		h.says(carol, `write "stalled" once more as a reply to this message.`)
		const long = "cancel A name of an event that is so long that it is shortened" // to 60 characters
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: strings.TrimPrefix(long, "cancel "), Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 8})
		}))
		h.Writes(carol, "", long+"\n\nBoth have agreed.")
		h.says(carol, "isn't certain that you wrote this message. Please write \""+long[:59]+"…\" once more")
		h.Replies(carol, long)
		h.says(carol, `"`+long[:59]+`…"`, "a decision needs a reason")
		h.Replies(carol, long+"\n\nBoth have agreed.")
		h.says(carol, "Done, and logged: "+long[:59]+"…")
		h.Replies(bob, "adjudicate "+code+" 1-0\nI have won.")
		h.wants(0, `select count(*) from match where state = 'over'`)
		h.Replies(carol, "extend "+code+" 2d\nBob was without mail.")
		h.says(carol, "Done, and logged")
		h.Replies(carol, "adjudicate "+code+" 2-0\nBoth have agreed.")
		h.says(carol, "a result")
		h.Replies(carol, "adjudicate "+code+" 1-0\nBoth have agreed.")
		h.says(carol, "Done, and logged")
		h.wants(1, `select count(*) from match where state = 'over' and result = '1 2'`)
		h.Replies(carol, "裁定 "+code+" 0-1\n名前を取り違えていました。")
		h.says(carol, "実行し、記録しました")
		h.wants(1, `select count(*) from match where state = 'over' and result = '2 1'`)
		h.wants(4, `select count(*) from decision where who = 'carol@example.org' and why <> ''`)
		for n, lang := range []string{"en", "ja"} {
			h.Club.Lang = lang
			dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error { return d.Lose(alice, game.By{Who: game.ByClub, Why: "5.1.1"}) }))
			h.Run()
			told := regexp.MustCompile(`["「]((?:reachable|到達) \S+?)["」]`).FindStringSubmatch(strings.Join(strings.Fields(h.Last(carol).Text), " "))
			if told == nil {
				h.Fatalf("the director reads %s", h.Last(carol).Text)
			}
			h.Replies(carol, told[1]+"\nShe has telephoned.")
			h.wants(n+1, `select count(*) from decision where what = 'reachable' and why = 'She has telephoned.'`)
		}
		h.Replies(carol, "stalled")
		h.says(carol, "No match is stalled")
		h.Replies(carol, "list")
		h.says(carol, "Nobody")
		h.Replies(carol, "")
		h.says(carol, "Your message is empty")
	})
}

// TestClosed checks that what is over or closed to somebody stays so.
func TestClosed(t *testing.T) {
	each(t, func(h *hall) {
		h.joins(alice, bob, carol)
		h.Replies(alice, "with hikyaku")
		h.Replies(bob, "seek quoridor 3d")
		h.Replies(alice, "take 1")
		h.wants(1, `select count(*) from match where state = 'asked'`)
		if text := h.board(alice).Text; !strings.Contains(text, "The club asks you to play.") {
			h.Errorf("the invitation says\n%s", text)
		}
		h.office.Limits.Matches = 1
		h.Replies(alice, "seek quoridor 3d") // an invitation without an answer counts too
		h.says(alice, "You have 1 open match")
		h.tells(carol, "challenge Alice shogi 3d", true)
		h.says(carol, "Alice has 1 open match")
		h.office.Limits.Matches = 20
		h.tells(bob, "withdraw 1", true)
		h.says(bob, "You have no open number 1")

		h.Replies(carol, "challenge Bob quoridor 3d")
		first := h.Last(bob)
		h.Replies(carol, "challenge Bob shogi 3d")
		h.Replies(carol, "challenge Bob rengi 3d")
		h.tells(bob, "list", true)
		h.says(bob, "3: Shogi, 3 days per move, friendly. Carol challenges you, until")
		h.Answers(bob, first, "accept 3")
		h.wants(1, `select count(*) from match where game = 'shogi'`)
		h.wants(0, `select count(*) from match where game = 'quoridor' and state = 'open'`)
		h.Answers(bob, first, "decline") // what it answers
		h.wants(2, `select max(id) from seek where state = 'withdrawn'`)

		h.tells(bob, "seek goryujin 3d", true)
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error { return members.Bar(d, "Bob") }))
		h.wants(1, `select count(*) from seek where state = 'withdrawn' and address = 'bob@example.net'`)
		h.wants(2, `select count(*) from seek where state = 'taken'`)
		h.tells(carol, "challenge Bob quoridor 3d", true)
		h.says(carol, "There is no member called Bob")

		h.office.Limits.Hour = 3
		for _, text := range []string{"hello", "join Dave", "join Dave", "list", "standings"} {
			h.Writes(dave, "", text)
		}
		if n := len(h.Box(dave)); n != 3 {
			t.Errorf("a stranger beyond the limit gets %d letters: %s", n, h.Last(dave).Text)
		}
	})
}
