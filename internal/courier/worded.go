package courier

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hikyaku/engine"
	"hikyaku/internal/lazyregexp"
	"hikyaku/mailbox/reply"
)

// worded.txt lists the words in which people write moves. Its head says how.
//
//go:embed worded.txt
var wordedText string

// role says what a word does in a move. The roles of pieces are their letters.
type role string

const (
	raised     role = "raised"
	takes      role = "x"
	drops      role = "*"
	promotes   role = "+"
	stays      role = "="
	man        role = "man"
	wall       role = "wall"
	horizontal role = "h"
	vertical   role = "v"
	article    role = "the"
	particle   role = "of"
	from       role = "from"
	origin     role = "origin"
	ending     role = "end"
	passes     role = "pass"
	column     role = "column"
	colour     role = "colour"
	stone      role = "stone"
	plate      role = "tile"
	turned     role = "turned"
	oneStep    role = "one"
	forwards   role = "forwards"
	backwards  role = "backwards"
	leftwards  role = "leftwards"
	rightwards role = "rightwards"
)

// piece reports whether a role is that of a piece of shogi.
func (r role) piece() bool { return strings.Trim(string(r), "+PLNSGBRK") == "" && r != promotes }

// vocabulary has the roles of the words of a language, without any for the beginnings of what is several words.
type vocabulary map[string][]role

// vocabularies returns those of all languages. The words of the first one belong to each.
var vocabularies = sync.OnceValue(func() (list []vocabulary) {
	roles := map[string]role{
		"pawn": "P", "lance": "L", "knight": "N", "silver": "S", "gold": "G", "bishop": "B", "rook": "R", "king": "K", "tokin": "+P", "horse": "+B", "dragon": "+R",
		"raised": raised, "takes": takes, "drops": drops, "promotes": promotes, "stays": stays, "man": man, "wall": wall, "horizontal": horizontal, "vertical": vertical,
		"the": article, "of": particle, "from": from, "origin": origin, "end": ending, "pass": passes, "column": column, "colour": colour, "stone": stone, "tile": plate, "turned": turned,
		"one": oneStep, "forwards": forwards, "backwards": backwards, "leftwards": leftwards, "rightwards": rightwards,
	}
	for line := range strings.Lines(wordedText) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") {
			list = append(list, vocabulary{})
		}
		key, all, _ := strings.Cut(line, ": ")
		if r, known := roles[key]; known {
			for word := range strings.FieldsSeq(all) {
				list[len(list)-1].add(word, r)
			}
		}
	}
	return list
})

func (v vocabulary) add(word string, r role) {
	stem, inflected := strings.CutSuffix(word, "-")
	list := wordTokens(strings.ReplaceAll(stem, "_", " "))
	for i := range list {
		if key := strings.Join(list[:i], " "); v[key] == nil {
			v[key] = []role{}
		}
	}
	key := strings.Join(list, " ")
	if inflected {
		key += "-"
	}
	v[key] = append(v[key], r)
}

// longest returns the roles of the longest entry at the beginning of some words, and how many words it has.
func (v vocabulary) longest(list []string) (n int, r []role) {
	key := ""
	for i, word := range list {
		if key += " " + word; i == 0 {
			key = word
		}
		found, begins := v[key]
		if len(found) > 0 {
			n, r = i+1, found
		}
		if !begins {
			break
		}
	}
	if n > 0 {
		return n, r
	}
	for i := len(list[0]); i > 0; i-- {
		if found := v[list[0][:i]+"-"]; found != nil {
			return 1, found
		}
	}
	return 0, nil
}

var (
	letterFirst = lazyregexp.New(`^[a-i][1-9][hv]?$`)
	digitFirst  = lazyregexp.New(`^[1-9][1-9a-i]$`)
	ofLetter    = lazyregexp.New(`^([plnsgbrk])(x?)([1-9][1-9a-i])$`)
)

// plainLetters replaces letters that have no accent to strip, and the digits of Japanese.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "ß", "ss", "’", "'", "‘", "'", "一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9")

// separators are what may stand between the words of a move.
const separators = " '-,:、，：‐‑–—"

// wordTokens returns the words, characters of scripts without blanks and signs of a text, without accents, commas and hyphens.
func wordTokens(text string) (list []string) {
	word := ""
	end := func() {
		switch parts := ofLetter().FindStringSubmatch(word); {
		case parts != nil && parts[2] != "":
			list = append(list, parts[1:]...)
		case parts != nil:
			list = append(list, parts[1], parts[3])
		case word != "":
			list = append(list, word)
		}
		word = ""
	}
	for _, c := range norm.NFD.String(plainLetters.Replace(engine.Narrow(text))) {
		switch {
		case c >= '\u0300' && c <= '\u036f':
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) || c == 'ー' || c == '\u3099' || c == '\u309a':
			end()
			list = append(list, string(c))
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			if last, _ := utf8.DecodeLastRuneInString(word); word != "" && unicode.Is(unicode.Hangul, c) != unicode.Is(unicode.Hangul, last) { // 3i에서
				end()
			}
			if unicode.IsDigit(c) && len(word) == 2 && (letterFirst().MatchString(word) || digitFirst().MatchString(word)) {
				end() // c4一道
			}
			word += string(c)
		case unicode.IsSpace(c) || strings.ContainsRune(separators, c):
			end()
		default:
			end()
			list = append(list, string(c))
		}
	}
	end()
	return list
}

// maxWords is the largest number of words of a move.
const maxWords = 16

// familiar has the words of all vocabularies, and the beginnings of those that are inflected.
var familiar = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, v := range vocabularies() {
		for entry := range v {
			for word := range strings.FieldsSeq(entry) {
				all[word] = true
			}
		}
	}
	return all
})

// isFamiliar reports whether a word may be a part of a move: a letter, a square or a number, or a word of any language.
func isFamiliar(word string) bool {
	if utf8.RuneCountInString(word) == 1 || strings.ContainsAny(word, "0123456789") || familiar()[word] {
		return true
	}
	for i := range word {
		if familiar()[word[:i]+"-"] {
			return true
		}
	}
	return familiar()[word+"-"]
}

// initial has the familiar words by their first characters.
var initial = sync.OnceValue(func() map[rune][]string {
	list := map[rune][]string{}
	for word := range familiar() {
		c, _ := utf8.DecodeRuneInString(word)
		list[c] = append(list[c], strings.TrimSuffix(word, "-"))
	}
	return list
})

// wordsOf returns the words of a text that may be a move in words, without typing mistakes, or nil.
func wordsOf(text string) []string {
	tokens := wordTokens(text)
	if len(tokens) > maxWords || strings.Trim(text, separators) != text {
		return nil
	}
	for i, word := range tokens {
		if isFamiliar(word) {
			continue
		}
		c, _ := utf8.DecodeRuneInString(word)
		if tokens[i] = reply.Mended(word, initial()[c]); tokens[i] == "" {
			return nil
		}
	}
	return tokens
}

// wordedMoves returns the moves in notation that words can mean, in any language.
func wordedMoves(text string, tokens []string) (list []string) {
	if len(tokens) == 0 {
		return nil
	}
	all := vocabularies()
	for _, v := range all[1:] {
		for _, move := range []string{v.stoneIn(tokens), v.tileIn(tokens, strings.Contains(text, "'"))} {
			if move != "" && !slices.Contains(list, move) {
				list = append(list, move)
			}
		}
		for _, move := range v.read(tokens, all[0]) {
			if !slices.Contains(list, move) {
				list = append(list, move)
			}
		}
	}
	return list
}

// step returns where a pawn goes in a direction, seen from below; nowhere for other roles.
func (r role) step() (to engine.Point) {
	switch r {
	case forwards:
		to.Y = 1
	case backwards:
		to.Y = -1
	case leftwards:
		to.X = -1
	case rightwards:
		to.X = 1
	}
	return to
}

// wordedSteps returns the moves of a pawn to an adjacent square that words give as a direction, as the player to move sees the board.
func wordedSteps(p engine.Position, tokens []string) (list []string) {
	paths, hasPaths := p.(engine.Pather)
	placer, hasPlaces := p.(engine.Placer)
	player := p.Next().Player
	if !hasPaths || !hasPlaces || player == 0 || len(tokens) == 0 {
		return nil
	}
	for _, v := range vocabularies()[1:] {
		way := v.stepIn(tokens)
		if way == "" {
			continue
		}
		all := paths.Paths()
		if len(all) != 2 || len(all[player-1]) == 0 {
			return nil
		}
		to, step := all[player-1][0], way.step()
		if player == 2 { // who sees the board from above
			step = engine.Point{X: -step.X, Y: -step.Y}
		}
		to = engine.Point{X: to.X + step.X, Y: to.Y + step.Y}
		for m := range p.Moves() {
			if slices.Equal(placer.Target(m).Cells, []engine.Point{to}) && !slices.Contains(list, string(m)) {
				list = append(list, string(m))
			}
		}
	}
	return list
}

// stepIn returns the one direction in which words move a pawn by a square, or "". "One step back" alone may be about the move before.
func (v vocabulary) stepIn(list []string) (way role) {
	pawn, square := false, false // whether they are named
	for i := 0; i < len(list); {
		n, roles := v.longest(list[i:])
		known := false
		for _, r := range roles {
			leads := r.step() != engine.Point{}
			if leads && way != "" && way != r {
				return ""
			}
			if leads {
				way = r
			}
			if within := i+n < len(list); leads || r == man || r == oneStep || within && (r == article || r == from || r == particle && i > 0) {
				known, pawn, square = true, pawn || r == man, square || r == oneStep
			}
		}
		if !known {
			return ""
		}
		i += n
	}
	if !pawn && (!square || way == backwards) {
		return ""
	}
	return way
}

// wordedCaptures returns the legal captures that words give as what takes and what is taken: "rook takes pawn".
func wordedCaptures(p engine.Position, tokens []string) (list []string) {
	placer, ok := p.(engine.Placer)
	if !ok {
		return nil
	}
	all := vocabularies()
	for _, v := range all[1:] {
		taking, taken := v.captureIn(tokens, all[0])
		if len(taken) == 0 {
			continue
		}
		for m := range p.Moves() {
			parts := ofKind().FindStringSubmatch(engine.Spell(p, m).En)
			if parts == nil || !slices.Contains(taking, role(parts[1])) || slices.Contains(list, string(m)) {
				continue
			}
			if at := placer.Target(m).Cells; slices.ContainsFunc(p.Scene().Boards[0].Cells, func(c engine.Cell) bool {
				return c.Form == engine.Piece && slices.Contains(at, c.At) && slices.ContainsFunc(taken, func(r role) bool { return slices.Contains(kindsOf(c.Glyph), r) })
			}) {
				list = append(list, string(m))
			}
		}
	}
	return list
}

// ofKind matches a move of a piece in western notation.
var ofKind = lazyregexp.New(`^(\+?[PLNSGBRK])[^*]*$`)

// kindsOf returns the roles of a piece that boards show with a sign.
func kindsOf(sign string) (list []role) {
	tokens := wordTokens(sign)
	for _, v := range vocabularies() {
		if n, roles := v.longest(tokens); n == len(tokens) {
			list = append(list, roles...)
		}
	}
	return list
}

// captureIn returns the pieces that words name before and after one for taking.
func (v vocabulary) captureIn(list []string, common vocabulary) (taking, taken []role) {
	takesIt := false
	for i := 0; i < len(list); {
		n, roles := v.longest(list[i:])
		if m, shared := common.longest(list[i:]); m > n || m == n && n > 0 {
			n, roles = m, slices.Concat(roles, shared)
		}
		kinds := slices.DeleteFunc(slices.Clone(roles), func(r role) bool { return !r.piece() })
		switch {
		case len(kinds) > 0 && len(taking) == 0 && !takesIt:
			taking = kinds
		case len(kinds) > 0 && takesIt && len(taken) == 0:
			taken = kinds
		case len(taking) > 0 && !takesIt && slices.Contains(roles, takes):
			takesIt = true
		case !slices.Contains(roles, article) || i+n == len(list):
			return nil, nil
		}
		i += n
	}
	return taking, taken
}

// wordedTiles returns the legal moves of a tile that words name by its capital letter only, and its place: "S at 0,0".
func wordedTiles(p engine.Position, text string) (list []string) {
	name := loneLetter().FindAllStringSubmatchIndex(text, 2)
	if len(name) != 1 || !twoNumbers().MatchString(text) || strings.ContainsAny(text, "-−") {
		return nil
	}
	letter := text[name[0][2]:name[0][3]]
	tokens := wordsOf(text[:name[0][3]] + "0" + text[name[0][3]:])
	if len(tokens) == 0 {
		return nil
	}
	for _, v := range vocabularies()[1:] {
		_, place, found := strings.Cut(v.tileIn(tokens, false), "@")
		if !found {
			continue
		}
		for m := range p.Moves() {
			if strings.HasPrefix(string(m), letter) && strings.HasSuffix(string(m), "@"+place) && !slices.Contains(list, string(m)) {
				list = append(list, string(m))
			}
		}
	}
	return list
}

var (
	loneLetter = lazyregexp.New(`(?:^|[^\p{Latin}\d'’])([A-Z])(?:[^\p{Latin}\d'’]|$)`) // that is a word
	twoNumbers = lazyregexp.New(`\d\s*[,，、]\s*\d`)
)

// stoneIn returns the move of Rengi that words give as a column and a colour, or "".
func (v vocabulary) stoneIn(list []string) string {
	place, shade, inColumn, coloured := "", "", false, false
	for i := 0; i < len(list); {
		n, roles := v.longest(list[i:])
		switch word := list[i]; {
		case n > 1 && slices.Contains(roles, article): // 一颗
		case word == "a" && i+1 < len(list) && slices.Contains(v.roles(list[i+1:]), stone) && !coloured: // "a stone of colour c"
		case place == "" && len(word) == 1 && word >= "1" && word <= "9":
			place, n = word, 1
		case shade == "" && len(word) == 1 && word >= "a" && word <= "d":
			shade, n = word, 1
		case slices.Contains(roles, column):
			inColumn = true
		case slices.Contains(roles, colour):
			coloured = true
		case !slices.ContainsFunc(roles, func(r role) bool { return r == stone || r == article || r == particle && i > 0 && i+n < len(list) }):
			return ""
		}
		i += n
	}
	if place == "" || shade == "" || !coloured && (!inColumn || shade == "a") { // "column 7, a"
		return ""
	}
	return place + strings.ToUpper(shade)
}

var (
	tileName  = lazyregexp.New(`^[a-z][0-3]$`)
	tilePlace = lazyregexp.New(`^[a-z]{1,2}[0-9]{1,2}$`)
)

// tileIn returns the move of a game with tiles that words give as a letter, how it is turned, and a place, or "".
func (v vocabulary) tileIn(list []string, mirrored bool) string {
	name, numbers, place, named, turns := "", "", "", false, false
	for i := 0; i < len(list); {
		n, roles := v.longest(list[i:])
		word := list[i]
		switch {
		case name == "" && tileName().MatchString(word):
			name, n = word, 1
			if mirrored {
				name += "'"
			}
		case name == "" && len(word) == 1 && word >= "a" && word <= "z" && i+1 < len(list) && (named || slices.Contains(v.roles(list[i+1:]), plate)):
			name, n = word, 1
		case place == "" && len(word) == 1 && word >= "0" && word <= "9":
			if numbers, n = numbers+word, 1; name == "" && len(numbers) == 2 {
				place, numbers = numbers[:1]+","+numbers[1:], ""
			}
		case name != "" && place == "" && tilePlace().MatchString(word):
			place, n = word, 1
		case slices.Contains(roles, plate):
			named = true
		case slices.Contains(roles, turned):
			turns = true
		case !slices.ContainsFunc(roles, func(r role) bool { return r == article || r == particle || r == drops }):
			return ""
		}
		i += n
	}
	if len(name) == 1 && turns && numbers != "" {
		name, numbers = name+numbers[:1], numbers[1:]
	}
	switch {
	case len(name) < 2 || !named && !turns && !strings.Contains(place, ",") && !(place == "" && len(numbers) == 2):
		return ""
	case place == "" && len(numbers) == 2:
		place = numbers[:1] + "," + numbers[1:]
	case place == "" || numbers != "":
		return ""
	}
	return strings.ToUpper(name + "@" + place)
}

// roles returns those of the entry at the beginning of some words.
func (v vocabulary) roles(list []string) []role {
	_, r := v.longest(list)
	return r
}

// wording is a move as words give it.
type wording struct {
	has     map[role]bool
	kinds   []role // of the piece: Pferd is a knight or a horse
	from    string
	squares []string
}

// read returns the moves that words of a language, or of those common to all, can mean.
func (v vocabulary) read(list []string, common vocabulary) []string {
	w := wording{has: map[role]bool{}}
	for i := 0; i < len(list); {
		n, found := v.longest(list[i:])
		if m, shared := common.longest(list[i:]); m > n || m == n && n > 0 {
			n, found = m, slices.Concat(found, shared)
		}
		if square := lookalikes.Replace(list[i]); letterFirst().MatchString(square) || digitFirst().MatchString(square) {
			n, found = 1, nil
			if w.has[from] && w.from == "" {
				w.from = square
			} else {
				w.squares = append(w.squares, square)
			}
		} else if slices.Contains(found, origin) && w.from == "" && len(w.squares) == 1 {
			w.from, w.squares = w.squares[0], nil
		} else if n == 0 || !w.take(found, i == 0, i+n == len(list)) {
			return nil
		}
		i += n
	}
	return w.moves()
}

// take adds a word with some roles, and reports whether it can stand where it does.
func (w *wording) take(found []role, first, last bool) (fits bool) {
	named := len(w.kinds) > 0
	for _, r := range found {
		switch {
		case r.piece():
			if named && !w.has[takes] { // what is taken
				continue
			}
			if named {
				break
			}
			w.kinds = append(w.kinds, r)
		case r == column, r == colour, r == stone, r == passes && !(first && last), r == article && last, r == particle && (first || last), r == from && (first || last), r == origin, r == ending && first:
			continue
		case r == promotes && !named && first || r == raised && !named:
			w.has[raised] = true
		case r == promotes && !named, r == raised:
			continue
		default:
			w.has[r] = true
		}
		fits = true
	}
	return fits
}

// moves returns the moves in the notation of each game that the words fit.
func (w *wording) moves() (list []string) {
	if w.has[passes] {
		return []string{string(engine.Pass)}
	}
	if w.from == "" && len(w.squares) == 2 {
		w.from, w.squares = w.squares[0], w.squares[1:]
	}
	placed := w.has[wall] || w.has[horizontal] || w.has[vertical]
	if placed && len(w.squares) == 0 && w.from != "" { // "pared vertical de c6"
		w.from, w.squares = "", []string{w.from}
	}
	if len(w.squares) != 1 || w.has[horizontal] && w.has[vertical] {
		return nil
	}
	to, shogi := w.squares[0], w.has[takes] || w.has[drops] || w.has[promotes] || w.has[stays] || w.has[raised]
	switch {
	case placed && (w.from != "" || shogi && !w.has[drops] || !letterFirst().MatchString(to) || len(w.kinds) > 0 && !w.has[wall]):
	case placed && len(to) == 3:
		return []string{to}
	case placed:
		for _, r := range []role{horizontal, vertical} {
			if w.has[r] || !w.has[horizontal] && !w.has[vertical] {
				list = append(list, to+string(r))
			}
		}
	case letterFirst().MatchString(to):
		if w.has[man] && !shogi && len(to) == 2 {
			list = append(list, strings.TrimPrefix(w.from+"-"+to, "-"))
		}
	default:
		for _, kind := range w.kinds {
			list = append(list, w.ofPiece(string(kind), to))
		}
	}
	return list
}

// ofPiece returns a move of shogi.
func (w *wording) ofPiece(kind, to string) string {
	sign, end := "-", ""
	for _, r := range []role{takes, drops} {
		if w.has[r] {
			sign = string(r)
		}
	}
	for _, r := range []role{promotes, stays} {
		if w.has[r] {
			end = string(r)
		}
	}
	if w.has[raised] {
		kind = "+" + kind
	}
	return kind + w.from + sign + to + end
}
