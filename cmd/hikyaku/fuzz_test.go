package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	cfg "hikyaku/internal/config"
)

// FuzzConfig holds that a configuration is taken or refused in one sentence.
func FuzzConfig(f *testing.F) {
	example, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(example)
	f.Add([]byte("address: a\nimap: {host: [1]}\ntimeout: -1s"))
	f.Add([]byte("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]"))
	f.Add([]byte("0`"))
	f.Add([]byte("timeout: !a`b\n  c"))
	f.Add([]byte("imap: \" into m`\""))
	f.Add([]byte("? \"\\n not found\"\n: 1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		conf, err := cfg.Parse(data, "config.yaml")
		if err != nil && !bytes.Contains(data, []byte("config.")) && strings.Contains(err.Error(), "into config.") {
			t.Errorf("the sentence speaks of the program: %v", err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("not one line: %q", err)
		}
		if err == nil && (conf.Folder == "" || conf.Timeout <= 0) {
			t.Errorf("taken without what is always there: %+v", conf)
		}
	})
}

// FuzzBatch holds that every line is answered by one line of JSON.
func FuzzBatch(f *testing.F) {
	f.Add(`{"game":"quoridor","options":{"players":"2"},"moves":["e2","e8"],"legal":true}`)
	f.Add(`{"game":"rengi","position":"x","id":"7"}`)
	f.Add(`[1]`)
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
		if strings.TrimSpace(line) == "" {
			return
		}
		var out bytes.Buffer
		if err := batch(strings.NewReader(line+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if strings.Count(out.String(), "\n") != 1 || !json.Valid(out.Bytes()) {
			t.Errorf("%q is answered by %q", line, out.String())
		}
	})
}
