package game

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"path"

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
	if err != nil || !courier.Knows(m, l) {
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
			_, err := tx.Exec(`delete from evidence where mail = $1`, mail)
			return err
		}
		data, err := json.Marshal(keys)
		if err == nil {
			_, err = tx.Exec(`update evidence set keys = $2 where mail = $1`, mail, string(data))
		}
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
