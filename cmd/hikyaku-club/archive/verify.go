package archive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// Report is the result of a verification.
type Report struct {
	Matches  int         // the number of records judged
	Over     int         // the number of matches that have ended
	Signed   int         // the number of those whose result is proved by the signatures of the players
	Word     []i18n.Text // for each other match: proved by DKIM signatures, or by the word of the club
	Decided  []i18n.Text // results decided by a director
	Proved   []i18n.Text // what the log proves
	Unseen   []i18n.Text // what can't be verified from an export
	Findings []i18n.Text // contradictions to the records
}

// Options select what is verified.
type Options struct {
	Games   []*engine.Game
	Version string // of this program
	Export  string // the exported folder
	Site    string // the folder of the published site; "" for none
	Root    string // a line with a root of the log from a message of the club; "" for none
}

// openBase opens the database of a verification. A test replaces it.
var openBase = db.Open

// Verify checks an exported folder and the published files of the club.
func Verify(ctx context.Context, o Options) (*Report, error) {
	v := &verifier{Report: &Report{}, version: o.Version, headed: map[string]string{}, ended: map[string]time.Time{}}
	dir, err := os.MkdirTemp("", "hikyaku-club-verify")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b, err := openBase(ctx, filepath.Join(dir, "club.db"), db.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	v.desk = game.Desk{Games: o.Games, System: atomicfile.OS{}, Secret: filepath.Join(dir, "secret")}
	if v.desk.Me, v.names, err = umpire(o.Export); err != nil {
		return nil, err
	}
	_, missing := os.Stat(filepath.Join(o.Export, filepath.FromSlash(matches.file())))
	if v.whole = missing == nil; !v.whole && v.desk.Me.Address == "" {
		return nil, words.Err("check.no-club", "folder", o.Export)
	}
	v.Matches, err = load(ctx, b, v.desk, o.Export, func(wrong error) error {
		v.Findings = append(v.Findings, i18n.Of(wrong))
		return ctx.Err()
	}, func(db.Tx, bool) error { return nil })
	if err == nil {
		err = b.Do(ctx, func(tx db.Tx) error {
			if v.desk.Me.Address == "" { // a club without matches is known from its log
				public := ""
				if _, err := db.One(tx, `select signer from root order by size limit 1`, nil, &public); err != nil {
					return err
				}
				v.desk.Me.Address, _, _ = strings.Cut(public, "+")
			}
			if err := v.matches(tx); err != nil {
				return err
			}
			site.Rate(v.over)
			if err := v.arranged(tx); err != nil || !v.whole {
				return err
			}
			if err := v.members(tx); err != nil {
				return err
			}
			return v.log(tx, o.Root)
		})
	}
	if err == nil && o.Site != "" {
		err = v.published(ctx, b, o.Site, dir)
	}
	if v.withheld > 0 {
		v.Unseen = append(v.Unseen, words.Text("check.unseen.withheld", "n", v.withheld))
	}
	v.Unseen = append(v.Unseen, words.Text("check.unseen.players"), words.Text("check.unseen.decisions"))
	return v.Report, err
}

// umpire returns the club of an exported folder, which is the umpire of most of its matches, and all names that the umpire has in
// them. It returns no names if the folder has no match of a club.
func umpire(dir string) (most kif.Seat, names []string, err error) {
	entries, err := os.ReadDir(dir)
	kept := map[string][]string{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".kif") {
			continue
		}
		data, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		r, err := kif.Read(data)
		if err != nil {
			continue // unreadable records are reported elsewhere
		}
		if who := r.Umpire(); who.Address != "" {
			if kept[who.Address] = append(kept[who.Address], who.Name); len(kept[who.Address]) > len(kept[most.Address]) {
				most = who
			}
		}
	}
	return most, kept[most.Address], err
}

// verifier is a verification in progress.
type verifier struct {
	*Report
	withheld int // entries without their withheld parts
	desk     game.Desk
	version  string
	whole    bool     // the folder was exported by a club, not by a player
	names    []string // of the club
	judged   []judged
	ended    map[string]time.Time // when matches ended, by file
	over     []site.Match         // according to the records
	headed   map[string]string    // what matches are played for by their rows, and the file of one: "event NAME", "ladder GAME"
	events   []site.Event
	ladders  []site.Ladder
}

// members reports members with a name that only somebody else has in the records.
func (v *verifier) members(tx db.Tx) error {
	type seat struct{ name, address string }
	has, played := map[seat]bool{}, map[string]string{}
	for _, one := range v.judged {
		for _, p := range slices.Concat(one.match.After(0).Roster.Parties, one.match.Roster.Parties) { // an address may have changed
			address := strings.ToLower(p.Address)
			has[seat{p.Name, address}], played[p.Name] = true, address
		}
	}
	list, err := db.All(tx, `select name, address from member order by address`, nil, func(r db.Rows) (s seat, err error) {
		return s, r.Scan(&s.name, &s.address)
	})
	for _, s := range list {
		if other := played[s.name]; other != "" && !has[s] {
			v.find("check.member.name", "name", s.name)
		}
	}
	return err
}

// judged is a match and what it counts for, by its row or, once that is verified, by its record.
type judged struct {
	file    string
	match   *match.Match
	heading game.Heading
	ended   time.Time
}

// find adds a finding.
func (v *verifier) find(key string, args ...any) {
	v.Findings = append(v.Findings, words.Text(key, args...))
}

// matches verifies the readable matches. Their signatures have been checked.
func (v *verifier) matches(tx db.Tx) error {
	rows, err := db.All(tx, `select file, event, round, ladder, rated, strict, ended from match order by file`, nil, func(r db.Rows) (one judged, err error) {
		return one, r.Scan(&one.file, &one.heading.Event, &one.heading.Round, &one.heading.Ladder, &one.heading.Rated, &one.heading.Strict, &one.ended)
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		m, err := v.open(tx, r.file)
		if err != nil {
			return err
		}
		r.match = m
		for _, e := range m.Record.Events {
			if e.Withheld != (kif.Withheld{}) {
				v.withheld++
			}
		}
		h := v.heading(r)
		if h.Event != "" {
			v.headed["event "+h.Event] = r.file
		}
		if h.Ladder != "" {
			v.headed["ladder "+h.Ladder] = r.file
		}
		r.heading = h
		v.judged, v.ended[r.file] = append(v.judged, r), r.ended
		if m.Outcome == nil || m.Roster.Joining() != 0 { // such matches are not published
			continue
		}
		v.over = append(v.over, site.MatchOf(r.file, m, h, r.ended))
		v.Over++
		writers, ended := onWord(m)
		switch {
		case ended:
			v.Word = append(v.Word, words.Text("check.word.end", "file", r.file, "result", m.For(0).Ending()))
		case len(writers) > 0:
			if err := v.written(tx, r.file, m, writers); err != nil {
				return err
			}
		default:
			v.Signed++
		}
	}
	return nil
}

// heading returns what a match counts for according to its signed invitation.
func (v *verifier) heading(r judged) game.Heading {
	for _, rated := range []bool{r.heading.Rated, !r.heading.Rated} {
		h := r.heading
		if h.Rated = rated; !h.Heads(r.match) {
			continue
		}
		counts := rated && (r.match.Outcome == nil || events.Counts(r.match))
		if counts != r.heading.Rated {
			v.find("check.rated."+fmt.Sprint(counts), "file", r.file)
		}
		return h
	}
	said := r.match.Record.Events[0].Comment
	ends := func(rated bool) bool { // whether the text is a heading written by a club
		return slices.ContainsFunc([]bool{false, true}, func(strict bool) bool {
			text := game.Heading{Rated: rated, Strict: strict}.Message()
			return strings.HasSuffix(said, text.En) || strings.HasSuffix(said, text.Ja)
		})
	}
	if r.heading != (game.Heading{}) || ends(true) || ends(false) {
		v.find("check.heading", "file", r.file, "said", render.SafeLine(said, 200), "published", r.heading.Message())
	}
	return game.Heading{Rated: ends(true)}
}

// written reports the evidence for the result of a finished match with mail-only players.
func (v *verifier) written(tx db.Tx, file string, m *match.Match, writers []int) error {
	var word []string
	for _, party := range writers {
		who := site.PublicName(m.Roster.Name(party))
		domains, err := v.witnesses(tx, file, m, party)
		if err != nil {
			return err
		}
		if len(domains) == 0 {
			word = append(word, who)
			continue
		}
		v.Word = append(v.Word, words.Text("check.word.letters", "file", file, "result", m.For(0).Ending(), "who", who, "domain", strings.Join(domains, ", ")))
	}
	if len(word) > 0 {
		v.Word = append(v.Word, words.Text("check.word.writers", "file", file, "result", m.For(0).Ending(), "who", i18n.People(word...)))
	}
	return nil
}

// onWord returns the players of a finished match whose last entries were signed by the club for them, and whether the club itself
// ended the match.
func onWord(m *match.Match) (writers []int, ended bool) {
	last := map[int]int{} // the last entry of each party that affects the result
	for i, e := range m.Record.Events {
		if decides(e.Step) {
			last[m.By(i)] = i
		}
	}
	for _, party := range slices.Sorted(maps.Keys(last)) {
		if m.Scribe(last[party]) != 0 || m.Record.Events[last[party]].Withheld != (kif.Withheld{}) {
			writers = append(writers, party)
		}
	}
	_, ended = last[m.Roster.Umpire()]
	return writers, ended
}

// decides reports whether a step affects the result of a match.
func decides(step kif.Step) bool {
	switch step.(type) {
	case kif.Throw, kif.Invite, kif.Receipt, kif.OpenLink, kif.Say:
		return false
	}
	return true
}

// published compares the published files of a site with those computed from the records.
func (v *verifier) published(ctx context.Context, b db.DB, dir, temp string) error {
	file := filepath.Join(dir, site.ResultsFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return words.Err("check.no-results", "file", file)
	}
	var p site.Published
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		v.find("check.unreadable", "file", file, "why", err)
		return nil
	}
	known := map[string]site.Match{}
	for _, m := range v.over {
		known[m.File] = m
	}
	seen := map[string]bool{}
	for _, m := range p.Matches {
		want, ok := known[m.File]
		switch {
		case seen[m.File]:
			v.find("check.twice", "file", m.File)
		case !ok:
			v.find("check.added", "file", m.File)
		default:
			v.compare(m, want)
		}
		seen[m.File] = true
	}
	for _, m := range v.over {
		if !seen[m.File] {
			v.find("check.missing", "file", m.File)
		}
	}
	v.publishedEvents(p)
	return v.pages(ctx, b, p, dir, filepath.Join(temp, "site"))
}

// pages draws the site again and compares each file.
func (v *verifier) pages(ctx context.Context, b db.DB, p site.Published, dir, temp string) error {
	if p.Drawn.Version != v.version {
		v.find("check.pages.version", "got", cmp.Or(p.Drawn.Version, "–"), "want", v.version)
		return nil
	}
	s := &site.Site{Base: b, Desk: v.desk, Dir: temp, Address: p.Drawn.Address, Delay: p.Drawn.Delay, Version: p.Drawn.Version, OnDemand: p.Drawn.OnDemand}
	if s.Desk.Me.Name = p.Club; len(v.names) > 0 && !slices.Contains(v.names, p.Club) {
		v.find("check.club", "got", render.SafeLine(p.Club, 60), "want", v.names[0])
	}
	if err := s.Write(ctx); err != nil {
		return err
	}
	got, err := v.filesIn(dir)
	if err != nil {
		return err
	}
	if s.OnDemand {
		for name := range got {
			if _, err := s.Draw(ctx, name); err != nil {
				return err
			}
		}
	}
	want, err := v.filesIn(temp)
	if err != nil {
		return err
	}
	before := len(v.Findings)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch sum, ok := got[name]; {
		case !ok:
			v.find("check.page.missing", "file", name)
		case sum != want[name] && name != site.ResultsFile:
			v.find("check.page.differs", "file", name)
		case sum != want[name] && before == 0:
			v.find("check.results.differs", "file", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			v.find("check.page.added", "file", name)
		}
	}
	return nil
}

// filesIn returns the hashes of the files in a folder.
func (v *verifier) filesIn(dir string) (map[string][32]byte, error) {
	all := map[string][32]byte{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, file)
		name = filepath.ToSlash(name)
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			v.find("check.page.added", "file", name)
			return nil
		}
		data, err := os.ReadFile(file)
		all[name] = sha256.Sum256(data)
		return err
	})
	return all, err
}

// exactly formats a time, "" for none.
func exactly(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05.999999999 UTC")
}

// compare compares a published match with its record.
func (v *verifier) compare(got, want site.Match) {
	differs := func(what string, said, follows any) {
		if g, w := fmt.Sprint(said), fmt.Sprint(follows); g != w {
			v.find("check."+what, "file", want.File, "got", cmp.Or(g, "–"), "want", cmp.Or(w, "–"))
		}
	}
	differs("digest", got.Digest, want.Digest)
	differs("ended", exactly(got.Ended), exactly(want.Ended))
	differs("event", playedFor(got), playedFor(want))
	differs("game", strings.TrimSpace(got.Game+" "+got.Rules), strings.TrimSpace(want.Game+" "+want.Rules))
	if len(got.Players) != len(want.Players) {
		differs("players", len(got.Players), len(want.Players))
		return
	}
	for i, p := range want.Players {
		differs("name", got.Players[i].Name, p.Name)
		if g := got.Players[i].Place; g != p.Place {
			v.find("check.place", "file", want.File, "name", p.Name, "got", g, "want", p.Place)
		}
		if g, w := rated(got.Players[i]), rated(p); g != w {
			v.find("check.rating", "file", want.File, "name", p.Name, "got", g, "want", w)
		}
	}
}

// playedFor returns the event with the round, or the ladder, for which a match was played; "" if there is none.
func playedFor(m site.Match) string {
	if m.Event == "" {
		return m.Ladder
	}
	return fmt.Sprint(m.Event, " ", m.Round)
}

// rated formats a rating with all digits, which are the same on every machine.
func rated(p site.Player) string {
	if p.After == nil {
		return "–"
	}
	return fmt.Sprintf("%v ± %v (%v)", p.After.R, p.After.RD, p.After.Vol)
}

// Write prints the findings, one sentence per line.
func (r *Report) Write(w io.Writer, lang string) error {
	first, last := words.Text("check.judged", "n", r.Matches, "over", r.Over, "signed", r.Signed), words.Text("check.good")
	if n := len(r.Findings); n > 0 {
		last = words.Text("check.bad", "n", n)
	}
	for _, line := range slices.Concat([]i18n.Text{first}, r.Word, r.Decided, r.Proved, r.Unseen, r.Findings, []i18n.Text{last}) {
		if _, err := fmt.Fprintln(w, line.In(lang)); err != nil {
			return err
		}
	}
	return nil
}

// witnesses returns the domains that signed the messages from which the entries of a party were made; none if one of the messages
// isn't signed or isn't stored.
func (v *verifier) witnesses(tx db.Tx, file string, m *match.Match, party int) (domains []string, err error) {
	for i, e := range m.Record.Events {
		if _, accepts := e.Step.(kif.Accept); m.By(i) != party || m.Scribe(i) == 0 || accepts || !decides(e.Step) {
			continue
		}
		domain, err := v.witness(tx, file, m, i)
		if err != nil || domain == "" {
			return nil, err
		}
		if !slices.Contains(domains, domain) {
			domains = append(domains, domain)
		}
	}
	return domains, nil
}

// witness returns the domain that has signed the message from which an entry was made, or "" if there is no proof.
func (v *verifier) witness(tx db.Tx, file string, m *match.Match, i int) (string, error) {
	e := m.Record.Events[i]
	raw, keys, err := game.Evidence(tx, e.Mail.String())
	if err != nil || keys == nil {
		return "", err
	}
	who := site.PublicName(m.Roster.Name(m.By(i)))
	wrong := func(key string, args ...any) (string, error) {
		v.find(key, append([]any{"file", file, "n", slices.IndexFunc(m.Entries, func(entry kif.Entry) bool { return m.EventOf(entry.Number-1) == i }) + 1, "who", who}, args...)...)
		return "", nil
	}
	letter, err := courier.Open(mailbox.Mail{Raw: raw})
	if err != nil || courier.MailHash(letter) != e.Mail {
		return wrong("check.evidence.other")
	}
	domain, holds := game.DKIMSigner(raw, keys)
	if !holds {
		return wrong("check.evidence.signature")
	}
	if !identity.SameAddress(letter.From.Addr, m.Roster.Readers()[m.By(i)-1].Address) {
		return "", nil
	}
	move, isMove := e.Step.(kif.Move)
	if !isMove {
		return domain, nil
	}
	before := m.Positions[i]
	read := reply.Reader{Move: courier.MovesIn(before)}.Read(letter.Text)
	said := read.Wish.Move
	switch {
	case read.Wish.Word == reply.Yes && courier.QuotesQuestion(letter.Text, before, engine.Move(move)):
		return domain, nil
	case said == "":
		return "", nil
	}
	meant, err := before.Parse(said)
	entered, err2 := before.Parse(string(move))
	if err != nil || err2 != nil || meant != entered {
		return wrong("check.evidence.move", "said", render.SafeLine(said, 40), "move", string(move))
	}
	return domain, nil
}
