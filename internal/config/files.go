package config

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// maxBytes is the maximum size of a file in bytes.
const maxBytes = 1 << 20

// Files are the two files of a configuration, as they were when they were read.
type Files struct {
	Path     string // config.yaml, which only the player writes
	Settings string // settings.yaml beside it, which programs write; config.yaml takes precedence

	own, set []byte  // their contents, or nil
	mine     *Config // what own contains
	both     *Config // own on top of set, without defaults
	renewed  bool    // whether to rename an existing settings.yaml before writing
}

// Open reads the files of a configuration. If named is set, one of them must
// exist. A file that contains a password must be private.
func Open(path string, named bool) (*Files, error) {
	f := &Files{Path: path, Settings: settingsPath(path), mine: &Config{}}
	set := &Config{}
	var missing error
	for _, one := range []struct {
		path string
		data *[]byte
		into *Config
	}{{f.Path, &f.own, f.mine}, {f.Settings, &f.set, set}} {
		file, err := os.Open(one.path)
		if errors.Is(err, fs.ErrNotExist) {
			missing = cmp.Or(missing, err)
			continue
		}
		if err == nil {
			*one.data, err = io.ReadAll(io.LimitReader(file, maxBytes+1))
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			return nil, i18n.Err("config.unread", "why", err)
		}
		if len(*one.data) > maxBytes {
			return nil, i18n.Err("config.large", "file", one.path, "most", maxBytes)
		}
		if err := decode(*one.data, one.into, one.path); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(fields(), func(field Field) bool { return field.Secret && !field.in(one.into).IsZero() }) {
			if err := mailbox.CheckPrivate(one.path); err != nil {
				return nil, err
			}
		}
	}
	if named && f.new() {
		return nil, i18n.Err("config.unread", "why", missing)
	}
	if f.both = f.mine; f.set != nil {
		f.both = set
		return f, f.over(set)
	}
	return f, nil
}

// settingsPath returns the file that programs write beside path: settings.yaml beside
// config.yaml, and alice.settings.yaml beside alice.yaml, because several
// players may share a folder.
func settingsPath(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "config" {
		return filepath.Join(filepath.Dir(path), "settings.yaml")
	}
	return filepath.Join(filepath.Dir(path), name+".settings.yaml")
}

// Parse returns the configuration in data, the contents of path, that has no
// settings file beside it.
func Parse(data []byte, path string) (*Loaded, error) {
	c := &Config{}
	if err := decode(data, c, path); err != nil {
		return nil, err
	}
	return (&Files{Path: path, both: c}).Load()
}

// new reports whether neither file exists.
func (f *Files) new() bool { return f.own == nil && f.set == nil }

// Read lists the files that exist.
func (f *Files) Read() (list []string) {
	if f.own != nil {
		list = append(list, f.Path)
	}
	if f.set != nil {
		list = append(list, f.Settings)
	}
	return list
}

// version identifies the contents of both files.
func (f *Files) version() string {
	own, set := sha256.Sum256(f.own), sha256.Sum256(f.set)
	return hex.EncodeToString(append(own[:8], set[:8]...))
}

// Load returns the configuration in the files.
func (f *Files) Load() (*Loaded, error) {
	c := *f.both
	c.complete()
	l, err := c.load()
	if err != nil {
		return nil, i18n.Err("config.wrong", "file", f.fileToCorrect(), "why", err)
	}
	return l, nil
}

// over puts the player's own file on top of settings. The transport of mail is
// taken from one file as a whole, so that no password is sent to a server from
// the other file.
func (f *Files) over(settings *Config) error {
	if f.mine.HasMail() {
		for _, field := range fields() {
			if field.mail() {
				field.in(settings).SetZero()
			}
		}
	}
	return decode(f.own, settings, f.Path)
}

// decode decodes a file strictly: an unknown field is an error.
func decode(data []byte, into *Config, path string) error {
	err := configfile.Decode(data, into, "config.example.yaml", Config{}, Server{}, SignIn{}, Letters{}, Hooks{}, Engine{}, Puzzle{}, Bot{})
	if err != nil {
		return i18n.Err("config.wrong", "file", path, "why", err)
	}
	return nil
}

// fileToCorrect returns the file to correct if the merged configuration is wrong.
func (f *Files) fileToCorrect() string {
	if f.set == nil {
		return f.Path
	}
	if _, err := f.mine.load(); err != nil {
		return f.Path
	}
	return f.Settings
}

// overruled returns the error that the player's own file sets a field, or
// another field of the same transport.
func (f *Files) overruled(field Field) error {
	names := []string{field.Name}
	if field.mail() {
		names = append(names, transports...)
	}
	for _, name := range names {
		if line := configfile.Line(f.own, strings.Split(name, ".")...); line > 0 {
			return i18n.Err("settings.overruled", "field", name, "n", line, "file", f.Path)
		}
	}
	return i18n.Err("settings.overruled", "field", field.Name, "n", 1, "file", f.Path)
}

// with returns the contents of settings.yaml with the differences between was
// and want. If the player's own file overrides one of them, it returns an error
// and the first such field.
func (f *Files) with(was, want *Config) (data []byte, fixed *Field, err error) {
	set := &Config{}
	if err := decode(f.set, set, f.Settings); err != nil {
		return nil, nil, err
	}
	changed := false
	for _, field := range fields() {
		if !same(field, was, want) {
			field.in(set).Set(field.in(want))
			changed = true
		}
	}
	if data = f.set; changed {
		comment := "# " + i18n.In(set.Language, "settings.comment", "file", filepath.Base(f.Path))
		if data, err = set.encode(comment); err != nil {
			return nil, nil, err
		}
	}
	got := &Config{}
	if err := cmp.Or(decode(data, got, f.Settings), f.over(got)); err != nil {
		return nil, nil, err
	}
	for _, field := range fields() {
		if !same(field, was, want) && !same(field, got, want) {
			return nil, &field, f.overruled(field)
		}
	}
	return data, nil, nil
}

func same(field Field, a, b *Config) bool {
	return reflect.DeepEqual(field.in(a).Interface(), field.in(b).Interface())
}

// Renew lets save replace an existing settings.yaml, which is kept as Old.
func (f *Files) Renew() { f.set, f.both, f.renewed = nil, f.mine, f.set != nil }

// Old returns the name of the replaced settings.yaml.
func (f *Files) Old() string { return f.Settings + ".old" }

// save writes settings.yaml, unless another program has changed it since it was
// read. It also calls also; if the file existed, before the new contents become
// visible.
func (f *Files) save(data []byte, also func() error) error {
	if f.set != nil {
		return atomicfile.Change(atomicfile.OS{}, f.Settings, func(old []byte) ([]byte, error) {
			if !bytes.Equal(old, f.set) {
				return nil, i18n.Err("settings.changed")
			}
			return data, also()
		})
	}
	if len(data) == 0 && !f.renewed { // the player's own file is sufficient
		return also()
	}
	if f.renewed {
		if err := f.keepOld(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(f.Settings), 0o700); err != nil {
		return err
	}
	if err := atomicfile.Create(atomicfile.OS{}, f.Settings, data, 0o600); err != nil {
		return err
	}
	return also()
}

// keepOld renames settings.yaml to Old. Commands for passwords whose program does
// not exist are removed: they may be passwords that were typed as commands.
func (f *Files) keepOld() error {
	data, err := os.ReadFile(f.Settings)
	if err != nil {
		return err
	}
	old, removed := &Config{}, false
	if err := decode(data, old, f.Settings); err != nil {
		return err
	}
	for _, command := range []*[]string{&old.IMAP.PasswordCommand, &old.SMTP.PasswordCommand} {
		if len(*command) > 0 {
			if _, err := exec.LookPath((*command)[0]); err != nil {
				*command, removed = nil, true
			}
		}
	}
	if !removed {
		return os.Rename(f.Settings, f.Old())
	}
	comment, _, _ := strings.Cut(string(data), "\n")
	if data, err = old.encode(comment); err != nil {
		return err
	}
	if err := atomicfile.Replace(atomicfile.OS{}, f.Old(), data); err != nil {
		return err
	}
	return os.Remove(f.Settings)
}
