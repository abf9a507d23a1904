package main

import (
	"os"
	"testing"
)

// TestExampleTheme wants the theme of the documentation to be right, and readable.
func TestExampleTheme(t *testing.T) {
	data, err := os.ReadFile("../../docs/theme.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := parseTheme(data)
	if err != nil {
		t.Fatal(err)
	}
	if faint := p.Faint(); faint != nil {
		t.Errorf("the colours are hard to tell apart: %q", faint)
	}
}
