//go:build chromium

// Package chrome drives a headless Chromium in tests.
package chrome

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Browser is a headless Chromium with one tab. It is spoken to in its protocol for development tools, over a pipe.
type Browser struct {
	testing.TB
	in       *os.File
	out      *bufio.Reader
	calls    int
	session  string
	Requests []string // the addresses that were asked for
	Errors   []string // what was written to the console as an error, or thrown
}

// message is an answer or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// Object is the parameters of a call.
type Object map[string]any

// New starts a browser, which ends with the test.
func New(t testing.TB) *Browser {
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
	dir, err := os.MkdirTemp("", "hikyaku-chrome")
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
	b := &Browser{TB: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		b.send("Browser.close", nil)
		c.Wait()
		in.Close()
		out.Close()
		os.RemoveAll(dir)
	})
	var target struct{ TargetID, SessionID string }
	b.Call("Target.createTarget", Object{"url": "about:blank"}, &target)
	b.Call("Target.attachToTarget", Object{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		b.Call(domain+".enable", nil, nil)
	}
	return b
}

func (b *Browser) send(method string, params Object) {
	b.calls++
	call := Object{"id": b.calls, "method": method}
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

// Call sends a command and decodes its answer. Events that come before it are kept.
func (b *Browser) Call(method string, params Object, result any) {
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
		if m.Error != nil && strings.Contains(m.Error.Message, "navigated") && method == "Runtime.evaluate" {
			b.Settle("true") // the page was shown anew, because something came
			b.Call(method, params, result)
			return
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

func (b *Browser) note(m message) {
	var p struct {
		Request struct{ URL string }
		Entry   struct{ Level, Text string }
		Type    string
	}
	json.Unmarshal(m.Params, &p) // other events have other fields
	switch {
	case m.Method == "Network.requestWillBeSent":
		b.Requests = append(b.Requests, p.Request.URL)
	case m.Method == "Runtime.exceptionThrown" || m.Method == "Runtime.consoleAPICalled" && p.Type == "error" || m.Method == "Log.entryAdded" && p.Entry.Level == "error":
		b.Errors = append(b.Errors, string(m.Params))
	}
}

// Eval decodes the value of an expression in the page.
func (b *Browser) Eval(expression string, value any) {
	b.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.Call("Runtime.evaluate", Object{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	if value != nil {
		if err := json.Unmarshal(answer.Result.Value, value); err != nil {
			b.Fatalf("%s: %v", expression, err)
		}
	}
}

// Text returns the value of an expression as text.
func (b *Browser) Text(expression string) (text string) {
	b.Helper()
	b.Eval("String("+expression+")", &text)
	return text
}

// Click clicks on the middle of an element.
func (b *Browser) Click(element string) {
	b.Helper()
	var at struct{ X, Y float64 }
	b.Eval(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({block: "center"});
		const box = element.getBoundingClientRect();
		return {x: box.x + box.width / 2, y: box.y + box.height / 2};
	})()`, element), &at)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Call("Input.dispatchMouseEvent", Object{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// Press presses a key.
func (b *Browser) Press(key string) {
	b.Helper()
	codes := map[string]int{"Tab": 9, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "Enter": 13, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "f": 70}
	down := Object{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
	switch {
	case key == "Enter":
		down["text"] = "\r"
	case len(key) == 1:
		down["text"] = key
	}
	b.Call("Input.dispatchKeyEvent", down, nil)
	b.Call("Input.dispatchKeyEvent", Object{"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}, nil)
}

// Window gives the page a window of this size, and a screen that is touched instead of a mouse.
func (b *Browser) Window(width, height int, touched bool) {
	b.Helper()
	b.Call("Emulation.setDeviceMetricsOverride", Object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.Call("Emulation.setTouchEmulationEnabled", Object{"enabled": touched, "maxTouchPoints": 1}, nil)
}

// Night chooses the colours of the night, or those of the day.
func (b *Browser) Night(on bool) {
	b.Helper()
	b.Call("Emulation.setEmulatedMedia", Object{"features": []Object{{"name": "prefers-color-scheme", "value": map[bool]string{true: "dark", false: "light"}[on]}}}, nil)
}

// Go opens an address and waits until the page is complete.
func (b *Browser) Go(address string) {
	b.Helper()
	b.Leave()
	b.Call("Page.navigate", Object{"url": address}, nil)
	b.Settle("true")
}

// Leave marks the page as one that the next Settle must have left.
func (b *Browser) Leave() {
	b.Helper()
	if !b.comes(`document.documentElement && (document.documentElement.dataset.left = "yes")`) { // there is none while it shows itself anew
		b.Fatal("there is no page")
	}
}

// Settle waits until a page is complete and a condition holds in it.
func (b *Browser) Settle(condition string) {
	b.Helper()
	if !b.Settles(condition) {
		b.Fatalf("%s never holds: %s", condition, b.Text("document.body.innerText"))
	}
}

// Settles is Settle for what may not happen: it reports whether it has.
func (b *Browser) Settles(condition string) bool {
	b.Helper()
	return b.comes(`document.readyState === "complete" && !document.documentElement.dataset.left && ` + condition)
}

// comes waits until a condition holds, and reports whether it does.
func (b *Browser) comes(condition string) bool {
	b.Helper()
	for range 400 {
		var done bool
		b.try("Boolean("+condition+")", &done)
		if done {
			return true
		}
		time.Sleep(10 * time.Millisecond) // a page that is being left answers nothing
	}
	return false
}

// try is Eval for a page that may be left meanwhile: value then remains.
func (b *Browser) try(expression string, value any) {
	b.Helper()
	var answer struct {
		Result struct{ Value json.RawMessage }
	}
	b.Call("Runtime.evaluate", Object{"expression": expression, "returnByValue": true}, &answer)
	_ = json.Unmarshal(answer.Result.Value, value) // nothing on a page that throws
}

// ClickAt presses and releases the left button of the mouse.
func (b *Browser) ClickAt(x, y float64) {
	b.Helper()
	b.Call("Input.dispatchMouseEvent", Object{"type": "mouseMoved", "x": x, "y": y}, nil)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Call("Input.dispatchMouseEvent", Object{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// Drag moves the mouse from one point to another with its left button pressed.
func (b *Browser) Drag(x, y, toX, toY float64) {
	b.Helper()
	b.Call("Input.dispatchMouseEvent", Object{"type": "mousePressed", "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	b.Call("Input.dispatchMouseEvent", Object{"type": "mouseMoved", "x": toX, "y": toY, "button": "left"}, nil)
	b.Call("Input.dispatchMouseEvent", Object{"type": "mouseReleased", "x": toX, "y": toY, "button": "left", "clickCount": 1}, nil)
}

// TapAt touches the screen with a finger.
func (b *Browser) TapAt(x, y float64) {
	b.Helper()
	b.Call("Input.dispatchTouchEvent", Object{"type": "touchStart", "touchPoints": []Object{{"x": x, "y": y}}}, nil)
	b.Call("Input.dispatchTouchEvent", Object{"type": "touchEnd", "touchPoints": []Object{}}, nil)
}

// Axe returns what axe-core, a script in a file, finds on the page, by day and by night.
func (b *Browser) Axe(file string) (found []string) {
	b.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	b.Eval(string(script)+"; 0", nil)
	for _, night := range []bool{false, true} {
		b.Night(night)
		var list []string
		b.Eval(`axe.run().then(result => result.violations.map(v => v.id + ": " + v.nodes.map(node => node.html + " " + node.failureSummary).join("; ")))`, &list)
		for _, one := range list {
			found = append(found, fmt.Sprintf("dark %t: %s", night, one))
		}
	}
	b.Night(false)
	return found
}

// Shot returns a picture of the whole page as PNG.
func (b *Browser) Shot() []byte {
	b.Helper()
	var answer struct{ Data []byte }
	b.Call("Page.captureScreenshot", Object{"format": "png", "captureBeyondViewport": true}, &answer)
	return answer.Data
}
