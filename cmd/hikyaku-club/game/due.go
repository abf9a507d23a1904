package game

import (
	"path"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/courier"
)

// atOnce is how many rows one look at what is due takes on.
const atOnce = 200

// due finds the matches in which something is due without a letter, and adds the work of it.
func (c *Club) due(tx db.Tx, _ string) error {
	files, err := db.All(tx, `select file from match where rest <= $1 order by rest limit $2`+tx.Skip(), []any{db.Micros(c.Now()), atOnce}, func(r db.Rows) (file string, err error) {
		return file, r.Scan(&file)
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		tx.Add(db.Job{Task: TendTask, Key: file, Once: true})
	}
	if len(files) == atOnce {
		tx.Add(db.Job{Task: DueTask, Key: files[0], Once: true})
	}
	return nil
}

// tend does what is due in one match.
func (c *Club) tend(tx db.Tx, file string) error {
	d := c.deal(tx, c.Now(), "", nil, path.Join(Folder, file))
	if _, err := courier.Tend(tx.Context(), d.Courier); err != nil {
		return err
	}
	if err := courier.TellOverdue(tx.Context(), d.Courier, path.Join(Folder, file)); err != nil {
		return err
	}
	return d.settle()
}
