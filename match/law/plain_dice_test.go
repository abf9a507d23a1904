package law_test

import "fmt"

// This file determines the number of each event of dice, and the link of each step. Each move waits for a throw, and no
// chain is ever too short.

// plainDice are the dice events of a line.
type plainDice struct {
	last    int            // the number of the event that opened last
	skipped int            // the highest number that was skipped
	open    bool           // the last is open
	opener  int            // of the open event
	public  map[int]bool   // whose links for the open event are
	begins  map[int]int    // of each party, the number after which its chain begins
	chain   map[int]string // and whose chain that is

	// What the last step did:
	link   int // the number of the link that it carries
	closes int // the number of the event that it closes
	proof  string
}

func (d plainDice) next() int { return max(d.last, d.skipped) + 1 }

// opens opens an event with a step of a party.
func (d *plainDice) opens(by int) {
	d.last = d.next()
	d.open, d.opener, d.public = true, by, map[int]bool{}
	d.publish(by)
}

// publish publishes a party's link for the open event.
func (d *plainDice) publish(by int) {
	d.public[by] = true
	d.link = d.last - d.begins[by]
}

// dice computes the dice events of a line.
func (p plain) dice(l plainLine) plainDice {
	d := plainDice{begins: map[int]int{}, chain: map[int]string{}}
	for i, w := range l {
		d.link, d.closes = 0, 0
		before, after := p.state(l[:i]), p.state(l[:i+1])
		switch done := after.completes; {
		case w.kind == stepMove:
			if d.open {
				d.close(p, w.by)
			}
			d.opens(w.by)
		case w.kind == stepLink && d.open && !d.public[1]:
			d.publish(1)
		case w.kind == stepPass:
			if d.open && d.opener != w.by {
				d.close(p, w.by)
				d.open = false
			}
			d.brings(w.by, d.next(), fmt.Sprint("substitute ", before.proposals[w.by].person))
		case done.kind == stepUndo:
			d.skipped = d.next()
			d.open = false
		case done.kind == stepRechain:
			d.renewed(done.by, l[done.index].head, w)
		case done.kind == stepSettle:
			settle := l[done.index]
			common := parting(l, settle.of)
			if other := p.dice(settle.of).last; other > p.dice(l[:common]).last {
				d.skipped = max(d.skipped, other)
			}
		}
	}
	return d
}

// close closes the open event with the reader's link.
func (d *plainDice) close(p plain, reader int) {
	d.publish(reader)
	d.closes = d.last
	d.proof = fmt.Sprint(d.last)
	for _, party := range p.parties() {
		d.proof += fmt.Sprintf(" %d:%s", party, d.chain[party])
	}
}

// brings gives a party a chain for the events from a number on.
func (d *plainDice) brings(party, number int, whose string) {
	d.begins[party], d.chain[party] = number-1, whose
}

// renewed gives a party another chain, with the last consent w. The open event is void if the party's link for it is not public.
func (d *plainDice) renewed(party int, question string, w written) {
	number := d.next()
	d.brings(party, number, question)
	if d.open && !d.public[party] {
		d.brings(w.by, number, w.head)
		d.opens(w.by)
	}
}
