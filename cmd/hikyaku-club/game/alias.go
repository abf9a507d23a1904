package game

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
)

// Alias returns the name by which a player is known in public: on pages, in the log and in public records. It is derived from the
// name that they have at the first call, and then never changes.
func Alias(tx db.Tx, address, name string) (alias string, err error) {
	address = strings.ToLower(address)
	found, err := db.One(tx, `select alias from alias where address = $1`, []any{address}, &alias)
	if found || err != nil {
		return alias, err
	}
	name, _, _ = strings.Cut(name, "@")
	base := cmp.Or(Plain(name), "player")
	for n := 1; ; n++ {
		alias = base
		if n > 1 {
			alias += "-" + strconv.Itoa(n)
		}
		tx.Change(`insert into alias (address, alias) values ($1, $2) on conflict do nothing`, address, alias)
		found, err := db.One(tx, `select alias from alias where address = $1`, []any{address}, &alias)
		if found || err != nil {
			return alias, err
		}
	}
}

// Aliases returns all aliases, by address.
func Aliases(tx db.Tx) (map[string]string, error) {
	all := map[string]string{}
	err := db.Each(tx, `select address, alias from alias`, nil, func(r db.Rows) error {
		var address, alias string
		err := r.Scan(&address, &alias)
		all[address] = alias
		return err
	})
	return all, err
}

// Plain removes from a text all characters that can't be in a file name or in the local part of an address.
func Plain(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String()[:min(b.Len(), 40)], "-")
}

// NamesAddress returns a function that reports whether a text or a message names an address, which another address may contain, and one
// that replaces the address in a text.
func NamesAddress(address string) (names func(text string) bool, replace func(text, with string) string) {
	whole := regexp.MustCompile(`(?i)(^|\\u003[ce]|=[0-9a-f]{2}|[^a-z0-9._%+-]|[^a-z0-9_%+-]\.)` + regexp.QuoteMeta(address) + `(\.?$|\.[^a-z0-9]|[^a-z0-9.-])`)
	names = func(text string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(address)) && whole.MatchString(text)
	}
	return names, func(text, with string) string {
		for names(text) { // two addresses may share what is between them
			text = whole.ReplaceAllString(text, "${1}"+with+"${2}")
		}
		return text
	}
}
