package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticks is the number of units of processor time per second in /proc on Linux.
const ticks = 100

// cpu returns the processor time used by all processes so far; 0 without /proc.
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

// memory returns the peak memory of the largest process, in bytes.
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
