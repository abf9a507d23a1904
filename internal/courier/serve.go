package courier

import (
	"context"
	"errors"
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/match"
)

// serve sends the answers of this poll, takes the automatic steps in every match,
// and sends what is due there. A match without anything left to do is idle until its
// file changes, or until a reminder is due. sent has failed deliveries too.
func (p *poll) serve(ctx context.Context) (sent []Delivery, err error) {
	if len(p.valid)+len(p.answers)+len(p.state.Unsent) > 0 {
		sent = p.answerAll(ctx)
	}
	now := p.Shelf.Now()
	oldest, errs := now.Add(-lookBack), []error(nil)
	err = p.Shelf.Tend(p.tendName(), func(s match.Summary, m *match.Match, idle time.Time) time.Time {
		oldest = older(oldest, s)
		switch {
		case now.Before(idle):
			return idle
		case !p.live(s):
			return forever
		}
		carried, idle, err := p.tend(ctx, match.Copy{File: s.File, Match: m})
		sent, errs = append(sent, carried...), append(errs, err)
		return idle
	})
	if err == nil {
		p.state.Oldest = oldest
	}
	return sent, errors.Join(append(errs, err)...)
}

// tend does what is due in a match: it takes the steps that need no decision, sends
// what others lack, and reminds. It returns until when the match is idle, the zero
// time if the next poll must look again. It reads the record if before has no match.
func (p *poll) tend(ctx context.Context, before match.Copy) (sent []Delivery, idle time.Time, err error) {
	if before.Match == nil {
		if before, err = p.Shelf.Open(before.File); err != nil {
			return nil, idle, nil // the check command reports the file
		}
	}
	if stale := p.Shelf.Current(before); stale != nil {
		p.reports = append(p.reports, Report{Verdict: Refused, Match: before.Short(), File: before.File, Reason: i18n.Of(stale)})
		return nil, idle, nil
	}
	n, err := p.notes(p.state, before.Hash().String())
	if err != nil {
		return nil, idle, err
	}
	m, unwritten, err := p.act(n, before)
	if err != nil {
		return nil, idle, err
	}
	sent = p.flush(ctx, n, m)
	now := p.Shelf.Now()
	alarms, end := p.countdown(m.Match)
	if len(alarms) > 0 && !p.isQuiet() {
		sent = append(sent, p.remind(ctx, n, m, alarms, end, now)...)
	}
	if unwritten || slices.ContainsFunc(sent, func(d Delivery) bool { return d.Err != nil }) {
		return sent, idle, nil
	}
	idle = forever
	if next := slices.IndexFunc(alarms, func(a alarm) bool { return !now.After(a.from) }); next >= 0 {
		idle = alarms[next].from
	}
	if end := p.quietUntil(); !end.IsZero() && end.Before(idle) {
		idle = end
	}
	return sent, idle, nil
}

// act takes the steps in a match that need no decision, and reports them: first what
// mail-only players have written in advance, then the automatic steps of our own
// program, then words of ours that a rejected line has lost. unwritten is whether
// some step has to be tried again.
func (p *poll) act(n *notes, before match.Copy) (m match.Copy, unwritten bool, err error) {
	m = before
	if len(n.Early) > 0 {
		m, err = p.joinEarly(n, m)
	}
	if err == nil && len(n.Prepared) > 0 {
		m, err = p.playPrepared(n, m)
	}
	if err != nil {
		return m, false, err
	}
	m, left, err := p.Shelf.Attend(m)
	if err != nil {
		return m, false, err
	}
	for _, why := range left {
		p.reports = append(p.reports, Report{Verdict: Refused, Match: before.Short(), File: before.File, Reason: i18n.Of(why)})
	}
	if len(m.Record.Events) != len(before.Record.Events) {
		p.reportActions(before.Match, m)
	}
	if n.Owed || m.Settlement != nil && m.Settlement.Complete { // all have chosen a line (match.Settlement), perhaps not the one with words of ours
		m, err = p.repeatOwed(n, m)
	}
	return m, len(left) > 0, err
}

// replace replaces m in its file by after. If another program has changed the file
// first, it returns m: the next poll tries again.
func (c *Courier) replace(m match.Copy, after *match.Match) (match.Copy, error) {
	if after == m.Match {
		return m, nil
	}
	err := c.Shelf.Put(m, after)
	if errors.Is(err, match.ErrChanged) {
		return m, nil
	}
	m.Match = after
	return m, err
}

// live reports whether the courier may have something to do in a match: it is
// unfinished, or its last entry was handed over recently and has not been sent
// to everybody, or words in it are still to be repeated.
func (p *poll) live(s match.Summary) bool {
	switch {
	case !byMail(s):
		return false
	case !s.Over:
		return true
	case s.Forgotten(p.Shelf.Now()):
		return false
	}
	n, err := p.notes(p.state, s.Hash)
	return err != nil || n.Owed || s.Posted && slices.ContainsFunc(slices.Concat(s.Others, s.Observers), func(to string) bool {
		return !n.delivered(to, s.Head) && !n.unsubscribed(to)
	})
}

// reportActions reports automatic steps that the player should know about: a planned
// move, the answer to a claim, dice that end the match.
func (p *poll) reportActions(before *match.Match, after match.Copy) {
	did := Report{Verdict: Acted, Match: after.Short(), File: after.File, Status: after.WaitsFor()}
	did.Ended = before.Outcome == nil && after.Outcome != nil
	did.describe(p.Courier, nil, after.Match)
	reported, signed := len(p.reports), p.signed(after.Match)
	for i := len(before.Record.Events); i < len(after.Record.Events); i++ {
		e := after.Record.Events[i]
		if i == after.Toss() {
			p.reportToss(before, after)
		}
		switch e.Step.(type) {
		case kif.Throw, kif.OpenLink, kif.Receipt: // they need nobody's attention
			continue
		}
		if signed(i) {
			r := did
			r.addSteps(after.Record.Events[i : i+1])
			r.News = letter.Own(after.Match, i)
			p.reports = append(p.reports, r)
		}
	}
	if did.Ended && len(p.reports) == reported {
		p.reports = append(p.reports, did)
	}
}

// reportToss adds the toss for the seats, which follows the last acceptance at once, to the report on that acceptance.
func (p *poll) reportToss(before *match.Match, after match.Copy) {
	for i := range p.reports {
		if r := &p.reports[i]; r.File == after.File && r.Verdict == Taken {
			accepted := r.News
			r.describe(p.Courier, before, after.Match)
			r.News, r.Status, r.Asks = i18n.Join(accepted, r.News), after.WaitsFor(), r.Asks || r.Mine
		}
	}
}
