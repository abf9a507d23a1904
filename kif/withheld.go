package kif

import (
	"slices"
)

// Withheld has the hashes for an entry of a public record from which an address or a comment was removed. They replace the hashes
// of the removed text in the chain of entries.
type Withheld struct {
	Entry Hash // of the complete entry
	Words Hash // of the part of the comment that is hashed into dice; zero for none
}

// withheldWord begins the line with the hashes of an incomplete entry.
const withheldWord = "withheld"

// Withhold returns a public form of r, with the headers and events returned by header and change. For each event change also
// returns the hashes of the complete entry, or a zero Withheld if it has removed nothing. Withhold also removes the lines of
// other programs.
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

// Withholds reports whether r is written by Withhold with something removed.
func (r *Record) Withholds() bool {
	return slices.ContainsFunc(r.Events, func(e Event) bool {
		return slices.ContainsFunc(e.Notes, func(n Note) bool { return n.Word == withheldWord })
	})
}

// Complete returns r, a record as a club sends it after it has removed something, with the headers of own and with the events of own
// in place of those from which something was removed. own is another record of the same match; if it has removed something too, so
// has the result. Complete returns false if own lacks one of these events.
func (r *Record) Complete(own *Record) (*Record, bool) {
	public, err := ReadPublic(r.raw)
	if err != nil {
		return nil, false
	}
	c := *r
	c.Headers, c.Events, c.form.public = own.Headers, slices.Clone(r.Events), own.form.public
	for i, e := range public.Events {
		if e.Withheld == (Withheld{}) {
			continue
		}
		if i >= len(own.Events) {
			return nil, false
		}
		c.Events[i] = own.Events[i].sent()
		c.Events[i].Undone = e.Undone
	}
	whole, err := c.Rewrite(r.Encoding)
	return whole, err == nil
}

// IsPublic reports whether ReadPublic has read the record.
func (r *Record) IsPublic() bool { return r.form.public }
