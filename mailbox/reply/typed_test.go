package reply

import "testing"

// TestTabsOfSNail: what s-nail includes below a reply by ~m, with the heads of all parts and the attachments, is not typed.
func TestTabsOfSNail(t *testing.T) {
	answered := "Alice has played b2. It is your move.\nReply with your move on the first line.\n"
	text := "e5\n\nÀ bientôt!\n-------- Original Message --------\n\tFrom alice@example.org Mon Nov 23 2026\n\tTo: bob@example.net\n\n\n\tContent-Type: text/plain; charset=utf-8\n\n" +
		"\tAlice has played b2. It is your move.\n\t\n\tReply with your move on the first line.\n\n\tContent-Type: image/png; name=board.png\n\n\n\t1 b2\n\t2 e8\n"
	r := Reader{Answered: answered, Move: func(text string) (string, bool) {
		if text == "e5" || text == "e8" || text == "b2" {
			return text, true
		}
		return "", false
	}}
	if got := r.Read(text); got.Wish.Move != "e5" || got.Typed != "e5\nÀ bientôt!" {
		t.Errorf("read as %+v", got)
	}
}
