package courier_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"hikyaku/internal/atomicfile/storetest"
	_ "hikyaku/internal/gctest"
)

func TestMain(m *testing.M) {
	for variable, work := range map[string]func(string) error{pollsOnce: pollOnce, readsOnce: readOnce} {
		if given := os.Getenv(variable); given != "" {
			debug.SetGCPercent(400) // as poll and check do
			if err := work(given); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(storetest.InMemory{M: m}.Run())
}
