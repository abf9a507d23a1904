package rengi

import (
	_ "embed" // the rules and the lessons

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

//go:embed RULES.md
var manualEn string

//go:embed RULES.ja.md
var manualJa string

//go:embed lessons.yaml
var lessons string

func summary(options engine.Options) i18n.Text {
	puzzle := i18n.Text{
		En: "Rengi is a puzzle of falling stones in which two players take turns. Each has a field of six columns. ",
		Ja: "連棋は、二人がそれぞれ六列のフィールドに交互に石を落として競うパズルゲームです。",
	}
	switch options["rules"] {
	case kou:
		puzzle = i18n.Text{
			En: "Kou rengi is a puzzle of falling stones from a list that the two players make first. ",
			Ja: "公連棋は、二人で先に石の色のリストを作ってから競うパズルゲームです。二人が、それぞれのフィールドに交互に石を落とします。",
		}
	case ten:
		puzzle = i18n.Text{
			En: "Ten rengi is a puzzle of falling stones for two players, with colours drawn at random. ",
			Ja: "天連棋は、抽選で色の決まる石を落として競うパズルゲームです。二人が、それぞれのフィールドに交互に石を落とします。",
		}
	}
	return i18n.Text{
		En: puzzle.En +
			"You want to bury the other field in garbage stones and keep your own one free. " +
			"In your turn you drop coloured stones, usually two, into one column or two neighbouring ones. " +
			"Four or more connected stones of a colour disappear. " +
			"If the stones above them fall and make others disappear, the chain sends garbage to the other field, where another chain can cancel it. " +
			"A player whose third column is filled up to the twelfth row loses, and the game ends.",
		Ja: puzzle.Ja +
			"相手のフィールドを邪魔石で埋め、自分のフィールドは埋まらないようにします。" +
			"手番には、色のついた石をふつう二つ、一つの列か隣り合う二列に落とし、同じ色が四つ以上つながると消えます。" +
			"上の石が落ちてまた消えると連鎖になって相手に邪魔石を送り、相手はそれを自分の連鎖で打ち消せます。" +
			"左から3列目の12段目が埋まった側の負けで、対局は終わります。",
	}
}

// examples returns the examples of RULES.md.
func examples() []engine.Diagram {
	bottom := [2]string{"1.1.1", "1.6.4"} // the part of the fields where stones fall first
	return []engine.Diagram{
		{Rule: listWrongCount, Options: engine.Options{"rules": "kou"}, Part: bottom, Refused: "3L:A,3U:B", Allowed: "8L:A",
			Signs: i18n.Same("A@3L:red B@3U:red A@8L:green")},
		{Rule: listCellTaken, Options: engine.Options{"rules": "kou"}, Moves: "5L:A", Part: bottom, Refused: "5L:B,6L:B", Allowed: "8L:B,9L:B",
			Signs: i18n.Same("B@6L,5L:red B@8L,9L:green")},
		{Rule: listColourUsedUp, Options: engine.Options{"rules": "kou"}, Moves: "1L:A 1U:A,2L:A 2U:A,3L:A 3U:A,4L:B", Part: bottom, Refused: "6L:A,6U:C", Allowed: "8L:B,8U:C",
			Signs: i18n.Same("A@6L:red C@6U:red B@8L:green C@8U:green")},
		{Rule: placeSingleExpected, Part: bottom, Refused: "12AB", Allowed: "4A", Signs: i18n.Same("A@1.1.1:red B@1.2.1:red A@1.4.1:green")},
		{Rule: placePairExpected, Moves: "3A", Part: bottom, Refused: "1A", Allowed: "45AB", Signs: i18n.Same("A@2.1.1:red A@2.4.1:green B@2.5.1:green")},
		{Rule: placeColumns, Position: "///// ///// free free 0,0 0,0 - - - ??,?? 1 move v1", Part: bottom, Refused: "13AB", Allowed: "56AB",
			Signs: i18n.Same("A@1.1.1:red B@1.3.1:red A@1.5.1:green B@1.6.1:green")},
		{Rule: placeNotThisTsumo, Options: engine.Options{"rules": "ten"}, Position: "///// ///// free free 0,0 - 0,0 +1 - AB+CD+CD,AB+CD+CD 1 move v1", Part: bottom, Refused: "12CC",
			Allowed: "45AB", Signs: i18n.Same("C@1.1.1,1.2.1:red A@1.4.1:green B@1.5.1:green")},
		{Rule: placeNoRoom, Position: "BCDBCDBCDBCDA///// ///// free free 0,0 0,0 - - - ??,?? 1 move v1", Refused: "11AB", Allowed: "56AB", Marks: "1.1:red", Signs: i18n.Same("×@1.1.13:red")},
		{Rule: endToppedOut, Position: "//BCDBCDBCDBC/// ///// free free 0,0 0,0 - - - ??,?? 1 move v1", Moves: "33AB"},
	}
}
