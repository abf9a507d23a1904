package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/lazyregexp"
)

// span is a part of a text.
type span struct{ from, to int }

// found is a move in a text.
type found struct {
	span
	move, written string
	legal         bool
	choices       []string // instead of move: the legal moves that it can be
}

// A token is a word, a character of a script without blanks, a number ("0"), a move ("#"), a question mark, or the end
// of a sentence ("").
type token struct {
	text string
	span
	typed   string // the word before a typing mistake was corrected
	capital bool   // it may be a name: it begins with a capital letter, or its script has none
	full    bool   // it ends a sentence, not just a clause
}

// text is something typed, with the moves in it.
type text struct {
	typed  string
	tokens []token
	moves  []found
	names  []string
	asked  bool // it answers an invitation
}

// Limits for parsing a text. Nobody writes more with a move.
const (
	maxTyped   = 16 << 10
	maxMove    = 40 // characters
	squareSize = 2  // characters of a square or the name of a tile, which alone is too common to be looked for in talk
	maxName    = 8  // characters of a script without blanks before the first digit
)

// take finds the tokens of a text.
func (r Reader) take(typed string) *text {
	t := &text{names: r.Names, asked: r.Invited}
	if len(typed) > maxTyped {
		typed = typed[:maxTyped] + " 𝄐" // the rest is not harmless
	}
	typed = greeted(undated(straight(strings.ToValidUTF8(typed, "\ufffd"))))
	typed = links().ReplaceAllStringFunc(typed, func(link string) string { return strings.Repeat(" ", len(link)) })
	if r.Move != nil {
		t.moves = r.find(typed)
	}
	t.typed, t.tokens = typed, tokens(typed, t.moves)
	t.mend()
	t.passes()
	return t
}

// links matches addresses of the web or of mail, as signatures have it.
var links = lazyregexp.New(`\b(?:https?://|www\.)[^\s<>()]+|\b[a-zA-Z][\w.+-]{2,}@[\w-]{2,}(?:\.[\w-]+)*\.[a-z]{2,6}\b`)

// maxMended is the largest number of unknown words in which a typing mistake is looked for. Talk has more.
const maxMended = 20

// mend corrects typing mistakes in the words of harmless phrases: "thnaks".
func (t *text) mend() {
	unknown := 0
	for i, w := range t.tokens {
		if utf8.RuneCountInString(w.text) < minMended || w.text == "" || slices.Contains(t.names, w.text) || phrases().knows(w.text) {
			continue
		}
		if unknown++; unknown > maxMended {
			return
		}
		if right := phrases().mended(w.text); right != "" {
			t.tokens[i].text, t.tokens[i].typed = right, w.text
		}
	}
}

// passes takes for words what means a pass only by itself: "passe" and "pas" are in many sentences.
func (t *text) passes() {
	for _, c := range clauses(t.tokens) {
		i := slices.IndexFunc(c, func(w token) bool {
			written := t.typed[w.from:w.to]
			return w.move() && !strings.ContainsFunc(written, unicode.IsDigit) && !slices.Contains(passes, strings.ToLower(written))
		})
		if i < 0 {
			continue
		}
		rest, w := slices.DeleteFunc(slices.Clone(c), func(w token) bool { return w.text == "?" }), &c[i]
		said := slices.Clone(c)
		said[i].text = strings.ToLower(t.typed[w.from:w.to])
		if phrases().byes.longest(said) < len(said) && phrases().covers(rest, t.names, besideMove) {
			continue
		}
		w.text = strings.ToLower(t.typed[w.from:w.to])
		t.moves = slices.DeleteFunc(t.moves, func(m found) bool { return m.from == w.from })
	}
}

// passes are the forms in records.
var passes = []string{"pass", "パス"}

// greeted returns a text of the same length with a full stop for the colon after a greeting. Other colons introduce what follows.
func greeted(typed string) string {
	line, rest, found := strings.Cut(typed, "\n")
	for colon, stop := range map[string]string{":": ".", "：": "。"} {
		bare, ends := strings.CutSuffix(line, colon)
		if ends && found && phrases().covers(tokens(bare, nil), nil, besideTalk) {
			return bare + stop + "\n" + rest
		}
	}
	return typed
}

// undated returns a text of the same length without the place and the date, with the year, in its first line.
func undated(typed string) string {
	line, _, found := strings.Cut(strings.TrimLeft(typed, "\n"), "\n")
	year, place := false, 0
	words := tokens(line, nil)
	for i, w := range words {
		switch {
		case w.text == "0":
			year = year || w.to-w.from == len("2026")
		case w.text == "" || phrases().dates.has(w.text):
		case w.capital && (!phrases().knows(w.text) || words[i+1].text == "") && !strings.ContainsAny(w.text, "0123456789"):
			place++
		case ideograph(w.text) && (i == 0 || place > 0 || line[w.from-1] == ' '):
			place++
		default:
			return typed
		}
	}
	if !found || !year || place > maxPlace || len(words) <= place || !doubtless(words, nil) {
		return typed
	}
	return strings.Replace(typed, line, strings.Repeat(" ", len(line)), 1)
}

// maxPlace is the largest number of words of a place before a date.
const maxPlace = 3

// find lists the moves in a text: the longest legal one at each place, or else the longest one.
func (r Reader) find(typed string) (list []found) {
	for from, last := 0, rune(' '); from < len(typed); {
		c, size := utf8.DecodeRuneInString(typed[from:])
		if c == '+' || c == '(' || unicode.IsDigit(c) && !joins(last, c) {
			if number := telephone().FindString(typed[from:]); number != "" {
				last, from = '0', from+len(number)
				continue
			}
		}
		if joins(last, c) || !unicode.IsGraphic(c) || unicode.IsSpace(c) {
			last, from = c, from+size
			continue
		}
		best := r.longest(typed, from)
		if best.to == 0 {
			last, from = c, from+size
			continue
		}
		if !best.legal && r.hides(typed, best) {
			last, from = c, from+size
			continue
		}
		list = append(list, best)
		last, from = '#', best.to
	}
	return list
}

// telephone matches a number of seven digits or more with signs between them, which no move has.
var telephone = lazyregexp.New(`^\+?\(?\d{2,}(?:[ ./()-]{1,2}\d{2,}){2,}\b|^\+?\d{7,}\b`)

// hides reports whether a legal move begins in a move that is not.
func (r Reader) hides(typed string, m found) bool {
	last := ' '
	for i, c := range typed[m.from:m.to] {
		if !joins(last, c) && !unicode.IsSpace(c) && r.longest(typed, m.from+i).legal {
			return true
		}
		last = c
	}
	return false
}

// longest returns the longest move that begins at a place.
func (r Reader) longest(typed string, from int) (best found) {
	n, digit := 0, false
	for i, c := range typed[from:] {
		to := from + i + utf8.RuneLen(c)
		next, _ := utf8.DecodeRuneInString(typed[to:])
		if n++; n > maxMove || c == '\n' || c == utf8.RuneError || n > maxName && !digit && solid(c) {
			break
		}
		digit = digit || unicode.IsDigit(c) || strings.ContainsRune("一二三四五六七八九", c)
		if to < len(typed) && (joins(c, next) || next == '@') || unicode.IsSpace(c) { // after @ comes where it goes
			continue
		}
		written := typed[from:to]
		if r.short {
			last, _ := r.Move(written[strings.LastIndexByte(written, ' ')+1:])
			if whole, _ := r.Move(written); last != "" && last == whole && strings.Contains(written, " ") {
				continue
			}
		}
		for _, mark := range []string{"", "@", "-"} {
			form := written
			if mark != "" {
				if form = towards().ReplaceAllString(written, mark); form == written && mark == "@" {
					form = tilePlace().ReplaceAllString(written, "$1@$2")
				}
				if form == written {
					continue
				}
			}
			if m, legal := r.Move(form); m != "" && (legal || !best.legal) {
				best = found{span{from, to}, m, written, legal, nil}
			}
		}
		if r.Choices == nil || best.to == to || best.legal && len(best.choices) == 0 || n <= squareSize {
			continue
		}
		if list := r.Choices(written); len(list) > 1 {
			best = found{span{from, to}, "", written, true, list}
		}
	}
	return best
}

// towards matches the words between what moves and where it goes, as in "W2 at 0,0", "2h a 7h", "P2 bitte auf B2" and "6i → 7h".
var towards = lazyregexp.New(`(?i)(?:\s+(?:goes|go|moves|please|pls|geht|kommt|bitte|mal|va|vai|svp|stp|s'il te plaît|s'il vous plaît|por favor|porfa|per favore|maar|even|graag|aub|gaat|komt|idzie|proszę|идёт|идет|пожалуйста|går|ska|då))?` +
	`\s+(?:at|on|onto|to|auf|nach|in|en|a|à|sur|su|na|em|op|naar|på|till|do|в|на)\s+|\s*(?:放在|放到|落在|到|去|を|は|[→⇒➡➔➜⟶↦⇨]\x{fe0f}?|[-=]{1,2}>)\s*`)

// tilePlace matches a tile or piece and the place where it goes, as in "x0 0,0" and "p2 b2".
var tilePlace = lazyregexp.New(`^(\pL\d'?)\s+(\pL{0,2}-?\d)`)

// joins reports whether two characters next to each other belong to one word.
func joins(a, b rune) bool { return wordly(a) && wordly(b) }

// wordly reports whether a character is part of a word in a script with blanks.
func wordly(c rune) bool {
	return c != '\ufe0e' && c != '\ufe0f' && c != 'º' && c != 'ª' && (unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || c == '\'' || c == '’' || c == '_') && !solid(c)
}

// solid reports whether a character belongs to a script in which words are not set apart reliably.
func solid(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || c == 'ー' || c >= '！' && c <= '～'
}

// smile matches faces made of ordinary characters that express no doubt.
var smile = lazyregexp.New(`(?:^|\b|[\s.!,。！、\p{Han}\p{Hiragana}\p{Katakana}\d])((?:[:;=8][-o^]?[)DPp*]+|[xX]D|<3|\^[_o]?\^[;v]?|>\.\^|\(-_-\)[zZ]+|[\\ヽ٩づ]?[(（][ ´\x60｀・^ー▽ω_><*oO￣ヾノ'≧≦；;=◕‿✿๑•\x{300}\x{301}ㅂᴗ◡∀◠⌒づ｡]{2,14}[)）][vノﾉ/づو✧]*|m\(_ ?_\)m|[(（]笑[)）])+|\[(?:微笑|呲牙|愉快|偷笑|可爱|抱拳|握手|玫瑰|强|胜利|合十|憨笑|拥抱|爱心|太阳|咖啡|庆祝|加油)\])`)

// straight returns a text of the same length without such faces.
func straight(text string) string {
	b := []byte(text)
	for _, m := range smile().FindAllStringSubmatchIndex(text, -1) {
		copy(b[m[2]:m[3]], strings.Repeat(" ", m[3]-m[2]))
	}
	return string(b)
}

// tokens takes a text apart.
func tokens(typed string, moves []found) (list []token) {
	end := func(i int, full bool) {
		if n := len(list); n > 0 && list[n-1].text != "" {
			list = append(list, token{text: "", span: span{i, i}, full: full})
		} else if n > 0 {
			list[n-1].full = list[n-1].full || full
		}
	}
	colon := false // the words before it belong to what follows, in the next paragraph too
	for i := 0; i < len(typed); {
		if len(moves) > 0 && moves[0].from == i {
			list = append(list, token{text: "#", span: moves[0].span})
			i, moves, colon = moves[0].to, moves[1:], false
			continue
		}
		c, size := utf8.DecodeRuneInString(typed[i:])
		switch n := Narrow(c); {
		case wordly(c) || solid(c) && wordly(n) && n != c:
			from := i
			for i < len(typed) && (len(moves) == 0 || i < moves[0].from) {
				next, size := utf8.DecodeRuneInString(typed[i:])
				if !wordly(next) && !wordly(Narrow(next)) {
					break
				}
				i += size
			}
			first, _ := utf8.DecodeRuneInString(typed[from:])
			list, colon = append(list, token{text: word(typed[from:i]), span: span{from, i}, capital: unicode.IsUpper(first)}), false
			continue
		case solid(c) && n == c:
			list, colon = append(list, token{text: string(c), span: span{i, i + size}}), false
		case n == '?':
			list = append(list, token{text: "?", span: span{i, i + 1}})
			end(i, true)
		case n == ':':
			colon = true
		case c == '\n' && colon:
		case c == '\n': // a line that begins with a small letter may continue it
			next, _ := utf8.DecodeRuneInString(typed[i+1:])
			end(i, !unicode.IsLower(next))
		case strings.ContainsRune(".…。", c), n == '!':
			end(i, true)
		case strings.ContainsRune(",;()/、，・–—[]（）", c), c == '-' && i > 0 && typed[i-1] == ' ':
			end(i, false)
		case doubtful(c):
			list = append(list, token{text: string(c), span: span{i, i + size}})
		case strings.HasPrefix(typed[i:], "~~"):
			list = append(list, token{text: "~~", span: span{i, i + size}})
		}
		i += size
	}
	end(len(typed), true)
	return list
}

// word returns a word as the phrases have it: narrow, in lower case, "0" for a number.
func word(text string) string {
	text = strings.ToLower(strings.Map(Narrow, strings.ReplaceAll(text, "’", "'")))
	text = folded(strings.Trim(text, "'_"))
	if strings.Trim(text, "0123456789") == "" {
		return "0"
	}
	return text
}

// folded returns a word with one letter for those that are repeated more than twice, as in "ciaoooo".
func folded(word string) string {
	letters := []rune(word)
	for i := 0; i < len(letters); i++ {
		n := 1
		for i+n < len(letters) && letters[i+n] == letters[i] {
			n++
		}
		if n > 2 && unicode.IsLetter(letters[i]) {
			letters = slices.Delete(letters, i+1, i+n)
		} else {
			i += n - 1
		}
	}
	return string(letters)
}

// cheerful are the pictures that change nothing: smiles, hands, hearts, weather, plants, animals, food, games and parties.
var cheerful = &unicode.RangeTable{
	R16: []unicode.Range16{{0x2600, 0x2604, 1}, {0x2614, 0x2615, 1}, {0x263a, 0x263a, 1}, {0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2654, 0x265f, 1}, {0x2661, 0x2661, 1}, {0x2665, 0x2665, 1},
		{0x266a, 0x266c, 1}, {0x2693, 0x2693, 1}, {0x26bd, 0x26be, 1}, {0x26c4, 0x26c4, 1}, {0x2705, 0x2705, 1}, {0x270c, 0x270c, 1}, {0x2714, 0x2714, 1}, {0x2728, 0x2728, 1}, {0x2744, 0x2744, 1}, {0x2764, 0x2764, 1}, {0x2b50, 0x2b50, 1}},
	R32: []unicode.Range32{{0x1f300, 0x1f3f0, 1}, {0x1f3fb, 0x1f43f, 1}, {0x1f446, 0x1f44d, 1}, {0x1f44f, 0x1f44f, 1}, {0x1f451, 0x1f453, 1}, {0x1f466, 0x1f478, 1}, {0x1f483, 0x1f483, 1}, {0x1f48b, 0x1f49f, 1},
		{0x1f4a4, 0x1f4a4, 1}, {0x1f4a6, 0x1f4a6, 1}, {0x1f4a8, 0x1f4a8, 1}, {0x1f4aa, 0x1f4aa, 1}, {0x1f4ee, 0x1f4ee, 1}, {0x1f525, 0x1f525, 1}, {0x1f600, 0x1f60e, 1}, {0x1f617, 0x1f61d, 1}, {0x1f634, 0x1f634, 1}, {0x1f642, 0x1f642, 1}, {0x1f647, 0x1f647, 1}, {0x1f64b, 0x1f64c, 1}, {0x1f64f, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1}, {0x1f917, 0x1f919, 1}, {0x1f91b, 0x1f91f, 1}, {0x1f929, 0x1f929, 1}, {0x1f940, 0x1f96f, 1}, {0x1f970, 0x1f9ff, 1}, {0x1fa70, 0x1faff, 1}},
}

// doubtful reports whether a character is a symbol that may change the meaning.
func doubtful(c rune) bool {
	return c > 0x2190 && unicode.Is(unicode.So, c) && !unicode.Is(cheerful, c) && !strings.ContainsRune("▲△▼▽☗☖⛊⛉★☆●○■□◆◇♪→", c)
}

// plain returns the unambiguous request of the text, and its place.
func (t *text) plain() (w Wish, spans []span) {
	t.address()
	var moves []string
	for _, m := range t.moves {
		if slices.ContainsFunc(t.tokens, func(t token) bool { return t.move() && t.from == m.from }) {
			spans, moves = append(spans, m.span), append(moves, m.move)
			if w.Move = m.move; !m.legal { // as it was written, for the explanation in the answer
				w.Move = m.written
			}
		}
	}
	if slices.ContainsFunc(t.moves, func(m found) bool { return len(m.choices) > 0 }) {
		return Wish{}, nil
	}
	slices.Sort(moves)
	switch moves = slices.Compact(moves); len(moves) {
	case 0:
		return t.instruction()
	case 1:
	default:
		return Wish{}, nil
	}
	t.again()
	refused, noDraws := t.cut(noDraw)
	rest, draws := (&text{tokens: refused}).cut(Draw)
	if w.Draw = len(draws) > 0; w.Draw && len(noDraws) > 0 {
		return Wish{}, nil
	}
	if !t.covered(rest) {
		return Wish{}, nil
	}
	return w, slices.Concat(spans, draws, noDraws)
}

// again takes for the move the parts of it in its sentence: "gold to 3d (G4e-3d)".
func (t *text) again() {
	for _, m := range t.moves {
		if !slices.ContainsFunc(t.tokens, func(t token) bool { return t.move() && t.from == m.from }) {
			continue // a part of an address
		}
		written := strings.ToLower(m.written)
		for i, w := range t.tokens {
			if !w.move() && len(w.text) > 1 && strings.ContainsAny(w.text, "0123456789") && strings.Contains(written, w.text) && !slices.ContainsFunc(t.tokens, func(end token) bool {
				return end.full && end.from >= min(w.from, m.from) && end.to <= max(w.from, m.from)
			}) {
				t.tokens[i].text = "#"
			}
		}
	}
}

// address takes for words the moves that are parts of an address: "Room B2" after a farewell, or where it is no legal move beside
// a legal one.
func (t *text) address() {
	legal := slices.ContainsFunc(t.moves, func(m found) bool { return m.legal })
	signed := false
	for _, c := range clauses(t.tokens) {
		signed = signed || phrases().byes.longest(c) > 0
		if !legal || len(c) < 2 || phrases().covers(c, t.names, besideMove) {
			continue
		}
		for i, word := range c {
			m := slices.IndexFunc(t.moves, func(m found) bool { return m.from == word.from })
			if word.move() && (signed && i > 0 || !t.moves[m].legal) {
				c[i].text = strings.ToLower(t.moves[m].written)
			}
		}
	}
}

// instruction returns the one instruction of a text that has no moves.
func (t *text) instruction() (Wish, []span) {
	if len(t.tokens) > 0 && t.tokens[0].text == "?" && len(t.tokens) <= 2 {
		return Wish{Word: Help}, []span{t.tokens[0].span}
	}
	for _, w := range commands {
		rest, spans := t.cut(w)
		if w == Accept || w == Decline { // "I accept the draw"
			rest, _ = (&text{tokens: rest}).cut(Draw)
		}
		sends, beside := w == Show || w == Rules || w == History || w == Legal || w == Help, besideTalk
		if politely(w) {
			rest = slices.DeleteFunc(slices.Clone(rest), func(w token) bool { return w.text == "?" })
			beside = besideRequest
		}
		if w == Stop { // "about this match"
			beside = besideRequest
		}
		if len(spans) > 0 && t.apart(spans) && t.coveredBeside(rest, beside) {
			return Wish{Word: w}, spans
		}
		if sends && len(spans) == 1 && t.alone(spans[0]) && !(w == Help && t.goesOn(spans[0])) && len(t.maybe()) == 0 {
			if t.covered(rest[:slices.Index(rest, token{})]) { // a message too many does no harm, whatever follows
				return Wish{Word: w}, spans
			}
		}
	}
	if t.asked {
		return t.acceptance()
	}
	return Wish{Word: t.requested()}, nil
}

// maxRequest is the largest number of words of a text with a request in words of one's own.
const maxRequest = 30

// requested returns what a short text asks to be sent, in any words: a sentence has a word for the thing, such as the position, in the
// clause with one for sending or asking, or after it. The text may also be meant for the other player, so it has no place that the request takes up.
func (t *text) requested() (w Word) {
	if halves(wordsOf(t.tokens)) > 2*maxRequest || len(t.maybe()) > 0 {
		return None
	}
	words := phrases().words
	for _, all := range sentences(t.tokens) {
		asking := slices.IndexFunc(clauses(all), words["request"].in)
		if asking < 0 || words["refusal"].in(all) {
			continue
		}
		all = slices.Concat(clauses(all)[asking:]...)
		for _, about := range []Word{Legal, History, Show, Rules, Help} {
			if words["about-"+about].in(all) {
				if w != None && w != about {
					return None
				}
				w = about
				break
			}
		}
	}
	return w
}

// acceptance returns the words of a text that accept an invitation in more than one way beside nothing but harmless phrases: "Yes, I accept."
func (t *text) acceptance() (Wish, []span) {
	rest, spans := t.cut(Accept)
	rest, yes := (&text{tokens: rest}).cut(Yes)
	if len(spans)+len(yes) == 0 || !t.covered(rest) {
		return Wish{}, nil
	}
	return Wish{Word: Accept}, append(spans, yes...)
}

// apart reports whether each span is in a sentence of its own: 投了ではありません has two forms of the same word.
func (t *text) apart(spans []span) bool {
	before := -1
	for _, s := range spans {
		sentence := 0
		for _, token := range t.tokens {
			if token.text == "" && token.from <= s.from { // a span may begin with the comma before it
				sentence++
			}
		}
		if sentence == before {
			return false
		}
		before = sentence
	}
	return true
}

// goesOn reports whether the sentence of a span goes on after it: "Help, this is hard!"
func (t *text) goesOn(s span) bool {
	return slices.ContainsFunc(t.tokens, func(w token) bool { return w.from == s.to && w.text == "" && !w.full })
}

// alone reports whether a span is a whole sentence.
func (t *text) alone(s span) bool {
	before, after := true, true
	for _, token := range t.tokens {
		if token.to <= s.from {
			before = token.text == ""
		} else if token.from >= s.to || token.text == "" && token.to == s.to-1 { // a question mark ends a sentence where it begins
			after = token.text == "" || token.text == "?"
			break
		}
	}
	return before && after
}

// cut takes the forms of a word out of the tokens.
func (t *text) cut(w Word) (rest []token, spans []span) {
	forms := phrases().words[w]
	for i := 0; i < len(t.tokens); {
		n := forms.longest(t.tokens[i:])
		if n == 0 {
			rest = append(rest, t.tokens[i])
			i++
			continue
		}
		if i+n < len(t.tokens) && t.tokens[i+n].text == "?" && politely(w) {
			n++
		}
		spans = append(spans, span{t.tokens[i].from, t.tokens[i+n-1].to})
		rest = append(rest, token{})
		i += n
	}
	return rest, spans
}

// clauses takes tokens apart into those between two punctuation marks.
func clauses(tokens []token) (list [][]token) {
	for len(tokens) > 0 {
		n := slices.IndexFunc(tokens, func(t token) bool { return t.text == "" })
		if n < 0 {
			n = len(tokens)
		}
		number := n == 1 && tokens[0].text == "0" && n+1 < len(tokens) && tokens[n+1].text == "#" // 1. e2
		if n > 0 && !number {
			list = append(list, tokens[:n])
		}
		tokens = tokens[min(n+1, len(tokens)):]
	}
	return list
}

// sentences takes tokens apart into those up to the end of each sentence.
func sentences(tokens []token) (list [][]token) {
	for len(tokens) > 0 {
		n := slices.IndexFunc(tokens, func(t token) bool { return t.full }) + 1
		if n == 0 {
			n = len(tokens)
		}
		list, tokens = append(list, tokens[:n]), tokens[n:]
	}
	return list
}

// ordered returns tokens without the words that make a question of a request, as in "Hello, could you play e2 for me, please?"
func ordered(tokens []token) (rest []token) {
	for _, s := range sentences(tokens) {
		if asks(s) && slices.ContainsFunc(s, token.move) {
			for _, l := range phrases().languages {
				from, n := l.orderIn(s)
				if n > 0 && l.favour.in(s) {
					s = slices.DeleteFunc(slices.Concat(s[:from], s[from+n:]), func(t token) bool { return t.text == "?" })
					break
				}
			}
		}
		rest = append(rest, s...)
	}
	return rest
}

// orderIn returns the place and the length of the words at the beginning of a clause that begin a request; 0 if there are none.
func (l *language) orderIn(sentence []token) (from, n int) {
	for i := range sentence {
		if n := l.order.longest(sentence[i:]); n > 0 && (i == 0 || sentence[i-1].text == "") {
			return i, n
		}
	}
	return 0, 0
}

// covered reports whether tokens consist of moves and harmless phrases of one language, or of English beside it.
func (t *text) covered(tokens []token) bool {
	return t.coveredBeside(tokens, besideMoves(slices.ContainsFunc(tokens, token.move)))
}

// coveredBeside reports the same of what stands beside something. A word with a capital letter may also be a name that looks like a mistake.
func (t *text) coveredBeside(tokens []token, beside company) bool {
	named := slices.Clone(tokens)
	for i, w := range named {
		if w.capital && w.typed != "" {
			named[i].text, named[i].typed = w.typed, ""
		}
	}
	return t.filled(tokens, beside) || !slices.Equal(named, tokens) && t.filled(named, beside)
}

func (t *text) filled(tokens []token, beside company) bool {
	all, list := phrases(), clauses(ordered(tokens))
	last := -1 // with a move
	for i, c := range list {
		if slices.ContainsFunc(c, token.move) {
			last = i
		}
	}
	if slices.ContainsFunc(list, func(c []token) bool { return t.theirs(c) || t.unfinished(c) }) {
		return false
	}
	return slices.ContainsFunc(all.languages, func(l *language) bool {
		names, farewell := 0, false // names that may come yet
		for i, s := range list {
			beside := beside
			if beside == besideMove && i < last {
				beside = beforeMove
			}
			name := names > 0 && (isName(s, t.names) && doubtless(s, t.names) || chinese().MatchString(strings.ReplaceAll(joined(s), " ", ""))) || farewell && t.signature(s)
			switch {
			case name:
				if names = max(names-1, 0); len(s) == 1 && (phrases().titles.has(s[0].text) || len(s[0].text) == 1) {
					names++
				}
			case l.covers(s, t.names, beside) || all.languages[0].covers(s, t.names, beside):
				if all.byes.longest(s) > 0 {
					names, farewell = 2, true
				}
			case beside != besideTalk && (i == len(list)-1 && t.signs(s, i > 0 && !slices.ContainsFunc(list[i-1], token.move) && l.core.in(list[i-1])) || i > 0 && t.signsOff(list[i-1], list[i:])):
				return true
			default:
				return false
			}
			if !name && all.byes.longest(s) == 0 {
				names = 0
			}
		}
		return true
	})
}

// theirs reports whether a clause with a move names what moves as a piece of the other side: "your rook to 5h".
func (t *text) theirs(words []token) bool {
	return slices.ContainsFunc(words, token.move) && slices.ContainsFunc(phrases().languages, func(l *language) bool {
		n := l.whose.longest(words)
		if n == 0 || n == len(words) {
			return false
		}
		named := words[n:]
		if named[0].move() {
			named = wordsOf(tokens(t.typed[named[0].from:named[0].to], nil))
		}
		return len(named) > 0 && len(named[0].text) >= minMended && l.with.begins(named[0].text) && !l.near.has(named[0].text)
	})
}

// unfinished reports whether a clause ends in the word before a place, which is missing: "e2 to".
func (t *text) unfinished(words []token) bool {
	last := len(words) - 1
	return last > 0 && words[last-1].move() && towards().MatchString(" "+words[last].text+" ")
}

// maxSignature is the largest number of words in a part of a signature, and maxSigned of characters of a script without blanks.
const (
	maxSignature = 6
	maxSigned    = 24
)

// signature reports whether words after a farewell can be a part of a signature, such as a name, a title, a company or a telephone number: they
// are numbers, titles or written with capital letters, and doubtful in no language. After a title, such as that of a profession, there may also
// be words of no phrase. Of characters, some are a title, such as that of a company or a town.
func (t *text) signature(words []token) bool {
	x := phrases()
	named, numbers, letters, solids := 0, 0, 0, 0
	titled := x.titles.has(words[0].text)
	for _, w := range words {
		switch {
		case w.text == "0":
			numbers += w.to - w.from
		case w.move() || w.text == "?":
			return false
		case ideograph(w.text):
			solids++
		case len(w.text) == 1 && !w.capital: // S.r.l.
			letters++
		case w.capital, x.titles.has(w.text), x.between.has(w.text), slices.Contains(t.names, w.text), titled && (slices.Contains(purposes, w.text) || !x.knows(w.text)):
			named++
		default:
			return false
		}
	}
	if solids > 0 && (solids > maxSigned || !x.offices.in(words) || strings.ContainsFunc(joined(words), func(c rune) bool { return unicode.Is(unicode.Hiragana, c) })) {
		return false
	}
	if letters > 0 && numbers > 0 {
		return false
	}
	return named <= maxSignature && (named+letters+solids > 0 || numbers > squareSize*2 || !t.beginsLine(words) || !t.endsLine(words)) && doubtless(words, t.names)
}

// purposes are the words for "for", as in the name of an office.
var purposes = []string{"for", "für", "pour", "para", "per", "voor", "dla", "для", "för"}

// beginsLine reports whether words are the first of a line.
func (t *text) beginsLine(words []token) bool {
	return strings.HasSuffix(strings.TrimRight(t.typed[:words[0].from], " \t(+\""), "\n")
}

// endsLine reports whether words are the last of a line.
func (t *text) endsLine(words []token) bool {
	after := strings.TrimLeft(t.typed[words[len(words)-1].to:], " \t.,)")
	return after == "" || after[0] == '\n'
}

// doubtless reports whether words with capital letters are no instruction, and contain no word of doubt of any language, names and titles aside.
// The last name after "de" or "van" may be any word: "M. de Wit".
func doubtless(words []token, names []string) bool {
	if n := len(words); n > 1 && phrases().titles.has(words[n-2].text) {
		words = words[:n-1]
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w token) bool {
		return slices.Contains(names, w.text) || phrases().names.has(w.text) || phrases().titles.has(w.text)
	})
	return !phrases().doubts(words) && !slices.ContainsFunc(commands, func(w Word) bool { return phrases().words[w].longest(words) > 0 })
}

// signs reports whether words at the end of a text are the name of its writer: they begin a line or follow a dash or words of courtesy, have no
// punctuation after them, are written as names are, and are not doubtful in any language.
func (t *text) signs(words []token, courteous bool) bool {
	if before := strings.TrimRight(t.typed[:words[0].from], " \t"); strings.TrimRight(before, "\n-–—/") == before && !courteous {
		return false
	}
	end := words[len(words)-1].to
	if last := words[len(words)-1].text; len(words) > 1 && strings.Trim(last, "x") == "" { // kisses
		words = words[:len(words)-1]
	}
	text := strings.ReplaceAll(joined(words), " ", "")
	after := strings.TrimSpace(t.typed[end:])
	if utf8.RuneCountInString(text) == 1 { // an initial
		after = strings.TrimPrefix(after, ".")
	}
	return after == "" && (chinese().MatchString(text) || (isName(words, t.names) || isLongName(words) || signed().MatchString(text)) && doubtless(words, t.names))
}

// maxNames is the largest number of words of a name.
const maxNames = 4

// isLongName reports whether words can be a name of three or four parts: they have capital letters, short words between them aside, and no
// phrase of any language has them.
func isLongName(words []token) bool {
	return len(words) <= maxNames && !slices.ContainsFunc(words, func(w token) bool {
		return !phrases().between.has(w.text) && !phrases().titles.has(w.text) && !(w.capital && (phrases().names.has(w.text) || !phrases().knows(w.text)))
	})
}

// maxSignatureLines is the largest number of lines of a signature.
const maxSignatureLines = 6

// signsOff reports whether clauses at the end of a text are the signature of its writer: a name, perhaps after titles, and what people put
// below it, on lines of its own or after the comma of a phrase such as a farewell.
func (t *text) signsOff(before []token, list [][]token) bool {
	first, last := list[0], list[len(list)-1]
	from, to := first[0].from, last[len(last)-1].to
	if begins := strings.TrimRight(t.typed[:from], " \t"); !t.beginsLine(first) && (!strings.HasSuffix(begins, ",") || slices.ContainsFunc(before, token.move)) {
		return false
	}
	named := slices.IndexFunc(list, func(c []token) bool {
		return slices.ContainsFunc(c, func(w token) bool { return !phrases().titles.has(w.text) && utf8.RuneCountInString(w.text) > 1 })
	})
	if named < 0 || strings.Count(t.typed[from:to], "\n") >= maxSignatureLines || strings.Trim(t.typed[to:], " \t\n.)") != "" {
		return false
	}
	name := slices.DeleteFunc(slices.Clone(list[named]), func(w token) bool { return phrases().between.has(w.text) })
	return (isName(name, t.names) || isLongName(name)) && !slices.ContainsFunc(list, func(c []token) bool { return !t.signature(c) })
}

// chinese matches a name that begins with a frequent family name, many of which are also words.
var chinese = lazyregexp.New(`^[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱林何郭罗羅梁宋郑鄭谢謝韩韓唐冯馮董][\p{Han}]{1,2}$|^[小老阿]\p{Han}$`)

// signed matches a name in a script without blanks: few characters, which are not Hiragana.
var signed = lazyregexp.New(`^(?:[\p{Han}\p{Katakana}ー]{1,5}|\p{Hangul}{1,4})$`)

// isName reports whether some words can be a name: known names, or one or two other words with capital letters, with titles. More
// words with capital letters may be a sentence.
func isName(words []token, names []string) bool {
	others := 0
	for _, w := range words {
		switch {
		case phrases().titles.has(w.text) || slices.Contains(names, w.text) || len(words) == 1 && phrases().names.has(w.text):
		case !w.capital:
			return false
		default:
			others++
		}
	}
	return others <= 2
}

// joined returns the tokens of a phrase as a set has it.
func joined(list []token) string {
	var words []string
	for _, t := range list {
		if t.text != "" {
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}

// harmless reports whether a text has no relevant content.
func (r Reader) harmless(typed string) bool {
	t := r.take(typed)
	return len(t.moves) == 0 && t.covered(t.tokens)
}

// afterGreeting returns a line without the greeting at its beginning.
func (r Reader) afterGreeting(line string) string {
	for _, t := range r.take(line).tokens {
		if t.text == "" && t.to < len(line) && r.harmless(line[:t.to]) {
			return strings.TrimLeft(line[t.to:], " ,.!。、！")
		}
	}
	return line
}

// place lists the legal moves to a place that is named without what moves there, next to nothing but harmless phrases: "Hello, 4d."
func (r Reader) place(t *text) (list []Wish) {
	if r.Choices == nil {
		return nil
	}
	for i := range t.tokens {
		for n := 1; n <= squareSize && i+n <= len(t.tokens); n++ {
			at := span{t.tokens[i].from, t.tokens[i+n-1].to}
			written := t.typed[at.from:at.to]
			if utf8.RuneCountInString(written) != squareSize || t.tokens[i+n-1].text == "" { // the end of a sentence adds nothing
				continue
			}
			moves := r.Choices(written)
			if len(moves) == 0 || !t.covered(slices.Replace(slices.Clone(t.tokens), i, i+n, token{text: "#", span: at})) {
				continue
			}
			for _, move := range moves {
				list = append(list, Wish{Move: move})
			}
		}
	}
	return list
}

// maybe lists what may be meant by a text that is not plain: the legal moves and a resignation in a sentence of its own, or
// else the instructions.
func (t *text) maybe() (list []Wish) {
	for _, m := range t.moves {
		for _, move := range append(m.choices, m.move) {
			if w := (Wish{Move: move}); m.legal && move != "" && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	if len(list) > 0 {
		if _, spans := t.cut(Resign); slices.ContainsFunc(spans, t.alone) {
			list = append(list, Wish{Word: Resign})
		}
	} else {
		for _, w := range decisive {
			if _, spans := t.cut(w); len(spans) > 0 {
				list = append(list, Wish{Word: w})
			}
		}
		if _, spans := t.cut(Yes); t.asked && len(list) == 0 && slices.ContainsFunc(spans, t.alone) {
			list = append(list, Wish{Word: Accept})
		}
		if _, spans := t.cut(Decline); len(spans) > 0 && slices.Contains(list, Wish{Word: Accept}) {
			list = append(list, Wish{Word: Decline})
		}
	}
	return list
}

// wordsOf returns the words of tokens that are not moves.
func wordsOf(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(t token) bool { return t.text == "" || t.move() })
}

// halves returns the length of a sentence in half words.
func halves(sentence []token) (n int) {
	for _, t := range sentence {
		if n += 2; ideograph(t.text) {
			n--
		}
	}
	return n
}

// ideograph reports whether a token is a character of a script without blanks.
func ideograph(word string) bool {
	c, _ := utf8.DecodeRuneInString(word)
	return solid(c)
}

// at returns how many words the longest item of the set at the beginning of a list has.
func (s *set) at(list []token) int {
	n := s.longest(list)
	_, elided, found := strings.Cut(list[0].text, "'") // d'annuler
	if n == 0 && (s.inflects(list[0].text) || found && (s.has(elided) || s.inflects(elided))) {
		n = 1
	}
	return n
}

// in reports whether some words have one of the set.
func (s *set) in(words []token) bool {
	for i := range words {
		if s.at(words[i:]) > 0 {
			return true
		}
	}
	return false
}

// inflects reports whether a word begins or ends as a word of the set does.
func (s *set) inflects(word string) bool {
	for i := range word {
		if s.known[word[:i]+"-"] || s.known["-"+word[i:]] {
			return true
		}
	}
	return s.known[word+"-"]
}

// move reports whether a token is a move.
func (t token) move() bool { return t.text == "#" }
