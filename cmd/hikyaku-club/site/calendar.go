package site

import (
	"strings"
	"time"
	"unicode/utf8"
)

// deadline is an entry of a calendar.
type deadline struct {
	uid, title, link string
	noted, at        time.Time
}

// nowhere fills a calendar without entries: RFC 5545 requires at least one
// component.
const nowhere = "BEGIN:VTIMEZONE\nTZID:Etc/UTC\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0000\nEND:STANDARD\nEND:VTIMEZONE\n"

// calendar returns the deadlines in iCalendar format (RFC 5545).
func calendar(name string, list []deadline) []byte {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//hikyaku//hikyaku-club//EN\nCALSCALE:GREGORIAN\nX-WR-CALNAME:" + quoted(name) + "\n")
	if len(list) == 0 {
		b.WriteString(nowhere)
	}
	for _, d := range list {
		b.WriteString("BEGIN:VEVENT\nUID:" + d.uid + "\nDTSTAMP:" + stamp(d.noted) + "\nDTSTART:" + stamp(d.at) + "\nSUMMARY:" + quoted(d.title) + "\nTRANSP:TRANSPARENT\n")
		if d.link != "" {
			b.WriteString("URL:" + d.link + "\n")
		}
		b.WriteString("END:VEVENT\n")
	}
	b.WriteString("END:VCALENDAR\n")
	var folded strings.Builder
	for line := range strings.Lines(b.String()) {
		folded.WriteString(fold(strings.TrimSuffix(line, "\n")))
	}
	return []byte(folded.String())
}

func stamp(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// quoted escapes text for use as the value of a property.
func quoted(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`, "\r", "").Replace(text)
}

// maxLine is the length of a line in bytes, without its line break.
const maxLine = 75

// fold breaks a line longer than maxLine between characters.
func fold(line string) string {
	var b strings.Builder
	room := maxLine
	for _, r := range line {
		n := utf8.RuneLen(r)
		if n > room {
			b.WriteString("\r\n ")
			room = maxLine - 1
		}
		b.WriteRune(r)
		room -= n
	}
	return b.String() + "\r\n"
}
