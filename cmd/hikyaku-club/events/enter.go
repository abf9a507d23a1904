package events

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// saidTo returns the key of a sentence to a player or, if who is the player's name, that of the sentence to a director who acts on their
// behalf.
func saidTo(who, player, director string) string {
	if who == "" {
		return player
	}
	return director
}

// notEntered says that a player has not entered an event.
func notEntered(e *event, who string) error {
	return words.Err(saidTo(who, "arrange.not-entered", "arrange.not-entered-other"), "who", who, "event", e.Name)
}

// Enter enters a member for an event, as their message asks. A *words.Error says why they can't enter.
func Enter(d *game.Deal, name, address string, letter kif.Hash) error {
	return enter(d, name, address, "", letter)
}

// enter enters a member, and says why they can't enter to the member or, if who is the member's name, to a director.
func enter(d *game.Deal, name, address, who string, letter kif.Hash) error {
	address = strings.ToLower(address)
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	member, err := isMember(d, address)
	switch {
	case err != nil:
		return err
	case !member:
		return words.Err("arrange.no-member")
	case e.find(address) >= 0:
		return words.Err(saidTo(who, "arrange.entered-twice", "arrange.entered-twice-other"), "who", who, "event", e.Name)
	case e.state == Over:
		return words.Err("arrange.over", "event", e.Name)
	case e.state != Open:
		return words.Err("arrange.closed", "event", e.Name)
	}
	d.Change(`insert into entrant (event, address, number, at, letter) values ($1, $2, 0, $3, $4)`, e.Name, address, e.clock(d.At), written(letter))
	if e.Players > 0 && len(e.people)+1 >= e.Players {
		return Start(d, e.Name)
	}
	return nil
}

// written returns the hash of a member's message in the form in which it is stored; "" for none.
func written(letter kif.Hash) string {
	if letter == (kif.Hash{}) {
		return ""
	}
	return letter.String()
}

// isMember reports whether an address belongs to a member of the club.
func isMember(tx db.Tx, address string) (bool, error) {
	return db.One(tx, `select address from member where address = $1 and gone = 0 and barred = 0`, []any{address})
}

// Unfinished returns how many games a member loses by withdrawing from an event, or from all events if name is "".
func Unfinished(d *game.Deal, address, name string) (n int, err error) {
	if name != "" {
		if name, err = called(d, name); err != nil || name == "" {
			return 0, err
		}
	}
	_, err = db.One(d, `select count(*) from pairing p join seat s on s.file = p.file join event e on e.name = p.event
		where s.address = $1 and s.seat > 0 and p.result = '' and e.state = 'running' and (e.name = $2 or $2 = '')`, []any{strings.ToLower(address), name}, &n)
	return n, err
}

// Withdraw withdraws a member from an event. If it has begun, they lose their unfinished games. A *words.Error says why they
// can't withdraw.
func Withdraw(d *game.Deal, name, address string) error { return withdraw(d, name, address, "") }

// withdraw withdraws a member, and says why they can't withdraw to the member or, if who is the member's name, to a director.
func withdraw(d *game.Deal, name, address, who string) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	i := e.find(address)
	switch {
	case i < 0 || !e.Entrants[i].Left.IsZero():
		return notEntered(e, who)
	case e.state == Over:
		return words.Err("arrange.over", "event", e.Name)
	case e.state == Open:
		d.Change(`delete from entrant where event = $1 and address = $2`, e.Name, e.people[i].Address)
		return nil
	}
	at := e.clock(d.At)
	e.Entrants[i].Left = at
	d.Change(`update entrant set gone = $3 where event = $1 and address = $2`, e.Name, e.people[i].Address, at)
	for n, p := range e.Pairings {
		if p.Result == "" && slices.Contains(p.Players, i+1) {
			err := e.settle(d, n, e.absence(p), true, at)
			if err == nil {
				err = e.rule(d, p.Match, e.absence(p), words.Text("arrange.withdrew", "who", i18n.Person(e.people[i].Name), "event", e.Name).In(d.Lang))
			}
			if err != nil {
				return err
			}
		}
	}
	return e.advance(d, at)
}

// fewest is the smallest number of entrants with which an event begins.
const fewest = 2

// Start begins an event with its entrants, or cancels it if there are too few.
func Start(d *game.Deal, name string) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	if e.state != Open {
		return words.Err("arrange.start-twice", "event", e.Name)
	}
	at := e.clock(d.At)
	if len(e.people) < fewest {
		return e.end(d, at)
	}
	if err := e.number(d, at); err != nil {
		return err
	}
	e.state, e.Begun = running, at
	d.Change(`update event set state = $2, begun = $3 where name = $1`, e.Name, running, at)
	if err := e.notify(d, "begun", e.begun); err != nil {
		return err
	}
	return e.advance(d, at)
}

// number numbers the entrants by rating, the highest first. Of equals, the first to enter comes first.
func (e *event) number(d *game.Deal, at time.Time) error {
	pool, err := poolOf(d, e.Game, e.Rules)
	if err != nil {
		return err
	}
	type entry struct {
		Entrant
		person
	}
	var all []entry
	for i, who := range e.Entrants {
		who.Rating = pool.Now(e.people[i].Address, at).Rounded()
		all = append(all, entry{who, e.people[i]})
	}
	slices.SortFunc(all, func(a, b entry) int { return a.Entrant.follows(b.Entrant) })
	for i, one := range all {
		e.Entrants[i], e.people[i] = one.Entrant, one.person
		d.Change(`update entrant set number = $3, rating = $4 where event = $1 and address = $2`, e.Name, one.Address, i+1, one.Rating)
	}
	return nil
}

// follows returns a positive number where a has a higher number than b.
func (a Entrant) follows(b Entrant) int {
	return cmp.Or(cmp.Compare(b.Rating, a.Rating), a.Entered.Compare(b.Entered))
}
