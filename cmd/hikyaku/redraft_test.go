package main

import (
	"testing"
	"time"
)

// TestRedraft changes files as people write them, and wants all but the changes to remain.
func TestRedraft(t *testing.T) {
	no := false
	for _, tt := range []struct {
		name, before, after string
		change              func(*config)
	}{
		{
			"a name", "# mine\nname: Alice # as ever\naddress: a@x.org\n", "# mine\nname: Bob # as ever\naddress: a@x.org\n",
			func(c *config) { c.Name = "Bob" },
		},
		{
			"what is in comments", "# Default: ~/Kifu\n# folder: ~/Kifu\n\n# letters: {page: yes}\nname: A\n", "# Default: ~/Kifu\nfolder: ~/Go\n\nletters:\n  page: true\nname: A\n",
			func(c *config) { c.Folder, c.Letters.Page = "~/Go", true },
		},
		{
			"what is missing", "name: A\n", "name: A\npicture: false\nreminders: []\nimap:\n  host: imap.x.org\ntimeout: 30s\n",
			func(c *config) {
				c.Picture, c.Reminders, c.Timeout, c.IMAP.Host = &no, []string{}, 30*time.Second, "imap.x.org"
			},
		},
		{
			"what is taken away", "name: A\nreminders:\n  - 2d\n  - 3h\nimap:\n  host: imap.x.org\n  # none\n  user: a\nsmtp: {host: s.x.org}\n",
			"name: A\n# reminders:\n  # - 2d\n  # - 3h\n# imap:\n  # host: imap.x.org\n  # none\n  # user: a\n# smtp:\n  # host: s.x.org\nexchange: /post\n",
			func(c *config) {
				c.Reminders, c.IMAP, c.SMTP, c.Exchange = nil, serverConfig{}, serverConfig{}, "/post"
			},
		},
		{
			"a section of one line", "smtp: {host: s.x.org, password_command: [pass, 'show x']}\nname: A\n", "smtp:\n  host: t.x.org\n  password_command: [pass, 'show x']\n  port: 587\nname: A\n",
			func(c *config) { c.SMTP.Host, c.SMTP.Port = "t.x.org", 587 },
		},
		{
			"a wide section", "imap:\n    host: i.x.org\n    # port: 993\n    user: a\nname: A\n", "imap:\n    host: i.x.org\n    port: 143\n    user: b\nname: A\n",
			func(c *config) { c.IMAP.Port, c.IMAP.User = 143, "b" },
		},
		{
			"a comment at the end of a section", "imap:\n  host: i.x.org\n  # user: a\n  # Say which.\n\nname: A\n", "imap:\n  host: i.x.org\n  user: b\n  # Say which.\n\nname: A\n",
			func(c *config) { c.IMAP.User = "b" },
		},
		{"a name in several lines", "name: >-\n  Alice\n  B\naddress: a@x.org\n", "", func(c *config) { c.Name = "Bob" }},
		{"a whole in one line", "{name: Alice, address: a@x.org}\n", "", func(c *config) { c.Name = "Bob" }},
	} {
		conf, err := decodeConfig([]byte(tt.before), "config.yaml")
		if err != nil {
			t.Fatal(err)
		}
		wanted := *conf
		tt.change(&wanted)
		got, err := redraft([]byte(tt.before), conf, &wanted)
		if string(got) != tt.after || (err == nil) == (tt.after == "") {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, got, tt.after)
		}
	}
}
