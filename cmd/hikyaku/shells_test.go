//go:build shells

package main

import "testing"

// TestShells plays testdata/shells: bash, zsh and fish at a terminal, with the Tab key.
func TestShells(t *testing.T) { playScripts(t, "testdata/shells") }
