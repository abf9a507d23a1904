package game

import (
	"context"
	"errors"

	"hikyaku/cmd/hikyaku-club/db"
)

// Once does all pending work without the queue: it reads messages in the order of arrival, does the work due in matches, and
// sends messages. Queued jobs for the same work then find nothing to do. It returns the number of jobs done.
func (c *Club) Once(ctx context.Context) (n int, err error) {
	if err := c.Base.Do(ctx, c.beat); err != nil {
		return 0, err
	}
	var errs []error
	for _, part := range []struct {
		waiting string
		args    []any
		do      func(key string) error
	}{
		{`select key from letter where read = 0 order by arrived, key`, nil, func(key string) error {
			return c.Base.Do(ctx, func(tx db.Tx) error { return c.readLetter(tx, key) })
		}},
		{`select file from match where rest <= $1 order by rest, file`, []any{db.Micros(c.Now())}, func(file string) error {
			return c.Base.Do(ctx, func(tx db.Tx) error { return c.tend(tx, file) })
		}},
		{`select mail from evidence where keys = ''`, nil, func(mail string) error { return c.findKeys(ctx, mail) }},
		{`select id from out where state = 'due' order by made, id`, nil, func(key string) error { return c.send(ctx, key) }},
	} {
		var keys []string
		err := c.Base.Do(ctx, func(tx db.Tx) (err error) {
			keys, err = db.Texts(tx, part.waiting, part.args...)
			return err
		})
		errs = append(errs, err)
		for _, key := range keys {
			errs = append(errs, part.do(key))
		}
		n += len(keys)
	}
	return n, errors.Join(errs...)
}

// Pending returns the number of messages to be read or sent.
func (c *Club) Pending(ctx context.Context) (n int, err error) {
	err = c.Base.Do(ctx, func(tx db.Tx) error {
		_, err := db.One(tx, `select (select count(*) from letter where read = 0) + (select count(*) from out where state = 'due')`, nil, &n)
		return err
	})
	return n, err
}
