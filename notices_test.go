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

// noticesTop begins NOTICES of a command.
const noticesTop = `%s is under the licence of MIT, which stands in LICENSE. The program holds work of others
too, under the licences below. go test . -run Notices -notices writes this file.
`

// linked returns the modules that the command in a folder is linked with on each system, with their folders. A module of ours that
// stands instead of another is none of them.
func linked(t *testing.T, command string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		list.Dir, list.Env = command, append(os.Environ(), "GOOS="+system)
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

// TestNotices wants the NOTICES of each command to have the licence of all that is linked or embedded, and of nothing else.
func TestNotices(t *testing.T) {
	testNotices(t, "cmd/hikyaku", "NOTICES")
	testNotices(t, "cmd/hikyaku-club", "cmd/hikyaku-club/NOTICES")
}

func testNotices(t *testing.T, command, file string) {
	holders := map[string][]string{} // by the text of the licence
	for module, dir := range linked(t, command) {
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
	want := fmt.Sprintf(noticesTop, filepath.Base(command))
	for _, part := range parts {
		want += fmt.Sprintf("\n%s\n%s", strings.Repeat("=", 78), part)
	}
	if *writeNotices {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if page(t, file) != want {
		t.Errorf("%s is not as the modules of the command have it: %v (-notices writes it anew)", file, slices.Sorted(maps.Keys(linked(t, command))))
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
