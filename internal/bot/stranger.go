package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/render"
)

// stranger answers a letter outside of matches: with an invitation if it names a game, else with a note at most once a day.
func (r *round) stranger(l *mailbox.Letter, came time.Time) (*courier.Report, error) {
	own := mailbox.Address{Addr: r.me()}
	to := cmp.Or(r.Courier.Aliases[strings.ToLower(l.To.Addr)], l.To.Addr)
	if person, _ := l.MayAnswer(own); !person || !own.Is(to) || !l.From.Valid() || r.now().Sub(came) > readable {
		return nil, nil
	}
	asked := r.state.request(letterID(l))
	if asked != nil && asked.File != "" {
		return nil, nil
	}
	w, found := wishIn(r.Desk.Games, lines(l)...)
	lang := cmp.Or(l.Reads, script(l.Subject+l.Text))
	if !found {
		return r.note(l, lang, i18n.T("bot.reason-nothing"), i18n.Paragraphs(i18n.T("bot.nothing"), how(r.Desk.Games)))
	}
	i, err := r.invitation(l, lang, w)
	if err != nil { // this address can't play
		return refused(l, i18n.Of(err)), nil
	}
	if called := w.game.Called(w.options); !playable(w) {
		return r.note(l, lang, i18n.T("bot.reason-game", "game", called), i18n.Paragraphs(i18n.T("bot.game", "game", called), how(r.Desk.Games)))
	}
	if asked == nil {
		if why, err := r.limitReason(l.From.Addr); err != nil || why != (i18n.Text{}) {
			if err != nil {
				return nil, err
			}
			return r.note(l, lang, i18n.T("bot.reason-full"), why)
		}
		if asked, err = r.state.add(request{ID: letterID(l), From: l.From.Addr, At: r.now()}); err != nil {
			return nil, err
		}
	}
	return r.begin(l, lang, i, asked)
}

// lines returns the lines of a letter that may name a game: its subject, unless it belongs to a match, and the first two typed
// lines, because the first may be a greeting.
func lines(l *mailbox.Letter) (list []string) {
	if !ofMatch().MatchString(l.Subject) {
		list = append(list, l.Subject)
	}
	typed := strings.Split((reply.Reader{}).Read(l.Text).Typed, "\n")
	return append(list, typed[:min(2, len(typed))]...)
}

// letterID identifies a letter. It includes the text, because some mail programs give two letters the same Message-ID.
func letterID(l *mailbox.Letter) string {
	sum := sha256.Sum256([]byte(cmp.Or(l.MessageID, l.Date.UTC().String()) + "\n" + l.Subject + "\n" + l.Text))
	return hex.EncodeToString(sum[:16])
}

// invitation returns the invitation that answers a letter.
func (r *round) invitation(l *mailbox.Letter, lang string, w wish) (i home.Invitation, err error) {
	who, err := home.ParsePerson((&mail.Address{Name: nameOf(l.From), Address: l.From.Addr}).String())
	if err != nil {
		return i, err
	}
	i = home.Invitation{
		Game: w.game, Options: w.options, Others: []kif.Seat{who},
		Message: i18n.In(lang, "bot.begins", "level", w.level, "most", engine.Levels, "example", example(w.game.Called(w.options), min(w.level+1, engine.Levels-1))),
	}
	return i, i.Check(r.Desk)
}

// nameOf returns the name of a player, "" if it contains anything but a name, because it is written into letters.
func nameOf(a mailbox.Address) string {
	const longest = 40
	name := strings.Join(strings.Fields(a.Name), " ")
	odd := strings.ContainsAny(name, `<>"\`) || strings.Contains(name, "://") || strings.Contains(name, "www.")
	if odd || render.SafeLine(name, longest) != name || identity.HasInvisible(name) {
		return ""
	}
	return name
}

// playable reports whether the bot can play the match of a wish.
func playable(w wish) bool {
	p, err := w.game.Start(w.options)
	return err == nil && plays(p)
}

// begin invites the writer of a letter. After an interruption it finds the match that it began.
func (r *round) begin(l *mailbox.Letter, lang string, i home.Invitation, asked *request) (*courier.Report, error) {
	if err := r.Courier.Meet(l, lang); err != nil {
		return nil, err
	}
	c, err := r.begun(asked, i)
	if err == nil && c.Match == nil {
		c, err = r.Desk.Invite(i)
	}
	if err != nil {
		return nil, err
	}
	asked.File = c.File
	if r.open != nil {
		r.open.add(l.From.Addr)
	}
	done := report(c, r.me())
	done.From, done.News = l.From.Addr, i18n.T("bot.invited", "who", l.From.Addr)
	return &done, r.state.save()
}

// begun returns the match of a request that was interrupted after the invitation was written; a zero Copy if there is none.
func (r *round) begun(asked *request, i home.Invitation) (home.Copy, error) {
	files := map[string]bool{}
	for _, q := range r.state.Requests {
		files[q.File] = true
	}
	for s, err := range r.Desk.List() {
		if err != nil {
			return home.Copy{}, err
		}
		if s.Damaged() || files[s.File] || s.Game != i.Game.Name || s.Begun.Before(asked.At.Truncate(time.Second)) || !identity.SameAddress(s.Others[0], asked.From) {
			continue
		}
		if c, err := r.Desk.Open(s.File); err == nil && c.By(0) == r.Desk.Party(c.Match) {
			return c, nil
		}
	}
	return home.Copy{}, nil
}

// refused reports a letter that gets no answer or only a note.
func refused(l *mailbox.Letter, why i18n.Text) *courier.Report {
	return &courier.Report{Verdict: courier.Refused, From: l.From.Addr, Reason: i18n.T("bot.refused", "who", l.From.Addr, "why", why)}
}

// note answers a letter with a note, unless its writer has got one today.
func (r *round) note(l *mailbox.Letter, lang string, why, text i18n.Text) (*courier.Report, error) {
	if r.state.silent(l.From.Addr, r.now()) {
		return nil, nil
	}
	r.state.Notes = append(r.state.Notes, note{
		To: mailbox.Address{Addr: l.From.Addr}, At: r.now(), Due: true, Lang: lang, Text: text.In(lang), Answers: l.MessageID,
	})
	return refused(l, why), r.state.save()
}

// how returns instructions for writing to the bot.
func how(games []*engine.Game) i18n.Text {
	list := titles(games)
	if len(list) == 0 {
		return i18n.Text{}
	}
	first := example(list[0], 3)
	for i, title := range list {
		list[i] = i18n.Text{En: "* " + title.En, Ja: "* " + title.Ja}
	}
	return i18n.T("bot.how", "most", engine.Levels, "usual", usualLevel, "games", i18n.Lines(list...), "example", first)
}

// example returns a line that asks for a match.
func example(game i18n.Text, level int) i18n.Text {
	return i18n.T("bot.example", "game", game, "level", level)
}

// titles returns the games that the bot plays.
func titles(games []*engine.Game) (list []i18n.Text) {
	seen := map[i18n.Text]bool{}
	for _, name := range names(games) {
		title := name.Game.Called(name.Options)
		if !seen[title] && playable(wish{game: name.Game, options: name.Options}) {
			seen[title] = true
			list = append(list, title)
		}
	}
	return list
}

// sendNotes sends the notes that are due. One may be lost, but never goes out twice.
func (r *round) sendNotes(ctx context.Context) error {
	for i := range r.state.Notes {
		n := &r.state.Notes[i]
		if !n.Due || ctx.Err() != nil {
			continue
		}
		n.Due = false
		if err := r.state.save(); err != nil {
			return err
		}
		err := r.Courier.Box.Send(ctx, n.letter(r.Desk.Me))
		n.Due = mailbox.NotTaken(err)
		r.sent = append(r.sent, courier.Delivery{To: n.To, Err: err, Aside: true})
	}
	return r.state.save()
}

// letter returns the note as a letter of the bot.
func (n *note) letter(me kif.Seat) *mailbox.Letter {
	sum := sha256.Sum256([]byte(n.To.Addr + "\n" + strconv.FormatInt(n.At.UnixNano(), 10) + n.Answers))
	var texts []i18n.Text
	for paragraph := range strings.SplitSeq(n.Text, "\n\n") {
		texts = append(texts, i18n.Same(paragraph))
	}
	text, page := letter.Note(n.Lang, me.Address, texts...)
	l := &mailbox.Letter{
		From: letter.Sender(me), To: n.To,
		Subject: i18n.In(n.Lang, "bot.subject"), MessageID: "<note." + hex.EncodeToString(sum[:16]) + "@" + letter.Domain(me) + ">",
		Date: n.At, Text: strings.TrimRight(text, "\n"), HTML: page, Language: n.Lang, Automatic: "auto-replied",
	}
	if n.Answers != "" {
		l.InReplyTo, l.References = n.Answers, []string{n.Answers}
	}
	return l
}

// usualLevel is the level of requests without one.
const usualLevel = 5

// wish is the match that a mail asks for.
type wish struct {
	game    *engine.Game
	options engine.Options
	level   int
}

// wishIn returns the match that one of the lines names first; ok is false if none does.
func wishIn(games []*engine.Game, lines ...string) (w wish, ok bool) {
	for _, line := range lines {
		line = engine.Narrow(line)
		name, start := engine.FindName(names(games), line)
		if start < 0 {
			continue
		}
		rest := line[:start] + " " + line[start+len(name.Text):]
		w = wish{game: name.Game, options: name.Options, level: usualLevel}
		if n, named := levelIn(rest); named {
			w.level = n
		} else if n, named := levelIn(strings.Join(lines, "\n")); named {
			w.level = n
		} else if alone := aloneNumber().FindStringSubmatch(line[start+len(name.Text):]); alone != nil {
			w.level = levelOf(alone[1])
		}
		return w, true
	}
	return w, false
}

// ofMatch finds the name of a match, as the subjects of letters end with it.
var ofMatch = lazyregexp.New(`\[[0-9a-f]{8}\]`)

// The forms of a level: with a word for it, or as the number that alone follows the game.
var (
	levelForm   = lazyregexp.New(`(?:level|lvl|lv|レベル|強さ)[\s.:=は]{0,3}([0-9]{1,3}|[一二三四五六七八九十])`)
	aloneNumber = lazyregexp.New(`^[\s,:、]*([0-9]{1,3})[\s.!。]*$`)
)

// levelIn returns the first level that a text names; ok is false if it names none.
func levelIn(text string) (level int, ok bool) {
	found := levelForm().FindStringSubmatch(engine.Narrow(text))
	if found == nil {
		return 0, false
	}
	return levelOf(found[1]), true
}

// levelOf returns the level that is nearest to a number.
func levelOf(digits string) int {
	if i := strings.Index("一二三四五六七八九十", digits); i >= 0 {
		return i/len("一") + 1
	}
	n, _ := strconv.Atoi(digits) // digits alone
	return min(max(n, 1), engine.Levels)
}

// names returns the names of games for two players.
func names(games []*engine.Game) []engine.Name {
	return slices.DeleteFunc(engine.Names(games), func(n engine.Name) bool { return n.Game.Seats(n.Options) != 2 })
}

// script returns the language of a text by its letters.
func script(text string) string {
	if slices.ContainsFunc([]rune(text), func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han) }) {
		return "ja"
	}
	return "en"
}
