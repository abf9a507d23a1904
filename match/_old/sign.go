package match

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"hikyaku/kif"
	"hikyaku/kif/fair"
)

// pins are the keys under which the parties of a match sign, as they joined with them. The empty key belongs to a letter
// writer, for whom another party signs as scribe.
type pins struct {
	line   *kif.Line
	keys   []string // by party, from 1
	asked  string   // the key of a Rechain that is not yet agreed to
	asking int
	signed int
	scribe int // entries signed for a letter writer
}

// authenticate checks every signature of l. Its error is a *kif.Error at the first event that is not signed as it must be.
func authenticate(l *kif.Line) (*pins, error) {
	p := &pins{line: l, keys: make([]string, len(l.Parties())+1)}
	if !l.Invited() {
		return p, nil
	}
	entry := 0
	for i, e := range l.Record.Events {
		if e.Kind == kif.Throw {
			continue
		}
		if err := p.check(i, e, l.By(i), l.Entries[entry]); err != nil {
			return nil, &kif.Error{Line: e.Line, Found: strconv.Quote(e.Text), Wanted: "a signed entry", Err: err}
		}
		entry++
	}
	return p, nil
}

// check wants e signed by its party, and learns the keys that it brings.
func (p *pins) check(i int, e kif.Event, by int, entry kif.Entry) error {
	if err := p.pin(e, by); err != nil {
		return err
	}
	bytes, signature := entry.Bytes(), e.Note("sign")
	switch {
	case e.Text == kif.Rechain:
		p.asked, p.asking = entry.Key, by
		return verify(entry.Key, bytes, signature)
	case e.Text == kif.Rotate:
		return p.rotate(e, by, entry)
	case p.keys[by] != "":
		if e.Text == kif.Agree && p.asking != 0 && agreedAt(p.line, i) {
			p.keys[p.asking], p.asking = p.asked, 0
		}
		p.signed++
		return verify(p.keys[by], bytes, signature)
	case entry.Mail == "":
		return errors.New("neither signed by a key of its own nor taken from a mail")
	}
	p.signed, p.scribe = p.signed+1, p.scribe+1
	return p.byScribe(bytes, signature)
}

// pin takes the key with which a party joins.
func (p *pins) pin(e kif.Event, by int) error {
	key := e.Note("key")
	if key == "" {
		return nil
	}
	if _, err := fair.ParsePublicKey(key); err != nil {
		return err
	}
	switch {
	case e.Text == kif.Invite, e.Text == kif.Accept, e.Text == kif.Decline && p.keys[by] == "":
		p.keys[by] = key
	case e.Text == kif.Rotate, e.Text == kif.Rechain, key == p.keys[by]:
	default:
		return errors.New("a key where none is due")
	}
	return nil
}

// rotate takes a new key that the old one vouches for.
func (p *pins) rotate(e kif.Event, by int, entry kif.Entry) error {
	if err := verify(p.keys[by], entry.Bytes(), e.Note("sign-old")); err != nil {
		return fmt.Errorf("the old key does not vouch for the new one: %w", err)
	}
	p.keys[by] = entry.Key
	p.signed++
	return verify(entry.Key, entry.Bytes(), e.Note("sign"))
}

// byScribe wants an entry of a letter writer signed by the umpire or, where there is none, by any party that has a key.
func (p *pins) byScribe(bytes []byte, signature string) error {
	for party, key := range p.keys {
		mayScribe := p.line.Umpire() == 0 || party == p.line.Umpire()
		if mayScribe && key != "" && verify(key, bytes, signature) == nil {
			return nil
		}
	}
	return errSignature
}

var errSignature = errors.New("the signature is not that of the key pinned in this match")

func verify(key string, entry []byte, signature string) error {
	k, err := fair.ParsePublicKey(key)
	if err != nil {
		return err
	}
	raw, err := hex.DecodeString(signature)
	if err != nil || !k.Verify(entry, raw) {
		return errSignature
	}
	return nil
}
