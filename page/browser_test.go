//go:build chromium

package page

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// browser is a headless Chromium with one tab. It is spoken to in its protocol for development tools, over a pipe.
type browser struct {
	testing.TB
	in       *os.File
	out      *bufio.Reader
	calls    int
	session  string
	requests []string // the addresses that were asked for
	errors   []string // what was written to the console as an error, or thrown
}

// message is an answer or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

type object map[string]any

// browse starts a browser, which ends with the test.
func browse(t testing.TB) *browser {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "hikyaku-page")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking",
		"--no-first-run", "--force-device-scale-factor=1", "--user-data-dir="+dir, "--remote-debugging-pipe", "about:blank")
	c.ExtraFiles = []*os.File{theirIn, theirOut} // its descriptors 3 and 4
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{TB: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		b.send("Browser.close", nil)
		c.Wait()
		in.Close()
		out.Close()
		os.RemoveAll(dir)
	})
	var target struct{ TargetID, SessionID string }
	b.call("Target.createTarget", object{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", object{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

func (b *browser) send(method string, params object) {
	b.calls++
	call := object{"id": b.calls, "method": method}
	if params != nil {
		call["params"] = params
	}
	if b.session != "" && !strings.HasPrefix(method, "Browser.") {
		call["sessionId"] = b.session
	}
	data, err := json.Marshal(call)
	if err == nil {
		_, err = b.in.Write(append(data, 0))
	}
	if err != nil {
		b.Fatal(err)
	}
}

// call sends a command and decodes its answer. Events that come before it are kept.
func (b *browser) call(method string, params object, result any) {
	b.Helper()
	b.send(method, params)
	for {
		data, err := b.out.ReadBytes(0)
		if err != nil {
			b.Fatalf("%s: %v", method, err)
		}
		var m message
		if err := json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m); err != nil {
			b.Fatal(err)
		}
		if m.ID != b.calls {
			b.note(m)
			continue
		}
		if m.Error != nil {
			b.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.Fatal(err)
			}
		}
		return
	}
}

func (b *browser) note(m message) {
	var p struct {
		Request struct{ URL string }
		Entry   struct{ Level, Text string }
		Type    string
	}
	json.Unmarshal(m.Params, &p) // other events have other fields
	switch {
	case m.Method == "Network.requestWillBeSent":
		b.requests = append(b.requests, p.Request.URL)
	case m.Method == "Runtime.exceptionThrown" || m.Method == "Runtime.consoleAPICalled" && p.Type == "error" || m.Method == "Log.entryAdded" && p.Entry.Level == "error":
		b.errors = append(b.errors, string(m.Params))
	}
}

// open shows a page at its part, such as "#p3", in a window, and waits until the page has checked its record.
func (b *browser) open(text, part string, width, height int) {
	b.Helper()
	file := filepath.Join(b.TempDir(), "match.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	b.call("Emulation.setDeviceMetricsOverride", object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Page.navigate", object{"url": "file://" + file + part}, nil)
	b.eval(`new Promise(done => {
		const look = () => document.readyState === "complete" && (!document.documentElement.className || byId("check").dataset.result) ? done(0) : requestAnimationFrame(look);
		look();
	})`, nil)
}

// eval decodes the value of an expression in the page.
func (b *browser) eval(expression string, value any) {
	b.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", object{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	if value != nil {
		if err := json.Unmarshal(answer.Result.Value, value); err != nil {
			b.Fatalf("%s: %v", expression, err)
		}
	}
}

// text returns the value of an expression as text.
func (b *browser) text(expression string) (text string) {
	b.Helper()
	b.eval("String("+expression+")", &text)
	return text
}

// click clicks on the middle of an element.
func (b *browser) click(element string) {
	b.Helper()
	var at struct{ X, Y float64 }
	b.eval(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({block: "center"});
		const box = element.getBoundingClientRect();
		return {x: box.x + box.width / 2, y: box.y + box.height / 2};
	})()`, element), &at)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", object{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// press presses a key.
func (b *browser) press(key string) {
	b.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "f": 70}
	down := object{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
	if text := map[string]string{"Enter": "\r", " ": " ", "f": "f"}[key]; text != "" {
		down["text"] = text
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", object{"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}, nil)
}

// shot returns the board in its own measures.
func (b *browser) shot(width, height int) image.Image {
	b.Helper()
	b.eval(fmt.Sprintf(`Object.assign(document.getElementById("board").style, {position: "fixed", left: 0, top: 0, width: "%dpx", height: "%dpx", maxHeight: "none", zIndex: 1}) && 0`, width, height), nil)
	var answer struct{ Data []byte }
	b.call("Page.captureScreenshot", object{"format": "png", "clip": object{"x": 0, "y": 0, "width": width, "height": height, "scale": 1}}, &answer)
	img, err := png.Decode(bytes.NewReader(answer.Data))
	if err != nil {
		b.Fatal(err)
	}
	return img
}
