package web

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/lesson"
)

// lesson returns the page of a lesson, and sends its form with what it holds.
func (s *Server) lesson(t *testing.T, path, act, move string) (status int, page string) {
	t.Helper()
	page = body(t, s.ask("GET", path, nil, nil))
	if act == "" {
		return http.StatusOK, page
	}
	at := regexp.MustCompile(`name="at" value="(\w+)"`).FindStringSubmatch(page)
	if at == nil {
		t.Fatalf("%s has no form:\n%s", path, page)
	}
	answer := s.ask("POST", path+"/"+act, url.Values{"at": {at[1]}, "move": {move}}, nil)
	return answer.StatusCode, body(t, answer)
}

// found returns what a pattern finds in a page; empty for nothing.
func found(page, pattern string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(page); m != nil {
		return html.UnescapeString(m[1])
	}
	return ""
}

// TestLessons goes through the lessons of a game: it tries what they refuse, plays a wrong move, which is answered without a
// change, and the moves that they ask for, until the match.
func TestLessons(t *testing.T) {
	s := serve(t)
	s.Lessons = lesson.Progress{System: atomicfile.OS{}, File: filepath.Join(t.TempDir(), "lessons")}
	path, boards := found(body(t, s.ask("GET", "/learn/quoridor", nil, nil)), `class="button main" href="([^"]*)"`), 0
	right := map[string]bool{}
	for ; path != ""; boards++ {
		_, page := s.lesson(t, path, "", "")
		if strings.Contains(page, `id="status"`) {
			break
		}
		if boards > 20 {
			t.Fatalf("%s does not end:\n%s", path, page)
		}
		if move := found(page, `data-move="([^"]*)"`); move != "" {
			var tried nudged
			answer := body(t, s.ask("GET", path+"/try?move="+url.QueryEscape(move), nil, nil))
			identifier := regexp.MustCompile(`[a-z]\.[a-z]`)
			if err := json.Unmarshal([]byte(answer), &tried); err != nil || tried.Legal || tried.Why == "" || identifier.MatchString(tried.Why) {
				t.Errorf("%s: %s is answered %s", path, move, answer)
			}
			status, page := s.lesson(t, path, "move", move)
			if why := found(page, `class="error" role="alert">([^<]*)`); status != http.StatusConflict || why != tried.Why {
				t.Errorf("%s: %s is answered %d, %q", path, move, status, why)
			}
		}
		if solution := found(page, `data-solution="([^"]*)"`); !strings.Contains(page, `{"m":"`+solution+`"`) || solution == "" {
			t.Errorf("%s shows the solution %q", path, solution)
		}
		if framed := strings.Contains(found(page, `"frames":(\[.*?\]),?`), "[["); framed != (found(page, `<em>([^<]*frame[^<]*)</em>`) != "") {
			t.Errorf("%s draws a frame: %t\n%s", path, framed, page)
		}
		if dots := found(page, `(?s)<span class="dots"[^>]*>(.*?)</span>`); strings.Count(dots, "<i") != 10 || strings.Count(dots, "did") > boards || strings.Count(dots, "at") != 1 {
			t.Errorf("%s has the dots %s", path, dots)
		}
		if skip := found(page, `id="skip" href="([^"]*)"`); skip == "" || skip == path {
			t.Errorf("%s is skipped by going to %q", path, skip)
		}
		wrong := 0
		for _, move := range regexp.MustCompile(`\{"m":"([^"]*)"`).FindAllStringSubmatch(page, -1) {
			status, answer := s.lesson(t, path, "move", move[1])
			if status == http.StatusSeeOther {
				break
			}
			if wrong++; status != http.StatusOK || found(answer, `<p class="asks" role="alert">([^<]+)</p>`) == "" || !strings.Contains(answer, `id="hint"`) {
				t.Errorf("%s: %s is answered %d\n%s", path, move[1], status, answer)
			}
		}
		_, page = s.lesson(t, path, "", "")
		if said := found(page, `<p class="asks done" role="status">✓ (Right: [^<]*)</p>`); said == "" || right[path+said] {
			t.Errorf("%s: the right move is answered %q", path, said)
		} else {
			right[path+said] = true
		}
		if strings.Contains(page, path+"/more") {
			s.lesson(t, path, "more", "")
		} else {
			path = found(page, `id="next" href="([^"]*)"`)
		}
	}
	if boards < 11 || path == "" {
		t.Fatalf("after %d boards comes %q", boards, path)
	}
	s.lesson(t, path, "move", "e2")
	if _, page := s.lesson(t, path, "", ""); !regexp.MustCompile(`<li>e2</li>\s*<li>`).MatchString(page) || !strings.Contains(page, "Your turn") {
		t.Errorf("the other player does not answer:\n%s", page)
	} else if bar := found(page, `<div class="bar turn">(.*)</div>`); !strings.Contains(bar, "<b>You</b>") || !strings.Contains(bar, "<small>10</small>") {
		t.Errorf("the learner's bar is %q", bar)
	}
	if _, page := s.lesson(t, path+"?hint", "", ""); found(page, `(A good move is [^<]+)`) == "" || !strings.Contains(page, `"task":{"frames":[[`) {
		t.Errorf("there is no hint:\n%s", page)
	}
	for range 100 {
		_, page := s.lesson(t, path+"?hint", "", "")
		move := found(page, `A good move is ([^<]+)\.`)
		if move == "" {
			break
		}
		if strings.Contains(page, `"new/quoridor"`) {
			t.Fatalf("before the end another match is offered:\n%s", page)
		}
		s.lesson(t, path, "move", move)
	}
	if _, page := s.lesson(t, path, "", ""); !strings.Contains(page, `<a class="button main" href="new/quoridor?computer">Play the computer</a><a class="button" href="settings?mail">Set up mail</a>`) || !strings.Contains(page, "You have done all lessons of this game.") {
		t.Errorf("after the first match there is nothing to do:\n%s", page)
	}
	s.lesson(t, path, "again", "")
	s.ask("POST", path+"/move", url.Values{"at": {"0123456789abcdef"}, "move": {"e3"}}, nil)
	if _, page := s.lesson(t, path, "", ""); strings.Contains(page, "<li>e3</li>") {
		t.Error("a form of an earlier position has played")
	}
	if status, page := s.lesson(t, path, "launch", ""); status != http.StatusConflict {
		t.Errorf("an unknown act: %d\n%s", status, page)
	}
	s.ask("POST", path+"/again", nil, nil)
	if _, page := s.lesson(t, path, "", ""); strings.Contains(page, "<li>e2</li>") {
		t.Error("the match does not begin anew")
	}
	other := serve(t)
	other.Lessons = s.Lessons
	if list := body(t, other.ask("GET", "/learn", nil, nil)); !strings.Contains(list, "9 of 10 lessons done") {
		t.Errorf("another server lists\n%s", list)
	}
	other.ask("POST", "/learn/quoridor/over", nil, nil)
	if list := body(t, s.ask("GET", "/learn/quoridor", nil, nil)); found(list, `class="button main" href="([^"]*)"`) != "learn/quoridor/1" {
		t.Errorf("after starting over the list is\n%s", list)
	}
}

// TestLessonsHavePictures wants a board in each row of the lists of lessons and of games, and all of them different.
func TestLessonsHavePictures(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/learn", "/learn/goryujin", "/new"} {
		seen, page := map[string]string{}, body(t, s.ask("GET", path, nil, nil))
		if strings.Contains(page, `loading="lazy"`) {
			t.Errorf("%s waits with its pictures", path)
		}
		for _, link := range regexp.MustCompile(`<img src="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			answer := s.ask("GET", "/"+html.UnescapeString(link[1]), nil, nil)
			picture := body(t, answer)
			if answer.StatusCode != http.StatusOK || !strings.HasPrefix(picture, "<svg") {
				t.Errorf("%s: %s is answered %d", path, link[1], answer.StatusCode)
			}
			seen[picture] = link[1]
		}
		if len(seen) < 6 {
			t.Errorf("%s has the pictures %q", path, seen)
		}
	}
}

// TestSubjectsLookDifferent wants a picture of its own for each subject.
func TestSubjectsLookDifferent(t *testing.T) {
	s, seen := serve(t), map[string]string{}
	for _, one := range lesson.Subjects(s.Desk.Games) {
		_, picture, _ := strings.Cut(body(t, s.ask("GET", "/learn/"+one.Key+"/picture.svg?small=1", nil, nil)), "</defs>")
		if other := seen[picture]; other != "" || picture == "" {
			t.Errorf("%s looks like %q", one.Key, other)
		}
		seen[picture] = one.Key
	}
}

// TestLessonsHaveNoEmptyStands wants a square board of shogi while nobody has a piece in hand.
func TestLessonsHaveNoEmptyStands(t *testing.T) {
	s := serve(t)
	page := body(t, s.ask("GET", "/learn/shogi/1", nil, nil))
	size := regexp.MustCompile(`width="(\d+)" height="(\d+)" id="board"`).FindStringSubmatch(page)
	if size == nil || size[1] != size[2] {
		t.Errorf("the board is %q", size)
	}
}

// TestLessonsWithDice throws before a move, and lets nobody choose what is thrown.
func TestLessonsWithDice(t *testing.T) {
	s := serve(t)
	list := body(t, s.ask("GET", "/learn/diceshogi", nil, nil))
	match := found(list, `(?s).*class="card" href="([^"]*)"`)
	if status, _ := s.lesson(t, match, "move", "[3]"); status != http.StatusConflict {
		t.Errorf("a chosen throw: %d", status)
	}
	s.lesson(t, match, "throw", "")
	_, page := s.lesson(t, match, "", "")
	s.lesson(t, match, "move", found(page, `"moves":\[\{"m":"([^"]*)"`))
	if _, page = s.lesson(t, match, "", ""); strings.Count(page, "<ol><li>") != 1 || !strings.Contains(page, match+`/throw"`) {
		t.Errorf("after a move the page is\n%s", page)
	}
}

// TestSubjects opens the first lesson of every game and variant, in both languages, and nothing else.
func TestSubjects(t *testing.T) {
	s := serve(t)
	list := body(t, s.ask("GET", "/learn", nil, nil))
	for _, key := range []string{"goryujin", "diceshogi-minishogi", "quoridor-4", "rengi-kou", "slashchain-renju", "shogi"} {
		if !strings.Contains(list, `href="learn/`+key+`"`) {
			t.Errorf("%s cannot be learnt", key)
		}
		for _, lang := range []string{"en", "ja"} {
			answer := s.ask("GET", "/learn/"+key+"/1?lang="+lang, nil, nil)
			page := body(t, answer)
			picture := s.ask("GET", found(page, `src="([^"]*)"`), nil, nil)
			if !strings.Contains(page, `<html lang="`+lang+`">`) || !strings.Contains(page, `"moves":[{"m":`) || picture.StatusCode != http.StatusOK {
				t.Errorf("%s in %s: %d\n%s", key, lang, answer.StatusCode, page)
			}
		}
	}
	if list := body(t, s.ask("GET", "/learn/shogi?lang=en", nil, nil)); strings.Count(list, "<h2>") < 2 || !strings.Contains(list, "<small>How a pawn moves and captures</small>") {
		t.Errorf("the lessons are\n%s", list)
	}
	for _, path := range []string{"/learn/chess", "/learn/quoridor/0", "/learn/quoridor/99", "/learn/chess/1"} {
		if got := s.ask("GET", path, nil, nil); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}
