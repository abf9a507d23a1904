package game

import (
	"bytes"
	"context"
	"errors"
	"net/mail"
	"strings"
	"sync"

	"github.com/emersion/go-msgauth/dkim"
)

// DKIMKeys maps names in the DNS to the records in which mail systems have published their public keys.
type DKIMKeys map[string][]string

// Lookup finds the TXT records of a name, as net.Resolver.LookupTXT does.
type Lookup func(ctx context.Context, name string) ([]string, error)

// maxSignatures is how many signatures of a message are checked.
const maxSignatures = 5

// errUnsigned means that a message has no valid signature of its sender's mail system.
var errUnsigned = errors.New("no signature of the sender's mail system holds")

// HasDKIM reports whether a message has a DKIM signature (RFC 6376), valid or not.
func HasDKIM(letter []byte) bool {
	m, err := mail.ReadMessage(bytes.NewReader(letter))
	return err == nil && m.Header.Get("Dkim-Signature") != ""
}

// FindDKIMKeys returns the keys needed to check the signatures of a message; none if the sender's mail system hasn't signed it.
// With these keys the signature can be checked for ever, without a network. It returns an error if another try may give another
// answer.
func FindDKIMKeys(ctx context.Context, letter []byte, lookup Lookup) (DKIMKeys, error) {
	keys := DKIMKeys{}
	var m sync.Mutex // signatures are checked at the same time
	_, err := signer(letter, func(name string) ([]string, error) {
		list, err := lookup(ctx, name)
		if err == nil {
			m.Lock()
			defer m.Unlock()
			keys[name] = list
		}
		return list, err
	})
	switch {
	case dkim.IsTempFail(err):
		return nil, err
	case err != nil:
		return nil, nil
	}
	return keys, nil
}

// DKIMSigner returns the domain that has signed a message for one of its own addresses, using keys from FindDKIMKeys. It returns
// false if there is none.
func DKIMSigner(letter []byte, keys DKIMKeys) (domain string, ok bool) {
	domain, err := signer(letter, func(name string) ([]string, error) {
		if list, ok := keys[name]; ok {
			return list, nil
		}
		return nil, errUnsigned
	})
	return domain, err == nil
}

// signer returns the domain that has signed a message for its sender. A signature with an expiry date proves nothing after that
// date and doesn't count.
func signer(letter []byte, lookup func(string) ([]string, error)) (string, error) {
	m, err := mail.ReadMessage(bytes.NewReader(letter))
	if err != nil {
		return "", err
	}
	from, err := m.Header.AddressList("From")
	if err != nil || len(from) != 1 || len(m.Header["From"]) != 1 {
		return "", errUnsigned
	}
	_, sender, _ := strings.Cut(strings.ToLower(from[0].Address), "@")
	letter = bytes.ReplaceAll(bytes.ReplaceAll(letter, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	all, err := dkim.VerifyWithOptions(bytes.NewReader(letter), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: maxSignatures})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return "", err
	}
	err = errUnsigned
	for _, v := range all {
		domain := strings.ToLower(v.Domain)
		if sender != domain && !strings.HasSuffix(sender, "."+domain) {
			continue
		}
		if v.Err == nil && v.Expiration.IsZero() {
			return domain, nil
		}
		if dkim.IsTempFail(v.Err) {
			err = v.Err
		}
	}
	return "", err
}
