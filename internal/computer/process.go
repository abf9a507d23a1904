package computer

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"hikyaku/internal/i18n"
)

// process is a program that reads and writes lines.
type process struct {
	cmd    *exec.Cmd
	family family
	in     io.WriteCloser
	out    io.ReadCloser
	lines  chan string   // its output; closed at the end
	ended  chan struct{} // closed when its output is no longer read
	once   sync.Once
}

// longest is the longest line that is read, in bytes.
const longest = 1 << 20

// goodbye is how long a program may take to exit.
const goodbye = 2 * time.Second

func begin(command []string) (*process, error) {
	if len(command) == 0 {
		return nil, i18n.Err("partner.no-command")
	}
	p := &process{cmd: exec.Command(command[0], command[1:]...), lines: make(chan string, 64), ended: make(chan struct{})}
	p.cmd.WaitDelay = goodbye
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.family.start(p.cmd); err != nil {
		return nil, err
	}
	p.in, p.out = in, out
	go p.listen()
	return p, nil
}

// listen sends the program's output to lines.
func (p *process) listen() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.out)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		select {
		case p.lines <- strings.TrimRight(scanner.Text(), "\r"):
		case <-p.ended:
			return
		}
	}
}

// send writes a line.
func (p *process) send(line string) error {
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

// read returns the next line.
func (p *process) read(ctx context.Context) (string, error) {
	select {
	case line, open := <-p.lines:
		if !open {
			return "", i18n.Err("partner.ended")
		}
		return line, nil
	case <-ctx.Done():
		return "", i18n.Err("partner.silent")
	}
}

// until returns the first line that begins with a word.
func (p *process) until(ctx context.Context, word string) (string, error) {
	for {
		line, err := p.read(ctx)
		if err != nil {
			return "", err
		}
		if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first == word {
			return line, nil
		}
	}
}

// wait closes the input, which ends a well-behaved program, then kills it and its remaining child processes.
func (p *process) wait() error {
	_ = p.in.Close()
	late := time.AfterFunc(goodbye, p.kill)
	defer late.Stop()
	for range p.lines { // the remaining output
	}
	_ = p.cmd.Wait() // how it ends does not matter
	p.kill()
	p.family.close()
	return nil
}

// kill ends the program and its children at once.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.ended)
		p.family.kill()
		_ = p.out.Close() // a child of its own may hold the other end
	})
}
