package courier_test

import (
	"fmt"
	"os"
	"testing"

	"hikyaku/internal/atomicfile/storetest"
)

func TestMain(m *testing.M) {
	if home := os.Getenv(pollsOnce); home != "" {
		if err := pollOnce(home); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(storetest.InMemory{M: m}.Run())
}
