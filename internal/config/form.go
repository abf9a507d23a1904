package config

import (
	"cmp"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
)

// Form is the settings in a form for people.
type Form struct {
	File    string // the files that contain them
	New     bool   // whether there is no file yet
	Version string // of the files
	Groups  []Group
	Advice  []Provider // with what to do at each
	Fixed   []string   // the names of the fields that are set but cannot be changed in a form
}

// Group is a group of related settings.
type Group struct {
	Title  i18n.Text
	Rows   []Row
	Folded bool // whether few players need it
}

// Rare returns the group with only its rare rows.
func (g Group) Rare() Group {
	g.Rows = slices.DeleteFunc(slices.Clone(g.Rows), func(r Row) bool { return !r.Rare })
	return g
}

// Row is a setting. It is a text, or one of Choices if there are any.
type Row struct {
	Name    string
	Label   i18n.Text
	Help    i18n.Text
	Value   string
	Choices []Choice
	Secret  bool   // a password, which is not shown
	Rare    bool   // whether few need it; such rows come last in their group
	With    string // the kind of transport for which the row is shown: servers, login, sign-in, maildir or folder; "" for all
}

// Choice is a value of a row.
type Choice struct {
	Value   string
	Label   i18n.Text
	SignsIn bool // whether it is a provider at which one can sign in
	Token   bool // whether it is a provider that takes no password
}

// Wrong contains errors by the names of rows.
type Wrong map[string]i18n.Text

func (w Wrong) Error() string {
	var all []string
	for _, text := range w {
		all = append(all, text.En)
	}
	return strings.Join(all, "; ")
}

// Form returns the settings as a form.
func (p *Plan) Form() Form {
	f := Form{File: strings.Join(p.files.Read(), ", "), New: p.files.new(), Version: p.files.version(), Advice: Providers()}
	if f.New {
		f.File = p.files.Settings
	}
	for _, name := range []string{"you", "mail", "letters", "box", "look"} {
		g := Group{Title: i18n.T("settings.group." + name), Folded: name == "letters" || name == "box"}
		if name == "mail" {
			for _, name := range mailRows {
				if row, shown := p.mailRow(newRow(name)); shown {
					g.Rows = append(g.Rows, row)
				}
			}
		}
		for _, field := range fields() {
			if field.Group == name && name != "mail" {
				row := newRow(field.Name)
				row.Value = field.Text(&p.Config)
				for _, value := range field.choices() {
					row.Choices = append(row.Choices, Choice{Value: value, Label: i18n.T("settings.choice." + cmp.Or(value, "none"))})
				}
				g.Rows = append(g.Rows, row)
			}
		}
		f.Groups = append(f.Groups, g)
	}
	for _, field := range fields() {
		if field.Group == "" && !field.in(p.was).IsZero() {
			f.Fixed = append(f.Fixed, field.Name)
		}
	}
	return f
}

func newRow(name string) Row {
	return Row{Name: name, Label: i18n.T("settings.field." + name), Help: i18n.T("settings.help." + name)}
}

// Fill returns a plan with the values that differ, by the names of rows. The
// error is a Wrong if some values are invalid.
func (p *Plan) Fill(version string, values map[string]string) (*Plan, error) {
	if version != p.files.version() {
		return nil, i18n.Err("settings.changed")
	}
	wrong := Wrong{}
	_, wrongBefore := p.load()
	plan := &Plan{Config: p.Config, Create: values["create"] == "yes", files: p.files, was: p.was}
	for _, field := range fields() {
		text, given := values[field.Name]
		if field.Group == "" || field.Group == "mail" || !given || text == field.Text(&p.Config) && (!p.files.new() || field.Valid == nil) {
			continue
		}
		before := plan.Config
		err := field.SetText(&plan.Config, text)
		if err == nil && wrongBefore == nil {
			_, err = plan.load()
		}
		if err != nil {
			plan.Config, wrong[field.Name] = before, i18n.Of(err)
		}
	}
	p.fillMail(plan, values, wrong)
	if len(wrong) > 0 {
		return nil, wrong
	}
	if p.files.new() {
		_, err := plan.Complete()
		return plan, err
	}
	err := plan.resolve()
	if err == nil {
		_, err = plan.load()
	}
	if err != nil {
		return nil, i18n.Err("config.wrong", "file", p.files.fileToCorrect(), "why", err)
	}
	if _, fixed, err := p.files.with(p.was, &plan.Config); fixed != nil {
		return nil, Wrong{fixed.row(): i18n.Of(err)}
	} else if err != nil {
		return nil, err
	}
	return plan, nil
}

// row returns the name of the row for changing the field.
func (f Field) row() string {
	section, name, _ := strings.Cut(f.Name, ".")
	switch {
	case section == "sign_in" && name != "client_secret":
		return "sign_in.client_id"
	case section != "imap" && section != "smtp" || name == "user":
		return f.Name
	case name == "password_file":
		return "password"
	}
	return section
}
