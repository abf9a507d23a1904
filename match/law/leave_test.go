package law_test

import "testing"

// many are the shapes in which the others keep playing after a player has left.
var many = []shape{{3, false, 0}, {4, false, 0}, {4, true, 0}, {3, false, 1}, {4, false, 1}, {4, true, 1}, {4, false, 2}, {5, true, 1}}

// leavers is a conversation of any kind in which players often resign.
var leavers = conversation{theLaw, many, func(t *talk) {
	t.leaves = true
	t.everything()
}}

func TestLawOfLeaving(t *testing.T) { leavers.check(t, nil) }

func TestLeavingInLockstep(t *testing.T) { leavers.check(t, inLockstep(newRealLines)) }
