//go:build chromium

package page

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/internal/page/chrome"
)

type object = chrome.Object

// browser is a browser that shows pages of this package.
type browser struct{ *chrome.Browser }

func browse(t testing.TB) *browser {
	t.Helper()
	return &browser{chrome.New(t)}
}

// open shows a page at its part, such as "#p3", in a window, and waits until the page has checked its record.
func (b *browser) open(text, part string, width, height int) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "match.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Call("Emulation.setDeviceMetricsOverride", object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.Call("Page.navigate", object{"url": "file://" + file + part}, nil)
	b.Eval(`new Promise(done => {
		const look = () => document.readyState === "complete" && (!document.documentElement.className || byId("check").dataset.result) ? done(0) : requestAnimationFrame(look);
		look();
	})`, nil)
}

// shot returns the board in its own measures.
func (b *browser) shot(width, height int) image.Image {
	b.Helper()
	b.Eval(fmt.Sprintf(`Object.assign(document.getElementById("board").style, {position: "fixed", left: 0, top: 0, width: "%dpx", height: "%dpx", maxHeight: "none", zIndex: 1}) && 0`, width, height), nil)
	var answer struct{ Data []byte }
	b.Call("Page.captureScreenshot", object{"format": "png", "clip": object{"x": 0, "y": 0, "width": width, "height": height, "scale": 1}}, &answer)
	img, err := png.Decode(bytes.NewReader(answer.Data))
	if err != nil {
		b.Fatal(err)
	}
	return img
}
