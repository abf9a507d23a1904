package mailbox

import (
	"bytes"
	"io"
)

// ReadPiped reads one message to the end of r, as mail servers and filters hand it to a program: often with the line
// "From …" of the mbox format before it, which is no part of it. A message that is too large is read to its end and not kept.
func ReadPiped(r io.Reader) (Mail, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil {
		return Mail{}, err
	}
	if len(raw) > MaxMail {
		rest, err := io.Copy(io.Discard, r)
		return Mail{Size: int64(len(raw)) + rest, Err: ErrTooLarge}, err
	}
	if bytes.HasPrefix(raw, []byte("From ")) {
		_, raw, _ = bytes.Cut(raw, []byte("\n"))
	}
	return Mail{Size: int64(len(raw)), Raw: raw}, nil
}
