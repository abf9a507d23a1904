package game

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
)

// keptFor is how long the bytes of a message are kept after it was read, for the investigation of problems.
const keptFor = 7 * 24 * time.Hour

// rowsKeptFor is how long after that the club remembers which messages it has received and sent.
const rowsKeptFor = 30 * 24 * time.Hour

// forget deletes the bytes of old messages, later their rows, and tokens that have expired. Messages stored as evidence are in
// another table.
func (c *Club) forget(tx db.Tx, _ string) error {
	if _, err := tx.Exec(`delete from proof where at <= $1`, db.Micros(c.Now().Add(-ProofLasts))); err != nil {
		return err
	}
	most := int64(0)
	for query, kept := range map[string]time.Duration{
		`update letter set raw = null where key in (select key from letter where raw is not null and read > 0 and arrived < $1 limit $2)`: keptFor,
		`delete from letter where key in (select key from letter where arrived < $1 and read > 0 limit $2)`:                               rowsKeptFor,
		`delete from out where id in (select id from out where state <> 'due' and made < $1 limit $2)`:                                    rowsKeptFor,
	} {
		n, err := tx.Exec(query, db.Micros(c.Now().Add(-kept)), atOnce)
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
