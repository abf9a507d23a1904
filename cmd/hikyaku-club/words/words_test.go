package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	entry = regexp.MustCompile(`(?m)^([a-z][a-z0-9.-]*):`)
	place = regexp.MustCompile(`\{([a-z]+)`)
)

// sentences cuts a catalogue by its keys.
func sentences(text string) map[string]string {
	all := map[string]string{}
	at := entry.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		all[text[m[2]:m[3]]] = text[m[1]:end]
	}
	return all
}

// TestCatalogues checks that both languages have the same keys, each once, with the same placeholders, and that each is used.
func TestCatalogues(t *testing.T) {
	en, ja := sentences(english), sentences(japanese)
	if len(en) != len(entry.FindAllString(english, -1)) || len(ja) != len(entry.FindAllString(japanese, -1)) {
		t.Error("a key stands twice")
	}
	source := ""
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			data, err := os.ReadFile(path)
			source += string(data)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	places := func(s string) []string {
		var names []string
		for _, m := range place.FindAllStringSubmatch(s, -1) {
			names = append(names, m[1])
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	for key, sentence := range en {
		other, ok := ja[key]
		switch {
		case !ok:
			t.Errorf("%s has no Japanese", key)
		case !slices.Equal(places(sentence), places(other)):
			t.Errorf("%s has the places %v in English and %v in Japanese", key, places(sentence), places(other))
		case !strings.Contains(source, `"`+key+`"`) && !strings.Contains(source, `"`+key[:strings.LastIndex(key, ".")+1]+`"`):
			t.Errorf("%s is not used", key)
		}
	}
	for key := range ja {
		if _, ok := en[key]; !ok {
			t.Errorf("%s has no English", key)
		}
	}
}
