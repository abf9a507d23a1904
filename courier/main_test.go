package courier_test

import (
	"os"
	"testing"

	"hikyaku/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.InMemory{M: m}.Run()) }
