package main

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tour are command lines, "STATUS PLAYER LINE": each command once right and once wrong.
const tour = `0 alice version
2 alice version now
0 alice rules
2 alice rules now
0 alice rules rengi move.malformed
2 alice rules rengi nothing
2 alice rules go
2 alice rules quoridor nothing -o x.png
0 alice themes
2 alice themes nothing
0 alice help --completion bash
2 alice help --completion tcsh
2 alice nonsense
2 alice mvoe
2 alice secret nonsense
2 alice show --nonsense
2 alice show --at x
2 alice show -o
2 alice show -o a --output b
2 alice show --flip=maybe
2 alice show --delay x
2 alice show ---
2 alice --nonsense
0 alice new quoridor -o @q.kif
0 alice new diceshogi -o @d.kif
0 alice new rengi -o @r.kif
0 alice new slashchain -o @s.kif
1 alice new quoridor -o @q.kif
2 alice new go
2 alice new quoridor --set players=3
2 alice new quoridor --set size=3
2 alice new quoridor --seat 5=Bob
2 alice new quoridor --seat x
2 alice new quoridor --time soon
2 alice new quoridor --position nonsense
2 alice new rengi --position nonsense
2 alice new goryujin --position nonsense
2 alice new slashchain --position nonsense
0 alice throw @d.kif 4
4 alice throw @q.kif
0 alice move @q.kif e2
3 alice move @q.kif e2
2 alice move @q.kif e8 --dry-run --send
4 alice move @q.kif e8 --seat 1
1 alice move @nothing.kif e2
5 alice move @bad.kif e2
0 alice undo @q.kif
1 alice undo @q.kif
2 alice undo @q.kif --send
0 alice show @q.kif
0 alice show @q.kif --spoken
0 alice show @q.kif -o @q.svg
0 alice show @d.kif --zoom auto
2 alice show @q.kif --at 9
2 alice show @q.kif --format pdf
2 alice show @q.kif -o @x.kif
2 alice show @q.kif --colour pink
2 alice show @q.kif -o @x.png --theme pink
2 alice show @q.kif -o @x.png --theme @theme.yaml
2 alice show @q.kif -o @x.png --scale 99
2 alice show @q.kif -o @x.png --zoom near
2 alice show @q.kif -o @x.png --size 9
2 alice show @q.kif --mark z9
2 alice show @q.kif --number 0
2 alice show @d.kif --paths
2 alice show @q.kif --pieces stones
2 alice show @q.kif --all
2 alice show @q.kif --card
0 alice play --replay @q.kif
2 alice play --replay @q.kif --at 9
0 alice moves @r.kif
5 alice moves @bad.kif
0 alice try --game quoridor e2 e8
3 alice try --game quoridor e2 e5
2 alice try
2 alice try --game quoridor --at 1
0 alice check @q.kif
5 alice check @bad.kif @nothing.kif
2 alice check --all -
0 alice convert @q.kif @copy.kif
1 alice convert @q.kif @copy.kif
2 alice convert @q.kif @copy.zzz
2 alice convert @q.kif @copy.kif --encoding ebcdic
2 alice convert @q.kif @copy.csa
0 alice engine perft --game quoridor --depth 1
2 alice engine perft --game quoridor
0 alice engine duel --game rengi --games 2 simple simple
2 alice engine duel --game rengi simple
0 alice analyse @q.kif --nodes 50
2 alice analyse @q.kif --level 11
0 alice puzzle --nodes 1
0 alice puzzle @bob --nodes 1
2 alice puzzle --nodes 0
1 alice puzzle --solution
2 alice puzzle -o @x.pdf
2 alice puzzle --send --list
0 alice note @q.kif lost --at 0
2 alice note @q.kif --at 0
1 alice note @q.kif --remove 7
0 alice plan --clear @q.kif
2 alice plan --clear @q.kif x
1 alice plan @q.kif nonsense
0 alice resign @q.kif
4 alice resign @q.kif
0 alice draw @r.kif
2 alice draw a b c
1 alice accept @s.kif
0 alice clock claim @s.kif
1 alice clock claim @nothing.kif
1 alice say @s.kif hello
1 alice invite --rematch @s.kif
2 alice matches --with bob
2 alice matches --over --since yesterday
0 bob poll
1 nobody poll
6 lost poll
1 odd matches
1 wrong matches
6 alice invite quoridor carol@example.org
2 alice invite quoridor nobody
2 alice invite quoridor alice@example.org
2 alice invite quoridor bob@example.org --seat 9
2 alice invite quoridor bob@example.org --rest weekend
0 alice invite quoridor bob@example.org --seat 1 --time 3d
1 alice accept
1 bob decline nothing
0 bob poll
0 bob matches
0 bob accept
0 alice poll
0 alice matches --waiting
2 alice matches --waiting now
2 alice matches --waiting --over
2 alice matches --restore --over
2 alice poll --skipped --watch
2 alice invite --rematch bob --seat 1
2 alice play --at 1
2 alice block --remove
2 alice help --man move
2 alice rules -o x.png
2 alice themes --letters
4 bob move alice e2
0 alice plan bob
0 alice move bob e2 --send --draw
0 bob poll
0 bob matches --waiting
1 alice clock resume bob
2 bob clock away alice tomorrow
0 bob clock away alice 2099-12-20..2099-12-25
0 bob say alice hello
0 bob send alice
1 bob send nothing
0 bob clock pause alice --send
1 bob clock pause alice
0 alice poll
0 alice accept bob
1 alice accept bob
0 alice clock resume bob --send
2 alice substitute bob nobody
1 alice substitute bob bob@example.org
0 alice substitute bob dave@example.org
0 alice undo bob
2 alice settle bob
2 alice settle bob --take theirs
2 alice settle bob --lost --send
1 bob receive
2 bob poll --watch now
0 alice secret keys
0 alice secret keys bob
1 alice secret keys @nothing.kif
0 alice secret show
2 alice secret show all
0 alice secret new
2 alice secret new one
0 alice secret rotate bob
1 alice secret rotate nothing
1 alice secret replace bob
1 alice secret import
0 bob invite slashchain alice@example.org
0 alice poll
2 alice decline --seat x
0 alice decline --time 7d
1 alice decline nothing
0 bob poll
0 bob decline
1 bob decline
2 alice secret address nonsense
0 bob secret address bob@example.net
0 alice block bob@example.org
2 alice block nobody
0 alice block --remove bob@example.org
1 alice block --remove bob@example.org
2 alice setup --address alice
2 fresh setup --address alice
2 fresh setup --address alice@example.org --provider nothing
2 fresh setup --address alice@example.org
1 alice setup --address eve@example.org --exchange @post
0 alice doctor
6 lost doctor
6 nobody doctor
0 alice matches --restore
1 carol matches --restore
2 alice demo now
2 alice themes --gallery
0 alice help --man
0 alice help
2 alice help me now
5 carol matches
0 alice bot --once
2 alice bot now
`

// untoured are what the tour leaves out: what takes long, what ends by an interrupt alone, and what cannot fail.
var untoured = []string{"demo", "receive", "secret import", "secret replace", "setup", "settle", "help"}

// TestJapanese wants no sentence of English in what the commands say in Japanese: asked for by --lang, and by the locale.
func TestJapanese(t *testing.T) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		t.Setenv(name, "")
	}
	s := newTable(t)
	s.write("nobody.yaml", "folder: "+s.file("alice")+"\nstate: "+s.file("state")+"\nsecret: "+s.file("none")+"\n")
	s.write("carol/bad.kif", "nonsense")
	s.write("odd.yaml", "adress: x\nname: [x]\n")
	s.write("wrong.yaml", "confirm: x\n")
	s.write("theme.yaml", "colour: x\n")
	for i, line := range strings.Split(strings.TrimSpace(tour), "\n") {
		if i%2 == 0 {
			t.Setenv("LANG", "ja_JP.UTF-8")
			s.tell(line)
		} else {
			t.Setenv("LANG", "")
			s.tell(line, "--lang", "ja")
		}
	}
	for command := range jsonCommands() {
		if !slices.Contains(untoured, command) && !(s.good[command] && s.bad[command]) {
			t.Errorf("hikyaku %s: it has succeeded: %t, failed: %t; want both", command, s.good[command], s.bad[command])
		}
	}
}

// tell runs a line of the tour and reads what it says.
func (s *table) tell(line string, flags ...string) {
	s.Helper()
	words := strings.Fields(line)
	want, player := words[0], words[1]
	command, args := s.parse(words[2:])
	var said bytes.Buffer
	status := strconv.Itoa(runHere(s.Context(), "From: x@example.org\r\nSubject: Lunch?\r\n\r\nAt noon?\r\n", &said, &said,
		slices.Concat([]string{"--config", s.file(player + ".yaml")}, flags, args)...))
	if status != want {
		s.Errorf("%s: status %s: %s", line, status, said.String())
	}
	s.good[command], s.bad[command] = s.good[command] || want == "0", s.bad[command] || want != "0"
	if command == "help" {
		return
	}
	for said := range strings.Lines(said.String()) {
		if english := englishIn(said); english != "" {
			s.Errorf("%s: says %q in English: %s", line, english, said)
		}
	}
}

// foreignWords are what may stand in Japanese: command lines, and what is written in capitals for what is to be typed.
const foreignWords = `hikyaku [a-z]+( [a-zA-Z0-9/.-]+)*|chmod 600 |[A-Z]{2,}`

// englishIn returns three or more words of English in a row, "" for none.
func englishIn(line string) string {
	line = regexp.MustCompile(foreignWords).ReplaceAllString(line, "|")
	return regexp.MustCompile(`\b(a|[A-Za-z][a-z']+)([,:;]? [(“"]?(a|[A-Za-z][a-z']+)){2,}\b`).FindString(line)
}
