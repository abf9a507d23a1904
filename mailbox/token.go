package mailbox

import (
	"context"

	"hikyaku/internal/i18n"
)

// TokenSource supplies OAuth 2 access tokens.
type TokenSource interface {
	// Token returns a token for the server at host, renewed if it is about to
	// expire. If a person can do something about an error, it is a *TokenError.
	Token(ctx context.Context, host string) (Secret, error)
	// Refused reports that a server has refused a token. Token does not return it
	// again if it can get another one.
	Refused(token Secret)
}

// TokenError is the error of a TokenSource.
type TokenError struct {
	Kind Kind
	Err  error
}

// Error returns the English sentence.
func (e *TokenError) Error() string { return e.Sentence().En }

// Sentence returns that of Err.
func (e *TokenError) Sentence() i18n.Text { return i18n.Of(e.Err) }

func (e *TokenError) Unwrap() error { return e.Err }

// Hint returns a sentence on what to do about it.
func (e *TokenError) Hint() i18n.Text { return (&Trouble{Kind: e.Kind, Err: e}).Hint() }
