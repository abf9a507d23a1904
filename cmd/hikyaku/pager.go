package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// paged returns action with its output sent through a pager if it is longer than
// the terminal.
func paged(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		out := c.App.Writer
		defer func() { c.App.Writer = out }()
		return throughPager(out, c.Bool("quiet"), func(w io.Writer) error {
			c.App.Writer = w
			return action(c)
		})
	}
}

// throughPager calls write with a pager, or with w itself if quiet is set, w is
// not a terminal, or there is no pager.
func throughPager(w io.Writer, quiet bool, write func(io.Writer) error) error {
	command := pagerCommand()
	if quiet || len(command) == 0 || !isTerminal(w) {
		return write(w)
	}
	p := &pager{tty: w.(*os.File), command: command, rows: 24}
	if _, rows, err := term.GetSize(int(p.tty.Fd())); err == nil && rows > 0 {
		p.rows = rows
	}
	err := errors.Join(write(p), p.close())
	if errors.Is(err, syscall.EPIPE) {
		return nil // the reader has left the pager
	}
	return err
}

// pagerCommand returns the command in PAGER, which may be empty, else less if it
// is installed.
func pagerCommand() []string {
	if command, set := os.LookupEnv("PAGER"); set {
		return strings.Fields(command)
	}
	if _, err := exec.LookPath("less"); err != nil {
		return nil
	}
	return []string{"less", "-FRX"}
}

// pager writes to a terminal. It buffers the text until it is longer than the
// screen and then starts a program to show it.
type pager struct {
	tty     *os.File
	command []string
	rows    int // of the screen
	held    bytes.Buffer
	program *exec.Cmd      // nil until it is started
	in      io.WriteCloser // of the program
}

func (p *pager) Write(text []byte) (int, error) {
	if p.program != nil {
		return p.in.Write(text)
	}
	n, _ := p.held.Write(text)
	if bytes.Count(p.held.Bytes(), []byte("\n")) < p.rows {
		return n, nil
	}
	if err := p.start(); err != nil {
		return n, nil // close will print everything
	}
	_, err := p.held.WriteTo(p.in)
	return n, err
}

// start runs the program. From then on only the program reacts to an interrupt.
func (p *pager) start() error {
	program := exec.Command(p.command[0], p.command[1:]...)
	program.Stdout, program.Stderr = p.tty, os.Stderr
	in, err := program.StdinPipe()
	if err != nil {
		return err
	}
	if err := program.Start(); err != nil {
		return err
	}
	signal.Ignore(os.Interrupt)
	p.program, p.in = program, in
	return nil
}

// close prints the buffered text, or waits for the program to exit.
func (p *pager) close() error {
	if p.program == nil {
		_, err := p.held.WriteTo(p.tty)
		return err
	}
	_ = p.in.Close()
	_ = p.program.Wait() // its status says nothing about the list
	return nil
}
