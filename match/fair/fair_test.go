package fair

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// vectors are the lines "name   value" of testdata/vectors.txt, with which independent implementations must agree.
var vectors = func() map[string]string {
	data, err := os.ReadFile("testdata/vectors.txt")
	if err != nil {
		panic(err)
	}
	v := map[string]string{}
	gap := regexp.MustCompile(`^(.+?)(?:  +| )((?:[0-9a-f]{32,}|sides .*))$`)
	for line := range strings.Lines(string(data)) {
		if m := gap.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			v[strings.TrimSpace(m[1])] = m[2]
		}
	}
	return v
}()

func raw(t *testing.T, name string) []byte {
	t.Helper()
	b, err := hex.DecodeString(vectors[name])
	if err != nil || len(b) == 0 {
		t.Fatalf("vector %q is %q", name, vectors[name])
	}
	return b
}

func link(t *testing.T, name string) Link { t.Helper(); return Link(raw(t, name)) }

func chain(t *testing.T, party string, n int) *Chain {
	t.Helper()
	c, err := NewChain(MasterFrom([32]byte(raw(t, "master "+party))), ID(raw(t, "chain id "+party)), n)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t *testing.T, c *Chain, i int) Link {
	t.Helper()
	l, err := c.Link(i)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// seed returns the seed of event d for the two players of the vectors.
func seed(t *testing.T, d int) Seed {
	t.Helper()
	return NewSeed([32]byte(raw(t, "match M")), d, open(t, chain(t, "A", 1024), d), open(t, chain(t, "B", 1024), d))
}

func TestChainVectors(t *testing.T) {
	for _, party := range []string{"A", "B"} {
		c := chain(t, party, 1024)
		for _, i := range []int{1024, 3, 2, 1} {
			if got := open(t, c, i); got != link(t, fmt.Sprintf("%s link %d", party, i)) {
				t.Errorf("link %d of %s is %s", i, party, got)
			}
		}
		if c.Tip().Last != link(t, party+" link 0") {
			t.Errorf("the tip of %s is %s", party, c.Tip().Last)
		}
	}
	short := chain(t, "A", 1)
	if open(t, short, 1) != link(t, "A n=1 link 1") || short.Tip().Last != link(t, "A n=1 link 0") {
		t.Error("the chain of one link is another")
	}
}

func TestSeedVectors(t *testing.T) {
	for d := 1; d <= 3; d++ {
		s := seed(t, d)
		if want := raw(t, fmt.Sprintf("event %d seed", d)); !slices.Equal(s[:], want) {
			t.Errorf("the seed of event %d is %x", d, s)
		}
		block := hash(labelDice, s[:], u32(0))
		if want := raw(t, fmt.Sprintf("event %d block 0", d)); !slices.Equal(block[:], want) {
			t.Errorf("block 0 of event %d is %x", d, block)
		}
	}
	three := NewSeed([32]byte(raw(t, "match M")), 2, link(t, "A link 2"), link(t, "B link 2"), link(t, "C link 2"))
	if !slices.Equal(three[:], raw(t, "3 parties event 2 seed")) {
		t.Errorf("the seed of three parties is %x", three)
	}
	if words := Words("roll please"); words != link(t, "words 'roll please'") {
		t.Errorf("the words give %s", words)
	}
}

// numbers parses "[1 2 3]" after a word.
func numbers(text, word string) (list []int) {
	_, rest, _ := strings.Cut(text, word+" [")
	inner, _, _ := strings.Cut(rest, "]")
	for field := range strings.FieldsSeq(inner) {
		n, _ := strconv.Atoi(field)
		list = append(list, n)
	}
	return list
}

func TestDiceVectors(t *testing.T) {
	tried := 0
	for name, value := range vectors {
		if !strings.HasPrefix(value, "sides ") {
			continue
		}
		tried++
		d, _ := strconv.Atoi(strings.Fields(name)[1])
		stream := NewStream(seed(t, d))
		faces, err := stream.Throw(numbers(value, "sides")...)
		if err != nil || !slices.Equal(faces, numbers(value, "faces")) {
			t.Errorf("%s: %v, %v; want %s", name, faces, err, value)
		}
		if want := fmt.Sprintf("(bytes %d, rejected 0)", stream.used); !strings.HasSuffix(value, want) {
			t.Errorf("%s: %s, want %s", name, want, value)
		}
	}
	if tried != 12 {
		t.Errorf("%d vectors of dice were found, want 12", tried)
	}
}

func TestRejectionAndBlocks(t *testing.T) {
	if face, _ := NewStream(seed(t, 109)).die(6); face != 2 {
		t.Errorf("event 109: face %d, want 2 after a rejected byte", face)
	}
	if face, _ := NewStream(seed(t, 15)).die(200); face != 153 {
		t.Errorf("event 15: face %d, want 153 after three", face)
	}
	faces, _ := NewStream(seed(t, 3)).Throw(slices.Repeat([]int{6}, 40)...)
	want := "3 3 5 3 4 3 5 3 4 5 3 1 4 6 2 5 2 4 1 1 3 5 4 2 3 4 5 2 5 6 4 6 3 1 4 3 4 6 2 5"
	if got := strings.Trim(fmt.Sprint(faces), "[]"); got != want {
		t.Errorf("40 dice are %s, want %s", got, want)
	}
	for sides, bytes := range map[int]int{256: 1, 257: 2, 65536: 2, 1: 0} {
		s := NewStream(seed(t, 3))
		if face, err := s.die(sides); err != nil || s.used != bytes || face < 1 || face > sides {
			t.Errorf("a die of %d sides: %d, %v, %d bytes; want %d", sides, face, err, s.used, bytes)
		}
	}
	for _, sides := range []int{0, -1, 65537} {
		if _, err := NewStream(Seed{}).die(sides); err == nil {
			t.Errorf("a die of %d sides was thrown", sides)
		}
	}
}

// TestManyDice throws the dice of a shuffle of twelve.
func TestManyDice(t *testing.T) {
	faces, err := NewStream(seed(t, 3)).Throw(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
	if err != nil || fmt.Sprint(faces) != "[9 4 5 9 6 1 5 4 2 2 1]" {
		t.Errorf("the dice show %v, %v", faces, err)
	}
}

func TestKeyVectors(t *testing.T) {
	m := MasterFrom([32]byte(raw(t, "master A")))
	k := m.PublicKey()
	if k.String() != "XMqRG-q8BSe6ZBtuK-DQYfmxBd4F3Ui-RB67F_AV-Q0" || k.Fingerprint() != "5274 1121 455b 500a a364" {
		t.Errorf("key %s, fingerprint %s", k, k.Fingerprint())
	}
	data, _ := os.ReadFile("testdata/vectors.txt")
	_, rest, _ := strings.Cut(string(data), "entry bytes (298):\n")
	entry, _, _ := strings.Cut(rest, "entry hash")
	signature := m.Sign([]byte(entry))
	if len(entry) != 298 || hex.EncodeToString(signature) != vectors["entry signature"] || !k.Verify([]byte(entry), signature) {
		t.Errorf("%d bytes signed as %x", len(entry), signature)
	}
	if k.Verify([]byte(entry+" "), signature) || k.Verify([]byte(entry), signature[1:]) || k.Verify([]byte(entry), nil) {
		t.Error("an altered entry or signature is accepted")
	}
	if back, err := ParsePublicKey(k.String()); err != nil || back != k {
		t.Errorf("the key reads back as %s, %v", back, err)
	}
	for _, weak := range smallOrder {
		if _, err := ParsePublicKey(weak.String()); err != errWeakKey {
			t.Errorf("%x is taken for a key: %v", weak, err)
		}
	}
	for _, text := range []string{"", "x", k.String() + "A", k.String()[:42] + "=", strings.Repeat("!", 43)} {
		if _, err := ParsePublicKey(text); err == nil {
			t.Errorf("%q is taken for a key", text)
		}
	}
}

// TestCheats tries values that a dishonest party could send instead of the link that is due.
func TestCheats(t *testing.T) {
	b, other := chain(t, "B", 1024), chain(t, "A", 1024)
	tip := b.Tip()
	one := open(t, b, 1)
	flipped := one
	flipped[31] ^= 1
	for name, c := range map[string]struct {
		i int
		l Link
	}{
		"one bit wrong": {1, flipped}, "index too high": {2, one}, "another's link": {1, open(t, other, 1)},
		"the tip itself": {0, tip.Last}, "beyond the end": {1025, one}, "negative": {-1, one}, "a guess": {1, Link{}},
	} {
		if after, err := tip.Check(c.i, c.l); err == nil || after != tip {
			t.Errorf("%s: accepted, or the tip changed: %v", name, err)
		}
	}
	tip, err := tip.Check(1, one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tip.Check(1, one); err == nil {
		t.Error("an event was closed twice")
	}
	if tip, err = tip.Check(3, open(t, b, 3)); err != nil { // a letter may open the links of two events
		t.Fatal(err)
	}
	if two, err := tip.Link(2); err != nil || two != open(t, b, 2) {
		t.Errorf("link 2 follows from link 3 as %v, %v", two, err)
	}
	if _, err := tip.Link(4); err == nil {
		t.Error("a link that is not open is told")
	}
	if _, err := tip.Check(2, open(t, b, 2)); err == nil {
		t.Error("an event was opened out of order")
	}
}

// TestBoundToTheMatch checks that the same links give other dice in another event, another match or another order of
// parties.
func TestBoundToTheMatch(t *testing.T) {
	a, b := open(t, chain(t, "A", 1024), 1), open(t, chain(t, "B", 1024), 1)
	m := [32]byte(raw(t, "match M"))
	seeds := []Seed{NewSeed(m, 1, a, b), NewSeed(m, 2, a, b), NewSeed([32]byte{1}, 1, a, b), NewSeed(m, 1, b, a), NewSeed(m, 1, a), NewSeed(m, 1, a, b, Link{})}
	for i, s := range seeds {
		if slices.Contains(seeds[:i], s) {
			t.Errorf("seed %d is met twice", i)
		}
	}
	fresh, err := NewChain(MasterFrom([32]byte(raw(t, "master A"))), ID{1}, 1024)
	if err != nil || open(t, fresh, 1) == a {
		t.Error("the same player has the same links under another id")
	}
}

func TestLengths(t *testing.T) {
	for _, n := range []int{0, -1, maxLength + 1} {
		if _, err := NewChain(Master{}, ID{}, n); err == nil {
			t.Errorf("a chain of %d links was made", n)
		}
		if _, err := NewTip(ID{}, n, Link{}); err == nil {
			t.Errorf("a tip of %d links was taken", n)
		}
	}
	c := chain(t, "A", 2)
	for _, i := range []int{0, -1, 3} {
		if _, err := c.Link(i); err == nil {
			t.Errorf("link %d of 2 was told", i)
		}
	}
}

func TestMasterIsHidden(t *testing.T) {
	m := MasterFrom([32]byte{1, 2, 3, 0xca, 0xfe})
	text, err := json.Marshal(map[string]any{"m": m})
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprintf("%v %+v %#v %s %q %x %X %d %v %v", m, m, m, m, m, m, m, m, &m, struct{ M Master }{m}) + string(text)
	for _, canary := range []string{"cafe", "CAFE", "202 254", "[1 2 3", "1, 2, 3", "0xca"} {
		if strings.Contains(all, canary) {
			t.Errorf("%q shows in %s", canary, all)
		}
	}
}

func FuzzParseMaster(f *testing.F) {
	f.Add(MasterFrom([32]byte{1, 2, 3}).Reveal())
	f.Add("HIKYAKU-SECRET-1")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseMaster(text); err == nil && !strings.EqualFold(m.Reveal(), strings.TrimSpace(text)) {
			t.Errorf("%q is read as another secret", text)
		}
	})
}

// TestQuestionToken: each part of what it is made from makes another, and it is not that of a letter.
func TestQuestionToken(t *testing.T) {
	m := MasterFrom([32]byte{1})
	token := m.QuestionToken([32]byte{2}, 3, [32]byte{4})
	if token != m.QuestionToken([32]byte{2}, 3, [32]byte{4}) {
		t.Error("it is another each time")
	}
	for _, other := range [][20]byte{
		MasterFrom([32]byte{2}).QuestionToken([32]byte{2}, 3, [32]byte{4}),
		m.QuestionToken([32]byte{3}, 3, [32]byte{4}), m.QuestionToken([32]byte{2}, 4, [32]byte{4}), m.QuestionToken([32]byte{2}, 3, [32]byte{5}),
	} {
		if other == token {
			t.Error("it does not depend on all of its parts")
		}
	}
	if letter := m.Token([32]byte{2}, 3, 4); string(letter[:]) == string(token[:10]) {
		t.Error("it begins as the token of a letter does")
	}
}
