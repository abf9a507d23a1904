// Package bot is a computer player with an address: everybody who writes to it gets a match by mail at the level they ask
// for. It is a party like any other: its moves are signed and its dice committed.
//
// It plays only the matches in which its own comment names a level, so that no other state is needed.
package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Limits bound the work of the bot.
type Limits struct {
	OpenEach     int // open matches with one address
	RequestsEach int // requests of one address in a day
	NewADay      int // new matches in a day
	OpenInAll    int // open matches
}

// Usual are the default limits.
var Usual = Limits{OpenEach: 3, RequestsEach: 5, NewADay: 50, OpenInAll: 200}

// Bot plays at one desk.
type Bot struct {
	Desk    *home.Desk
	Courier *courier.Courier
	Memory  courier.Memory // of requests; not that of the courier
	Limits  Limits
}

// round is one poll of the mailbox and the actions that follow from it.
type round struct {
	*Bot
	state   *state
	open    *census // nil until the first request
	reports []courier.Report
	sent    []courier.Delivery
}

// Round polls, starts the matches that mails ask for, answers invitations and offers, and moves in matches in which it is the
// bot's turn. If a round is interrupted, the next one completes its work.
func (b *Bot) Round(ctx context.Context) (reports []courier.Report, sent []courier.Delivery, err error) {
	lock, err := b.Memory.Lock()
	if err != nil {
		return nil, nil, i18n.Err("bot.busy", "why", err)
	}
	defer lock.Close()
	s, err := load(b.Memory, b.Desk.System.Now())
	if err != nil {
		return nil, nil, err
	}
	r := &round{Bot: b, state: s}
	b.Courier.Stranger = r.stranger
	defer func() { b.Courier.Stranger = nil }()
	r.reports, r.sent, err = b.Courier.Poll(ctx)
	if ctx.Err() == nil {
		err = errors.Join(err, r.sendNotes(ctx))
	}
	for _, s := range r.Desk.Invitations() {
		if ctx.Err() == nil {
			err = errors.Join(err, stuck(s.Short(), r.answer(ctx, s)))
		}
	}
	if ctx.Err() == nil {
		err = errors.Join(err, r.play(ctx))
	}
	return r.reports, r.sent, err
}

func (r *round) now() time.Time { return r.Desk.System.Now() }

func (r *round) me() string { return r.Desk.Me.Address }

// send sends the pending entries of the match in c, and reports the bot's actions in it since before.
func (r *round) send(ctx context.Context, before *match.Match, c home.Copy) error {
	done := report(c, r.me())
	done.News = i18n.Join(letter.Changed(before, c.Match, 0)...)
	done.Ended = before.Outcome == nil && c.Outcome != nil
	r.reports = append(r.reports, done)
	sent, err := r.Courier.Send(ctx, c)
	r.sent = append(r.sent, sent...)
	return err
}

// report returns a report of the bot's actions in a match.
func report(c home.Copy, me string) courier.Report {
	done := courier.Report{Verdict: courier.Acted, Match: c.Short(), File: c.File, Status: c.Match.WaitsFor(), Game: c.Game.Called(c.Options)}
	for _, n := range c.Match.Others(me) {
		done.With = append(done.With, c.Roster.Name(n))
	}
	return done
}

// stuck returns err as the error of one match, which does not stop the others. An interrupt is no error.
func stuck(short string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return nil
	}
	return i18n.Err("bot.stuck", "match", short, "why", err)
}

// plays reports whether the bot can play a match from a position.
func plays(p engine.Position) bool {
	_, thinks := p.(engine.Thinker)
	return thinks
}

// census counts the open matches, by address in lower case.
type census struct {
	each map[string]int
	all  int
}

// The time after which a match without news no longer counts as open, so that players who never answer do not block others.
const (
	patienceJoining = 3 * 24 * time.Hour
	patiencePlaying = 30 * 24 * time.Hour
)

// counted returns the number of open matches, counted once a round.
func (r *round) counted() (*census, error) {
	if r.open != nil {
		return r.open, nil
	}
	open := &census{each: map[string]int{}}
	for s, err := range r.Desk.List() {
		if err != nil {
			return nil, err
		}
		patience := patiencePlaying
		if s.Awaits == match.ForAnswer {
			patience = patienceJoining
		}
		if !s.Damaged() && !s.Over && r.now().Sub(s.Since) < patience {
			open.add(s.Others...)
		}
	}
	r.open = open
	return open, nil
}

// add counts a match with these addresses.
func (c *census) add(others ...string) {
	c.all++
	for _, address := range others {
		c.each[strings.ToLower(address)]++
	}
}

// limitReason returns why an address cannot have another match now, "" if it can.
func (r *round) limitReason(address string) (why i18n.Text, err error) {
	open, err := r.counted()
	if err != nil {
		return why, err
	}
	ofOne, ofAll := r.state.requests(address, r.now())
	switch each := open.each[strings.ToLower(address)]; {
	case each >= r.Limits.OpenEach:
		return i18n.T("bot.full-open", "n", each), nil
	case ofOne >= r.Limits.RequestsEach:
		return i18n.T("bot.full-day", "n", ofOne), nil
	case open.all >= r.Limits.OpenInAll, ofAll >= r.Limits.NewADay:
		return i18n.T("bot.full-all"), nil
	}
	return why, nil
}

// answer accepts an invitation to a game that the bot plays, and declines another with a reason. Beyond the limits one a day is declined with the reason; the others wait.
func (r *round) answer(ctx context.Context, s match.Summary) error {
	c, err := r.Desk.Open(s.File)
	if err != nil {
		return err
	}
	asks := c.Roster.Parties[0]
	said := c.Record.Events[0].Comment
	lang := r.Courier.Lang
	if said != "" {
		lang = script(said)
	}
	if r.state.request(s.Hash) == nil {
		why, err := r.limitReason(asks.Address)
		switch {
		case err != nil:
			return err
		case why == (i18n.Text{}):
			if _, err := r.state.add(request{ID: s.Hash, From: asks.Address, At: r.now(), File: s.File}); err != nil {
				return err
			}
		case r.state.silent(asks.Address, r.now()):
			return nil
		default:
			r.state.Notes = append(r.state.Notes, note{To: mailbox.Address{Addr: asks.Address}, At: r.now()})
			if err := r.state.save(); err != nil {
				return err
			}
			return r.decline(ctx, c, why.In(lang))
		}
	}
	if why := unfit(c.Match, r.Desk); why != (i18n.Text{}) {
		return r.decline(ctx, c, why.In(lang))
	}
	level, named := levelIn(said)
	if !named {
		level = usualLevel
	}
	// The bot has no contacts, so it accepts new keys.
	after, err := r.Desk.Accept(c.File, i18n.In(lang, "bot.accepts", "level", level, "most", engine.Levels), true)
	if failure := (*i18n.Error)(nil); errors.As(err, &failure) && failure.Key() == "invite.used-dice" {
		return r.decline(ctx, c, i18n.In(lang, "bot.used-dice"))
	}
	if err != nil {
		return err
	}
	if r.open != nil {
		r.open.add(c.Roster.Parties[0].Address)
	}
	return r.send(ctx, c.Match, after)
}

// decline declines an invitation.
func (r *round) decline(ctx context.Context, c home.Copy, why string) error {
	after, err := r.Desk.Decline(c.File, why)
	if err != nil {
		return err
	}
	return r.send(ctx, c.Match, after)
}

// unfit returns why the bot does not take part in a match, "" if it does.
func unfit(m *match.Match, d *home.Desk) i18n.Text {
	switch {
	case m.AskedToReplace(d.Me.Address) != 0:
		return i18n.T("bot.no-substitute")
	case m.Roster.Umpire() != 0:
		return i18n.T("bot.no-umpire")
	case len(m.Roster.Seating) != 2 || len(m.Roster.Players()) != 2:
		return i18n.T("bot.two")
	case !plays(m.Last()):
		return i18n.Paragraphs(i18n.T("bot.game", "game", m.Game.Called(m.Options)), i18n.T("bot.games", "games", i18n.List(titles(d.Games)...)))
	}
	return i18n.Text{}
}
