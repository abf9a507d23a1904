package mailbox

import (
	"cmp"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Disowned reports how the reader's own mail server found that a letter that was read is not from its sender, "" if it did
// not. server is the authserv-id of that server, which its Authentication-Results fields begin with (RFC 8601); with ""
// nothing is disowned.
//
// Only the topmost such field counts, as a server puts its own above everything that came with the message. Where it stands
// between the Received fields is no sign of anything: some servers write theirs above their own Received field, many below
// one or several of them. Nor does it need to be: a sender who forges the field can only make a letter less trusted, because
// a letter without one, or with a good one, is treated alike. What could help a forger is a field above the server's, which
// no server allows, or a server that appends its own.
func (l *Letter) Disowned(server string) string {
	if server == "" {
		return ""
	}
	for _, field := range l.results {
		parts := strings.Split(withoutComments(field), ";")
		if id, _, err := authres.Parse(parts[0]); err == nil && strings.EqualFold(id, server) {
			return disowned(parts[1:], domainOf(l.writer))
		}
	}
	return ""
}

// disowned judges the results for a message from an address in a domain. Without a verdict by DMARC it judges as DMARC does,
// but only if there are results for both SPF and DKIM: nobody is suspected because a server checks less.
func disowned(results []string, from string) string {
	var spf, dkim bool // failed
	var vouched bool
	for _, part := range results {
		list, err := resultsIn(part)
		if err != nil {
			continue // a method with a syntax of its own
		}
		for _, result := range list {
			switch r := result.(type) {
			case *authres.DMARCResult:
				if r.Value == authres.ResultFail {
					return "dmarc=fail"
				}
				vouched = vouched || r.Value == authres.ResultPass
			case *authres.SPFResult:
				switch sender := domainOf(r.From); {
				case r.Value == authres.ResultFail || r.Value == authres.ResultHardFail || r.Value == authres.ResultSoftFail:
					spf = true
				case r.Value == authres.ResultPass && sender != "":
					spf, vouched = true, vouched || aligned(sender, from)
				}
			case *authres.DKIMResult:
				signer := cmp.Or(strings.ToLower(r.Domain), domainOf(r.Identifier))
				dkim = dkim || r.Value != authres.ResultTempError
				vouched = vouched || r.Value == authres.ResultTempError || r.Value == authres.ResultPass && aligned(signer, from)
			}
		}
	}
	if spf && dkim && !vouched {
		return "spf and dkim fail"
	}
	return ""
}

// resultsIn parses one result, so that one with an unknown syntax does not hide the others.
func resultsIn(part string) ([]authres.Result, error) {
	_, list, err := authres.Parse("server;" + part)
	return list, err
}

// domainOf returns the domain of an address in lower case, or of what is a domain already.
func domainOf(address string) string {
	address = strings.Trim(address, "<>")
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// aligned reports whether one of two domains is the other or lies below it.
func aligned(a, b string) bool {
	return a != "" && b != "" && (a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a))
}

// withoutComments returns a field without its comments, which package authres does not know, and without quotation marks.
// Inside these nothing separates results: what a sender can put there must not look like one.
func withoutComments(field string) string {
	var b strings.Builder
	depth, quoted, escaped := 0, false, false
	for _, c := range field {
		switch inside := quoted || depth > 0; {
		case inside && !escaped && c == '\\':
			escaped = true
			continue
		case depth > 0 && escaped:
		case !quoted && c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
			b.WriteByte(' ')
		case depth > 0:
		case c == '"' && !escaped:
			quoted = !quoted
		case quoted && (c == ';' || c == ' ' || c == '\t'):
			b.WriteByte('_')
		default:
			b.WriteRune(c)
		}
		escaped = false
	}
	return b.String()
}
