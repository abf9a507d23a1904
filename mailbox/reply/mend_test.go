package reply

import "testing"

// TestReadInOwnWords checks typing mistakes, refusals of a draw beside a move, signatures, and requests in people's own words.
func TestReadInOwnWords(t *testing.T) {
	r := Reader{Names: []string{"alice", "bob"}, Move: func(text string) (string, bool) { return map[string]string{"e2": "e2"}[text], true }}
	for text, want := range map[string]string{
		"hlalo, e2": "e2", "cioa, e2": "e2", "e2, thnaks": "e2", "e2, thannks": "e2", "e2, thanxks": "", "e2, tthankx": "", "dnake, e2": "e2", "e2, grasias": "e2", "e2, спосибо": "e2",
		"e2, wiat": "", "e2 darw?": "", "e2, nto": "", "e2, aber nciht heute": "",
		"e2, no draw": "e2", "e2, kein Remis": "e2", "e2。引き分けはお断りします。": "e2", "No draw": "decline", "e2 draw?": "e2 draw?", "e2 draw? No draw.": "",
		"e2 et je te propose la nulle": "e2 draw?", "e2. Ik bied je ook remise aan": "e2 draw?", "e2。引き分けも提案いたします。": "e2 draw?", "e2 oder Remis": "", "I expected a draw offer before e2": "",
		"Leeds, 28 November 2026\n\nDear Alice,\n\ne2": "e2", "Until 28 November 2026\n\ne2": "", "e2\n\nMonday, 30 November 2026": "", "Leeds, 28 November\n\ne2": "",
		"¿Me mandas, por favor, el historial de jugadas de esta partida?": "history", "Ainda estou a tentar perceber o tabuleiro, dá-me um bocadinho": "",
		"e2\n\nYours faithfully,\nR. J. Pemberton\nPemberton & Daughters": "e2",
		"which moves are possible?":                                       "legal", "Welche Züge sind möglich?": "legal", "指せる手を教えてください": "legal", "moves": "history", "legal moves": "legal", "the possible moves, please": "legal", "list of moves": "history",
		"can you show me what the position looks like now? cheers": "show", "Mag ik het bord nog eens zien a.u.b.?": "show",
		"Hur spelar man egentligen det här? Skicka gärna reglerna.": "rules", "Quelles commandes comprenez-vous ?": "help",
		"The position is lovely, thanks.": "", "I know the rules by heart.": "", "Please don't send me the rules again.": "",
		"Veuillez me retirer des envois de cette partie, je ne souhaite plus en recevoir.": "stop",
	} {
		if got := r.Read(text).Wish.String(); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	if text := "Can you show me what the position looks like?"; r.Read(text).Comment != text {
		t.Errorf("of %q only %q is passed on", text, r.Read(text).Comment)
	}
}
