package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"hikyaku/internal/courier"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// TestEveryFailureIsTold: of the letters of one turn each that does not go out is told, with the server's words.
func TestEveryFailureIsTold(t *testing.T) {
	h := newHousehold(t)
	h.write("password", h.secret, 0o600)
	h.configure(0o644, "secret: state/secret", "password_file: password")
	out, err := h.run(nil, "invite", "quoridor", "bob@hikyaku.example", "dave@hikyaku.example", "erin@hikyaku.example", "--set", "players=4")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != statusMail {
		t.Errorf("%v, want status %d", err, statusMail)
	}
	for _, name := range []string{"bob", "dave", "erin"} {
		told := "can't send to " + name + "@hikyaku.example: mail refused: the server says \"550 5.1.1 no such user here\"\n"
		if strings.Count(out, told) != 1 {
			t.Errorf("not told once: %s\n%s", told, out)
		}
	}
}

// TestLostAnswerIsNoLostTurn: of a letter that carries no step nobody is told that a turn is recorded, or to send it again.
func TestLostAnswerIsNoLostTurn(t *testing.T) {
	err := failed("unsent.poll", []courier.Delivery{{To: mailbox.Address{Addr: "bob@example.org"}, Err: &mailbox.SendError{Kind: mailbox.Refused}, Aside: true}})
	if told := err.Error(); !strings.HasPrefix(told, "can't send to bob@example.org: ") || strings.Contains(told, "\n") {
		t.Errorf("told %q", told)
	}
}

// What a server takes later, such as a first message that it greylists, is sent by the next poll, an invitation too.
func TestGreylistedIsTriedAgain(t *testing.T) {
	for kind, want := range map[mailbox.SendKind]string{mailbox.Temporary: "the message is kept, and hikyaku sends it the next time it checks mail", mailbox.Refused: "hikyaku send match.kif"} {
		err := failed("unsent.poll", []courier.Delivery{{To: mailbox.Address{Addr: "bob@example.org"}, Err: &mailbox.SendError{Kind: kind, Response: "451 greylisted"}, Copy: match.Copy{File: "match.kif"}}})
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", kind, err, want)
		}
	}
}

// A page says first what has become of a message that waits, and the details once at the end.
func TestUnsentOnPage(t *testing.T) {
	trouble := &mailbox.Trouble{Step: "smtp connect", Server: "mail.example", Kind: mailbox.Unreachable, Err: errors.New("mail.example: no such host")}
	err := failed("unsent.kept", []courier.Delivery{{To: mailbox.Address{Addr: "bob@example.org"}, Err: &mailbox.SendError{Kind: mailbox.Temporary, Err: trouble}}})
	const want = "No connection to mail.example. Your message to bob@example.org is kept, and is sent as soon as the mail server accepts it. (smtp connect: no such host)"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
