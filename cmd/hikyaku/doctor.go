package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/mailbox"
	"hikyaku/store"
)

func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "check the configuration, the folders and the mail servers",
		Description: `One line for each thing that is looked at, with what to do where it fails. The last says which of your
matches hikyaku restore would bring back if the disk were lost today. With --send-test a letter to yourself
is sent and waited for. Nothing is created but with --create: the folders of the configuration. Exit status
1, or 6 where mail fails.

   hikyaku doctor --send-test`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "send-test", Usage: "send a letter to yourself and wait for it"},
			&cli.BoolFlag{Name: "create", Usage: "make the folders of the configuration that are not there"},
			traceFlag(), jsonFlag(),
		},
		Action: doctor,
	}
}

// doctorJSON is the JSON of all checked items.
type doctorJSON struct {
	Steps []checkedJSON `json:"steps"`
	failure
}

// checkedJSON is the JSON of one checked item.
type checkedJSON struct {
	Step   string       `json:"step"`
	OK     bool         `json:"ok"`
	Detail string       `json:"detail,omitempty"`
	Error  *problemJSON `json:"error,omitempty"`
	Hint   string       `json:"hint,omitempty"` // only where something is wrong
}

func doctor(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	if c.Bool("create") && conf.path != "" {
		if err := errors.Join(conf.makeFolders(), conf.makeExchange()); err != nil {
			return err
		}
	}
	return examine(c, conf, c.Bool("send-test"))
}

// examine prints what is right and what is wrong with a configuration. With sendTest a letter goes out and is waited for.
func examine(c *cli.Context, conf *config, sendTest bool) error {
	worst, answer := statusDone, &doctorJSON{}
	if c.Bool("json") {
		if err := say(c, answer); err != nil {
			return err
		}
	}
	tell := func(s mailbox.Step, status int) error {
		if s.Err != nil {
			worst = max(worst, status)
		}
		answer.Steps = append(answer.Steps, newChecked(s))
		if c.Bool("json") || c.Bool("quiet") && s.Err == nil {
			return nil
		}
		return printLine(c, stepLine(c, s))
	}
	for _, s := range conf.checkFiles() {
		if err := tell(s, statusFailed); err != nil {
			return err
		}
	}
	for _, s := range conf.checkMail(c, sendTest) {
		if err := tell(s, statusMail); err != nil {
			return err
		}
	}
	if _, err := desk.LoadKeyring(store.OS{}, conf.Secret); err == nil && worst == statusDone {
		if err := tell(conf.checkRestore(c), statusFailed); err != nil {
			return err
		}
	}
	if worst != statusDone {
		return &quietError{worst}
	}
	return nil
}

func newChecked(s mailbox.Step) checkedJSON {
	if s.Err == nil {
		return checkedJSON{Step: s.Name, OK: true, Detail: s.Detail}
	}
	return checkedJSON{Step: s.Name, Detail: s.Detail, Error: newProblem(s.Err), Hint: s.Hint}
}

// stepLine returns the line of a checked item, with the hint below it if something is wrong.
func stepLine(c *cli.Context, s mailbox.Step) string {
	if s.Err == nil {
		return fmt.Sprintf("ok    %s: %s", s.Name, s.Detail)
	}
	hint := "      " + s.Hint
	if isTerminal(c.App.Writer) {
		hint = strings.TrimSuffix(indented(6, s.Hint), "\n")
	}
	return fmt.Sprintf("FAIL  %s: %v\n%s", s.Name, s.Err, hint)
}

// checkFiles checks the files and folders on this machine.
func (conf *config) checkFiles() []mailbox.Step {
	if conf.path == "" {
		return []mailbox.Step{{
			Name: "configuration", Err: errors.New("there is none"),
			Hint: "type: hikyaku setup",
		}}
	}
	steps := []mailbox.Step{{Name: "configuration", Detail: conf.path}}
	if conf.Address == "" {
		steps = append(steps, mailbox.Step{Name: "address", Err: errors.New("it is missing"), Hint: "write address: and your mail address"})
	}
	steps = append(steps, checkFolder("folder of records", conf.Folder), checkFolder("folder of state", conf.State), checkSecret(conf.Secret))
	for _, file := range []string{conf.IMAP.PasswordFile, conf.SMTP.PasswordFile} {
		if file == "" {
			continue
		}
		err := mailbox.CheckPrivate(file)
		steps = append(steps, mailbox.Step{Name: "password file", Detail: file, Err: err, Hint: "make it readable by you alone"})
	}
	return steps
}

// checkFolder tries to write a file in a folder.
func checkFolder(name, dir string) mailbox.Step {
	step := mailbox.Step{Name: name, Detail: dir}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		step.Err = fmt.Errorf("there is no folder %s", dir)
		step.Hint = "correct its name in the configuration, or make it: hikyaku doctor --create"
		return step
	}
	probe := filepath.Join(dir, ".hikyaku-doctor")
	step.Err = store.Replace(store.OS{}, probe, []byte("probe\n"))
	step.Hint = "see that it is a folder, and that you may write there"
	os.Remove(probe)
	return step
}

// checkSecret reads the file of secrets as an invitation will.
func checkSecret(file string) mailbox.Step {
	step := mailbox.Step{Name: "secret", Detail: file}
	_, err := desk.LoadKeyring(store.OS{}, file)
	if errors.Is(err, desk.ErrNoKeyring) {
		step.Detail = "there is none yet: the first invitation makes one in " + file
		return step
	}
	step.Err, step.Hint = err, "put the file away, and type: hikyaku secret import, with your copy on paper"
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o477 != 0o400 {
		step.Hint = fmt.Sprintf("type: chmod 600 '%s'", file)
	}
	return step
}

// checkMail checks the servers or the shared folder. With sendTest a letter goes out if all is well.
func (conf *config) checkMail(c *cli.Context, sendTest bool) (steps []mailbox.Step) {
	if conf.path == "" {
		return nil
	}
	if conf.Exchange != "" {
		steps = []mailbox.Step{checkFolder("exchange", conf.Exchange)}
		if !sendTest || steps[0].Err != nil {
			return steps // opening it would create the player's own place in it
		}
	}
	box, err := conf.box()
	if err != nil {
		return []mailbox.Step{{Name: "mail", Err: err, Hint: cmp.Or(hint(err), "see config.example.yaml")}}
	}
	if conf.Exchange == "" {
		steps = conf.tryWays(c.Context)
		advise(conf, language(c.App), steps)
	}
	for _, s := range steps {
		if s.Err != nil {
			return steps
		}
	}
	if sendTest {
		steps = append(steps, conf.sendTest(c.Context, box))
	}
	return steps
}

// sendTest sends a letter to ourselves and waits for it.
func (conf *config) sendTest(ctx context.Context, box mailbox.Box) mailbox.Step {
	step := mailbox.Step{Name: "letter to yourself", Hint: "look for it in the spam folder, and at the name of the mailbox in the configuration"}
	ctx, cancel := context.WithTimeout(ctx, conf.Timeout)
	defer cancel()
	began := time.Now()
	letter := &mailbox.Letter{
		From: conf.me(), To: conf.me(), Subject: "hikyaku doctor",
		MessageID: fmt.Sprintf("<hk1.doctor.%s@hikyaku.invalid>", store.OS{}.Token()), Date: began,
		Text: "This letter was sent by hikyaku doctor to see whether it comes back. It may be deleted.\n",
	}
	received, err := comesBack(ctx, box, letter)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		step.Err = fmt.Errorf("it has not come back after %s", conf.Timeout)
	case err != nil:
		step.Err = err
	default:
		step.Detail = fmt.Sprintf("came back after %s", time.Since(began).Round(time.Millisecond))
		step.Detail += clockNote(received, time.Now())
	}
	return step
}

// comesBack sends a letter, waits for it, and returns when the box received it.
func comesBack(ctx context.Context, box mailbox.Box, letter *mailbox.Letter) (received time.Time, err error) {
	waiter, ok := box.(mailbox.Waiter)
	if !ok {
		return received, errors.New("there is no mailbox to which it could come back: letters come by hikyaku receive alone")
	}
	mark, err := waiter.Wait(ctx, mailbox.Mark{}, time.After)
	if err != nil {
		return received, err
	}
	if err := box.Send(ctx, letter); err != nil {
		return received, err
	}
	found := false
	for !found && err == nil {
		if _, err = waiter.Wait(ctx, mark, time.After); err != nil {
			break
		}
		mark, err = box.Fetch(ctx, mark, func(m mailbox.Mail) error {
			if l, err := mailbox.Read(m.Raw); err == nil && l.MessageID == letter.MessageID {
				found, received = true, m.Received
			}
			return nil
		})
	}
	return received, err
}

// clockNote describes the difference of this machine's clock from the server's, if it is longer than the transit of a
// letter.
func clockNote(received, now time.Time) string {
	off := now.Sub(received).Round(time.Minute)
	switch {
	case received.IsZero() || off.Abs() < 5*time.Minute:
		return ""
	case off > 0:
		return fmt.Sprintf("; the clock of the server is %s behind that of this machine", off)
	}
	return fmt.Sprintf("; the clock of the server is %s ahead of that of this machine", -off)
}
