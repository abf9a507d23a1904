package courier

import (
	"slices"
	"strings"

	"hikyaku/kif"
	"hikyaku/match"
)

// listed is the little that a poll holds of each match to find the one that a letter is about.
type listed struct {
	file   string
	hash   kif.Hash // zeros where the record cannot be read
	others []string // the addresses of the other players
}

func listedOf(s match.Summary) listed {
	l := listed{file: s.File}
	l.hash, _ = kif.ParseHash(s.Hash)
	for _, address := range s.Others {
		l.others = append(l.others, strings.Clone(address)) // not the whole line of which it is a part
	}
	return l
}

// matches lists what lies on the shelf. Most polls bring no letter that asks for it.
func (p *poll) matches() ([]listed, error) {
	if p.listed != nil {
		return p.listed, nil
	}
	list := []listed{}
	for s, err := range p.courier.Shelf.List() {
		if err != nil {
			return nil, err
		}
		list = append(list, listedOf(s))
	}
	p.listed = list
	return list, nil
}

// filesOf are the records of the match whose first entry is id, and those that cannot be read and are named for it.
func (p *poll) filesOf(id kif.Hash) (files []string, err error) {
	list, err := p.matches()
	for _, l := range list {
		if l.hash == id || l.hash == (kif.Hash{}) && match.NamedFor(l.file, id) {
			files = append(files, l.file)
		}
	}
	return files, err
}

// with are the records of the matches in which somebody plays from address.
func (p *poll) with(address string) (files []string, err error) {
	list, err := p.matches()
	for _, l := range list {
		if l.hash != (kif.Hash{}) && slices.ContainsFunc(l.others, func(a string) bool { return same(a, address) }) {
			files = append(files, l.file)
		}
	}
	return files, err
}
