package home_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// acts returns the names of what s can do in its match, and whether the texts that confirm them are there.
func (s *seat) acts() string {
	s.Helper()
	var names []string
	for _, a := range s.Acts(s.open()) {
		names = append(names, a.Name)
		if text := a.Asks(s.Desk, s.open()); text.En == "" || text.Ja == "" {
			s.Errorf("%s asks %q", a.Name, text)
		}
	}
	return strings.Join(names, " ")
}

// does lets s do an act. In a match by mail it is handed to the courier.
func (s *seat) does(name, text string) home.Copy {
	s.Helper()
	a, known := home.ActNamed(name, "")
	if !known {
		s.Fatalf("there is no act %s", name)
	}
	c, err := a.Do(s.Desk, s.open(), text, s.open().Roster.Invited)
	s.must(err)
	return c
}

// fails wants an act to fail with these words and to change nothing.
func (s *seat) fails(name, text, want string) {
	s.Helper()
	s.unchanged(func() {
		a, _ := home.ActNamed(name, "")
		if _, err := a.Do(s.Desk, s.open(), text, true); err == nil || !strings.Contains(err.Error(), want) {
			s.Errorf("%s %q: %v, want %q", name, text, err, want)
		}
	})
}

// TestActsByMail lists what two players can do at each point of a match, and does it.
func TestActsByMail(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	want := func(whose *seat, acts string) {
		t.Helper()
		if got := whose.acts(); got != acts {
			t.Errorf("%s can %s, want %s", whose.Me.Name, got, acts)
		}
	}
	want(alice, "say draw substitute resign")
	want(bob, "say draw substitute resign")
	alice.fails("ask-undo", "", "you have not moved yet")
	alice.fails("undo", "", "accept isn't yours")
	alice.fails("agree", "", "offered you anything")
	alice.fails("away", "soon", "soon")
	_, err := alice.Play(alice.open(), home.Turn{Move: "e2"})
	alice.must(err)
	want(alice, "undo say draw ask-undo substitute resign")
	if alice.does("undo", ""); len(alice.open().Moves()) != 0 {
		t.Error("a draft is not undone")
	}
	alice.play("e2")
	want(alice, "say draw ask-undo substitute resign")
	bob.takes(alice)
	bob.play("e8")
	want(bob, "say draw ask-undo substitute resign")
	bob.does("ask-undo", "")
	want(bob, "say draw substitute resign")
	alice.takes(bob)
	want(alice, "agree say draw substitute resign")
	if asking, err := alice.Asking("", home.Consent{}); asking.File != alice.file || err != nil {
		t.Errorf("asked is %q, %v", asking.File, err)
	}
	if m := alice.does("agree", ""); len(m.Moves()) != 1 || m.Turn != 2 {
		t.Errorf("after a take-back %q are played and %d is to move", m.Moves(), m.Turn)
	}
	bob.takes(alice)
	if m := bob.does("say", "thank you"); m.Record.Events[m.LastEntry()].Comment != "thank you" {
		t.Error("nothing is said")
	}
	if m := bob.does("draw", ""); m.Offer != nil {
		t.Error("an offer on the own turn does not wait for the move")
	}
	bob.play("e8")
	alice.takes(bob)
	want(alice, "agree say ask-undo substitute resign")
	if m := alice.does("draw", ""); m.Outcome == nil || !slices.Equal(m.Outcome.Places, []int{1, 1}) {
		t.Errorf("an agreed draw ends with %+v", m.Outcome)
	}
	bob.takes(alice)
	want(bob, "rematch say")
	bob.fails("resign", "", "is over")
	m := bob.does("rematch", "again")
	if m.Roster.Joining() != 1 && m.Roster.Joining() != 2 || m.Hash() == bob.open().Hash() || m.Roster.Invited != true {
		t.Errorf("a rematch is %+v", m.Roster)
	}
	bob.file = m.File
	want(bob, "withdraw")
	if m := bob.does("withdraw", ""); m.Outcome == nil {
		t.Error("an invitation that was withdrawn is open")
	}
	want(bob, "say")
}

// TestActsOnOneMachine end a match without asking anybody.
func TestActsOnOneMachine(t *testing.T) {
	for name, want := range map[string][]int{"draw": {1, 1}, "claim": {2, 1}, "resign": {2, 1}} {
		s := newSeat(t, "")
		s.begin("quoridor", engine.Options{}, kif.Seat{Name: "A"}, kif.Seat{Name: "B"})
		if got := s.acts(); got != "draw resign" {
			t.Errorf("at the start without a time limit: %s", got)
		}
		r, err := s.New(home.Setup{Game: all.Game("quoridor"), PerMove: "3d"})
		s.must(err)
		s.file += ".kif"
		s.must(os.WriteFile(s.file, r.Bytes(), 0o644))
		if got := s.acts(); got != "draw claim resign" {
			t.Errorf("at the start: %s", got)
		}
		if m := s.does(name, ""); m.Outcome == nil || !slices.Equal(m.Outcome.Places, want) {
			t.Errorf("%s ends with %+v", name, m.Outcome)
		}
		if got := s.acts(); got != "undo" {
			t.Errorf("after the end: %s", got)
		} else if asks := s.Acts(s.open())[0].Asks(s.Desk, s.open()); asks.En != "Undo the last action?" {
			t.Errorf("where nothing is sent, undo asks %q", asks.En)
		}
		s.fails("say", "hello", "nobody to reach by mail")
		if m := s.does("undo", ""); m.Outcome != nil {
			t.Errorf("%s is not undone", name)
		}
	}
}

// TestOpeningOfTheComputerStays checks that a player takes back an own move with the answer to it, and nothing before the first.
func TestOpeningOfTheComputerStays(t *testing.T) {
	s := newSeat(t, "")
	s.begin("quoridor", engine.Options{}, kif.Seat{Name: "hikyaku level1"}, kif.Seat{Name: "A"})
	play := func(move string) {
		_, err := s.Play(s.open(), home.Turn{Move: move})
		s.must(err)
	}
	play("e2")
	if got := s.acts(); got != "resign" {
		t.Errorf("after the first move of the computer player: %s", got)
	}
	s.fails("undo", "", "no moves have been played")
	play("e8")
	undo, _ := home.ActNamed("undo", "")
	if asks := undo.Asks(s.Desk, s.open()); asks.En != "Take back the last move?" {
		t.Errorf("after one move: %s", asks.En)
	}
	play("e3")
	if asks := undo.Asks(s.Desk, s.open()); asks.En != "Take back your last move and the answer to it?" {
		t.Errorf("after the answer: %s", asks.En)
	}
	if m := s.does("undo", ""); m.Ply() != 1 {
		t.Errorf("%d plies are left, want 1", m.Ply())
	}
}

// TestInvitationsAreAnswered by those who are asked, under any of their names.
func TestInvitationsAreAnswered(t *testing.T) {
	alice, bob := newSeat(t, "Alice"), newSeat(t, "Bob")
	invite := func() home.Copy {
		t.Helper()
		c, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Others: []kif.Seat{bob.Me}, PerMove: "3d"})
		alice.must(err)
		alice.file = c.File
		_, err = bob.Desk.Queue(alice.public())
		bob.must(err)
		return c
	}
	if _, err := bob.Accept("", "", false); err == nil {
		t.Error("an invitation that nobody sent is accepted")
	}
	first := invite()
	if asking, err := bob.Asking("", home.Consent{}); asking.File != "" || err != nil {
		t.Errorf("asked is %q, %v", asking.File, err)
	}
	waiting, err := bob.Open(bob.Invitations()[0].File)
	if err != nil || !bob.AsksToJoin(waiting) || alice.AsksToJoin(first) {
		t.Errorf("%v: Bob is asked to join: %t, Alice: %t", err, bob.AsksToJoin(waiting), alice.AsksToJoin(first))
	}
	for _, name := range []string{"zzz", "carol", first.Short()[:4] + "zz"} {
		if _, err := bob.Decline(name, ""); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is declined: %v", name, err)
		}
	}
	if c, err := bob.Decline("alice", "no time"); err != nil || c.Outcome == nil || c.Hash() != first.Hash() || !strings.HasPrefix(c.File, bob.Dir) || bob.AsksToJoin(c) {
		t.Errorf("declined: %+v, %v", c.File, err)
	}
	second, third := invite(), invite()
	if _, err := bob.Accept("alice", "", false); err == nil || !strings.Contains(err.Error(), second.Short()) || !strings.Contains(err.Error(), third.Short()) {
		t.Errorf("of two invitations: %v", err)
	}
	if err := bob.CheckCounter(home.Copy{Match: third.Match}, home.Invitation{PerMove: "never"}); err == nil {
		t.Error("a counter-invitation with an unreadable time limit is possible")
	}
	if _, _, err := bob.Counter(third.Short(), home.Invitation{PerMove: "never"}); err == nil || len(bob.Invitations()) != 2 {
		t.Errorf("an impossible counter-invitation declines: %v", err)
	}
	old, c, err := bob.Counter(third.Short(), home.Invitation{PerMove: "5d", Seat: 2})
	if err != nil || old.Outcome == nil || c.Record.PerMove() != "5d" || c.Roster.SeatOf(c.Roster.At(bob.Me.Address)) != 2 || c.Game.Name != "quoridor" {
		t.Errorf("counter: %v, %+v", err, c.Match)
	}
	if _, err := bob.Accept("", strings.Repeat("gladly ", 1<<17), false); err == nil || len(bob.Invitations()) != 1 {
		t.Errorf("accepted with too many words: %v", err)
	}
	if c, err = bob.Accept("", "gladly", false); err != nil || c.Hash() != second.Hash() || c.Roster.Joining() != 0 {
		t.Errorf("accepted: %v", err)
	}
	if len(bob.Invitations()) != 0 {
		t.Errorf("still waiting: %v", bob.Invitations())
	}
	if _, err := alice.Accept(second.Short(), "", false); err == nil || !strings.Contains(err.Error(), "this is your own invitation") {
		t.Errorf("the inviter accepts: %v", err)
	}
	invite()
	if _, c, err = bob.Counter("", home.Invitation{}); err != nil || !c.Record.Tossed() || c.Record.PerMove() != "3d" {
		t.Errorf("a counter-invitation that names no seat: %v, %+v", err, c.Match)
	}
}

// TestBlockedAddresses are kept sorted, once each, and can be unblocked.
func TestBlockedAddresses(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	alice.Blocked = filepath.Join(t.TempDir(), "blocked")
	if _, err := alice.Block(alice.Me.Address); err == nil {
		t.Error("one's own address is blocked")
	}
	for _, c := range []struct {
		address string
		open    int
	}{{"mallory@example.org", 0}, {"bob@example.org", 1}, {"BOB@Example.org", 1}} {
		if open, err := alice.Block(c.address); err != nil || open != c.open {
			t.Errorf("%s: %d matches, %v", c.address, open, err)
		}
	}
	list, err := alice.BlockedSenders()
	alice.must(err)
	if !slices.Equal(list, []string{"bob@example.org", "mallory@example.org"}) {
		t.Errorf("blocked are %v", list)
	}
	if blocked, err := alice.Desk.Blocks("carol@example.org", "Bob@example.org"); !blocked || err != nil {
		t.Errorf("%v, %v", blocked, err)
	}
	if err := alice.Unblock("carol@example.org"); err == nil {
		t.Error("an address that is not blocked is unblocked")
	}
	alice.must(alice.Unblock("bob@example.ORG"))
	if list, _ := alice.BlockedSenders(); !slices.Equal(list, []string{"mallory@example.org"}) {
		t.Errorf("blocked are %v", list)
	}
}

// TestChangeOfAddress is signed in every match by mail without a draft, once.
func TestChangeOfAddress(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.begin("quoridor", engine.Options{}, kif.Seat{Name: "A"}, kif.Seat{Name: "B"}) // stays as it is
	for _, address := range []string{"", "new", "new@", "a b@example.org"} {
		if _, err := alice.ChangeAddress(address); !errors.As(err, new(*home.UsageError)) {
			t.Errorf("%q: %v", address, err)
		}
	}
	for range 2 {
		list, err := alice.ChangeAddress("alice@new.example.org")
		if err != nil || len(list) != 1 || list[0].Roster.Parties[0].Address != "alice@new.example.org" || list[0].Match.Unsent() {
			t.Fatalf("%v, %v", list, err)
		}
		alice.Me.Address, alice.file = "alice@new.example.org", list[0].File
	}
	bob.takes(alice)
	_, err := alice.Play(alice.open(), home.Turn{Move: "e2"})
	alice.must(err)
	if list, err := alice.ChangeAddress("alice@newest.example.org"); err == nil || len(list) != 0 || !strings.Contains(err.Error(), alice.open().Short()) {
		t.Errorf("with a draft: %v, %v", list, err)
	}
}

// TestSecretKeys are kept, the newest first, each once, and read from paper.
func TestSecretKeys(t *testing.T) {
	s := newSeat(t, "Alice")
	for range 2 {
		s.must(home.NewSecret(s.System, s.Secret))
	}
	ring, err := home.LoadKeyring(s.System, s.Secret)
	s.must(err)
	lines := ring.Reveal()
	if len(lines) != 2 || lines[0] == lines[1] || len(ring.Fingerprints()) != 2 || ring.Fingerprints()[0] == ring.Fingerprints()[1] {
		t.Fatalf("%d lines", len(lines))
	}
	other := filepath.Join(t.TempDir(), "secret")
	for _, line := range []string{lines[1], lines[0], lines[1]} {
		s.must(home.ImportSecret(s.System, other, line))
	}
	copied, err := home.LoadKeyring(s.System, other)
	s.must(err)
	if !slices.Equal(copied.Reveal(), lines) {
		t.Error("the copy has other keys")
	}
	if err := home.ImportSecret(s.System, other, lines[0]+"x"); err == nil {
		t.Error("a damaged key is read")
	}
}

// TestImport writes a record to the folder, once, under the usual name or that of the other program's file.
func TestImport(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	s := newSeat(t, "Bob")
	for range 2 {
		c, err := s.Import("x.kif", []byte(alice.bytes()))
		if err != nil || filepath.Base(c.File) != c.FileName() || c.Hash() != alice.open().Hash() {
			t.Fatalf("%s, %v", c.File, err)
		}
	}
	if files, _ := os.ReadDir(s.Dir); len(files) != 1 {
		t.Errorf("%d files", len(files))
	}
	s.Files, s.Foreign = convert.Read, convert.Foreign
	for name, want := range map[string]string{"a/My game_(1)-将棋.kif": "My game_(1)-将棋.kif", `C:\\x\\a:b?c.KIF`: "a-b-c.kif"} {
		c, err := s.Import(name, []byte("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n"))
		if err != nil || filepath.Base(c.File) != want || filepath.Dir(c.File) != s.Dir || len(c.Moves()) != 1 {
			t.Errorf("%s is imported as %s, %v", name, c.File, err)
		}
	}
	if _, err := s.Import("x.kif", []byte("hello")); err == nil || !strings.Contains(err.Error(), "x.kif") {
		t.Errorf("%v", err)
	}
	if _, err := s.Import("x.kif", []byte("ゲーム：chess\n1 e4\n")); err == nil || !strings.Contains(err.Error(), "chess") {
		t.Errorf("%v", err)
	}
}

// TestPlacesOfRecords: only a record in the folder can be answered by mail.
func TestPlacesOfRecords(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	alice.must(alice.CheckPlace(alice.file))
	if err := alice.CheckPlace(filepath.Join(t.TempDir(), "x.kif")); err == nil || !strings.Contains(err.Error(), alice.Dir) {
		t.Errorf("%v", err)
	}
	if err := alice.CheckPlace(filepath.Join(alice.Dir, "missing", "x.kif")); err == nil {
		t.Error("a missing folder is that of the records")
	}
}

// TestPlannedAnswers are played when they fit, and dropped when the match has left the plan.
func TestPlannedAnswers(t *testing.T) {
	for reply, planned := range map[string]bool{"e8": true, "d9": false} {
		alice, bob := pair(t, "quoridor")
		alice.play("e2")
		_, err := alice.Prepare(alice.open(), "e8 e3 e7 e4")
		alice.must(err)
		if !strings.Contains(alice.acts(), "drop-plan") {
			t.Errorf("a plan cannot be dropped: %s", alice.acts())
		}
		after, left, err := alice.Attend(alice.open())
		if err != nil || left != nil || after.Turn != 2 {
			t.Fatalf("before the reply: %v, %v", left, err)
		}
		bob.takes(alice)
		bob.play(reply)
		alice.takes(bob)
		after, left, err = alice.Attend(alice.open())
		if e3 := after.Record.Events[after.LastEntry()].Step == kif.Step(kif.Move("e3")); err != nil || left != nil || e3 != planned || (after.Turn == 2) != planned || planned && after.Unsent() {
			t.Errorf("after %s: %v, %v", reply, left, err)
		}
		alice.must(home.DropPlan(alice.System, bob.file)) // there is none
		rest, err := home.PlanOf(alice.System, alice.file)
		alice.must(err)
		if got := rest.String(); planned && got != "e7 e4" || !planned && got != "" {
			t.Errorf("after %s %q is left of the plan", reply, got)
		}
	}
}

// TestClaimsAreAnswered by the accused, from their own dates.
func TestClaimsAreAnswered(t *testing.T) {
	alice, bob := pairBy(t, home.Invitation{Game: all.Game("quoridor"), PerMove: "1d"})
	bob.fails("claim", "", "still has time")
	late := func(s *seat, days int) {
		now := s.System.Now().Add(time.Duration(days) * 24 * time.Hour)
		s.System = clock{now: &now}
	}
	late(bob, 9)
	if !strings.Contains(bob.acts(), "claim") {
		t.Errorf("after nine days bob can %s", bob.acts())
	}
	bob.does("claim", "")
	late(alice, 9)
	alice.takes(bob)
	after, left, err := alice.Attend(alice.open())
	if err != nil || left != nil || after.Outcome == nil || !slices.Equal(after.Outcome.Places, []int{2, 1}) {
		t.Errorf("%v, %v, %+v", left, err, after.Outcome)
	}
	if again, _, err := alice.Attend(after); err != nil || again.Head != after.Head {
		t.Errorf("answered again: %v", err)
	}
}

// TestGiveUpLostSteps lets a record be written to again from which steps are missing that were sent.
func TestGiveUpLostSteps(t *testing.T) {
	alice, _ := pair(t, "quoridor")
	backup := alice.bytes()
	if _, err := alice.GiveUp(alice.open()); err == nil {
		t.Error("nothing is lost, and is given up")
	}
	alice.play("e2")
	alice.restore(backup)
	if _, err := alice.Play(alice.open(), home.Turn{Move: "d1"}); !errors.As(err, new(*home.OldRecord)) {
		t.Fatalf("an old record is played on: %v", err)
	}
	_, err := alice.GiveUp(alice.open())
	alice.must(err)
	if m := alice.play("d1"); !slices.Equal(m.Moves(), []string{"d1"}) {
		t.Errorf("played are %q", m.Moves())
	}
}

// TestInvitationsThatCannotBe are refused before anything is written.
func TestInvitationsThatCannotBe(t *testing.T) {
	s := newSeat(t, "Alice")
	good := func() home.Invitation {
		return home.Invitation{Game: all.Game("quoridor"), Others: []kif.Seat{{Name: "Bob", Address: "bob@example.org"}}, PerMove: "3d"}
	}
	s.must(good().Check(s.Desk))
	for what, spoil := range map[string]func(*home.Invitation){
		"an unknown option":        func(i *home.Invitation) { i.Options = engine.Options{"walls": "99"} },
		"an unreadable time limit": func(i *home.Invitation) { i.PerMove = "soon" },
		"unreadable rest days":     func(i *home.Invitation) { i.Rest = "someday" },
		"nobody":                   func(i *home.Invitation) { i.Others = nil },
		"too many players": func(i *home.Invitation) {
			i.Others = append(i.Others, kif.Seat{Address: "carol@example.org"}, kif.Seat{Address: "dave@example.org"})
		},
		"oneself":                    func(i *home.Invitation) { i.Others[0].Address = "ALICE@example.org" },
		"an address that is none":    func(i *home.Invitation) { i.Others[0].Address = "bob" },
		"a seat that there is not":   func(i *home.Invitation) { i.Seat = 3 },
		"an observer without mail":   func(i *home.Invitation) { i.Observers = []kif.Seat{{Name: "Olga"}} },
		"a player who also observes": func(i *home.Invitation) { i.Observers = []kif.Seat{{Address: "bob@example.org"}} },
	} {
		i := good()
		spoil(&i)
		if err := i.Check(s.Desk); err == nil {
			t.Errorf("an invitation with %s is possible", what)
		}
		if _, err := s.Invite(i); err == nil {
			t.Errorf("an invitation with %s is written", what)
		}
	}
	if files, _ := os.ReadDir(s.Dir); len(files) != 0 {
		t.Errorf("%d files", len(files))
	}
}

// TestNewKeys: a key is rotated by the old one, and replaced with the consent of the others when it is lost.
func TestNewKeys(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	if _, err := alice.Do(alice.open(), home.Rotate, true); err == nil || !strings.Contains(err.Error(), "newest secret key") {
		t.Errorf("rotated to the same key: %v", err)
	}
	if _, err := alice.Do(alice.open(), home.Rechain, true); err == nil || !strings.Contains(err.Error(), "still have the secret key") {
		t.Errorf("replaced a key that is there: %v", err)
	}
	first := alice.open().Keys.Of[1]
	alice.must(home.NewSecret(alice.System, alice.Secret))
	c, err := alice.Do(alice.open(), home.Rotate, true)
	if err != nil || c.Keys.Of[1] == first {
		t.Fatalf("not rotated: %v", err)
	}
	bob.takes(alice)
	alice.must(os.Remove(alice.Secret))
	c, err = alice.Do(alice.open(), home.Rechain, true)
	if err != nil || c.Offer == nil || c.Offer.Asks != kif.RechainQuestion {
		t.Fatalf("not asked: %v", err)
	}
	bob.takes(alice)
	rotated := bob.open().Keys.Of[1]
	if c := bob.does("agree", ""); c.Keys.Of[1] == rotated {
		t.Error("the new key does not count")
	}
	alice.takes(bob)
	alice.play("e2")
}

// TestGreet warns of a known address with another key, once, learns the key of somebody who accepts from the address invited, and
// counts the matches.
func TestGreet(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	shelf := alice.Desk
	joined := alice.open().Match
	invited := joined.Cut(1)
	for times, from := range []string{"mallory@example.org", bob.Me.Address, bob.Me.Address} {
		if said, err := shelf.Greet(invited, joined, from); err != nil || len(said) != 0 {
			t.Errorf("from %s: %v, %v", from, said, err)
		}
		data, _ := os.ReadFile(alice.Known)
		line := strings.Fields(string(data)) // address, key, date and number of matches
		if learned := strings.Contains(string(data), "bob@example.org"); learned != (from == bob.Me.Address) || learned && line[3] != strconv.Itoa(times) {
			t.Errorf("after message %d, from %s, Bob is known: %q", times, from, data)
		}
	}
	alice.must(os.Remove(alice.Known))
	alice.must(os.WriteFile(alice.Known, []byte("bob@example.org "+alice.open().Keys.Of[1]+" 2026-01-01 1\n"), 0o600))
	if said, err := shelf.Greet(nil, joined, bob.Me.Address); err != nil || len(said) != 1 || !strings.Contains(said[0].En, "bob@example.org") {
		t.Errorf("of another key: %v, %v", said, err)
	}
	if said, err := shelf.Greet(joined, joined, bob.Me.Address); err != nil || len(said) != 0 {
		t.Errorf("nothing has changed: %v, %v", said, err)
	}
}

// TestAbsenceTwice announces the same absence twice, and then another one.
func TestAbsenceTwice(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	alice.does("away", "2026-12-20..27")
	alice.fails("away", "2026-12-20..2026-12-27", "already announced that you are away from Sunday 20 December to Sunday 27 December")
	alice.does("away", "2026-12-20..28")
	bob.takes(alice)
	bob.does("away", "2026-12-20..27")
}

// TestWhatOneGot checks which steps say when the message that gave the turn arrived: a move and a pause of the player to move,
// in a match with a time limit.
func TestWhatOneGot(t *testing.T) {
	for perMove, dated := range map[string]bool{"1d": true, "": false} {
		alice, bob := pairBy(t, home.Invitation{Game: all.Game("quoridor"), PerMove: perMove})
		alice.play("e2")
		ours, theirs := bob.open(), alice.public()
		came := theirs.Record.Events[len(theirs.Record.Events)-1].At.Add(time.Minute)
		after := ours.Match
		for _, e := range theirs.Record.Events[len(ours.Record.Events):] {
			var err error
			e.Came = came
			after, err = after.Append(e)
			bob.must(err)
		}
		bob.must(bob.Put(ours, after))
		last := func(s *seat) kif.Event {
			m := s.open()
			return m.Record.Events[len(m.Record.Events)-1]
		}
		want := func(s *seat, got bool) {
			t.Helper()
			if e := last(s); !got && !e.Got.IsZero() || got && !e.Got.Equal(came) {
				t.Errorf("%q: %v got its message at %v, which came at %v", perMove, e.Step, e.Got, came)
			}
		}
		alice.does("say", "Hello")
		want(alice, false)
		bob.does("say", "Hello")
		want(bob, false)
		if dated {
			earlier := came.Add(-time.Second)
			again, err := bob.Sign(bob.open().Match, kif.Event{Step: kif.Move("e8"), Got: earlier}, 2)
			bob.must(err)
			if got := again.Record.Events[len(again.Record.Events)-1].Got; !got.Equal(earlier) {
				t.Errorf("a repeated move got its message at %v, not at %v", got, earlier)
			}
			bob.does("pause", "")
			want(bob, true)
		}
		bob.play("e8")
		want(bob, dated)
	}
}
