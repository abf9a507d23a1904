package engine

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Throw returns the throw of these faces as a move: Throw(3, 2) is "[3,2]".
func Throw(faces ...int) Move { return Move("[" + faceText(faces) + "]") }

// RandomThrow returns a throw of dice with these sides.
func RandomThrow(sides []int, random *rand.Rand) Move {
	faces := make([]int, len(sides))
	for i, n := range sides {
		faces[i] = 1 + random.IntN(n)
	}
	return Throw(faces...)
}

// Throw returns the faces of a throw; ok is false if m is not a throw in canonical notation.
func (m Move) Throw() (faces []int, ok bool) {
	inner, opened := strings.CutPrefix(string(m), "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return nil, false
	}
	for word := range strings.SplitSeq(inner, ",") {
		face, err := strconv.Atoi(word)
		if err != nil {
			return nil, false
		}
		faces = append(faces, face)
	}
	return faces, Throw(faces...) == m
}

// fits reports whether m has one face for each of the dice, none above the number of its sides.
func (m Move) fits(sides []int) bool {
	faces, _ := m.Throw()
	if len(faces) != len(sides) {
		return false
	}
	for i, face := range faces {
		if face < 1 || face > sides[i] {
			return false
		}
	}
	return true
}

// Outcomes yields every throw of dice with these sides, in ascending order; the last die varies fastest.
func Outcomes(sides []int) func(yield func(Move) bool) {
	return func(yield func(Move) bool) {
		faces := make([]int, len(sides))
		for i := range faces {
			faces[i] = 1
		}
		for yield(Throw(faces...)) && advance(faces, sides) {
		}
	}
}

// advance changes faces to the next outcome. It returns false after the last one.
func advance(faces, sides []int) bool {
	for i := len(faces) - 1; i >= 0; i-- {
		if faces[i]++; faces[i] <= sides[i] {
			return true
		}
		faces[i] = 1
	}
	return false
}

func faceText(faces []int) string {
	words := make([]string, len(faces))
	for i, face := range faces {
		words[i] = strconv.Itoa(face)
	}
	return strings.Join(words, ",")
}
