package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/web"
	"hikyaku/mailbox"
)

// settingFields are the fields of the configuration that the browser changes one by one, by their names in the file. Those of
// mail are in mailFields.
var settingFields = []struct {
	name    string
	needed  bool
	choices []string // empty: a text
	get     func(conf *config) string
	set     func(conf *config, text string) error
}{
	{"name", true, nil, func(c *config) string { return c.Name }, func(c *config, text string) error {
		c.Name = text
		return unless(isName(text), "setup.name-missing")
	}},
	{"address", true, nil, func(c *config) string { return c.Address }, func(c *config, text string) error {
		c.Address = text
		return unless(c.me().Valid(), "setup.address-bad", "answer", text)
	}},
	{"language", false, []string{"", "en", "ja"}, func(c *config) string { return c.Language }, func(c *config, text string) error {
		c.Language = text
		return nil
	}},
	{"folder", false, nil, func(c *config) string { return c.Folder }, func(c *config, text string) (err error) {
		c.Folder, err = absolute(text)
		return err
	}},
	{"picture", false, yesNo, func(c *config) string { return yes(c.Picture == nil || *c.Picture) }, func(c *config, text string) error {
		shown := text == "yes"
		c.Picture = &shown
		return nil
	}},
	{"page", false, yesNo, func(c *config) string { return yes(c.Letters.Page) }, func(c *config, text string) error {
		c.Letters.Page = text == "yes"
		return nil
	}},
	{"copy", false, yesNo, func(c *config) string { return yes(c.Copy) }, func(c *config, text string) error {
		c.Copy = text == "yes"
		return nil
	}},
	{"confirm", false, []string{"final", "all"}, func(c *config) string { return cmp.Or(c.Confirm, "final") }, func(c *config, text string) error {
		c.Confirm = text
		return nil
	}},
	{"reminders", false, nil, (*config).writtenReminders, (*config).readReminders},
	{"digest", false, nil, func(c *config) string { return c.Digest }, func(c *config, text string) error {
		c.Digest = text
		return nil
	}},
	{"mailbox", false, nil, func(c *config) string { return c.Mailbox }, func(c *config, text string) error {
		c.Mailbox = text
		return nil
	}},
	{"timeout", false, nil, (*config).writtenTimeout, (*config).readTimeout},
}

// settingGroups are the fields in the order of the page.
var settingGroups = []struct {
	name   string
	fields []string
}{
	{"you", []string{"name", "address", "language", "folder"}},
	{"mail", mailFields},
	{"letters", []string{"picture", "page", "copy", "confirm", "reminders", "digest"}},
	{"box", []string{"mailbox", "timeout"}},
}

var yesNo = []string{"yes", "no"}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// unless returns the error of a key if something does not hold.
func unless(holds bool, key string, args ...any) error {
	if holds {
		return nil
	}
	return i18n.Err(key, args...)
}

// writtenReminders returns the reminders as they are typed: nothing for the usual one, none for none.
func (conf *config) writtenReminders() string {
	if conf.Reminders != nil && len(conf.Reminders) == 0 {
		return "none"
	}
	return strings.Join(conf.Reminders, ", ")
}

func (conf *config) readReminders(text string) error {
	conf.Reminders = filled(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '、' }))
	if text == "none" {
		conf.Reminders = []string{}
	}
	return nil
}

func (conf *config) writtenTimeout() string {
	if conf.Timeout == 0 {
		return ""
	}
	return conf.Timeout.String()
}

func (conf *config) readTimeout(text string) (err error) {
	conf.Timeout = 0
	if text != "" {
		conf.Timeout, err = time.ParseDuration(text)
	}
	return unless(err == nil, "settings.timeout-bad", "text", text)
}

// sheet is the configuration that somebody fills in, as the file has it.
type sheet struct {
	path    string
	data    []byte // nil: there is no file
	conf    *config
	version string
}

// openSheet reads the configuration that is changed.
func openSheet(path string) (*sheet, error) {
	data, err := atomicfile.Read(atomicfile.OS{}, path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = nil, nil
	}
	if err != nil {
		return nil, i18n.Err("config.unread", "why", err)
	}
	conf, err := decodeConfig(data, path)
	return &sheet{path, data, conf, versionOf(data)}, err
}

// versionOf returns what stands for the contents of a file.
func versionOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// form returns the settings for people.
func (s *sheet) form() web.Form {
	f := web.Form{File: s.path, New: s.data == nil, Version: s.version, Fixed: s.conf.fixedIn()}
	for _, group := range settingGroups {
		g := web.Group{Title: i18n.T("settings.group." + group.name)}
		for _, name := range group.fields {
			if one, shown := s.field(name); shown {
				g.Fields = append(g.Fields, one)
			}
		}
		f.Groups = append(f.Groups, g)
	}
	for _, p := range providers() {
		f.Advice = append(f.Advice, web.Choice{Value: p.Name, Label: p.advice()})
	}
	return f
}

// field returns a field as the page shows it; shown is false for one that is fixed.
func (s *sheet) field(name string) (f web.Field, shown bool) {
	f = web.Field{Name: name, Label: i18n.T("settings.field." + name), Help: i18n.T("settings.help." + name)}
	if slices.Contains(mailFields, name) {
		return s.mailField(f)
	}
	for _, one := range settingFields {
		if one.name != name {
			continue
		}
		f.Value = one.get(s.conf)
		for _, value := range one.choices {
			f.Choices = append(f.Choices, web.Choice{Value: value, Label: i18n.T("settings.choice." + cmp.Or(value, "none"))})
		}
	}
	return f, true
}

// fixedIn lists what is set in the file and is not changed in the browser: commands, passwords, places of files.
func (conf *config) fixedIn() (list []string) {
	for name, set := range map[string]bool{
		"state": conf.State != "", "secret": conf.Secret != "", "maildir": conf.Maildir != "", "sendmail": len(conf.Sendmail) > 0,
		"aliases": len(conf.Aliases) > 0, "trust": conf.Trust != "", "engines": len(conf.Engines) > 0, "hooks": !reflect.DeepEqual(conf.Hooks, hooksConfig{}),
	} {
		if set {
			list = append(list, name)
		}
	}
	for section, s := range map[string]serverConfig{"imap": conf.IMAP, "smtp": conf.SMTP} {
		for name, set := range map[string]bool{
			"security": s.Security != "", "ca_file": s.CAFile != "", "password_command": len(s.PasswordCommand) > 0, "password": s.Password != (mailbox.Secret{}),
			"token_command": len(s.TokenCommand) > 0,
		} {
			if set {
				list = append(list, section+"."+name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// fill returns the configuration with the values that differ, and the password that was typed. The error is a board.Wrong if
// fields are wrong.
func (s *sheet) fill(values map[string]string) (plan *plannedConfig, err error) {
	wrong := web.Wrong{}
	plan = &plannedConfig{conf: *s.conf, create: values["create"] == "yes"}
	for _, field := range settingFields {
		text, given := values[field.name]
		if !given || text == field.get(s.conf) && (s.data != nil || !field.needed) {
			continue
		}
		if len(field.choices) > 0 && !slices.Contains(field.choices, text) {
			wrong[field.name] = i18n.Of(configfile.Choice(field.name, text, field.choices...))
			continue
		}
		before := plan.conf
		err := field.set(&plan.conf, text)
		if err == nil && s.conf.check() == nil {
			err = plan.conf.check()
		}
		if err != nil {
			plan.conf, wrong[field.name] = before, i18n.Of(err)
		}
	}
	s.fillMail(plan, values, wrong)
	if len(wrong) > 0 {
		return nil, wrong
	}
	if err := plan.conf.check(); err != nil {
		return nil, i18n.Err("config.wrong", "file", s.path, "why", err)
	}
	return plan, nil
}

// save writes what a plan changes.
func (s *sheet) save(plan *plannedConfig) error {
	if s.data == nil {
		return errors.Join(plan.complete(), plan.write(nil, s.path))
	}
	return atomicfile.Change(atomicfile.OS{}, s.path, func(old []byte) ([]byte, error) {
		if versionOf(old) != s.version {
			return nil, i18n.Err("settings.changed")
		}
		data, err := redraft(old, s.conf, &plan.conf)
		if err == nil && plan.typed != "" {
			err = writePassword(configfile.ExpandHome(plan.conf.IMAP.PasswordFile), plan.typed)
		}
		return data, err
	})
}
