package crosstable

// Labels are the words of a table in one language.
type Labels struct {
	Number, Player, Points, Place string
	Games, Buchholz, Sonneborn    string
	ShortBuchholz, ShortSonneborn string // at the heads of the plain table, whose lines are to be short
	Bye                           string
	Results                       [results]string // what stands before the names of the opponents
	Marks                         [results]string
	Colon, Comma, Stop            string
}

// English is the labels in English.
var English = Labels{
	Number: "No.", Player: "Player", Points: "Points", Place: "Place",
	Games: "Games", Buchholz: "Buchholz", Sonneborn: "Sonneborn-Berger",
	ShortBuchholz: "Bh", ShortSonneborn: "SB",
	Bye:     "Bye",
	Results: [results]string{"Won against", "Drew with", "Lost to", "Still playing", "No result against"},
	Marks:   [results]string{"1", "½", "0", "*", "–"},
	Colon:   ": ", Comma: ", ", Stop: ". ",
}

// Japanese is the labels in Japanese.
var Japanese = Labels{
	Number: "番号", Player: "名前", Points: "点", Place: "順位",
	Games: "局数", Buchholz: "ブッフホルツ", Sonneborn: "ソンネボーン・ベルガー",
	ShortBuchholz: "BH", ShortSonneborn: "SB",
	Bye:     "不戦勝",
	Results: [results]string{"勝ち", "引き分け", "負け", "対局中", "無勝負"},
	Marks:   [results]string{"○", "△", "●", "＊", "－"},
	Colon:   "：", Comma: "、", Stop: "。",
}
