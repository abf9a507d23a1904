package mailbox

import (
	"net"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
)

// guard parses the responses of an IMAP server byte by byte and rejects input
// that breaks the library: it recurses for each opening parenthesis, and loops
// forever on a parenthesis in a list of capabilities.
//
// Literals are data and are not inspected. The guard must find them exactly where the library does, which reads past the
// end of a line inside quotes and brackets; otherwise a server could hide nesting from it.
type guard struct {
	state    func(g *guard, c byte) error // nil at the start of a response
	tagged   bool                         // the response completes a command: it begins with a tag
	word     []byte                       // the kind of response, or its code in brackets, up to maxWord
	noLists  bool                         // capabilities follow
	depth    int                          // open parentheses
	escaped  bool                         // the next byte of a quoted string is literal
	size     int64                        // the size of the announced literal
	sizeOver bool                         // the brace after the size has come
	left     int64                        // the remaining bytes of the literal
}

const (
	maxLevels = 256
	maxWord   = 16
	maxSize   = 1 << 50 // larger sizes are capped, to prevent overflow
)

var (
	errTooNested    = i18n.Err("server.nested")
	errCapabilities = i18n.Err("server.bad-capabilities")
)

// pass returns how many bytes the library may read, and why no more.
func (g *guard) pass(b []byte) (n int, err error) {
	for n < len(b) {
		if g.left > 0 {
			data := min(g.left, int64(len(b)-n))
			g.left -= data
			n += int(data)
			continue
		}
		c := b[n]
		if g.state == nil {
			*g = guard{word: g.word[:0], tagged: c != '*', state: (*guard).first}
			if c == '+' {
				g.state = (*guard).text
			}
		}
		if err := g.state(g, c); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// first skips the star or the tag.
func (g *guard) first(c byte) error {
	switch c {
	case ' ':
		g.state = (*guard).kind
	case '\n':
		g.state = nil
	}
	return nil
}

// kind reads the kind of response, which may follow a message number.
func (g *guard) kind(c byte) error {
	if isAtom(c) {
		g.addWord(c)
		return nil
	}
	if c == ' ' && len(g.word) > 0 && '0' <= g.word[0] && g.word[0] <= '9' && !g.tagged {
		g.word = g.word[:0]
		return nil
	}
	status := g.tagged || g.is("OK", "NO", "BAD", "BYE", "PREAUTH")
	switch {
	case status && c == ' ':
		g.state = (*guard).beforeText
		return nil
	case status:
		g.state = (*guard).text
	default:
		g.noLists, g.state = g.is("CAPABILITY", "ENABLED"), (*guard).data
	}
	return g.state(g, c)
}

// beforeText expects human-readable text, or a code in brackets before it.
func (g *guard) beforeText(c byte) error {
	g.word = g.word[:0]
	if c == '[' {
		g.state = (*guard).code
		return nil
	}
	g.state = (*guard).text
	return g.state(g, c)
}

// code reads the name of the code.
func (g *guard) code(c byte) error {
	if isAtom(c) {
		g.addWord(c)
		return nil
	}
	g.noLists, g.state = g.is("CAPABILITY"), (*guard).inCode
	return g.state(g, c)
}

func (g *guard) inCode(c byte) error {
	if c == '(' && g.noLists {
		return errCapabilities
	}
	if c == ']' {
		g.state = (*guard).text
	}
	return nil
}

func (g *guard) text(c byte) error {
	if c == '\n' {
		g.state = nil
	}
	return nil
}

// data reads machine-readable data.
func (g *guard) data(c byte) error {
	switch c {
	case '\n':
		g.state = nil
	case '"':
		g.state = (*guard).quoted
	case '{':
		g.size, g.sizeOver, g.state = 0, false, (*guard).literalSize
	case ')':
		g.depth--
	case '(':
		if g.noLists {
			return errCapabilities
		}
		if g.depth++; g.depth > maxLevels {
			return errTooNested
		}
	}
	return nil
}

func (g *guard) quoted(c byte) error {
	switch {
	case g.escaped:
		g.escaped = false
	case c == '\\':
		g.escaped = true
	case c == '"':
		g.state = (*guard).data
	}
	return nil
}

// literalSize reads "{number}" and the end of the line. Like the library, it allows a bare line feed and a space before the
// end.
func (g *guard) literalSize(c byte) error {
	switch {
	case !g.sizeOver && '0' <= c && c <= '9':
		g.size = min(10*g.size+int64(c-'0'), maxSize)
	case !g.sizeOver && c == '}':
		g.sizeOver = true
	case g.sizeOver && (c == ' ' || c == '\r'):
	case g.sizeOver && c == '\n':
		g.left, g.state = g.size, (*guard).data
	default:
		g.state = (*guard).data
		return g.state(g, c)
	}
	return nil
}

func (g *guard) addWord(c byte) {
	if len(g.word) < maxWord {
		g.word = append(g.word, c)
	}
}

func (g *guard) is(words ...string) bool {
	return slices.Contains(words, strings.ToUpper(string(g.word)))
}

// isAtom reports whether c may occur in an atom.
func isAtom(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte("(){%*\"\\]", c) < 0
}

// shallow is a connection between the IMAP library and the server that withholds what its guard refuses.
type shallow struct {
	net.Conn
	guard guard
	bad   error // why the stream ended
}

// Read ends the stream before the first byte that the guard refuses.
func (s *shallow) Read(b []byte) (int, error) {
	if s.bad != nil {
		return 0, s.bad
	}
	n, err := s.Conn.Read(b)
	if n, s.bad = s.guard.pass(b[:n]); s.bad != nil {
		return n, s.bad
	}
	return n, err
}

// Write corrects the empty response of the library during a login: "=" means an empty one only in the first line (RFC 9051,
// 6.2.2).
func (s *shallow) Write(b []byte) (int, error) {
	if string(b) == "=\r\n" {
		_, err := s.Conn.Write(b[1:])
		return len(b), err
	}
	return s.Conn.Write(b)
}
