// Package identity judges mail addresses and names: which addresses mail can be sent to, which names or addresses a
// reader could mistake for each other, and which names are those of programs.
package identity

import (
	"strconv"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Limits of an address in bytes (RFC 5321, 4.5.3.1). A path has 256 bytes, two of them for < and >.
const (
	maxAddress = 254
	maxLocal   = 64
	maxLabel   = 63
)

// IsAddress reports whether s is an address that any mail server can send to. It is the only judge of addresses: a record
// with another one is refused, so that no player can move to an address that the opponent's mail cannot reach.
//
// The local part is a dot-atom and the domain is a host name, both in ASCII. An international domain is written in its
// ASCII form, such as xn--r8jz45g.jp. Quoted local parts, domain literals and a final dot are refused.
func IsAddress(s string) bool {
	local, domain, found := strings.Cut(s, "@")
	if !found || len(s) > maxAddress || len(local) > maxLocal {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool { return !letterOrDigit(r) && !strings.ContainsRune(atomSigns, r) }) {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.ContainsFunc(label, func(r rune) bool { return !letterOrDigit(r) && r != '-' }) {
			return false
		}
	}
	return true
}

// NamesDomain reports whether an address is in a full domain, such as example.org, so that the whole Internet can send to it.
// bob@post reaches Bob only within the network of the host post.
func NamesDomain(address string) bool {
	domain := address[strings.LastIndexByte(address, '@')+1:]
	dot := strings.LastIndexByte(domain, '.')
	return dot > 0 && strings.ContainsFunc(domain[dot+1:], func(r rune) bool { return r < '0' || r > '9' })
}

// ToASCII returns an address with its domain in the ASCII form that mail servers understand, such as xn--r8jz45g.jp. It returns
// other addresses, and those without such a form, unchanged.
func ToASCII(address string) string {
	at := strings.LastIndexByte(address, '@')
	if strings.IndexFunc(address[at+1:], func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return address
	}
	domain, err := idna.Lookup.ToASCII(address[at+1:])
	if at < 0 || err != nil {
		return address
	}
	return address[:at+1] + domain
}

// atomSigns are the signs allowed in an atom besides letters and digits (RFC 5322, 3.2.3).
const atomSigns = "!#$%&'*+-/=?^_`{|}~"

func letterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// SameAddress reports whether two addresses are the same mailbox, ignoring case. An empty address equals none.
func SameAddress(a, b string) bool {
	// EqualFold also equates letters such as k and the Kelvin sign, which has more bytes.
	return a != "" && len(a) == len(b) && strings.EqualFold(a, b)
}

// AlikeAddress reports whether two addresses may belong to the same person or be mistaken for each other. It ignores what
// follows a plus sign in the local part, a final dot, and differences that Alike ignores. It compares international domains
// as they are shown, not in their ASCII form.
func AlikeAddress(a, b string) bool {
	return a != "" && Alike(mailboxOf(a), mailboxOf(b))
}

// mailboxOf returns an address without a plus part and a final dot, and with an international domain in its own letters.
func mailboxOf(address string) string {
	local, domain, _ := strings.Cut(strings.TrimSuffix(address, "."), "@")
	if i := strings.IndexByte(local, '+'); i > 0 {
		local = local[:i]
	}
	if shown, err := idna.Punycode.ToUnicode(strings.ToLower(domain)); err == nil {
		domain = shown
	}
	return local + "@" + domain
}

// Alike reports whether two names are equal or could be mistaken for each other: their skeletons (Unicode UTS #39) are
// equal, ignoring case, width, blanks, characters that cannot be seen, and marks that belong to no letter.
func Alike(a, b string) bool {
	a, b = visible(a), visible(b)
	// Both orders matter. A capital I looks like l, and Cyrillic В looks like B; but Ivan and ivan are the same name.
	return fold(confusable.Skeleton(a)) == fold(confusable.Skeleton(b)) || confusable.Skeleton(fold(a)) == confusable.Skeleton(fold(b))
}

func fold(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// visible returns the characters of a name that can be seen, without blanks. It also drops combining marks that no letter
// of any script is written with, such as the low line in B̲ob. Those of é or が are part of a letter after composition.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || invisible(r) || unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name))
}

// HasInvisible reports whether a name contains a character that cannot be seen, such as a zero-width space, a Hangul filler
// or a variation selector.
func HasInvisible(name string) bool { return strings.ContainsFunc(name, invisible) }

// Reveal returns a name with the characters that cannot be seen written as in Go, such as \u3164.
func Reveal(name string) string {
	var b strings.Builder
	for _, r := range name {
		if invisible(r) {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// invisible reports whether nothing is seen of r. These are the characters with the Unicode property
// Default_Ignorable_Code_Point, controls, and blanks other than those that people type.
func invisible(r rune) bool {
	switch r {
	case ' ', '\u3000':
		return false
	case '\u2800': // a Braille pattern without dots
		return true
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// program begins the name of a seat that a program plays: "hikyaku level5".
const program = "hikyaku "

// ProgramSeat returns the name of a seat that a program plays. spec names the program, such as "level5".
func ProgramSeat(spec string) string { return program + spec }

// ProgramOf returns the spec of the program that plays the seat with a name; ok is false if it is no program.
func ProgramOf(name string) (spec string, ok bool) { return strings.CutPrefix(name, program) }
