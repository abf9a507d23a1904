//go:build realmail

package realtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// member is a player who signs in.
type member struct {
	*player
	authority string   // the URL of the authorization server
	seen      []string // the tokens of all sign-ins
}

// joins returns Alice with a configuration for an OAuth flow.
func joins(t *testing.T, flow string, security mailbox.Security) *member {
	t.Helper()
	m := &member{player: seated(t, security, alice)[0], authority: fmt.Sprintf("http://127.0.0.1:%d", port(t, 6))}
	name := filepath.Join(m.dir, "config.yaml")
	config, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(config), "  password_file: password\n", "") + fmt.Sprintf(`sign_in:
  client_id: hikyaku
  flow: %s
  device_url: %[2]s/device_authorization
  auth_url: %[2]s/auth
  token_url: %[2]s/oauth/token
  scopes: [openid, profile, email, offline_access]
`, flow, m.authority)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return m
}

// signIn runs setup, lets browser do what it asks for, and returns its output.
func (m *member) signIn(browser func(c *http.Client, page, code string)) string {
	m.t.Helper()
	cmd := m.command("setup", "--sign-in")
	out, err := cmd.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	var said []string
	lines := bufio.NewScanner(out)
	page := ""
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		said = append(said, line)
		switch c := (&http.Client{Jar: jar, Timeout: 10 * time.Second}); {
		case page == "" && strings.HasPrefix(line, "http://"):
			if page = line; strings.Contains(page, "code_challenge") {
				browser(c, page, "")
			}
		case page != "" && regexp.MustCompile(`^[A-Z]{4}-[A-Z]{4}$`).MatchString(line):
			browser(c, page, line)
		}
	}
	text := strings.Join(said, "\n")
	if err := cmd.Wait(); err != nil || !strings.Contains(text, "You are signed in as "+alice) {
		m.t.Fatalf("%v\n%s", err, text)
	}
	m.silent(text)
	return text
}

// record returns the file with the tokens, and its content.
func (m *member) record() (name string, r map[string]any) {
	m.t.Helper()
	name = filepath.Join(m.dir, "state", "sign-in."+alice+".json")
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		m.t.Fatal(info, err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		m.t.Fatal(err)
	}
	return name, r
}

// change changes values in that file.
func (m *member) change(values map[string]any) {
	m.t.Helper()
	name, r := m.record()
	for key, value := range values {
		r[key] = value
	}
	data, _ := json.Marshal(r)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// silent fails if a token was printed.
func (m *member) silent(text string) {
	m.t.Helper()
	_, r := m.record()
	m.seen = append(m.seen, r["access_token"].(string), r["refresh_token"].(string))
	for _, token := range m.seen {
		if strings.Contains(text, token) {
			m.t.Errorf("a token was printed:\n%s", text)
		}
	}
}

// works sends and receives a message, and checks whether the access token was renewed.
func (m *member) works(renewed bool, args ...string) {
	m.t.Helper()
	_, before := m.record()
	out := m.run(append([]string{"doctor", "--send-test"}, args...)...)
	m.silent(out)
	_, after := m.record()
	if !strings.Contains(out, "ok    message to yourself: arrived after") || !regexp.MustCompile(`sign-in: alice@hikyaku.test at 127.0.0.1; the access token is valid until`).MatchString(out) {
		m.t.Errorf("the doctor says:\n%s", out)
	}
	if (before["access_token"] != after["access_token"]) != renewed || (before["refresh_token"] != after["refresh_token"]) != renewed {
		m.t.Errorf("renewed: want %v", renewed)
	}
}

// revoke withdraws a token at the authorization server.
func (m *member) revoke(kind string) {
	m.t.Helper()
	_, r := m.record()
	answer, err := http.PostForm(m.authority+"/revoke", url.Values{"token": {r[kind].(string)}, "token_type_hint": {kind}, "client_id": {"hikyaku"}})
	if err != nil || answer.StatusCode != http.StatusOK {
		m.t.Fatal(answer, err)
	}
	answer.Body.Close()
}

func (m *member) post(c *http.Client, path string, values url.Values) string {
	m.t.Helper()
	values.Set("username", "alice")
	values.Set("password", password(m.t, alice))
	r, err := c.PostForm(m.authority+path, values)
	if err != nil {
		m.t.Fatal(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusOK {
		m.t.Fatalf("%s: %s\n%s", path, r.Status, text)
	}
	return string(text)
}

// logged checks that the log of a server matches.
func logged(t *testing.T, file, pattern string) {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(stack(t), file))
	if err != nil || !regexp.MustCompile(pattern).Match(log) {
		t.Errorf("%s has no %s (%v)", file, pattern, err)
	}
}

// TestSignIn signs in with a device code. The access token is then refused by the mail servers, expires by the clock, and is
// revoked together with the refresh token.
func TestSignIn(t *testing.T) {
	m := joins(t, "device", mailbox.TLS)
	m.signIn(func(c *http.Client, page, code string) {
		if !strings.HasPrefix(page, m.authority+"/device") {
			t.Errorf("the page is %s", page)
		}
		m.post(c, "/device/login", url.Values{"user_code": {code}})
		r, err := c.Get(m.authority + "/device/confirm?action=allowed")
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r, err)
		}
		r.Body.Close()
	})
	m.works(false)
	logged(t, "dovecot.log", `imap-login: .*user=<alice>, method=OAUTHBEARER`)
	logged(t, "postfix.log", `sasl_method=OAUTHBEARER, sasl_username=alice`)

	m.revoke("access_token")
	m.works(true)
	for _, shift := range []time.Duration{24 * time.Hour, -24 * time.Hour} { // the clock was wrong when the token was obtained
		now := time.Now().Add(shift).UTC()
		m.change(map[string]any{"renewed": now, "expires": now.Add(5 * time.Minute)})
		m.works(true)
	}

	m.revoke("refresh_token")
	out, err := m.try("poll")
	if err == nil || !strings.Contains(out, "the sign-in at 127.0.0.1 has expired or was revoked") || !strings.Contains(out, "hikyaku setup --sign-in") {
		t.Errorf("poll says: %s", out)
	}
	m.silent(out)
	out, err = m.try("doctor", "--trace", "-")
	if err == nil || strings.Count(out, "login: not signed in: the sign-in at 127.0.0.1 has expired or was revoked") != 2 || strings.Count(out, "to sign in, type: hikyaku setup --sign-in") != 1 {
		t.Errorf("doctor says: %s", out)
	}
	m.silent(out)
	m.change(map[string]any{"expires": time.Now().UTC()})
	out, err = m.try("doctor")
	if err == nil || !strings.Contains(out, "FAIL  sign-in: the sign-in at 127.0.0.1 has expired or was revoked\n      to sign in, type: hikyaku setup --sign-in") {
		t.Errorf("doctor says: %s", out)
	}
	m.silent(out)
}

// TestSignInBrowser signs in with a browser on this computer, and uses servers that know nothing newer than XOAUTH2.
func TestSignInBrowser(t *testing.T) {
	m := joins(t, "browser", mailbox.STARTTLS)
	config := filepath.Join(stack(t), "dovecot.conf")
	whole, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	restart := func(text string) {
		script(t, "down.sh")
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		script(t, "up.sh")
	}
	defer restart(string(whole))
	restart(strings.Replace(string(whole), " xoauth2 oauthbearer\n", " xoauth2\n", 1))
	m.signIn(func(c *http.Client, page, _ string) {
		r, err := c.Get(page)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		id := r.Request.URL.Query().Get("authRequestID")
		if text := m.post(c, "/login/username", url.Values{"id": {id}}); !strings.Contains(text, "You can close this page") {
			t.Errorf("the browser shows %s", text)
		}
	})
	m.works(false, "--trace", "-")
	logged(t, "dovecot.log", `imap-login: .*user=<alice>, method=XOAUTH2`)
	logged(t, "postfix.log", `sasl_method=XOAUTH2, sasl_username=alice`)
}
