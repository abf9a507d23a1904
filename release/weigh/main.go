// Command weigh prints what a program for Linux consists of, in bytes of its file, the largest part first. The program must have its
// symbols, so it is larger than a release; one built without the flags of ../build.go is larger still.
//
//	go build -tags urfave_cli_no_docs,nethttpomithttp2 -o /tmp/hikyaku ./cmd/hikyaku && go run ./release/weigh /tmp/hikyaku
package main

import (
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"log"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: weigh PROGRAM")
	}
	program, err := elf.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	info, err := buildinfo.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	symbols, err := program.Symbols()
	if err != nil {
		log.Fatal(err)
	}
	parts := map[string]uint64{}
	for _, s := range program.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS {
			parts[rest(s)] = s.Size
		}
	}
	for _, s := range symbols {
		if int(s.Section) >= len(program.Sections) || elf.ST_TYPE(s.Info) == elf.STT_SECTION {
			continue
		}
		section := program.Sections[s.Section]
		if parts[rest(section)] >= s.Size && section.Name != ".gopclntab" { // one symbol covers the whole section
			parts[rest(section)] -= s.Size
			parts[owner(s, info)] += s.Size
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(parts), func(a, b string) int { return cmp.Compare(parts[b], parts[a]) }) {
		fmt.Printf("%10d  %s\n", parts[name], name)
	}
}

// rest names what belongs to no symbol of a section.
func rest(s *elf.Section) string { return "the rest of section " + s.Name }

// owner returns the package of hikyaku, the module or the part of Go that a symbol comes from.
func owner(s elf.Symbol, info *debug.BuildInfo) string {
	name := strings.ReplaceAll(s.Name, "%2e", ".")
	for _, module := range info.Deps {
		if strings.HasPrefix(name, module.Path) {
			return module.Path
		}
	}
	if inside, found := strings.CutPrefix(name, "hikyaku/"); found {
		return "hikyaku/" + inside[:strings.IndexAny(inside, "/.")]
	}
	if strings.HasPrefix(name, "main.") {
		return "hikyaku/cmd"
	}
	if strings.HasPrefix(name, "go:") || strings.HasPrefix(name, "type:") {
		return "types and tables of the linker"
	}
	return "the standard library"
}
