package game

import (
	"bytes"
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// Desk is the identity of a club and the games it offers.
type Desk struct {
	Games  []*engine.Game
	Me     kif.Seat          // the name and the address of the club
	Secret string            // the file of secret keys
	Ring   *home.Keyring     // the content of that file; nil to read it each time
	System atomicfile.System // of the machine
	Links  int               // the length of a new chain of dice; 0 is the usual one
}

// Titles lists the games.
func (d Desk) Titles() i18n.Text {
	var list []i18n.Text
	for _, g := range d.Games {
		list = append(list, g.Title)
	}
	return i18n.List(list...)
}

// Shelf is the matches of a club within one transaction. It implements courier.Shelf.
type Shelf struct {
	*home.Desk
	tx     db.Tx
	files  *files
	memory *memory
	letter *mailbox.Letter      // the message being read, or nil
	only   []string             // the matches to tend if no message is read
	known  []match.Summary      // those that the message names, once read
	of     []match.Summary      // the others of the sender, read with them
	barred map[string]bool      // by address, those known from reading the letter
	rests  map[string]time.Time // the time of the next work, by file
	tended map[string][]byte    // the records when they were tended
	wakes  map[string]time.Time // the time of the club's next work in a late match, by file
	heads  map[string]Heading   // of new matches, by file
	lost   bool                 // mail to the sender is returned
	failed error
}

// AliasDomain returns the domain of the public addresses of a club's players. No mail can be sent to them.
func (d Desk) AliasDomain() string {
	_, domain, _ := strings.Cut(strings.ToLower(d.Me.Address), "@")
	return "@players." + domain
}

// Parse parses a record of the club. It accepts withheld content only in records with the mark of a public form, an alias in a
// header, since only the club writes those.
func (d Desk) Parse(_ string, data []byte) (*kif.Record, error) {
	r, err := kif.Read(data)
	if err == nil && slices.ContainsFunc(r.Headers, d.MarksPublic) {
		return kif.ReadPublic(data)
	}
	return r, err
}

// MarksPublic reports whether a header contains an alias, as in the public form of a record.
func (d Desk) MarksPublic(h kif.Header) bool {
	return strings.HasSuffix(strings.ToLower(h.Value), d.AliasDomain()+">")
}

// PublicMark returns a header that marks a record as public in which no player has an alias.
func (d Desk) PublicMark() kif.Header {
	return kif.Header{Key: "公開", Value: "<club" + d.AliasDomain() + ">"}
}

// broken returns the error of a failed statement, or of keys that can't be read. The transaction must then fail too, although the
// courier handles such errors: it treats a message that can't be stored as refused by a mail server, and a row that can't be read as
// a missing file.
func (s *Shelf) broken() error { return cmp.Or(s.failed, s.files.failed, s.memory.failed) }

// NewShelf returns the shelf of a transaction at a time: for an incoming message, or for work on some files.
func NewShelf(tx db.Tx, d Desk, now time.Time, letter *mailbox.Letter, only ...string) *Shelf {
	f := &files{tx: tx, machine: d.System, now: now, read: map[string][]byte{}, written: map[string][]byte{}}
	own := &home.Desk{Folder: home.Folder{Games: d.Games, System: f, Me: d.Me, Dir: Folder, Stored: true, Files: d.Parse}, Secret: d.Secret, Links: d.Links, Ring: d.Ring}
	s := &Shelf{
		Desk: own, tx: tx, files: f, memory: &memory{tx: tx, of: nobody, is: map[string][]byte{}, changed: map[string]bool{}}, letter: letter, only: only,
		barred: map[string]bool{}, rests: map[string]time.Time{}, tended: map[string][]byte{}, wakes: map[string]time.Time{}, heads: map[string]Heading{},
	}
	if letter != nil {
		s.memory.of, s.memory.about = strings.ToLower(letter.From.Addr), s.remembered
	}
	return s
}

// remembered returns the row names of what is stored about the sender, the matches that the message names, and their players.
func (s *Shelf) remembered() ([]string, error) {
	list := []string{s.memory.name(""), courier.ReaderName(s.memory.of)}
	named, err := s.named()
	for _, m := range named {
		list = append(list, notesName(m.Hash))
		for _, address := range m.Others {
			if address != "" {
				list = append(list, courier.ReaderName(address))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), err
}

// named returns the matches that the message names. They are read once, together with the other matches of the sender.
func (s *Shelf) named() ([]match.Summary, error) {
	if s.known != nil || s.letter == nil {
		return s.known, nil
	}
	names := slices.Compact(slices.Sorted(slices.Values(courier.NamesIn(s.letter))))
	query, args := db.In(`select m.file, m.hash, m.head, m.state, m.begun, coalesce(s.address, ''), case f.named when 1 then m.record end from (
		select file, max(named) as named from (
			select file, 0 as named from (select o.file from seat o join match n on n.file = o.file where o.address = $1 order by n.changed desc limit $2) of
			union all select file, 1 from match where short in (`, append(names, ""), strings.ToLower(s.letter.From.Addr), maxOfSender)
	named := map[string]bool{}
	all, err := db.All(s.tx, query+`)) either group by file) f join match m on m.file = f.file left join seat s on s.file = m.file order by m.file`, args,
		func(r db.Rows) (m match.Summary, err error) {
			var state, address string
			var record []byte
			err = r.Scan(&m.File, &m.Hash, &m.Head, &state, &m.Begun, &address, &record)
			m.File, m.Over, m.Others = path.Join(Folder, m.File), state == Over, []string{address}
			if record != nil {
				named[m.File] = true
				if s.files.read[m.File] == nil {
					s.files.read[m.File] = record
				}
			}
			return m, err
		})
	if err != nil {
		return nil, err
	}
	s.known = []match.Summary{}
	for len(all) > 0 {
		m, n := all[0], 1
		for ; n < len(all) && all[n].File == m.File; n++ {
			m.Others = append(m.Others, all[n].Others...)
		}
		all = all[n:]
		if named[m.File] {
			s.known = append(s.known, m)
		} else {
			s.of = append(s.of, m)
		}
	}
	return s.known, nil
}

// Memory returns the stored state of the correspondent of the current message.
func (s *Shelf) Memory() courier.Memory { return s.memory }

// List returns the matches that the current message may concern: those it names, then those of its sender.
func (s *Shelf) List() iter.Seq2[match.Summary, error] {
	return func(yield func(match.Summary, error) bool) {
		if _, err := s.named(); err != nil {
			yield(match.Summary{}, err)
			return
		}
		for _, one := range slices.Concat(s.known, s.of) {
			if !yield(one, nil) {
				return
			}
		}
	}
}

// maxOfSender limits how many matches of the sender are considered for a message that names none: those that changed last.
const maxOfSender = 50

// Changed reports whether a match has changed since it was last tended.
func (s *Shelf) Changed() bool {
	return slices.ContainsFunc(s.files.order, func(file string) bool {
		return !bytes.Equal(s.tended[file], s.files.written[file])
	})
}

// Tend calls look with the matches that the transaction has changed or concerns.
func (s *Shelf) Tend(_ string, look func(match.Summary, *match.Match, time.Time) time.Time) error {
	done := map[string]bool{}
	for _, file := range slices.Concat(s.only, s.files.order) {
		if done[file] {
			continue
		}
		done[file] = true
		if strings.HasSuffix(file, ".kif") { // in another version of a match nothing is done
			m, err := s.Open(file)
			if err != nil {
				return err
			}
			s.rests[file] = look(m.Summarise(file, s.Me.Address), m.Match, time.Time{})
		}
		s.tended[file] = s.files.written[file]
	}
	return nil
}

// Queue refuses an invitation: nobody can invite a club.
func (s *Shelf) Queue(*match.Match) (string, error) { return "", courier.ErrNotInvited }

// Invitations returns none.
func (s *Shelf) Invitations() []match.Summary { return nil }

// Waiting returns none.
func (s *Shelf) Waiting() int { return 0 }

// Find finds a match by its first entry, whatever place the message gives for it.
func (s *Shelf) Find(id kif.Hash, _ []string) (match.Copy, error) {
	var file string
	found, err := db.One(s.tx, `select file from match where hash = $1`, []any{id.String()}, &file)
	if !found {
		s.failed = cmp.Or(s.failed, err)
		return match.Copy{}, err
	}
	return s.Open(path.Join(Folder, file))
}

// NoteUndelivered does nothing: such notes are for a player's list of matches.
func (s *Shelf) NoteUndelivered(match.Copy, string, i18n.Text, bool) error { return nil }

// Blocks reports whether a member with one of these addresses is barred.
func (s *Shelf) Blocks(addresses ...string) (bool, error) {
	for _, address := range addresses {
		key := strings.ToLower(address)
		barred, known := s.barred[key]
		if !known {
			var err error
			if barred, err = db.One(s.tx, `select address from member where address = $1 and barred <> 0`, []any{key}); err != nil {
				return false, err
			}
		}
		if barred {
			return true, nil
		}
	}
	return false, nil
}

// Greet does nothing: the key of a member is the one with which they accepted.
func (s *Shelf) Greet(_, _ *match.Match, _ string) ([]i18n.Text, error) { return nil, nil }

// Reach returns p unchanged.
func (s *Shelf) Reach(_ *match.Match, p kif.Seat) kif.Seat { return p }
