package match

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/mailbox"
	"hikyaku/store"
)

// maxForks is how many letters that contradict one record are kept beside it: somebody could send new ones for ever.
const maxForks = 20

// keep puts a fork of our record beside it, for people to look at. The name comes from its content, so the same letter is kept
// once. What is refused otherwise stays in the mailbox alone.
func (p *poll) keep(report *Report, letter *mailbox.Letter, r *refusal) error {
	data, _ := recordIn(letter)
	sum := sha256.Sum256(data)
	name := r.beside + ".fork-" + hex.EncodeToString(sum[:4])
	forks, err := filepath.Glob(globEscape(r.beside) + ".fork-*")
	if err != nil || len(forks) >= maxForks && !slices.Contains(forks, name) {
		return err
	}
	report.Reason += "; theirs is kept as " + name
	return store.Replace(p.System, name, data)
}

// globEscape makes dir match itself alone in a glob pattern.
func globEscape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
