package members

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
)

// Limits are how much one sender may ask for.
type Limits struct {
	Hour, Day int // letters of a sender that are read and answered; one that proves itself may be beyond as many others
	Strangers int // answers an hour to all who are no members
	Seeks     int // open seeks of a member
	Matches   int // matches of a member that go on
}

// UsualLimits are the defaults.
var UsualLimits = Limits{Hour: 20, Day: 60, Strangers: 300, Seeks: 5, Matches: 20}

// allowed decides whether the message is read: "" for yes, stranger or newcomer for one from a non-member, silent or forged for
// no, or flood for the first that is too many.
func (v *visit) allowed() (outcome string, err error) {
	hour, day := v.At.Add(-time.Hour), v.At.Add(-24*time.Hour)
	most := v.office.Limits
	if v.proved { // messages forged in a member's name must not keep the member's own out
		most.Hour, most.Day = 2*most.Hour, 2*most.Day
	}
	var now, today, floods int
	for _, count := range []struct {
		n     *int
		since time.Time
		where string
	}{
		{&now, hour, `outcome not in ('silent', 'flood', 'forged')`}, {&today, day, `outcome not in ('silent', 'flood', 'forged')`}, {&floods, hour, `outcome = 'flood'`},
	} {
		_, err := db.One(v, `select count(*) from letter where sender = $1 and arrived > $2 and read <> 0 and file = '' and `+count.where, []any{v.from, db.Micros(count.since)}, count.n)
		if err != nil {
			return "", err
		}
	}
	switch {
	case (now >= most.Hour || today >= most.Day) && (floods > 0 || !v.who.member()):
		return silent, nil
	case now >= most.Hour || today >= most.Day:
		return flood, nil
	case v.who.member() || v.proved:
		return "", nil
	}
	return v.stranger(hour, day)
}

// stranger decides whether a non-member who answers no message of ours gets an answer. A question is answered once a day, and a wish to
// join up to three times, which has a quarter of all answers for itself: neither what the sender has asked before nor others who write
// keep a newcomer out. If our own mail server says whom a message is from, a forged one gets no answer and counts for nothing.
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
	if _, err = db.One(v, `select count(*) from letter where sender = $1 and arrived > $2 and outcome = $3`, []any{v.from, db.Micros(day), outcome}, &own); err != nil {
		return "", err
	}
	if _, err = db.One(v, `select count(*) from letter where arrived > $1 and outcome in ('stranger', 'newcomer')`, []any{db.Micros(hour)}, &all); err != nil {
		return "", err
	}
	if own >= each || all >= most {
		return silent, nil
	}
	return outcome, nil
}
