package mailbox

import (
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

const nullSender = "Return-Path: <>" // nobody wants to hear of it

const maxReceived = 25 // stations after which a message is going in circles

// MayAnswer reports whether something may be sent in answer to a letter that was read, and if not, by which sign: it comes
// from a machine, a list, a role, a loop, or from own, which is ourselves (RFC 3834, 2). What the letter says is taken all
// the same. Whether its sender is somebody to whom answers are due only the caller knows.
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

// sign names what in the header tells that a message comes from a machine, a list or a loop; it is empty if there is nothing.
func sign(h *message.Header, from Address) string {
	if automatic := automatic(h.Values("Auto-Submitted")); automatic != "" {
		return "Auto-Submitted: " + automatic
	}
	if h.Has("X-Auto-Response-Suppress") {
		return "X-Auto-Response-Suppress"
	}
	for _, value := range h.Values("Precedence") {
		precedence := strings.ToLower(strings.TrimSpace(value))
		if slices.Contains([]string{"bulk", "list", "junk"}, precedence) {
			return "Precedence: " + precedence
		}
	}
	if strings.TrimSpace(h.Get("Return-Path")) == "<>" {
		return nullSender
	}
	if role(from.Addr) {
		return "From: " + from.Addr
	}
	if kind, _, _ := h.ContentType(); strings.EqualFold(kind, "multipart/report") {
		return "Content-Type: multipart/report"
	}
	return listOrCircle(h)
}

// automatic is the keyword of Auto-Submitted (RFC 3834, 5), without parameters and comments; "no" is the same as no field.
func automatic(fields []string) string {
	for _, field := range fields {
		keyword, _, _ := strings.Cut(field, ";")
		keyword, _, _ = strings.Cut(keyword, "(")
		keyword = clean(strings.ToLower(strings.TrimSpace(keyword)))
		switch {
		case keyword == "" && strings.TrimSpace(field) != "":
			return clean(oneSpace(field)) // begins with a comment, or cannot be read: not a person's
		case keyword != "no" && keyword != "":
			return keyword
		}
	}
	return ""
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
