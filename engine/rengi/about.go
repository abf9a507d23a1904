package rengi

import (
	_ "embed" // the rules

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

func summary(engine.Options) i18n.Text {
	return i18n.Text{
		En: "Rengi is a puzzle of falling stones in which two players take turns, each on a field of six columns. " +
			"You want to bury the other field in garbage stones and keep your own one free. " +
			"In your turn you drop coloured stones, usually two, into one column or two neighbouring ones. " +
			"Four or more connected stones of a colour disappear. " +
			"If the stones above them fall and make others disappear, the chain sends garbage to the other field, where another chain can cancel it. " +
			"A player whose third column is filled up to the twelfth row loses, and the game ends.",
		Ja: "連棋は、二人がそれぞれ六列のフィールドに交互に石を落として競うパズルゲームです。" +
			"相手のフィールドを邪魔石で埋め、自分のフィールドは埋まらないようにします。" +
			"手番には、色のついた石をふつう二つ、一つの列か隣り合う二列に落とし、同じ色が四つ以上つながると消えます。" +
			"上の石が落ちてまた消えると連鎖になって相手に邪魔石を送り、相手はそれを自分の連鎖で打ち消せます。" +
			"左から3列目の12段目が埋まった側の負けで、対局は終わります。",
	}
}

// plies is what 200 games of players that look one move ahead take, 60 to 80 moves by variant; and random games as
// many; no games between people are known.
func plies(engine.Options) int { return 70 }
