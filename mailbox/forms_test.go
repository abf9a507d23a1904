package mailbox

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/internal/lazyregexp"
)

// The forms as regular expressions, which take long to compile.
var (
	messageIDForm = lazyregexp.New(`^<[!-;=?-~]{1,240}>$`)
	idInside      = lazyregexp.New(`<[!-;=?-~]{1,240}>`)
	mediaTypeForm = lazyregexp.New(`^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*$`)
	contentIDForm = lazyregexp.New(`^[A-Za-z0-9._@-]{1,120}$`)
)

func TestForms(t *testing.T) {
	x := strings.Repeat
	for _, c := range []struct {
		is   func(string) bool
		form func() *regexp.Regexp
		yes  []string
		no   []string
	}{
		{isMessageID, messageIDForm,
			[]string{"<a>", "<hk1.0@x>", "<" + x("~", 240) + ">", "<!;=?>"},
			[]string{"", "<", ">", "<>", "a@b", "<a", "a>", "<a b>", "<<a>", "<a>>", "<é>", "<\xff>", "<" + x("a", 241) + ">", "<a>\n", "<\x7f>"}},
		{isMediaType, mediaTypeForm,
			[]string{"image/png", "0/0", "application/vnd.a+b-c"},
			[]string{"", "/", "a/", "/a", "a", "a/b/c", ".a/b", "a/+b", "A/b", "a/b;c", "a/é", "é/a", "a/b\n"}},
		{isContentID, contentIDForm,
			[]string{"a", "board@hikyaku", "._@-Z9", x("a", 120)},
			[]string{"", "a b", "<a>", "é", x("a", 121), "a\n", "\xff"}},
	} {
		for want, texts := range map[bool][]string{true: c.yes, false: c.no} {
			for _, text := range texts {
				if c.is(text) != want || c.form().MatchString(text) != want {
					t.Errorf("%q: got %v, and %v by %v, want %v", text, c.is(text), !want, c.form(), want)
				}
			}
		}
	}
}

// The checks and the expressions accept the same.
func FuzzForms(f *testing.F) {
	for _, seed := range []string{"a@b", "花子@例.jp", "<a@b>", "x <a> <<b> <c<d>> <>", "<" + strings.Repeat("a", 241) + "> <b>", "image/png", "\xff<\xfe>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for form, is := range map[*regexp.Regexp]func(string) bool{
			messageIDForm(): isMessageID, mediaTypeForm(): isMediaType, contentIDForm(): isContentID,
		} {
			if is(text) != form.MatchString(text) {
				t.Errorf("%q: got %v, and by %v %v", text, is(text), form, !is(text))
			}
		}
		for _, max := range []int{1, 100} {
			if got, want := idsInside(text, max), idInside().FindAllString(text, max); !slices.Equal(got, want) {
				t.Errorf("ids in %q: got %q, want %q", text, got, want)
			}
		}
	})
}
