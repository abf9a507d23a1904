package courier

import (
	"slices"
	"strings"

	"hikyaku/internal/identity"
	"hikyaku/internal/lazyregexp"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// listed is what a poll holds in memory of each match to find the one that a
// message is about.
type listed struct {
	file   string
	hash   kif.Hash // zero if the record cannot be read
	others []string // the addresses of the other players and of the observers
}

// index finds matches by what messages mention. It is built for the first
// message, since most polls bring none.
type index struct {
	shelf Shelf
	list  []listed
	built bool
}

// add adds a match, which may have been stored after the index was built.
func (x *index) add(s match.Summary) {
	l := listed{file: s.File}
	l.hash, _ = kif.ParseHash(s.Hash)
	for _, address := range slices.Concat(s.Others, s.Observers) {
		l.others = append(l.others, strings.Clone(address)) // do not keep the whole line in memory
	}
	x.list = append(x.list, l)
}

// files lists the records that satisfy such.
func (x *index) files(such func(listed) bool) (files []string, err error) {
	if !x.built {
		x.list = nil
		for s, err := range x.shelf.List() {
			if err != nil {
				return nil, err
			}
			x.add(s)
		}
		x.built = true
	}
	for _, l := range x.list {
		if such(l) {
			files = append(files, l.file)
		}
	}
	return files, nil
}

// with lists the records of the matches with a player or observer at the
// address of the sender or another, and unreadable ones that the message names.
func (x *index) with(letter *mailbox.Letter, other string) ([]string, error) {
	names := NamesIn(letter)
	return x.files(func(l listed) bool {
		plays := slices.ContainsFunc(l.others, func(a string) bool {
			return identity.SameAddress(a, letter.From.Addr) || identity.SameAddress(a, other)
		})
		return plays || l.hash == (kif.Hash{}) && l.isNamed(names)
	})
}

// shortName matches the short name of a match.
var shortName = lazyregexp.New(`\b[0-9a-f]{8}\b`)

// maxNames is how many names of matches are looked up for one message.
const maxNames = 20

// NamesIn returns everything in a message that looks like the short name of a
// match.
func NamesIn(letter *mailbox.Letter) []string {
	return shortName().FindAllString(letter.Subject+"\n"+letter.Text, maxNames)
}

// namedIn lists the records of the matches that a message names, even if they
// cannot be read.
func (x *index) namedIn(letter *mailbox.Letter) ([]string, error) {
	names := NamesIn(letter)
	if len(names) == 0 { // most mail of strangers: the folder need not be listed
		return nil, nil
	}
	return x.files(func(l listed) bool { return l.isNamed(names) })
}

// isNamed reports whether the short name of the match is one of names. That of
// a record that cannot be read is in its file name.
func (l listed) isNamed(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		if l.hash == (kif.Hash{}) {
			return match.NamedFor(l.file, name)
		}
		return l.hash.String()[:8] == name
	})
}
