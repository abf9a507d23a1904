package reply

// Answers returns the answer of the reply to the question whether its writer means asked: Yes, Decline, or None if the answer is
// something else or unclear. The words next to a yes are for the other player; those after a no may explain what was meant
// instead.
//
// A no needs only the word at the beginning, because doing nothing is safe. Next to a yes only harmless phrases are allowed.
func (r Reader) Answers(read Reply, asked Wish) (word Word, beside string) {
	switch {
	case read.Wish == asked && asked != (Wish{}):
		return Yes, read.Comment
	case read.Wish.Move != "":
		return None, ""
	case read.Wish.Word == Yes:
		return Yes, read.Comment
	}
	t := r.take(read.Typed)
	for len(t.tokens) > 0 && t.tokens[0].text != "" && len(t.tokens) > 1 { // a greeting
		n := 0
		for n < len(t.tokens) && t.tokens[n].text != "" {
			n++
		}
		if phrases().words[Decline].longest(t.tokens) > 0 || !t.covered(t.tokens[:n]) {
			break
		}
		t.tokens = t.tokens[min(n+1, len(t.tokens)):]
	}
	if n := phrases().words[Decline].longest(t.tokens); n > 0 && (read.Wish == Wish{} || read.Wish.Word == Decline) {
		rest := read.Typed[t.tokens[n-1].to:]
		if t := r.take(rest); len(t.moves) == 0 {
			rest = ""
		}
		return Decline, rest
	}
	if rest, yes := t.cut(Yes); len(yes) > 0 && asked.Word != None { // "Yes, I resign"
		if t.tokens = rest; len(rest) > 0 {
			if rest, spans := t.cut(asked.Word); t.covered(rest) {
				return Yes, without(read.Typed, append(yes, spans...))
			}
		}
	}
	return None, ""
}
