package reply

import "testing"

// TestMoveWithDoubts: what may concern the move is never taken for small talk.
func TestMoveWithDoubts(t *testing.T) {
	for _, text := range []string{
		"e2. My son says that's a blunder.", "e2. Just kidding.", "e2. Don't send it yet.", "e2. Ask Bob first.", "e2. Or so my wife says.",
		"e2. The cat walked over the keyboard.", "e2. My daughter pressed send.", "e2. I was drunk when I typed it.", "e2. April fools!", "e2. Only if it rains on Sunday.",
		"e2. Actually my brother has the laptop now.", "e2. We will see about that.", "e2. Tomorrow, after breakfast.", "e2. Psych!", "e2. Have mercy on my wall.",
		"e2. It was my little sister on the phone.", "e2. I wish I could.", "e2. In your dreams.", "e2. The doctor has forbidden me to play.", "e2. Is the queen protected there?",
		"e2. Mein Sohn hat das getippt.", "e2. War nur Spaß.", "e2. Erst muss ich noch meine Frau fragen.", "e2. Das war die Katze.", "e2. Oder doch lieber nicht.", "e2. Wenn der Regen aufhört.",
		"e2. C'est mon fils qui a tapé.", "e2. Je plaisante.", "e2. Attends encore un peu.", "e2. Enfin, si tu es d'accord.", "e2. Mon chat est passé sur le clavier.",
		"e2. Era broma, claro.", "e2. Lo ha escrito mi hijo.", "e2. Espera a que llegue a casa.", "e2. Bueno, mejor lo pienso.",
		"e2. Scherzavo, naturalmente.", "e2. È stato il gatto.", "e2. Aspetta che torno a casa.", "e2. Foi o gato que escreveu.", "e2. Brincadeira, viu.", "e2. Ainda vou pensar.",
		"e2. Dat was de kat.", "e2. Grapje, hoor.", "e2. Wacht nog even tot morgen.", "e2. To był mój kot.", "e2. Żartowałem.", "e2. Jeszcze pomyślę w domu.",
		"e2. Это был мой кот.", "e2. Шучу я так.", "e2. Подожди до вечера.", "e2。猫が踏みました。", "e2。冗談ですよ。", "e2。まだ送らないでください。", "e2。妻に聞いてからにします。",
		"e2。是我儿子按的。", "e2。开玩笑的啦。", "e2。等我回家再说。", "e2. 고양이가 눌렀어요.", "e2. 농담이에요 하하.", "e2. 아내에게 물어보고요.",
		"e2. Det var katten som gick här.", "e2. Jeg venter til i morgen.", "e2. To byla moje kočka.", "e2. Se oli kissa.", "e2. Kedi bastı ona.", "e2. Ĝi estis nur ŝerco.", "e2. Csak vicceltem, persze.",
		"e2\n\nBest wishes,\nBob\nPS That was the cat.", "e2\nCheers\nBob\nPS: make that the other one", "e2\nKind regards\nRoom e8 instead",
		"My father opened the door for e2.", "The weather is nice, unless e2.", "e2, on the advice of my wife.", "e2. \"The weather is lovely today here\", says he.",
		"e2. Back at home, the clock is running.", "e2. My dog is at the wall.", "e2. Two minutes, I am on the phone.", "e2. I take the train, and I take it back.",
	} {
		r := Reader{Move: func(text string) (string, bool) { return map[string]string{"e2": "e2", "e8": "e8"}[text], true }}
		if got := r.Read(text); got.Wish != (Wish{}) {
			t.Errorf("%q is read as %+v", text, got.Wish)
		}
	}
}

// TestMoveWithSmallTalk: a story beside a move does not delay it.
func TestMoveWithSmallTalk(t *testing.T) {
	for _, text := range []string{
		"e2\n\nThe train stood outside Crewe for two hours.", "My uncle is here from Leeds with his dogs. e2", "Sorry I'm late, the boiler burst. e2",
		"e2. Die Bahn stand zwei Stunden im Schnee.", "Il y a du vent sur la côte. e2", "e2. Hoy hace mucho frío en la sierra.", "e2. Il treno era in ritardo e siamo ancora a Bologna.",
		"e2. O meu avô está no hospital com gripe.", "e2. De kinderen zijn vandaag bij oma in de tuin.", "e2. U nas jest bardzo dużo śniegu.", "e2. У нас сегодня очень много снега.",
		"e2。今朝は庭に鳥が来ていました。", "e2。我们今天去了海边。", "e2. 오늘은 눈이 많이 왔어요.", "e2\n\nBest wishes\nBob\nVice President, Facilities\nRoom E8, 1100 Main Street",
	} {
		r := Reader{Move: func(text string) (string, bool) {
			return map[string]string{"e2": "e2", "E8": "e8"}[text], text == "e2"
		}}
		if got := r.Read(text); got.Wish.Move != "e2" {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
