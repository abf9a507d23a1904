package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// foreign finds punctuation of English, apart from the commas of notations such as sat,sun and [3,2].
var foreign = regexp.MustCompile(`[?!]|,([^a-z0-9]|$)`)

// signs takes out places and signs of boards and a key to press, in a sentence or in a row of keys.
var signs = strings.NewReplacer("0,-1", "", "!x!", "", "「?」", "", "  ? ", "")

// TestCataloguesAreAlike compares the keys of the languages, and the arguments of each sentence.
func TestCataloguesAreAlike(t *testing.T) {
	en, ja := english.all(), japanese.all()
	if !slices.Equal(slices.Sorted(maps.Keys(en)), slices.Sorted(maps.Keys(ja))) {
		for key := range en {
			if _, found := ja[key]; !found {
				t.Errorf("ja.txt lacks %s", key)
			}
		}
		for key := range ja {
			if _, found := en[key]; !found {
				t.Errorf("en.txt lacks %s", key)
			}
		}
	}
	for key, sentence := range en {
		if a, b := places(sentence), places(ja[key]); !slices.Equal(a, b) && ja[key] != "" {
			t.Errorf("%s: English has the arguments %q, Japanese %q", key, a, b)
		}
	}
	for key, sentence := range ja {
		if foreign.MatchString(signs.Replace(sentence)) {
			t.Errorf("%s: %q has punctuation of another script", key, sentence)
		}
	}
}

// TestNoKeyTwice wants each key once in a catalogue, for the second sentence would take the place of the first.
func TestNoKeyTwice(t *testing.T) {
	for lang, c := range map[string]*catalogue{"en": english, "ja": japanese} {
		known := map[string]bool{}
		for _, match := range regexp.MustCompile(`(?m)^([a-z][a-zA-Z0-9.-]*):`).FindAllStringSubmatch(c.text, -1) {
			if key := match[1]; known[key] {
				t.Errorf("%s.txt has %s twice", lang, key)
			} else {
				known[key] = true
			}
		}
	}
}

// places lists the arguments of a sentence.
func places(sentence string) []string {
	var names []string
	for _, match := range regexp.MustCompile(`\{([^}|]*)`).FindAllStringSubmatch(sentence, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestEveryKeyIsSaid compares the catalogue with the program: no sentence is missing, and none is left over.
func TestEveryKeyIsSaid(t *testing.T) {
	literal := regexp.MustCompile(`"([a-z]+[.][a-z0-9.-]*|[a-z]+)"( ?\+)?`)
	used := map[string]bool{}
	prefixes := []string{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && entry.Name() == "hikyaku-club" { // it has sentences of its own
			return filepath.SkipDir
		}
		if err != nil || !slices.Contains([]string{".go", ".html"}, filepath.Ext(path)) || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if used[m[1]] = true; m[2] != "" && strings.Contains(m[1], ".") {
				prefixes = append(prefixes, m[1])
			}
		}
		if strings.Contains(string(source), `"hikyaku/internal/i18n"`) {
			checkCalls(t, path, source)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range english.all() {
		if !used[key] && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("nothing says %s", key)
		}
	}
}

// checkCalls checks that a catalogue has the sentences that a file of the program says, and that each call names the arguments of its
// sentence.
func checkCalls(t *testing.T, path string, source []byte) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	literal := func(e ast.Expr) string {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			return strings.Trim(lit.Value, `"`)
		}
		return ""
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Ellipsis.IsValid() {
			return true
		}
		args := call.Args
		switch f, _ := call.Fun.(*ast.SelectorExpr); {
		case f == nil || types.ExprString(f.X) != "i18n" || !slices.Contains([]string{"T", "Err", "In"}, f.Sel.Name):
			return true
		case f.Sel.Name == "In":
			args = args[1:]
		}
		key := literal(args[0])
		if key == "" {
			return true
		}
		sentence, found := english.all()[key]
		if !found {
			t.Errorf("%s says %q, which no catalogue has", path, key)
		}
		var named []string
		for i := 1; i < len(args); i += 2 {
			named = append(named, literal(args[i]))
		}
		slices.Sort(named)
		inner := func(name string) bool { return name == "error" } // Unwrap needs it, a sentence may leave it out
		if want := slices.DeleteFunc(places(sentence), inner); !slices.Equal(slices.DeleteFunc(named, inner), want) {
			t.Errorf("%s says %s with the arguments %q, want %q", path, key, named, want)
		}
		return true
	})
}

func TestSay(t *testing.T) {
	c := newCatalogue("# a comment\na: {n} {n|day|days} of {who}\nb:\n  two\n\n  lines\nc: last\n")
	for _, tt := range []struct {
		key  string
		args []any
		want string
	}{
		{"a", []any{"n", 1, "who", "Bob"}, "1 day of Bob"},
		{"a", []any{"n", 2, "who", Text{En: "Bob", Ja: "Bobさん"}}, "2 days of Bob"},
		{"a", []any{"n", 0}, "0 days of {who}"},
		{"b", nil, "two\n\nlines"},
		{"c", nil, "last"},
		{"d", nil, "d"},
	} {
		if got := c.say("en", tt.key, tt.args); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.key, tt.args, got, tt.want)
		}
	}
}

// labels are the keys of what is no sentence: the names and the short descriptions of commands and options, words of replies,
// buttons of the pages, and the lines of help in a letter and at the replay.
var labels = regexp.MustCompile(`^(help|topic|word|page|status|loss|ending|button)\.|^(tell\.help|replay\.keys)$`)

// blunt finds a sentence of Japanese that does not end politely.
var blunt = regexp.MustCompile(`(ない|こと|[ぁ-ん一-龥](る|く|む|ぶ|ぐ|つ|う|す|た|だ))(?:[。：\n]|$)`)

// polite finds how a sentence ends politely, and what stands in quotes or parentheses.
var polite = regexp.MustCompile(`(です|ます|ません|でした|ました|ください)か?|「[^」]*」|（[^（）]*）`)

// TestOneVoice wants every sentence of Japanese in です・ます.
func TestOneVoice(t *testing.T) {
	for key, said := range japanese.all() {
		if labels.MatchString(key) && !strings.HasSuffix(key, ".about") {
			continue
		}
		if end := blunt.FindString(polite.ReplaceAllString(said, ".")); end != "" {
			t.Errorf("%s ends in %s: %s", key, end, said)
		}
	}
}

// TestTerms wants the words of the list that heads the Japanese catalogue, and none of those that it rules out.
func TestTerms(t *testing.T) {
	var use, avoid []string
	for _, match := range regexp.MustCompile(`(?m)^# 用語 (.+)：(.+)$`).FindAllStringSubmatch(japanese.text, -1) {
		for _, word := range strings.Split(match[1], "、") {
			use = append(use, word, "") // 秘密鍵 contains 秘密
		}
		avoid = append(avoid, strings.Split(match[2], "、")...)
	}
	if len(avoid) < 10 {
		t.Fatalf("the list has only %d words to avoid", len(avoid))
	}
	used := strings.NewReplacer(use...)
	for key, said := range japanese.all() {
		for _, word := range avoid {
			if strings.Contains(used.Replace(said), word) {
				t.Errorf("%s says %s: %s", key, word, said)
			}
		}
	}
}

// TestNoBlanksInJapanese wants no blank beside Japanese punctuation, before a particle or before a command in a sentence. Lists of
// keys, and of words to search for, have blanks.
func TestNoBlanksInJapanese(t *testing.T) {
	blank := regexp.MustCompile(`[\p{Hiragana}、。：；？！」』）] [^ ]|[A-Za-z0-9}] [\p{Hiragana}、。：；？！「『（）]|[\p{Han}\p{Katakana}] (hikyaku|\{match\})`)
	for key, said := range japanese.all() {
		if strings.Contains(key, ".keys") || strings.HasSuffix(key, ".help") || strings.HasSuffix(key, ".words") || key == "replay.prompt" {
			continue
		}
		if found := blank.FindString(said); found != "" {
			t.Errorf("%s has the blank in %q: %s", key, found, said)
		}
	}
}

// TestEntry wants the search for one sentence to find what the reading of all finds.
func TestEntry(t *testing.T) {
	for _, c := range []*catalogue{english, japanese} {
		for key, want := range c.all() {
			if got := parse(entry(c.text, key)); len(got) != 1 || got[key] != want {
				t.Errorf("%s: %q, want %q", key, got[key], want)
			}
		}
		if got := parse(entry(c.text, "no.such-key")); len(got) > 0 {
			t.Errorf("what does not exist is %v", got)
		}
	}
}

// TestDays names one day once.
func TestDays(t *testing.T) {
	first := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		last time.Time
		want Text
	}{
		{first, Text{En: "on Monday 30 November", Ja: "11月30日（月）"}},
		{first.AddDate(0, 0, 1), Text{En: "from Monday 30 November to Tuesday 1 December", Ja: "11月30日（月）から12月1日（火）まで"}},
	} {
		if got := Days(first, tt.last); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.last, got, tt.want)
		}
	}
}

// TestJapanTime names the zone of Tokyo, and others by their distance.
func TestJapanTime(t *testing.T) {
	at := time.Date(2026, 11, 28, 3, 0, 0, 0, time.UTC)
	if got := Time(at, time.FixedZone("JST", 9*3600)).Ja; !strings.HasSuffix(got, "12:00（日本時間）") {
		t.Errorf("in Tokyo it is %s", got)
	}
	if got := Time(at, time.FixedZone("KST", 9*3600)).Ja; !strings.HasSuffix(got, "12:00（現地時間、UTC+09:00）") {
		t.Errorf("in Seoul it is %s", got)
	}
}

// TestPerson wants さん after names alone: not after a title, an address or a program.
func TestPerson(t *testing.T) {
	if got, want := Person("hikyaku level5"), (Text{En: "Level 5 computer", Ja: "レベル5のコンピューター"}); got != want {
		t.Errorf("a level is %v, want %v", got, want)
	}
	if got, want := Person("hikyaku best"), (Text{En: "Computer (best)", Ja: "コンピューター（best）"}); got != want {
		t.Errorf("a program is %v, want %v", got, want)
	}
	for name, want := range map[string]string{"花子": "花子さん", "花子さん": "花子さん", "田中様": "田中様", "山本先生": "山本先生", "level5": "level5さん", "山田太郎 三段": "山田太郎 三段", "Carol <carol@example.org>": "Carol <carol@example.org>", "carol@example.org": "carol@example.org", "": ""} {
		if got := Person(name); got.Ja != want || got.En != name {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestCommand quotes what a shell would read otherwise.
func TestCommand(t *testing.T) {
	words := []string{"invite", "Bob <bob@example.org>", "手合割=二枚落ち", "~/a.kif", "it's", "", "--time=30d+1d"}
	want := `invite 'Bob <bob@example.org>' 手合割=二枚落ち '~/a.kif' 'it'\''s' '' --time=30d+1d`
	if runtime.GOOS == "windows" {
		want = `invite "Bob <bob@example.org>" 手合割=二枚落ち "~/a.kif" "it's" "" --time=30d+1d`
	}
	if got := Command(words...); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSpans rounds to the nearest, in two units or in one.
func TestSpans(t *testing.T) {
	const day, second = 24 * time.Hour, time.Second
	for _, tt := range []struct {
		d                  time.Duration
		span, brief, rough string
	}{
		{3*day - second, "3 days", "3 d", "3 days"},
		{2*day + 12*time.Hour - second, "2 days 12 hours", "2 d 12 h", "2 days"},
		{2*day - second, "2 days", "2 d", "48 hours"},
		{day + 29*time.Minute, "1 day", "1 d", "24 hours"},
		{day - second, "1 day", "1 d", "24 hours"},
		{day - 20*time.Minute, "23 hours 40 minutes", "23 h 40 min", "24 hours"},
		{2*time.Hour - second, "2 hours", "2 h", "120 minutes"},
		{90 * time.Minute, "1 hour 30 minutes", "1 h 30 min", "90 minutes"},
		{31 * second, "1 minute", "1 min", "1 minute"}, {29 * second, "0 minutes", "0 min", "0 minutes"},
	} {
		if span, brief, rough := Span(tt.d).En, Short(tt.d).En, Rough(tt.d).En; span != tt.span || brief != tt.brief || rough != tt.rough {
			t.Errorf("%v: %q, %q, %q, want %q, %q, %q", tt.d, span, brief, rough, tt.span, tt.brief, tt.rough)
		}
	}
}
