package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func svgOf(t *testing.T, s engine.Scene, o SVGOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSVGIsWellFormed reads the whole file as XML and checks that names cannot add elements.
func TestSVGIsWellFormed(t *testing.T) {
	known := map[string]bool{"svg": true, "title": true, "desc": true, "defs": true, "path": true, "g": true, "rect": true, "use": true}
	evil := i18n.Text{En: `<script>alert("1")</script>&#x0;` + "\x1b[2J", Ja: `"]]><image href="http://x"/>`}
	for _, made := range scenes() {
		name, s := made.name, made.scene
		s.Lines = append(s.Lines, evil)
		text := svgOf(t, s, SVGOptions{Title: evil})
		d := xml.NewDecoder(strings.NewReader(text))
		ids := map[string]bool{}
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if !known[e.Name.Local] {
				t.Errorf("%s: an element %s", name, e.Name.Local)
			}
			for _, a := range e.Attr {
				if a.Name.Local == "id" && ids[a.Value] {
					t.Errorf("%s: two elements are called %s", name, a.Value)
				}
				ids[a.Value] = ids[a.Value] || a.Name.Local == "id"
				if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s: the attribute %s=%q", name, a.Name.Local, a.Value)
				}
			}
		}
		if !ids["title"] || !ids["desc"] || !ids["desc-ja"] || !strings.Contains(text, `-ground">`) {
			t.Errorf("%s: without title, description or ground", name)
		}
		if len(text) > 120<<10 {
			t.Errorf("%s: %d bytes", name, len(text))
		}
		t.Logf("%s: %d bytes", name, len(text))
		if again := svgOf(t, s, SVGOptions{Title: evil}); again != text {
			t.Errorf("%s: not the same twice", name)
		}
	}
}

// TestEscapedIsXML compares escaped with encoding/xml, whose tables would be made at every start of the program.
func TestEscapedIsXML(t *testing.T) {
	for r := range rune(0x11000) {
		text := Safe("a" + string(r) + "b")
		var want strings.Builder
		if err := xml.EscapeText(&want, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := escaped(text); got != want.String() {
			t.Errorf("%q is written as %q, want %q", text, got, want.String())
		}
	}
}
