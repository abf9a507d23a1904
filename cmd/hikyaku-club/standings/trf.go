package standings

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// Report is a FIDE tournament report (TRF16: FIDE Handbook C.04, annex 2 of the endorsement of programs). A line that begins with
// 001 describes a player; the first seat is white. "XXR" gives the number of rounds, as pairing programs write it. Other lines
// are ignored and not written, except for the name (012) and the dates (042 and 052) of the event.
type Report struct {
	Name         string
	Begun, Ended time.Time // days; zero if unknown
	Rounds       int       // of the whole event
	Players      []Reported
}

// Reported is a player in a report. Their pairing number is their place in the list.
type Reported struct {
	Name   string
	Rating int // 0 for none
	Place  int
	Turns  []Turn
	Line   int // in the file that was read, from 1
}

// The columns of a player's line, counted from 0.
const (
	nameColumns = 33
	nameAt      = 14
	ratingAt    = 48
	turnsAt     = 91
	turnColumns = 10
)

// reportDay is the format of a day.
const reportDay = "2006/01/02"

// played and unplayed are the codes of results, by half points.
const (
	played   = "0=1"
	unplayed = "ZHF"
)

// String writes the report.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n", r.Name)
	for i, day := range []time.Time{r.Begun, r.Ended} {
		if !day.IsZero() {
			fmt.Fprintf(&b, "0%d2 %s\n", 4+i, day.Format(reportDay))
		}
	}
	fmt.Fprintf(&b, "062 %d\n092 Individual: Swiss-System\nXXR %d\nXXC white1\n", len(r.Players), r.Rounds)
	for i, p := range r.Players {
		name := []rune(p.Name)
		name = name[:min(len(name), nameColumns)]
		points := 0
		for _, t := range p.Turns {
			points += t.Halves
		}
		fmt.Fprintf(&b, "001 %4d      %-*s %4d %26s %4.1f %4d", i+1, nameColumns, string(name), p.Rating, "", float64(points)/2, p.Place)
		for _, t := range p.Turns {
			fmt.Fprintf(&b, "  %s", t.report())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// report formats a turn: the opponent, the colour and the result.
func (t Turn) report() string {
	switch {
	case t.Seat != 0 && t.Open:
		return fmt.Sprintf("%4d %c  ", t.Opponent+1, "b w"[t.Seat+1])
	case t.Seat != 0:
		return fmt.Sprintf("%4d %c %c", t.Opponent+1, "b w"[t.Seat+1], played[t.Halves])
	case t.Allocated:
		return "0000 - U"
	}
	return fmt.Sprintf("0000 - %c", unplayed[t.Halves])
}

// ReadReport parses a report. The error names the line and the mistake.
func ReadReport(text string) (Report, error) {
	var r Report
	players := map[int]Reported{}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimRight(line, " \r\n")
		code, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch code {
		case "012":
			r.Name = rest
		case "042":
			r.Begun, _ = time.Parse(reportDay, rest)
		case "052":
			r.Ended, _ = time.Parse(reportDay, rest)
		case "XXR":
			n, err := strconv.Atoi(rest)
			if err != nil || n < 1 {
				return r, words.Err("trf.rounds", "line", number, "text", rest)
			}
			r.Rounds = n
		case "XXC":
			if strings.Contains(rest, "black1") {
				return r, words.Err("trf.black", "line", number)
			}
		case "001":
			n, p, err := readPlayer([]rune(line), number)
			if err != nil {
				return r, err
			}
			if _, twice := players[n]; twice {
				return r, words.Err("trf.twice", "line", number, "number", n)
			}
			players[n] = p
		}
	}
	for n := 1; len(players) > 0; n++ {
		p, ok := players[n]
		if !ok {
			return r, words.Err("trf.missing", "number", n)
		}
		delete(players, n)
		r.Players = append(r.Players, p)
	}
	if len(r.Players) == 0 {
		return r, words.Err("trf.empty")
	}
	return r, r.check()
}

// readPlayer parses the line of a player, and returns their number.
func readPlayer(line []rune, at int) (n int, p Reported, err error) {
	field := func(from, to int) string {
		return strings.TrimSpace(string(line[min(from, len(line)):min(to, len(line))]))
	}
	if n, err = strconv.Atoi(field(4, 8)); err != nil || n < 1 {
		return n, p, words.Err("trf.number", "line", at, "text", field(4, 8))
	}
	p.Line = at
	p.Name = field(nameAt, nameAt+nameColumns)
	p.Rating, _ = strconv.Atoi(field(ratingAt, ratingAt+4))
	p.Place, _ = strconv.Atoi(field(85, 89))
	for from := turnsAt; from < len(line); from += turnColumns {
		t := Turn{Opponent: -1}
		opponent, seat, result := field(from, from+4), field(from+5, from+6), field(from+7, from+8)
		other, _ := strconv.Atoi(opponent)
		switch code := strings.NewReplacer("W", "1", "D", "=", "L", "0").Replace(strings.ToUpper(result)); {
		case other > 0 && (seat == "w" || seat == "b") && (code == "" || strings.Contains(played, code)):
			t = Turn{Opponent: other - 1, Seat: strings.Index("b w", seat) - 1, Halves: strings.Index(played, code), Open: code == ""}
		case code == "+":
			t.Halves = 2
		case code == "U":
			t.Halves, t.Allocated = 2, true
		case code == "", code == "-":
		case strings.Contains(unplayed, code):
			t.Halves = strings.Index(unplayed, code)
		default:
			return n, p, words.Err("trf.turn", "line", at, "column", from+1, "round", len(p.Turns)+1, "text", field(from, from+8))
		}
		p.Turns = append(p.Turns, t)
	}
	return n, p, nil
}

// Played returns the number of rounds with games.
func (r *Report) Played() (rounds int) {
	for _, p := range r.Players {
		for i, t := range p.Turns {
			if t.Seat != 0 || t.Allocated {
				rounds = max(rounds, i+1)
			}
		}
	}
	return rounds
}

// check fills in rounds in which players were absent, and compares the turns of opponents.
func (r *Report) check() error {
	rounds := r.Played()
	for i := range r.Players {
		for len(r.Players[i].Turns) < rounds {
			r.Players[i].Turns = append(r.Players[i].Turns, Turn{Opponent: -1})
		}
	}
	for i, p := range r.Players {
		for round, t := range p.Turns {
			if t.Seat == 0 {
				continue
			}
			if t.Opponent >= len(r.Players) {
				return words.Err("trf.opponent", "line", p.Line, "round", round+1, "player", i+1, "opponent", t.Opponent+1)
			}
			if o := r.Players[t.Opponent].Turns[round]; o.Opponent != i || o.Seat != -t.Seat || o.Open != t.Open || !t.Open && t.Halves+o.Halves != 2 && t.Halves+o.Halves != 0 {
				return words.Err("trf.differ", "line", p.Line, "round", round+1, "player", i+1, "opponent", t.Opponent+1)
			}
		}
	}
	if r.Rounds == 0 {
		r.Rounds = rounds
	}
	return nil
}

// swiss returns the event before its next round. Players who already have an entry for that round are absent from it.
func (r Report) swiss() *Swiss {
	rounds := r.Played()
	s := &Swiss{Rounds: r.Rounds, Absent: func(n int) bool { return len(r.Players[n].Turns) > rounds }}
	for _, p := range r.Players {
		s.Players = append(s.Players, p.Turns[:rounds])
	}
	return s
}

// Next describes the next round. The error explains why there is none.
func (r Report) Next() (i18n.Text, error) {
	s := r.swiss()
	round := s.played() + 1
	for _, turns := range s.Players {
		if round > 1 && turns[round-2].Open {
			return i18n.Text{}, words.Err("trf.open", "round", round-1)
		}
	}
	if round > r.Rounds {
		return words.Text("trf.done", "rounds", r.Rounds), nil
	}
	pairs, err := s.Pair()
	if err != nil {
		return i18n.Text{}, words.Err("trf.none")
	}
	lines := []i18n.Text{words.Text("trf.next", "round", round)}
	for i, p := range pairs {
		if p.Second < 0 {
			lines = append(lines, words.Text("trf.bye", "first", r.Players[p.First].Name))
			continue
		}
		lines = append(lines, words.Text("trf.pair", "board", i+1, "first", r.Players[p.First].Name, "second", r.Players[p.Second].Name))
	}
	return i18n.Lines(lines...), nil
}

// Table returns the table of the event.
func (r Report) Table() *Table {
	var players []string
	for _, p := range r.Players {
		players = append(players, p.Name)
	}
	var games []Game
	for round := range r.Played() {
		for i, p := range r.Players {
			g := Game{Pair: Pair{i, -1}, Round: round + 1}
			switch t := p.Turns[round]; {
			case t.Seat > 0:
				if g.Second = t.Opponent; !t.Open {
					g.Outcome = OutcomeOf(t.Halves, r.Players[t.Opponent].Turns[round].Halves)
				}
			case t.Seat < 0 || t.Halves == 0:
				continue
			default:
				g.Outcome = OutcomeOf(t.Halves, 2-t.Halves)
			}
			games = append(games, g)
		}
	}
	return NewTable(SwissTable, players, games)
}
