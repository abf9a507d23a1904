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
	"engine":                        {"internal/i18n"},
	"engine/enginetest":             {"engine", "internal/i18n"},
	"engine/enginetest/counting":    {"engine", "engine/search", "internal/i18n"},
	"engine/all":                    {"engine", "GAME"},
	"engine/shogitext":              {"engine", "internal/i18n", "internal/lazyregexp"},
	"engine/shogiboard":             {"engine", "engine/shogitext", "internal/i18n"},
	"engine/search":                 {"engine", "internal/i18n"},
	"engine/search/searchtest":      {"engine", "engine/search"},
	"GAME":                          {"engine", "engine/search", "engine/shogiboard", "engine/shogitext", "internal/i18n"},
	"internal/identity":             {},
	"internal/lazyregexp":           {},
	"kif":                           {"engine", "internal/identity", "internal/i18n", "internal/lazyregexp"},
	"internal/commandline":          {"internal/i18n", "internal/lazyregexp"},
	"internal/configfile":           {"internal/identity", "engine", "mailbox", "match", "internal/i18n"},
	"internal/config":               {"internal/bot", "internal/computer", "internal/configfile", "internal/courier", "internal/home", "internal/identity", "internal/signin", "kif", "mailbox", "match", "render", "internal/atomicfile", "internal/i18n"},
	"internal/signin":               {"mailbox", "internal/atomicfile", "internal/i18n"},
	"internal/atomicfile":           {"internal/i18n"},
	"internal/atomicfile/storetest": {"internal/atomicfile"},
	"internal/tui":                  {"engine", "internal/picker", "render", "internal/i18n"},
	"internal/picker":               {"engine", "internal/i18n"},
	"render":                        {"engine", "internal/i18n"},
	"mailbox":                       {"engine", "internal/identity", "internal/i18n", "internal/lazyregexp"}, // words for sentences alone
	"mailbox/loopback":              {"mailbox", "internal/i18n"},
	"internal/i18n":                 {"internal/identity"},
	"match/fair":                    {"internal/i18n"},
	"match/days":                    {"internal/lazyregexp"},
	"mailbox/reply":                 {"match/days", "internal/lazyregexp"},
	"match":                         {"engine", "internal/identity", "kif", "match/days", "match/fair", "internal/i18n"},
	"internal/home":                 {"engine", "internal/identity", "kif", "match", "match/fair", "internal/atomicfile", "internal/i18n"},
	"internal/notebook":             {"engine", "match", "internal/atomicfile", "internal/i18n"},
	"internal/letter":               {"engine", "internal/identity", "internal/lesson", "kif", "match", "mailbox", "mailbox/reply", "internal/page", "internal/puzzle", "render", "internal/i18n", "internal/lazyregexp"},
	"internal/courier":              {"engine", "internal/identity", "internal/letter", "kif", "match", "mailbox", "mailbox/reply", "internal/puzzle", "render", "internal/i18n", "internal/lazyregexp"},
	"internal/courier/shelftest":    {"internal/courier", "internal/home", "engine/all", "kif", "match"},
	"internal/page":                 {"engine", "kif", "match", "render", "internal/i18n", "internal/lazyregexp"},
	"internal/convert":              {"engine", "engine/all", "engine/shogitext", "GAME", "kif", "match", "internal/i18n", "internal/lazyregexp"},
	"internal/web":                  {"internal/computer", "internal/config", "internal/home", "internal/identity", "engine", "kif", "internal/lesson", "internal/letter", "match", "internal/notebook", "internal/page", "render", "internal/i18n", "internal/lazyregexp"},
	"internal/gctest":               {},
	"internal/demo":                 {"internal/computer", "engine", "kif", "mailbox", "mailbox/loopback", "mailbox/reply", "match", "internal/home", "internal/courier", "render", "internal/atomicfile", "internal/i18n"},
	"internal/computer":             {"engine", "engine/shogitext", "internal/identity", "internal/analysis", "internal/i18n"},
	"internal/analysis":             {"engine", "internal/i18n"},
	"internal/puzzle":               {"internal/analysis", "engine", "internal/computer", "render", "internal/i18n"},
	"internal/duel":                 {"engine", "internal/computer", "internal/i18n"},
	"internal/bot":                  {"internal/courier", "internal/letter", "internal/home", "engine", "internal/identity", "kif", "mailbox", "mailbox/reply", "match", "internal/computer", "render", "internal/i18n", "internal/lazyregexp"},
	"internal/lesson":               {"engine", "internal/atomicfile", "internal/computer", "internal/i18n"},
	"cmd/hikyaku":                   {"*"},
	"release":                       {},
	"release/rename":                {},
	"mailbox/mailboxtest":           {"mailbox"},
}

// standardOnly lists the packages that may not import other modules either.
var standardOnly = []string{"engine", "GAME", "engine/all", "engine/enginetest", "engine/enginetest/counting", "engine/search", "engine/shogiboard"}

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
