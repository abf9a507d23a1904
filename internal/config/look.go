package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// Look runs the checks of the fields that are set.
func (c *Config) Look() (steps []mailbox.Step) {
	if c.Address == "" {
		steps = append(steps, mailbox.Step{Name: "address", Err: i18n.Err("doctor.no-address"), Hint: i18n.T("doctor.write-address")})
	}
	for _, f := range fields() {
		if value := f.in(c); f.Look != nil && !value.IsZero() {
			step := f.Look(value.String())
			if n := len(steps); n == 0 || steps[n-1].Name != step.Name || steps[n-1].Detail != step.Detail { // both servers have one password
				steps = append(steps, step)
			}
		}
	}
	return steps
}

func lookAtFolder(name string) func(dir string) mailbox.Step {
	return func(dir string) mailbox.Step { return LookAtFolder(name, dir) }
}

// LookAtFolder checks that dir exists and that a file can be written in it.
func LookAtFolder(name, dir string) mailbox.Step {
	step := mailbox.Step{Name: name, Detail: i18n.Same(dir)}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		step.Err = i18n.Err("doctor.no-folder", "folder", dir)
		step.Hint = i18n.T("doctor.make-folder")
		return step
	}
	probe := filepath.Join(dir, ".hikyaku-doctor")
	step.Err = atomicfile.Replace(atomicfile.OS{}, probe, []byte("probe\n"))
	step.Hint = i18n.T("doctor.see-folder")
	os.Remove(probe)
	return step
}

// lookAtSecret checks the file of secret keys. It need not exist yet.
func lookAtSecret(file string) mailbox.Step {
	step := mailbox.Step{Name: "secret", Detail: i18n.Same(file)}
	_, err := home.LoadKeyring(atomicfile.OS{}, file)
	if errors.Is(err, home.ErrNoKeyring) {
		step.Detail = i18n.T("doctor.no-secret", "file", file)
		return step
	}
	step.Err, step.Hint = err, i18n.T("doctor.import")
	if info, err := os.Stat(file); err == nil && atomicfile.Permissions(info)&0o477 != 0o400 {
		step.Hint = i18n.T("doctor.chmod", "file", file)
	}
	return step
}
