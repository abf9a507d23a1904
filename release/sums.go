package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// sumsFile is the name of the file with the checksums of all others, in the
// format of sha256sum.
const sumsFile = "SHA256SUMS"

// sums writes the checksums of all results.
func (r *release) sums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(r.out, sumsFile), sums.Bytes(), 0o644)
}

// sign writes a signature beside file with ssh-keygen, which can also verify it.
func sign(file, key string) error {
	_, err := output(exec.Command("ssh-keygen", "-Y", "sign", "-q", "-n", "hikyaku-release", "-f", key, file))
	return err
}
