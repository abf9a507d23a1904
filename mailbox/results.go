package mailbox

import (
	"cmp"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Disowned returns how the reader's own mail server found that a received
// message is not from its sender, or "" if it did not. server is the
// authserv-id of that server, with which its Authentication-Results fields
// begin (RFC 8601); if it is "", Disowned returns "".
//
// Only the topmost field of that server counts, because a server adds its own
// above everything that came with the message. Its position among the Received
// fields proves nothing: some servers add it above their own Received field,
// many below one or several of them. It does not matter either: a sender who
// forges the field can only make a message less trusted, because a message
// without one is treated like one with a good one. A forger would need a field
// above the server's, which no server allows, or a server that appends its
// own.
func (l *Letter) Disowned(server string) string {
	if results := l.resultsOf(server); results != nil {
		return disowned(results, domainOf(l.writer))
	}
	return ""
}

// Vouched reports whether the reader's own mail server, named as for Disowned,
// found that a received message is from its sender: by DMARC or, if the domain
// publishes no policy for that, by an aligned SPF or DKIM.
func (l *Letter) Vouched(server string) bool {
	from, vouched := domainOf(l.writer), false
	for _, part := range l.resultsOf(server) {
		list, _ := resultsIn(part) // a method with a syntax of its own vouches for nothing
		for _, result := range list {
			switch r := result.(type) {
			case *authres.DMARCResult:
				if r.Value != authres.ResultNone {
					return r.Value == authres.ResultPass
				}
			case *authres.SPFResult:
				vouched = vouched || r.Value == authres.ResultPass && aligned(domainOf(r.From), from)
			case *authres.DKIMResult:
				vouched = vouched || r.Value == authres.ResultPass && aligned(cmp.Or(strings.ToLower(r.Domain), domainOf(r.Identifier)), from)
			}
		}
	}
	return vouched
}

// resultsOf returns the results in the topmost field of a server, nil if it
// has written none.
func (l *Letter) resultsOf(server string) []string {
	for _, field := range l.results {
		// Comments, which package authres does not support, and quotation marks are dropped. Nothing inside these separates
		// results, so a sender cannot imitate a result there.
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
		parts := strings.Split(b.String(), ";")
		if id, _, err := authres.Parse(parts[0]); server != "" && err == nil && strings.EqualFold(id, server) {
			return parts[1:]
		}
	}
	return nil
}

// disowned judges the results for a message from an address in a domain.
// Without a verdict by DMARC it judges as DMARC does, but only if there are
// results for both SPF and DKIM: a server that checks less makes nobody
// suspect.
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

// domainOf returns the domain of an address, or of a bare domain, in lower
// case.
func domainOf(address string) string {
	address = strings.Trim(address, "<>")
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// aligned reports whether two domains are equal or one is a subdomain of the
// other.
func aligned(a, b string) bool {
	return a != "" && b != "" && (a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a))
}
