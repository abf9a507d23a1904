package computer_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// socket is the variable with the address at which the children of a program say that they live.
const socket = "HIKYAKU_TEST_SOCKET"

// detach makes a process leave its process group, where we end it all the same.
var detach = func() {}

// beget starts processes in roles, which outlive this one if nobody ends them.
func beget(roles ...string) {
	for _, as := range roles {
		me, err := os.Executable()
		if err != nil {
			panic(err)
		}
		child := exec.Command(me)
		child.Env = append(os.Environ(), role+"="+as)
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
}

// stay says that this process lives, and lives on.
func stay() {
	if os.Getenv(role) == "detached" {
		detach()
	}
	c, err := net.Dial("unix", os.Getenv(socket))
	if err != nil {
		panic(err)
	}
	_, _ = io.ReadAll(c)
}

// TestChildrenOfAProgramEnd wants the processes that a program has started to end with it, whether it ends well or is killed.
func TestChildrenOfAProgramEnd(t *testing.T) {
	for _, killed := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "socket")
		l, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		t.Setenv(socket, path)
		r, err := start(t, context.Background(), "parent")
		if err != nil {
			t.Fatal(err)
		}
		var children []net.Conn
		for range 2 {
			c, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			children = append(children, c)
		}
		if killed {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			g, err := begin("", nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Choose(ctx, g); err == nil {
				t.Fatal("it answers at once")
			}
		} else if err := r.Close(); err != nil {
			t.Error(err)
		}
		for i, c := range children {
			_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
			if _, err := c.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("killed %t: child %d lives on", killed, i)
			}
		}
	}
}
