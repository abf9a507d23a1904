package mailbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hikyaku/mailbox"
)

const (
	pinned = "taro@example.org"
	own    = "hanako@example.net"
)

// The results of Read for the hostile mails, unless simply "7g7f from the pinned address".
var hostile = map[string]struct {
	err      error
	stranger bool
	loop     bool
	text     string
}{
	"base64-broken":           {err: mailbox.ErrDamaged},
	"eol-bare-cr":             {err: mailbox.ErrNoSender},
	"from-list":               {err: mailbox.ErrManySenders},
	"two-from":                {err: mailbox.ErrManySenders},
	"nested-64":               {err: mailbox.ErrTooDeep},
	"from-display-spoof":      {stranger: true},
	"from-quoted-at":          {stranger: true},
	"homoglyph-from":          {stranger: true},
	"loop-self":               {stranger: true, loop: true},
	"loop-daemon":             {stranger: true, loop: true, text: "failed"},
	"dsn-forged":              {stranger: true, loop: true, text: "failed"},
	"loop-auto-generated":     {loop: true, text: "I am away until Monday."},
	"loop-auto-param":         {loop: true, text: "I am away until Monday."},
	"loop-auto-vacation":      {loop: true, text: "I am away until Monday."},
	"loop-list":               {loop: true, text: "I am away until Monday."},
	"loop-ms-suppress":        {loop: true, text: "I am away until Monday."},
	"loop-prec-bulk":          {loop: true, text: "I am away until Monday."},
	"loop-prec-junk":          {loop: true, text: "I am away until Monday."},
	"loop-rp-null":            {loop: true, text: "I am away until Monday."},
	"loop-x-loop":             {loop: true, text: "I am away until Monday."},
	"bidi-override":           {text: "\u202e f7g7 \u202c"},
	"boundary-empty":          {text: "--\n\n7g7f"},
	"charset-2022jp-unclosed": {text: "７ｇ７ｆ"},
	"charset-sjis":            {text: "▲７六歩"},
	"charset-utf7":            {text: "+ADc-g7f"},
	"duplicate-message-id":    {text: "8c8d"},
	"eol-smuggle":             {text: "7g7f\n\n.\nMAIL FROM:<evil@example.com>\nRCPT TO:<x@example.net>\nDATA\nSubject: smuggled\n\nx"},
	"fullwidth-move":          {text: "７ｇ７ｆ"},
	"latin1-says-utf8":        {text: "7g7f caf"},
	"msgid-injection":         {text: "x"},
	"path-rfc2231":            {text: "\x00none"},
	"rfc822-in-rfc822":        {text: "\x00none"},
	"quoted-old-move":         {text: "> 7g7f\n\nOn Friday Hanako wrote:\n> 3c3d"},
	"signature-move":          {text: "Thanks!\n-- \n7g7f"},
	"subject-injection":       {text: "x"},
	"term-backspace":          {text: "resign" + strings.Repeat("\ufffd", 6) + "7g7f"},
	"term-c1":                 {text: "\ufffd2J7g7f"},
	"term-cr-overwrite":       {text: "resign\n7g7f  "},
	"term-esc-clear":          {text: "\ufffd[2J\ufffd[H7g7f\ufffd]0;owned"},
	"term-name-esc":           {text: "x"},
	"term-osc8-link":          {text: "\ufffd]8;;http://evil.example\ufffd\\click\ufffd]8;;\ufffd\\"},
	"term-subject-esc":        {text: "x"},
	"two-moves":               {text: "7g7f\n8c8d"},
	"yaml-body":               {text: "---\na: &a [x,x]\nb: &b [*a,*a]\n!!python/object:os.system [\"id\"]"},
	"zero-width":              {text: "7\u200bg7f\u2060"},
}

func TestHostile(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*.eml")
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for ending, raw := range bothEndings(name, raw) {
			t.Run(name+" "+ending, func(t *testing.T) {
				var l *mailbox.Letter
				affordable(t, 200*time.Millisecond, func() { l, err = mailbox.Read(raw) })
				checkHostile(t, name, l, err)
			})
		}
	}
}

// bothEndings returns a mail with LF and with CRLF, unless its line ends are what is hostile about it.
func bothEndings(name string, raw []byte) map[string][]byte {
	if strings.HasPrefix(name, "eol-") || name == "term-cr-overwrite" {
		return map[string][]byte{"as it is": raw}
	}
	lf := bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	return map[string][]byte{"LF": lf, "CRLF": bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))}
}

// affordable fails if work takes longer than limit or allocates more than 64 MiB.
func affordable(t *testing.T, limit time.Duration, work func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	work()
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 || took > limit {
		t.Errorf("took %v and %d bytes", took, n)
	}
}

func checkHostile(t *testing.T, name string, l *mailbox.Letter, err error) {
	t.Helper()
	want := hostile[name]
	if !errors.Is(err, want.err) || (err == nil) != (want.err == nil) {
		t.Fatalf("error %v, want %v", err, want.err)
	}
	if err != nil {
		return
	}
	lawful(t, l)
	if answer, why := l.MayAnswer(mailbox.Address{Addr: own}); l.From.Is(pinned) == want.stranger || answer == want.loop {
		t.Errorf("from %q, loop %q", l.From.Addr, why)
	}
	// The replacement for the missing end of the Japanese text depends on the line end.
	if got := strings.TrimSuffix(l.Text, "\ufffd"); name != "regex-dos" && got != text(want.text) {
		t.Errorf("text %q", l.Text)
	}
}

func text(want string) string {
	switch want {
	case "":
		return "7g7f"
	case "\x00none":
		return ""
	}
	return want
}

// lawful checks what holds for everything that Read returns.
func lawful(t *testing.T, l *mailbox.Letter) {
	t.Helper()
	lines := []string{l.Subject, l.From.Name, l.From.Addr, l.To.Name, l.To.Addr, l.MessageID, l.InReplyTo, l.Automatic}
	for _, a := range l.Attachments {
		lines = append(lines, a.Name, a.Type, a.ContentID)
	}
	for _, s := range append(lines, strings.ReplaceAll(l.Text, "\n", "")) {
		control := func(r rune) bool { return r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 }
		if !utf8.ValidString(s) || strings.IndexFunc(s, control) >= 0 {
			t.Errorf("not clean: %q", s)
		}
	}
	if answer, why := l.MayAnswer(mailbox.Address{}); answer != (why == "") || strings.ContainsAny(why, "\n\x1b") {
		t.Errorf("an answer is due: %v, because %q", answer, why)
	}
	if bounce := l.Bounce; bounce != nil && (bounce.MessageID == "" || len(bounce.Diagnostic) > 800) {
		t.Errorf("bounce %+v", bounce)
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/hostile/*.eml")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		begun := time.Now()
		if l, err := mailbox.Read(raw); err == nil {
			lawful(t, l)
		}
		if d := time.Since(begun); d > 20*time.Second {
			t.Errorf("took %v for %d bytes", d, len(raw))
		}
	})
}

func TestLimits(t *testing.T) {
	const from = "From: a@b.example\r\n"
	part := "--x\r\n\r\nhello\r\n"
	mixed := from + "Content-Type: multipart/mixed; boundary=x\r\n\r\n"
	for _, c := range []struct {
		name, raw string
		want      error
	}{
		{"fits", mixed + strings.Repeat(part, 99), nil},
		{"parts", mixed + strings.Repeat(part, 200_000), mailbox.ErrTooManyParts},
		{"fields", strings.Repeat("X: y\r\n", 500) + from, mailbox.ErrHeaderSize},
		{"a million fields", strings.Repeat("X: y\r\n", 1_000_000) + from, mailbox.ErrHeaderSize},
		{"a million fields in a part", mixed + "--x\r\n" + strings.Repeat("X: y\r\n", 1_000_000) + "\r\nhello\r\n--x--\r\n", mailbox.ErrHeaderSize},
		{"fields in many parts", mixed + strings.Repeat("--x\r\n"+strings.Repeat("X: y\r\n", 490)+"\r\nhello\r\n", 99), nil},
		{"one field in a part", mixed + "--x\r\nX: " + strings.Repeat("y", 9<<20) + "\r\n\r\nhello\r\n", mailbox.ErrHeaderSize},
		{"folds in a part", mixed + "--x\r\nX: y" + strings.Repeat("\r\n y", 49_000) + "\r\n\r\nhello\r\n", nil},
		{"header", "X: " + strings.Repeat("y", 256<<10) + "\r\n" + from, mailbox.ErrHeaderSize},
		{"folded header", "X: y\r\n" + strings.Repeat(" y\r\n", 100_000) + from, mailbox.ErrHeaderSize},
		{"size", from + "\r\n" + strings.Repeat("x", mailbox.MaxMail), mailbox.ErrTooLarge},
		{"depth", deep(10_000), mailbox.ErrTooDeep},
		{"depth and headers", deep(30_000), mailbox.ErrHeaderSize},
		{"addresses", "From: " + strings.Repeat("a@b, ", 200) + "a@b\r\n\r\n", mailbox.ErrNoSender},
		{"words", "From: =?utf-8?q?" + strings.Repeat("=41", 80_000) + "?= <a@b.example>\r\n\r\n", nil},
		{"parameters", from + "Content-Type: text/plain" + strings.Repeat("; a*0=b", 30_000) + "\r\n\r\nx", nil},
		{"tags", from + "Content-Type: text/html\r\n\r\n" + strings.Repeat("<script>", 500_000), nil},
		{"quotes", from + "Content-Type: text/html\r\n\r\n" + strings.Repeat("<blockquote>a", 500_000), nil},
		{"empty", "", mailbox.ErrNoSender},
		{"no colon", "From a@b\r\n\r\nx", mailbox.ErrHeader},
	} {
		for ending, raw := range bothEndings(c.name, []byte(c.raw)) {
			t.Run(c.name+" "+ending, func(t *testing.T) {
				affordable(t, 2*time.Second, func() {
					_, err := mailbox.Read(raw)
					if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
						t.Errorf("got %v, want %v", err, c.want)
					}
				})
			})
		}
	}
}

// stumbling is a mail at which a parser fails if it reads too much.
type stumbling struct{ io.Reader }

func (s stumbling) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil {
		panic("out of range")
	}
	return n, nil
}

func TestReadingEnds(t *testing.T) {
	mail := "From: a@b.example\r\n\r\nhello\r\n"
	later, before := time.Now().Add(long), time.Now().Add(-time.Second)
	for _, c := range []struct {
		r     io.Reader
		until time.Time
		want  error
	}{
		{strings.NewReader(mail), later, nil},
		{strings.NewReader(mail), before, mailbox.ErrTooSlow},
		{stumbling{strings.NewReader(mail)}, later, mailbox.ErrParser},
	} {
		if l, err := mailbox.ReadUntil(c.r, c.until); !errors.Is(err, c.want) || (l == nil) == (c.want == nil) {
			t.Errorf("got %v, %v, want %v", l, err, c.want)
		}
	}
}

func deep(levels int) string {
	var b strings.Builder
	b.WriteString("From: a@b.example\r\n")
	for i := range levels {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return b.String()
}

func TestLargeAttachmentIsNamedOnly(t *testing.T) {
	raw := "From: a@b.example\r\nContent-Type: application/zip; name=a.zip\r\n\r\n" + strings.Repeat("x", mailbox.MaxAttachment+1)
	l, err := mailbox.Read([]byte(raw))
	if err != nil || len(l.Attachments) != 1 || l.Attachments[0].Name != "a.zip" || l.Attachments[0].Data != nil {
		t.Errorf("got %v, %v", l, err)
	}
}

func TestJapaneseCharsets(t *testing.T) {
	for name, sent := range map[string]string{
		"cp932":          "\x90\xbc\x95\x94",
		"ISO-2022-JP-MS": "\x1b$B@>It\x1b(B",
		"cp50221":        "\x1b$B@>It\x1b(B",
		"cp51932":        "\xc0\xbe\xc9\xf4",
		"windows-31j":    "\x90\xbc\x95\x94",
	} {
		l, err := mailbox.Read([]byte("From: a@b.example\r\nContent-Type: text/plain; charset=" + name + "\r\n\r\n" + sent + "\r\n"))
		if err != nil || l.Text != "西部" {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
}

func TestHTML(t *testing.T) {
	for source, want := range map[string]string{
		"<p>e3</p><p>thanks &amp; bye</p>":                            "e3\nthanks & bye",
		"e<b>3</b>h <i>x</i>":                                         "e3h x",
		"<style></style>e3":                                           "e3",
		"<style>p{}</style>e3<script>e4</script><!-- e5 -->":          "e3",
		"e3<blockquote>On Friday:<br>e8<blockquote>e2</blockquote>":   "e3\n> On Friday:\n> e8\n> > e2",
		"<div>e3</div\n><div>&#27;[2J</div><SCRIPT>a<b</SCRIPT>after": "e3\n\ufffd[2J\nafter",
		"e3<": "e3",
	} {
		l, err := mailbox.Read([]byte("From: a@b.example\r\nContent-Type: text/html\r\n\r\n" + source))
		if err != nil || l.Text != want {
			t.Errorf("%q: got %q, %v", source, l.Text, err)
		}
	}
}

// Other people's mail is not part of this project: if HIKYAKU_CORPUS names a folder with mail, all of it is read.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("HIKYAKU_CORPUS")
	if dir == "" {
		return
	}
	n := 0
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".eml" {
			return err
		}
		raw, err := os.ReadFile(name)
		var l *mailbox.Letter
		var bad error
		affordable(t, 200*time.Millisecond, func() { l, bad = mailbox.Read(raw) })
		if bad == nil {
			lawful(t, l)
			n++
		} else {
			t.Logf("%s: %v", name, bad)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Error(n, err)
	}
}

// TestAnswers: where In-Reply-To is missing, a letter answers the last of its references.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		letter mailbox.Letter
		want   string
	}{
		{mailbox.Letter{}, ""},
		{mailbox.Letter{References: []string{"a@x", "b@x"}}, "b@x"},
		{mailbox.Letter{InReplyTo: "c@x", References: []string{"a@x"}}, "c@x"},
	} {
		if got := c.letter.Answers(); got != c.want {
			t.Errorf("%+v answers %q, want %q", c.letter, got, c.want)
		}
	}
}

// TestEncodedIDs reads Message-IDs as Python's package email writes long ones.
func TestEncodedIDs(t *testing.T) {
	const first, second = "<hk1.40322f6ba7da63837bc25175ef18993a027da51f.q3hjr-zn4mt@localhost.localdomain>", "<a_b=1@example.org>"
	l, err := mailbox.Read([]byte("From: a@example.org\r\n" +
		"In-Reply-To: =?utf-8?q?=3Chk1=2E40322f6ba7da63837bc25175ef18993a027da51f=2Eq?=\r\n =?utf-8?q?3hjr-zn4mt=40localhost=2Elocaldomain=3E?=\r\n" +
		"References: =?utf-8?q?=3Ca=5Fb=3D1=40example=2Eorg=3E_=3Chk1=2E40322f6ba7da63837bc25175ef18?=\r\n =?utf-8?q?993a027da51f=2Eq3hjr-zn4mt=40localhost=2Elocaldomain=3E?=\r\n\r\n"))
	if err != nil || l.InReplyTo != first || !slices.Equal(l.References, []string{second, first}) {
		t.Errorf("%q %q: %v", l.InReplyTo, l.References, err)
	}
}

func TestSameAddress(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"taro@example.com", "taro@example.com", true},
		{"Taro@Example.com", "tARO@example.COM", true},
		{"ÉLAN@example.com", "élan@example.com", true},
		{"taro@example.com", "taro@example.co", false},
		{"taro@example.com", "tar0@example.com", false},
		{"kate@example.com", "\u212aate@example.com", false}, // the sign of the kelvin
		{"taro", "taro", false},
		{"", "", false},
	} {
		if (mailbox.Address{Name: "x", Addr: c.a}).Is(c.b) != c.same || (mailbox.Address{Addr: c.b}).Is(c.a) != c.same {
			t.Errorf("%q and %q: want %v", c.a, c.b, c.same)
		}
	}
}
