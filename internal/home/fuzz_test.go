package home_test

import (
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// FuzzReplay holds that a record that is believed is believed again, and means the same, once it is written anew.
func FuzzReplay(f *testing.F) {
	f.Add([]byte("#hikyaku record 2\nゲーム：quoridor\n先手：A <a@x.org>\n後手：B <b@x.org>\n#: do invite\n#: seat 1\n#: party 1\n#: key AAAA\n"))
	f.Add([]byte("#hikyaku record 2\nゲーム：diceshogi\n対局者1：A <a@x.org>\n対局者2：B <b@x.org>\n#: do invite\n#: party 1\n#: do accept\n#: party 2\n#: throw [1]\n"))
	f.Add([]byte("ゲーム：quoridor\n   1 e2\n#: at 2026-11-20T19:30:12+09:00\n   2 投了\n"))
	d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := kif.Read(data)
		if err != nil {
			return
		}
		m, err := d.Judge("", r)
		if err != nil {
			return
		}
		again, err := r.Rewrite(kif.UTF8)
		if err != nil {
			return
		}
		n, err := d.Judge("", again)
		if err != nil || n.Head != m.Head || n.Match.Status() != m.Match.Status() || n.Match.NewProof() != m.Match.NewProof() {
			t.Errorf("written anew it gives %v:\n%s\nfrom\n%s", err, again.Bytes(), data)
		}
	})
}
