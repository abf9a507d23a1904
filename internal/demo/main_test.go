package demo_test

import (
	"os"
	"testing"

	"hikyaku/internal/atomicfile/storetest"
	_ "hikyaku/internal/gctest"
)

func TestMain(m *testing.M) { os.Exit(storetest.InMemory{M: m}.Run()) }
