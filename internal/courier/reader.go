package courier

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// ReaderName is the name under which a reader is stored, independent of
// state.Name.
func ReaderName(address string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(address)))
	return "reader-" + hex.EncodeToString(sum[:16])
}

// reader returns the settings of the reader at an address: in our language if
// no other is known.
func (c *Courier) reader(address string) (letter.Reader, error) {
	if identity.SameAddress(address, c.Shelf.Self().Address) {
		_, offset := c.Shelf.Now().Zone()
		return letter.Reader{Lang: c.Lang, Offset: offset}, nil
	}
	r, _, err := recall[letter.Reader](c.Memory, ReaderName(address))
	r.Lang = cmp.Or(r.Lang, c.Lang)
	return r, err
}

// remember stores the settings of the reader at an address.
func (c *Courier) remember(address string, r letter.Reader) error {
	data, _ := json.Marshal(r) // texts and numbers can always be written
	return c.Memory.Save(ReaderName(address), append(data, '\n'))
}

// Meet stores the language of the author of l, a message about no match, for
// mail to that author.
func (c *Courier) Meet(l *mailbox.Letter, speaks string) error {
	return c.learnReader(l.From.Addr, l, speaks)
}

// maxName is how many bytes of a name in a message are believed to be one.
const maxName = 100

// NameAt returns the name in the messages from an address, or "".
func NameAt(memory Memory, address string) string {
	r, _, _ := recall[letter.Reader](memory, ReaderName(address)) // without a name the address is shown
	return r.Name
}

// learnReader stores what a message shows about its author: the language, the
// offset of the clock and the name. The language that the mail program asks for counts only
// until the author has written some words.
func (c *Courier) learnReader(address string, l *mailbox.Letter, speaks string) error {
	was, _, err := recall[letter.Reader](c.Memory, ReaderName(address))
	if err != nil {
		return err
	}
	is := was
	is.Lang = cmp.Or(speaks, was.Lang, l.Reads)
	if _, offset := l.Date.Zone(); !l.Date.IsZero() && offset != 0 {
		is.Offset = offset
	}
	name := strings.TrimSpace(strings.TrimSuffix(l.From.Name, "("+letter.NameWord+")"))
	if _, program := identity.ProgramOf(name); name != "" && !program && !identity.HasInvisible(name) && !strings.Contains(name, "@") && len(name) <= maxName {
		is.Name = name
	}
	if is == was {
		return nil
	}
	return c.remember(address, is)
}

// rememberLanguage stores the language given on the command line as that of everybody
// invited with it.
func (c *Courier) rememberLanguage(m *match.Match) error {
	for _, n := range m.Others(c.Shelf.Self().Address) {
		address := m.Roster.Parties[n-1].Address
		r, _, err := recall[letter.Reader](c.Memory, ReaderName(address))
		if err != nil {
			return err
		}
		r.Lang = c.Spoken
		if err := c.remember(address, r); err != nil {
			return err
		}
	}
	return nil
}

// writer returns the writer of messages about the match with these notes.
func (c *Courier) writer(n *notes) letter.Writer {
	return letter.Writer{Shelf: c.Shelf, Lang: c.Lang, Picture: c.Picture, Page: c.Page, Reader: c.reader, Titles: n.Titles, Heard: n.Heard}
}
