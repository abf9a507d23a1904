package reply

import "testing"

// TestIsLongName: a name has up to four words with capital letters that are in no phrase, and short words between them.
func TestIsLongName(t *testing.T) {
	for text, want := range map[string]bool{
		"Hubert de La Fressange": true, "Gonzalo Ximénez Quesada": true, "Anna Maria Kowalke": true, "Drs Pieter Hofstra": true,
		"Please Wait For Carol": false, "Anna maria Kowalke": false, "Gonzalo Ximénez Quesada Treviño Garza": false, "Wyndham Tomorrow": false,
	} {
		words := tokens(text, nil)
		if got := isLongName(words[:len(words)-1]); got != want {
			t.Errorf("%q is a long name: %v", text, got)
		}
	}
}

// TestSignsOff: a signature begins with a name on a line of its own and has at most six lines of names, titles, addresses and numbers. What is
// no part of one is asked about, wherever it stands.
func TestSignsOff(t *testing.T) {
	for text, plays := range map[string]bool{
		"e2\n\ni. A. Dipl.-Ing. Torsten Behnke\nGebäude C, Raum 2.14\nTel. +49 231 555 01-0": true,
		"e2\n\nIngvar Stråhle, f.d. kantor":                                                  true,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\n1015 CX Amsterdam":                         true,
		"e2\n\nMvg,\ndrs. P. Hofstra":                                                        true,
		"e2\n\nYours,\nK. Venkataraman, B.E. (Retd.)":                                        true,
		"e2\n\nPetra Kowalke\nKowalke Logistik GmbH\nTel. 0231 55501\n44137 Dortmund":        true,
		"e2\n\nPetra Kowalke\nLager\nHalle\nRampe\nKontor\nWerk":                             true,
		"e2\n\nPetra Kowalke\nLager\nHalle\nRampe\nKontor\nWerk\nDepot":                      false,

		"e2\n\nСмирнов Пётр\nглавный инженер ООО «Прогресс»\nтел. 8 (4822) 12-34-56":       true,
		"e2\n\nCordialement\nJean Morel\nAvocate au barreau de Liège\nTél. 03 83 12 34 56": true,
		"e2\n\nCordiali saluti\nSilvia Ferri\nCommercialista\nP.IVA 01234567890":           true,
		"e2\n\nMfG\nKarl Brömmel\nIngenieurbüro für Statik\nwww.broemmel.example":          true,
		"e2\n\n敬具\n\n山田商事株式会社\n営業部　佐藤一郎\n東京都千代田区":                                          true,
		"e2 Gruß, Resi": true, "e2. Liebe Grüße, Resi": true,

		"e2\n此致\n敬礼\n等等，先别走":                                                      false,
		"e2\n\n敬具\n\n猫が踏みました":                                                     false,
		"e2\n\nCordialement\nJean Morel\nAvocate qui dit d1":                      false,
		"e2\n\nCordialement\nJean Morel\nAvocate contre":                          false,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\nTake back":                      false,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\nplease wait":                    false,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\nNot Today":                      false,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\nI resign.":                      false,
		"e2\n\ndrs. P. Hofstra\nKeizersgracht 12\nd1":                             false,
		"e2\n\nIngvar Stråhle, f.d. kantor\n\nThat was the cat on the keyboard.":  false,
		"e2\n\nNo leak too small\nBrannigan Plumbing":                             false,
		"e2 Torsten Behnke, Raum 2":                                               false,
		"e2, Torsten Behnke, Raum 2":                                              false,
		"e2\n\nMvg,\ndrs. P. Hofstra\nKeizersgracht 12\nPS: not e2 but the other": false,
	} {
		r := e2Only("alice", "bob")
		move := r.Move
		r.Move = func(text string) (string, bool) {
			if text == "d1" {
				return "d1", true
			}
			return move(text)
		}
		if got := r.Read(text); (got.Wish.Move == "e2") != plays {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
