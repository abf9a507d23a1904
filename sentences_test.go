package hikyaku_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

// told are the packages whose sentences all stand in the catalogue of package i18n, with the packages below them.
var told = []string{"kif", "match", "internal/atomicfile", "mailbox", "internal/home", "internal/letter", "internal/courier", "internal/page", "internal/demo", "render"}

// itself are the packages that say their sentences themselves, in both languages by i18n.Errorf, with the packages below
// them but for those that are excused.
var itself, excused = "engine", map[string]string{
	"engine/enginetest": "for tests",
}

// untold are the functions and variables in these packages that hold a sentence of their own all the same, with the reason.
var untold = map[string]string{
	"kif.complete":                       "only a program can append an event without a step",
	"kif.preamble":                       "the first line of the file format",
	"engine.Check":                       "only a game can have such a move",
	"engine.SetUp":                       "only a game can have such a diagram",
	"match/fair.errBech32":               "ParseMaster tells what is wrong",
	"mailbox.check":                      "only a program can make such a letter",
	"mailbox.checkLines":                 "only a program can make such a letter",
	"mailbox.errNotPicked":               "no message is told of that nobody wants",
	"mailbox/mailboxtest.failingHandle":  "for tests",
	"internal/atomicfile/storetest.Lock": "for tests",
	"internal/letter.Answer":             "only a program can answer nothing",
	"internal/page.HTML":                 "it draws",
	"internal/page.band":                 "it draws",
	"internal/page.belongings":           "it draws",
	"internal/page.die":                  "it draws",
	"internal/demo.game":                 "the specimens name a game of their own",
	"internal/demo.collect":              "the specimens send a letter of their own",
	"internal/demo.repliesAs":            "the specimens answer a letter of their own",
	"render.check":                       "only a game can have such a board",
	"render.layouts":                     "only a program can draw no scene",
}

var (
	verb     = regexp.MustCompile(`%[-+# 0]*[0-9]*(\.[0-9]+)?(\[[0-9]+\])?[a-zA-Z%]`)
	letter   = regexp.MustCompile(`\pL`)
	sentence = regexp.MustCompile(`[A-Za-z]{2,} [A-Za-z]{2,}|\p{Hiragana}{2}`)
)

// sayers are the functions that a sentence is given to, with what of a literal may not be there: any letter of an error, and
// two words of what is printed, since files have forms of their own.
var sayers = map[string]*regexp.Regexp{
	"fmt.Errorf": letter, "errors.New": letter, "fmt.Fprintf": sentence, "fmt.Fprint": sentence, "fmt.Fprintln": sentence,
}

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

// says lists the literals of a sentence that a call says itself.
func says(call *ast.CallExpr) (list []string) {
	name, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	of, ok := name.X.(*ast.Ident)
	if !ok || sayers[of.Name+"."+name.Sel.Name] == nil {
		return nil
	}
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			if inner, ok := n.(*ast.CallExpr); ok && inner != call {
				return false // such as i18n.T, whose arguments are keys
			}
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				said, _ := strconv.Unquote(text.Value)
				if sayers[of.Name+"."+name.Sel.Name].MatchString(verb.ReplaceAllString(said, "")) {
					list = append(list, said)
				}
			}
			return true
		})
	}
	return list
}

// literal is the text of a literal, "" of anything else.
func literal(e ast.Expr) string {
	text, _ := e.(*ast.BasicLit)
	if text == nil {
		return ""
	}
	said, _ := strconv.Unquote(text.Value)
	return said
}

// isNamed reports whether e is a name alone.
func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// nameOf is the name of a function, or of the first variable of a declaration.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		if v, ok := d.Specs[0].(*ast.ValueSpec); ok {
			return v.Names[0].Name
		}
	}
	return ""
}

// topOf returns the outermost package that pkg belongs to.
func topOf(pkg string) string {
	name, inside := strings.CutPrefix(pkg, "internal/")
	if name, _, _ = strings.Cut(name, "/"); inside {
		return "internal/" + name
	}
	return name
}

// TestSentencesAreInTheCatalogue wants what these packages say to people in both languages.
func TestSentencesAreInTheCatalogue(t *testing.T) {
	silent := map[string]bool{}
	sources(t, func(pkg string, file *ast.File) {
		top := topOf(pkg)
		if !slices.Contains(told, top) && (top != itself || excused[pkg] != "") {
			return
		}
		for _, d := range file.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				for _, text := range says(call) {
					if name := pkg + "." + nameOf(d); untold[name] != "" {
						silent[name] = true
					} else {
						t.Errorf("%s says %q: give it a key in internal/i18n/en.txt and internal/i18n/ja.txt, or in a game use i18n.Errorf", name, text)
					}
				}
				return true
			})
		}
	})
	for name := range untold {
		if !silent[name] {
			t.Errorf("%s says nothing of its own any more", name)
		}
	}
}

// verbs counts the arguments that a format takes.
func verbs(format string) (n int) {
	for _, found := range verb.FindAllStringSubmatch(format, -1) {
		if index, err := strconv.Atoi(strings.Trim(found[2], "[]")); err == nil {
			n = max(n, index)
		} else if !strings.HasSuffix(found[0], "%") {
			n++
		}
	}
	return n
}

// TestSentencesOfGames wants the sentences of i18n.Errorf in English and in Japanese, with a verb for each argument.
func TestSentencesOfGames(t *testing.T) {
	n := 0
	sources(t, func(pkg string, file *ast.File) {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); !ok || name.Sel.Name != "Errorf" || !isNamed(name.X, "i18n") {
				return true
			}
			n++
			en, ja := literal(call.Args[0]), literal(call.Args[1])
			if script.MatchString(en) || letter.MatchString(verb.ReplaceAllString(en, "")) && !script.MatchString(ja) {
				t.Errorf("%s says %q and %q: want English and Japanese", pkg, en, ja)
			}
			if args := len(call.Args) - 2; verbs(en) != args || verbs(ja) != args {
				t.Errorf("%s says %q and %q with %d arguments", pkg, en, ja, args)
			}
			return true
		})
	})
	if n == 0 {
		t.Error("no game says anything")
	}
}

// TestPositionsInBothLanguages wants why a game refuses the text of a position in both languages.
func TestPositionsInBothLanguages(t *testing.T) {
	for _, g := range all.Games {
		if excused["engine/"+g.Name] != "" {
			continue
		}
		options, _ := g.Resolve(nil)
		for _, text := range []string{"", "nonsense", "e2 e3"} {
			_, err := g.Parse(options, text)
			var both interface{ Sentence() i18n.Text }
			if !errors.As(err, &both) || err.Error() != both.Sentence().En || !script.MatchString(both.Sentence().Ja) {
				t.Errorf("%s: the position %q: %v", g.Name, text, err)
			} else if said := i18n.Of(err); said != both.Sentence() || strings.Contains(said.En+said.Ja, "%!") {
				t.Errorf("%s: the position %q: %v", g.Name, text, said)
			}
		}
	}
}
