package hikyaku_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// told are the packages whose sentences all stand in the catalogue of package words, with the packages below them.
var told = []string{"kif", "match", "store", "mailbox", "desk", "courier", "page", "demo", "render"}

// untold are the functions and variables in these packages that hold a sentence of their own all the same, with the reason.
var untold = map[string]string{
	"kif.complete":                      "only a program can append an event without a step",
	"kif.preamble":                      "the first line of the file format",
	"kif.Bytes":                         "the lines of an entry, as they are signed",
	"match/fair.errBech32":              "ParseMaster tells what is wrong",
	"mailbox.check":                     "only a program can make such a letter",
	"mailbox.checkIDs":                  "only a program can make such a letter",
	"mailbox.checkLines":                "only a program can make such a letter",
	"mailbox.errNotPicked":              "no message is told of that nobody wants",
	"mailbox/mailboxtest.failingHandle": "for tests",
	"courier.answerLetter":              "only a program can answer nothing",
	"demo.game":                         "the specimens name a game of their own",
	"demo.keep":                         "the specimens send a letter of their own",
	"demo.repliesAs":                    "the specimens answer a letter of their own",
	"render.check":                      "only a game can have such a board",
	"render.layouts":                    "only a program can draw no scene",
	"render.document":                   "the first line of an SVG",
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
				return false // such as words.Text, whose arguments are keys
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

// TestSentencesAreInTheCatalogue wants what these packages say to people in both languages.
func TestSentencesAreInTheCatalogue(t *testing.T) {
	excused := map[string]bool{}
	sources(t, func(pkg string, file *ast.File) {
		top, _, _ := strings.Cut(pkg, "/")
		if !slices.Contains(told, top) {
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
						excused[name] = true
					} else {
						t.Errorf("%s says %q: give it a key in words/en.txt and words/ja.txt", name, text)
					}
				}
				return true
			})
		}
	})
	for name := range untold {
		if !excused[name] {
			t.Errorf("%s says nothing of its own any more", name)
		}
	}
}
