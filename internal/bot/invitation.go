package bot

import (
	"context"
	"errors"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// answerInvitations accepts invitations to games that the bot plays, and declines the others with a reason.
func (r *round) answerInvitations(ctx context.Context) error {
	var errs []error
	for _, s := range r.Desk.Invitations() {
		if ctx.Err() == nil {
			errs = append(errs, stuck(s.Short(), r.answer(ctx, s)))
		}
	}
	return errors.Join(errs...)
}

// answer answers an invitation. Beyond the limits one a day is declined with the reason; the others wait.
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
