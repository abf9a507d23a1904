package mailbox

import (
	"errors"
	"net"
	"regexp"
)

// shallow stands between the IMAP library and the server, and keeps from it what it does not get over: it descends one level
// for each opening parenthesis, and reads a list of capabilities with a parenthesis in it for ever.
type shallow struct {
	net.Conn
	run   int    // opening parentheses in a row
	start []byte // how the line begins
	code  bool   // the line has a closing bracket
	bad   error  // why the stream has ended
}

const (
	maxRun   = 256
	maxStart = 48
)

var (
	errTooNested    = errors.New("the server sends too many opening parentheses")
	errCapabilities = errors.New("the server sends capabilities that cannot be read")

	capabilityLine = regexp.MustCompile(`(?i)^\* CAPABILITY\b`)
	capabilityCode = regexp.MustCompile(`(?i)^[^ ]+ [A-Z]+ \[CAPABILITY\b`)
)

// Read ends the stream at the first thing of that kind.
func (s *shallow) Read(b []byte) (int, error) {
	if s.bad != nil {
		return 0, s.bad
	}
	n, err := s.Conn.Read(b)
	for _, c := range b[:n] {
		if s.bad = s.take(c); s.bad != nil {
			return 0, s.bad
		}
	}
	return n, err
}

func (s *shallow) take(c byte) error {
	switch c {
	case '\n':
		s.start, s.code = s.start[:0], false
	case ']':
		s.code = true
	case '(':
		if capabilityLine.Match(s.start) || !s.code && capabilityCode.Match(s.start) {
			return errCapabilities
		}
		if s.run++; s.run > maxRun {
			return errTooNested
		}
		return nil
	default:
		if len(s.start) < maxStart {
			s.start = append(s.start, c)
		}
	}
	s.run = 0
	return nil
}

// Write mends what the library says for an empty answer in the middle of a login: "=" stands for one only in the first line
// (RFC 9051, 6.2.2).
func (s *shallow) Write(b []byte) (int, error) {
	if string(b) == "=\r\n" {
		_, err := s.Conn.Write(b[1:])
		return len(b), err
	}
	return s.Conn.Write(b)
}
