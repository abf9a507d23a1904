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
}

func findForm(data []byte) form {
	f := form{encoding: detect(data), end: lineEnd(data)}
	f.quote, f.depth = findQuote(bytes.TrimPrefix(data, bom))
	return f
}

func lineEnd(data []byte) string {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 || data[i] == '\n':
		return "\n"
	case bytes.HasPrefix(data[i:], []byte("\r\n")):
		return "\r\n"
	}
	return "\r"
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

// findQuote returns the quoting that all lines of data share.
func findQuote(data []byte) (quote string, depth int) {
	depth = -1
	for _, line := range split(data, 0) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n, size := quoted(line, maxQuote)
		if depth < 0 || n < depth {
			quote, depth = string(line[:size]), n
		}
		if depth == 0 {
			break
		}
	}
	return quote, max(depth, 0)
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

// render returns the bytes of lines of text that end in "
// ".
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
