package kif

import (
	"bytes"
	"iter"
	"strings"
)

// form is the layout of a file, which Append continues.
type form struct {
	encoding Encoding
	end      string // the end of a line
	quote    string // the quoting before every line, such as "> "
	depth    int    // the number of ">" in it
	public   bool   // see ReadPublic
}

// findForm returns the layout of data: its encoding, the first end of a line, and the quoting that all lines share.
func findForm(data []byte) form {
	f := form{encoding: detect(data), end: "\n", depth: -1}
	if i := bytes.IndexByte(data, '\r'); i >= 0 && !bytes.Contains(data[:i], []byte("\n")) {
		f.end = "\r"
		if bytes.HasPrefix(data[i:], []byte("\r\n")) {
			f.end = "\r\n"
		}
	}
	for _, line := range split(bytes.TrimPrefix(data, bom), 0) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n, size := quoted(line, maxQuote)
		if f.depth < 0 || n < f.depth {
			f.quote, f.depth = string(line[:size]), n
		}
		if f.depth == 0 {
			break
		}
	}
	f.depth = max(f.depth, 0)
	return f
}

// split yields the lines of data from an offset on, each with the offset after its end. The bytes that end lines are
// never part of a character of Shift_JIS.
func split(data []byte, from int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for from < len(data) {
			line, next := data[from:], len(data)
			if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
				next = from + i + 1
				if bytes.HasPrefix(line[i:], []byte("\r\n")) {
					next++
				}
				line = line[:i]
			}
			if !yield(next, line) {
				return
			}
			from = next
		}
	}
}

// maxQuote is the largest depth of quoting that is removed.
const maxQuote = 16

// quoted counts up to most ">" at the beginning of line and the bytes that they take.
func quoted(line []byte, most int) (n, size int) {
	for n < most && size < len(line) && line[size] == '>' {
		n, size = n+1, size+1
		if size < len(line) && line[size] == ' ' {
			size++
		}
	}
	return n, size
}

// render returns the bytes of lines of text that end in "\n".
func (f form) render(text string) ([]byte, error) {
	data, err := f.encoding.Encode(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for line := range bytes.Lines(data) {
		out.WriteString(f.quote)
		out.Write(bytes.TrimSuffix(line, []byte("\n")))
		out.WriteString(f.end)
	}
	return out.Bytes(), nil
}

// blanks are the characters that pad a line, with the full-width space.
const blanks = " \t\u3000\u00a0"

func trim(text string) string { return strings.Trim(text, blanks) }

// narrow returns the plain form of a full-width digit or sign.
func narrow(c rune) rune {
	if c >= '！' && c <= '～' {
		return c - '！' + '!'
	}
	return c
}
