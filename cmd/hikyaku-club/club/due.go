package club

import (
	"path"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/internal/courier"
)

// atOnce is how many rows one look at what is due takes on.
const atOnce = 200

// due finds the matches in which something is due without a letter, and adds the work of it.
func (c *Club) due(tx base.Tx, _ string) error {
	files, err := base.All(tx, `select file from match where rest <= $1 order by rest limit $2`+tx.Skip(), []any{base.Micros(c.Now()), atOnce}, func(r base.Rows) (file string, err error) {
		return file, r.Scan(&file)
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		tx.Add(base.Job{Task: TendTask, Key: file, Once: true})
	}
	if len(files) == atOnce {
		tx.Add(base.Job{Task: DueTask, Key: files[0], Once: true})
	}
	return nil
}

// tend does what is due in one match.
func (c *Club) tend(tx base.Tx, file string) error {
	d := c.deal(tx, c.Now(), "", nil, path.Join(shelf.Folder, file))
	if _, err := courier.Tend(tx.Context(), d.Courier); err != nil {
		return err
	}
	if err := courier.TellOverdue(tx.Context(), d.Courier, path.Join(shelf.Folder, file)); err != nil {
		return err
	}
	return d.settle()
}
