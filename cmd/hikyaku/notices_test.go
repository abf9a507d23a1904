package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReminders(t *testing.T) {
	for text, want := range map[string][]time.Duration{
		"":                             {24 * time.Hour},
		"reminders:":                   {24 * time.Hour},
		"reminders: []":                nil,
		"reminders: [30m, 2d, 3h, 2d]": {48 * time.Hour, 3 * time.Hour, 30 * time.Minute},
	} {
		conf, err := readConfig([]byte(text), "c.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := conf.reminders(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q gives %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"reminders: [24]":                     `c.yaml: reminders: "24" is no length of time: write 2d, 24h or 30m`,
		"reminders: [0h]":                     `"0h" is no length`,
		"reminders: [-3h]":                    `"-3h" is no length`,
		"reminders: [1h, 2h, 3h, 4h, 5h, 6h]": "6 are too many: write at most 5",
		"reminders: 24h":                      "line 1: a value of another kind belongs there",
	} {
		if _, err := readConfig([]byte(text), "c.yaml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %s", text, err, want)
		}
	}
}
