package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestExampleIsComplete reads the example as it stands and with every field uncommented, and wants
// each field of config in it.
func TestExampleIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readConfig(data, "config.example.yaml"); err != nil {
		t.Error(err)
	}
	field := regexp.MustCompile(`(?m)^( *)# ([a-z_]+:.*)$`)
	whole := field.ReplaceAllString(string(data), "$1$2")
	for _, other := range []string{"exchange", "maildir", "sendmail"} { // they exclude imap or smtp
		whole = strings.Replace(whole, "\n"+other+":", "\n# "+other+":", 1)
	}
	if _, err := readConfig([]byte(whole), "config.example.yaml"); err != nil {
		t.Errorf("with its optional fields: %v", err)
	}
	for _, f := range fieldNames() {
		if !regexp.MustCompile(`(?m)^ *(# )?` + f + `:`).Match(data) {
			t.Errorf("the example lacks the field %s", f)
		}
	}
}

// TestTrust wants the name of a mail server, as the first word of Authentication-Results.
func TestTrust(t *testing.T) {
	for text, good := range map[string]bool{
		"mx.example.org": true, "mx_1": true, "": true,
		"mx.example.org; spf=pass": false, "mx example": false, "a@example.org": false, "mx.例.jp": false, strings.Repeat("m", 256): false,
	} {
		conf, err := readConfig([]byte("address: a@example.org\ntrust: \""+text+"\""), "c.yaml")
		if (err == nil) != good || good && conf.Trust != text {
			t.Errorf("%q: %v", text, err)
		}
		if !good && !strings.Contains(err.Error(), "c.yaml: trust: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestConfigDefaults(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	conf, err := readConfig([]byte("address: a@example.org"), "c.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if conf.Timeout.Seconds() != 60 || !strings.HasSuffix(conf.Folder, "/Kifu") || strings.Contains(conf.Folder, "~") {
		t.Errorf("defaults are %+v", conf)
	}
}
