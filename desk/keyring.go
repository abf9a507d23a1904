package desk

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"hikyaku/match/fair"
	"hikyaku/store"
)

// Keyring is the secrets of one player, newest first. The signing key and all chains follow from them.
type Keyring struct {
	masters []fair.Master
}

// ErrNoKeyring says that there is no secret yet.
var ErrNoKeyring = errors.New("there is no secret yet: the first invitation makes one, and hikyaku secret import restores one")

// LoadKeyring reads the file of secrets. It must not be readable by others. Errors never repeat what stands in it.
func LoadKeyring(sys store.System, file string) (*Keyring, error) {
	data, mode, err := sys.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKeyring
	}
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	if mode.Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read %s, which holds your secret: chmod 600 %[1]s", file)
	}
	return parseKeyring(file, data)
}

func parseKeyring(file string, data []byte) (*Keyring, error) {
	k := &Keyring{}
	for n, line := range strings.Split(string(data), "\n") {
		text, _, _ := strings.Cut(line, "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		m, err := fair.ParseMaster(text)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, n+1, err)
		}
		k.masters = append(k.masters, m)
	}
	if len(k.masters) == 0 {
		return nil, fmt.Errorf("%s holds no secret: import one, or remove the file for a new one", file)
	}
	return k, nil
}

// MakeKeyring is LoadKeyring, which first draws a secret where there is none.
func MakeKeyring(sys store.System, file string) (*Keyring, error) {
	k, err := LoadKeyring(sys, file)
	if !errors.Is(err, ErrNoKeyring) {
		return k, err
	}
	m, err := fair.NewMaster(rand.Reader)
	if err != nil {
		return nil, err
	}
	if err := ImportSecret(sys, file, m.Reveal()); err != nil {
		return nil, err
	}
	return LoadKeyring(sys, file)
}

// ImportSecret puts a secret, as Reveal writes it, before those in the file. One that is there already changes nothing.
func ImportSecret(sys store.System, file, text string) error {
	m, err := fair.ParseMaster(text)
	if err != nil {
		return err
	}
	old, err := LoadKeyring(sys, file)
	if err != nil && !errors.Is(err, ErrNoKeyring) {
		return err
	}
	if old.has(m) {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s # %s\n", m.Reveal(), sys.Now().Format(time.DateOnly))
	if old != nil {
		data, _, err := sys.Read(file)
		if err != nil {
			return fmt.Errorf("read the secret: %w", err)
		}
		b.Write(data)
	}
	return store.Replace(sys, file, b.Bytes())
}

func (k *Keyring) has(m fair.Master) bool {
	if k == nil {
		return false
	}
	for _, other := range k.masters {
		if other == m {
			return true
		}
	}
	return false
}

// Reveal lists the secrets, newest first, as they are copied to paper.
func (k *Keyring) Reveal() (lines []string) {
	for _, m := range k.masters {
		lines = append(lines, m.Reveal())
	}
	return lines
}

// Fingerprints lists the fingerprints of the keys that follow from the secrets, newest first.
func (k *Keyring) Fingerprints() (list []string) {
	for _, m := range k.masters {
		list = append(list, m.PublicKey().Fingerprint())
	}
	return list
}

// newest is the secret with which new matches begin.
func (k *Keyring) newest() fair.Master { return k.masters[0] }

// signer is the secret whose key is key.
func (k *Keyring) signer(key string) (fair.Master, error) {
	for _, m := range k.masters {
		if m.PublicKey().String() == key {
			return m, nil
		}
	}
	return fair.Master{}, fmt.Errorf("your secret is not the one with which you joined this match: hikyaku secret import restores it")
}

// key is the public key with which new matches are joined.
func (k *Keyring) key() string { return k.newest().PublicKey().String() }

// Open is a link of the chain that was committed to, which is one of ours: a match.Opener.
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
	return fair.Link{}, errors.New("your secret is not the one with which you committed to the dice of this match: hikyaku secret import restores it")
}

// NewSecret draws a further secret, for new matches and for Rotate.
func NewSecret(sys store.System, file string) error {
	m, err := fair.NewMaster(rand.Reader)
	if err != nil {
		return err
	}
	return ImportSecret(sys, file, m.Reveal())
}
