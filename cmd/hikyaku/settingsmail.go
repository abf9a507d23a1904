package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/web"
	"hikyaku/mailbox"
)

// mailFields are the fields of the page of settings that say how mail goes.
var mailFields = []string{"way", "imap", "imap.user", "smtp", "smtp.user", "password", "exchange", "create"}

// withWay are the ways with which a field of mail is shown.
var withWay = map[string]string{
	"imap": "servers", "smtp": "servers", "imap.user": "login", "smtp.user": "login", "password": "login", "exchange": "folder", "create": "folder",
}

// The ways in which mail goes besides the identifiers of providers.
const (
	wayServers = "servers"
	wayFolder  = "folder"
	wayFile    = "file" // by a Maildir or a command, which stand in the file alone
)

// wayOf returns in which way mail goes; empty for none.
func (conf *config) wayOf() string {
	p := providerAt(conf.IMAP)
	switch {
	case conf.Exchange != "":
		return wayFolder
	case conf.Maildir != "" || len(conf.Sendmail) > 0:
		return wayFile
	case conf.IMAP.Host == "" && conf.SMTP.Host == "":
		return ""
	case p != nil && sameServer(conf.SMTP, p.SMTP):
		return p.ID
	}
	return wayServers
}

// typedOf returns a server as people type it.
func typedOf(s serverConfig) string {
	if s.Port == 0 {
		return s.Host
	}
	return s.Host + ":" + strconv.Itoa(s.Port)
}

// asksPassword reports whether a password can be typed: it comes from no command, does not stand in the configuration, and is
// the same for both servers.
func (conf *config) asksPassword() bool {
	return !fixedPassword(conf.IMAP) && !fixedPassword(conf.SMTP) && conf.IMAP.PasswordFile == conf.SMTP.PasswordFile
}

// fixedPassword reports whether a password or token comes from a command or stands in the configuration.
func fixedPassword(s serverConfig) bool {
	return len(s.PasswordCommand) > 0 || len(s.TokenCommand) > 0 || s.Password != (mailbox.Secret{})
}

// mailField completes a field of mail.
func (s *sheet) mailField(f web.Field) (_ web.Field, shown bool) {
	way := s.conf.wayOf()
	f.With = withWay[f.Name]
	switch f.Name {
	case "way":
		f.Value, f.Choices = way, s.ways(way)
	case "imap":
		f.Value = typedOf(s.conf.IMAP)
	case "imap.user":
		f.Value = s.conf.IMAP.User
	case "smtp":
		f.Value = typedOf(s.conf.SMTP)
	case "smtp.user":
		f.Value = s.conf.SMTP.User
	case "exchange":
		f.Value = s.conf.Exchange
	case "create":
		f.Value = "no"
		for _, value := range yesNo {
			f.Choices = append(f.Choices, web.Choice{Value: value, Label: i18n.T("settings.choice." + value)})
		}
	case "password":
		f.Secret = true
		if s.conf.IMAP.PasswordFile != "" {
			f.Help = i18n.T("settings.password-kept", "file", s.conf.IMAP.PasswordFile)
		}
		return f, way != wayFile && s.conf.asksPassword()
	}
	return f, way != wayFile
}

// ways lists the ways to choose from: none only where none is configured yet.
func (s *sheet) ways(now string) (list []web.Choice) {
	switch {
	case s.data == nil:
		list = append(list, web.Choice{Label: i18n.T("settings.way.address")})
	case now == "":
		list = append(list, web.Choice{Label: i18n.T("settings.way.none")})
	}
	for _, p := range providers() {
		list = append(list, web.Choice{Value: p.ID, Label: i18n.Same(p.Name)})
	}
	return append(list, web.Choice{Value: wayServers, Label: i18n.T("settings.way.servers")}, web.Choice{Value: wayFolder, Label: i18n.T("settings.way.folder")})
}

// fillMail sets how mail goes, and notes what is wrong with it.
func (s *sheet) fillMail(plan *plannedConfig, values map[string]string, wrong web.Wrong) {
	was, way := s.conf.wayOf(), values["way"]
	p := providerNamed(way)
	if s.data == nil && way == "" {
		p = providerOf(plan.conf.Address)
	}
	switch {
	case was == wayFile:
		return
	case p != nil:
		s.fillProvider(plan, p, values, wrong)
	case way == wayServers:
		s.fillServers(plan, values, wrong)
	case way == wayFolder:
		plan.conf.IMAP, plan.conf.SMTP = serverConfig{}, serverConfig{}
		if s.fillPath(&plan.conf.Exchange, values["exchange"], "exchange", wrong); plan.conf.Exchange == "" {
			wrong["exchange"] = i18n.T("setup.exchange-missing")
		}
		return
	case way != was || s.data == nil:
		wrong["way"] = i18n.T("settings.way-missing")
		return
	default:
		return
	}
	plan.conf.Exchange = ""
	s.bindPasswords(plan, p, values, wrong)
	s.fillPassword(plan, p, values, wrong)
}

// bindPasswords notes what is wrong if a password that is kept would go to another server than before. One in a file of its own is
// typed again; what comes from elsewhere cannot be typed here. Whoever has got hold of the page could otherwise have it sent to a
// server of theirs.
func (s *sheet) bindPasswords(plan *plannedConfig, p *provider, values map[string]string, wrong web.Wrong) {
	for _, one := range []struct {
		name, env string
		was, is   serverConfig
	}{{"imap", mailbox.EnvIMAP, s.conf.IMAP, plan.conf.IMAP}, {"smtp", mailbox.EnvSMTP, s.conf.SMTP, plan.conf.SMTP}} {
		field := one.name
		if p != nil {
			field = "way"
		}
		moved := one.is.Host != "" && !(strings.EqualFold(one.is.Host, one.was.Host) && one.is.Port == one.was.Port)
		switch {
		case !moved || wrong[field] != (i18n.Text{}):
		case fixedPassword(one.is) || os.Getenv(one.env) != "" || one.is.PasswordFile != "" && !s.conf.asksPassword():
			wrong[field] = i18n.T("settings.server-by-hand", "server", typedOf(one.is), "file", s.path)
		case one.is.PasswordFile != "" && values["password"] == "":
			wrong["password"] = i18n.T("settings.password-again")
		}
	}
}

// fillPath sets a path that was typed, if it is another one.
func (s *sheet) fillPath(path *string, text, field string, wrong web.Wrong) {
	if text == *path {
		return
	}
	var err error
	if *path, err = absolute(text); err != nil {
		wrong[field] = i18n.Of(err)
	}
}

// fillProvider sets the servers of a provider, unless they are set for this address.
func (s *sheet) fillProvider(plan *plannedConfig, p *provider, values map[string]string, wrong web.Wrong) {
	if p.Login == loginToken && len(s.conf.IMAP.TokenCommand) == 0 {
		wrong["way"] = i18n.T("settings.token", "provider", p.Name)
		return
	}
	if s.conf.wayOf() != p.ID || s.conf.Address != plan.conf.Address {
		plan.conf.IMAP = moved(s.conf.IMAP, serverFor(p.IMAP, plan.conf.Address))
		plan.conf.SMTP = moved(s.conf.SMTP, serverFor(p.SMTP, plan.conf.Address))
	}
	s.fillUsers(plan, values)
}

// fillServers sets the servers that were typed.
func (s *sheet) fillServers(plan *plannedConfig, values map[string]string, wrong web.Wrong) {
	for name, server := range map[string]*serverConfig{"imap": &plan.conf.IMAP, "smtp": &plan.conf.SMTP} {
		text := values[name]
		if text == typedOf(*server) && s.conf.wayOf() == wayServers {
			continue
		}
		to, err := typedServer(text)
		if err != nil || to.Host == "" {
			wrong[name] = i18n.T("setup.server-bad", "answer", text)
			continue
		}
		*server = moved(*server, to)
	}
	s.fillUsers(plan, values)
}

// moved returns the login of s at another server.
func moved(s, to serverConfig) serverConfig {
	to.User = cmp.Or(to.User, s.User)
	to.PasswordCommand, to.PasswordFile, to.Password, to.TokenCommand = s.PasswordCommand, s.PasswordFile, s.Password, s.TokenCommand
	return to
}

// fillUsers sets the users that were typed, else the address where there is none.
func (s *sheet) fillUsers(plan *plannedConfig, values map[string]string) {
	for _, one := range []struct {
		typed  string
		was    serverConfig
		server *serverConfig
	}{{values["imap.user"], s.conf.IMAP, &plan.conf.IMAP}, {values["smtp.user"], s.conf.SMTP, &plan.conf.SMTP}} {
		switch {
		case one.typed != one.was.User:
			one.server.User = cmp.Or(one.typed, plan.conf.Address)
		case one.server.Host != one.was.Host:
			one.server.User = cmp.Or(one.server.User, plan.conf.Address)
		}
	}
}

// fillPassword puts a password that was typed into its file. At new servers there must be one.
func (s *sheet) fillPassword(plan *plannedConfig, p *provider, values map[string]string, wrong web.Wrong) {
	if !s.conf.asksPassword() || len(wrong) > 0 {
		return
	}
	file := plan.conf.IMAP.PasswordFile
	if plan.typed = values["password"]; plan.typed != "" {
		file = cmp.Or(file, filepath.Join(filepath.Dir(s.path), "password"))
		plan.conf.IMAP.PasswordFile, plan.conf.SMTP.PasswordFile = file, file
	}
	if file == "" && s.conf.wayOf() != values["way"] || file == "" && s.data == nil {
		missing := i18n.T("settings.password-missing")
		if p != nil {
			missing = i18n.Join(missing, p.advice())
		}
		wrong["password"] = missing
	}
}

// absolute returns a path that holds from whatever folder a command is run in.
func absolute(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, "~") {
		return path, nil
	}
	return filepath.Abs(path)
}
