package archive_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
)

// FuzzVerify mutates an export and its site. Whatever is in them, verify must end with a report: it must not panic, and must not end
// with an error while there is a record of a match in the folder.
func FuzzVerify(f *testing.F) {
	p := publish(f)
	export, site := contents(f, p.export), contents(f, p.site)
	for _, seed := range []string{
		"", "pairing.jsonl delete", "step.jsonl delete", "event.jsonl delete", "match.jsonl delete", "member.jsonl delete",
		"pairing.jsonl double 0", "event.jsonl double 0", "step.jsonl double 3", "match.jsonl double 1", "entrant.jsonl double 1",
		"pairing.jsonl drop 0", "entrant.jsonl drop 0", "entrant.jsonl drop 1", "step.jsonl drop 0", "step.jsonl drop 3", "event.jsonl drop 0",
		"pairing.jsonl swap alice@example.com nobody@example.com", "pairing.jsonl swap alice@example.com ", "pairing.jsonl swap 1-0 7-3",
		"pairing.jsonl swap \"round\":1 \"round\":-1", "pairing.jsonl swap \"board\":1 \"board\":99999999999",
		"pairing.jsonl swap \"known\":1 \"known\":9", "pairing.jsonl swap \"at\":1 \"at\":-9", "pairing.jsonl swap \"decided\":0 \"decided\":2",
		"event.jsonl swap robin swiss", "event.jsonl swap round\\u0020robin swiss", "event.jsonl swap quoridor chess", "event.jsonl swap data dada", "event.jsonl swap { [",
		"event.jsonl swap \"begun\":1 \"begun\":8", "event.jsonl swap Rounds x", "entrant.jsonl swap \"number\":1 \"number\":7",
		"step.jsonl swap won drawn", "step.jsonl swap joined left", "step.jsonl swap accepted \\u0000", "step.jsonl swap alice zed", "step.jsonl swap 2026 0000",
		"match.jsonl swap Autumn Spring", "match.jsonl swap \"rated\":1 \"rated\":0", "match.jsonl swap .kif .fik", "match.jsonl swap {\"file\" {\"elif\"",
		"kif double 3", "kif drop 1", "kif swap sign sing", "kif swap resign jishogi", "kif delete",
		"alias.jsonl swap bob alice", "member.jsonl swap Bob Alice", "member.jsonl double 0", "seek.jsonl swap a \x00", "evidence.jsonl text {}",
		"evidence.jsonl text {\"mail\":\"a\",\"file\":\"b\",\"keys\":\"x\",\"letter\":\"AAAA\"}", "evidence.jsonl text {\"mail\":\"a\",\"file\":\"b\",\"keys\":\"\",\"letter\":\"AAAA\"}", "pairing.jsonl text \x00\xff", "step.jsonl text null", "out.jsonl text []",
		"results.json text {", "results.json swap \"players\":[1,2] \"players\":[]", "results.json swap \"Rows\" \"rows\":null,\"x\"", "results.json swap \"table\" \"elbat\"", "results.json delete",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, mutation string) {
		dir := t.TempDir()
		mutated := mutate(export, mutation)
		write(t, filepath.Join(dir, "export"), mutated)
		o := archive.Options{Games: all.Games, Export: filepath.Join(dir, "export")}
		if changed := mutate(site, mutation); mutation == "" || !maps.Equal(changed, site) {
			o.Site = filepath.Join(dir, "site")
			write(t, o.Site, changed)
		}
		r, err := archive.Verify(t.Context(), o)
		if err != nil {
			if files, _ := filepath.Glob(filepath.Join(dir, "export/*.kif")); len(files) > 0 && !strings.Contains(err.Error(), "results.json is missing") {
				t.Errorf("%q ends verify: %v", mutation, err)
			}
			return
		}
		var b bytes.Buffer
		dbtest.Must(t, r.Write(&b, "ja"))
		if strings.Contains(mutation, "jsonl double") && !maps.Equal(mutated, export) && len(r.Findings) == 0 {
			t.Errorf("after %q it finds nothing", mutation)
		}
		if mutation == "" && len(r.Findings) > 0 {
			t.Errorf("of what nobody has changed it says\n%s", b.String())
		}
	})
}

// mutate returns files with a mutation: "FILE delete", "FILE double N" and "FILE drop N" of a line, "FILE swap OLD NEW" once, or "FILE
// text TEXT" in place of all. FILE is the end of a name.
func mutate(files map[string]string, mutation string) map[string]string {
	files = maps.Clone(files)
	end, rest, _ := strings.Cut(mutation, " ")
	what, arg, _ := strings.Cut(rest, " ")
	if end == "" {
		return files
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, end) {
			continue
		}
		text := files[name]
		lines := slices.Collect(strings.Lines(text))
		n := min(len(strings.TrimLeft(arg, " ")), len(lines)-1)
		if arg != "" && arg[0] >= '0' && arg[0] <= '9' {
			n = min(int(arg[0]-'0'), len(lines)-1)
		}
		switch {
		case what == "delete":
			delete(files, name)
			return files
		case what == "double" && n >= 0:
			files[name] = strings.Join(slices.Insert(lines, n, lines[n]), "")
		case what == "drop" && n >= 0:
			files[name] = strings.Join(slices.Delete(lines, n, n+1), "")
		case what == "swap":
			old, new, _ := strings.Cut(arg, " ")
			files[name] = strings.Replace(text, old, new, 1)
		case what == "text":
			files[name] = arg
		}
		return files
	}
	return files
}

// write writes files into a folder.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		dbtest.Must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		dbtest.Must(t, os.WriteFile(file, []byte(text), 0o600))
	}
}
