package game

import (
	"time"

	"hikyaku/cmd/hikyaku-club/db"
)

// keptFor is how long the bytes of a message are kept after it was read, so that problems can be investigated.
const keptFor = 7 * 24 * time.Hour

// forget deletes the bytes of old messages, and what proves nothing any more. The keys of the messages are kept, so that they aren't
// read again.
func (c *Club) forget(tx db.Tx, _ string) error {
	if _, err := tx.Exec(`delete from proof where at <= $1`, db.Micros(c.Now().Add(-ProofLasts))); err != nil {
		return err
	}
	before := db.Micros(c.Now().Add(-keptFor))
	n, err := tx.Exec(`update letter set raw = null where key in (select key from letter where raw is not null and read > 0 and arrived < $1 limit $2)`, before, atOnce)
	if err == nil && n == atOnce {
		tx.Add(db.Job{Task: ForgetTask, Key: "more", Once: true})
	}
	return err
}
