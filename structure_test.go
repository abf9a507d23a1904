package hikyaku_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxMethods is how many methods a type outside the games may have: with more it does more than one thing.
const maxMethods = 40

// sources yields every file of ours that is no test, by its package, with its syntax.
func sources(t *testing.T, visit func(pkg string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != "." && (name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(filepath.ToSlash(filepath.Dir(path)), file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// receiver is the name of the type whose method d is, "" for a function.
func receiver(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// embedded are the types of the same package that a struct type has embedded, which lend it their methods.
func embedded(d ast.Decl) map[string][]string {
	all := map[string][]string{}
	types, ok := d.(*ast.GenDecl)
	if !ok {
		return all
	}
	for _, s := range types.Specs {
		spec, ok := s.(*ast.TypeSpec)
		if !ok {
			continue
		}
		fields, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range fields.Fields.List {
			of := f.Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if name, ok := of.(*ast.Ident); ok && len(f.Names) == 0 {
				all[spec.Name.Name] = append(all[spec.Name.Name], name.Name)
			}
		}
	}
	return all
}

// TestMethods wants every type outside the games to have few methods, those of what it embeds counted.
func TestMethods(t *testing.T) {
	own, lends := map[string]int{}, map[string][]string{}
	sources(t, func(pkg string, file *ast.File) {
		if kind(pkg) == "GAME" {
			return
		}
		for _, d := range file.Decls {
			if name := receiver(d); name != "" {
				own[pkg+"."+name]++
			}
			for name, others := range embedded(d) {
				for _, other := range others {
					lends[pkg+"."+name] = append(lends[pkg+"."+name], pkg+"."+other)
				}
			}
		}
	})
	var count func(name string) int
	count = func(name string) int {
		n := own[name]
		for _, other := range lends[name] {
			n += count(other)
		}
		return n
	}
	for name := range own {
		if n := count(name); n > maxMethods {
			t.Errorf("%s has %d methods: at most %d", name, n, maxMethods)
		}
	}
}

// TestFiles wants files that can be read at one sitting.
func TestFiles(t *testing.T) {
	var long []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "_") {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && lines(t, path) > 500 {
			long = append(long, path)
		}
		return err
	})
	slices.Sort(long)
	if err != nil || len(long) > 0 {
		t.Errorf("%v: longer than 500 lines: %v", err, long)
	}
}

// lines counts those of a file.
func lines(t *testing.T, path string) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}
