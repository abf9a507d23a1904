package kif

import (
	"bytes"
	"strings"
	"testing"
)

// TestForeignEncodings continues a file of another program in each encoding: it is read whatever its first line declares, and every
// byte before the new line stays as it is.
func TestForeignEncodings(t *testing.T) {
	const text = "# KIF encoding=Shift_JIS\r\n手合割：平手\r\n先手：羽生善治\r\n後手：谷川浩司\r\n手数----指手---------消費時間--\r\n" +
		"   1 ７六歩(77)   ( 0:01/00:00:01)\r\n*初手はこれ\r\n   2 ３四歩(33)   ( 0:02/00:00:02)\r\n"
	for _, e := range []Encoding{UTF8, ShiftJIS, EUCJP} {
		data, err := e.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Read(data)
		if err != nil || r.Encoding != e || r.Seat(2).Name != "谷川浩司" || len(r.Events) != 2 {
			t.Errorf("%s is read as %+v: %v", e, r, err)
			continue
		}
		if !bytes.Equal(r.File(), data) {
			t.Errorf("%s changes when it is read", e)
		}
		named, err := ParseEncoding(strings.ToLower(e.String()))
		if err != nil || named != e {
			t.Errorf("%s is parsed as %s: %v", e, named, err)
		}
	}
	if _, err := EUCJP.Encode("☗"); err == nil || !strings.Contains(err.Error(), "EUC-JP can't encode ☗") {
		t.Errorf("a character that EUC-JP does not have: %v", err)
	}
}
