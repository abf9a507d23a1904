package mailbox_test

import (
	"testing"

	"hikyaku/mailbox"
)

func TestDisowned(t *testing.T) {
	const mx = "Authentication-Results: mx.example.org"
	for _, c := range []struct{ fields, want string }{
		{"", ""},
		{mx + "; none\r\n", ""},
		{mx + "; dmarc=pass header.from=example.net\r\n", ""},
		{mx + "; dmarc=fail (p=NONE sp=NONE; dis=NONE) header.from=example.net\r\n", "dmarc=fail"},
		{mx + " 1;\r\n\tspf=pass smtp.mailfrom=bob@example.net;\r\n\tdmarc=fail\r\n", "dmarc=fail"},
		{"Authentication-Results: MX.example.ORG; DMARC=Fail\r\n", "dmarc=fail"},
		{"Authentication-Results: (home) \"mx.example.org\"; dmarc=fail\r\n", "dmarc=fail"},
		{"Authentication-Results: mx.other.example; dmarc=fail\r\n", ""},
		{"Authentication-Results: mx.example.org.evil.example; dmarc=fail\r\n", ""},
		{"Authentication-Results: mx.example.org 2; dmarc=fail\r\n", ""},

		// Only the topmost of that server.
		{mx + "; dmarc=fail\r\n" + mx + "; dmarc=pass\r\n", "dmarc=fail"},
		{mx + "; dmarc=pass\r\n" + mx + "; dmarc=fail\r\n", ""},
		{"Authentication-Results: mx.other.example; dmarc=pass\r\n" + mx + "; dmarc=fail\r\n", "dmarc=fail"},
		{"Received: by mx.example.org with LMTP; Mon, 23 Nov 2026 10:00:00 +0000\r\nReceived: from evil.example by mx.example.org; Mon, 23 Nov 2026 10:00:00 +0000\r\n" + mx + "; dmarc=fail\r\n", "dmarc=fail"},

		// Without a verdict of DMARC: SPF and DKIM.
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=fail header.d=example.net\r\n", "spf and dkim fail"},
		{mx + "; spf=softfail smtp.mailfrom=example.net; dkim=none; dmarc=none\r\n", "spf and dkim fail"},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=pass header.d=evil.example\r\n", "spf and dkim fail"},
		{mx + "; spf=pass smtp.mailfrom=evil@evil.example; dkim=none\r\n", "spf and dkim fail"},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=pass header.d=example.net\r\n", ""},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=pass header.i=@mail.example.net\r\n", ""},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=fail header.d=list.example; dkim=pass header.d=Example.NET\r\n", ""},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=temperror header.d=example.net\r\n", ""},
		{mx + "; spf=pass smtp.mailfrom=bob@example.net; dkim=fail header.d=example.net\r\n", ""},
		{mx + "; spf=fail smtp.mailfrom=example.net; dkim=none; dmarc=pass\r\n", ""},
		{mx + "; spf=fail smtp.mailfrom=example.net\r\n", ""},
		{mx + "; dkim=fail header.d=example.net\r\n", ""},
		{mx + "; spf=none smtp.mailfrom=example.net; dkim=none\r\n", ""},

		// What a sender can write into a field that the server adds.
		{mx + "; spf=fail (of \\) x; dkim=pass header.d=example.net) smtp.mailfrom=\"x; dkim=pass header.d=example.net\"@evil.example; dkim=none\r\n", "spf and dkim fail"},
		{mx + "; arc=none header.oldest-pass=0; x y; dmarc=fail\r\n", "dmarc=fail"},
	} {
		l, err := mailbox.Read([]byte(c.fields + "From: bob@example.net\r\n\r\ne2\r\n"))
		if err != nil {
			t.Fatal(err)
		}
		l.From.Addr = "bob@elsewhere.example" // the address that the letter is taken to come from does not matter
		if got := l.Disowned("mx.example.org"); got != c.want {
			t.Errorf("%s: %q, want %q", c.fields, got, c.want)
		}
		if got := l.Disowned(""); got != "" {
			t.Errorf("%s: %q without a server that is trusted", c.fields, got)
		}
	}
}

func TestVouched(t *testing.T) {
	const mx = "Authentication-Results: mx.example.org"
	for fields, want := range map[string]bool{
		"":                false,
		mx + "; none\r\n": false,
		mx + "; dmarc=pass header.from=example.net\r\n":                                        true,
		mx + "; dmarc=fail; dkim=pass header.d=example.net\r\n":                                false,
		mx + "; dmarc=none; dkim=pass header.d=mail.example.net\r\n":                           true,
		mx + "; spf=pass smtp.mailfrom=bob@example.net\r\n":                                    true,
		mx + "; spf=pass smtp.mailfrom=evil@evil.example; dkim=pass header.d=evil.example\r\n": false,
		"Authentication-Results: mx.other.example; dmarc=pass\r\n":                             false,
		mx + "; dmarc=fail\r\n" + mx + "; dmarc=pass\r\n":                                      false, // only the topmost counts
	} {
		l, err := mailbox.Read([]byte(fields + "From: bob@example.net\r\n\r\nhello\r\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Vouched("mx.example.org"); got != want {
			t.Errorf("%s: %v, want %v", fields, got, want)
		}
		if l.Vouched("") {
			t.Errorf("%s: vouched for by no server", fields)
		}
	}
}
