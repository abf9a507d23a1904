package home

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// BlockedSenders returns the addresses whose mail is neither shown nor
// answered.
func (d *Desk) BlockedSenders() ([]string, error) {
	if d.Blocked == "" {
		return nil, nil
	}
	data, err := atomicfile.Read(d.System, d.Blocked)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, i18n.Err("block.unread", "why", err)
	}
	return strings.Fields(string(data)), nil
}

// Block adds an address to the blocked ones. It returns the number of
// unfinished matches with that address.
func (d *Desk) Block(address string) (open int, err error) {
	if identity.SameAddress(address, d.Me.Address) {
		return 0, i18n.Err("block.self")
	}
	list, err := d.BlockedSenders()
	if err != nil {
		return 0, err
	}
	if !holdsAddress(list, address) {
		list = append(list, address)
		slices.Sort(list)
		if err := d.keepBlocked(list); err != nil {
			return 0, err
		}
	}
	for s, err := range d.List() {
		if err != nil {
			return open, err
		}
		if !s.Damaged() && !s.Over && holdsAddress(s.Others, address) {
			open++
		}
	}
	return open, nil
}

// Unblock removes an address from the blocked ones.
func (d *Desk) Unblock(address string) error {
	list, err := d.BlockedSenders()
	if err != nil {
		return err
	}
	if !holdsAddress(list, address) {
		return i18n.Err("block.unknown", "address", address)
	}
	return d.keepBlocked(slices.DeleteFunc(list, func(other string) bool { return identity.SameAddress(other, address) }))
}

func (d *Desk) keepBlocked(list []string) error {
	return atomicfile.Replace(d.System, d.Blocked, []byte(strings.Join(append(list, ""), "\n")))
}

func holdsAddress(list []string, address string) bool {
	return slices.ContainsFunc(list, func(other string) bool { return identity.SameAddress(other, address) })
}
