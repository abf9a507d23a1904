package mailbox

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

const maxReceived = 25 // stations after which a message is going in circles

// noAnswer names the sign that a message comes from a machine, a list or a loop, so that nothing may be sent back; it is
// empty if there is none. Whether the letter comes from ourselves only the caller can tell.
func noAnswer(h *message.Header, l *Letter) string {
	if l.Automatic != "" {
		return "Auto-Submitted: " + l.Automatic
	}
	for _, name := range []string{"X-Auto-Response-Suppress", "X-Loop"} {
		if h.Has(name) {
			return name
		}
	}
	precedence := strings.ToLower(strings.TrimSpace(h.Get("Precedence")))
	if slices.Contains([]string{"bulk", "list", "junk"}, precedence) {
		return "Precedence: " + precedence
	}
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return "Return-Path: <>"
	}
	if role(l.From.Addr) {
		return "From: " + l.From.Addr
	}
	if kind, _, _ := h.ContentType(); strings.EqualFold(kind, "multipart/report") {
		return "Content-Type: multipart/report"
	}
	return listOrCircle(h)
}

func listOrCircle(h *message.Header) string {
	received := 0
	for fields := h.Fields(); fields.Next(); {
		name := strings.ToLower(fields.Key())
		if strings.HasPrefix(name, "list-") {
			return fields.Key()
		}
		if name == "received" {
			received++
		}
	}
	if received > maxReceived {
		return "too many Received"
	}
	return ""
}

// role reports whether nobody in particular reads what is sent to addr.
func role(addr string) bool {
	local, _, _ := strings.Cut(strings.ToLower(addr), "@")
	switch local {
	case "mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply":
		return true
	}
	return strings.HasPrefix(local, "owner-") || strings.HasSuffix(local, "-request")
}
