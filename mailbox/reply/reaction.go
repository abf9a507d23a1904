package reply

import "hikyaku/internal/lazyregexp"

// reaction matches what telephones and mail programs send for a thumb or a heart, and Outlook to recall a message.
var reaction = lazyregexp.New(`^(?:\p{So}\x{fe0f}? )?.{1,60} (?:reacted to your (?:message|email)|hat auf Ihre Nachricht reagiert|hat auf deine Nachricht reagiert|a réagi à (?:votre|ton) message|` +
	`(?:ha )?reaccion(?:ó|ado) a (?:su|tu) mensaje|reagiu à sua mensagem|ha reagito al tuo messaggio|heeft op (?:uw|je) bericht gereageerd|reagerade på ditt meddelande|` +
	`would like to recall the message|möchte die Nachricht .{0,80} zurückrufen|souhaite rappeler le message).{0,120}$|` +
	`^.{1,40}さんがあなたのメッセージにリアクションしました|^(?:Liked|Loved|Disliked|Laughed at|Emphasized|Questioned) [“"].{1,200}$`)

// Reaction reports whether a text is no reply but a reaction that a program sends automatically.
func Reaction(text string) bool {
	typed := (Reader{}).typedIn(text)
	return len(typed) > 0 && reaction().MatchString(typed[0])
}
