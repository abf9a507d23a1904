package bot

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

const (
	searchMemory = 64 << 20    // bytes of one search
	searchTime   = time.Minute // the longest search: a level is a number of positions
	takeBacks    = 3           // the moves that others may take back in a match
	stepsAtOnce  = 20          // steps in one match before the next match
)

// play moves and answers offers in all matches that are waiting for the bot.
func (r *round) play(ctx context.Context) error {
	var waiting []match.Summary
	for s, err := range r.Desk.List() {
		if err != nil {
			return err
		}
		if !s.Damaged() && !s.Over && s.Waits(r.me()) {
			waiting = append(waiting, s)
		}
	}
	var errs []error
	for _, s := range waiting {
		if ctx.Err() == nil {
			errs = append(errs, stuck(s.Short(), r.playOn(ctx, s.File)))
		}
	}
	return errors.Join(errs...)
}

// promised returns the level and the language of the bot's comment at the beginning of the match; ok is false for matches that
// are not the bot's.
func promised(m *match.Match, party int) (level int, lang string, ok bool) {
	for i, e := range m.Record.Events {
		begins := e.Step == kif.Step(kif.Invite{}) || e.Step == kif.Step(kif.Accept{})
		if !begins || m.By(i) != party || party == 0 {
			continue
		}
		if level, ok = levelIn(e.Comment); ok {
			return level, script(e.Comment), true
		}
	}
	return 0, "", false
}

// playOn takes the bot's steps in one match and sends them.
func (r *round) playOn(ctx context.Context, file string) error {
	before, err := r.Desk.Open(file)
	if err != nil {
		return err
	}
	level, lang, ours := promised(before.Match, r.Desk.Party(before.Match))
	if !ours {
		return nil
	}
	c := before
	for range stepsAtOnce {
		head := len(c.Record.Events)
		if c, err = r.step(ctx, c, level, lang); err != nil || ctx.Err() != nil || len(c.Record.Events) == head {
			break
		}
	}
	if err != nil || ctx.Err() != nil || c.Head == before.Head {
		return err
	}
	return r.send(ctx, before.Match, c)
}

// step takes one step in the match in c, if one is due.
func (r *round) step(ctx context.Context, c home.Copy, level int, lang string) (home.Copy, error) {
	me := r.Desk.Party(c.Match)
	if c.Outcome != nil || c.Claim != nil || c.Match.WaitsFor() == match.ForSettlement {
		return c, nil // the dates of the record answer a claim, and a bot answers no settlement
	}
	toMove := c.Turn == me && c.Mover() == me && c.Paused.IsZero()
	if o := c.Offer; o != nil && !slices.Contains(o.Agreed, me) && (toMove || !hasCommented(c.Match, me)) {
		agrees, refusal := agrees(ctx, c.Match, level, me)
		switch {
		case ctx.Err() != nil:
			return c, nil
		case agrees:
			return r.Desk.Do(c, home.Doing("agree"), true)
		case !toMove && refusal != "":
			return r.Desk.Do(c, home.Doing("say", i18n.In(lang, refusal, "n", takeBacks)), true)
		}
	}
	switch {
	case !toMove:
		return c, nil
	case c.Next().Throw != nil:
		return r.Desk.Throw(c, "")
	}
	thought, err := player(c.Match, level).Think(ctx, c.Last(), uint64(c.Ply()))
	if ctx.Err() != nil { // a search that was cut off has found little
		return c, nil
	}
	if err != nil {
		return c, err
	}
	return r.Desk.Play(c, home.Turn{Move: string(thought.Line[0]), Seat: c.Due(), Post: true})
}

// player returns the computer player of a level. It always finds the same move in the same position.
func player(m *match.Match, level int) computer.Thinking {
	hash := m.Hash()
	return computer.Thinking{Level: level, Limits: computer.Limits{Time: searchTime}, Seed: binary.BigEndian.Uint64(hash[:8]), Memory: searchMemory}
}

// agrees reports whether the bot agrees to the offer in m, or else returns the key of its answer.
func agrees(ctx context.Context, m *match.Match, level, party int) (ok bool, refusal string) {
	switch m.Offer.Asks {
	case kif.DrawQuestion:
		thought, err := player(m, level).Think(ctx, m.Last(), uint64(m.Ply()))
		seat := m.Roster.SeatOf(party)
		known := err == nil && seat > 0 && seat <= len(thought.Scores)
		return known && thought.Scores[seat-1] <= 0.5, "bot.no-draw"
	case kif.UndoQuestion:
		undone := 0
		for i, e := range m.Record.Events {
			if e.Step == kif.Step(kif.Agree{To: kif.UndoQuestion}) && m.By(i) == party {
				undone++
			}
		}
		return undone < takeBacks, "bot.no-undo"
	}
	return m.Offer.Asks == kif.PauseQuestion, ""
}

// hasCommented reports whether the bot has commented since the offer in m.
func hasCommented(m *match.Match, party int) bool {
	for i, e := range slices.Backward(m.Record.Events) {
		switch e.Step.(type) {
		case kif.DrawOffer, kif.UndoOffer, kif.PauseOffer:
			return false
		case kif.Say:
			if m.By(i) == party {
				return true
			}
		}
	}
	return false
}
