package computer_test

import "syscall"

func init() {
	detach = func() {
		if _, err := syscall.Setsid(); err != nil {
			panic(err)
		}
	}
}
