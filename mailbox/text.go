package mailbox

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/japanese"
)

// Japanese mail programs use names of charsets that the library does not know.
func init() {
	charset.RegisterEncoding("cp932", japanese.ShiftJIS)
	charset.RegisterEncoding("ms_kanji", japanese.ShiftJIS)
	for _, name := range []string{"iso-2022-jp-ms", "cp50220", "cp50221", "cp50222", "iso-2022-jp-1", "iso-2022-jp-2", "iso-2022-jp-3"} {
		charset.RegisterEncoding(name, japanese.ISO2022JP)
	}
	charset.RegisterEncoding("cp51932", japanese.EUCJP)
}

// decodeCharset decodes any charset. For an unknown one it keeps only the
// ASCII characters.
func decodeCharset(name string, r io.Reader) (io.Reader, error) {
	decoded, err := charset.Reader(name, r)
	if err == nil {
		return decoded, nil
	}
	data, err := io.ReadAll(r)
	return strings.NewReader(asciiOnly(data)), err
}

// asciiOnly replaces bytes above 127 by U+FFFD.
func asciiOnly(data []byte) string {
	return string(bytes.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return unicode.ReplacementChar
		}
		return r
	}, data))
}

// clean replaces invalid bytes and control characters other than LF and TAB by U+FFFD.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// unflow joins lines that a mail program broke for transit (format=flowed, RFC 3676). A line that ends in a space continues
// on the next line of the same quote depth; with delsp the space is removed.
func unflow(text string, delsp bool) string {
	var lines []string
	depth, open := 0, false
	for line := range strings.SplitSeq(text, "\n") {
		content := strings.TrimLeft(line, ">")
		quotes := len(line) - len(content)
		content = strings.TrimPrefix(content, " ") // space-stuffed
		signs := content == "-- "
		if open && quotes == depth && !signs {
			lines[len(lines)-1] += content
		} else {
			mark := strings.Repeat(">", quotes)
			if quotes > 0 {
				mark += " "
			}
			lines = append(lines, mark+content)
		}
		depth, open = quotes, strings.HasSuffix(content, " ") && !signs
		if last := &lines[len(lines)-1]; open && delsp {
			*last = strings.TrimSuffix(*last, " ")
		}
	}
	for i, line := range lines {
		if line != "-- " {
			lines[i] = strings.TrimRight(line, " ")
		}
	}
	return strings.Join(lines, "\n")
}

func isMessageID(s string) bool {
	inner, opened := strings.CutPrefix(s, "<")
	inner, closed := strings.CutSuffix(inner, ">")
	return opened && closed && inner != "" && len(inner) <= longestID && consistsOf(inner, idRune)
}

const longestID = 240

func idRune(r rune) bool { return '!' <= r && r <= '~' && r != '<' && r != '>' }

func isToken(s string) bool {
	return s != "" && lowerAlnum(rune(s[0])) &&
		consistsOf(s, func(r rune) bool { return lowerAlnum(r) || strings.ContainsRune(".+-", r) })
}

func lowerAlnum(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }

// consistsOf reports whether ok is true for every character of s.
func consistsOf(s string, ok func(rune) bool) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !ok(r) }) < 0
}
