package mailbox

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

const nullSender = "Return-Path: <>" // the sender of bounces

// reaction is the type of a thumb or a heart that Gmail sends in the place of a reply.
const reaction = "text/vnd.google.email-reaction+json"

const maxReceived = 25 // a message with more Received fields is in a loop

// MayAnswer reports whether a received message may be answered automatically
// and, if not, why: it comes from a machine, a list, a role account, a loop,
// or from own, which is our address (RFC 3834, 2). The text of such a message
// must have no effect either, because nobody wrote it, or nobody could be
// informed about the effect. A signed record in it still counts. The caller
// decides whether the sender is entitled to an answer.
func (l *Letter) MayAnswer(own Address) (ok bool, why string) {
	switch {
	case l.sign != "":
		return false, l.sign
	case l.Automatic != "":
		return false, "Auto-Submitted: " + l.Automatic
	case l.From.Is(own.Addr):
		return false, "From: " + l.From.Addr
	}
	for _, field := range l.loops {
		if (Address{Addr: strings.TrimSpace(field)}).Is(own.Addr) {
			return false, "X-Loop: " + own.Addr
		}
	}
	return true, ""
}

// sign returns the sign in a header that a message comes from a machine, a list or a loop, or "". automatic is the keyword of
// Auto-Submitted.
func sign(h *message.Header, from Address, automatic string) string {
	if automatic != "" {
		return "Auto-Submitted: " + automatic
	}
	for _, field := range []string{"X-Autoreply", "X-Autorespond"} {
		if h.Has(field) {
			return field
		}
	}
	// Exchange adds the field with single kinds of answers to what people write too.
	if suppress := "X-Auto-Response-Suppress"; strings.EqualFold(strings.TrimSpace(h.Get(suppress)), "All") {
		return suppress
	}
	for _, value := range h.Values("Precedence") {
		precedence := strings.ToLower(strings.TrimSpace(value))
		if slices.Contains([]string{"bulk", "list", "junk", "auto_reply"}, precedence) {
			return "Precedence: " + precedence
		}
	}
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return nullSender
	}
	if role(from.Addr) {
		return "From: " + from.Addr
	}
	if kind, _, _ := h.ContentType(); slices.Contains([]string{"multipart/report", "text/calendar", reaction}, strings.ToLower(kind)) {
		return "Content-Type: " + clean(strings.ToLower(kind))
	}
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

// automatic returns the keyword of Auto-Submitted (RFC 3834, 5) without parameters and comments. It treats "no" as a
// missing field.
func automatic(fields []string) string {
	for _, field := range fields {
		keyword, _, _ := strings.Cut(field, ";")
		keyword, _, _ = strings.Cut(keyword, "(")
		keyword = clean(strings.ToLower(strings.TrimSpace(keyword)))
		switch {
		case keyword == "" && strings.TrimSpace(field) != "":
			return clean(oneSpace(field)) // malformed: not from a person
		case keyword != "no" && keyword != "":
			return keyword
		}
	}
	return ""
}

// role reports whether addr belongs to a role, not a person.
func role(addr string) bool {
	local, _, _ := strings.Cut(strings.ToLower(addr), "@")
	switch local {
	case "mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply":
		return true
	}
	return strings.HasPrefix(local, "owner-") || strings.HasSuffix(local, "-request")
}
