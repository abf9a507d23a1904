package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// bill is a bill of materials in the format CycloneDX 1.5 (ECMA-424), as far as
// it is used here.
type bill struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"` // of the bill
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	URL        string     `json:"purl"` // a package URL (package-url.github.io)
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

// bills writes a bill of materials for each program.
func (r *release) bills() error {
	for _, t := range r.targets {
		info, err := buildinfo.ReadFile(r.binary(t))
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(newBill(info, r.program, r.version, r.commit, t, r.date), "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.out, r.name(t)+".cdx.json"), append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// newBill returns the bill of a program from the build information in it.
func newBill(info *debug.BuildInfo, name, version, commit string, t target, date time.Time) *bill {
	program := component{
		Type: "application", Name: name, Version: version,
		URL:        "pkg:golang/" + info.Main.Path + "@v" + version + "?goos=" + t.system + "&goarch=" + t.processor,
		Properties: []property{{"commit", commit}},
	}
	program.Ref = program.URL
	b := &bill{
		Schema: "http://cyclonedx.org/schema/bom-1.5.schema.json", Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata:   metadata{date.Format(time.RFC3339), program},
		Components: []component{newComponent("std", strings.TrimPrefix(info.GoVersion, "go"), "")},
	}
	for _, m := range info.Deps {
		b.Components = append(b.Components, newComponent(m.Path, m.Version, m.Sum))
	}
	on := dependency{Ref: program.Ref}
	for _, c := range b.Components {
		on.On = append(on.On, c.Ref)
	}
	b.Dependencies = []dependency{on}
	return b
}

// newComponent returns the entry of a module, with its checksum from go.sum.
func newComponent(path, version, sum string) component {
	c := component{Type: "library", Name: path, Version: version, URL: "pkg:golang/" + path + "@" + version}
	if c.Ref = c.URL; sum != "" {
		c.Properties = []property{{"go.sum", sum}}
	}
	return c
}
