package match

import (
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Level is how far the dice of a match can be trusted (PROTOCOL.md).
type Level string

// The levels.
const (
	NoDice   Level = ""            // no dice were thrown
	Mutual   Level = "mutual"      // both players committed: neither could bias or foresee the dice
	Umpired  Level = "umpire"      // an umpire and a player committed: neither could bias the dice alone
	ByUmpire Level = "umpire-word" // both players use only a mail program: the umpire alone vouches for the dice
	ByScribe Level = "scribe-word" // one player uses only a mail program: the other alone vouches for the dice
	Typed    Level = "typed"       // real dice, entered by hand
	Machine  Level = "machine"     // thrown by one machine
	Unproved Level = "unproved"    // of unknown origin
)

// Proof is what a record proves about its dice and authors.
type Proof struct {
	Level  Level `json:"level,omitempty"`
	Throws int   `json:"throws"` // throws used by a turn
	Proved int   `json:"proved"` // throws that follow from links
	Bare   int   `json:"bare"`   // entries that carry nothing but a link
	Chains int   `json:"chains"` // commitments that replaced lost ones by consent
	Signed int   `json:"signed"` // signed entries
	Scribe int   `json:"scribe"` // of these, entries signed for a mail-only player
	toss   bool  // the only throw was the toss for the seats
}

// NewProof returns the proof of m. New has already verified that the proved
// throws follow from their links and that every signature is good.
func (m *Match) NewProof() Proof {
	d := m.Dice
	p := Proof{Level: m.level(), Throws: d.Thrown - len(d.pending), Proved: d.Proved, Chains: d.Chains, Signed: m.Keys.Signed, Scribe: m.Keys.Scribed}
	for _, e := range m.Record.Events {
		if e.Step == kif.Step(kif.OpenLink{}) {
			p.Bare++
		}
	}
	p.toss = m.Roster.Tossed && p.Throws == 1
	return p
}

func (m *Match) level() Level {
	chains := 0
	for _, party := range m.Dice.parties {
		if len(party.chains) > 0 {
			chains++
		}
	}
	switch {
	case m.Dice.Thrown == 0:
		return NoDice
	case chains > 1 && m.Roster.Umpire() != 0:
		return Umpired
	case chains == 1 && m.Roster.Umpire() != 0:
		return ByUmpire
	case chains == 2:
		return Mutual
	case chains == 1:
		return ByScribe
	}
	// Of dice thrown at one machine, the least trustworthy source of any throw counts.
	level := Typed
	for _, e := range m.Record.Events {
		if !kif.IsThrow(e.Step) {
			continue
		}
		switch {
		case e.Source == kif.Machine && level == Typed:
			level = Machine
		case e.Source == "":
			level = Unproved
		}
	}
	return level
}

// Text summarises the proof in a clause about the dice, or the toss if nothing
// else was thrown. It is empty if no dice were used.
func (p Proof) Text() i18n.Text {
	if p.Throws == 0 {
		return i18n.Text{}
	}
	text := i18n.T("dice."+string(p.Level), "throws", p.Throws, "proved", p.Proved)
	if p.toss && (p.Proved == 1 || p.Level == ByUmpire || p.Level == ByScribe) {
		text = i18n.T("toss." + string(p.Level))
	}
	if p.Bare > 0 {
		text = i18n.T("dice.bare", "text", text, "n", p.Bare)
	}
	if p.Chains > 0 {
		text = i18n.T("dice.replaced", "text", text, "n", p.Chains)
	}
	return text
}
