// Command rename changes the path of the module, so that others can install the
// command when the source is published.
//
//	go run ./release/rename example.org/hikyaku
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./release/rename MODULE, such as example.org/hikyaku")
		os.Exit(2)
	}
	if err := rename(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

// unversioned is the version with which the module of the club requires the main
// module, which it replaces by the folder.
const unversioned = "v0.0.0-00010101000000-000000000000"

// rename sets the path of the module in folder, and paths below it for the
// modules in its subfolders. It changes only go.mod files and imports: other
// texts that begin with the path, such as those in hashes, belong to file
// formats.
func rename(folder, to string) error {
	if domain, _, below := strings.Cut(to, "/"); !below || !strings.Contains(domain, ".") {
		return fmt.Errorf("%s does not begin with a domain, as in example.org/hikyaku", to)
	}
	from, err := goTool(folder, "list", "-m")
	if err != nil {
		return err
	}
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != folder && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go"):
			return nil
		}
		return renameImports(file, from, to)
	})
	if err != nil {
		return err
	}
	_, inModule := goTool(folder, "mod", "edit", "-module", to)
	_, inTools := goTool(filepath.Join(folder, "tools"), "mod", "edit", "-module", to+"/tools")
	_, inClub := goTool(filepath.Join(folder, "cmd", "hikyaku-club"), "mod", "edit", "-module", to+"/cmd/hikyaku-club",
		"-droprequire", from, "-require", to+"@"+unversioned, "-dropreplace", from, "-replace", to+"=../..")
	return errors.Join(inModule, inTools, inClub)
}

// renameImports replaces imports of the module from by those of to.
func renameImports(file, from, to string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ImportsOnly)
	if err != nil {
		return err
	}
	renamed := text
	for _, i := range slices.Backward(parsed.Imports) { // backwards, so that earlier positions stay valid
		path, err := strconv.Unquote(i.Path.Value)
		if below, ours := strings.CutPrefix(path, from); err == nil && ours && (below == "" || below[0] == '/') {
			begin, end := files.Position(i.Path.Pos()).Offset, files.Position(i.Path.End()).Offset
			renamed = slices.Concat(renamed[:begin], []byte(strconv.Quote(to+below)), renamed[end:])
		}
	}
	if bytes.Equal(renamed, text) {
		return nil
	}
	if renamed, err = format.Source(renamed); err != nil {
		return err
	}
	return os.WriteFile(file, renamed, 0o644)
}

// goTool returns the output of the go command in folder, for the module there
// and without a workspace.
func goTool(folder string, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir, command.Env = folder, append(os.Environ(), "GOWORK=off")
	out, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}
