package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// sumsFile is the file with the sums of all others, as sha256sum reads it.
const sumsFile = "SHA256SUMS"

// sums writes the sums of all that is in the folder of the results.
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

// sign writes a signature of a file beside it, by ssh-keygen, which verifies it too.
func sign(file, key string) error {
	_, err := output(exec.Command("ssh-keygen", "-Y", "sign", "-q", "-n", "hikyaku-release", "-f", key, file))
	return err
}
