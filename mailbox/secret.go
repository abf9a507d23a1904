package mailbox

import (
	"fmt"
	"io"
	"log/slog"
)

const hidden = "[hidden]"

// Secret is a password. Printing, logging and marshalling it give only [hidden].
type Secret struct{ text string }

// NewSecret returns text as a secret.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal returns the password itself.
func (s Secret) Reveal() string { return s.text }

// String returns [hidden].
func (s Secret) String() string { return hidden }

// GoString returns [hidden].
func (s Secret) GoString() string { return hidden }

// Format writes [hidden], whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText returns [hidden].
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON returns "[hidden]".
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// MarshalYAML returns [hidden], or nothing for no password, since a written configuration is read again.
func (s Secret) MarshalYAML() (any, error) {
	if s.text == "" {
		return "", nil
	}
	return hidden, nil
}

// LogValue returns [hidden].
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// UnmarshalText sets the password from a configuration.
func (s *Secret) UnmarshalText(text []byte) error {
	s.text = string(text)
	return nil
}
