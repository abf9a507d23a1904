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

type dialog struct {
	in   *bufio.Reader
	out  io.Writer
	lang string
	tty  *os.File // reads passwords without showing them; if nil, they are read like any line
}

// newDialog returns the dialog with the user at the terminal, or nil if there is
// no terminal or a script reads the output.
func newDialog(c *cli.Context) *dialog {
	file := terminal(c.App.Reader)
	if file == nil || c.Bool("json") {
		return nil
	}
	return &dialog{in: bufio.NewReader(file), out: c.App.Writer, lang: language(c.App), tty: file}
}

func (d *dialog) print(key string, args ...any) { d.printText(i18n.In(d.lang, key, args...)) }

func (d *dialog) printText(text string) {
	fmt.Fprint(d.out, render.Wrap(render.Safe(text), columnsOf(d.out)))
}

// ask asks the question of a key and returns the answer. An empty line means
// usual, which may be empty too.
func (d *dialog) ask(key, usual string, args ...any) (string, error) {
	question := i18n.In(d.lang, key, args...)
	if usual != "" {
		question += " [" + usual + "]"
	}
	fmt.Fprint(d.out, d.prompt(question))
	line, err := d.line()
	if line == "" {
		line = usual
	}
	return line, err
}

// need repeats a question until holds accepts the answer. The sentence of
// complaint explains what would be right.
func (d *dialog) need(key, usual, complaint string, holds func(string) bool) (string, error) {
	for {
		answer, err := d.ask(key, usual)
		if err != nil || holds(answer) {
			return answer, err
		}
		d.complainOf(answer, complaint)
	}
}

// complainOf says what is wrong with an answer, by the sentence of complaint. It
// quotes no empty answer.
func (d *dialog) complainOf(answer, complaint string) {
	if answer == "" && strings.Contains(i18n.In(d.lang, complaint), "{answer}") {
		complaint = "dialog.empty"
	}
	d.print(complaint, "answer", answer)
}

// prompt returns a question as it is printed before the answer.
func (d *dialog) prompt(question string) string {
	text := i18n.In(d.lang, "dialog.prompt", "question", render.Safe(question))
	text = strings.TrimSuffix(render.Wrap(text, columnsOf(d.out)), "\n")
	if strings.HasSuffix(text, ":") {
		text += " "
	}
	return text
}

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
		d.print("dialog.yes-no")
	}
}

// secret asks for a password without showing it.
func (d *dialog) secret(key string) (string, error) {
	if d.tty == nil {
		return d.ask(key, "")
	}
	fmt.Fprint(d.out, d.prompt(i18n.In(d.lang, key)))
	typed, err := term.ReadPassword(int(d.tty.Fd()))
	fmt.Fprintln(d.out)
	return string(typed), ended(err)
}

func (d *dialog) line() (string, error) {
	line, err := d.in.ReadString('\n')
	return strings.TrimSpace(line), ended(err)
}

// ended explains an error that ended the dialog, such as the end of the input.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return i18n.Err("dialog.ended")
	}
	return err
}
