package render

import (
	"os"
	"testing"
)

func TestLook(t *testing.T) {
	for _, s := range scenes() {
		f, _ := os.Create("/tmp/" + s.name + ".png")
		if err := PNG(f, s.scene, PNGOptions{Lang: "ja", Caption: []string{"Alice vs Bob  ply 12"}}); err != nil {
			t.Error(err)
		}
		f.Close()
	}
}
