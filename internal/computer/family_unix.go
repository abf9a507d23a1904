//go:build unix

package computer

import (
	"os/exec"
	"syscall"
)

// family is a program and the processes that it starts.
type family struct {
	group int    // the process group, whose leader the program is
	mark  string // a variable in the environment of all of them
}

// start starts cmd in a process group of its own.
func (f *family) start(cmd *exec.Cmd) error {
	f.mark = newMark()
	cmd.Env = append(cmd.Environ(), f.mark)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	f.group = cmd.Process.Pid
	return nil
}

// close has nothing to do.
func (f *family) close() {}

// kill ends all of them at once.
func (f *family) kill() {
	_ = syscall.Kill(-f.group, syscall.SIGKILL)
	killMarked(f.mark)
}
