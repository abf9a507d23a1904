package game

import (
	"path"

	"hikyaku/cmd/hikyaku-club/db"
)

// atOnce is the largest number of rows read by one query for due work.
const atOnce = 200

// due adds a job for each match that needs work without a message.
func (c *Club) due(tx db.Tx, _ string) error {
	if err := c.beat(tx); err != nil {
		return err
	}
	files, err := db.Texts(tx, `select file from match where rest <= $1 order by rest limit $2`+tx.Skip(), db.Micros(c.Now()), atOnce)
	if err != nil {
		return err
	}
	for _, file := range files {
		tx.Add(db.Job{Task: TendTask, Key: file, Once: true})
	}
	if len(files) == atOnce {
		tx.Add(db.Job{Task: dueTask, Key: files[0], Once: true})
	}
	return nil
}

// tend does the work due in one match.
func (c *Club) tend(tx db.Tx, file string) error {
	d := c.deal(tx, c.Now(), "", nil, path.Join(Folder, file))
	if _, err := d.Courier.Tend(tx.Context()); err != nil {
		return err
	}
	enforced, err := d.enforce(file)
	if err == nil && !enforced {
		err = d.Courier.TellOverdue(tx.Context(), path.Join(Folder, file))
	}
	if err != nil {
		return err
	}
	return d.settle()
}
