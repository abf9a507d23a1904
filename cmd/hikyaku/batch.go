package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

// maxRequest is the maximum length in bytes of a line of try --batch.
const maxRequest = 1 << 20

// request is a line of try --batch.
type request struct {
	ID       json.RawMessage `json:"id,omitempty"` // any scalar; echoed as written
	Game     string          `json:"game"`
	Options  engine.Options  `json:"options"`
	Position string          `json:"position"` // replaces the starting position
	Moves    []string        `json:"moves"`
	Legal    *bool           `json:"legal"` // false omits the legal moves
}

// batch answers each line of in with a line of JSON, even if it cannot parse the
// line.
func batch(in io.Reader, out io.Writer) error {
	defer collectRarely()()
	lines := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriter(out)
	for {
		line, err := readLine(lines)
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return errors.Join(i18n.Err("batch.unread", "why", err), w.Flush())
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := printJSON(w, answerLine(line, err)); err != nil {
			return err
		}
		if lines.Buffered() == 0 { // the caller may wait for this answer
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

var errLongLine = i18n.Err("batch.long", "most", maxRequest)

// readLine reads one line. It skips a line that is too long and returns errLongLine.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxRequest; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (len(line) > 0 || long), err == nil:
			if long {
				return nil, errLongLine
			}
			return line, nil
		}
		return nil, err
	}
}

// unansweredJSON is the JSON of a request that failed.
type unansweredJSON struct {
	ID json.RawMessage `json:"id,omitempty"`
	failure
}

// requestError is the error of a malformed or impossible request.
type requestError struct{ error }

func (e *requestError) Unwrap() error { return e.error }

func answerLine(line []byte, err error) answer {
	var r request
	if err == nil {
		r, err = readRequest(line)
	}
	var position *triedJSON
	if err != nil {
		err = i18n.Err("batch.wrong", "why", err)
	} else if position, err = r.answer(); err == nil {
		return position
	}
	u := &unansweredJSON{ID: r.ID}
	u.note(&requestError{err})
	return u
}

// readRequest parses a request strictly. It returns the identifier even if the
// rest is wrong.
func readRequest(line []byte) (r request, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(&r); err == nil && len(bytes.TrimSpace(line[decoder.InputOffset():])) > 0 {
		err = i18n.Err("batch.more")
	}
	var named struct{ ID json.RawMessage }
	if err != nil && json.Unmarshal(line, &named) == nil {
		r.ID = named.ID
	}
	if len(r.ID) > 0 && (r.ID[0] == '{' || r.ID[0] == '[') {
		r.ID, err = nil, i18n.Err("batch.id")
	}
	return r, err
}

// answer plays the moves of the request and describes the resulting position.
func (r *request) answer() (*triedJSON, error) {
	s, err := r.start()
	if err != nil {
		return nil, err
	}
	index, err := s.play(r.Moves)
	var refused *engine.Rejection
	if err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	d := &triedJSON{ID: r.ID, positionJSON: s.describe(r.Legal == nil || *r.Legal)}
	if refused != nil {
		d.Rejected = rejection(index, r.Moves[index], refused)
	}
	return d, nil
}

func (r *request) start() (*scratch, error) {
	g := all.Game(r.Game)
	if g == nil {
		return nil, noGame(r.Game)
	}
	options, err := g.Resolve(r.Options)
	if err != nil {
		return nil, err
	}
	s := &scratch{game: g, options: options}
	if r.Position != "" {
		s.position, err = g.Parse(options, r.Position)
	} else {
		s.position, err = g.Start(options)
	}
	return s, err
}
