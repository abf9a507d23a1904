package fair

import (
	"strings"

	"hikyaku/internal/i18n"
)

// secretPrefix is the human-readable part of a written master, in lower case, because Bech32 computes with that.
const secretPrefix = "hikyaku-secret-"

// Reveal returns the master in the form stored on disk and on paper: HIKYAKU-SECRET-1 and 58 characters of Bech32, whose checksum
// detects mistyped characters. It is the only way to print a master.
func (m Master) Reveal() string {
	return strings.ToUpper(encodeBech32(secretPrefix, m.secret[:]))
}

// ErrNoSecret reports a text that Reveal does not return. It never repeats the text.
var ErrNoSecret = i18n.Err("secret.form")

// ParseMaster parses the text of Reveal, in upper or lower case, with blanks around it.
func ParseMaster(text string) (Master, error) {
	prefix, data, err := decodeBech32(strings.TrimSpace(text))
	if err != nil || prefix != secretPrefix || len(data) != len(Master{}.secret) {
		return Master{}, ErrNoSecret
	}
	return MasterFrom([32]byte(data)), nil
}
