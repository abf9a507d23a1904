package game

import "testing"

// TestLetterKey checks that a message keeps its key on every route, that each other one has a key of its own, and whose a message is.
func TestLetterKey(t *testing.T) {
	const first = "Message-ID: <1@example.org>\r\nFrom: Anna <Anna@Example.org>\r\n\r\ne2\r\n"
	key, _ := letterKey([]byte(first))
	keys, others := map[string]bool{}, 0
	for _, test := range []struct {
		raw, sender string
		same        bool
	}{
		{first, "anna@example.org", true},
		{"Message-ID: <1@example.org>\nFrom: Anna <Anna@Example.org>\n\ne2\n", "anna@example.org", true},
		{"\nReceived: from a by b\r\n" + first + " \t\r\n\r\n", "anna@example.org", true},
		{"Message-ID: <2@example.org>\r\nFrom: Anna <Anna@Example.org>\r\n\r\ne2\r\n", "anna@example.org", false},
		{"Message-ID: <1@example.org>\r\nFrom: Anne <Anna@Example.org>\r\n\r\ne2\r\n", "anna@example.org", false},
		{"Message-ID: <1@example.org>\r\nFrom: Anna <Anna@Example.org>\r\n\r\ne3\r\n", "anna@example.org", false},
		{"Message-ID: <1@example.org>\r\nFrom: undisclosed:;\r\n\r\ne2\r\n", "", false},
		{"Message-ID: <1@example.org>\r\n\r\ne2\r\n", "", false},
		{"no header\r\n\r\ne2\r\n", "", false},
		{"another line\r\n\r\ne2\r\n", "", false},
	} {
		got, sender := letterKey([]byte(test.raw))
		if (got == key) != test.same || len(got) != 40 || sender != test.sender {
			t.Errorf("the key of %q is %s, that of the first %s, and the sender is %q", test.raw, got, key, sender)
		}
		if keys[got] = true; !test.same {
			others++
		}
	}
	if len(keys) != 1+others {
		t.Errorf("the keys are %v", keys)
	}
}
