package main

import (
	"bytes"
	"io"

	"github.com/urfave/cli/v2"
)

// listing is the answer {"matches":[…], …}. It writes each match at once,
// because a folder may contain very many.
type listing struct {
	w     io.Writer
	added bool
	rest  listingRest
}

// listingRest is what follows the matches.
type listingRest struct {
	Scores []*scoreJSON `json:"scores,omitzero"`
	failure
}

func (l *listing) end() *failure { return &l.rest.failure }

// listMatch adds a match to the listing of the command. If m is nil, it only
// starts the listing.
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

// listScores adds scores to the listing, which must have been started.
func listScores(c *cli.Context, scores []*scoreJSON) {
	if l, begun := c.App.Metadata["answer"].(*listing); begun {
		l.rest.Scores = append([]*scoreJSON{}, scores...)
	}
}

// close writes the rest and ends the object.
func (l *listing) close() error {
	var end bytes.Buffer
	if err := printJSON(&end, l.rest); err != nil {
		return err
	}
	rest := bytes.TrimPrefix(end.Bytes(), []byte("{"))
	if len(rest) > len("}\n") {
		rest = append([]byte(","), rest...)
	}
	_, err := l.w.Write(append([]byte("]"), rest...))
	return err
}
