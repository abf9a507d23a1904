package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/convert"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// carried notes what is sent.
type carried struct {
	alone
	files []string
	fails error // of sending
}

func (*carried) Sends() bool { return true }
func (c *carried) Change(_ context.Context, before home.Copy, send bool, change func(home.Copy) (home.Copy, error)) (home.Copy, error) {
	m, err := change(before)
	if err == nil && send && c.fails != nil {
		return m, c.fails
	}
	if err == nil && send {
		c.files = append(c.files, m.File)
	}
	return m, err
}

// person returns the server of a person who sends letters, and what is sent.
func person(t *testing.T, name string) (*Server, *carried) {
	t.Helper()
	s, sent := serve(t), new(carried)
	s.Desk.Me = kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.org"}
	s.Desk.Secret, s.Desk.Links = filepath.Join(t.TempDir(), "secret"), 8
	s.Commands = sent
	return s, sent
}

// form sends a form, and returns the status and the page, or where it leads.
func (s *Server) form(t *testing.T, path string, form url.Values) (int, string) {
	t.Helper()
	answer := s.ask("POST", path, form, nil)
	if answer.StatusCode == http.StatusSeeOther {
		return answer.StatusCode, answer.Header.Get("Location")
	}
	return answer.StatusCode, body(t, answer)
}

// carry puts a record of a person into a folder of another one.
func carry(t *testing.T, file, folder string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(folder, filepath.Base(file))
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}

// begun returns two persons in a match of Quoridor, Alice before her first move.
func begun(t *testing.T) (alice, bob *Server, sent *carried, name string) {
	t.Helper()
	alice, sent = person(t, "Alice")
	bob, _ = person(t, "Bob")
	asked := url.Values{"people": {"Bob <bob@example.org>\r\n"}, "seat": {"1"}, "set-players": {"2"}, "time": {"3d"}, "words": {"A game?"}}
	if status, page := alice.form(t, "/new/quoridor", asked); status != http.StatusOK || !strings.Contains(page, "Invite Bob to Quoridor?") || len(sent.files) != 0 {
		t.Fatalf("not asked first: %d, sent %q\n%s", status, sent.files, page)
	}
	asked.Set("sure", "yes")
	if status, page := alice.form(t, "/new/quoridor", asked); status != http.StatusSeeOther || len(sent.files) != 1 {
		t.Fatalf("invited: %d, sent %q\n%s", status, sent.files, page)
	}
	invited := carry(t, sent.files[0], filepath.Join(bob.Desk.Dir, "invitations"))
	c, err := bob.Desk.Accept(invited, "", false)
	if err != nil {
		t.Fatal(err)
	}
	return alice, bob, sent, filepath.Base(carry(t, c.File, alice.Desk.Dir))
}

// TestPlayIsNotSent: a move is sent in a match by mail, and only played in a match on this computer.
func TestPlayIsNotSent(t *testing.T) {
	alice, _, _, name := begun(t)
	for match, want := range map[string]string{name: ">Play and send</button>", "quoridor.kif": ">Play</button>"} {
		if page := body(t, alice.ask("GET", alice.path(match), nil, nil)); !strings.Contains(page, want) {
			t.Errorf("%s has no %s\n%s", match, want, page)
		}
	}
}

// TestNewMatchHere begins a match on this computer by its form.
func TestNewMatchHere(t *testing.T) {
	s := serve(t)
	page := body(t, s.ask("GET", "/new/diceshogi?lang=ja", nil, nil))
	if !strings.Contains(page, `<option value="minishogi">5五将棋</option>`) || strings.Contains(page, "メールアドレス") {
		t.Errorf("the form:\n%s", page)
	}
	if list := body(t, s.ask("GET", "/", nil, nil)) + body(t, s.ask("GET", "/new", nil, nil)); !strings.Contains(list, `href="new"`) || !strings.Contains(list, `href="new/rengi?computer"`) {
		t.Errorf("no way leads to the form:\n%s", list)
	}
	if page := body(t, s.ask("GET", "/new/quoridor?here&set-players=4", nil, nil)); !strings.Contains(page, `href="new/quoridor?computer&amp;set-players=4"`) || !strings.Contains(page, `href="new/quoridor?here&amp;set-players=4" aria-current="page"`) {
		t.Errorf("the other ways to play lose the variant: %s", page)
	}
	if status, page := s.form(t, "/new/diceshogi?here", url.Values{"time": {"typed"}, "limit": {"soon"}, "people": {"Ann"}}); status != http.StatusConflict || !strings.Contains(page, `value="typed" selected`) || !strings.Contains(page, `value="soon"`) || !strings.Contains(page, `class="error" role="alert"`) || !strings.Contains(page, ">Ann</textarea>") {
		t.Errorf("a wrong limit: %d\n%s", status, page)
	}
	status, to := s.form(t, "/new/diceshogi?here", url.Values{"set-rules": {"minishogi"}, "people": {"Ann\r\nBen"}, "sure": {"yes"}})
	if status != http.StatusSeeOther {
		t.Fatalf("begun: %d\n%s", status, to)
	}
	if page := body(t, s.ask("GET", to, nil, nil)); !strings.Contains(page, "Minishogi: Ann – Ben") {
		t.Errorf("the match:\n%.600s", page)
	}
	if status, _ := s.form(t, "/new/chess", url.Values{}); status != http.StatusNotFound {
		t.Errorf("an unknown game: %d", status)
	}
}

// TestAgainstComputer begins a match against the level that the form proposes, with nothing else to fill in.
func TestAgainstComputer(t *testing.T) {
	s := serve(t)
	page := body(t, s.ask("GET", "/new/quoridor?computer", nil, nil))
	if !strings.Contains(page, `<option value="level2" selected>`) || strings.Contains(page, `name="people"`) || strings.Contains(page, `name="time"`) {
		t.Errorf("the form:\n%s", page)
	}
	if status, to := s.form(t, "/new/quoridor?computer", nil); status != http.StatusSeeOther || !strings.Contains(body(t, s.ask("GET", to, nil, nil)), "Level 2 computer") {
		t.Errorf("begun: %d, %s", status, to)
	}
	for seat, want := range map[string]string{"": "hikyaku level2", "1": "hikyaku level2", "2": ""} {
		_, to := s.form(t, "/new/goryujin?computer", url.Values{"seat": {seat}})
		file, err := fileOf(s.Desk, "", strings.TrimPrefix(to, "/match/"))
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Desk.Open(file)
		if err != nil || c.Names()[1] != want || c.Names()[1] == c.Names()[0] {
			t.Errorf("in seat %q: %q, %v", seat, c.Names(), err)
		}
	}
	drawn := map[string]bool{}
	for n := 0; n < 40 && len(drawn) < 2; n++ {
		_, to := s.form(t, "/new/goryujin?computer", url.Values{"seat": {anySeat}})
		file, err := fileOf(s.Desk, "", strings.TrimPrefix(to, "/match/"))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := s.Desk.Open(file); err == nil {
			drawn[c.Names()[0]] = true
		}
	}
	if len(drawn) != 2 {
		t.Errorf("a toss gives the first seat to %v", drawn)
	}
	page = body(t, s.ask("GET", "/new/goryujin?computer", nil, nil))
	if !strings.Contains(page, `<select id="seat" name="seat"><option value="1">You move first</option><option value="2">Your opponent moves first</option><option value="any">A fair toss decides</option></select>`) {
		t.Errorf("who moves first:\n%s", page)
	}
	if picture := body(t, s.ask("GET", "/learn/quoridor/picture.svg", nil, nil)); !strings.Contains(picture, "<svg") {
		t.Errorf("the picture:\n%s", picture)
	}
}

// TestOpenFile opens files of other programs and records, the same ones twice, and refuses what is none.
func TestOpenFile(t *testing.T) {
	s := serve(t)
	open := func(name, data string) (status int, to string) {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		if part, err := w.CreateFormFile("file", name); err != nil {
			t.Fatal(err)
		} else if _, err := io.WriteString(part, data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		answer := s.ask("POST", "/open", nil, func(r *http.Request) {
			r.Body = io.NopCloser(&form)
			r.Header.Set("Content-Type", w.FormDataContentType())
		})
		return answer.StatusCode, answer.Header.Get("Location") + body(t, answer)
	}
	records := func() int {
		list, err := os.ReadDir(s.Desk.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	const csa = "V2.2\nN+Habu\nN-Tanigawa\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
	const kif = "手合割：平手\n先手：羽生\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n"
	s.Desk.Files = convert.Read
	first := ""
	for _, file := range []struct {
		name, data, file string
	}{
		{`C:\games\名局 1.csa`, csa, "名局 1.kif"}, {"../名局 1.csa", csa, "名局 1.kif"}, {"名局 1.kif", kif, "名局 1-2.kif"}, {".csa", csa, ""},
		{"copy.kif", string(s.open(t, "quoridor.kif").Record.Bytes()), ""},
	} {
		status, to := open(file.name, file.data)
		if status != http.StatusSeeOther {
			t.Fatalf("%s: %d\n%s", file.name, status, to)
		}
		if want := s.path(file.file); file.file != "" && to != want {
			t.Errorf("%s is shown as %s, want %s", file.name, to, want)
		}
		page := body(t, s.ask("GET", to, nil, nil))
		if !strings.Contains(page, "id=\"match\"") {
			t.Errorf("%s:\n%s", file.name, page)
		}
		if strings.Contains(page, i18n.In("en", "button.play-again")) {
			t.Errorf("%s: another match of strangers is offered:\n%s", file.name, page)
		}
		first += page
	}
	if !strings.Contains(first, "Habu") || !strings.Contains(first, "羽生") {
		t.Errorf("no names in\n%s", first)
	}
	before := records()
	for name, data := range map[string]string{"cat.kif": "meow", "empty.csa": "", "chess.kif": "手合割：チェス\n"} {
		if status, page := open(name, data); status != http.StatusConflict || !strings.Contains(page, `(KIF, KI2 or CSA): `+name+": ") {
			t.Errorf("%s: %d\n%s", name, status, page)
		}
	}
	if status, page := s.form(t, "/open", nil); status != http.StatusConflict || !strings.Contains(page, "Choose a file") {
		t.Errorf("no file: %d\n%s", status, page)
	}
	if records() != before {
		t.Errorf("%d files, want %d", records(), before)
	}
}

// TestWrongInvitation changes nothing and keeps what was typed.
func TestWrongInvitation(t *testing.T) {
	s, sent := person(t, "Alice")
	for _, form := range []url.Values{
		{"people": {"bob"}}, {"people": {""}}, {"people": {"alice@example.org"}}, {"people": {"bob@example.org"}, "seat": {"9"}},
		{"people": {"bob@example.org"}, "delay": {"x"}}, {"people": {"bob@example.org"}, "set-players": {"3"}},
	} {
		form.Set("sure", "yes")
		status, page := s.form(t, "/new/quoridor", form)
		if status != http.StatusConflict || !strings.Contains(page, `class="error" role="alert"`) || !strings.Contains(page, ">"+form.Get("people")+"</textarea>") || len(sent.files) != 0 {
			t.Errorf("%v: %d, sent %q\n%s", form, status, sent.files, page)
		}
	}
}

// TestCounter declines an invitation and makes another one in its place.
func TestCounter(t *testing.T) {
	alice, sent := person(t, "Alice")
	bob, answered := person(t, "Bob")
	alice.form(t, "/new/quoridor", url.Values{"people": {"bob@example.org"}, "time": {"5d"}, "sure": {"yes"}})
	old := carry(t, sent.files[0], filepath.Join(bob.Desk.Dir, "invitations"))
	path := "invitation/" + key(old) + "/counter"
	if list := body(t, bob.ask("GET", "/", nil, nil)); !strings.Contains(list, path) {
		t.Fatalf("no way leads to the form:\n%s", list)
	}
	if page := body(t, bob.ask("GET", path, nil, nil)); !strings.Contains(page, `<option value="5d" selected>5 days per move</option>`) || strings.Contains(page, `name="people"`) || !strings.Contains(page, "This declines the invitation and sends Alice a new one.") {
		t.Errorf("the form:\n%s", page)
	}
	form := url.Values{"time": {"7d"}, "seat": {"1"}, "words": {"More time."}}
	if status, page := bob.form(t, path, form); status != http.StatusOK || !strings.Contains(page, "propose this to") || len(answered.files) != 0 {
		t.Errorf("not asked first: %d\n%s", status, page)
	}
	form.Set("sure", "yes")
	status, to := bob.form(t, path, form)
	if status != http.StatusSeeOther || len(answered.files) != 2 || answered.files[0] == answered.files[1] {
		t.Fatalf("%d, sent %q\n%s", status, answered.files, to)
	}
	c, err := bob.Desk.Open(answered.files[1])
	if err != nil || c.Record.PerMove() != "7d" || c.Roster.Parties[1].Address != "alice@example.org" {
		t.Errorf("the other invitation: %v, %q", err, c.Record.PerMove())
	}
	carry(t, answered.files[1], filepath.Join(alice.Desk.Dir, "invitations"))
	if list := body(t, alice.ask("GET", "/", nil, nil)); !strings.Contains(list, "<p>Bob moves first. Time limit: 7 days per move.</p>") {
		t.Errorf("the other invitation is listed as\n%s", list)
	}
	if status, _ := bob.form(t, path, form); status != http.StatusNotFound {
		t.Errorf("answered twice: %d", status)
	}
}

// TestPlanned points out a variation, prepares its answer, and drops it.
func TestPlanned(t *testing.T) {
	alice, _, sent, name := begun(t)
	if status, page := alice.post(t, name, "plan?line=e2+e8", nil); status != http.StatusConflict {
		t.Errorf("planned on one's own turn: %d\n%s", status, page)
	}
	alice.post(t, name, "move", url.Values{"move": {"e2"}})
	sent.files = nil
	for line, planned := range map[string]bool{"": false, "e8": false, "e8+e3": true, "e8+e3+e7": false} {
		page := body(t, alice.ask("GET", alice.path(name)+"?line="+line, nil, nil))
		if got := strings.Contains(page, `/plan?line=`); got != planned || !planned && !strings.Contains(page, "To prepare an answer") {
			t.Errorf("%q can be planned: %v\n%s", line, got, page)
		}
	}
	for _, line := range []string{"e8+e3", "d9+e3", "e8+d2"} { // the last in place of the first
		if status, to := alice.post(t, name, "plan?line="+line, nil); status != http.StatusSeeOther {
			t.Fatalf("planned: %d\n%s", status, to)
		}
	}
	p, err := home.PlanOf(alice.Desk.System, alice.open(t, name).File)
	if err != nil || p.String() != "e8 d2\nd9 e3" || len(sent.files) != 0 {
		t.Errorf("the plan is %q, %v, sent %q", p, err, sent.files)
	}
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); !strings.Contains(page, "<b>e8 d2</b>") || !strings.Contains(page, "/drop-plan") {
		t.Errorf("the plan is not shown:\n%s", page)
	}
	alice.post(t, name, "drop-plan", nil)
	if p, _ := home.PlanOf(alice.Desk.System, alice.open(t, name).File); len(p.Lines) != 0 || len(sent.files) != 0 {
		t.Errorf("the plan stays: %q, sent %q", p, sent.files)
	}
}

// TestOtherActs names a substitute, withdraws it, and invites to another match.
func TestOtherActs(t *testing.T) {
	alice, _, sent, name := begun(t)
	page := body(t, alice.ask("GET", alice.path(name), nil, nil))
	for _, act := range []string{"say", "pause", "away", "substitute", "resign"} {
		if !strings.Contains(page, "/"+act+`"`) {
			t.Errorf("%s is not offered", act)
		}
	}
	for _, act := range []string{"stay", "resume", "claim", "rematch", "ask-undo", "drop-plan", "settle-ours", "agree", "undo"} {
		if strings.Contains(page, "/"+act+`"`) {
			t.Errorf("%s is offered", act)
		}
	}
	sent.files = nil
	if status, page := alice.post(t, name, "substitute", url.Values{"text": {"Carol"}}); status != http.StatusConflict || !strings.Contains(page, `class="error" role="alert"`) || !strings.Contains(page, `value="Carol"`) {
		t.Errorf("no address: %d\n%s", status, page)
	}
	if status, page := alice.post(t, name, "settle-theirs", url.Values{"line": {"../../x.kif"}}); status != http.StatusConflict {
		t.Errorf("a line that is none: %d\n%s", status, page)
	}
	if len(sent.files) != 0 {
		t.Fatalf("sent %q", sent.files)
	}
	if status, page := alice.post(t, name, "substitute", url.Values{"text": {"Carol <carol@example.org>"}}); status != http.StatusSeeOther || alice.open(t, name).Substitutes[alice.Desk.Party(alice.open(t, name).Match)] == nil {
		t.Fatalf("a substitute: %d\n%s", status, page)
	}
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); !strings.Contains(page, `/stay"`) || strings.Contains(page, `/substitute"`) {
		t.Errorf("the substitute cannot be withdrawn:\n%s", page)
	}
	alice.post(t, name, "stay", nil)
	alice.post(t, name, "move", url.Values{"move": {"e2"}})
	if status, page := alice.post(t, name, "resign", nil); status != http.StatusSeeOther {
		t.Fatalf("resigned: %d\n%s", status, page)
	}
	sent.fails = errors.New("no network")
	var status int
	status, page = alice.post(t, name, "rematch", url.Values{"text": {"Again?"}})
	own := regexp.MustCompile(`data-path="([^"]*)"`).FindStringSubmatch(page)
	if status != http.StatusConflict || !strings.Contains(page, "no network") || len(own) != 2 || "/"+own[1] == alice.path(name) || !strings.Contains(page, own[1]+`/withdraw"`) || !strings.Contains(page, "Again?") {
		t.Fatalf("a match that could not be sent: %d\n%s", status, page)
	}
	sent.fails = nil
	if status, page = alice.post(t, name, "rematch", nil); status != http.StatusConflict || !strings.Contains(page, "is already the rematch") {
		t.Errorf("a rematch while one waits: %d\n%s", status, page)
	}
}

// TestOtherLanguageIsTheSamePage follows the link to the other language from pages that look at something, and wants it to stay chosen.
func TestOtherLanguageIsTheSamePage(t *testing.T) {
	s, _ := person(t, "Alice")
	for path, want := range map[string]string{
		"/new/quoridor?here": "new/quoridor?here&amp;lang=ja", "/new/quoridor?lang=en": "new/quoridor?lang=ja",
		s.path("quoridor.kif") + "?line=e2&flip=0": s.path("quoridor.kif")[1:] + "?flip=0&amp;lang=ja&amp;line=e2",
	} {
		if page := body(t, s.ask("GET", path, nil, nil)); !strings.Contains(page, `href="`+want+`" lang="ja"`) {
			t.Errorf("%s has no link to %s\n%.1500s", path, want, page)
		}
	}
	chosen := s.ask("GET", "/new/quoridor?lang=ja", nil, nil).Header.Get("Set-Cookie")
	if page := body(t, s.ask("GET", "/", nil, func(r *http.Request) { r.Header.Add("Cookie", chosen) })); !strings.Contains(page, `<html lang="ja">`) {
		t.Errorf("the next page is not in the language chosen:\n%.1500s", page)
	}
}

// TestUnconfirmedKey: the page of a match says which command confirms the key of an opponent who is known under another one.
func TestUnconfirmedKey(t *testing.T) {
	alice, _, _, name := begun(t)
	command := "hikyaku accept " + alice.open(t, name).Short() + " --new-key"
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); strings.Contains(page, command) {
		t.Errorf("nothing is to be confirmed:\n%s", page)
	}
	alice.Desk.Known = filepath.Join(t.TempDir(), "known")
	other := fair.MasterFrom([32]byte{9}).PublicKey().String()
	if err := os.WriteFile(alice.Desk.Known, []byte("bob@example.org "+other+" 2020-01-01 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); !strings.Contains(page, "bob@example.org is known under a different key") || !strings.Contains(page, command) {
		t.Errorf("the page does not say how to confirm the key:\n%s", page)
	}
}

// TestWaitingForAnAnswer: while an invitation or a toss is open, nobody's turn is shown, and nothing ends the match but the invitation's withdrawal.
func TestWaitingForAnAnswer(t *testing.T) {
	alice, sent := person(t, "Alice")
	_, to := alice.form(t, "/new/quoridor", url.Values{"people": {"Bob <bob@example.org>"}, "seat": {"1"}, "set-players": {"2"}, "sure": {"yes"}})
	page := body(t, alice.ask("GET", to, nil, nil))
	if strings.Contains(page, `class="pill"`) || !strings.Contains(page, "waiting for Bob to answer") || !strings.Contains(page, `/withdraw"`) || strings.Contains(page, `/resign"`) {
		t.Errorf("an invitation that waits:\n%s", page)
	}
	c, err := alice.Desk.Open(sent.files[0])
	if err == nil {
		err = alice.Desk.NoteUndelivered(c, "bob@example.org", i18n.Same("550 no such user"), false)
	}
	for path, want := range map[string]string{to: "reach bob@example.org: 550 no such user. If the address is wrong, withdraw this", "/": "reach bob@example.org: 550 no such user.</small>"} {
		if page := body(t, alice.ask("GET", path, nil, nil)); err != nil || !strings.Contains(page, want) {
			t.Errorf("%s does not say that the invitation did not arrive (%v):\n%s", path, err, page)
		}
	}
	if err = alice.Desk.NoteUndelivered(c, "bob@example.org", i18n.Same("no network"), true); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{to: `="` + to[1:] + `/send"`, "/": "Your invitation to bob@example.org is waiting to be sent; hikyaku tries again whenever it checks mail.</small>"} {
		if page := body(t, alice.ask("GET", path, nil, nil)); !strings.Contains(page, want) || strings.Contains(page, "waiting for Bob to answer") {
			t.Errorf("%s does not say that the invitation waits:\n%s", path, page)
		}
	}
	_, to = alice.form(t, "/new/quoridor", url.Values{"people": {"Bob <bob@example.org>"}, "set-players": {"2"}, "sure": {"yes"}})
	bob, _ := person(t, "Bob")
	c, err = bob.Desk.Accept(carry(t, sent.files[1], filepath.Join(bob.Desk.Dir, "invitations")), "", false)
	if err != nil || !c.Roster.TossDue() {
		t.Fatalf("no toss: %v", err)
	}
	carry(t, c.File, alice.Desk.Dir)
	for who, page := range map[string]string{"Alice": body(t, alice.ask("GET", to, nil, nil)), "Bob": body(t, bob.ask("GET", bob.path(filepath.Base(c.File)), nil, nil))} {
		if strings.Contains(page, `class="pill"`) || strings.Contains(page, `/draw"`) || strings.Contains(page, `/resign"`) {
			t.Errorf("before the toss, the page of %s:\n%s", who, page)
		}
	}
}

// TestDrawOffered: until it is answered, the page says that a draw is offered.
func TestDrawOffered(t *testing.T) {
	alice, _, _, name := begun(t)
	offered := func() bool {
		return strings.Contains(body(t, alice.ask("GET", alice.path(name), nil, nil)), "You have offered a draw.")
	}
	if offered() {
		t.Error("a draw is offered before it is")
	}
	alice.post(t, name, "move", url.Values{"move": {"e2"}, "draw": {"yes"}})
	if !offered() {
		t.Error("the page does not say that a draw is offered")
	}
	alice.post(t, name, "resign", nil)
	if offered() {
		t.Error("a draw is offered after the end")
	}
}

// TestFormForTwo: what only more than two players need is marked, and hidden while a game of two is chosen.
func TestFormForTwo(t *testing.T) {
	s, _ := person(t, "Alice")
	four := body(t, s.ask("GET", "/new/quoridor", nil, nil))
	for _, want := range []string{`<option value="2" class="two" selected>`, `<option value="4">`, `<p class="field many"><label for="set-third-pawn">`, `<p class="field few"><label for="seat">`, `<option value="2">Your opponent moves first</option></select>`, `<p class="field many"><label for="order">`, `<option value="1">You move first</option><option value="2">You move second</option><option value="3">You move third</option><option value="4">You move fourth</option></select>`, `<span class="few">Your friend&#39;s mail address</span>`, `<textarea id="people"`} {
		if !strings.Contains(four, want) {
			t.Errorf("no %s in\n%s", want, four)
		}
	}
	if two := body(t, s.ask("GET", "/new/shogi", nil, nil)); !strings.Contains(two, `class="panel pair"`) || !strings.Contains(two, `<input id="people"`) || strings.Contains(two, `<textarea id="people"`) || strings.Contains(two, `class="two"`) || !strings.Contains(two, `<option value="2">Your opponent moves first, or you give the handicap (uwate)</option>`) {
		t.Errorf("a game of two:\n%s", two)
	}
	if here := body(t, s.ask("GET", "/new/shogi?here", nil, nil)); !strings.Contains(here, "starting with the one who moves first or takes the handicap (shitate)") {
		t.Errorf("who writes the names is not told whose is first:\n%s", here)
	}
	for path, folded := range map[string]string{"/new/quoridor?computer": `<details class="many"><summary>More`, "/new/quoridor": "<details><summary>More", "/new/shogi?computer": "<details><summary>More"} {
		if page := body(t, s.ask("GET", path, nil, nil)); !strings.Contains(page, folded) {
			t.Errorf("%s has no %s in\n%s", path, folded, page)
		}
	}
	if css := body(t, s.ask("GET", "/board.css", nil, nil)); !strings.Contains(css, "form:has(.two:checked) .many") {
		t.Error("nothing is hidden from two players")
	}
}

// TestConfirmation: who confirms an invitation sees what was chosen, by name or by default, and what the others get.
func TestConfirmation(t *testing.T) {
	s, _ := person(t, "Alice")
	for _, tt := range []struct {
		game   string
		values url.Values
		want   []string
	}{
		{"shogi", url.Values{"people": {"ann@example.org"}}, []string{"Playing order: A fair toss decides", "Time limit: no time limit", "The invitation is a mail with the board: ann@example.org can answer it"}},
		{"shogi", url.Values{"people": {"Ann <ann@example.org>"}, "seat": {"2"}, "time": {"3d"}, "words": {"A game?"}}, []string{"Playing order: Your opponent moves first", "Time limit: 3 days per move", "Message: A game?", "Ann can answer"}},
		{"quoridor", url.Values{"people": {"a@example.org\nb@example.org\nc@example.org"}, "set-players": {"4"}, "seat": {"2"}, "order": {"3"}}, []string{"Playing order: You move third", "a mail with the board"}},
		{"quoridor", url.Values{"people": {"a@example.org"}, "set-players": {"2"}, "seat": {"1"}, "order": {"3"}}, []string{"Playing order: You move first"}},
	} {
		_, page := s.form(t, "/new/"+tt.game, tt.values)
		for _, want := range tt.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s %v: no %q in\n%s", tt.game, tt.values, want, page)
			}
		}
	}
	page := body(t, s.ask("GET", "/new/shogi", nil, nil))
	if address, handicap := strings.Index(page, `id="people"`), strings.Index(page, `id="set-handicap"`); address < 0 || address > handicap || !strings.Contains(page, "<small>A player whose king has entered") {
		t.Errorf("the address at %d, the handicap at %d of\n%s", address, handicap, page)
	}
}

// TestLastLevel: the form proposes the computer player that was played last.
func TestLastLevel(t *testing.T) {
	s := serve(t)
	for _, level := range []string{"level1", "level3"} {
		before, err := filepath.Glob(filepath.Join(s.Desk.Dir, "*.kif"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range before {
			if err := os.Chtimes(file, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
		}
		s.form(t, "/new/goryujin?computer", url.Values{"against": {level}})
		if page := body(t, s.ask("GET", "/new/quoridor?computer", nil, nil)); !strings.Contains(page, `<option value="`+level+`" selected>`) || strings.Count(page, `value="level`) != 10 {
			t.Errorf("after %s:\n%s", level, page)
		}
	}
}

// TestAnsweringAnOffer: who offers a draw confirms an offer and can cancel, and who is asked for anything is asked once and told how to decline.
func TestAnsweringAnOffer(t *testing.T) {
	alice, bob, _, name := begun(t)
	mine := part(body(t, bob.ask("GET", bob.path(name), nil, nil)), `/draw"`, "</details>")
	if !strings.Contains(mine, ">Offer a draw</button>") || !strings.Contains(mine, ">Cancel</a>") {
		t.Errorf("the form of a draw is\n%s", mine)
	}
	alice.post(t, name, "move", url.Values{"move": {"e2"}, "draw": {"yes"}})
	carry(t, alice.open(t, name).File, bob.Desk.Dir)
	page := body(t, bob.ask("GET", bob.path(name), nil, nil))
	if strings.Count(page, "Alice offers a draw") != 1 || !strings.Contains(page, "To decline it, just play on.") {
		t.Errorf("who is asked for a draw sees\n%s", page)
	}
	bob.post(t, name, "move", url.Values{"move": {"e8"}})
	bob.post(t, name, "ask-undo", nil)
	carry(t, bob.open(t, name).File, alice.Desk.Dir)
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); !strings.Contains(page, "Bob asks to take back") || !strings.Contains(page, "To decline it, just play on.") {
		t.Errorf("who is asked for a take-back sees\n%s", page)
	}
	alice.post(t, name, "move", url.Values{"move": {"e3"}})
	carry(t, alice.open(t, name).File, bob.Desk.Dir)
	bob.post(t, name, "pause", nil)
	carry(t, bob.open(t, name).File, alice.Desk.Dir)
	if page := body(t, alice.ask("GET", alice.path(name), nil, nil)); !strings.Contains(page, "Bob proposes a pause") || !strings.Contains(page, "To decline, do nothing.") {
		t.Errorf("who is asked for a pause while the other side is to move sees\n%s", page)
	}
}

// TestNoNewMail: a check for mail says when there is none.
func TestNoNewMail(t *testing.T) {
	s, _ := person(t, "Alice")
	if _, to := s.form(t, "/poll", nil); !strings.Contains(body(t, s.ask("GET", to, nil, nil)), "No new mail.") {
		t.Errorf("without mail: %s", to)
	}
	s.Commands = busy{s}
	if _, to := s.form(t, "/poll", nil); strings.Contains(body(t, s.ask("GET", to, nil, nil)), "No new mail.") {
		t.Errorf("with mail: %s", to)
	}
}

// busy always finds mail.
type busy struct{ *Server }

func (busy) Sends() bool                               { return true }
func (busy) Analyse(context.Context, *page.Page) error { return nil }
func (b busy) Poll(context.Context) error {
	b.Tell()
	return nil
}
func (busy) Change(_ context.Context, c home.Copy, _ bool, _ func(home.Copy) (home.Copy, error)) (home.Copy, error) {
	return c, nil
}
