package match

import (
	"fmt"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Level tells how far the dice of a match can be trusted.
type Level string

// The levels, PROTOCOL.md.
const (
	NoDice   Level = ""          // none were thrown
	Mutual   Level = "mutual"    // both sides committed: nobody could bias or foresee them
	Umpired  Level = "umpire"    // an umpire committed too: no player, and not the umpire, could bias them
	OneSided Level = "one-sided" // one side has only a mail program: the other could not bias them, but saw them first
	Typed    Level = "typed"     // real dice, whose faces were typed
	Machine  Level = "machine"   // the generator of one machine
	Unproved Level = "unproved"  // nothing says where they came from
)

// Proof is what a record alone shows of its dice and authors.
type Proof struct {
	Level  Level `json:"level,omitempty"`
	Throws int   `json:"throws"` // that a turn was played with
	Proved int   `json:"proved"` // throws that follow from links
	Bare   int   `json:"bare"`   // letters that carried nothing but a link
	Chains int   `json:"chains"` // commitments in the place of lost ones, by consent
	Signed int   `json:"signed"` // entries under the key of a player
	Scribe int   `json:"scribe"` // of these, entries of a letter writer, signed for him
}

// Proof is what the record shows. That it replays at all means that every throw counted as proved does follow from its
// links, and that every signature is good.
func (m *Match) Proof() Proof {
	p := Proof{Throws: m.ledger.thrown - len(m.ledger.pending), Proved: m.ledger.proved, Chains: m.ledger.renewed, Signed: m.pins.signed, Scribe: m.pins.scribe}
	for _, e := range m.Record.Events {
		if e.Kind == kif.Act && e.Text == kif.OpenLink && m.Umpire() == 0 {
			p.Bare++
		}
	}
	p.Level = m.level()
	return p
}

func (m *Match) level() Level {
	chains := 0
	for _, party := range m.ledger.parties {
		if len(party.chains) > 0 {
			chains++
		}
	}
	switch {
	case m.ledger.thrown == 0:
		return NoDice
	case chains > 0 && m.Umpire() != 0:
		return Umpired
	case chains == 2:
		return Mutual
	case chains == 1:
		return OneSided
	}
	return m.source()
}

// source is where the throws of one machine came from: the least trustworthy word of them all.
func (m *Match) source() Level {
	level := Typed
	for _, e := range m.Record.Events {
		switch from := Level(e.Note("dice")); {
		case e.Kind != kif.Throw:
		case from == Machine && level == Typed:
			level = Machine
		case from != Machine && from != Typed:
			level = Unproved
		}
	}
	return level
}

// Text says the proof in a few words: "dice proved 41 of 41, mutual".
func (p Proof) Text() engine.Text {
	switch p.Level {
	case NoDice:
		return engine.Text{}
	case Mutual, Umpired, OneSided:
		text := engine.Text{
			En: fmt.Sprintf("dice proved %d of %d, %s", p.Proved, p.Throws, p.Level),
			Ja: fmt.Sprintf("サイコロ%d回中%d回を証明、%s", p.Throws, p.Proved, p.Level.ja()),
		}
		if p.Bare > 0 {
			text.En += fmt.Sprintf(" (%d with a letter of their own)", p.Bare)
			text.Ja += fmt.Sprintf("（リンクのみの手紙%d通）", p.Bare)
		}
		if p.Chains > 0 {
			text.En += fmt.Sprintf(" (%d commitments replaced by consent)", p.Chains)
			text.Ja += fmt.Sprintf("（同意による差し替え%d回）", p.Chains)
		}
		return text
	}
	return engine.Text{
		En: fmt.Sprintf("%d dice throws, %s", p.Throws, p.Level),
		Ja: fmt.Sprintf("サイコロ%d回、%s", p.Throws, p.Level.ja()),
	}
}

func (l Level) ja() string {
	return map[Level]string{
		Mutual: "相互証明", Umpired: "審判による証明", OneSided: "片側証明", Typed: "手入力", Machine: "この機械の乱数", Unproved: "出所不明",
	}[l]
}
