package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/courier"
)

func TestReminders(t *testing.T) {
	for text, want := range map[string][]time.Duration{
		"":                             {24 * time.Hour},
		"reminders:":                   {24 * time.Hour},
		"reminders: []":                nil,
		"reminders: [30m, 2d, 3h, 2d]": {48 * time.Hour, 3 * time.Hour, 30 * time.Minute},
	} {
		conf, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := conf.Reminders; !slices.Equal(got, want) {
			t.Errorf("%q gives %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"reminders: [24]":                     `c.yaml: reminders: "24" isn't a length of time: write 2d, 24h or 30m`,
		"reminders: [0h]":                     `isn't a length of time: write 2d, 24h or 30m`,
		"reminders: [-3h]":                    `isn't a length of time: write 2d, 24h or 30m`,
		"reminders: [1h, 2h, 3h, 4h, 5h, 6h]": "6 are too many: the limit is 5",
		"reminders: 24h":                      "line 1: reminders is a list: write reminders: [24h]",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %s", text, err, want)
		}
	}
}

func TestAliases(t *testing.T) {
	conf, err := read("address: a@x.org\naliases: {b@x.org: [B@work.example, b@home.example], a@x.org: [a@work.example]}")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"b@work.example": "b@x.org", "b@home.example": "b@x.org", "a@work.example": "a@x.org"}
	if got := conf.Aliases; !maps.Equal(got, want) {
		t.Errorf("they are %v, want %v", got, want)
	}
	for text, want := range map[string]string{
		"{b@x.org: [work]}":                        `isn't a mail address`,
		"{bob: [b@x.org]}":                         `isn't a mail address`,
		"{b@x.org: [C@x.org], c@x.org: [d@x.org]}": "C@x.org is already a known address, so it can't be an alias of b@x.org",
		"{b@x.org: [A@x.org]}":                     "A@x.org is already a known address, so it can't be an alias of b@x.org",
		"{b@x.org: [b@x.org]}":                     "is already a known address, so it can't be an alias of",
		"{b@x.org: [w@x.org], c@x.org: [W@x.org]}": "remove it from one of them",
		"[b@x.org]":                                "line 2: aliases: the value has the wrong type: see",
	} {
		if _, err := read("address: a@x.org\naliases: " + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %s", text, err, want)
		}
	}
}

func TestDigest(t *testing.T) {
	tokyo := time.FixedZone("+09:00", 9*60*60)
	for text, want := range map[string]*courier.Schedule{
		"":                        nil,
		"daily 07:00":             {Hour: 7, Zone: time.Local},
		"Daily 23:59 +09:00":      {Hour: 23, Minute: 59, Zone: tokyo},
		"weekly mon 07:30":        {Hour: 7, Minute: 30, Weekly: true, Weekday: time.Monday, Zone: time.Local},
		"weekly sun 00:00 +09:00": {Weekly: true, Zone: tokyo},
	} {
		conf, err := read("digest: " + text)
		if err != nil {
			t.Fatal(err)
		}
		if got := conf.Digest; !reflect.DeepEqual(got, want) {
			t.Errorf("%q gives %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"07:00", "daily", "daily 24:00", "daily 7", "weekly 07:00", "weekly may 07:00", "weekly mon", "daily 07:00 JST", "daily 07:00 +09:00 x", "hourly 07:00"} {
		want := fmt.Sprintf("c.yaml: digest: %q isn't a time: write daily 07:00, daily 07:00 +09:00 or weekly mon 07:00", text)
		if _, err := read("digest: " + text); err == nil || err.Error() != want {
			t.Errorf("%q gives %v", text, err)
		}
	}
}

func TestQuietHours(t *testing.T) {
	tokyo := time.FixedZone("+09:00", 9*60*60)
	for text, want := range map[string]*courier.Hours{
		"":                  nil,
		"22:00-07:00":       {From: 22 * time.Hour, To: 7 * time.Hour, Zone: time.Local},
		"0:30-06:15 +09:00": {From: 30 * time.Minute, To: 6*time.Hour + 15*time.Minute, Zone: tokyo},
	} {
		conf, err := read("quiet: " + text)
		if err != nil {
			t.Fatal(err)
		}
		if got := conf.Quiet; !reflect.DeepEqual(got, want) {
			t.Errorf("%q gives %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"22:00", "22-7", "22:00-24:00", "22:00-07:00-08:00", "22:00 - 07:00", "22:00-07:00 JST", "always"} {
		want := fmt.Sprintf("c.yaml: quiet: %q isn't a time of day: write 22:00-07:00 or 22:00-07:00 +09:00", text)
		if _, err := read("quiet: " + text); err == nil || err.Error() != want {
			t.Errorf("%q gives %v", text, err)
		}
	}
	for _, text := range []string{"22:00-22:00", "9:00-09:00 +09:00"} {
		want := fmt.Sprintf("c.yaml: quiet: %q begins and ends at the same time: write two different times, for example 22:00-07:00", text)
		if _, err := read("quiet: " + text); err == nil || err.Error() != want {
			t.Errorf("%q gives %v", text, err)
		}
	}
}

// TestInternationalAddresses are kept in ASCII, wherever they stand.
func TestInternationalAddresses(t *testing.T) {
	conf, err := read("address: alice@Bücher.example\naliases: {bob@例え.jp: [bob@bücher.example]}\npuzzle: {to: [Bob <bob@例え.jp>]}")
	if err != nil {
		t.Fatal(err)
	}
	if conf.Address != "alice@xn--bcher-kva.example" || conf.Aliases["bob@xn--bcher-kva.example"] != "bob@xn--r8jz45g.jp" || conf.Solvers[0].Addr != "bob@xn--r8jz45g.jp" {
		t.Errorf("%s, %v, %v", conf.Address, conf.Aliases, conf.Solvers)
	}
}
