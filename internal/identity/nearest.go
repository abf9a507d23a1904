package identity

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the name most similar to word, with mistakes in at most a
// third of the letters, or "" if there is none.
func Nearest(word string, names []string) (best string) {
	least := utf8.RuneCountInString(word)/3 + 1
	for _, name := range names {
		if n := mistakes(strings.ToLower(word), strings.ToLower(name)); n < least {
			best, least = name, n
		}
	}
	return best
}

// mistakes returns the number of letters to add, remove, replace or swap with
// the next one to turn a into b.
func mistakes(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1) // rows[i][j] is the number for the first i letters of a and j of b
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case x[i-1] == y[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
