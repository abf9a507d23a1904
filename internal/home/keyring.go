package home

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/match/fair"
)

// Keyring holds the secret keys of one player, newest first. The signing keys
// and all chains derive from them.
type Keyring struct {
	masters []fair.Master
	keys    []string // the public keys, once they have been needed
	once    sync.Once
}

// ErrNoKeyring is the error of a missing file of secret keys.
var ErrNoKeyring = i18n.Err("secret.none")

// LoadKeyring reads the file of secret keys, which must not be readable by
// others. Its errors never quote the content. It returns ErrNoKeyring if there
// is no file.
func LoadKeyring(sys atomicfile.System, file string) (*Keyring, error) {
	data, mode, err := sys.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKeyring
	}
	if err != nil {
		return nil, i18n.Err("secret.unread", "why", err)
	}
	if mode.Perm()&0o077 != 0 {
		return nil, i18n.Err("secret.open", "file", file)
	}
	k := &Keyring{}
	for n, line := range strings.Split(string(data), "\n") {
		text, _, _ := strings.Cut(line, "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		m, err := fair.ParseMaster(text)
		if err != nil {
			return nil, i18n.Err("secret.line", "file", file, "n", n+1, "why", err)
		}
		k.masters = append(k.masters, m)
	}
	if len(k.masters) == 0 {
		return nil, i18n.Err("secret.empty", "file", file)
	}
	return k, nil
}

// MakeKeyring is like LoadKeyring, but creates the file with a random secret
// key if there is none.
func MakeKeyring(sys atomicfile.System, file string) (*Keyring, error) {
	k, err := LoadKeyring(sys, file)
	if !errors.Is(err, ErrNoKeyring) {
		return k, err
	}
	if err := NewSecret(sys, file); err != nil {
		return nil, err
	}
	return LoadKeyring(sys, file)
}

// ImportSecret adds a secret key, in the form of Keyring.Reveal, before those
// in the file. It does nothing if the file holds it already.
func ImportSecret(sys atomicfile.System, file, text string) error {
	m, err := fair.ParseMaster(text)
	if err != nil {
		return err
	}
	old, err := LoadKeyring(sys, file)
	if err != nil && !errors.Is(err, ErrNoKeyring) {
		return err
	}
	if old != nil && slices.Contains(old.masters, m) {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s # %s\n", m.Reveal(), sys.Now().Format(time.DateOnly))
	if old != nil {
		data, _, err := sys.Read(file)
		if err != nil {
			return i18n.Err("secret.unread", "why", err)
		}
		b.Write(data)
	}
	return atomicfile.Replace(sys, file, b.Bytes())
}

// Reveal returns the secret keys, newest first, in the form that
// fair.ParseMaster reads and people copy to paper.
func (k *Keyring) Reveal() (lines []string) {
	for _, m := range k.masters {
		lines = append(lines, m.Reveal())
	}
	return lines
}

// Fingerprints returns the fingerprints of the public keys, newest first.
func (k *Keyring) Fingerprints() (list []string) {
	for _, m := range k.masters {
		list = append(list, m.PublicKey().Fingerprint())
	}
	return list
}

func (k *Keyring) newest() fair.Master { return k.masters[0] }

func (k *Keyring) signer(key string) (fair.Master, error) {
	k.once.Do(func() {
		for _, m := range k.masters {
			k.keys = append(k.keys, m.PublicKey().String())
		}
	})
	if i := slices.Index(k.keys, key); i >= 0 {
		return k.masters[i], nil
	}
	return fair.Master{}, i18n.Err("secret.other")
}

func (k *Keyring) key() string { return k.newest().PublicKey().String() }

// Open returns the link with this index of one of our chains. It is a
// match.Opener.
func (k *Keyring) Open(chain fair.Tip, index int) (fair.Link, error) {
	for _, m := range k.masters {
		c, err := fair.NewChain(m, chain.ID, chain.Length)
		if err != nil {
			return fair.Link{}, err
		}
		if c.Tip().Last == chain.Last {
			return c.Link(index)
		}
	}
	return fair.Link{}, i18n.Err("secret.other-dice")
}

// NewSecret adds a random secret key before those in the file, for new matches
// and for Rotate.
func NewSecret(sys atomicfile.System, file string) error {
	m, err := fair.NewMaster(rand.Reader)
	if err != nil {
		return err
	}
	return ImportSecret(sys, file, m.Reveal())
}
