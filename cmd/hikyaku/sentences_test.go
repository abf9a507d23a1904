package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// notSaid matches the literals of several words that are no sentences: command lines, patterns of what libraries say, answers
// that are typed, a value of the configuration, the names of the doctor's steps, pages whose words are filled in, the markup of
// the manual, a recipe of procmail, and the names of arguments.
const notSaid = `^(hikyaku|oama) [a-z]+|^(\(\?s\))?\^|^(はい|いいえ)$|^\[notify-send, hikyaku\]$|` +
	`^(folder of (records|state)|password file|letter to yourself)$|^<!DOCTYPE html>|^\.(TH|SH|mso) |^:0 w|^[A-Z …]+$`

// TestNoSentenceStandsInTheCode wants what a person reads in the catalogues.
func TestNoSentenceStandsInTheCode(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.Field:
				return false // the tags of fields are for other programs
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && isSentence(text) {
					t.Errorf("%s: %q belongs in the catalogues", set.Position(n.Pos()), text)
				}
			}
			return true
		})
	}
}

// isSentence reports whether a literal says something: it holds two words, or Japanese.
func isSentence(text string) bool {
	if regexp.MustCompile(notSaid).MatchString(text) {
		return false
	}
	text = regexp.MustCompile(`%[-+#.\d\[\]]*[a-zA-Z]`).ReplaceAllString(text, "%")
	return regexp.MustCompile(`\pL{2}[,:;%]* [%]?\pL{2}|[\p{Hiragana}\p{Katakana}]`).MatchString(text)
}
