package law_test

import "testing"

// An umpire may have more to sign than links, such as receipts and confirmations. Here an absence represents all of them.

func lawOfUmpires() *rules {
	r := theLaw()
	r.legal = func(t *tree, line entry, s step) bool {
		n := t.nodes[line]
		return legal(t, line, s) || t.umpire && s.by == 1 && s.kind == stepAway && !n.over && n.depth <= maxDepth
	}
	return r
}

var umpireShapes = []shape{{3, true, 1}, {4, true, 1}, {3, true, 2}}

func TestLawOfUmpires(t *testing.T) {
	conversation{lawOfUmpires, []shape{{3, true, 0}, {4, true, 0}}, (*talk).honest}.check(t, nil)
	conversation{lawOfUmpires, umpireShapes, (*talk).against}.check(t, nil)
}

func TestNoActOfAnUmpireOutweighs(t *testing.T) {
	mustFail(t, "an umpire's act where he is due weighs", 0, conversation{func() *rules {
		r := lawOfUmpires()
		r.order[3] = either(func(t *tree, parting entry, l []entry) bool {
			return t.any(l, func(n node) bool { return n.by == t.nodes[parting].turn && n.kind != stepLink })
		})
		return r
	}, umpireShapes, (*talk).against})
}
