package match

import (
	"hikyaku/internal/identity"
	"slices"
)

// Contact is somebody else in a match: a party, an observer, or a proposed
// substitute.
type Contact struct {
	Name, Address string
	Key           string   // "" without a key or before the first answer
	Former        []string // the former addresses of a party, the latest last
	Called        bool     // a proposed substitute, who is not a party yet
}

// Contacts returns everybody in m except the player at address me.
func (m *Match) Contacts(me string) (list []Contact) {
	own := m.Roster.At(me)
	for i, p := range m.Roster.Parties {
		if p.Address == "" || i+1 == own {
			continue
		}
		c := Contact{Name: p.Name, Address: p.Address, Key: m.Keys.Of(i + 1)}
		for _, f := range m.Roster.former {
			if f.party == i+1 {
				c.Former = append(c.Former, f.address)
			}
		}
		list = append(list, c)
	}
	for _, o := range m.Roster.Observers {
		list = append(list, Contact{Name: o.Name, Address: o.Address})
	}
	for _, s := range m.Substitutes {
		if s != nil && m.Outcome == nil {
			list = append(list, Contact{Name: s.Who.Name, Address: s.Who.Address, Key: s.Key, Called: true})
		}
	}
	return slices.DeleteFunc(list, func(c Contact) bool { return identity.SameAddress(c.Address, me) })
}
