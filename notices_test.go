package hikyaku_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var writeNotices = flag.Bool("notices", false, "write NOTICES anew")

// fonts are the faces that the program holds, with the files of their licences.
var fonts = map[string]string{
	"Yuji Boku, a part (render/font/men-YujiBoku-subset.ttf)":                      "render/font/OFL.txt",
	"BIZ UDPGothic, a part (render/font/captions-BIZUDPGothic-Regular-subset.ttf)": "render/font/OFL-captions.txt",
}

// noticesTop begins NOTICES.
const noticesTop = `hikyaku is under the licence of MIT, which stands in LICENSE. The program holds work of others
too, under the licences below. go test . -run Notices -notices writes this file.
`

// linked returns the modules that the command is linked with on each system, with their folders.
func linked(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/hikyaku")
		list.Env = append(os.Environ(), "GOOS="+system)
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for line := range strings.Lines(string(out)) {
			if module, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				found[module] = dir
			}
		}
	}
	return found
}

// licences returns what a module says of copyright and patents.
func licences(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	for _, name := range []string{"LICENSE", "LICENSE.md", "LICENSE.txt", "NOTICE", "PATENTS"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			all = append(all, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))+"\n")
		}
	}
	if len(all) == 0 {
		t.Errorf("%s has no licence", dir)
	}
	return strings.Join(all, "\n")
}

// TestNotices wants NOTICES to have the licence of all that is linked or embedded, and of nothing else.
func TestNotices(t *testing.T) {
	holders := map[string][]string{} // by the text of the licence
	for module, dir := range linked(t) {
		text := licences(t, dir)
		holders[text] = append(holders[text], module)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	text := licences(t, strings.TrimSpace(string(root)))
	holders[text] = append(holders[text], "Go, its standard library")
	for font, file := range fonts {
		holders[page(t, file)] = append(holders[page(t, file)], font)
	}
	var parts []string
	for text, of := range holders {
		parts = append(parts, strings.Join(slices.Sorted(slices.Values(of)), "\n")+"\n\n"+text)
	}
	slices.Sort(parts)
	want := noticesTop
	for _, part := range parts {
		want += fmt.Sprintf("\n%s\n%s", strings.Repeat("=", 78), part)
	}
	if *writeNotices {
		if err := os.WriteFile("NOTICES", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if page(t, "NOTICES") != want {
		t.Errorf("NOTICES is not as the modules of the command have it: %v (-notices writes it anew)", slices.Sorted(maps.Keys(linked(t))))
	}
}

// TestFontsHaveNotices wants every face that is embedded to stand in the notices.
func TestFontsHaveNotices(t *testing.T) {
	faces, err := filepath.Glob("render/font/*.ttf")
	if err != nil || len(faces) != len(fonts) {
		t.Errorf("%d faces, %d notices: %v", len(faces), len(fonts), err)
	}
	for _, face := range faces {
		if !strings.Contains(page(t, "NOTICES"), filepath.ToSlash(face)) {
			t.Errorf("NOTICES does not name %s", face)
		}
	}
}
