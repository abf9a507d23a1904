package kif

import (
	"slices"
	"strings"
)

// Withheld is what stands in a public record for an entry from which something was left out: an address, or what was said.
type Withheld struct {
	Entry Hash // of the whole entry
	Words Hash // of what was said, as far as it has to do with dice; zero for nothing
}

// withheldWord begins the line with the hashes of an entry from which something was left out.
const withheldWord = "withheld"

// Withhold returns a record with its headers and events changed by change, which returns for each event what stands for what it
// has left out; a zero Withheld if it has changed nothing. What other programs have noted is left out too.
func (r *Record) Withhold(header func(Header) Header, change func(n int, e Event) (Event, Withheld)) (*Record, error) {
	c := *r
	c.Comment, c.Notes, c.Branches = "", nil, nil
	c.Headers, c.Events = slices.Clone(r.Headers), slices.Clone(r.Events)
	for i, h := range c.Headers {
		c.Headers[i] = header(h)
	}
	for i, e := range c.Events {
		e, w := change(i, e)
		if e.Notes = nil; w.Entry != (Hash{}) {
			text := w.Entry.String()
			if w.Words != (Hash{}) {
				text += " " + w.Words.String()
			}
			e.Notes = []Note{{withheldWord, text}}
		}
		c.Events[i] = e
	}
	data, err := c.strict(UTF8)
	if err != nil {
		return nil, err
	}
	return ReadPublic(data)
}

// readWithheld sets what stands for what was left out.
func (r *Record) readWithheld() {
	for i := range r.Events {
		for _, note := range r.Events[i].Notes {
			entry, words, _ := strings.Cut(note.Text, " ")
			w, err := ParseHash(entry)
			if note.Word != withheldWord || err != nil {
				continue
			}
			r.Events[i].Withheld.Entry = w
			if words != "" {
				r.Events[i].Withheld.Words, _ = ParseHash(words)
			}
		}
	}
}

// IsPublic reports whether ReadPublic has read the record.
func (r *Record) IsPublic() bool { return r.form.public }
