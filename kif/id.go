package kif

import "io"

// NewID returns a new match number: 10 letters and digits that are not easily confused. random is crypto/rand.Reader in
// use; NewID panics if it fails.
func NewID(random io.Reader) string {
	const letters = "23456789abcdefghjkmnpqrstuvwxyz"
	id := make([]byte, 0, 10)
	for b := make([]byte, 1); len(id) < cap(id); {
		if _, err := io.ReadFull(random, b); err != nil {
			panic("no randomness: " + err.Error())
		}
		if i := int(b[0]); i < 256-256%len(letters) {
			id = append(id, letters[i%len(letters)])
		}
	}
	return string(id)
}
