package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// dialog asks questions at a terminal.
type dialog struct {
	in   *bufio.Reader
	out  io.Writer
	lang string
	tty  *os.File // where a password is typed without being shown; nil: it is read as any line
}

// newDialog returns the dialog with whoever sits at the terminal, or nil if nobody does or a script reads the output.
func newDialog(c *cli.Context) *dialog {
	file, ok := c.App.Reader.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || c.Bool("json") {
		return nil
	}
	return &dialog{in: bufio.NewReader(file), out: c.App.Writer, lang: language(c.App), tty: file}
}

// say prints the sentence of a key.
func (d *dialog) say(key string, args ...any) { d.tell(i18n.In(d.lang, key, args...)) }

// tell prints a text.
func (d *dialog) tell(text string) {
	fmt.Fprint(d.out, render.Wrap(render.Safe(text), terminalColumns))
}

// ask returns what is typed to the question of a key. An empty line stands for usual, which may be empty too.
func (d *dialog) ask(key, usual string, args ...any) (string, error) {
	question := i18n.In(d.lang, key, args...)
	if usual != "" {
		question += " [" + usual + "]"
	}
	fmt.Fprint(d.out, strings.TrimSuffix(render.Wrap(render.Safe(question)+":", terminalColumns), "\n")+" ")
	line, err := d.line()
	if line == "" {
		line = usual
	}
	return line, err
}

// need asks until something is typed for which holds is true. The sentence of complaint says what would be right.
func (d *dialog) need(key, usual, complaint string, holds func(string) bool) (string, error) {
	for {
		answer, err := d.ask(key, usual)
		if err != nil || holds(answer) {
			return answer, err
		}
		d.say(complaint, "answer", answer)
	}
}

// yes asks a question that is answered by yes or no.
func (d *dialog) yes(usual bool, key string, args ...any) (bool, error) {
	sign := map[bool]string{true: "Y/n", false: "y/N"}[usual]
	for {
		answer, err := d.ask(key, sign, args...)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(answer) {
		case strings.ToLower(sign):
			return usual, nil
		case "y", "yes", "はい":
			return true, nil
		case "n", "no", "いいえ":
			return false, nil
		}
		d.say("dialog.yes-no")
	}
}

// secret asks for a password, which is not shown.
func (d *dialog) secret(key string) (string, error) {
	if d.tty == nil {
		return d.ask(key, "")
	}
	fmt.Fprint(d.out, i18n.In(d.lang, key)+": ")
	typed, err := term.ReadPassword(int(d.tty.Fd()))
	fmt.Fprintln(d.out)
	return string(typed), ended(err)
}

// line reads one line.
func (d *dialog) line() (string, error) {
	line, err := d.in.ReadString('\n')
	return strings.TrimSpace(line), ended(err)
}

// ended returns the error of a dialog that was ended by the end of the input.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return i18n.Err("dialog.ended")
	}
	return err
}
