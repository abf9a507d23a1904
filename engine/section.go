package engine

import (
	"hikyaku/internal/i18n"
	"regexp"
	"slices"
	"strings"
)

// Section returns the section of the manual under the heading of the rule with an identifier, and the heading; ok is false if
// g has no such rule. Rules shared by all games are described by their own sentence.
func Section(g *Game, id string) (section i18n.Text, ok bool) {
	named := func(r *Rule) bool { return r.ID == id }
	if i := slices.IndexFunc(Rules, named); i >= 0 {
		return i18n.Text{En: under(id, "\n"+Rules[i].Text.En+"\n"), Ja: under(id, "\n"+Rules[i].Text.Ja+"\n")}, true
	}
	if !slices.ContainsFunc(g.Rules, named) {
		return i18n.Text{}, false
	}
	manual := WithoutPictures(g.Manual)
	return i18n.Text{En: under(id, cutSection(manual.En, id)), Ja: under(id, cutSection(manual.Ja, id))}, true
}

func under(id, text string) string { return "### " + id + "\n" + text }

// cutSection returns the text of a manual below the heading of rule id.
func cutSection(manual, id string) string {
	_, after, _ := strings.Cut(manual, "\n### "+id+"\n")
	heading := regexp.MustCompile(`(?m)^#{1,3} `)
	if end := heading.FindStringIndex(after); end != nil {
		after = after[:end[0]]
	}
	return after
}
