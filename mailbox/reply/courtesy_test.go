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
			if slices.ContainsFunc(strings.Fields(word), func(w string) bool {
				return l.doubt.inflects(w) && vocabulary()[w] != greeting && !slices.Contains(seeming, w)
			}) {
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

// TestClauseOfAMove: verbs of moving, time words and courtesies make up the clause of a move, but nothing past, conditional, negated,
// asked, of another move or of another person.
func TestClauseOfAMove(t *testing.T) {
	for text, plays := range map[string]bool{
		"Kindly note that my move is e2.": true, "So now I shall place e2": true, "Today I start with e2, if I may.": true,
		"Dann ziehe ich mal e2, wenn's recht ist.": true, "Nun setze ich also einfach auf e2": true, "Alors je joue e2, si vous permettez.": true,
		"Pues hoy muevo a e2, si me hace favor.": true, "Allora oggi gioco e2, se permette.": true, "Então agora vou para e2, com licença.": true,
		"Dan ga ik nu naar e2, als ik mag.": true, "Zatem dziś stawiam e2, jeśli pan pozwoli.": true, "Итак, сегодня я хожу на e2, если позволите.": true,
		"Om det går för sig spelar jag e2.": true, "よろしければe2でお願いします。": true, "그럼 이제 e2로 두겠습니다.": true, "那么现在我走 e2，请多指教。": true,

		"Dear Alice, could you play e2 for me, please?": true, "Geachte mevrouw, mag ik u verzoeken e2 te plaatsen?": true, "e2 na": false, "e2 to": false, "Dear Alice, could you play e2?": false,
		"I should be grateful if you would enter e2.": true, "I should be grateful if you would not enter e2.": false, "Ich darf Sie bitten, e2 zu setzen.": true, "Poné e2": true,
		"Por favor no anote e2": false, "Não anote e2, por favor": false, "Por favor anote no e2": false,
		"さて、当方の着手はe2でございます。": true, "谨呈 e2，专此奉达，敬请台安。": true,
		"I am gonig to plcae e2": true, "Could you put e2 for me, please?": true, "Könnten Sie mir bitte e2 setzen?": true, "Może e2": false,
		"Could you play e2?": false, "Could you tell me please if e2 is legal?": false, "zagrał e2": false, "My uncle: e2": false, "Mein Opa: e2": false,
		"farfar spelar e2": false, "your e2": false, "ваша e2": false, "Ich nehme an, e2": false, "in reply to e2": false,

		"I would place e2": false, "I do not place e2": false, "Then you place e2": false, "Now he starts with e2": false,
		"If I place e2": false, "After e2 I place": false, "I place e2 tomorrow": false, "Shall I place e2?": false, "Is e2 my move?": false,
		"Dann zog ich e2": false, "Dann ziehst du e2": false, "Alors je jouerais e2": false, "Hoy moví a e2": false, "Oggi giocherei e2": false,
		"Agora jogaria e2": false, "Nu zou ik e2 spelen": false, "Dziś zagrałbym e2": false, "Сегодня я бы сходил на e2": false, "Nu skulle jag spela e2": false,
		"e2ではありません": false, "e2でお願いしません": false, "이제 e2로 두지 않겠습니다": false, "我不走 e2": false, "我走了 e2 吗": false,
		"Ich schiebe den Bauern vor meinem Läufer, also e2": false,
	} {
		if got := e2Only("alice", "bob").Read(text); (got.Wish.Move == "e2") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestNearVocabulary: words around a move make up no word of doubt and nothing that stops the match.
func TestNearVocabulary(t *testing.T) {
	x := phrases()
	for _, l := range x.languages {
		sets := []*set{l.doubt}
		for _, w := range []Word{Undo, Pause, Stop, Resign} {
			sets = append(sets, x.words[w])
		}
		for _, s := range sets {
			for phrase, whole := range s.known {
				if words := wordsOf(tokens(phrase, nil)); whole && !strings.ContainsAny(phrase, "<-?") && l.near.fills(words) {
					t.Errorf("%s can be written with words around a move", phrase)
				}
			}
		}
	}
}

// fills reports whether phrases of the set fill some words.
func (s *set) fills(words []token) bool {
	reached := make([]bool, len(words)+1)
	reached[0] = true
	for i := range words {
		if reached[i] {
			s.each(words[i:], func(n int) { reached[i+n] = true })
		}
	}
	return len(words) > 0 && reached[len(words)]
}
