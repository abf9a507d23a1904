package game

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/mailbox"
)

// aboutProbe begins the topic of a message that the club sends to itself. It is followed by the proofs that arrived.
const aboutProbe = "probe"

// Probe sends the club a message of its own, so that Probed can report which proofs survive on the way. It doesn't use the queue, but
// the message must be received by the club.
func (c *Club) Probe(ctx context.Context) error {
	var l *mailbox.Letter
	err := c.Base.Do(ctx, func(tx db.Tx) error {
		d := c.deal(tx, c.Now(), "", nil)
		me := d.Desk.Me
		l = &mailbox.Letter{To: mailbox.Address{Addr: me.Address}, Subject: words.Text("probe.subject").In(c.Lang), Automatic: "auto-generated"}
		_, err := d.sign(l, aboutProbe+"."+strings.ToLower(rand.Text()), c.Lang, words.Text("probe.text"))
		return err
	})
	if err != nil {
		return err
	}
	return c.Box.Send(ctx, l)
}

// Probed returns which proofs survived in the newest message of the club to itself: "Message-ID", "Reply-To" and "text". Came is
// false if no message has arrived since the last one was sent.
func (c *Club) Probed(ctx context.Context) (proofs []string, came bool, err error) {
	err = c.Base.Do(ctx, func(tx db.Tx) error {
		var about string
		_, err := db.One(tx, `select about from proof where address = $1 order by at desc limit 1`, []any{strings.ToLower(c.Desk.Me.Address)}, &about)
		if _, list, arrived := strings.Cut(about, " "); arrived {
			proofs, came = strings.Fields(list), true
		}
		return err
	})
	return proofs, came, err
}

// probed stores which proofs survived in a message of the club to itself.
func (d *Deal) probed(l *mailbox.Letter) error {
	id, _, _ := strings.Cut(l.MessageID, "@")
	_, plus, _ := strings.Cut(l.ReplyTo, "+")
	plus, _, _ = strings.Cut(plus, "@")
	for _, token := range ownTokens(&mailbox.Letter{InReplyTo: l.MessageID, To: mailbox.Address{Addr: l.ReplyTo}, Text: l.Text}) {
		var about string
		found, err := db.One(d, `select about from proof where token = $1 and address = $2`, []any{token, strings.ToLower(d.Desk.Me.Address)}, &about)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		bare := strings.ReplaceAll(token, "-", "")
		brought := []string{""}
		for name, has := range map[string]bool{"Message-ID": strings.HasSuffix(id, bare), "Reply-To": plus == bare, "text": strings.Contains(l.Text, token)} {
			if has {
				brought = append(brought, name)
			}
		}
		slices.Sort(brought)
		about, _, _ = strings.Cut(about, " ")
		d.Change(`update proof set about = $2 where token = $1`, token, about+strings.Join(brought, " "))
		return nil
	}
	return nil
}
