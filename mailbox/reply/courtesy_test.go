package reply

import (
	"slices"
	"strings"
	"testing"
)

// seeming are words of courtesy that only begin as a word of doubt.
var seeming = strings.Fields("thoughtful thoughtfulness considération journee journées pomyślność pomyślny pomyślnej pomyślnych pomyślności pomyślnego")

// TestCourtesyVocabulary: words of courtesy make up no word of doubt and nothing that stops the match.
func TestCourtesyVocabulary(t *testing.T) {
	x := phrases()
	for _, l := range x.languages {
		built := func(phrase string) bool {
			list := wordsOf(tokens(phrase, nil))
			reached := make([]bool, len(list)+1)
			reached[0] = true
			for i := range list {
				if reached[i] {
					l.words.each(list[i:], func(n int) { reached[i+n] = true })
				}
			}
			return len(list) > 0 && reached[len(list)]
		}
		doubtful := []*set{l.doubt}
		for _, w := range []Word{Undo, Pause, Stop, Resign} {
			doubtful = append(doubtful, x.words[w])
		}
		for _, s := range doubtful {
			for phrase, whole := range s.known {
				if whole && !strings.ContainsAny(phrase, "<-") && built(phrase) {
					t.Errorf("%s can be written with words of courtesy", phrase)
				}
			}
		}
		for word := range l.words.known {
			if slices.ContainsFunc(strings.Fields(word), func(w string) bool { return l.doubt.inflects(w) && !vocabulary()[w] && !slices.Contains(seeming, w) }) {
				t.Errorf("%s begins or ends as a word of doubt", word)
			}
		}
	}
}

// TestCourtesies: a sentence of courtesies is harmless below a move, in any combination.
func TestCourtesies(t *testing.T) {
	for text, plays := range map[string]bool{
		"With kind regards and warm wishes for a peaceful Advent season to you and your family from Leeds": true,
		"I wish.": false, "For my family.": false, "In the new year.": false, "On a Sunday with friends.": false, "Lovely, isn't it?": false, "With love for the other one.": false,
		"A lovely evening, later": false, "Nice of you to wait": false, "With warm wishes from Doubtful": false, "With warm wishes from Upper Slaughter": true, "With warm Wishes, if": false,
	} {
		if got := e2Only().Read("e2\n\n" + text); (got.Wish.Move == "e2") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got := e2Only().Read("With kind wishes for your family I play e2"); got.Wish != (Wish{}) {
		t.Errorf("words of courtesy in the sentence of a move are read as %+v", got)
	}
}
