package ledger

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// Root is a signed state of the log.
type Root struct {
	Size int64
	Hash string // of the tree, in base64
	Sign string // the signature of the note, in base64; "" if it isn't known
	tag  string // identifies a root that the club has mailed
}

// text returns the text of the note, in the format of a checkpoint (c2sp.org/tlog-checkpoint).
func (r Root) text(origin string) string { return fmt.Sprintf("%s\n%d\n%s\n", origin, r.Size, r.Hash) }

// Check returns an error unless a root was signed with a public key.
func (r Root) Check(public string) error {
	v, err := note.NewVerifier(public)
	if err != nil {
		return err
	}
	_, err = note.Open([]byte(r.text(v.Name())+"\n— "+v.Name()+" "+r.Sign+"\n"), note.VerifierList(v))
	return err
}

// signer signs roots.
type signer struct {
	note.Signer
	ring   *home.Keyring
	public string
	secret []byte
}

// logKey returns the key that signs the log, and its seed. It is derived from the club's first secret key, which is never replaced.
func logKey(ring *home.Keyring) (seed []byte, key ed25519.PrivateKey) {
	secrets := ring.Reveal()
	seed = game.Keyed([]byte(secrets[len(secrets)-1]), "hikyaku-club/1 log")
	return seed, ed25519.NewKeyFromSeed(seed)
}

// Keyring returns the secret keys of a club, with which it signs matches and its log. A new club gets its first one; it is an error if
// those of an older club are lost, or aren't the ones that it has used.
func Keyring(tx db.Tx, desk game.Desk) (*home.Keyring, error) {
	ring, err := home.LoadKeyring(desk.System, desk.Secret)
	switch {
	case err == nil:
		return ring, CheckKey(tx, ring, desk.Secret)
	case !errors.Is(err, home.ErrNoKeyring):
		return nil, err
	}
	used, err := db.One(tx, `select signer from root union all select file from match limit 1`, nil)
	switch {
	case err != nil:
		return nil, err
	case used:
		return nil, words.Err("secret.lost", "file", desk.Secret)
	}
	return home.MakeKeyring(desk.System, desk.Secret)
}

// CheckKey returns an error if the log was signed with another key than that of ring, which was read from file.
func CheckKey(tx db.Tx, ring *home.Keyring, file string) error {
	var signer string
	signed, err := db.One(tx, `select signer from root order by size desc limit 1`, nil, &signer)
	if err != nil || !signed {
		return err
	}
	_, key := logKey(ring)
	public := key.Public().(ed25519.PublicKey)
	if !strings.HasSuffix(signer, "+"+base64.StdEncoding.EncodeToString(append([]byte{1}, public...))) { // before that, the club's address
		return words.Err("secret.other", "file", file)
	}
	return nil
}

// signer returns the signer of the log.
func (l *Log) signer() (*signer, error) {
	ring := l.Desk.Ring
	if ring == nil {
		var err error
		ring, err = home.LoadKeyring(l.Desk.System, l.Desk.Secret)
		if errors.Is(err, home.ErrNoKeyring) {
			err = words.Err("secret.lost", "file", l.Desk.Secret)
		}
		if err != nil {
			return nil, err
		}
	}
	seed, key := logKey(ring)
	origin := strings.ReplaceAll(l.Desk.Me.Address, "+", "-")
	public, err := note.NewEd25519VerifierKey(origin, key.Public().(ed25519.PublicKey))
	if err != nil {
		return nil, err
	}
	hash := strings.Split(public, "+")[1]
	s, err := note.NewSigner("PRIVATE+KEY+" + origin + "+" + hash + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	return &signer{s, ring, public, seed}, err
}

// sign returns the signature of a root.
func (s *signer) sign(r Root) (string, error) {
	signed, err := note.Sign(&note.Note{Text: r.text(s.Name())}, s)
	if err != nil {
		return "", err
	}
	words := strings.Fields(string(signed))
	return words[len(words)-1], nil
}

// tagOf returns the tag of a root, which only the club can compute.
func (s *signer) tagOf(r Root) string {
	return base64.RawURLEncoding.EncodeToString(game.Keyed(s.secret, r.text("tag"))[:8])
}

// Stamp adds a root signed before a message was made, in the form of Line, to the message: size and hash as the last line, and with
// the signature in a header.
func (l *Log) Stamp(m *mailbox.Letter, root string) error {
	r, err := ParseRoot(root)
	if err != nil {
		return err
	}
	s, err := l.signer()
	if err != nil {
		return err
	}
	m.Log = root
	letter.AddLine(m, fmt.Sprintf("Log %d %s %s", r.Size, r.Hash, s.tagOf(r)))
	return nil
}

// rootLine matches a root in a message, even if it was wrapped or quoted.
var rootLine = regexp.MustCompile(`Log:?[\s>]+(\d{1,15})[\s>]+([A-Za-z0-9+/]{43}=)(?:[\s>]+([A-Za-z0-9_-]{11}|[A-Za-z0-9+/]{90,91}=))?(?:\s|$)`)

// ParseRoot parses a root in the text or in the header of a message from the club.
func ParseRoot(text string) (Root, error) {
	text = strings.TrimSpace(text)
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		text = "Log " + text
	}
	all := rootsIn(text)
	if len(all) != 1 {
		return Root{}, words.Err("log.line", "line", text)
	}
	return all[0], nil
}

func rootsIn(text string) (all []Root) {
	for _, found := range rootLine.FindAllStringSubmatch(text, -1) {
		r := Root{Hash: found[2]}
		r.Size, _ = strconv.ParseInt(found[1], 10, 64)
		if len(found[3]) > 11 {
			r.Sign = found[3]
		} else {
			r.tag = found[3]
		}
		all = append(all, r)
	}
	return all
}

// Notice searches an incoming message for roots. A root that this club has mailed and that is not in its log shows that the
// database was restored from an older copy; the log is then not continued.
func (l *Log) Notice(tx db.Tx, text string) error {
	var newest Root
	for _, r := range rootsIn(text) {
		if r.tag != "" && r.Size > newest.Size {
			newest = r
		}
	}
	if newest.Size == 0 {
		return nil
	}
	s, err := l.signer()
	if err != nil || !hmac.Equal([]byte(s.tagOf(newest)), []byte(newest.tag)) {
		return err
	}
	t, err := open(tx)
	if err != nil {
		return err
	}
	var lost *words.Error
	if err := t.holds(newest); !errors.As(err, &lost) {
		return err
	}
	last, err := l.lastSigned()
	if err != nil || last.Size >= newest.Size {
		return err
	}
	return l.remember(newest)
}

// Newest returns the newest signed root.
func (l *Log) Newest(ctx context.Context) (r Root, err error) {
	err = l.Base.Do(ctx, func(tx db.Tx) error {
		_, err := db.One(tx, `select size, root, sign from root order by size desc limit 1`, nil, &r.Size, &r.Hash, &r.Sign)
		return err
	})
	return r, err
}

// Line returns the root with its signature in the format of the message header.
func (r Root) Line() string { return fmt.Sprintf("%d %s %s", r.Size, r.Hash, r.Sign) }

// signedFile returns the file that stores the newest root outside the database, next to the secret key.
func (l *Log) signedFile() string { return l.Desk.Secret + ".root" }

// lastSigned returns the newest root known to have been signed.
func (l *Log) lastSigned() (Root, error) {
	data, err := atomicfile.Read(l.Desk.System, l.signedFile())
	if errors.Is(err, fs.ErrNotExist) {
		return Root{}, nil
	}
	if err != nil {
		return Root{}, err
	}
	return ParseRoot(string(data))
}

// remember stores the newest signed root.
func (l *Log) remember(r Root) error {
	return atomicfile.Replace(l.Desk.System, l.signedFile(), fmt.Appendf(nil, "Log %d %s\n", r.Size, r.Hash))
}

// Examine returns an error if the log lacks the last signed root.
func (l *Log) Examine(tx db.Tx) error {
	last, err := l.lastSigned()
	if err != nil {
		return err
	}
	t, err := open(tx)
	if err != nil {
		return err
	}
	return t.holds(last)
}
