package members

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
)

// Limits limit what one sender may ask for. Messages are those that are read and answered; the same number of proved messages is
// allowed in addition.
type Limits struct {
	Hour      int `yaml:"letters_an_hour"` // messages of a sender
	Day       int `yaml:"letters_a_day"`
	Strangers int `yaml:"strangers_an_hour"` // answers to all non-members together
	Seeks     int `yaml:"seeks"`             // open seeks per member
	Matches   int `yaml:"matches"`           // open matches per member
}

// UsualLimits are the defaults.
var UsualLimits = Limits{Hour: 20, Day: 60, Strangers: 300, Seeks: 5, Matches: 20}

// allowed decides whether the message is read. It returns "" for a member, stranger or newcomer for a non-member, silent or
// forged if it isn't read, and flood for the first message over the limit.
func (v *visit) allowed() (outcome string, err error) {
	hour, day := v.At.Add(-time.Hour), v.At.Add(-24*time.Hour)
	most := v.office.Limits
	if v.proved { // so that messages forged in a member's name don't block the member
		most.Hour, most.Day = 2*most.Hour, 2*most.Day
	}
	var now, today, floods int
	_, err = db.One(v, `select count(case when outcome not in ('silent', 'flood', 'forged') and arrived > $2 then 1 end), count(case when outcome not in ('silent', 'flood', 'forged') then 1 end),
		count(case when outcome = 'flood' and arrived > $2 then 1 end) from letter where sender = $1 and arrived > $3 and read <> 0 and file = ''`,
		[]any{v.from, hour, day}, &now, &today, &floods)
	if err != nil {
		return "", err
	}
	switch full := now >= most.Hour || today >= most.Day; {
	case full && (floods > 0 || !v.who.member()):
		return silent, nil
	case full:
		return flood, nil
	case v.who.member() || v.proved:
		return "", nil
	}
	return v.stranger(hour, day)
}

// stranger decides whether a non-member gets an answer to a message that answers none of ours. A question is answered once a day,
// and a request to join up to three times. A quarter of all answers is reserved for such requests, so that neither the sender's
// earlier questions nor other senders keep a newcomer out. If our own mail server judges senders, a forged message gets no answer
// and doesn't count.
func (v *visit) stranger(hour, day time.Time) (outcome string, err error) {
	if v.Trust != "" && !v.letter.Vouched(v.Trust) {
		return forged, nil
	}
	most, each := v.office.Limits.Strangers, 1
	if outcome = stranger; v.in.Kind == Join {
		outcome, each = newcomer, 3
	} else {
		most -= most / 4
	}
	var own, all int
	_, err = db.One(v, `select (select count(*) from letter where sender = $1 and arrived > $2 and outcome = $3),
		(select count(*) from letter where arrived > $4 and outcome in ('stranger', 'newcomer'))`, []any{v.from, day, outcome, hour}, &own, &all)
	if own >= each || all >= most {
		outcome = silent
	}
	return outcome, err
}
