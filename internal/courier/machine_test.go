package courier_test

import (
	"os"
	"path/filepath"

	"hikyaku/internal/courier"
	"hikyaku/internal/home"
)

// memory is the file in which the courier of p remembers.
func memory(p *player) string { return p.Memory.(home.Memory).File }

// forget lets the courier of p remember nothing.
func forget(p *player) error { return os.Remove(memory(p)) }

// machine is another machine of p: the same mailbox and secret, nothing else.
func (tb *table) machine(p *player) *player {
	d := *p.Desk
	d.Folder, d.Heads = tb.TempDir(), filepath.Join(tb.TempDir(), "heads")
	d.Cache, d.Known = filepath.Join(tb.TempDir(), "cache.json"), filepath.Join(tb.TempDir(), "known")
	c := &courier.Courier{
		Shelf: home.Shelf{Desk: &d}, Box: p.Box, Lang: p.Lang,
		Memory: home.Memory{System: d.System, File: filepath.Join(tb.TempDir(), "state.json")},
	}
	return &player{Desk: &d, Courier: c}
}
