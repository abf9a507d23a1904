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
	"runtime"
	"strings"
	"text/template"
	"time"
)

//go:embed nfpm.yaml
var nfpmTemplate string

//go:embed club.postinstall
var clubPostinstall []byte

// formats are the package formats that nfpm makes for Linux, with the folder for
// zsh completions in each.
var formats = map[string]string{
	"deb": "/usr/share/zsh/vendor-completions/", "rpm": "/usr/share/zsh/site-functions/", "apk": "/usr/share/zsh/site-functions/",
}

type content struct {
	From, To string
	Mode     fs.FileMode
}

// places replaces folders of an archive by folders of a package.
func places(format string) *strings.Replacer {
	return strings.NewReplacer(
		"completions/hikyaku.bash", "/usr/share/bash-completion/completions/hikyaku",
		"completions/_hikyaku", formats[format]+"_hikyaku",
		"completions/hikyaku.fish", "/usr/share/fish/vendor_completions.d/hikyaku.fish",
		"man/", "/usr/share/man/",
		"systemd/", "/usr/lib/systemd/user/",
		"system/", "/usr/lib/systemd/system/",
		"sysusers.d/", "/usr/lib/sysusers.d/",
		"applications/", "/usr/share/applications/",
	)
}

// contents returns the files of a package, which are the files of the archive in other folders. Alpine has no systemd.
func (r *release) contents(t target, format string) (list []content) {
	for _, f := range r.files(t) {
		to := places(format).Replace(f.name)
		switch {
		case format == "apk" && strings.HasPrefix(f.name, "sys"):
			continue
		case f.name == r.file(t):
			to = "/usr/bin/" + f.name
		case f.name == "LICENSE" && format == "deb":
			to = "/usr/share/doc/" + r.program + "/copyright"
		case to == f.name:
			to = "/usr/share/doc/" + r.program + "/" + f.name
		}
		list = append(list, content{f.from, to, f.mode})
	}
	return list
}

// packages makes the packages for Linux.
func (r *release) packages() error {
	filled, err := template.New("nfpm.yaml").Parse(nfpmTemplate)
	if err != nil {
		return err
	}
	// nfpm copies the date of a script's file into an apk, so the script needs a file with the date of the release.
	postinstall := filepath.Join(r.work, "postinstall")
	if err := os.WriteFile(postinstall, clubPostinstall, 0o755); err != nil {
		return err
	}
	if err := os.Chtimes(postinstall, r.date, r.date); err != nil {
		return err
	}
	for _, t := range r.targets {
		for format := range formats {
			if t.system != "linux" {
				continue
			}
			var text strings.Builder
			err := filled.Execute(&text, map[string]any{
				"Program": r.program, "Club": r.program == club, "Processor": t.processor, "Version": r.version, "Maintainer": r.maintainer, "Site": r.site,
				"Date": r.date.Format(time.RFC3339), "Contents": r.contents(t, format),
				"Postinstall": postinstall,
			})
			if err != nil {
				return err
			}
			if err := r.pack(t, format, text.String()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *release) pack(t target, format, description string) error {
	file := filepath.Join(r.work, "nfpm.yaml")
	if err := os.WriteFile(file, []byte(description), 0o644); err != nil {
		return err
	}
	args := []string{"nfpm", "package", "-f", file, "-p", format, "-t", filepath.Join(r.out, r.name(t)+"."+format)}
	if format == "rpm" && runtime.GOOS == "linux" { // nfpm writes the host name into it
		args = append([]string{"unshare", "--map-root-user", "--uts", "sh", "-c", `hostname hikyaku && exec "$0" "$@"`}, args...)
	}
	command := exec.Command(args[0], args[1:]...)
	command.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()))
	_, err := output(command)
	return err
}

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
		var text bytes.Buffer
		err := recipe.Execute(&text, map[string]string{"Version": r.version, "Site": r.site, "Maintainer": r.maintainer})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := errors.Join(err, os.WriteFile(filepath.Join(folder, recipe.Name()), text.Bytes(), 0o644)); err != nil {
			return err
		}
	}
	return nil
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
