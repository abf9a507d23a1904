package mailbox

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/japanese"
)

// Names under which Japanese mail programs send what the library knows under others.
func init() {
	charset.RegisterEncoding("cp932", japanese.ShiftJIS)
	charset.RegisterEncoding("ms_kanji", japanese.ShiftJIS)
	for _, name := range []string{"iso-2022-jp-ms", "cp50220", "cp50221", "cp50222", "iso-2022-jp-1", "iso-2022-jp-2", "iso-2022-jp-3"} {
		charset.RegisterEncoding(name, japanese.ISO2022JP)
	}
	charset.RegisterEncoding("cp51932", japanese.EUCJP)
}

// lenient decodes any charset: of an unknown one, the ASCII.
func lenient(name string, r io.Reader) (io.Reader, error) {
	decoded, err := charset.Reader(name, r)
	if err == nil {
		return decoded, nil
	}
	data, err := io.ReadAll(r)
	return strings.NewReader(asciiOnly(data)), err
}

// asciiOnly puts U+FFFD in the place of every byte above 127.
func asciiOnly(data []byte) string {
	return string(bytes.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return unicode.ReplacementChar
		}
		return r
	}, data))
}

// clean puts U+FFFD in the place of invalid bytes and of all control characters but LF and TAB.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}
