package hikyaku_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// page is a text of the documentation.
func page(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// typed returns the commands that a page has in blocks, with who types them, without what is said in quotes, which is in the
// language of the page.
func typed(text string) (commands []string) {
	said := regexp.MustCompile(`'[^']*'`)
	for _, line := range regexp.MustCompile(`(?m)^(?:    )?(\w*\$ .*)$`).FindAllStringSubmatch(text, -1) {
		commands = append(commands, said.ReplaceAllString(line[1], "''"))
	}
	return commands
}

// links returns the files to which a page has links or whose pictures it shows, with the places in them.
func links(text string) (files []string) {
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(link[1], "://") {
			files = append(files, link[1])
		}
	}
	return files
}

// targets returns the files among links without places in them, those in Japanese for those in English, once each.
func targets(links []string) []string {
	var files []string
	for _, link := range links {
		file, _, _ := strings.Cut(link, "#")
		files = append(files, strings.Replace(file, ".ja.", ".", 1))
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// inBoth are the pages that there are in English and, as name.ja.md, in Japanese.
func inBoth(t *testing.T) []string {
	japanese, err := filepath.Glob("docs/*.ja.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{"README.md"}
	for _, file := range japanese {
		pages = append(pages, strings.Replace(file, ".ja.md", ".md", 1))
	}
	return pages
}

// TestBothLanguages wants a page in Japanese to have the commands of the one in English, links to the same files, and as many
// headings, rows of tables and points.
func TestBothLanguages(t *testing.T) {
	for _, file := range inBoth(t) {
		english, japanese := page(t, file), page(t, strings.Replace(file, ".md", ".ja.md", 1))
		if en, ja := typed(english), typed(japanese); len(en) == 0 && file == "README.md" || !slices.Equal(en, ja) {
			t.Errorf("%s has the commands\n%s\nand in Japanese\n%s", file, strings.Join(en, "\n"), strings.Join(ja, "\n"))
		}
		if en, ja := targets(links(english)), targets(links(japanese)); !slices.Equal(en, ja) {
			t.Errorf("%s has links to\n%s\nand in Japanese to\n%s", file, strings.Join(en, "\n"), strings.Join(ja, "\n"))
		}
		for what, line := range map[string]string{"headings": `^#+ `, "rows": `^\|`, "points": `^\* `} {
			lines := regexp.MustCompile("(?m)" + line)
			if en, ja := len(lines.FindAllString(english, -1)), len(lines.FindAllString(japanese, -1)); en != ja {
				t.Errorf("%s has %d %s, and in Japanese %d", file, en, what, ja)
			}
		}
	}
}

// japanesePages are the pages in Japanese, with the tour, which is in both languages.
func japanesePages(t *testing.T) []string {
	t.Helper()
	return append(slices.DeleteFunc(pages(t), func(file string) bool { return !strings.HasSuffix(file, ".ja.md") }), "docs/tour.md")
}

// TestJapaneseSpelling wants フォルダー and サーバー in the pages in Japanese and in internal/i18n/ja.txt.
func TestJapaneseSpelling(t *testing.T) {
	for _, file := range append(japanesePages(t), "internal/i18n/ja.txt") {
		for i, line := range strings.Split(page(t, file), "\n") {
			if regexp.MustCompile(`(フォルダ|サーバ|ユーザ|ヘッダ)([^ー]|$)|この機械`).MatchString(line) {
				t.Errorf("%s:%d: want フォルダー, サーバー, このコンピューター: %s", file, i+1, line)
			}
		}
	}
}

var (
	// blunt finds a sentence of Japanese that ends with a plain verb or adjective.
	blunt = regexp.MustCompile(`(ない|よい|こと|[ぁ-ん一-龥](る|く|ぐ|む|ぶ|ぬ|つ|う|す|た|だ))。`)
	// polite finds how a sentence ends politely.
	polite = regexp.MustCompile(`(です|ます|ません|でした|ました|ましょう|でしょう|ください)か?。`)
	// aside finds what is quoted or in parentheses, which need not be polite.
	aside = regexp.MustCompile(`「[^」]*」|（[^（）]*）`)
)

// TestPolitePages wants every sentence of the pages in Japanese in です・ます, as TestOneVoice of internal/i18n does for the
// catalogue.
func TestPolitePages(t *testing.T) {
	for _, file := range japanesePages(t) {
		for i, line := range strings.Split(page(t, file), "\n") {
			if end := blunt.FindString(polite.ReplaceAllString(aside.ReplaceAllString(line, ""), "")); end != "" {
				t.Errorf("%s:%d: ends in %s: %s", file, i+1, end, line)
			}
		}
	}
}

// TestLinks wants what the pages have links to, and docs/README.md to lead to all the others in docs.
func TestLinks(t *testing.T) {
	led := map[string]bool{}
	for _, file := range pages(t) {
		for _, link := range links(page(t, file)) {
			name, place, inside := strings.Cut(link, "#")
			target := file
			if name != "" {
				target = filepath.Join(filepath.Dir(file), name)
			}
			if strings.HasPrefix(file, "docs/README.") {
				led[target] = true
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", file, err)
			} else if inside && !slices.Contains(headings(page(t, target)), place) {
				t.Errorf("%s: %s has no heading %s", file, target, place)
			}
		}
	}
	for _, file := range pages(t) {
		if filepath.Dir(file) == "docs" && !led[file] {
			t.Errorf("docs/README.md and docs/README.ja.md do not lead to %s", file)
		}
	}
}

// pages are all pages of ours.
func pages(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && file != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "dist") {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(file, ".md") {
			files = append(files, filepath.ToSlash(file))
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no page: %v", err)
	}
	return files
}

// headings returns the headings of a page as links write them.
func headings(text string) (places []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		place := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		places = append(places, strings.ReplaceAll(place, " ", "-"))
	}
	return places
}
