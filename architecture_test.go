// Package hikyaku_test holds the rules that concern the whole tree.
package hikyaku_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed lists what of this module each package may import besides the standard library and others'
// modules. "*" is everything; "GAME" stands for any folder of a game; a package that is not listed
// may import nothing of ours.
var allowed = map[string][]string{
	"engine":                     {},
	"engine/enginetest":          {"engine"},
	"engine/enginetest/counting": {"engine", "engine/search"},
	"engine/all":                 {"engine", "GAME"},
	"engine/shogitext":           {"engine"},
	"engine/search":              {"engine"},
	"engine/search/searchtest":   {"engine", "engine/search"},
	"GAME":                       {"engine", "engine/search", "engine/shogitext"},
	"identity":                   {},
	"kif":                        {"engine", "identity", "words"},
	"configfile":                 {"engine", "mailbox", "match", "words"},
	"store":                      {"words"},
	"store/storetest":            {"store"},
	"screen":                     {"engine", "hand", "render", "words"},
	"hand":                       {"engine"},
	"render":                     {"engine", "words"},
	"mailbox":                    {"engine", "identity", "words"}, // words for sentences alone
	"mailbox/loopback":           {"mailbox", "words"},
	"words":                      {"engine"},
	"match/fair":                 {"words"},
	"match":                      {"engine", "identity", "kif", "match/fair", "words"},
	"desk":                       {"partner", "engine", "identity", "kif", "match", "match/fair", "store", "words"},
	"notebook":                   {"engine", "match", "store", "words"},
	"courier":                    {"engine", "identity", "kif", "match", "mailbox", "mailbox/reply", "page", "puzzle", "render", "words"},
	"courier/shelftest":          {"courier", "desk", "engine/all", "kif", "match"},
	"page":                       {"engine", "kif", "match", "render", "words"},
	"convert":                    {"engine", "engine/all", "engine/shogitext", "GAME", "kif", "match", "words"},
	"board":                      {"partner", "desk", "engine", "kif", "lesson", "match", "notebook", "page", "render", "words"},
	"demo":                       {"partner", "engine", "kif", "mailbox", "mailbox/loopback", "mailbox/reply", "match", "desk", "courier", "render", "store", "words"},
	"partner":                    {"engine", "engine/shogitext", "words"},
	"analysis":                   {"engine", "words"},
	"puzzle":                     {"analysis", "engine", "partner", "render", "words"},
	"duel":                       {"engine", "partner", "words"},
	"bot":                        {"courier", "desk", "engine", "identity", "kif", "mailbox", "mailbox/reply", "match", "partner", "render", "words"},
	"lesson":                     {"engine", "partner", "words"},
	"cmd/hikyaku":                {"*"},
	"release":                    {},
	"release/rename":             {},
	"mailbox/mailboxtest":        {"mailbox"},
}

// standardOnly lists the packages that may not import other modules either.
var standardOnly = []string{"engine", "GAME", "engine/all", "engine/enginetest", "engine/enginetest/counting", "engine/search"}

// kind is the key in allowed under which a package of ours stands.
func kind(pkg string) string {
	if _, listed := allowed[pkg]; !listed && strings.HasPrefix(pkg, "engine/") {
		return "GAME"
	}
	return pkg
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.Module.Path}}/ {{.ImportPath}} {{join .Imports " "}}`, "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		module := words[0]
		pkg, ours := strings.CutPrefix(words[1], module)
		if !ours {
			continue // the folder of this test
		}
		for _, imported := range words[2:] {
			checkImport(t, module, pkg, imported)
		}
	}
}

// checkImport wants a package, named without the path of the module, to import only what it may.
func checkImport(t *testing.T, module, pkg, imported string) {
	other, ours := strings.CutPrefix(imported, module)
	if !ours {
		if strings.Contains(strings.Split(imported, "/")[0], ".") && slices.Contains(standardOnly, kind(pkg)) {
			t.Errorf("%s imports %s: it keeps to the standard library", pkg, imported)
		}
		return
	}
	may := allowed[kind(pkg)]
	if !slices.Contains(may, "*") && !slices.Contains(may, kind(other)) {
		t.Errorf("%s imports %s: it may import %v of this module", pkg, other, may)
	}
}
