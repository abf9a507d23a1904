package desk

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"hikyaku/match"
	"hikyaku/store"
)

// cached is a summary with the file that it was made from.
type cached struct {
	Size    int64         `json:"size"`
	Changed time.Time     `json:"changed"`
	Summary match.Summary `json:"summary"`
}

// settleTime is how old a file must be for its time to tell whether it has changed: clocks of file systems are coarse.
const settleTime = 3 * time.Second

// List lists what lies in the folder, by file name. Records that have not changed since the last time are not read
// again; what is remembered of them lies in Cache, which may be deleted at any time.
func (d *Desk) List() ([]match.Summary, error) {
	entries, err := os.ReadDir(d.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	before := loadCache(d)
	after := map[string]cached{}
	var list []match.Summary
	fresh := false
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".kif" {
			continue
		}
		info, err := os.Stat(filepath.Join(d.Folder, e.Name())) // a link's target, not the link
		if err != nil || info.IsDir() {
			continue
		}
		c, known := before[e.Name()]
		if !known || c.Size != info.Size() || !c.Changed.Equal(info.ModTime()) {
			c = cached{info.Size(), info.ModTime(), summaryOf(d, e.Name())}
			fresh = true
		}
		if d.System.Now().Sub(info.ModTime()) > settleTime {
			after[e.Name()] = c
		}
		c.Summary.File = filepath.Join(d.Folder, e.Name())
		list = append(list, c.Summary)
	}
	if fresh || len(after) != len(before) {
		saveCache(d, after)
	}
	return list, nil
}

// summaryOf reads the record of this name.
func summaryOf(d *Desk, name string) match.Summary {
	c, err := d.Open(filepath.Join(d.Folder, name))
	if err != nil {
		return match.Summary{Error: err.Error()}
	}
	return match.Summarise(c.Match, c.File, d.Me.Address)
}

func loadCache(d *Desk) map[string]cached {
	known := map[string]cached{}
	if d.Cache == "" {
		return known
	}
	data, err := os.ReadFile(d.Cache)
	if err != nil || json.Unmarshal(data, &known) != nil {
		return map[string]cached{}
	}
	return known
}

// saveCache keeps what was found. Failing costs nothing but time, so it is no error.
func saveCache(d *Desk, known map[string]cached) {
	if d.Cache == "" {
		return
	}
	if data, err := json.Marshal(known); err == nil {
		_ = store.Replace(d.System, d.Cache, data)
	}
}
