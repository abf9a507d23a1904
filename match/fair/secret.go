package fair

import (
	"errors"
	"strings"
)

// secretPrefix is the human-readable part of a master that is written down, in the lower case that Bech32 computes with.
const secretPrefix = "hikyaku-secret-"

// Reveal is the master as it is kept on disk and on paper: HIKYAKU-SECRET-1 and 58 characters of Bech32, whose checksum
// finds slips of the pen. It is the one way in which a master is ever written.
func (m Master) Reveal() string {
	return strings.ToUpper(encodeBech32(secretPrefix, m.secret[:]))
}

// ErrNoSecret says that a text is not what Reveal writes. It never repeats the text.
var ErrNoSecret = errors.New("it is no secret of hikyaku, or miswritten: one begins with HIKYAKU-SECRET-1 and has 74 characters")

// ParseMaster reads Reveal, in either case, with blanks around it.
func ParseMaster(text string) (Master, error) {
	prefix, data, err := decodeBech32(strings.TrimSpace(text))
	if err != nil || prefix != secretPrefix || len(data) != len(Master{}.secret) {
		return Master{}, ErrNoSecret
	}
	return MasterFrom([32]byte(data)), nil
}
