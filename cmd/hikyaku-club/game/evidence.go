package game

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/mail"
	"path"
	"strings"
	"sync"

	"github.com/emersion/go-msgauth/dkim"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
	"hikyaku/mailbox"
)

// EvidenceTask finds the DKIM keys of a stored message. The key of the job is the hash by which entries refer to the message.
const EvidenceTask = "evidence"

// maxEvidence is the size in bytes of the longest message that is stored.
const maxEvidence = 1 << 20

// store stores a DKIM-signed message that produced entries of a match.
func (d *Deal) store(l *mailbox.Letter, raw []byte, file string) error {
	if d.Lookup == nil || file == "" || len(raw) > maxEvidence || !HasDKIM(raw) {
		return nil
	}
	m, err := d.Shelf.Open(file)
	if err != nil || !courier.Knows(m.Match, l) {
		return err
	}
	hash := courier.MailHash(l).String()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(raw); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	n, err := d.Exec(`insert into evidence (mail, file, letter) values ($1, $2, $3) on conflict (mail) do nothing`, hash, path.Base(file), packed.Bytes())
	if err != nil || n == 0 {
		return err
	}
	d.Add(db.Job{Task: EvidenceTask, Key: hash})
	return nil
}

// findKeys finds the DKIM keys of a stored message. It deletes a message that proves nothing.
func (c *Club) findKeys(ctx context.Context, mail string) error {
	var raw []byte
	var keys DKIMKeys
	err := c.Base.Do(ctx, func(tx db.Tx) (err error) {
		raw, keys, err = Evidence(tx, mail)
		return err
	})
	if err != nil || raw == nil || keys != nil || c.Lookup == nil {
		return err
	}
	keys, err = FindDKIMKeys(ctx, raw, c.Lookup)
	if err != nil {
		return err // the queue will try again
	}
	return c.Base.Do(ctx, func(tx db.Tx) error {
		if keys == nil {
			tx.Change(`delete from evidence where mail = $1`, mail)
			return nil
		}
		data, err := json.Marshal(keys)
		tx.Change(`update evidence set keys = $2 where mail = $1`, mail, string(data))
		return err
	})
}

// Evidence returns the message with the hash mail as it arrived, and the keys of its signature; nil if it is not stored.
func Evidence(tx db.Tx, mail string) (letter []byte, keys DKIMKeys, err error) {
	var packed []byte
	var found string
	ok, err := db.One(tx, `select letter, keys from evidence where mail = $1`, []any{mail}, &packed, &found)
	if err != nil || !ok {
		return nil, nil, err
	}
	return Unpack(packed, found)
}

// Unpack returns a message and the keys of its signature from the columns of the table evidence.
func Unpack(packed []byte, found string) (letter []byte, keys DKIMKeys, err error) {
	if found != "" {
		if err := json.Unmarshal([]byte(found), &keys); err != nil {
			return nil, nil, err
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil, err
	}
	letter, err = io.ReadAll(io.LimitReader(z, maxEvidence+1))
	return letter, keys, err
}

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
	// An error means that no signature could be checked, or not all of them. Each has an error of its own.
	all, _ := dkim.VerifyWithOptions(bytes.NewReader(letter), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: maxSignatures})
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
