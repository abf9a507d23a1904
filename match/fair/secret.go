package fair

import (
	"errors"
	"strings"
)

// secretPrefix is the human-readable part of a written master, in lower case as Bech32 requires for the checksum.
const secretPrefix = "hikyaku-secret-"

// Reveal returns the master in its form for disk and paper: HIKYAKU-SECRET-1 and 58 characters of Bech32, whose checksum
// detects typing errors. No other method reveals a master.
func (m Master) Reveal() string {
	return strings.ToUpper(encodeBech32(secretPrefix, m.secret[:]))
}

// ErrNoSecret is the error of a text that is not in the form of Reveal. It never quotes the text.
var ErrNoSecret = errors.New("it is no secret of hikyaku, or miswritten: one begins with HIKYAKU-SECRET-1 and has 74 characters")

// ParseMaster parses the form of Reveal, in either case, with spaces around it.
func ParseMaster(text string) (Master, error) {
	prefix, data, err := decodeBech32(strings.TrimSpace(text))
	if err != nil || prefix != secretPrefix || len(data) != len(Master{}.secret) {
		return Master{}, ErrNoSecret
	}
	return MasterFrom([32]byte(data)), nil
}
