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

// variable is the environment variable that makes a process a worker of a measured club.
const variable = "HIKYAKU_CLUB_LOAD"

// order is the configuration of a worker process.
type order struct {
	Address, Secret string
	Workers         game.Work
	Picture         bool
}

// me is the umpire of measured matches.
var me = kif.Seat{Name: "Club", Address: "club@example.org"}

// Desk returns the desk of a measured club with a file of secret keys, which it creates if necessary.
func Desk(secret string) (game.Desk, error) {
	ring, err := home.MakeKeyring(atomicfile.OS{}, secret)
	return game.Desk{Games: all.Games, Me: me, Secret: secret, Ring: ring, System: atomicfile.OS{}}, err
}

// command returns the command of a worker process, which uses its share of the processors.
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

// ready is the line that a process prints when it has started.
const ready = "working"

// Works reports whether this process was started by Run as a worker. It then returns after the work is done.
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
