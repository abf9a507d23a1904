package fair

import (
	"errors"
	"slices"
	"strings"
)

// Bech32 of BIP 173, without its limit of ninety characters: a readable prefix, the separator 1, data in groups of
// five bits, and a checksum of six characters, which finds any four wrong characters.

// bech32Digits are the characters of the data part, by value.
const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// checksumLength is the number of characters of the checksum.
const checksumLength = 6

// errBech32 is the error of a text that is not Bech32.
var errBech32 = errors.New("it is no Bech32")

// encodeBech32 returns data with a prefix, in lower case.
func encodeBech32(prefix string, data []byte) string {
	groups := regroup(data, 8, 5, true)
	sum := polymod(slices.Concat(expand(prefix), groups, make([]byte, checksumLength))) ^ 1
	for i := range checksumLength {
		groups = append(groups, byte(sum>>(5*(checksumLength-1-i))&31))
	}
	var b strings.Builder
	b.WriteString(prefix + "1")
	for _, g := range groups {
		b.WriteByte(bech32Digits[g])
	}
	return b.String()
}

// decodeBech32 is the inverse of encodeBech32. The text may be all in lower or all in upper case. The error never
// repeats the text.
func decodeBech32(text string) (prefix string, data []byte, err error) {
	if text != strings.ToLower(text) && text != strings.ToUpper(text) {
		return "", nil, errBech32
	}
	text = strings.ToLower(text)
	one := strings.LastIndexByte(text, '1')
	if one < 1 || len(text)-one-1 < checksumLength {
		return "", nil, errBech32
	}
	prefix = text[:one]
	var groups []byte
	for _, c := range []byte(text[one+1:]) {
		value := strings.IndexByte(bech32Digits, c)
		if value < 0 {
			return "", nil, errBech32
		}
		groups = append(groups, byte(value))
	}
	hidden := strings.ContainsFunc(prefix, func(c rune) bool { return c < 33 || c > 126 })
	if hidden || polymod(append(expand(prefix), groups...)) != 1 {
		return "", nil, errBech32
	}
	groups = groups[:len(groups)-checksumLength]
	data = regroup(groups, 5, 8, false)
	spare := len(groups) * 5 % 8 // bits that do not fill a byte, and must be zero
	if spare >= 5 || spare > 0 && groups[len(groups)-1]&(1<<spare-1) != 0 {
		return "", nil, errBech32
	}
	return prefix, data, nil
}

// regroup converts groups of from bits to groups of to bits. The bits left at
// the end are padded with zeros if fill is set, and dropped otherwise.
func regroup(in []byte, from, to int, fill bool) (out []byte) {
	held, bits := 0, 0
	for _, g := range in {
		held, bits = (held<<from|int(g))&0xfff, bits+from
		for bits >= to {
			bits -= to
			out = append(out, byte(held>>bits&(1<<to-1)))
		}
	}
	if fill && bits > 0 {
		out = append(out, byte(held<<(to-bits)&(1<<to-1)))
	}
	return out
}

// expand returns a prefix as the checksum uses it: the high bits of its characters, a zero, the low bits.
func expand(prefix string) (groups []byte) {
	for _, c := range []byte(prefix) {
		groups = append(groups, c>>5)
	}
	groups = append(groups, 0)
	for _, c := range []byte(prefix) {
		groups = append(groups, c&31)
	}
	return groups
}

// polymod returns the remainder by the generator of BIP 173.
func polymod(groups []byte) uint32 {
	generator := [5]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3}
	sum := uint32(1)
	for _, g := range groups {
		top := sum >> 25
		sum = sum&0x1ffffff<<5 ^ uint32(g)
		for i, factor := range generator {
			if top>>i&1 == 1 {
				sum ^= factor
			}
		}
	}
	return sum
}
