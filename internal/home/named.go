package home

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/match"
)

// Named returns the file that name refers to: a path; a record in the folder,
// with or without .kif; the beginning of the id or the number of a match; the
// name or address of another player, or a part of it; the name or title of the
// game. An empty name refers to the one match that waits for the player, or else
// to the only unfinished one on this machine, or else to the only match.
// Unfinished matches take precedence over finished ones, and an invitation
// comes last. An error lists the candidates. The copy has no match unless Named
// had to read the record; Opened opens it.
func (f *Folder) Named(name string) (Copy, error) {
	return f.named(name, unfinished, func(s *match.Summary) bool { return name == "" && s.Waits(f.Me.Address) })
}

// NamedToMove is Named for the match in which the player is going to move: if
// name refers to several matches, it chooses the one in which the player has
// the move.
func (f *Folder) NamedToMove(name string) (Copy, error) {
	return f.named(name, unfinished, func(s *match.Summary) bool { return s.Mine(f.Me.Address) && s.Paused.IsZero() })
}

// NamedToUndo is like Named, for a match in which the player wants to undo
// unsent steps.
func (f *Folder) NamedToUndo(name string) (Copy, error) {
	return f.named(name, unfinished, func(s *match.Summary) bool { return s.Draft },
		func(s *match.Summary) bool { return name != "" && s.Awaits != match.ForAnswer })
}

// NamedBegun is like Named, for an act that is possible only after the
// invitation was accepted.
func (f *Folder) NamedBegun(name string) (Copy, error) {
	return f.named(name, unfinished, func(s *match.Summary) bool {
		return s.Awaits != match.ForAnswer && (name != "" || s.Waits(f.Me.Address))
	})
}

// NamedPlayed is like Named, for a command about the moves of a match, preferably
// a finished or unfinished one: a match without moves comes last.
func (f *Folder) NamedPlayed(name string, over bool) (Copy, error) {
	if name == "" {
		return f.Named(name)
	}
	return f.named(name, func(all []match.Summary) []match.Summary { return all },
		func(s *match.Summary) bool { return s.Ply > 0 && s.Over == over },
		func(s *match.Summary) bool { return s.Ply > 0 },
		func(s *match.Summary) bool { return !s.Over })
}

// named returns the file that name refers to. Of several candidates that it
// selects, it chooses those that fit, by the first of the conditions that any of
// them meets. Without a name, those on this machine come last.
func (f *Folder) named(name string, selects func([]match.Summary) []match.Summary, conditions ...func(*match.Summary) bool) (Copy, error) {
	if file, found := f.fileNamed(name); found {
		return Copy{File: file}, nil
	}
	list, read, err := f.candidates(name)
	list = selects(list)
	var fitting []match.Summary
	for _, fits := range append(conditions, func(s *match.Summary) bool { return name == "" && s.Here() }) {
		if len(fitting) == 0 {
			fitting = slices.DeleteFunc(slices.Clone(list), func(s match.Summary) bool { return !fits(&s) })
		}
	}
	switch {
	case len(fitting) > 0:
		list = fitting
	case name == "" && len(list) > 1:
		list = nil
	}
	if err == nil && len(list) == 0 && name != "" {
		list, read, err = f.queueOf().candidates(name)
		list = unfinished(list)
	}
	switch {
	case err != nil:
		return Copy{}, err
	case len(list) == 1 && list[0].File == read.File:
		return read, nil
	case len(list) == 1:
		return Copy{File: list[0].File}, nil
	case len(list) > 1 && name == "":
		return Copy{}, i18n.Err("named.several-wait", "list", listing(list))
	case len(list) > 1:
		return Copy{}, i18n.Err("named.several", "name", name, "list", listing(list))
	case name == "":
		return Copy{}, i18n.Err("named.none-waits")
	case filepath.Base(name) != name:
		return Copy{File: name}, nil // opening it gives the system's own error
	}
	var names []string
	for s, err := range f.List() {
		if err == nil {
			names = append(names, slices.Concat([]string{filepath.Base(s.File), s.Game, s.Title.En, s.Title.Ja}, s.Names, s.Others)...)
		}
	}
	switch near := identity.Nearest(name, names); {
	case near != "":
		return Copy{}, i18n.Err("named.near", "name", name, "near", near, "error", fs.ErrNotExist)
	case isRecord(name) && f.Dir != "":
		return Copy{}, i18n.Err("named.no-file", "name", name, "folder", f.Dir, "error", fs.ErrNotExist)
	case filepath.Ext(name) != "" && !strings.Contains(name, "@"):
		return Copy{File: name}, nil
	}
	return Copy{}, i18n.Err("named.none", "name", name, "folder", f.Dir)
}

// fileNamed returns the file called name, if there is one. A folder here doesn't
// hide the player or the record of the same name.
func (f *Folder) fileNamed(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	if info, err := os.Lstat(name); name == "-" || err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return name, true
	}
	if filepath.Base(name) != name || f.Dir == "" {
		return "", false
	}
	for _, base := range []string{name, name + ".kif"} {
		there := filepath.Join(f.Dir, base)
		if _, err := os.Stat(there); err == nil {
			return there, true
		}
	}
	return "", false
}

// candidates lists the matches in the folder that name may refer to; the empty
// name may refer to all. Of those whose records it had to read, it returns the
// last one: a record that has just changed need not be read again.
func (f *Folder) candidates(name string) (list []match.Summary, read Copy, err error) {
	err = f.walk(f.openCache(""), func(k *cached, m *match.Match) bool {
		if s := k.Summary; !s.Damaged() && (means(s, name) || numbered(s, name) || titled(s, name)) {
			list = append(list, s)
			if m != nil {
				read = Copy{File: s.File, Match: m}
			}
		}
		return true
	})
	if err != nil {
		return nil, Copy{}, err
	}
	return meant(list, name), read, nil
}

// unfinished returns the unfinished matches of list or, if there are none, those
// with moves or, if there are none either, all: withdrawn invitations come last.
func unfinished(list []match.Summary) []match.Summary {
	for _, drops := range []func(match.Summary) bool{
		func(s match.Summary) bool { return s.Over },
		func(s match.Summary) bool { return s.Ply == 0 },
	} {
		if kept := slices.DeleteFunc(slices.Clone(list), drops); len(kept) > 0 {
			return kept
		}
	}
	return list
}

// Opened returns c, a copy from Named, with its match.
func (f *Folder) Opened(c Copy) (Copy, error) {
	if c.Match != nil {
		return c, nil
	}
	return f.Open(c.File)
}

// meant returns the matches of list that name may refer to. A few letters that
// begin an id, such as "ada", may be somebody's name, which comes first. The
// game comes last.
func meant(list []match.Summary, name string) []match.Summary {
	var certain, begun, games []match.Summary
	for _, s := range list {
		switch {
		case means(s, name):
			certain = append(certain, s)
		case numbered(s, name):
			begun = append(begun, s)
		case titled(s, name):
			games = append(games, s)
		}
	}
	switch {
	case len(certain) > 0:
		return certain
	case len(begun) > 0:
		return begun
	}
	return games
}

// means reports whether name may refer to the match: it is empty, at least four
// characters of its id, or a part of another player's name or address.
func means(s match.Summary, name string) bool {
	part := strings.ToLower(name)
	return len(name) >= 4 && numbered(s, name) || name == "" ||
		slices.ContainsFunc(slices.Concat(s.Others, s.Names), func(who string) bool { return strings.Contains(strings.ToLower(who), part) })
}

// numbered reports whether the id of the match or its number in the record
// begins with name.
func numbered(s match.Summary, name string) bool {
	part := strings.ToLower(name)
	return strings.HasPrefix(s.Hash, part) || strings.HasPrefix(strings.ToLower(s.ID), part)
}

// titled reports whether name is that of the game or variant of the match, in
// either language.
func titled(s match.Summary, name string) bool {
	return strings.EqualFold(s.Game, name) || strings.EqualFold(s.Title.En, name) || s.Title.Ja == name
}

// maxListed is the maximum number of candidates in an error.
const maxListed = 6

// listing describes matches by name, game and opponents, one per line.
func listing(list []match.Summary) i18n.Text {
	var lines []i18n.Text
	for _, s := range list[:min(len(list), maxListed)] {
		lines = append(lines, i18n.T("named.candidate", "match", s.Short(), "game", s.Title, "who", i18n.Names(s.Names...), "status", s.Status))
	}
	if more := len(list) - len(lines); more > 0 {
		lines = append(lines, i18n.T("named.more", "n", more))
	}
	return i18n.Lines(lines...)
}
