package mailbox_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hikyaku/mailbox"
)

const pinned = "taro@example.org"

// What Read gives for every hostile mail that is not simply "7g7f from the pinned address".
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
	"loop-self":               {stranger: true},
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
	"charset-2022jp-unclosed": {text: "７ｇ７ｆ\ufffd"},
	"charset-sjis":            {text: "▲７六歩"},
	"charset-utf7":            {text: "+ADc-g7f"},
	"duplicate-message-id":    {text: "8c8d"},
	"eol-smuggle":             {text: "7g7f\n\n.\nMAIL FROM:<evil@example.com>\nRCPT TO:<x@example.net>\nDATA\nSubject: smuggled\n\nx"},
	"fullwidth-move":          {text: "７ｇ７ｆ"},
	"latin1-says-utf8":        {text: "7g7f caf\ufffd"},
	"msgid-injection":         {text: "x"},
	"path-rfc2231":            {text: "\x00none"},
	"rfc822-in-rfc822":        {text: "\x00none"},
	"quoted-old-move":         {text: "> 7g7f\n\nOn Friday Hanako wrote:\n> 3c3d"},
	"signature-move":          {text: "Thanks!\n-- \n7g7f"},
	"subject-injection":       {text: "x"},
	"term-backspace":          {text: "resign" + strings.Repeat("\ufffd", 6) + "7g7f"},
	"term-c1":                 {text: "\ufffd2J7g7f"},
	"term-cr-overwrite":       {text: "resign\n7g7f  "},
	"term-esc-clear":          {text: "\ufffd[2J\ufffd[H7g7f\ufffd]0;owned\ufffd"},
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
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := hostile[name]
			l, err := mailbox.Read(raw)
			if !errors.Is(err, want.err) || (err == nil) != (want.err == nil) {
				t.Fatalf("error %v, want %v", err, want.err)
			}
			if err != nil {
				return
			}
			lawful(t, l)
			if l.From.Is(pinned) == want.stranger || l.Loop != want.loop {
				t.Errorf("from %q, loop %q", l.From.Addr, l.NoAnswer)
			}
			if name != "regex-dos" && l.Text != text(want.text) {
				t.Errorf("text %q", l.Text)
			}
		})
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
	if l.Loop != (l.NoAnswer != "") {
		t.Errorf("loop %v because %q", l.Loop, l.NoAnswer)
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
		{"header", "X: " + strings.Repeat("y", 256<<10) + "\r\n" + from, mailbox.ErrHeaderSize},
		{"folded header", "X: y\r\n" + strings.Repeat(" y\r\n", 80_000) + from, mailbox.ErrHeaderSize},
		{"size", from + "\r\n" + strings.Repeat("x", mailbox.MaxMail), mailbox.ErrTooLarge},
		{"depth", deep(30_000), mailbox.ErrTooDeep},
		{"addresses", "From: " + strings.Repeat("a@b, ", 200) + "a@b\r\n\r\n", mailbox.ErrNoSender},
		{"empty", "", mailbox.ErrNoSender},
		{"no colon", "From a@b\r\n\r\nx", mailbox.ErrHeader},
	} {
		begun := time.Now()
		_, err := mailbox.Read([]byte(c.raw))
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if d := time.Since(begun); d > 20*time.Second {
			t.Errorf("%s: took %v", c.name, d)
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

// Other people's mail is not part of this project: with HIKYAKU_CORPUS naming a folder of it, all of it is read.
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
		if l, bad := mailbox.Read(raw); bad == nil {
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
