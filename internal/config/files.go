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
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// maxBytes is the maximum size of a file, in bytes.
const maxBytes = 1 << 20

// Files are the files of a configuration.
type Files struct {
	Path     string // config.yaml, which the player writes and no program changes
	Settings string // settings.yaml beside it, which programs write; what the first one sets takes precedence

	own, set []byte // their contents, nil for none
	renewed  bool   // settings.yaml is put away before it is written
}

// Open reads the files of a configuration. If named, one of them must exist. One that holds a password must be private.
func Open(path string, named bool) (*Files, error) {
	f := &Files{Path: path, Settings: besides(path)}
	for _, one := range []struct {
		path string
		data *[]byte
	}{{f.Path, &f.own}, {f.Settings, &f.set}} {
		file, err := os.Open(one.path)
		if errors.Is(err, fs.ErrNotExist) {
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
		c := &Config{}
		if err := decode(*one.data, c, one.path); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(Fields(), func(field Field) bool { return field.Secret && !field.in(c).IsZero() }) {
			if err := mailbox.CheckPrivate(one.path); err != nil {
				return nil, err
			}
		}
	}
	if named && f.New() {
		_, err := os.Open(path)
		return nil, i18n.Err("config.unread", "why", err)
	}
	return f, nil
}

// besides returns the file for programs beside a file of the player: settings.yaml beside config.yaml, and alice.settings.yaml
// beside alice.yaml, because several players may have their files in one folder.
func besides(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "config" {
		return filepath.Join(filepath.Dir(path), "settings.yaml")
	}
	return filepath.Join(filepath.Dir(path), name+".settings.yaml")
}

// Of returns the files of a configuration whose own file has these contents, without settings by programs.
func Of(path string, data []byte) *Files { return &Files{Path: path, own: data} }

// New reports whether there is no file yet.
func (f *Files) New() bool { return f.own == nil && f.set == nil }

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

// version stands for the contents of both files.
func (f *Files) version() string {
	own, set := sha256.Sum256(f.own), sha256.Sum256(f.set)
	return hex.EncodeToString(append(own[:8], set[:8]...))
}

// Config returns what the files say, with the defaults of what they leave out.
func (f *Files) Config() (*Config, error) {
	c, err := f.merged(f.set)
	if err != nil {
		return nil, err
	}
	c.complete()
	if err := c.check(); err != nil {
		return c, i18n.Err("config.wrong", "file", f.culprit(), "why", err)
	}
	return c, nil
}

// merged returns what the player's own file says, above settings. How mail goes is one answer: if the own file gives it,
// none of its parts comes from settings, so that no password goes to the server of another file.
func (f *Files) merged(settings []byte) (*Config, error) {
	own, c := &Config{}, &Config{}
	if err := cmp.Or(decode(f.own, own, f.Path), decode(settings, c, f.Settings)); err != nil {
		return nil, err
	}
	if own.HasMail() {
		for _, field := range Fields() {
			if field.mail() {
				field.in(c).SetZero()
			}
		}
	}
	return c, decode(f.own, c, f.Path)
}

// decode decodes a file strictly: an unknown field is an error.
func decode(data []byte, into *Config, path string) error {
	names := configfile.Fields(Config{}, Server{}, Letters{}, Hooks{}, Engine{}, Puzzle{}, Bot{})
	if err := configfile.Decode(data, into, "config.example.yaml", names); err != nil {
		return i18n.Err("config.wrong", "file", path, "why", err)
	}
	return nil
}

// culprit returns the file that is to be changed if both together are wrong.
func (f *Files) culprit() string {
	own := &Config{}
	if f.set == nil || decode(f.own, own, f.Path) == nil && own.check() != nil {
		return f.Path
	}
	return f.Settings
}

// overruled returns the sentence that the player's own file sets a field, or the way of mail that it belongs to.
func (f *Files) overruled(field Field) error {
	names := []string{field.Name}
	if field.mail() {
		names = append(names, "exchange", "imap", "smtp", "maildir", "sendmail")
	}
	for _, name := range names {
		if line := configfile.Line(f.own, strings.Split(name, ".")...); line > 0 {
			return i18n.Err("settings.overruled", "field", name, "n", line, "file", f.Path)
		}
	}
	return i18n.Err("settings.overruled", "field", field.Name, "n", 1, "file", f.Path)
}

// with returns the contents of settings.yaml with what differs between was and want, and the first field that the player's own
// file sets otherwise.
func (f *Files) with(was, want *Config) (data []byte, fixed *Field, err error) {
	set := &Config{}
	if err := decode(f.set, set, f.Settings); err != nil {
		return nil, nil, err
	}
	changed := false
	for _, field := range Fields() {
		if !same(field, was, want) {
			field.in(set).Set(field.in(want))
			changed = true
		}
	}
	if data = f.set; changed {
		comment := "# hikyaku writes this file. What " + filepath.Base(f.Path) + " beside it sets, which is yours alone, takes precedence."
		if data, err = set.encode(comment); err != nil {
			return nil, nil, err
		}
	}
	got, err := f.merged(data)
	if err != nil {
		return nil, nil, err
	}
	for _, field := range Fields() {
		if !same(field, was, want) && !same(field, got, want) {
			return nil, &field, f.overruled(field)
		}
	}
	return data, nil, nil
}

func same(field Field, a, b *Config) bool {
	return reflect.DeepEqual(field.in(a).Interface(), field.in(b).Interface())
}

// Renew lets a new settings.yaml be written in place of one that is there, which Old is then the name of.
func (f *Files) Renew() { f.set, f.renewed = nil, f.set != nil }

// Old is where settings.yaml goes when it is renewed.
func (f *Files) Old() string { return f.Settings + ".old" }

// save writes settings.yaml, unless another program has written it meanwhile. also is called with it, where there was one before
// anybody can read the new one.
func (f *Files) save(data []byte, also func() error) error {
	if f.set != nil {
		return atomicfile.Change(atomicfile.OS{}, f.Settings, func(old []byte) ([]byte, error) {
			if !bytes.Equal(old, f.set) {
				return nil, i18n.Err("settings.changed")
			}
			return data, also()
		})
	}
	if len(data) == 0 && !f.renewed { // the player's own file says it all
		return also()
	}
	if f.renewed {
		if err := os.Rename(f.Settings, f.Old()); err != nil && !errors.Is(err, fs.ErrNotExist) {
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
