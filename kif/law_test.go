package kif

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"
)

// difference says how two records differ in meaning, "" if they do not.
func difference(a, b *Record) string {
	switch {
	case !slices.Equal(a.Headers, b.Headers):
		return fmt.Sprintf("headers %q and %q", a.Headers, b.Headers)
	case a.Comment != b.Comment || !slices.Equal(a.Notes, b.Notes):
		return fmt.Sprintf("comment %q, notes %q and %q, %q", a.Comment, a.Notes, b.Comment, b.Notes)
	case len(a.Branches) != len(b.Branches):
		return fmt.Sprintf("%d and %d variations", len(a.Branches), len(b.Branches))
	}
	for i, v := range a.Branches {
		w := b.Branches[i]
		if v.Start != w.Start || v.Parent != w.Parent || v.Comment != w.Comment || !slices.Equal(v.Notes, w.Notes) {
			return fmt.Sprintf("variation %d: %+v and %+v", i, v, w)
		}
		if diff := different(v.Events, w.Events); diff != "" {
			return fmt.Sprintf("variation %d: %s", i, diff)
		}
	}
	return different(a.Events, b.Events)
}

func different(a, b []Event) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d and %d events", len(a), len(b))
	}
	for i := range a {
		if diff := apart(a[i], b[i]); diff != "" {
			return fmt.Sprintf("event %d: %s", i, diff)
		}
	}
	return ""
}

// apart says how two events differ apart from their lines, "" if they do not. It compares every field, while the
// package compares what it writes.
func apart(a, b Event) string {
	v, w := reflect.ValueOf(unzoned(a)), reflect.ValueOf(unzoned(b))
	for i := range v.NumField() {
		if x, y := v.Field(i).Interface(), w.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("%s %#v and %#v", v.Type().Field(i).Name, x, y)
		}
	}
	return ""
}

// unzoned returns e without its line, with times in zones without names.
func unzoned(e Event) Event {
	for _, at := range []*time.Time{&e.At, &e.Got, &e.Came} {
		if !at.IsZero() {
			_, offset := at.Zone()
			*at = at.In(time.FixedZone("", offset))
		}
	}
	e.Line, e.Notes = 0, append([]Note{}, e.Notes...)
	return e
}

// checkCuts cuts r at every event and checks that each result is a prefix and reads by itself.
func checkCuts(t *testing.T, r *Record) {
	t.Helper()
	step := max(1, len(r.Events)/10)
	for n := 0; n <= len(r.Events); n += step {
		c := r.Cut(n)
		if len(c.Events) != n || !bytes.HasPrefix(r.Bytes(), c.Bytes()) {
			t.Fatalf("cut to %d: %d events", n, len(c.Events))
		}
		if n > 0 && len(c.Branches) > 0 {
			t.Fatalf("cut to %d kept variations", n)
		}
		if _, err := c.complete(Event{Step: Move("")}); err != nil {
			if _, ended := c.lastDone().Step.(Ending); !ended {
				t.Fatalf("cut to %d is not open: %v", n, err)
			}
		}
	}
}
