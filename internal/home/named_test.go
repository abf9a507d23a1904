package home_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestNamed: a match has one name everywhere.
func TestNamed(t *testing.T) {
	alice, bob := pair(t, "quoridor")
	want := alice.file
	m := alice.open()
	for _, name := range []string{
		"", want, filepath.Base(want), strings.TrimSuffix(filepath.Base(want), ".kif"), m.Short(), m.Short()[:4], m.Hash().String(), m.Record.ID(), strings.ToUpper(m.Short()[:5]),
		"Bob", "bo", bob.Me.Address, "BOB@", bob.Me.Address[len(bob.Me.Address)-8:],
	} {
		if got, err := alice.Desk.Named(name); err != nil || got != want {
			t.Errorf("%q means %q, %v; want %s", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"carol": `there is no file, match or player "carol"`, m.Short()[:3]: "there is no file", "Alice": "there is no file", "eve@example.org": "there is no file", "no/such.kif": "", "such.kif": "",
	} {
		got, err := alice.Desk.Named(name)
		if want == "" && (err != nil || got != name) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q means %q, %v; want %q", name, got, err, want)
		}
	}
	if _, err := bob.Desk.Named(""); err == nil || !strings.Contains(err.Error(), "no match is waiting for you") {
		t.Errorf("what waits for Bob, who is not to move, is %v", err)
	}
}
