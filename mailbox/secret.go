package mailbox

import (
	"fmt"
	"io"
	"log/slog"
)

const hidden = "[hidden]"

// Secret is a password. However it is printed, logged or marshalled, only [hidden] comes out.
type Secret struct{ text string }

// NewSecret keeps text as a secret.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal gives the password itself.
func (s Secret) Reveal() string { return s.text }

// String gives [hidden].
func (s Secret) String() string { return hidden }

// GoString gives [hidden].
func (s Secret) GoString() string { return hidden }

// Format writes [hidden], whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText gives [hidden].
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON gives "[hidden]".
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// MarshalYAML gives [hidden].
func (s Secret) MarshalYAML() (any, error) { return hidden, nil }

// LogValue gives [hidden].
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// UnmarshalText takes the password as it stands in a configuration.
func (s *Secret) UnmarshalText(text []byte) error {
	s.text = string(text)
	return nil
}
