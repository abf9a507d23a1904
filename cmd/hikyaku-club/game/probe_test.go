package game_test

import (
	"slices"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// TestProbe sends the club a letter of its own on ways that lose some of its proofs.
func TestProbe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		h.Club.Plus = true
		strange := "" // the text of a letter to somebody else
		topic := func() (about string) {
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				_, err := db.One(d, `select about from proof where address = $1`, []any{alice.Address}, &about)
				return err
			}))
			return about
		}
		for _, way := range []struct {
			loses func(*mailbox.Letter)
			want  []string
		}{
			{func(*mailbox.Letter) {}, []string{"Message-ID", "Reply-To", "text"}},
			{func(l *mailbox.Letter) { l.MessageID = "<0100018abc-000000@relay.example>" }, []string{"Reply-To", "text"}},
			{func(l *mailbox.Letter) { l.Text, l.ReplyTo = "(removed)", "" }, []string{"Message-ID"}},
			{func(l *mailbox.Letter) { l.Text, l.ReplyTo, l.MessageID = "(removed)", "", "<0@relay.example>" }, nil},
		} {
			dbtest.Must(t, h.Club.Probe(t.Context()))
			if _, came, err := h.Club.Probed(t.Context()); err != nil || came {
				t.Fatalf("before it has arrived: %v, %v", came, err)
			}
			l := *h.Last(clubtest.Address)
			way.loses(&l)
			l.Text += strange
			raw, err := l.Bytes()
			dbtest.Must(t, err)
			sent := len(h.All())
			dbtest.Must(t, h.Club.Receive(t.Context(), raw))
			h.Run()
			if got, came, err := h.Club.Probed(t.Context()); err != nil || !slices.Equal(got, way.want) || came != (way.want != nil) {
				t.Errorf("the proofs are %v, %v, %v; want %v", got, came, err, way.want)
			}
			if len(h.All()) != sent {
				t.Error("the club answers itself")
			}
			h.Wait(time.Second)
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				return d.Write(alice.Address, "news", "en", i18n.Same("News"), i18n.Same("News of the club"))
			}))
			h.Run()
			strange = "\n" + h.Last(alice.Address).Text
			if got, _, _ := h.Club.Probed(t.Context()); !slices.Equal(got, way.want) || topic() != "news" {
				t.Errorf("after a letter to somebody else the proofs are %v, and its topic is %q", got, topic())
			}
		}
	})
}
