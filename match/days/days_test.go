package days_test

import (
	"testing"
	"time"

	"hikyaku/match/days"
)

// TestParse parses days as people write them.
func TestParse(t *testing.T) {
	for want, texts := range map[string][]string{
		"2026-12-20..2027-01-05": {
			"2026-12-20..2027-01-05", "2026-12-20 to 2027-01-05", "2026/12/20～2027/1/5", "2026年12月20日から2027年1月5日まで", "20.12.2026 - 5.1.2027", "2026.12.20 – 2027.1.5",
			"from 20 December 2026 to 5 January 2027", "December 20, 2026 to January 5, 2027", "vom 20. Dezember 2026 bis 5. Januar 2027", "20 de diciembre de 2026 al 5 de enero de 2027",
		},
		"12-20..01-05": {
			"12/20..1/5", "12-20..01-05", "12月20日～1月5日", "20 December..5 January", "the 20th of December to the 5th of January", "Dec. 20 until Jan. 5", "20.12. - 5.1.", "20.12.–05.01.",
			"vom 20. Dezember bis 5. Jänner", "du 20 décembre au 5 janvier", "del 20 de diciembre al 5 de enero", "dal 20 dicembre al 5 gennaio", "de 20 de dezembro a 5 de janeiro",
			"van 20 december tot 5 januari", "od 20 grudnia do 5 stycznia", "с 20 декабря по 5 января", "från den 20 december till 5 januari", "12月20日到1月5日",
		},
		"12-20..12-27":           {"20 to 27 December", "du 20 au 27 décembre", "vom 20. bis 27. Dezember", "del 20 al 27 de diciembre", "12/20-27", "12月20日から27日まで", "December 20-27"},
		"2026-12-20..2026-12-27": {"2026-12-20..27", "20-27 December 2026"},
		"12-20..2027-01-05":      {"12/20..2027-01-05", "20 December to 5 January 2027"},
		"2026-12-20..01-05":      {"2026-12-20..01-05", "2026/12/20～1/5"},
		"03-01":                  {"3/1", "1 March", "1er mars", "1 marzo", "1 марта", "1 maart", "1. März", "1 marca"},
		"05-08":                  {"8 May", "8 mai", "8 mei", "8 maja", "8 мая", "8 maggio", "8 maj", "8 de mayo"},
		"":                       {"", "20", "tomorrow", "20 to 27", "12/20 with Carol", "2026", "December", "20 Bananas", "a 20 December walk"},
	} {
		for _, text := range texts {
			r, ok := days.Parse(text)
			if got := r.String(); ok && got != want || ok != (want != "") {
				t.Errorf("%q is read as %s, %v, want %q", text, got, ok, want)
			}
		}
	}
}

// TestOn adds the years with which an absence is not over.
func TestOn(t *testing.T) {
	for _, c := range [][3]string{
		{"2026-11-20", "12/20..1/5", "2026-12-20..2027-01-05"}, {"2027-01-02", "12/20..1/5", "2026-12-20..2027-01-05"}, {"2027-01-06", "12/20..1/5", "2027-12-20..2028-01-05"},
		{"2026-11-20", "11/20", "2026-11-20"}, {"2026-11-21", "11/20", "2027-11-20"}, {"2026-11-20", "2026/12/20..1/5", "2026-12-20..2027-01-05"}, {"2026-11-20", "2025-12-20", "2025-12-20"},
		{"2026-11-20", "12/20..2027-01-05", "2026-12-20..2027-01-05"}, {"2026-11-20", "12/20..2026-12-27", "2026-12-20..2026-12-27"},
	} {
		now, _ := time.Parse(time.DateOnly, c[0])
		r, _ := days.Parse(c[1])
		if got := r.On(now).String(); got != c[2] || !r.On(now).Dated() {
			t.Errorf("on %s, %s is %s", c[0], c[1], got)
		}
	}
}
