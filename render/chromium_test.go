//go:build chromium

package render

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hikyaku/render/rendertest"
)

// TestChromiumShowsTheSamePicture lets a browser draw the SVG of every scene and compares it with the PNG.
func TestChromiumShowsTheSamePicture(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range scenes() {
		t.Run(made.name, func(t *testing.T) {
			dir := t.TempDir()
			svg, shot := filepath.Join(dir, "board.svg"), filepath.Join(dir, "shot.png")
			text := svgOf(t, made.scene, SVGOptions{Picture: PNGOptions{Size: 600}})
			if err := os.WriteFile(svg, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir="+dir,
				"--force-device-scale-factor=1", "--window-size=600,700", "--screenshot="+shot, "file://"+svg).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			file, err := os.Open(shot)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			shown, err := png.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			p, l, err := PNGOptions{Size: 600}.layout(made.scene)
			if err != nil {
				t.Fatal(err)
			}
			if mean, far := rendertest.Differs(l.draw(p.face, p.hue), shown); mean > 1.5 || far > 0.01 {
				t.Errorf("the pictures differ by %.2f in the mean, %.2f%% of the pixels by much", mean, 100*far)
			} else {
				t.Logf("mean %.2f, far %.3f%%", mean, 100*far)
			}
		})
	}
}
