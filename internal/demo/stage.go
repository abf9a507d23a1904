package demo

import (
	"context"
	"slices"

	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// stage is a running demonstration.
type stage struct {
	Show
	players []*player
	letters int // number of mails sent
}

// play plays the match and returns the record of the last player to move.
func (s *stage) play(ctx context.Context) (*match.Match, error) {
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	for ply := 1; ; ply++ {
		m, err := s.turn(ctx, ply)
		if err != nil || m.Outcome != nil {
			return m, err
		}
	}
}

// begin invites the other players, who accept one after another.
func (s *stage) begin(ctx context.Context) error {
	first, others := s.players[0], s.players[1:]
	invited, err := first.invite(s.Game, s.Options, others)
	if err != nil {
		return err
	}
	if err := s.send(ctx, first); err != nil {
		return err
	}
	for _, p := range others {
		if err := s.poll(ctx, p); err != nil {
			return err
		}
		m, err := p.desk.Accept(invited, "", false)
		if err != nil {
			return err
		}
		p.file = m.File
		if err := s.send(ctx, p); err != nil {
			return err
		}
		if err := s.poll(ctx, first); err != nil { // the inviting program informs the other invited players
			return err
		}
	}
	return s.pollOthers(ctx, nil)
}

// turn lets one player move and send, and the others poll.
func (s *stage) turn(ctx context.Context, ply int) (*match.Match, error) {
	mover, ended, err := s.mover(ctx, ply)
	if err != nil || ended != nil {
		return ended, err
	}
	m, err := mover.play(ply)
	if err != nil {
		return nil, err
	}
	if s.Told != nil {
		s.Told(Turn{Ply: m.Ply(), Player: mover.name(), Move: m.Record.Events[len(m.Record.Events)-1].Step.String(), Letter: s.letters + 1})
	}
	if err := s.send(ctx, mover); err != nil {
		return nil, err
	}
	return m.Match, s.pollOthers(ctx, mover)
}

// mover returns the player whose turn it is according to their own record. If
// there is none, the other players must first fetch a mail that completes their
// records. It may complete a throw that ends the match, which mover then returns.
func (s *stage) mover(ctx context.Context, ply int) (mover *player, ended *match.Match, err error) {
	for range 2 {
		for _, p := range s.players {
			m, err := p.open()
			switch {
			case err != nil:
				return nil, nil, err
			case m.Outcome != nil:
				return nil, m.Match, s.pollOthers(ctx, nil)
			case m.Turn != 0 && m.Turn == p.desk.Party(m.Match):
				return p, nil, nil
			}
		}
		if err := s.pollOthers(ctx, nil); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, i18n.Err("demo.no-turn", "ply", ply)
}

// pollOthers lets all players except mover poll, twice, because one may wait for
// an automatic answer of another.
func (s *stage) pollOthers(ctx context.Context, mover *player) error {
	for range 2 {
		for _, p := range s.players {
			if p == mover {
				continue
			}
			if err := s.poll(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// send sends the new steps of p to the other players.
func (s *stage) send(ctx context.Context, p *player) error {
	m, err := p.open()
	if err != nil {
		return err
	}
	sent, err := p.courier.Send(ctx, m.File, m.Match)
	if err != nil {
		return err
	}
	return s.count(p, sent)
}

// poll lets p read new mail and send automatic answers.
func (s *stage) poll(ctx context.Context, p *player) error {
	reports, sent, err := p.courier.Poll(ctx)
	if err != nil {
		return err
	}
	for _, r := range reports {
		if !slices.Contains([]courier.Verdict{courier.Taken, courier.New, courier.Known, courier.Acted}, r.Verdict) {
			return i18n.Err("demo.refused", "who", p.name(), "from", r.From, "why", r.Reason)
		}
	}
	return s.count(p, sent)
}

// count counts the mails that p sent. It returns the first failure.
func (s *stage) count(p *player, sent []courier.Delivery) (err error) {
	for _, d := range sent {
		switch {
		case d.Err == nil:
			s.letters++
		case err == nil:
			err = i18n.Err("demo.letter", "by", p.name(), "to", d.To.Addr, "why", d.Err)
		}
	}
	return err
}
