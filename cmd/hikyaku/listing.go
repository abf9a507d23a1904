package main

import (
	"bytes"
	"io"

	"github.com/urfave/cli/v2"
)

// listing is the answer {"matches":[…]}. Its elements are written as they come, because a folder may hold a great many.
type listing struct {
	w     io.Writer
	added bool
	failure
}

// listMatch adds a match to the listing of the command; nil only begins it.
func listMatch(c *cli.Context, m *listedJSON) error {
	l, begun := c.App.Metadata["answer"].(*listing)
	if !begun {
		l = &listing{w: c.App.Writer}
		if _, err := io.WriteString(l.w, `{"matches":[`); err != nil {
			return err
		}
		c.App.Metadata["answer"] = l
	}
	if m == nil {
		return nil
	}
	var line bytes.Buffer
	if l.added {
		line.WriteByte(',')
	}
	l.added = true
	if err := printJSON(&line, m); err != nil {
		return err
	}
	_, err := l.w.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	return err
}

// close ends the object, with what went wrong.
func (l *listing) close() error {
	var end bytes.Buffer
	if err := printJSON(&end, l.failure); err != nil {
		return err
	}
	rest := bytes.TrimPrefix(end.Bytes(), []byte("{"))
	if len(rest) > len("}\n") {
		rest = append([]byte(","), rest...)
	}
	_, err := l.w.Write(append([]byte("]"), rest...))
	return err
}
