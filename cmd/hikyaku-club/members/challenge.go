package members

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// opponent returns the member named in the message. A *words.Error says why they can't be asked.
func (v *visit) opponent() (*person, error) {
	p, err := personNamed(v, v.in.Name)
	switch {
	case err != nil:
		return nil, err
	case p == nil || p.barred:
		return nil, words.Err("member.nobody", "name", v.in.Name)
	case p.gone:
		return nil, words.Err("member.gone", "who", i18n.Person(p.name))
	case p.address == v.from:
		return nil, words.Err("member.yourself")
	case p.absent(v.At):
		return nil, v.away(p)
	}
	return p, nil
}

// away returns the error that says until when a member is away.
func (v *visit) away(p *person) error {
	days, _ := kif.ParseAway(p.away) // absent has parsed it before
	return words.Err("member.away", "who", i18n.Person(p.name), "until", i18n.Day(days.Last))
}

// aboutSeek begins the topic of a message about a challenge. It is followed by the number of the challenge.
const aboutSeek = "seek."

// challenges returns the challenges awaiting the sender's answer, and the games on whose ladders one is waiting.
func (v *visit) challenges() (list []seek, ladders []string, err error) {
	list, err = seeks(v.Deal, `s.against = $1 and s.until > $2 order by s.id`, v.from, v.At)
	if err == nil {
		ladders, err = events.ChallengedOn(v, v.from)
	}
	return list, ladders, err
}

// respond accepts or declines a challenge: the one the message names or answers, or the only one.
func (v *visit) respond(accepts bool) (i18n.Text, error) {
	list, ladders, err := v.challenges()
	if err != nil {
		return i18n.Text{}, err
	}
	number := v.in.Number
	if id, asks := strings.CutPrefix(v.about, aboutSeek); asks && number == 0 && v.in.Game == nil {
		number, _ = strconv.Atoi(id) // written by this package
	}
	switch {
	case v.in.Game != nil:
		list, ladders = nil, slices.DeleteFunc(ladders, func(game string) bool { return game != v.in.Game.Name })
	case number != 0:
		list, ladders = slices.DeleteFunc(list, func(s seek) bool { return int(s.id) != number }), nil
	}
	switch {
	case len(list)+len(ladders) == 0:
		return words.Text("member.no-challenge"), nil
	case len(list)+len(ladders) > 1:
		return v.whichChallenge(list, ladders), nil
	case len(ladders) > 0:
		key := "member.ladder-declined"
		if accepts {
			key = "member.ladder-accepted"
		}
		err := events.Answer(v.Deal, ladders[0], v.from, accepts, v.mail())
		return words.Text(key, "game", v.called(ladders[0], "")), err
	case accepts:
		return v.take(int(list[0].id))
	}
	return words.Text("member.declines", "who", i18n.Person(list[0].name)), closeSeek(v.Deal, list[0], v.who)
}

// whichChallenge asks which of several challenges is meant.
func (v *visit) whichChallenge(list []seek, ladders []string) i18n.Text {
	lines := []i18n.Text{}
	for _, s := range list {
		lines = append(lines, words.Text("member.list-line", "number", int(s.id), "seek", s.text(), "who", i18n.Person(s.name), "until", i18n.Day(s.until)))
	}
	var example any
	for _, game := range ladders {
		example = v.called(game, "")
		lines = append(lines, words.Text("member.ladder-line", "game", example))
	}
	if len(list) > 0 {
		example = int(list[0].id)
	}
	return words.Text("member.which-challenge", "list", i18n.Lines(lines...), "which", example)
}
