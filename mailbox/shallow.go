package mailbox

import "net"

// shallow stands between the IMAP library and the server, and keeps from it what its guard refuses.
type shallow struct {
	net.Conn
	guard guard
	bad   error // why the stream has ended
}

// Read ends the stream in front of the first byte that is refused.
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

// Write mends what the library says for an empty answer in the middle of a login: "=" stands for one only in the first line
// (RFC 9051, 6.2.2).
func (s *shallow) Write(b []byte) (int, error) {
	if string(b) == "=\r\n" {
		_, err := s.Conn.Write(b[1:])
		return len(b), err
	}
	return s.Conn.Write(b)
}
