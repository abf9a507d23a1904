package kif

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestRandomRecords writes random records and reads them again in every form.
func TestRandomRecords(t *testing.T) {
	random := dealer{rand.New(rand.NewPCG(1, 2))}
	for range 300 {
		r := random.record(t)
		checkCuts(t, r)
		for _, e := range []Encoding{UTF8, ShiftJIS, EUCJP} {
			again, err := r.Rewrite(e)
			if err != nil {
				t.Fatal(err)
			}
			if diff := difference(r, again); diff != "" || again.Encoding != e {
				t.Fatalf("%s in\n%s", diff, r.Bytes())
			}
		}
	}
}

// dealer makes random events.
type dealer struct{ *rand.Rand }

// record returns a random record. It checks that each event is read back as it was appended.
func (d dealer) record(t *testing.T) *Record {
	var seats []Seat
	for range 1 + d.IntN(4) {
		seats = append(seats, Seat{d.pick("Alice", "太郎", ""), d.pick("", "a@b.example")})
	}
	r, err := New(Setup{Game: "counting", Seats: seats, ID: d.pick("", "k7f3qz9m2c"), PerMove: d.pick("", "3日/手"), Headers: []Header{{"手合割", d.pick("平手", "x：y")}, {"", "先手番"}}})
	for range d.IntN(15) {
		if err != nil {
			t.Fatal(err)
		}
		e := d.event(r.number + 1)
		if r, err = r.Append(e); err == nil {
			if diff := apart(*r.lastEvent(), e); diff != "" {
				t.Fatalf("%s in\n%s", diff, r.Bytes())
			}
		}
	}
	if err == nil && d.IntN(3) == 0 {
		r, err = r.Append(Event{Step: Resignation})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// event returns a random event other than an ending, as it is read back. number is that of the next move.
func (d dealer) event(number int) Event {
	e := Plain(d.step())
	if _, ok := e.Step.(Move); ok {
		e.Number = number
		if d.IntN(2) == 0 {
			e.Spent = time.Duration(d.IntN(9000)) * time.Second
		}
		if e.Spent >= 0 && d.IntN(2) == 0 {
			e.Total = e.Spent + time.Duration(d.IntN(99999))*time.Second
		}
	}
	e.Comment = d.pick("", "よい手", "a\n\n*b", "#: at", "x")
	e.At, e.Got, e.Came = d.time(), d.time(), d.time()
	e.Seat, e.Party, e.Posted = d.IntN(5), d.IntN(6), d.IntN(2) == 0
	e.Again, e.Mail, e.Sign, e.SignOld = Hash(d.hex()), Hash(d.hex()), d.signature(), d.signature()
	e.Other = d.pick("", "1 add1", "*x\n#: do accept\n#: at noon")
	e.Key, e.Source = d.pick("", "mMzEhIu-1", "key", "post"), Source(d.pick("", "typed", "machine"))
	if n := d.IntN(3); n > 0 {
		e.Version = d.IntN(3)
		e.Link, e.Chain = Link{n * d.IntN(2), Hash{}}, Chain{Length: 1024, Tip: d.hex()}
	}
	for range d.IntN(3) {
		e.Notes = append(e.Notes, Note{d.pick("links", "&", "謎"), d.pick("", "1 ab", "：x")})
	}
	return e
}

// step returns a random throw, move or act.
func (d dealer) step() Step {
	first := day(2026, 1, 1).AddDate(0, 0, d.IntN(800))
	acts := []Step{
		Throw(d.pick("[4]", "[3,2]")), Move(d.pick("add1", "４四金(45)", "23BC/3", "link")), Move("add2"), Invite{}, Accept{}, Decline{}, OpenLink{}, Receipt{}, DrawOffer{},
		UndoOffer{1 + d.IntN(300)}, Agree{To: questions[d.IntN(len(questions))]}, Claim{}, Contest{}, Say{}, Ruling{d.pick("1 2", "2 1", "1 1", NoResult)}, MoreTime{1 + d.IntN(999)}, Away{first, first.AddDate(0, 0, d.IntN(40)), time.Duration(d.IntN(27*60)-13*60) * time.Minute}, Rotate{}, Rechain{},
		Settle{Hash{1, byte(d.Uint32())}, 1 + d.IntN(30)}, NewAddress{"a@example.org"}, Substitute{Seat{"Carol", "c@example.org"}}, StepIn{}, StepOut{}, HandOver{}, Agree{SubstituteQuestion, 1 + d.IntN(5)}, Unknown{d.pick("dance", "dance 3 times", "投了")},
	}
	return acts[d.IntN(len(acts))]
}

func (d dealer) pick(words ...string) string { return words[d.IntN(len(words))] }

// time returns a time in whole seconds, or none.
func (d dealer) time() time.Time {
	if d.IntN(2) == 0 {
		return time.Time{}
	}
	return time.Unix(int64(d.IntN(1<<31)), 0).In(time.FixedZone("", 60*(d.IntN(1200)-600)))
}

// hex returns 32 random bytes, or zeros.
func (d dealer) hex() (h [32]byte) {
	if d.IntN(2) == 0 {
		h = [32]byte{byte(d.Uint32()), 31: 1}
	}
	return h
}

func (d dealer) signature() (s Signature) {
	if d.IntN(2) == 0 {
		s = Signature{byte(d.Uint32()), 63: 1}
	}
	return s
}
