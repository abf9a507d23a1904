package archive

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// ExportPublic writes the public data of a club to a folder, replacing an earlier export, and returns the records that could not
// be made public.
//
// Addresses are replaced with aliases of the club, such as anna@players.example.org for a player of club@example.org, to which no
// mail can be sent. The words of players are left out unless all players of a match have agreed to publish them. Of open matches,
// the last plies are left out, as on the site. An entry from which something is left out keeps the hash that was signed, so that
// the chain of entries and all other signatures can still be verified.
func ExportPublic(ctx context.Context, b db.DB, desk game.Desk, delay int, dir string) (left []string, err error) {
	w, err := newWriter(dir)
	if err != nil {
		return nil, err
	}
	p := &public{desk: desk, delay: delay}
	err = w.export(ctx, b, p.write)
	return p.left, err
}

// write writes everything that has a public form.
func (p *public) write(w *writer, tx db.Tx) error {
	if err := p.begin(tx); err != nil {
		return err
	}
	files, err := db.Texts(tx, `select file from match order by file`)
	if err != nil {
		return err
	}
	for _, file := range files {
		var data []byte
		if _, err := db.One(tx, `select record from match where file = $1`, []any{file}, &data); err != nil {
			return err
		}
		public, ok, err := p.record(file, data)
		switch {
		case err == nil && !ok:
			p.left = append(p.left, file)
		case err == nil:
			err = w.write(file, public)
		}
		if err != nil {
			return err
		}
	}
	for _, t := range tables {
		lines, err := t.lines(tx, p.row)
		if err == nil {
			err = w.write(t.file(), lines)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// public converts rows and records to their public form.
type public struct {
	desk    game.Desk
	delay   int
	tx      db.Tx
	aliases map[string]string // by address in lower case
	talk    map[string]bool   // the files of matches whose words are public
	left    []string          // the records that have no public form
	only    string            // the only address to be made public; "" for all

	named   func(string) bool // see naming
	replace func(text, with string) string
}

// begin reads the aliases, and the matches whose words are public.
func (p *public) begin(tx db.Tx) (err error) {
	p.tx, p.left = tx, nil
	if p.aliases, err = game.Aliases(tx); err == nil {
		p.talk, err = site.Talkative(tx)
	}
	return err
}

// alias returns the public address of a player. The address of the club itself is public.
func (p *public) alias(address, name string) (string, error) {
	if address == "" || strings.EqualFold(address, p.desk.Me.Address) || p.isAlias(address) || p.only != "" && !strings.EqualFold(address, p.only) {
		return address, nil
	}
	alias := p.aliases[strings.ToLower(address)]
	if alias == "" {
		var err error
		if alias, err = game.Alias(p.tx, address, name); err != nil {
			return "", err
		}
		p.aliases[strings.ToLower(address)] = alias
	}
	return alias + p.desk.AliasDomain(), nil
}

func (p *public) isAlias(address string) bool {
	return strings.HasSuffix(strings.ToLower(address), p.desk.AliasDomain())
}

// record returns the public form of a record, and false if it has none.
func (p *public) record(file string, data []byte) (public []byte, ok bool, err error) {
	desk := game.NewShelf(p.tx, p.desk, p.desk.System.Now(), nil).Desk
	c, err := desk.Read(file, data)
	if err != nil {
		return nil, false, err
	}
	m := site.Held(c.Match, p.delay)
	var failed error
	alias := func(address, name string) string {
		alias, err := p.alias(address, name)
		failed = errors.Join(failed, err)
		return alias
	}
	entries := map[int]int{} // by event
	for i := range m.Entries {
		entries[m.EventOf(i)] = i
	}
	renamed, marked := false, false
	record := m.Record.Copy()
	record.Headers = slices.Clone(record.Headers) // m is shared
	for i, h := range record.Headers {
		h.Value = site.Address.ReplaceAllStringFunc(h.Value, func(address string) string { return alias(address, "") })
		renamed = renamed || h != record.Headers[i]
		marked = marked || p.desk.MarksPublic(h)
		record.Headers[i] = h
	}
	if !marked {
		record.Headers = append(record.Headers, p.desk.PublicMark())
	}
	r, err := record.Withhold(func(h kif.Header) kif.Header { return h }, func(i int, e kif.Event) (kif.Event, kif.Withheld) {
		w, changed := kif.Withheld{}, i == 0 && renamed // the invitation names the players
		if i > 0 && p.hides(file, m, i) {
			changed = true
			if e.Mail != (kif.Hash{}) {
				w.Words = kif.Hash(fair.Words(e.Comment))
			}
			if e.Comment = ""; e.Step == kif.Step(kif.Say{}) || m.By(i) == m.Roster.Umpire() { // these must have words
				e.Comment = site.LeftOut
			}
		}
		switch step := e.Step.(type) {
		case kif.NewAddress:
			step.Address = alias(step.Address, "")
			changed, e.Step = changed || e.Step != kif.Step(step), step
		case kif.Substitute:
			step.Who.Address = alias(step.Who.Address, step.Who.Name)
			changed, e.Step = changed || e.Step != kif.Step(step), step
		}
		n, ok := entries[i]
		changed = changed || m.Record.Events[i].Withheld != (kif.Withheld{})
		if changed = changed && ok; !changed {
			return e, kif.Withheld{}
		}
		w.Entry = m.Entries[n].Hash()
		if old := m.Record.Events[i].Withheld.Words; old != (kif.Hash{}) {
			w.Words = old
		}
		return e, w
	})
	if err != nil || failed != nil || strings.Contains(string(r.Bytes()), "#: other ") || p.tells(string(r.Bytes())) {
		return nil, false, failed
	}
	again, err := match.New(r, m.Game)
	if err != nil || again.Head != m.Head {
		return nil, false, nil
	}
	return r.Bytes(), true, nil
}

// hides reports whether the words of an event are left out: unpublished words and, if only one address is to be hidden, the words
// of its player and words that contain the address.
func (p *public) hides(file string, m *match.Match, i int) bool {
	said := m.Record.Events[i].Comment
	if said == "" || p.only == "" {
		return site.Hides(m, i, p.talk[file])
	}
	return p.names([]byte(said)) || m.By(i) != m.Roster.Umpire() && strings.EqualFold(m.After(i).Roster.Parties[m.By(i)-1].Address, p.only)
}

// tells reports whether a record contains an address that isn't public. A longer address that contains another is not that address.
func (p *public) tells(text string) bool {
	if p.only != "" {
		return p.names([]byte(text))
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] >= '0' && line[0] <= '9' && !strings.Contains(line, "：") {
			continue // a move, which in some games contains an @
		}
		if slices.ContainsFunc(site.Address.FindAllString(line, -1), func(address string) bool {
			return !strings.EqualFold(address, p.desk.Me.Address) && !p.isAlias(address)
		}) {
			return true
		}
	}
	return false
}

// hidden lists the tables that have no public form.
var hidden = []string{"letter", "out", "asked", "seek", "taker", "memory", "evidence", "decision", "forget"}

// row converts a row to its public form, and reports whether it has one.
func (p *public) row(t table, places []any) (bool, error) {
	if slices.Contains(hidden, t.name) {
		return false, nil
	}
	at := map[string]any{}
	for i, column := range t.columns() {
		at[column] = places[i]
	}
	if text, ok := at["address"].(*string); ok {
		name := ""
		if n, ok := at["name"].(*string); ok {
			name = *n
		}
		var err error
		if *text, err = p.alias(*text, name); err != nil {
			return false, err
		}
	}
	switch t.name {
	case "match":
		return !slices.Contains(p.left, *at["file"].(*string)), nil
	case "member":
		for _, private := range []string{"away", "digest", "lost"} {
			*at[private].(*string) = ""
		}
		for _, private := range []string{"told", "barred", "unreachable"} {
			*at[private].(*int64) = 0
		}
	case "entrant":
		*at["letter"].(*string) = ""
	case "pairing":
		players := at["players"].(*string)
		list := strings.Fields(*players)
		for i, address := range list {
			var err error
			if list[i], err = p.alias(address, ""); err != nil {
				return false, err
			}
		}
		*players = strings.Join(list, " ")
	case "step":
		return p.step(at["data"].(*string))
	}
	return true, nil
}

// step converts a step of a ladder to its public form, and reports whether it has one.
func (p *public) step(data *string) (bool, error) {
	step := map[string]any{}
	if err := json.Unmarshal([]byte(*data), &step); err != nil {
		return false, err
	}
	delete(step, "letter")
	for _, who := range []string{"player", "by", "of"} {
		if address, ok := step[who].(string); ok {
			alias, err := p.alias(address, "")
			if err != nil {
				return false, err
			}
			step[who] = alias
		}
	}
	text, err := json.Marshal(step)
	*data = string(text)
	return true, err
}
