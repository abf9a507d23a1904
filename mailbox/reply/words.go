package reply

import (
	"slices"
	"strings"
)

// Word is the command of a reply. phrases.txt has the forms of the words.
type Word string

// The words.
const (
	None    Word = ""
	Accept  Word = "accept" // accepts an invitation, or an offer
	Decline Word = "decline"
	Yes     Word = "yes" // answers a question of a message
	Resign  Word = "resign"
	Draw    Word = "draw"
	Undo    Word = "undo"
	Pause   Word = "pause"  // proposes to pause the match
	Resume  Word = "resume" // a paused match
	Claim   Word = "claim"
	Away    Word = "away"
	Say     Word = "say" // words for the other side, without a move
	Show    Word = "show"
	Rules   Word = "rules"
	History Word = "history"
	Legal   Word = "legal" // the legal moves
	Help    Word = "help"
	Stop    Word = "stop" // to write

	noDraw Word = "no-draw" // forms of Decline that name the draw, which may stand beside a move

	Substitute Word = "substitute" // proposes who plays on instead
	Stay       Word = "stay"       // withdraws that
	HandOver   Word = "hand-over"  // gives the seat to the substitute

	CancelPlan Word = "cancel-plan" // drops the prepared answers
)

// commands are the words with forms. "pass" is a move in some games and no command.
var commands = []Word{Resign, Accept, Decline, Yes, Draw, Undo, Pause, Resume, Claim, Show, Rules, Legal, History, Stop, Stay, HandOver, CancelPlan, Help}

// decisive are the words that are looked for in prose, where the others are just words.
var decisive = []Word{Resign, Draw, Undo, Pause, Accept, Stop}

// politely reports whether a word is a command even with a question mark.
func politely(w Word) bool {
	return slices.Contains([]Word{Draw, Undo, Pause, Resume, Show, Rules, History, Legal, Help}, w)
}

// wordOf returns the word that a text is a form of, None for other texts.
func wordOf(text string) Word {
	key := keyOf(text)
	if text == "?" {
		return Help
	}
	for _, w := range commands {
		if phrases().words[w].has(key) || politely(w) && phrases().words[w].has(strings.TrimSuffix(key, " ?")) {
			return w
		}
	}
	return None
}

// Narrow returns the plain form of a full-width letter, digit, sign or blank.
func Narrow(c rune) rune {
	switch {
	case c >= '！' && c <= '～':
		return c - '！' + '!'
	case c == '\u3000':
		return ' '
	}
	return c
}
