package site

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"
	"time"
)

// news is an entry of a feed.
type news struct {
	id, link string // paths within the site
	title    string
	at       time.Time
}

// The elements of RFC 4287.
type (
	atomFeed struct {
		XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string     `xml:"xml:lang,attr"`
		ID      string     `xml:"id"`
		Title   string     `xml:"title"`
		Updated string     `xml:"updated"`
		Author  string     `xml:"author>name"`
		Links   []atomLink `xml:"link"`
		Entries []atomItem `xml:"entry"`
	}
	atomItem struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
)

// maxNews is the largest number of entries in a feed.
const maxNews = 40

// news returns entries for the beginning and the end of matches, at least those that a feed of them contains.
func (p *press) news(list []*chapter) (all []news) {
	var times []time.Time
	for _, c := range list {
		if times = append(times, c.begun); c.over {
			times = append(times, c.Ended)
		}
	}
	slices.SortFunc(times, func(a, b time.Time) int { return b.Compare(a) })
	for _, c := range list {
		oldest := times[min(len(times), maxNews)-1]
		what := []any{"match", c.title, "players", strings.Join(c.names(), " – ")}
		if !c.begun.Before(oldest) {
			all = append(all, news{c.name() + ".html#begun", c.name() + ".html", p.say("site.news.begun", what...), c.begun})
		}
		if c.over && !c.Ended.Before(oldest) {
			all = append(all, news{c.name() + ".html#over", c.name() + ".html", p.say("site.news.over", append(what, "how", c.status)...), c.Ended})
		}
	}
	return all
}

// feed writes a feed, the newest entry first. It writes nothing if path is "".
func (p *press) feed(path, drawn, title, page string, list []news) error {
	if path == "" {
		return nil
	}
	slices.SortStableFunc(list, func(a, b news) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.id, a.id)) })
	list = list[:min(len(list), maxNews)]
	f := atomFeed{Lang: p.lang, ID: p.tag(path), Title: title, Author: p.name, Links: []atomLink{{"self", p.link(path, path)}, {"", p.link(path, page)}}}
	for _, n := range list {
		f.Entries = append(f.Entries, atomItem{p.tag(n.id), n.title, n.at.UTC().Format(time.RFC3339), atomLink{"", p.link(path, n.link)}})
	}
	f.Updated = f.Entries[0].Updated
	data, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	return p.out.put(p.folder+path, drawn, []byte(xml.Header+string(data)+"\n"))
}
