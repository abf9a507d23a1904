package demo_test

import (
	"os"
	"testing"

	"hikyaku/internal/atomicfile/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.InMemory{M: m}.Run()) }
