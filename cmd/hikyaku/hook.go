package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/courier"
	"hikyaku/desk"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// hookLimit is the time limit of a hook.
const hookLimit = 30 * time.Second

// runHook runs the configured command with the JSON of the position on its standard input. Its output goes to standard
// error. A failure is reported and changes nothing else.
func runHook(c *cli.Context, command []string, m desk.Copy) {
	if len(command) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(c.Context, hookLimit)
	defer cancel()
	position, err := json.Marshal(describeMatch(m, false))
	if err == nil {
		hook := exec.CommandContext(ctx, command[0], command[1:]...)
		hook.Env = mailbox.WithoutPasswords(os.Environ())
		hook.Stdin = bytes.NewReader(append(position, '\n'))
		hook.Stdout, hook.Stderr = c.App.ErrWriter, c.App.ErrWriter
		err = hook.Run()
	}
	if err != nil {
		fmt.Fprintln(c.App.ErrWriter, render.Safe(fmt.Sprintf("hikyaku: on_turn: %s: %v", command[0], err)))
	}
}

// runHooks runs the hook for each match that a letter changed.
func runHooks(c *cli.Context, d *desk.Desk, command []string, reports []courier.Report) {
	done := map[string]bool{}
	for _, r := range reports {
		if r.Verdict != courier.Taken && r.Verdict != courier.New && r.Verdict != courier.Begun || r.File == "" || done[r.File] || len(command) == 0 {
			continue
		}
		done[r.File] = true
		if m, err := d.Open(r.File); err == nil {
			runHook(c, command, m)
		}
	}
}
