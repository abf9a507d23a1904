package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// answer is what a command prints with --json: one object, documented in docs/schema. Its type embeds failure.
type answer interface{ end() *failure }

// failure is the last part of every answer: the rejected move or the error. It
// is the whole answer of a command that fails early.
type failure struct {
	Rejected *rejectedJSON `json:"rejected,omitempty"`
	Error    *problemJSON  `json:"error,omitempty"`
}

func (f *failure) end() *failure { return f }

// note adds err, unless the answer reports it elsewhere.
func (f *failure) note(err error) {
	var r *engine.Rejection
	switch {
	case err == nil || errors.As(err, new(*reportedError)):
	case !errors.As(err, &r) || status(err) == statusRecord:
		f.Error = newProblem(err)
	case f.Rejected == nil:
		f.Rejected = newRejected(r)
	}
}

type problemJSON struct {
	ID   string `json:"id"`
	Line int    `json:"line,omitempty"` // in the record
	En   string `json:"en"`
	Ja   string `json:"ja"`
}

func newProblem(err error) *problemJSON {
	p := &problemJSON{ID: problemID(err), En: sentence(err, "en"), Ja: sentence(err, "ja")}
	var record *kif.Error
	if errors.As(err, &record) {
		p.Line = record.Line
	}
	return p
}

// problemID returns the identifier of an error, which is the same in every
// language.
func problemID(err error) string {
	var (
		send    *mailbox.SendError
		trouble *mailbox.Trouble
		known   *i18n.Error
	)
	switch {
	case errors.As(err, new(*requestError)):
		return "request"
	case errors.As(err, new(*usageError)):
		return "usage"
	case errors.As(err, new(*kif.Error)):
		return "record.damaged"
	case errors.As(err, new(*match.NotYourTurn)):
		return "turn"
	case errors.As(err, &trouble):
		return "mail." + strings.ReplaceAll(string(trouble.Kind), " ", "-")
	case errors.As(err, &send):
		return "mail." + strings.ReplaceAll(string(send.Kind), " ", "-")
	case errors.Is(err, courier.ErrNotOurs):
		return "mail.not-ours"
	case errors.Is(err, fs.ErrNotExist):
		return "file.missing"
	case errors.Is(err, fs.ErrExist):
		return "file.exists"
	case errors.Is(err, fs.ErrPermission):
		return "file.denied"
	case errors.As(err, &known):
		return known.Key()
	}
	return "failed"
}

// setAnswer makes a the answer of the command. It is printed when the command
// ends.
func setAnswer(c *cli.Context, a answer) { c.App.Metadata["answer"] = a }

// give makes a the answer of the command if --json is set, else it prints lines.
func give(c *cli.Context, a answer, lines ...string) error {
	if c.Bool("json") {
		setAnswer(c, a)
		return nil
	}
	return printLines(c, lines)
}

// current returns the answer of the command so far, which may be only a failure.
func current(c *cli.Context) answer {
	a, said := c.App.Metadata["answer"].(answer)
	if !said {
		a = &failure{}
		setAnswer(c, a)
	}
	return a
}

// noStdout returns a usage error if --json is set and the command writes its
// result to standard output.
func noStdout(c *cli.Context, file string) error {
	if c.Bool("json") && file == "-" {
		return usage("usage.json-stdout")
	}
	return nil
}

// printAnswer prints the answer of the command, which ended with err. There is
// none if the command printed only text, such as that of --help.
func printAnswer(app *cli.App, err error) error {
	a, said := app.Metadata["answer"].(answer)
	if !said && err == nil {
		return nil
	}
	if !said {
		a = &failure{}
	}
	delete(app.Metadata, "answer")
	a.end().note(err)
	return printJSON(app.Writer, a)
}

// printJSON writes v as one line of JSON. It escapes characters that could
// control a terminal, which does not change the value.
func printJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeControls(line.Bytes()))
	return err
}

// escapeControls replaces characters that could control a terminal by \u
// escapes. In JSON they occur only inside strings.
func escapeControls(text []byte) []byte {
	if bytes.IndexFunc(text, controlsTerminal) < 0 {
		return text
	}
	var out bytes.Buffer
	for _, r := range string(text) {
		if !controlsTerminal(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.Bytes()
}

func controlsTerminal(r rune) bool {
	if r >= ' ' && r <= '~' || r >= '、' && r <= '鿿' { // as nearly all are
		return false
	}
	return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
