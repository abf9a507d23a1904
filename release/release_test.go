package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

var someday = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// built is a release of which every program and every printed file is a short text.
func built(t *testing.T) *release {
	t.Helper()
	t.Chdir("..") // where a release is built
	r := &release{
		out: t.TempDir(), work: t.TempDir(), commit: strings.Repeat("0", 40), date: someday, program: player, version: "1.2.3",
		site: "https://games.example.org", maintainer: "Alice <alice@example.org>", targets: all,
	}
	for _, one := range all {
		put(t, r.binary(one), one.String())
	}
	for name := range printed {
		put(t, filepath.Join(r.work, name), name)
	}
	return r
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestArchives wants archives of equal files to be equal, whenever and by whomever those were written, with all that belongs there.
func TestArchives(t *testing.T) {
	var first, second map[string]string
	t.Run("first", func(t *testing.T) { first = archived(t, time.Time{}) })
	t.Run("second", func(t *testing.T) { second = archived(t, time.Date(1999, 1, 1, 0, 0, 0, 0, time.Local)) })
	for _, one := range all {
		name := (&release{program: player, version: "1.2.3"}).archive(one)
		if first[name] == "" || first[name] != second[name] {
			t.Errorf("%s: %d bytes, then %d others", name, len(first[name]), len(second[name]))
		}
	}
	text, err := gzip.NewReader(strings.NewReader(first["hikyaku-1.2.3-linux-arm64.tar.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(text)
	if err != nil || !bytes.Contains(unpacked, []byte("linux/arm64")) || !bytes.Contains(unpacked, []byte("hikyaku-1.2.3-linux-arm64/systemd/hikyaku-poll.timer")) {
		t.Errorf("the archive for linux/arm64 has not what it should have: %v", err)
	}
	zipped := first["hikyaku-1.2.3-windows-amd64.zip"]
	files, err := zip.NewReader(strings.NewReader(zipped), int64(len(zipped)))
	if err != nil || len(files.File) == 0 || files.File[0].Name != "hikyaku-1.2.3-windows-amd64/hikyaku.exe" || !files.File[0].Modified.Equal(someday) {
		t.Errorf("the archive for windows/amd64: %v", err)
	}
}

// TestDoubleClick starts the board as the Finder does: with a path, from another folder.
func TestDoubleClick(t *testing.T) {
	r := built(t)
	i := slices.IndexFunc(r.files(target{"darwin", "arm64"}), func(f file) bool { return f.name == "hikyaku.command" && f.mode&0o111 != 0 })
	if i < 0 {
		t.Fatal("the archive for macOS has nothing to double-click")
	}
	script, err := os.ReadFile(r.files(target{"darwin", "arm64"})[i].from)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"hikyaku.command": script, "hikyaku": []byte("#!/bin/sh\necho \"$@\"")} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(filepath.Join(dir, "hikyaku.command")).CombinedOutput(); err != nil || string(out) != "board\n" {
		t.Errorf("%q: %v", out, err)
	}
}

// archived returns the archives of files that were written at a time, by their names.
func archived(t *testing.T, written time.Time) map[string]string {
	r := built(t)
	for _, one := range all {
		if err := os.Chtimes(r.binary(one), written, written); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.archives(); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, one := range all {
		data, err := os.ReadFile(filepath.Join(r.out, r.archive(one)))
		if err != nil {
			t.Fatal(err)
		}
		found[r.archive(one)] = string(data)
	}
	return found
}

// TestPackages wants every file of a package where its readers look for it, and the licences in each.
func TestPackages(t *testing.T) {
	r := built(t)
	for format, zsh := range formats {
		var places []string
		for _, c := range r.contents(target{"linux", "amd64"}, format) {
			if _, err := os.Stat(c.From); err != nil || !strings.HasPrefix(c.To, "/usr/") || c.Mode&0o111 != 0 != (c.To == "/usr/bin/hikyaku") {
				t.Errorf("%s: %+v: %v", format, c, err)
			}
			places = append(places, c.To)
		}
		for _, place := range []string{
			"/usr/bin/hikyaku", "/usr/share/man/man1/hikyaku.1", "/usr/share/man/ja/man1/hikyaku.1", zsh + "_hikyaku", "/usr/share/doc/hikyaku/NOTICES",
			"/usr/share/bash-completion/completions/hikyaku", "/usr/share/fish/vendor_completions.d/hikyaku.fish",
		} {
			if !slices.Contains(places, place) {
				t.Errorf("%s has no %s", format, place)
			}
		}
		if slices.Contains(places, "/usr/lib/systemd/user/hikyaku-watch.service") != (format != "apk") {
			t.Errorf("%s: units of systemd", format)
		}
		if !slices.Contains(places, "/usr/share/applications/hikyaku.desktop") {
			t.Errorf("%s: nothing for the menu", format)
		}
		if licence := map[bool]string{true: "copyright", false: "LICENSE"}[format == "deb"]; !slices.Contains(places, "/usr/share/doc/hikyaku/"+licence) {
			t.Errorf("%s has no %s", format, licence)
		}
	}
}

// TestClub wants the club in packages of its own, with its units, its user and its licences.
func TestClub(t *testing.T) {
	c := built(t).ofClub()
	if c.targets = slices.Clone(c.targets); !slices.Equal(c.targets, []target{{"linux", "amd64"}, {"linux", "arm64"}}) {
		t.Errorf("the club is built for %v", c.targets)
	}
	for format := range formats {
		var places []string
		for _, f := range c.contents(target{"linux", "amd64"}, format) {
			_, err := os.Stat(f.From)
			if program := f.To == "/usr/bin/hikyaku-club"; !program && err != nil || f.Mode&0o111 != 0 != program || !strings.HasPrefix(f.To, "/usr/") {
				t.Errorf("%s: %+v: %v", format, f, err)
			}
			places = append(places, f.To)
		}
		for _, place := range []string{"/usr/bin/hikyaku-club", "/usr/share/doc/hikyaku-club/NOTICES", "/usr/share/doc/hikyaku-club/config.example.yaml"} {
			if !slices.Contains(places, place) {
				t.Errorf("%s has no %s", format, place)
			}
		}
		for _, place := range []string{"/usr/lib/systemd/system/hikyaku-club.service", "/usr/lib/systemd/system/hikyaku-club@.service", "/usr/lib/sysusers.d/hikyaku-club.conf"} {
			if slices.Contains(places, place) != (format != "apk") {
				t.Errorf("%s: %s", format, place)
			}
		}
	}
}

// checkers are the programs that read a recipe, if they are there.
var checkers = map[string][]string{
	"hikyaku.rb": {"ruby", "-c"}, "hikyaku.json": {"jq", "-e", ".version and .architecture[\"64bit\"].hash"}, "PKGBUILD": {"bash", "-n"}, "default.nix": {"nix-instantiate", "--parse"},
}

// TestRecipes wants the recipes to have the sums of the archives and to be what their readers can read.
func TestRecipes(t *testing.T) {
	r := built(t)
	for _, one := range all {
		put(t, filepath.Join(r.out, r.archive(one)), "archive for "+one.String())
	}
	if err := r.recipes(); err != nil {
		t.Fatal(err)
	}
	wants := map[string][]string{
		"hikyaku.rb": {"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64"}, "hikyaku.json": {"windows/amd64", "windows/arm64"},
		"PKGBUILD": {"linux/amd64", "linux/arm64"}, "default.nix": {"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64"}, "Containerfile": nil, "Containerfile.club": nil,
	}
	for name, targets := range wants {
		file := filepath.Join(r.out, "recipes", name)
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte("1.2.3")) || bytes.Contains(text, []byte("{{")) {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		for _, of := range targets {
			system, processor, _ := strings.Cut(of, "/")
			sum := fmt.Sprintf("%x", sha256.Sum256([]byte("archive for "+of)))
			for _, want := range []string{sum, "https://games.example.org/releases/v1.2.3/" + r.archive(target{system, processor})} {
				if !bytes.Contains(text, []byte(want)) {
					t.Errorf("%s has no %s", name, want)
				}
			}
		}
		checker := checkers[name]
		if checker == nil {
			continue
		}
		if _, err := exec.LookPath(checker[0]); err != nil {
			t.Logf("%s: there is no %s to read it", name, checker[0])
		} else if out, err := exec.Command(checker[0], append(checker[1:], file)...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestRecipesOfAFew wants no recipe for an archive that is not there.
func TestRecipesOfAFew(t *testing.T) {
	r := built(t)
	put(t, filepath.Join(r.out, r.archive(target{"linux", "amd64"})), "one")
	if err := r.recipes(); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(filepath.Join(r.out, "recipes")); err != nil || len(files) != 2 {
		t.Errorf("recipes: %v, %v", files, err)
	}
}

// TestBill wants a bill of materials to name every module of a program, each once.
func TestBill(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99.1", Main: debug.Module{Path: "hikyaku"}, Deps: []*debug.Module{
		{Path: "example.org/one", Version: "v1.0.0", Sum: "h1:one="}, {Path: "example.org/two/v2", Version: "v2.1.0", Sum: "h1:two="},
	}}
	text, err := json.Marshal(newBill(info, player, "1.2.3", "abcdef", target{"linux", "arm64"}, someday))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"$schema":"http://cyclonedx.org/schema/bom-1.5.schema.json","bomFormat":"CycloneDX","specVersion":"1.5","version":1,` +
		`"metadata":{"timestamp":"2026-11-22T12:00:00Z","component":{"type":"application","bom-ref":"pkg:golang/hikyaku@v1.2.3?goos=linux\u0026goarch=arm64",` +
		`"name":"hikyaku","version":"1.2.3","purl":"pkg:golang/hikyaku@v1.2.3?goos=linux\u0026goarch=arm64","properties":[{"name":"commit","value":"abcdef"}]}},` +
		`"components":[{"type":"library","bom-ref":"pkg:golang/std@1.99.1","name":"std","version":"1.99.1","purl":"pkg:golang/std@1.99.1"},` +
		`{"type":"library","bom-ref":"pkg:golang/example.org/one@v1.0.0","name":"example.org/one","version":"v1.0.0","purl":"pkg:golang/example.org/one@v1.0.0","properties":[{"name":"go.sum","value":"h1:one="}]},` +
		`{"type":"library","bom-ref":"pkg:golang/example.org/two/v2@v2.1.0","name":"example.org/two/v2","version":"v2.1.0","purl":"pkg:golang/example.org/two/v2@v2.1.0","properties":[{"name":"go.sum","value":"h1:two="}]}],` +
		`"dependencies":[{"ref":"pkg:golang/hikyaku@v1.2.3?goos=linux\u0026goarch=arm64","dependsOn":["pkg:golang/std@1.99.1","pkg:golang/example.org/one@v1.0.0","pkg:golang/example.org/two/v2@v2.1.0"]}]}`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestSums wants the sums of all files, in their order.
func TestSums(t *testing.T) {
	r := &release{out: t.TempDir()}
	put(t, filepath.Join(r.out, "b"), "two")
	put(t, filepath.Join(r.out, "a"), "one")
	if err := r.sums(); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(r.out, sumsFile))
	if want := fmt.Sprintf("%x  a\n%x  b\n", sha256.Sum256([]byte("one")), sha256.Sum256([]byte("two"))); err != nil || string(sums) != want {
		t.Errorf("got\n%s\nwant\n%s", sums, want)
	}
}

// TestSign wants the signature to be verified as CONTRIBUTING.md and README.md say, for those sums and that signer alone.
func TestSign(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	keygen := func(stdin string, args ...string) error {
		command := exec.Command("ssh-keygen", args...)
		command.Dir, command.Stdin = dir, strings.NewReader(stdin)
		_, err := output(command)
		return err
	}
	if err := keygen("", "-q", "-t", "ed25519", "-N", "", "-C", "hikyaku", "-f", "key"); err != nil {
		t.Fatal(err)
	}
	public, err := os.ReadFile(filepath.Join(dir, "key.pub"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "signers"), "hikyaku "+string(public))
	put(t, filepath.Join(dir, sumsFile), "sums")
	if err := sign(filepath.Join(dir, sumsFile), filepath.Join(dir, "key")); err != nil {
		t.Fatal(err)
	}
	verify := func(sums, signer string) error {
		return keygen(sums, "-Y", "verify", "-f", "signers", "-I", signer, "-n", "hikyaku-release", "-s", sumsFile+".sig")
	}
	if err := verify("sums", "hikyaku"); err != nil {
		t.Error(err)
	}
	if verify("others", "hikyaku") == nil || verify("sums", "mallory") == nil {
		t.Error("the signature is good for others")
	}
}

// TestVersions wants the changelog and the pages to name the version of the program.
func TestVersions(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, version, _ := strings.Cut(read("cmd/hikyaku/version.go"), "const version = \"")
	version, _, _ = strings.Cut(version, "\"")
	if first := regexp.MustCompile(`(?m)^## (\S+), `).FindStringSubmatch(read("CHANGELOG.md")); first == nil || first[1] != version {
		t.Errorf("the changelog begins with %q, the program is %s", first, version)
	}
	for _, page := range []string{"docs/install.md", "docs/install.ja.md"} {
		named := regexp.MustCompile(`hikyaku-([0-9.]+)-`).FindAllStringSubmatch(read(page), -1)
		for _, name := range named {
			if name[1] != version {
				t.Errorf("%s names version %s, the program is %s", page, name[1], version)
			}
		}
		if len(named) == 0 {
			t.Errorf("%s names no file", page)
		}
	}
}

func TestChoose(t *testing.T) {
	if some, err := choose("linux/arm64,windows/amd64"); err != nil || !slices.Equal(some, []target{{"linux", "arm64"}, {"windows", "amd64"}}) {
		t.Errorf("got %v, %v", some, err)
	}
	if _, err := choose("linux/amd64,plan9/386"); err == nil {
		t.Error("an unknown target is built")
	}
}

// TestColdPackages wants each pattern to name a package of the program, since the compiler ignores others.
func TestColdPackages(t *testing.T) {
	t.Chdir("..")
	list := func(patterns ...string) []string {
		packages, err := output(exec.Command("go", append([]string{"list", "-tags", tags}, patterns...)...))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(packages))
	}
	linked := list("-deps", "./cmd/hikyaku")
	for _, pattern := range cold {
		if !slices.ContainsFunc(list(pattern), func(one string) bool { return slices.Contains(linked, one) }) {
			t.Errorf("%s names no package of the program", pattern)
		}
	}
}
