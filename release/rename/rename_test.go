package main

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var build = flag.Bool("build", false, "rename a copy of the module, build it and run tests of it, which takes a minute")

// source copies the source of the module, and returns the folder.
func source(t *testing.T) string {
	t.Helper()
	from, to := filepath.Join("..", ".."), t.TempDir()
	err := filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, file)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// TestRename gives a copy of the module a path with a domain, and wants nothing to import the old one.
func TestRename(t *testing.T) {
	if !*build {
		t.Skip("-build is not set")
	}
	folder := source(t)
	if err := rename(folder, "hikyaku2"); err == nil {
		t.Error("a path without a domain is taken")
	}
	if err := rename(folder, "games.example.org/hikyaku"); err != nil {
		t.Fatal(err)
	}
	for below, name := range map[string]string{".": "games.example.org/hikyaku/cmd/hikyaku", "cmd/hikyaku-club": "games.example.org/hikyaku/cmd/hikyaku-club"} {
		module := filepath.Join(folder, below)
		imports, err := goTool(module, "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}} {{join .TestImports \" \"}} {{join .XTestImports \" \"}}", "./...")
		if err != nil {
			t.Fatal(err)
		}
		for path := range strings.FieldsSeq(imports) {
			if path == "hikyaku" || strings.HasPrefix(path, "hikyaku/") {
				t.Errorf("%s is imported", path)
			}
		}
		if !strings.Contains(imports, name+" ") {
			t.Errorf("%s is not in the renamed module:\n%s", name, imports)
		}
		if _, err := goTool(module, "build", "./..."); err != nil {
			t.Error(err)
		}
	}
	// The frozen letters of courier show that no text of the formats was renamed.
	if _, err := goTool(folder, "test", ".", "./kif", "./match/fair", "./internal/courier", "-run", "Imports|Methods|Format|Frozen|Known|Read|Chain"); err != nil {
		t.Error(err)
	}
}
