package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hikyaku/kif"
	"hikyaku/mailbox"
)

// keep puts a letter that contradicts our record aside, for people to look at: a fork beside the record, anything else in
// quarantine. The name comes from its content, so the same letter is kept once.
func (p *poll) keep(report *Report, letter *mailbox.Letter, r *refusal) error {
	data, _ := recordIn(letter)
	sum := sha256.Sum256(data)
	name := r.beside + ".fork-" + hex.EncodeToString(sum[:4])
	if r.beside == "" {
		dir := filepath.Join(p.Folder, "quarantine")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("keep a letter that contradicts our record: %w", err)
		}
		name = filepath.Join(dir, report.Match+"-"+hex.EncodeToString(sum[:4])+".kif")
	}
	report.Reason += "; theirs is kept as " + name
	return kif.Replace(p.System, name, data)
}

// globEscape makes dir match itself alone in a glob pattern.
func globEscape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
