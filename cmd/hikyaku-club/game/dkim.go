package game

import (
	"bytes"
	"context"
	"errors"
	"net/mail"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

// Keys are the records in which mail systems have published their public keys, by their names in the DNS.
type DKIMKeys map[string][]string

// Lookup finds the TXT records of a name, as net.Resolver.LookupTXT does.
type Lookup func(ctx context.Context, name string) ([]string, error)

// maxSignatures is how many signatures of a letter are looked at.
const maxSignatures = 5

// errUnsigned is the error of a letter that its sender's mail system has not signed.
var errUnsigned = errors.New("no signature of the sender's mail system holds")

// Signed reports whether a letter has a signature, which may be anybody's.
func HasDKIM(letter []byte) bool {
	m, err := mail.ReadMessage(bytes.NewReader(letter))
	return err == nil && m.Header.Get("Dkim-Signature") != ""
}

// Find returns the keys that the signatures of a letter need; none if the sender's mail system has not signed it. It returns an error
// where another time may give another answer.
func FindDKIMKeys(ctx context.Context, letter []byte, lookup Lookup) (DKIMKeys, error) {
	keys := DKIMKeys{}
	_, err := signer(letter, func(name string) ([]string, error) {
		list, err := lookup(ctx, name)
		if err == nil {
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

// Signer returns the domain that has signed a letter of one of its own addresses, by keys that Find has found. It returns false if there is none.
func DKIMSigner(letter []byte, keys DKIMKeys) (domain string, ok bool) {
	domain, err := signer(letter, func(name string) ([]string, error) {
		if list, ok := keys[name]; ok {
			return list, nil
		}
		return nil, errUnsigned
	})
	return domain, err == nil
}

// signer returns the domain that has signed a letter for its sender. A signature that ends some day proves nothing afterwards, and does
// not count.
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
