package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// variable is the environment variable of a process that works for a measured club.
const variable = "HIKYAKU_CLUB_LOAD"

// order is what such a process is told.
type order struct {
	Address, Secret string
	Workers         game.Work
	Picture         bool
}

// me is the umpire of measured matches.
var me = kif.Seat{Name: "Club", Address: "club@example.org"}

// Desk is that of a measured club with a file of secrets, which is made where there is none.
func Desk(secret string) (game.Desk, error) {
	ring, err := home.MakeKeyring(atomicfile.OS{}, secret)
	return game.Desk{Games: all.Games, Me: me, Secret: secret, Ring: ring, System: atomicfile.OS{}}, err
}

// command makes a process that works, of this program, with its share of the processors.
func (p Plan) command() (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(order{p.Address, p.Desk.Secret, p.Workers, p.Picture})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), variable+"="+string(data), fmt.Sprint("GOMAXPROCS=", max(1, runtime.NumCPU()/p.Processes)))
	return cmd, nil
}

// ready is the line that a process writes when it works.
const ready = "working"

// Works reports whether this process was made by Run to work; it then has worked until it was killed.
func Works(out io.Writer) (bool, error) {
	text := os.Getenv(variable)
	if text == "" {
		return false, nil
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return true, err
	}
	d, err := Desk(o.Secret)
	if err != nil {
		return true, err
	}
	game.Collect()
	c := Club(nil, d)
	c.Picture = o.Picture
	if c.Base, err = db.Open(context.Background(), o.Address, db.Options{Tasks: append(c.Tasks(o.Workers), c.SendTasks(o.Workers)...)}); err != nil {
		return true, err
	}
	if err := c.Base.Start(context.Background()); err != nil {
		return true, errors.Join(err)
	}
	fmt.Fprintln(out, ready)
	select {}
}
