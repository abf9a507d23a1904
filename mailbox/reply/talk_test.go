package reply

import "testing"

// TestMoveWithDoubts: a move beside anything that may concern it is never played.
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
		"e2 luego", "e2, o no", "e2 na razie", "e2 logo", "e2, oder nein", "e2 dopo", "e2, of niet", "e2 пока", "e2 plus tard", "e2 senare", "e2回头", "e2\n\n-- \nBob\n\nOops, e8-e8, wrong one",
		"e2\n\n-- \nBob Smith\nPlumber\n\nOn second look, I will send you something else tonight.",
		"e2\nVitsi", "e2 - Grapje", "e2\n保留", "e2\n算了", "e2\nなし", "e2\nVorbehaltlich",
		"e2. My wife says that would leave the door open for you all afternoon.",
		"e2. But my brother and I will have coffee first and see what he says.",
		"e2. If the train is late I will have time to find something nicer in the evening.",
		"e2. Never in my life would I go there with the family of mine watching.",
		"e2. Give me until Tuesday after work and I will have another one for you.",
		"e2. No, no, no, I was reading the letter from my friend in London.",
		"e2\nI cannot say if my friend in London would like the look of the thing at all.",
		"e2. Can you hear me laughing from here all the way to the mountain house?",
		"I'd say e2, but the kids are loud today.",
		"e2. Mein Sohn hat mit meinem Handy gespielt, während ich in der Küche war.",
		"e2. Nicht heute, ich bin müde und muss morgen früh zur Arbeit in die Stadt.",
		"e2. Kann sein, dass ich heute Abend nach dem Essen noch etwas Besseres schreibe.",
		"e2. Si ma femme rentre ce soir, elle va me dire autre chose pour demain.",
		"e2. Mais non, je suis encore au bureau avec mes collègues et je n'ai rien vu.",
		"e2. Je ne veux pas dire que je vais y aller, je suis encore au lit.",
		"e2. Eso era para mi hermano de Madrid, no para ti, perdona amigo mío.",
		"e2. No, todavía estoy en el trabajo y no he visto nada de nada hoy.",
		"e2. No, era per mio fratello di Roma, non per te, scusa tanto amico.",
		"e2. Se a minha mulher não disser outra coisa hoje à noite no jantar.",
		"e2. O meu filho pegou no meu telefone quando eu estava na cozinha.",
		"e2. Nee, dat was voor mijn broer in Amsterdam en niet voor jou, sorry.",
		"e2. Jeśli żona wróci z pracy, to powie mi coś innego przy kolacji w domu.",
		"e2. Mój syn wziął telefon, kiedy byłem w kuchni z babcią i robiłem herbatę.",
		"e2. Нет, это для брата в Москве, а не для тебя, извини, мой друг.",
		"e2。如果我太太今天晚上回家说别的，我就听她的。",
		"e2。我儿子拿了我的手机，我在厨房做饭的时候他写的。",
		"e2. 아니요, 그건 서울에 있는 동생에게 보낸 거예요. 미안합니다.",
		"Not e2, the kids are asleep.",
		"e2\n\nOn reflection the other side looks nicer.", "e2\n\nSent from my iPhone by the toddler", "e2\n\nBob\nPS Strike the above, I had tea in one hand.",
		"e2\n\nSo hat jedenfalls mein Opa angefangen.", "e2\n\nAyer en el bar uno empezó así y perdió.", "e2\n\nWould the family do that at home?", "e2\n\nDer Hund lag auf dem Rechner.",
		"e2\n\nThis e-mail is confidential and intended solely for Mary, please do not act on it.", "e2\n\nKind regards\nBob Miller\nFacilities\nPlease hold this back until Friday",
		"e2\n\nThat came out of the dice, so treat it as weather.", "e2\n\nHave a lovely weekend! The proper one arrives with the next post.", "e2\n\nMeine Frau schüttelt den Kopf.", "e2\n\nMijn buurman lacht me er nu al om uit.",
		"e2\n\nLo bueno viene en el próximo correo.", "e2\n\nMia played while I made the tea.", "Hello, first time I've played anything by mail since 1998! e2, or so",
		"e2\n\nSent too soon.", "e2\n\nThe keyboard was sticky.", "The book on the shelf says: e2",
		"e2\nThe letter was for my brother, his name is Bob too and he lives in Leeds.",
	} {
		r := Reader{Move: func(text string) (string, bool) {
			return map[string]string{"e2": "e2", "e8": "e8", "e8-e8": "e8-e8"}[text], true
		}}
		if got := r.Read(text); got.Wish != (Wish{}) {
			t.Errorf("%q is read as %+v", text, got.Wish)
		}
	}
}

// TestMoveWithHarmlessWords: greetings, names, signatures and phrases of playing do not delay a move.
func TestMoveWithHarmlessWords(t *testing.T) {
	for _, text := range []string{
		"e2\n\nBest wishes\nBob\nVice President, Facilities\nRoom E8, 1100 Main Street",
		"アリス様\n\ne2\n\n田中", "e2\n王伟", "e2\n小王", "e2\n\nHasta luego,\nBob", "e2\n\n-- \nBob\nFlat e8", "e2\n\n-- \nBob\ne8-e8 is for others", "앨리스 님\ne2", "e2 - Mo", "e2\nBobbie x", "e2\n鼈甲",
		"Ich setze meinen Bauern auf e2. Schöne Grüße an die Familie!",
		"Je déplace mon pion en e2. Bonne journée !",
		"O peão vai para e2. Um abraço!",
		"e2 pls, thx",
		"e2\n\nThanks for the last game, that was close!",
		"e2\n\nVerzonden vanaf mijn Samsung Galaxy-smartphone.", "e2\n\nGalaxy에서 보냈습니다.", "e2\n\nHämta Outlook för Android", "I'll start with e2 this time.", "Ik leg e2 neer.", "壁：e2",
		"e2\n\nBenedetta\nTänk på miljön innan du skriver ut det här mejlet.",
		"e2\nBenedetta",
		"Coucou, e2 pour moi. Bisous, Mamie",
		"Mi movimiento: e2. Un beso enorme desde Sevilla.",
		"Мой ответ: e2. Хорошего вечера и до связи!",
		"Ich fange ganz brav an: e2.", "Poproszę e2. I herbatę :)",
	} {
		r := Reader{Move: func(text string) (string, bool) {
			return map[string]string{"e2": "e2", "E8": "e8"}[text], text == "e2"
		}}
		if got := r.Read(text); got.Wish.Move != "e2" {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestMoveWithTalk checks that a move beside anything that is not harmless is asked about, and only then.
func TestMoveWithTalk(t *testing.T) {
	for _, text := range []string{
		"e2\n\nThe train stood outside Crewe for two hours.",
		"My uncle is here from Leeds with his dogs. e2",
		"Sorry I'm late, the boiler burst. e2",
		"e2. Die Bahn stand zwei Stunden im Schnee.",
		"Il y a du vent sur la côte. e2",
		"e2. Hoy hace mucho frío en la sierra.",
		"e2. Il treno era in ritardo e siamo ancora a Bologna.",
		"e2. O meu avô está no hospital com gripe.",
		"e2. De kinderen zijn vandaag bij oma in de tuin.",
		"e2. U nas jest bardzo dużo śniegu.",
		"e2. У нас сегодня очень много снега.",
		"e2。今朝は庭に鳥が来ていました。",
		"e2。我们今天去了海边。",
		"e2. 오늘은 눈이 많이 왔어요.",
		"e2\nThe phone is broken.\nBenedetta",
		"e2\nWe had the grandchildren here from Friday to Sunday and the house looks as if an army had been through it.",
		"e2\nIf the weather holds we are going to the beach on Sunday with the children.",
		"e2\nWhen you come to London next month you must visit us and see the garden.",
		"e2\nDie Kinder wollen nicht ins Bett und der Hund liegt noch immer auf dem Sofa.",
		"e2\nIch war noch nie so müde wie nach der langen Reise von Berlin nach Hause.",
		"e2\nS'il fait beau dimanche, nous allons à la plage avec les enfants et les chiens.",
		"e2\nSi hace buen tiempo el domingo vamos a la playa con los niños y la abuela.",
		"e2\nSe domenica fa bel tempo andiamo al mare con i bambini e la nonna.",
		"e2\nO cão não quer sair com a chuva e os meninos estão em casa desde segunda.",
		"e2\nPies nie chce wyjść na deszcz, a dzieci są chore w domu od poniedziałku.",
		"Собака не хочет гулять под дождём, а дети дома с понедельника. e2",
		"我走e2。狗不想出门，外面下雨，孩子们都在家里。",
		"e2로 갑니다. 비가 와서 강아지가 밖에 안 나가려고 해요.",
		"e2\n\nMerci pour la dernière partie, j'ai montré la finale à mon père.",
		"How was the trip to Wales?\n\nSo here's my move:\ne2",
		"Были на даче, топили баню, снега по колено.\n\ne2",
		"e2\n\nThanks for setting this up! First time I've played anything by mail since about 1998.\n\nBob",
		"e2\n\nHoe was Texel?",
		"e2\n\nDes nouvelles de Claire ?",
		"I am off to the left today: e2",
		"e2\nСеребро вперёд. Кстати, спасибо за книгу, читаю взахлёб.",
		"e2\n\nI do hope this infernal contraption has sent it off by now.",
	} {
		if got := e2Only().Read(text); len(got.Maybe) != 1 || got.Maybe[0].Move != "e2" {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestSaidBesideAMove checks that words after "say:" delay no move, and that they hide no doubt before them.
func TestSaidBesideAMove(t *testing.T) {
	for text, want := range map[string]string{
		"e2\nsay: It snows.\nOr so it seems.": "It snows.\nOr so it seems.", "say: It snows.\n\ne2": "It snows.", "e2\n伝言：雪です。": "雪です。", "e2 -- It snows.": "It snows.",
	} {
		if got := e2Only().Read(text); got.Wish.Move != "e2" || got.Comment != want {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got := e2Only().Read("e2, or maybe not\nsay: It snows."); got.Wish != (Wish{}) || len(got.Maybe) != 1 {
		t.Errorf("a doubtful move with a message is read as %+v", got)
	}
}

// TestMovePostponed: words below a move that name a later time are asked about, unless they are a farewell.
func TestMovePostponed(t *testing.T) {
	r := Reader{Names: []string{"alice", "bob"}, Move: func(text string) (string, bool) { return map[string]string{"e2": "e2"}[text], true }}
	for text, want := range map[string]bool{
		"Tomorrow, after breakfast.": true, "Later.": true, "Not before Monday.": true, "Once I've slept.": true, "At the weekend, with more time.": true, "Not tonight, Alice.": true,
		"Morgen, nach dem Frühstück.": true, "Heute Abend, in Ruhe.": true, "Später.": true, "Demain, après le petit déjeuner.": true, "Ce week-end, avec plus de temps.": true, "Plus tard.": true,
		"Mañana, después del desayuno.": true, "El lunes, entonces.": true, "Más tarde.": true, "Domani, dopo colazione.": true, "Stasera, con calma.": true, "Più tardi.": true,
		"Morgen, na het ontbijt.": true, "Over een uur.": true, "Straks.": true, "Jutro, po śniadaniu.": true, "Innym razem.": true, "Później.": true,
		"Amanhã, depois do café.": true, "Hoje à noite, com calma.": true, "Mais tarde.": true, "Завтра, после завтрака.": true, "Через час.": true, "Потом.": true,
		"Imorgon, efter frukost.": true, "Nästa vecka.": true, "Senare.": true, "明日、朝食のあとで。": true, "来週。": true, "後ほど。": true,
		"내일, 아침 먹고.": true, "다음 주에.": true, "나중에.": true, "明天，早饭以后。": true, "改天。": true, "待会儿。": true,

		"See you tomorrow!": false, "Have a good evening!": false, "Snow this morning.": true, "Birthday on Monday!": true, "Sunny today, rain tomorrow.": true, "Tomorrow we are off to Leeds by train with all the children.": true,
		"Bis morgen!": false, "Schönes Wochenende!": false, "À demain !": false, "Bonne soirée": false, "Hasta mañana": false, "Hasta luego": false, "A domani": false, "A dopo": false, "Tot morgen": false, "Fijne avond": false,
		"Do jutra": false, "Miłego wieczoru": false, "Até amanhã": false, "Bom fim de semana": false, "До завтра": false, "Хорошего вечера": false, "Vi ses imorgon": true, "また明日": false, "よい週末を": false,
		"내일 봐요": false, "明天见": false, "周末愉快": false,
	} {
		if got := r.Read("e2\n\n" + text); (got.Wish == Wish{}) != want || len(got.Maybe) != 1 && want {
			t.Errorf("%q below a move gives %+v", text, got)
		}
	}
}

// TestAcceptanceWithTalk: an invitation is accepted beside harmless phrases only.
func TestAcceptanceWithTalk(t *testing.T) {
	for text, want := range map[string]bool{
		"Yes, let's play!\n\nWe were in Rome last week and it rained every day.": false, "accept\n\nMy grandson has taught me the rules on Sunday.": false, "Sure!\n\nHow are the kids?": false,
		"はい\n\nこちらは雪が降っています。": false, "承諾します\n先週、孫が生まれました。": false, "Ja, gerne!\n\nBei uns schneit es seit gestern und die Kinder sind begeistert.": false,
		"Oui, avec plaisir !\n\nIl neige depuis hier et les enfants sont ravis.": false, "Sí, acepto.\n\nAyer estuvimos en la playa con los niños.": false, "Accetto!\n\nIeri siamo stati al mare con i bambini.": false,
		"Ja, leuk!\n\nWe waren gisteren op het strand met de kinderen.": false, "Aceito!\n\nOntem fomos à praia com as crianças.": false, "Akceptuję!\n\nWczoraj byliśmy z dziećmi nad morzem.": false,
		"Да, с удовольствием!\n\nВчера были на даче, шёл снег.": false, "Ja, gärna!\n\nIgår var vi på stranden med barnen.": false, "接受\n\n昨天我们去了海边。": false, "네, 좋아요!\n\n어제 눈이 많이 왔어요.": false,

		"accept\nsome random words": false, "accept\n\nBut only if we play without a clock.": false, "Yes, I remember you!\n\nWe met in Rome with the children.": false, "Yes?\n\nThe weather is lovely here.": false,
		"Yes.\n\nTomorrow, after breakfast.": false, "Yes.\n\nI am Bob's daughter. My father passed away last week.": false, "accept\n\ndecline": false, "accept\n\nI begin.": false, "はい\n父は先月亡くなりました。": false,
		"Ja.\n\nIch habe leider keine Zeit.": false, "Oui.\n\nJe suis trop vieux pour ces jeux.": false, "Sí.\n\nEstoy muy ocupado este año.": false, "Sì.\n\nNon ho tempo.": false, "Ja.\n\nIk ben te oud voor spelletjes.": false,
		"Tak.\n\nJestem za stary na gry.": false, "Sim.\n\nMeu pai faleceu em maio.": false, "Да.\n\nМой отец умер в мае.": false, "Ja.\n\nJag är för gammal för spel.": false, "是的。\n\n我太忙了。": false, "네.\n\n저는 너무 바빠요.": false,
	} {
		if got := (Reader{Invited: true, Names: []string{"alice", "bob"}}).Read(text).Wish; (got == Wish{Word: Accept}) != want {
			t.Errorf("%q is read as %+v", text, got)
		}
		if got := (Reader{}).Read(text).Wish; got != (Wish{}) {
			t.Errorf("without an invitation %q is read as %+v", text, got)
		}
	}
	for _, text := range []string{"Yes, I accept!", "Accept. Thank you, Alice!", "はい、承諾します。よろしくお願いします。"} {
		if got := (Reader{Invited: true, Names: []string{"alice", "bob"}}).Read(text).Wish; got != (Wish{Word: Accept}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	for _, text := range []string{"Yes.\n\nWe were in Rome last week.", "accept\n\nMy grandson has taught me the rules on Sunday."} {
		if got := (Reader{Invited: true}).Read(text); got.Wish != (Wish{}) || len(got.Maybe) != 1 || got.Maybe[0] != (Wish{Word: Accept}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestMoveWrittenTwice: the square that a piece goes to, written beside the move, is a part of it.
func TestMoveWrittenTwice(t *testing.T) {
	r := Reader{Move: func(text string) (string, bool) { return map[string]string{"G4e-3d": "G4e-3d"}[text], true }}
	if got := r.Read("Gold up to 3d please (G4e-3d)."); got.Wish.Move != "G4e-3d" {
		t.Errorf("it is read as %+v", got)
	}
	for _, text := range []string{"Gold to 4d please (G4e-3d).", "Gold not to 3d (G4e-3d)."} {
		if got := r.Read(text); got.Wish != (Wish{}) {
			t.Errorf("%q is read as %+v", text, got.Wish)
		}
	}
}

// TestSendWithTalk: what only sends something is done whatever follows, unless that is an instruction.
func TestSendWithTalk(t *testing.T) {
	for text, want := range map[string]Word{
		"Could you send me the board again please? My mail program has mangled the columns.": Show,
		"Regeln bitte, ich hab das noch nie gespielt. Danke!":                                Rules,
		"Help! I resign.":     None,
		"Help, this is hard!": None, "Help! This is hard.": Help,
		"My son sent you the rules, and the board is here too.": None,
	} {
		if got := (Reader{}).Read(text).Wish.Word; got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestAwayInManyLanguages: the days of an absence are read with the names of months, and without a year they are asked about.
func TestAwayInManyLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"away 20 December 2026 to 5 January 2027": "2026-12-20..2027-01-05", "away 2026-12-20..27": "2026-12-20..2026-12-27", "away 20.12.2026. Best wishes": "2026-12-20",
		"Ich bin abwesend vom 20. Dezember 2026 bis 5. Januar 2027": "2026-12-20..2027-01-05", "absent du 20 au 27 décembre 2026": "2026-12-20..2026-12-27",
		"ausente del 20 de diciembre de 2026 al 5 de enero de 2027": "2026-12-20..2027-01-05", "отсутствую с 20 декабря 2026 по 5 января 2027": "2026-12-20..2027-01-05",
		"away with the fairies": "", "away from 20 cats": "",
	} {
		if got := (Reader{}).Read(text); got.Wish.Days != want {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got := (Reader{}).Read("away 20 December to 5 January"); got.Wish != (Wish{}) || len(got.Maybe) != 1 || got.Maybe[0].Days != "12-20..01-05" {
		t.Errorf("without a year it is read as %+v", got)
	}
}
