package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"text/template"
)

//go:embed recipes
var recipes embed.FS

// recipes writes the recipes for package managers, with the checksums of the
// archives. It leaves out recipes for archives that were not built.
func (r *release) recipes() error {
	filled, err := template.New("").Funcs(template.FuncMap{
		"folder": func(system, processor string) string { return r.name(target{system, processor}) },
		"url": func(system, processor string) string {
			return fmt.Sprintf("%s/releases/v%s/%s", r.site, r.version, r.archive(target{system, processor}))
		},
		"sum": func(system, processor string) (string, error) {
			data, err := os.ReadFile(filepath.Join(r.out, r.archive(target{system, processor})))
			return fmt.Sprintf("%x", sha256.Sum256(data)), err
		},
	}).ParseFS(recipes, "recipes/*")
	if err != nil {
		return err
	}
	folder := filepath.Join(r.out, "recipes")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	for _, recipe := range filled.Templates() {
		if err := r.fill(recipe, filepath.Join(folder, recipe.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) fill(recipe *template.Template, file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	err = recipe.Execute(f, map[string]string{"Version": r.version, "Site": r.site, "Maintainer": r.maintainer})
	if closing := f.Close(); err == nil {
		err = closing
	}
	if errors.Is(err, fs.ErrNotExist) {
		return os.Remove(file)
	}
	return err
}

// sumsFile is the name of the file with the checksums of all others, in the
// format of sha256sum.
const sumsFile = "SHA256SUMS"

// sums writes the checksums of all results.
func (r *release) sums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(r.out, sumsFile), sums.Bytes(), 0o644)
}

// sign writes a signature beside file with ssh-keygen, which can also verify it.
func sign(file, key string) error {
	_, err := output(exec.Command("ssh-keygen", "-Y", "sign", "-q", "-n", "hikyaku-release", "-f", key, file))
	return err
}
