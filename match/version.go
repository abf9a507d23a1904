package match

import (
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Version is the highest version of the protocol that this program plays (PROTOCOL.md, Versions).
const Version = 1

// checkVersion allows a version only where somebody joins.
func (n *moment) checkVersion() error {
	switch n.event.Step.(type) {
	case kif.Invite, kif.Accept:
		return nil
	}
	if n.event.Version != 0 {
		return n.event.Misfit(i18n.T("fit.version-joining"), nil)
	}
	return nil
}

// checkPlayable refuses a match that begins in a version which this program does not play. While somebody has still to
// answer, the version may yet become lower.
func (n *moment) checkPlayable() error {
	if n.Roster.Joining() == 0 && n.Roster.Version > Version {
		return n.event.Misfit(i18n.T("fit.version", "most", Version, "version", n.Roster.Version), nil)
	}
	return nil
}
