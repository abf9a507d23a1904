package search

// leaf is a move in the tree, with the subtree below it.
type leaf[M comparable] struct {
	move   M
	weight float32 // its share of the weights of its sisters
	visits int32
	first  int32 // the first of its children; 0 for none yet
	count  int32
	throws bool   // its children are throws
	part   bool   // its children are not all moves
	proved bool   // its value is exact
	shares Shares // the sum of the values below it
}

// value returns the value to seat of a leaf that has been visited.
func (l *leaf[M]) value(seat int) float64 { return float64(l.shares[seat]) / float64(l.visits) }

func (l *leaf[M]) add(shares *Shares) {
	l.visits++
	for seat := range l.shares {
		l.shares[seat] += shares[seat]
	}
}

// shelf is the number of leaves that are allocated at once. All children of a leaf are on one shelf.
const shelf = 1 << 14

// leaves are all leaves of a tree, on shelves, so that a tree that grows copies none and takes no more memory than it may.
type leaves[M comparable] struct {
	shelves [][]leaf[M]
	most    int // the number of shelves
}

// at returns a leaf by its number.
func (l *leaves[M]) at(i int32) *leaf[M] { return &l.shelves[i/shelf][i%shelf] }

// children returns the children of a leaf.
func (l *leaves[M]) children(of *leaf[M]) []leaf[M] {
	return l.shelves[of.first/shelf][of.first%shelf:][:of.count]
}

// add returns n new leaves and the number of the first; nothing if there is no room.
func (l *leaves[M]) add(n int) (first int32, added []leaf[M]) {
	last := len(l.shelves) - 1
	if last < 0 || len(l.shelves[last])+n > shelf {
		if n > shelf || len(l.shelves) == l.most {
			return 0, nil
		}
		size := shelf
		if last < 0 {
			size = 64 // the first shelf grows, because many searches are short
		}
		l.shelves = append(l.shelves, make([]leaf[M], 0, max(size, n)))
		last++
	}
	row := l.shelves[last]
	first = int32(last*shelf + len(row))
	row = append(row, make([]leaf[M], n)...)
	l.shelves[last] = row
	return first, row[len(row)-n:]
}
