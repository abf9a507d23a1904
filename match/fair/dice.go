package fair

import "hikyaku/internal/i18n"

// Seed is the randomness of one event.
type Seed [32]byte

// NewSeed returns the seed of event d, from 1, of the match with this hash. links are link d of every party in the
// order of their numbers; an umpire is party 1 and so comes first.
func NewSeed(match [32]byte, d int, links ...Link) Seed {
	parts := [][]byte{match[:], u32(d), u32(len(links))}
	for _, l := range links {
		parts = append(parts, l[:])
	}
	return hash(labelEvent, parts...)
}

// Words returns the contribution of a player without hikyaku, which replaces a link. text is the text of the player's last
// accepted mail.
func Words(text string) Link { return hash(labelWords, u32(len(text)), []byte(text)) }

// Stream is the bytes of a seed, in order. All dice of one event come from one stream.
type Stream struct {
	seed  Seed
	block [32]byte
	used  int // the number of used bytes
}

// NewStream returns the stream of seed, at its first byte.
func NewStream(seed Seed) *Stream { return &Stream{seed: seed} }

func (s *Stream) next() int {
	if s.used%32 == 0 {
		s.block = hash(labelDice, s.seed[:], u32(s.used/32))
	}
	b := s.block[s.used%32]
	s.used++
	return int(b)
}

// maxSides is the largest number of sides of a die.
const maxSides = 65536

// die throws one die without bias: it drops bytes that would favour low faces. A die of one side uses no byte, a die of
// more than 256 sides two at a time. A number of sides out of range is an error.
func (s *Stream) die(sides int) (face int, err error) {
	switch {
	case sides < 1 || sides > maxSides:
		return 0, i18n.Err("dice.sides", "most", maxSides, "n", sides)
	case sides == 1:
		return 1, nil
	}
	for {
		x, span := s.next(), 256
		if sides > 256 {
			x, span = x<<8|s.next(), 65536
		}
		if x < span-span%sides {
			return 1 + x%sides, nil
		}
	}
}

// Throw throws dice with these sides one after another. A number of sides out of range is an error.
func (s *Stream) Throw(sides ...int) ([]int, error) {
	faces := make([]int, len(sides))
	for i, n := range sides {
		face, err := s.die(n)
		if err != nil {
			return nil, err
		}
		faces[i] = face
	}
	return faces, nil
}
