package quoridor

// Tables of the edges that a wall closes, and of the walls that close an edge.
var (
	openNorth, openEast = edges()

	underH = edgesUnder(func(s square) squares { return at(s).or(at(s + 1)) })    // open to the north
	underV = edgesUnder(func(s square) squares { return at(s).or(at(s + size)) }) // open to the east

	closeNorth = closingSlots(underH) // the horizontal slots that close a square towards the north
	closeEast  = closingSlots(underV) // the vertical slots that close a square towards the east

	goals = goalLines()
)

// edges returns the squares of an empty board that are open to the north and to the east.
func edges() (north, east squares) {
	for s := range square(size * size) {
		if s/size < size-1 {
			north = north.or(at(s))
		}
		if s%size < size-1 {
			east = east.or(at(s))
		}
	}
	return north, east
}

func edgesUnder(under func(square) squares) (table [64]squares) {
	for s := range table {
		table[s] = under(slot(s).square())
	}
	return table
}

func closingSlots(under [64]squares) (table [size * size]uint64) {
	for s := range table {
		for i, u := range under {
			if u.has(square(s)) {
				table[s] |= 1 << i
			}
		}
	}
	return table
}

// goalLines returns the goal line of each seat, by the number of seats. It is opposite to the start of the pawn.
func goalLines() (lines [5][4]squares) {
	var rank9, fileI, rank1, fileA squares
	for i := range square(size) {
		rank9, rank1 = rank9.or(at(80-i)), rank1.or(at(i))
		fileI, fileA = fileI.or(at(i*size+8)), fileA.or(at(i*size))
	}
	lines[2] = [4]squares{rank9, rank1}
	lines[4] = [4]squares{rank9, fileI, rank1, fileA}
	return lines
}
