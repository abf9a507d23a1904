package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticks is how many units of processor time /proc counts in a second on Linux.
const ticks = 100

// cpu is the processor time of all processes so far, 0 if there is no /proc.
func (list processes) cpu() (all time.Duration) {
	for _, cmd := range list {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cmd.Process.Pid))
		if err != nil {
			return 0
		}
		_, rest, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(rest)
		for _, i := range []int{11, 12} { // utime and stime, proc(5)
			n, _ := strconv.Atoi(fields[i])
			all += time.Duration(n) * time.Second / ticks
		}
	}
	return all
}

// memory is the most that one of the processes has held, in bytes.
func (list processes) memory() (most int64) {
	for _, cmd := range list {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		for line := range strings.Lines(string(data)) {
			if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				kb, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
				most = max(most, kb<<10)
			}
		}
	}
	return most
}
