package mailbox_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestBytesIsDeterministicASCII(t *testing.T) {
	l := full()
	first, err := l.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := full().Bytes()
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("other bytes: %v", err)
		}
	}
	golden := "testdata/letter.eml"
	if *update {
		if err := os.WriteFile(golden, first, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(first, want) {
		t.Errorf("not as in %s: %v\n%s", golden, err, first)
	}
	for _, b := range first {
		if b > 126 {
			t.Fatal("not ASCII")
		}
	}
}

// full returns a message with everything in it. Its text imitates a boundary.
func full() *mailbox.Letter {
	return &mailbox.Letter{
		From:      mailbox.Address{Name: "飛脚太郎", Addr: "taro@example.com"},
		To:        mailbox.Address{Name: "Hanako", Addr: "hanako@example.net"},
		Subject:   "[hikyaku 7c1f29ab]  Quoridor: 12手目、あなたの番です。 " + strings.Repeat(" ", 90) + "x",
		MessageID: "<hk1.0123456789012345678901234567890123456789@example.com>",
		InReplyTo: "<hk1.a@example.net>", References: []string{"<hk1.b@example.net>", "<hk1.a@example.net>"},
		Date: time.Date(2026, 11, 20, 21, 0, 0, 0, time.FixedZone("JST", 9*3600)),
		Text: ".\nContent-Type: multipart/mixed;\n boundary=0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab\n--=_x",
		HTML: `<img src="cid:board@hikyaku">`, Automatic: "auto-replied",
		Attachments: []mailbox.Attachment{
			{Name: "board.png", Type: "image/png", ContentID: "board@hikyaku", Inline: true, Data: []byte("PNG")},
			{Name: "quoridor-7c1f29ab.kif", Type: "application/octet-stream", Data: []byte("#KIF\n")},
		},
	}
}

// TestInternationalDomains checks that they are sent in ASCII, in the envelope and in the header.
func TestInternationalDomains(t *testing.T) {
	f := newSMTP(nil)
	l := full()
	l.From.Addr, l.To.Addr = "taro@例え.テスト", "Bücher+2@Bücher.example"
	if err := inMemory(t, accountOn(1, 2, long), nil, f).Send(t.Context(), l); err == nil || !strings.Contains(err.Error(), "Bücher+2@") {
		t.Errorf("a local part that is not ASCII gives %v", err)
	}
	l.To.Addr = "Hanako+2@Bücher.example"
	if err := inMemory(t, accountOn(1, 2, long), nil, f).Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	heard := strings.Join(f.lines(), "\n")
	for _, want := range []string{
		"MAIL FROM:<taro@xn--r8jz45g.xn--zckzah>", "RCPT TO:<Hanako+2@xn--bcher-kva.example>", "<taro@xn--r8jz45g.xn--zckzah>\n", `To: "Hanako" <Hanako+2@xn--bcher-kva.example>`,
	} {
		if !strings.Contains(heard, want) {
			t.Errorf("%s is missing in\n%s", want, heard)
		}
	}
	if strings.ContainsFunc(heard, func(r rune) bool { return r > 126 }) {
		t.Error("not ASCII")
	}
	l, err := mailbox.Read([]byte("From: Taro <taro@例え.テスト>\r\nMessage-ID: <a@b>\r\n\r\ne2\r\n"))
	if err != nil || l.From.Addr != "taro@xn--r8jz45g.xn--zckzah" {
		t.Errorf("read as %+v, %v", l, err)
	}
}

func TestBytesRefusesLongLines(t *testing.T) {
	l := full()
	l.Subject = strings.Repeat("x", 1200)
	if raw, err := l.Bytes(); err == nil {
		t.Errorf("got %d bytes", len(raw))
	}
}
