package fair

import "hikyaku/internal/i18n"

// The limits of the length of a chain, and the length at the beginning of a match.
const (
	minLength     = 1
	maxLength     = 65536
	DefaultLength = 1024
)

// Chain is the links of one party for one match. It is kept in memory only,
// because it can be derived from the master.
type Chain struct {
	id    ID
	links []Link // from the tip, which is link 0
}

// NewChain returns the chain of n links with this id. A length out of range is an error.
func NewChain(m Master, id ID, n int) (*Chain, error) {
	if err := checkLength(n); err != nil {
		return nil, err
	}
	c := &Chain{id: id, links: make([]Link, n+1)}
	c.links[n] = m.derive(labelChainSeed, id[:], u32(n))
	for i := n; i > 0; i-- {
		c.links[i-1] = before(id, i, c.links[i])
	}
	return c, nil
}

func checkLength(n int) error {
	if n < minLength || n > maxLength {
		return i18n.Err("chain.length", "least", minLength, "most", maxLength, "n", n)
	}
	return nil
}

// before returns link i-1, which follows from link i.
func before(id ID, i int, l Link) Link { return hash(labelChainLink, id[:], u32(i), l[:]) }

// Tip returns the part of the chain that is published before the match.
func (c *Chain) Tip() Tip { return Tip{c.id, len(c.links) - 1, c.links[0], 0} }

// Link returns link i, from 1. It must stay secret until event i opens or, for the reader, closes (PROTOCOL.md,
// Events).
func (c *Chain) Link(i int) (Link, error) {
	if i < 1 || i >= len(c.links) {
		return Link{}, i18n.Err("link.none", "last", len(c.links)-1, "n", i)
	}
	return c.links[i], nil
}

// Tip is the known part of another party's chain: the commitment and, later in the match, the last opened link. It is
// immutable: Check returns another one.
type Tip struct {
	ID     ID
	Length int
	Last   Link // the highest known link, at first link 0
	Index  int  // the index of Last
}

// NewTip returns the commitment "chain id length tip" of an invitation or acceptance. A length out of range is an
// error.
func NewTip(id ID, length int, tip Link) (Tip, error) {
	return Tip{ID: id, Length: length, Last: tip}, checkLength(length)
}

// Check verifies that l is link i of the chain, an index not yet opened, and returns the tip with that link. It hashes
// at most once for each link in between.
func (t Tip) Check(i int, l Link) (Tip, error) {
	switch {
	case i <= t.Index:
		return t, i18n.Err("link.opened", "n", i, "last", t.Index)
	case i > t.Length:
		return t, i18n.Err("link.beyond", "n", i, "last", t.Length)
	}
	back := l
	for j := i; j > t.Index; j-- {
		back = before(t.ID, j, back)
	}
	if back != t.Last {
		return t, i18n.Err("link.foreign", "n", i)
	}
	return Tip{t.ID, t.Length, l, i}, nil
}

// Link returns link i if it is known: the last one, or any before it.
func (t Tip) Link(i int) (Link, error) {
	if i < 1 || i > t.Index {
		return Link{}, i18n.Err("link.unknown", "n", i, "last", t.Index)
	}
	l := t.Last
	for j := t.Index; j > i; j-- {
		l = before(t.ID, j, l)
	}
	return l, nil
}
