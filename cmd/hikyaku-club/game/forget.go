package game

import (
	"path"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// keptFor is how long the bytes of a message are kept after it was read, for the investigation of problems.
const keptFor = 7 * 24 * time.Hour

// rowsKeptFor is how long after that the club remembers which messages it has received and sent.
const rowsKeptFor = 30 * 24 * time.Hour

// forget deletes the bytes of old messages, later their rows, and tokens that have expired. Messages stored as evidence are in
// another table.
func (c *Club) forget(tx db.Tx, _ string) error {
	tx.Change(`delete from proof where at <= $1`, c.Now().Add(-ProofLasts))
	most := int64(0)
	for query, kept := range map[string]time.Duration{
		`update letter set raw = null where key in (select key from letter where raw is not null and read > 0 and arrived < $1 limit $2)`: keptFor,
		`delete from letter where key in (select key from letter where arrived < $1 and read > 0 limit $2)`:                               rowsKeptFor,
		`delete from out where id in (select id from out where state <> 'due' and made < $1 limit $2)`:                                    rowsKeptFor,
	} {
		n, err := tx.Exec(query, c.Now().Add(-kept), atOnce)
		if err != nil {
			return err
		}
		most = max(most, n)
	}
	if most == atOnce {
		tx.Add(db.Job{Task: ForgetTask, Key: "more", Once: true})
	}
	return nil
}

// forgetAgain notes the addresses of deleted players that a message has brought back into the words of a match or into another
// version of it: the record in the message still has these addresses. They are deleted as in a match of others.
func (d *Deal) forgetAgain(l *mailbox.Letter, file string) error {
	m, err := d.Shelf.Open(path.Join(Folder, file))
	if err != nil {
		return err
	}
	data, _ := courier.RecordIn(l)
	theirs, err := kif.Read(data)
	if err != nil || !m.Record.IsPublic() {
		return nil // nothing was taken from it, or nobody was deleted
	}
	addresses := map[string][]string{} // by the key of the header
	address := func(h kif.Header) string {
		_, text, _ := strings.Cut(strings.ToLower(h.Value), "<")
		return strings.TrimSuffix(text, ">")
	}
	for _, h := range theirs.Headers {
		addresses[h.Key] = append(addresses[h.Key], address(h))
	}
	for _, h := range m.Record.Headers {
		list := addresses[h.Key]
		if len(list) == 0 {
			continue
		}
		addresses[h.Key] = list[1:]
		alias, deleted := strings.CutSuffix(address(h), d.Desk.AliasDomain())
		if !deleted || !d.Shelf.files.wrote(file, list[0]) {
			continue
		}
		d.Change(`insert into forget (file, address, alias) values ($1, $2, $3) on conflict do nothing`, file, list[0], alias)
	}
	return nil
}
