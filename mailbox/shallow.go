package mailbox

import "net"

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
