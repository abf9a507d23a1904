package main

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
