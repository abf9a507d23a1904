package slashchain

import "strings"

// line is the content of a cell: none if there is no tile.
type line uint8

const (
	none line = iota
	slash
	backslash
)

func (l line) other() line { return slash + backslash - l }

// pattern is the four lines of a tile, with a bit for each that is set for a backslash.
type pattern uint8

// The cells of a tile, clockwise, and their bits.
const (
	upperLeft = iota
	upperRight
	lowerRight
	lowerLeft
	corners
)

func (p pattern) at(corner int) line { return slash + line(p>>corner&1) }

// turned returns p after a quarter turn clockwise: each cell moves to the next corner, and every line flips.
func (p pattern) turned() pattern { return ^(p<<1 | p>>3) & 15 }

// letters are the kinds of tiles; a kind is an index in it. drawn are their lines at turn 0, clockwise.
const letters = "SXLAPW"

var unturned = [len(letters)]string{`/\/\`, `\/\/`, `////`, `/\\/`, `//\/`, `\\/\`}

// tile is a kind in one of its distinct turns.
type tile struct {
	kind, turns int
	pattern     pattern
}

// tiles are the sixteen patterns as tiles, by kind and turns. byPattern is indexed by pattern.
var (
	tiles     []tile
	byPattern [16]tile
)

func init() {
	for kind := range letters {
		p := readPattern(unturned[kind])
		for turns := range 4 {
			if turns > 0 && p == readPattern(unturned[kind]) {
				break
			}
			byPattern[p] = tile{kind, turns, p}
			tiles = append(tiles, byPattern[p])
			p = p.turned()
		}
	}
}

func readPattern(lines string) (p pattern) {
	for corner := range corners {
		if lines[corner] == '\\' {
			p |= 1 << corner
		}
	}
	return p
}

func kindOf(letter byte) int { return strings.IndexByte(letters, letter) }
