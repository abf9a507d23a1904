package inlet

import (
	"context"
	"errors"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
)

// Lease is a lock that expires unless its holder renews it.
type Lease struct {
	Base   db.DB
	Name   string
	Holder string // identifies the process; must be unique
	Now    func() time.Time
}

// How long a lease is valid, and how often its holder renews it.
const (
	term  = 90 * time.Second
	renew = 30 * time.Second
)

// errLost means that another process has taken over the lease.
var errLost = errors.New("another process has taken over")

// take takes the lease if it is free or has expired. It reports whether this process holds it.
func (l *Lease) take(ctx context.Context) (held bool, err error) {
	now := l.Now()
	err = l.Base.Do(ctx, func(tx db.Tx) error {
		n, err := tx.Exec(`insert into lease (name, holder, until) values ($1, $2, $3)
			on conflict (name) do update set holder = $2, until = $3 where lease.holder = $2 or lease.until <= $4`,
			l.Name, l.Holder, db.Micros(now.Add(term)), db.Micros(now))
		held = n > 0
		return err
	})
	return held, err
}

// hold renews the lease in a transaction. It returns errLost if the lease is lost.
func (l *Lease) hold(tx db.Tx) error {
	n, err := tx.Exec(`update lease set until = $3 where name = $1 and holder = $2`, l.Name, l.Holder, db.Micros(l.Now().Add(term)))
	if err == nil && n == 0 {
		return errLost
	}
	return err
}

// Release makes the lease available to others immediately.
func (l *Lease) Release(ctx context.Context) error {
	return l.Base.Do(ctx, func(tx db.Tx) error {
		_, err := tx.Exec(`delete from lease where name = $1 and holder = $2`, l.Name, l.Holder)
		return err
	})
}
