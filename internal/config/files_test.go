package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"hikyaku/mailbox"
)

// beside writes the files of a player, empty for none.
func beside(t *testing.T, own, set string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.yaml")
	for file, text := range map[string]string{path: own, settingsPath(path): set} {
		if text != "" {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return path
}

func open(t *testing.T, path string) *Files {
	t.Helper()
	f, err := Open(path, true)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPrecedence wants the player's own file to come before what programs write, field by field, and the way of mail as a whole.
func TestPrecedence(t *testing.T) {
	for _, tt := range []struct {
		own, set string
		field    string
		want     string
	}{
		{"name: Own\n", "name: Set\naddress: set@x.org\n", "name", "Own"},
		{"name: Own\n", "name: Set\naddress: set@x.org\n", "address", "set@x.org"},
		{"", "name: Set\n", "name", "Set"},
		{"name: Own\n", "", "name", "Own"},
		{"copy: false\n", "copy: true\n", "copy", "no"},
		{"reminders: []\n", "reminders: [2d]\n", "reminders", "none"},
		{"letters: {page: true}\n", "letters: {page: false}\n", "letters.page", "yes"},
		{"imap: {host: own.x.org}\n", "imap: {host: set.x.org, user: set}\n", "imap.user", ""},
		{"exchange: /post\n", "imap: {host: set.x.org}\n", "imap.host", ""},
		{"name: Own\n", "imap: {host: set.x.org}\n", "imap.host", "set.x.org"},
	} {
		c, err := open(t, beside(t, tt.own, tt.set)).Load()
		if err != nil {
			t.Fatal(err)
		}
		if got := FieldNamed(tt.field).Text(&c.Config); got != tt.want {
			t.Errorf("%q above %q: %s is %q, want %q", tt.own, tt.set, tt.field, got, tt.want)
		}
	}
}

// TestMistakes wants each sentence to name the file that has the mistake.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ own, set, want string }{
		{"nmae: A\n", "name: B\n", `config.yaml: line 1: unknown field "nmae": did you mean "name"?`},
		{"name: A\n", "\nnmae: B\n", `settings.yaml: line 2: unknown field "nmae": did you mean "name"?`},
		{"confirm: never\n", "name: B\n", `config.yaml: confirm: "never" isn't a choice: write final or all`},
		{"name: A\n", "confirm: never\n", `settings.yaml: confirm: "never" isn't a choice: write final or all`},
		{"name: A\n", "sendmail: ['']\n", `no program is given: write`},
	} {
		f, err := Open(beside(t, tt.own, tt.set), true)
		if err == nil {
			_, err = f.Load()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q and %q: %v, want %s", tt.own, tt.set, err, tt.want)
		}
	}
	form := open(t, beside(t, "sendmail: ['']\n", "")).Plan("en")
	if _, err := form.Fill(form.Form().Version, map[string]string{"name": "B"}); err == nil || !strings.Contains(err.Error(), "config.yaml: sendmail: no program is given") {
		t.Errorf("a form above a mistake that it does not show: %v", err)
	}
	path := beside(t, "name: A\n", "imap: {host: x.org, password: canary}\n")
	if err := os.Chmod(settingsPath(path), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, true); err == nil || !strings.Contains(err.Error(), "other users can read") {
		t.Errorf("a password that others can read: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.yaml"), true); err == nil || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("a file that is named and not there: %v", err)
	}
}

// TestPlan writes a configuration, and wants it to be read as it was, in a file that nobody else reads.
func TestPlan(t *testing.T) {
	server := Server{
		Host: "imap.example.org", Port: 143, Security: "starttls", User: "a: # '", CAFile: "/ca.pem",
		PasswordCommand: []string{"pass", "show", "a,b [c]", "- d"}, PasswordFile: "/password", TokenCommand: []string{"oama", "#"},
	}
	no := false
	for _, want := range []Config{
		{Name: "Alice \"A\": #", Address: "alice@example.org", Language: "ja", Folder: "/k: #", IMAP: server, SMTP: server},
		{Name: "true", Address: "alice@example.org", Language: "en", Folder: "/kifu", Exchange: "/post", Picture: &no, Reminders: []string{}},
	} {
		path := filepath.Join(t.TempDir(), "new", "config.yaml")
		f, err := Open(path, false)
		if err != nil {
			t.Fatal(err)
		}
		plan := f.Plan("")
		plan.Config = want
		if _, err := plan.Complete(); err != nil {
			t.Fatal(err)
		}
		if err := plan.Save(); err != nil {
			t.Fatal(err)
		}
		f = open(t, path)
		if !reflect.DeepEqual(*f.both, want) {
			t.Errorf("%+v\nwant %+v\n%s", f.both, want, f.set)
		}
		if err := mailbox.CheckPrivate(f.Settings); err != nil || f.own != nil {
			t.Errorf("%v, and the player's own file has %q", err, f.own)
		}
	}
}

// TestRenew wants the replaced settings to be kept, but no password that was typed as a command.
func TestRenew(t *testing.T) {
	const comment = "# comment\n"
	for command, kept := range map[string]bool{"go, version": true, "correct-horse": false} {
		old := comment + "name: A\nimap:\n  host: imap.example.org\n  password_command: [" + command + "]\n"
		path := beside(t, "", old)
		f := open(t, path)
		f.Renew()
		plan := f.Plan("")
		plan.Name = "B"
		if err := plan.Save(); err != nil {
			t.Fatal(err)
		}
		want := old
		if !kept {
			want = comment + "name: A\nimap:\n  host: imap.example.org\n"
		}
		if got, err := os.ReadFile(f.Old()); err != nil || string(got) != want {
			t.Errorf("%s: kept %q, %v, want %q", command, got, err, want)
		}
		if err := mailbox.CheckPrivate(f.Old()); err != nil {
			t.Error(err)
		}
		if f = open(t, path); f.both.Name != "B" {
			t.Errorf("the new settings are not written: %q", f.set)
		}
	}
}

// TestSaveKeeps changes one field, and wants the player's own file and all else in settings.yaml to remain.
func TestSaveKeeps(t *testing.T) {
	own, set := "# mine\ncopy: true # as ever\n", "name: Alice\nimap:\n  host: x.org\n  user: al\n  password: canary\nhooks:\n  turn: [echo]\n"
	path := beside(t, own, set)
	plan := open(t, path).Plan("")
	plan.Name, plan.IMAP.User = "Bob", ""
	if err := plan.Save(); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(strings.Replace(set, "Alice", "Bob", 1), "  user: al\n", "", 1)
	if f := open(t, path); string(f.own) != own || !strings.HasSuffix(string(f.set), "\n"+want) {
		t.Errorf("%s\n%s\nwant\n%s", f.own, f.set, want)
	}
}

// TestOverruled wants a sentence, and nothing written, where the player's own file sets what a program would write.
func TestOverruled(t *testing.T) {
	for _, tt := range []struct {
		change func(*Plan)
		want   string
	}{
		{func(p *Plan) { p.Name = "Bob" }, "name is set in line 2 of "},
		{func(p *Plan) { p.Copy = true }, "copy is set in line 3 of "},
		{func(p *Plan) { p.IMAP.User = "bo" }, "imap.user is set in line 4 of "},
		{func(p *Plan) { p.IMAP, p.Exchange = Server{}, "/post" }, "imap is set in line 4 of "},
	} {
		path := beside(t, "# mine\nname: Alice\ncopy: false\nimap: {host: x.org}\n", "digest: daily 07:00\n")
		plan := open(t, path).Plan("")
		tt.change(plan)
		if err := plan.Save(); err == nil || !strings.Contains(err.Error(), tt.want+path) {
			t.Errorf("%v, want %s", err, tt.want)
		}
		if f := open(t, path); string(f.set) != "digest: daily 07:00\n" {
			t.Errorf("it was written: %s", f.set)
		}
	}
}

// TestFormOverruled wants the row of the form to say which line sets what was changed there.
func TestFormOverruled(t *testing.T) {
	own := "# mine\nname: Alice\naddress: a@x.org\nletters: {page: true}\nimap: {host: imap.x.org, password_file: /p}\nsmtp: {host: smtp.x.org, password_file: /p}\n"
	for row, tt := range map[string]struct{ text, want string }{
		"name":         {"Bob", "name is set in line 2 of "},
		"letters.page": {"no", "letters.page is set in line 4 of "},
		"imap.user":    {"bo", "imap.user is set in line 5 of "},
		"smtp":         {"smtp.y.org", "smtp.host is set in line 6 of "},
		"mailbox":      {"Kifu", ""},
	} {
		path := beside(t, own, "")
		s := open(t, path).Plan("en")
		form, values := s.Form(), map[string]string{"password": "typed"}
		for _, g := range form.Groups {
			for _, r := range g.Rows {
				if r.Name != "password" {
					values[r.Name] = r.Value
				}
			}
		}
		values[row] = tt.text
		plan, err := s.Fill(form.Version, values)
		var wrong Wrong
		if errors.As(err, &wrong); tt.want == "" && err != nil || tt.want != "" && (len(wrong) != 1 || !strings.Contains(wrong[row].En, tt.want+path)) {
			t.Errorf("%s: %v, %v", row, err, plan)
		}
	}
}

// TestFormAsksLittle wants a form for the first time to fold what few need and to hide what only some providers need, and to
// show what is unusual.
func TestFormAsksLittle(t *testing.T) {
	asks := func(set string) (shown []string) {
		files, err := Open(beside(t, "", set), false)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range files.Plan("en").Form().Groups {
			for _, r := range g.Rows {
				if r.With == "login" && !r.Rare {
					shown = append(shown, r.Name)
				}
				for _, choice := range r.Choices {
					if choice.Value == "" && choice.SignsIn {
						t.Error("a client ID is asked for before a provider is chosen")
					}
				}
			}
		}
		return shown
	}
	const servers = "address: a@x.org\nimap: {host: imap.x.org, user: a@x.org}\nsmtp: {host: smtp.x.org, user: al}\n"
	if got := asks(""); !slices.Equal(got, []string{"password"}) {
		t.Errorf("a new form asks for %q", got)
	}
	if got := asks(servers); !slices.Equal(got, []string{"password", "smtp.user"}) {
		t.Errorf("with a user name of its own the form asks for %q", got)
	}
}

// TestFormIsForBrowsers wants labels, choices and the first sentence of each explanation to be free of command lines and files,
// and the groups to have different names.
func TestFormIsForBrowsers(t *testing.T) {
	form := open(t, beside(t, "", "address: a@x.org\n")).Plan("en").Form()
	for lang, stop := range map[string]string{"en": ". ", "ja": "。"} {
		titles := map[string]bool{}
		for _, g := range form.Groups {
			titles[g.Title.In(lang)] = true
			for _, r := range g.Rows {
				first, _, _ := strings.Cut(r.Help.In(lang), stop)
				texts := []string{r.Label.In(lang), first}
				for _, c := range r.Choices {
					texts = append(texts, c.Label.In(lang))
				}
				for _, text := range texts {
					for _, code := range []string{"--", ".yaml", "~ ", "先頭の~", "locale", "ロケール"} {
						if strings.Contains(text, code) {
							t.Errorf("%s: %q", r.Name, text)
						}
					}
				}
			}
		}
		if len(titles) != len(form.Groups) || titles["Mail"] || titles["Mailbox"] || titles["メール"] {
			t.Errorf("the groups are called %v", titles)
		}
	}
}

// TestFormNamesEmptyFields wants an empty field of the chosen transport to say what belongs there, and a missing address to be noticed.
func TestFormNamesEmptyFields(t *testing.T) {
	for way, want := range map[string]map[string]string{
		TransportServers: {"imap": "Type the name of the IMAP server, such as imap.example.org.", "smtp": "Type the name of the SMTP server, such as smtp.example.org."},
		TransportMaildir: {"maildir": "Type the path of the Maildir, such as /home/alice/Maildir."},
		TransportFolder:  {"exchange": "Type the path of the shared folder, such as /home/alice/games."},
		"outlook":        {"sign_in.client_id": "Type the client ID, which you get as described above. Outlook.com takes no password here."},
	} {
		files, err := Open(beside(t, "", ""), false)
		if err != nil {
			t.Fatal(err)
		}
		plan := files.Plan("en")
		_, err = plan.Fill(plan.Form().Version, map[string]string{"name": "Alice", "address": "a@x.org", "way": way})
		var wrong Wrong
		if errors.As(err, &wrong); len(wrong) != len(want) {
			t.Errorf("%s: %v", way, err)
		}
		for row, text := range want {
			if !strings.HasPrefix(wrong[row].En, text) {
				t.Errorf("%s: %s is %q, want %q", way, row, wrong[row].En, text)
			}
		}
	}
	files, err := Open(beside(t, "", ""), false)
	if err != nil {
		t.Fatal(err)
	}
	plan := files.Plan("en")
	_, err = plan.Fill(plan.Form().Version, map[string]string{"name": "Alice", "address": "", "way": TransportFolder, "exchange": "/games"})
	var wrong Wrong
	if errors.As(err, &wrong); wrong["address"].En == "" {
		t.Errorf("a first form without an address: %v", err)
	}
	set := "address: a@x.org\nimap: {host: imap.x.org, security: tls, password_command: [cat, pw]}\n"
	if fixed := open(t, beside(t, "hooks: {turn: [beep]}\n", set)).Plan("en").Form().Fixed; strings.Join(fixed, " ") != "imap.password_command hooks.turn" {
		t.Errorf("what can't be changed is %q", fixed)
	}
}

// TestFormSignsIn wants the client whose ID is typed to sign in at a provider, and none if the ID is empty.
func TestFormSignsIn(t *testing.T) {
	const set = "name: Alice\naddress: a@gmail.com\nimap: {host: imap.gmail.com, security: tls, user: a@gmail.com}\nsmtp: {host: smtp.gmail.com, security: tls, user: a@gmail.com}\nsign_in: {provider: gmail, client_id: old, client_secret: s}\n"
	was := SignIn{Provider: "gmail", ClientID: "old", ClientSecret: mailbox.NewSecret("s")}
	for typed, want := range map[[2]string]SignIn{
		{"", ""}:       {},
		{"", "other"}:  {},
		{"old", ""}:    was,
		{"old", "new"}: {Provider: "gmail", ClientID: "old", ClientSecret: mailbox.NewSecret("new")},
		{"new", "s"}:   {Provider: "gmail", ClientID: "new", ClientSecret: mailbox.NewSecret("s")},
	} {
		plan := open(t, beside(t, "", set)).Plan("en")
		if !reflect.DeepEqual(plan.SignIn, was) {
			t.Fatalf("the settings have %+v", plan.SignIn)
		}
		filled, err := plan.Fill(plan.Form().Version, map[string]string{
			"name": "Alice", "address": "a@gmail.com", "way": "gmail", "password": "p", "sign_in.client_id": typed[0], "sign_in.client_secret": typed[1],
		})
		if err != nil || !reflect.DeepEqual(filled.SignIn, want) {
			t.Errorf("%q gives %+v, %v", typed, filled, err)
		}
	}
}

// TestTwoWriters lets several programs write at the same time: each of them is told whether it did, and what it wrote is there.
func TestTwoWriters(t *testing.T) {
	for _, set := range []string{"", "digest: daily 07:00\n"} {
		path := beside(t, "copy: true\n", set)
		var plans []*Plan
		for _, name := range []string{"name", "address", "mailbox", "timeout"} {
			plan := open(t, path).Plan("")
			text := map[string]string{"name": "Bob", "address": "b@x.org", "mailbox": "Kifu", "timeout": "2m"}[name]
			if err := FieldNamed(name).SetText(&plan.Config, text); err != nil {
				t.Fatal(err)
			}
			plans = append(plans, plan)
		}
		errs := make([]error, len(plans))
		var all sync.WaitGroup
		for i, plan := range plans {
			all.Go(func() { errs[i] = plan.Save() })
		}
		all.Wait()
		f := open(t, path)
		got := f.both
		written := 0
		for i, plan := range plans {
			if errs[i] == nil {
				written++
				if !reflect.DeepEqual(*got, plan.Config) {
					t.Errorf("lost: %+v\nwant %+v", got, plan.Config)
				}
			}
		}
		if written != 1 {
			t.Errorf("%d programs have written: %v", written, errors.Join(errs...))
		}
	}
}

func TestTypedServer(t *testing.T) {
	for text, want := range map[string]Server{
		"imap.example.org":     {Host: "imap.example.org"},
		"imap.example.org:993": {Host: "imap.example.org", Port: 993},
		"imap.example.org:143": {Host: "imap.example.org", Port: 143, Security: "starttls"},
		"smtp.example.org:587": {Host: "smtp.example.org", Port: 587, Security: "starttls"},
	} {
		if got, err := TypedServer(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"a:", "a:0", "a:x", "a:65536", ":993"} {
		if got, err := TypedServer(text); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestValidAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"cora@post.example": true, "cora@localhost": true, "cora@例え.jp": true, "cora@post": false, "cora": false, "": false,
	} {
		if err := validAddress(text); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestHooks wants ~ to be expanded in the program of a hook, but not in the file, and a missing program to be reported.
func TestHooks(t *testing.T) {
	f := open(t, beside(t, "hooks:\n  turn: [~/no-such-program, ~/a]\n  sent: [go, version]\n", ""))
	c, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	if program := c.Hooks.Turn[0]; strings.HasPrefix(program, "~") || c.Hooks.Turn[1] != "~/a" || f.both.Hooks.Turn[0] != "~/no-such-program" {
		t.Errorf("%q, in the file %q", c.Hooks.Turn, f.both.Hooks.Turn)
	}
	var failed []string
	for _, step := range c.Look() {
		if step.Name == "hook" && step.Err != nil {
			failed = append(failed, step.Err.Error())
		}
	}
	if want := "hooks.turn: there is no program " + c.Hooks.Turn[0]; len(failed) != 1 || failed[0] != want {
		t.Errorf("%q, want %q", failed, want)
	}
}
