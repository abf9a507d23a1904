package kif

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"

	"hikyaku/internal/i18n"
)

// Encoding is the character encoding of a file.
type Encoding uint8

// The encodings. ShiftJIS is the code page 932 of Windows, which KIF files mean by that name.
const (
	UTF8 Encoding = iota
	ShiftJIS
	EUCJP
)

// japaneseEncodings are the encodings besides UTF-8.
var japaneseEncodings = map[Encoding]encoding.Encoding{ShiftJIS: japanese.ShiftJIS, EUCJP: japanese.EUCJP}

// String returns the name by which the first line of a KIF file declares the encoding.
func (e Encoding) String() string { return [...]string{"UTF-8", "Shift_JIS", "EUC-JP"}[e] }

// ParseEncoding parses the usual names, in any case: "utf-8", "shift_jis", "sjis", "cp932", "euc-jp".
func ParseEncoding(name string) (Encoding, error) {
	switch strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name)) {
	case "utf8":
		return UTF8, nil
	case "shiftjis", "sjis", "cp932", "windows31j":
		return ShiftJIS, nil
	case "eucjp":
		return EUCJP, nil
	}
	return UTF8, i18n.Err("kif.no-encoding", "name", name)
}

var bom = []byte("\xef\xbb\xbf")

// detect returns the encoding of data. Valid UTF-8 is UTF-8, and else valid EUC-JP is EUC-JP, which text in Shift_JIS with any
// move is not; the declaration "#KIF … encoding=Shift_JIS" in the first bytes decides only for plain ASCII.
func detect(data []byte) Encoding {
	begin := data[:min(len(data), 200)]
	switch {
	case bytes.HasPrefix(data, bom):
		return UTF8
	case ascii(data):
		_, name, _ := bytes.Cut(begin, []byte("encoding="))
		name, _, _ = bytes.Cut(name, []byte("\n"))
		declared, _ := ParseEncoding(strings.TrimSpace(string(name))) // UTF8 for an error
		return declared
	case utf8.Valid(data):
		return UTF8
	case clean(data, japanese.EUCJP):
		return EUCJP
	case bytes.Contains(begin, []byte("UTF-8")) && !clean(data, japanese.ShiftJIS):
		return UTF8
	}
	return ShiftJIS
}

func ascii(data []byte) bool {
	for _, b := range data {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// clean reports whether data is valid in an encoding.
func clean(data []byte, e encoding.Encoding) bool {
	text, err := e.NewDecoder().Bytes(data)
	return err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// text decodes bytes. Invalid ones become U+FFFD.
func (e Encoding) text(data []byte) string {
	if e == UTF8 {
		return strings.ToValidUTF8(string(data), string(utf8.RuneError))
	}
	if ascii(data) {
		return string(data)
	}
	text, err := japaneseEncodings[e].NewDecoder().Bytes(data)
	if err != nil {
		return string(utf8.RuneError)
	}
	return string(text)
}

// Decode returns the text of a file and its encoding, as Read finds it.
func Decode(data []byte) (string, Encoding) {
	e := detect(data)
	return e.text(bytes.TrimPrefix(data, bom)), e
}

// Encode returns the bytes of text. Its error lists the characters that e does not have.
func (e Encoding) Encode(text string) ([]byte, error) {
	if !utf8.ValidString(text) {
		return nil, i18n.Err("kif.no-utf-8", "text", Quote(text))
	}
	if e == UTF8 {
		return []byte(text), nil
	}
	data, err := japaneseEncodings[e].NewEncoder().Bytes([]byte(text))
	if err == nil {
		return data, nil
	}
	var list []string
	seen := map[rune]bool{}
	for _, c := range text {
		if c < utf8.RuneSelf || seen[c] {
			continue
		}
		seen[c] = true
		if _, err := japaneseEncodings[e].NewEncoder().String(string(c)); err != nil {
			list = append(list, string(c))
		}
	}
	return nil, i18n.Err("kif.not-encoded", "encoding", e.String(), "list", strings.Join(list, " "))
}
