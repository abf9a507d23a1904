package hikyaku_test

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"hikyaku/engine/quoridor"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// judged is the error of a record with that line behind its headers.
func judged(line string) error {
	r, err := kif.Read([]byte("#hikyaku record 2\nゲーム：quoridor\n手数----指手---------消費時間--\n" + line + "\n"))
	if err == nil {
		_, err = match.New(r, quoridor.Game)
	}
	return err
}

// fullDisk is a system on which nothing more can be written.
type fullDisk struct{ atomicfile.OS }

func (fullDisk) Create(name string, _ fs.FileMode) (atomicfile.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOSPC}
}

var (
	quoted = regexp.MustCompile(`「[^」]*」`)
	latin  = regexp.MustCompile(`[A-Za-z]{2,}`)
	script = regexp.MustCompile(`\p{Han}|\p{Hiragana}|\p{Katakana}`)
)

// TestErrorsInJapanese wants no word of English in errors of the machine, the mail and the record, but for names, addresses,
// notations and what is quoted.
func TestErrorsInJapanese(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.kif")
	refused := &mailbox.Trouble{Step: "imap connect", Kind: mailbox.Unreachable, Err: &net.OpError{
		Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 993}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED),
	}}
	for _, c := range []struct {
		name  string
		err   error
		want  string
		known []string
	}{
		{"no move", judged("e2"), "4行目：「e2」とあります。ここに書けるのは、指し手、コメント、#で始まる行です", nil},
		{"number", judged("   2 e2"), "4行目：番号が2になっています。ここは1番です", nil},
		{"illegal move", judged("   1 e9"), "4行目：1手目の「e9」は指せません。pawn.occupied: e9には後手の駒がいます", []string{"pawn.occupied"}},
		{"act", judged("#: do pause-offer"), "4行目：「pause-offer」とあります。これができるのは、招待で始まった対局だけです", nil},
		{"empty", judgedEmpty(), "ファイルが空です。KIFの棋譜が必要です", []string{"KIF"}},
		{"login", &mailbox.Trouble{Step: "imap login", Kind: mailbox.LoginRefused, Response: "NO [AUTHENTICATIONFAILED] wrong"},
			"IMAPのログイン：ログインが拒否されました。サーバーの応答：「NO [AUTHENTICATIONFAILED] wrong」", []string{"IMAP"}},
		{"no server", refused, "IMAPの接続：つながりません。127.0.0.1:993：待ち受けているサーバーがありません", []string{"IMAP"}},
		{"no host", &mailbox.Trouble{Step: "smtp connect", Kind: mailbox.Unreachable, Err: &net.DNSError{Err: "no such host", Name: "smtp.example.org"}},
			"SMTPの接続：つながりません。smtp.example.org：その名前のサーバーが見つからないか、このコンピューターがネットワークにつながっていません", []string{"SMTP", "smtp.example.org"}},
		{"send", &mailbox.SendError{Kind: mailbox.Temporary, Err: refused}, "メールはまだ送られていません。IMAPの接続：つながりません。127.0.0.1:993：待ち受けているサーバーがありません", []string{"IMAP"}},
		{"full disk", atomicfile.Replace(fullDisk{}, file, []byte("x")), file + "に書けません。ディスクに空きがありません", []string{file}},
		{"no file", atomicfile.Change(atomicfile.OS{}, file, nil), file + "を読めません。そのファイルまたはフォルダーはありません", []string{file}},
	} {
		if c.err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		said := i18n.Of(c.err).Ja
		if said != c.want {
			t.Errorf("%s: %s, want %s", c.name, said, c.want)
		}
		rest := quoted.ReplaceAllString(said, "")
		for _, name := range c.known {
			rest = strings.ReplaceAll(rest, name, "")
		}
		if word := latin.FindString(rest); word != "" {
			t.Errorf("%s: %s has the word %s", c.name, said, word)
		}
	}
}

// judgedEmpty is the error of an empty record.
func judgedEmpty() error {
	_, err := kif.Read(nil)
	return err
}

// TestTroublesHaveSentences wants a sentence and a hint of every kind of trouble, and of every step at which one can happen.
func TestTroublesHaveSentences(t *testing.T) {
	for _, kind := range []mailbox.Kind{
		mailbox.Unreachable, mailbox.Insecure, mailbox.TimedOut, mailbox.NoPassword, mailbox.LoginRefused, mailbox.TokenRefused,
		mailbox.FolderMissing, mailbox.ProtocolError, mailbox.Settings,
	} {
		for _, step := range []string{
			"imap connect", "imap tls", "imap greeting", "imap login", "imap folder", "imap search", "imap sizes", "imap fetch", "imap idle",
			"smtp send", "smtp final dot", "smtp quit", "smtp settings", "settings", "maildir open", "maildir list", "folder open", "folder list",
		} {
			trouble, begins := &mailbox.Trouble{Step: step, Kind: kind}, step+": "
			if of, _, _ := strings.Cut(step, " "); kind == mailbox.FolderMissing && (of == "maildir" || of == "folder") { // on this computer
				begins = map[string]string{"maildir": "the Maildir can't be opened", "folder": "the shared folder can't be opened"}[of]
			}
			if want := trouble.Sentence().En; trouble.Error() != want || !strings.HasPrefix(want, begins) {
				t.Errorf("%s, want %s", trouble, want)
			}
			for _, said := range []string{trouble.Sentence().Ja, trouble.Hint().Ja} {
				if !script.MatchString(said) {
					t.Errorf("%s %s: %s is no Japanese", step, kind, said)
				}
			}
		}
	}
	for _, kind := range []mailbox.SendKind{mailbox.Refused, mailbox.Temporary, mailbox.Unknown} {
		if failed := (&mailbox.SendError{Kind: kind}); failed.Error() != failed.Sentence().En || failed.Sentence().Ja == failed.Error() {
			t.Errorf("%s: %+v", kind, failed.Sentence())
		}
	}
}
