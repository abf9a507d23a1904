package reply

import (
	"strings"

	"hikyaku/internal/lazyregexp"
)

// Condition is an answer prepared for a move of the other side: "if e6 then c7". Both are as they were written.
type Condition struct {
	If   string `json:"if"`
	Then string `json:"then"`
}

var (
	ifThen = lazyregexp.New(`^(?i:if|wenn|si|se|als|если|jeśli)\s+(.{1,20}?)[\s,:]+(?i:then|dann|alors|entonces|então|allora|dan|то|wtedy)[\s:]+(.{1,20})$`)
	nara   = lazyregexp.New(`^(.{1,20}?)(?:なら|ならば)[\s　、,：:]*(.{1,20})$`)
)

// conditions takes the lines off that prepare an answer and nothing else. Both of what they name have to be moves.
func (r Reader) conditions(lines []string) (rest []string, list []Condition) {
	for _, line := range lines {
		parts := ifThen().FindStringSubmatch(peel(line))
		if parts == nil {
			parts = nara().FindStringSubmatch(peel(line))
		}
		if parts == nil || !r.moves(parts[1]) || !r.moves(parts[2]) {
			rest = append(rest, line)
			continue
		}
		list = append(list, Condition{strings.TrimSpace(parts[1]), strings.TrimSpace(parts[2])})
	}
	return rest, list
}

// moves reports whether text is a move, legal now or not.
func (r Reader) moves(text string) bool {
	if r.Move == nil {
		return false
	}
	move, _ := r.Move(strings.TrimSpace(text))
	return move != ""
}
