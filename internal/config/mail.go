package config

import (
	"cmp"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// mailRows are the rows of the form for the transport of mail.
var mailRows = []string{"way", "imap", "smtp", "password", "sign_in.client_id", "sign_in.client_secret", "maildir", "exchange", "create", "imap.user", "smtp.user"}

// transportOfRow contains the value of Row.With for rows of the transport.
var transportOfRow = map[string]string{
	"imap": TransportServers, "smtp": TransportServers, "imap.user": "login", "smtp.user": "login", "password": "login", "sign_in.client_id": "sign-in", "sign_in.client_secret": "sign-in", "maildir": TransportMaildir, "exchange": TransportFolder, "create": TransportFolder,
}

// The transports to choose from, besides the identifiers of providers.
const (
	TransportServers = "servers"
	TransportMaildir = "maildir" // and sendmail
	TransportFolder  = "folder"
	transportFile    = "file" // anything else, which can be configured only in the file
)

// Sendmail returns the usual command that takes mail to send on this computer.
func Sendmail() []string {
	program, err := exec.LookPath("sendmail")
	if err != nil {
		program = "/usr/sbin/sendmail"
	}
	return []string{program, "-t", "-i"}
}

// Transport returns the configured transport, or "" if there is none.
func (conf *Config) Transport() string {
	p := ProviderAt(conf.IMAP)
	switch {
	case conf.Exchange != "":
		return TransportFolder
	case conf.Maildir != "" && slices.Equal(conf.Sendmail, Sendmail()):
		return TransportMaildir
	case conf.Maildir != "" || len(conf.Sendmail) > 0:
		return transportFile
	case conf.IMAP.Host == "" && conf.SMTP.Host == "":
		return ""
	case p != nil && sameServer(conf.SMTP, p.SMTP):
		return p.ID
	}
	return TransportServers
}

// Typed returns a server as people type it.
func Typed(s Server) string {
	if s.Port == 0 {
		return s.Host
	}
	return s.Host + ":" + strconv.Itoa(s.Port)
}

// asksPassword reports whether the player can type a password: none comes from a
// command or is part of the configuration, none is replaced by a sign-in, and both
// servers use the same file.
func (conf *Config) asksPassword() bool {
	return !conf.signsInAt(conf.IMAP) && !conf.signsInAt(conf.SMTP) && !conf.fixedLogin() && conf.IMAP.PasswordFile == conf.SMTP.PasswordFile
}

// fixedLogin reports whether the login at a server can be changed only in the file.
func (conf *Config) fixedLogin() bool { return fixedPassword(conf.IMAP) || fixedPassword(conf.SMTP) }

// fixedPassword reports whether a password or token comes from a command or is
// part of the configuration.
func fixedPassword(s Server) bool {
	return len(s.PasswordCommand) > 0 || len(s.TokenCommand) > 0 || s.Password != (mailbox.Secret{})
}

// mailRow fills in a row for the transport, and reports whether to show it.
func (p *Plan) mailRow(f Row) (_ Row, shown bool) {
	way := p.Transport()
	f.With = transportOfRow[f.Name]
	switch f.Name {
	case "way":
		f.Value, f.Choices = way, p.transports(way)
	case "imap", "smtp":
		if way == TransportServers {
			f.Value = Typed(*p.Servers()[slices.Index(ServerNames, f.Name)])
		}
	case "imap.user", "smtp.user", "exchange", "maildir":
		f.Value = FieldNamed(f.Name).Text(&p.Config)
		f.Rare = f.With == "login" && (f.Value == "" || f.Value == p.Address)
	case "create":
		f.Value = "no"
		for _, value := range yesNo {
			f.Choices = append(f.Choices, Choice{Value: value, Label: i18n.T("settings.choice." + value)})
		}
	case "sign_in.client_id", "sign_in.client_secret":
		if f.Secret = FieldNamed(f.Name).Secret; !f.Secret {
			f.Value = p.SignIn.ClientID
		}
		return f, way != transportFile && !p.fixedLogin()
	case "password":
		f.Secret = true
		if p.IMAP.PasswordFile != "" {
			f.Help = i18n.T("settings.password-kept", "file", p.IMAP.PasswordFile)
		}
		return f, way != transportFile && p.asksPassword()
	}
	return f, way != transportFile
}

// transports lists the transports to choose from. It includes "none" only if none is
// configured yet.
func (p *Plan) transports(now string) (list []Choice) {
	switch {
	case p.files.new():
		list = append(list, Choice{Label: i18n.T("settings.way.address")})
	case now == "":
		list = append(list, Choice{Label: i18n.T("settings.way.none")})
	}
	for _, provider := range Providers() {
		list = append(list, Choice{Value: provider.ID, Label: i18n.Same(provider.Name), SignsIn: provider.SignIn != nil, Token: provider.Login == LoginToken})
	}
	for _, way := range []string{TransportServers, TransportMaildir, TransportFolder} {
		list = append(list, Choice{Value: way, Label: i18n.T("settings.way." + way)})
	}
	return list
}

// fillMail sets the transport of plan, and adds errors to wrong.
func (p *Plan) fillMail(plan *Plan, values map[string]string, wrong Wrong) {
	was, way := p.Transport(), values["way"]
	provider := ProviderNamed(way)
	if p.files.new() && way == "" {
		provider = ProviderOf(plan.Address)
	}
	switch {
	case was == transportFile:
		return
	case way == TransportMaildir || way == TransportFolder:
		field := map[string]string{TransportMaildir: "maildir", TransportFolder: "exchange"}[way]
		plan.use(way)
		if values[field] == "" {
			wrong[field] = i18n.T("settings.missing." + field)
		} else if err := FieldNamed(field).SetText(&plan.Config, values[field]); err != nil {
			wrong[field] = i18n.T("setup.folder-bad", "answer", values[field])
		}
		return
	case provider != nil:
		if p.Transport() != provider.ID || p.Address != plan.Address { // else they are set already
			plan.IMAP = moved(p.IMAP, serverFor(provider.IMAP, plan.Address))
			plan.SMTP = moved(p.SMTP, serverFor(provider.SMTP, plan.Address))
		}
		if !p.fixedLogin() {
			p.fillSignIn(plan, provider, values, wrong)
		}
	case way == TransportServers:
		for i, server := range plan.Servers() {
			name, text := ServerNames[i], values[ServerNames[i]]
			if text == Typed(*server) && was == TransportServers {
				continue
			}
			switch to, err := TypedServer(text); {
			case text == "":
				wrong[name] = i18n.T("settings.missing." + name)
			case err != nil || to.Host == "":
				wrong[name] = i18n.T("setup.server-bad", "answer", text)
			default:
				*server = moved(*server, to)
			}
		}
	case way != was || p.files.new():
		wrong["way"] = i18n.T("settings.way-missing")
		return
	default:
		return
	}
	plan.use(TransportServers)
	for i, server := range plan.Servers() {
		typed, was := values[ServerNames[i]+".user"], p.Servers()[i]
		switch {
		case typed != was.User:
			server.User = cmp.Or(typed, plan.Address)
		case server.Host != was.Host:
			server.User = cmp.Or(server.User, plan.Address)
		}
	}
	p.bindPasswords(plan, provider, values, wrong)
	p.fillPassword(plan, provider, values, wrong)
}

// bindPasswords adds an error if a stored password would be sent to a different
// server than before. A password in a file must be typed again; one from
// elsewhere cannot be changed here. Otherwise somebody with access to the page
// could have the password sent to a server of their own.
func (p *Plan) bindPasswords(plan *Plan, provider *Provider, values map[string]string, wrong Wrong) {
	for i, env := range []string{mailbox.EnvIMAP, mailbox.EnvSMTP} {
		was, is, field := p.Servers()[i], plan.Servers()[i], ServerNames[i]
		if provider != nil {
			field = "way"
		}
		moved := is.Host != "" && !(strings.EqualFold(is.Host, was.Host) && is.Port == was.Port)
		switch {
		case !moved || wrong[field] != (i18n.Text{}):
		case fixedPassword(*is) || plan.signsInAt(*is) && reflect.DeepEqual(plan.SignIn, p.SignIn) || os.Getenv(env) != "" || is.PasswordFile != "" && !p.asksPassword():
			wrong[field] = i18n.T("settings.server-by-hand", "server", Typed(*is), "file", p.files.fileToCorrect())
		case is.PasswordFile != "" && values["password"] == "":
			wrong["password"] = i18n.T("settings.password-again")
		}
	}
}

// use removes what belongs to other transports than way. For a Maildir it sets the
// usual command for sending.
func (p *Plan) use(way string) {
	if way == TransportMaildir || way == TransportFolder {
		p.IMAP, p.SMTP, p.SignIn = Server{}, Server{}, SignIn{}
	}
	if way != TransportFolder {
		p.Exchange = ""
	}
	if way != TransportMaildir {
		p.Maildir, p.Sendmail = "", nil
	} else if p.Sendmail == nil {
		p.Sendmail = Sendmail()
	}
}

// fillSignIn sets the client for signing in at a provider, if its ID is typed.
// The tokens of another client or provider are not used again.
func (p *Plan) fillSignIn(plan *Plan, provider *Provider, values map[string]string, wrong Wrong) {
	id, secret := values["sign_in.client_id"], mailbox.NewSecret(values["sign_in.client_secret"])
	known := id == p.SignIn.ClientID && (p.SignIn.Provider == provider.ID || p.SignIn.Provider == "" && p.Transport() == provider.ID)
	switch {
	case known && secret == mailbox.Secret{} && id != "":
		return
	case provider.Login == LoginToken && id == "":
		wrong["sign_in.client_id"] = i18n.Join(i18n.T("settings.client-missing"), provider.Advice())
		return
	case provider.SignIn == nil || id == "":
		plan.SignIn = SignIn{}
		return
	case known:
		plan.SignIn.ClientSecret = secret
		return
	case provider.SignIn.Secret && secret == mailbox.Secret{}:
		wrong["sign_in.client_secret"] = i18n.T("settings.client-secret-missing", "provider", provider.Name)
		return
	}
	plan.SignIn = SignIn{Provider: provider.ID, ClientID: id, ClientSecret: secret}
	plan.IMAP.PasswordFile, plan.SMTP.PasswordFile = "", ""
}

// moved returns the server to with the login of s.
func moved(s, to Server) Server {
	to.User = cmp.Or(to.User, s.User)
	to.PasswordCommand, to.PasswordFile, to.Password, to.TokenCommand = s.PasswordCommand, s.PasswordFile, s.Password, s.TokenCommand
	return to
}

// fillPassword plans to write a typed password to its file. New servers require
// a password.
func (p *Plan) fillPassword(plan *Plan, provider *Provider, values map[string]string, wrong Wrong) {
	if !plan.asksPassword() || len(wrong) > 0 {
		return
	}
	file := plan.IMAP.PasswordFile
	if values["password"] != "" {
		file = plan.SetPassword(values["password"])
	}
	if file == "" && (p.Transport() != values["way"] || p.files.new() || p.SignsIn()) {
		missing := i18n.T("settings.password-missing")
		if provider != nil {
			missing = i18n.Join(missing, provider.Advice())
		}
		wrong["password"] = missing
	}
}
