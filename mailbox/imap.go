package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// This file alone knows the IMAP library, which is not yet stable. Of it are asked only LOGIN or AUTHENTICATE, EXAMINE,
// UID SEARCH, and UID FETCH of sizes and bodies: one answer that it cannot parse ends the connection.

const (
	maxFound    = 1 << 18 // messages after a mark
	searchBytes = 12 * maxFound
	slack       = 64 << 10 // bytes of an answer beyond the message in it
)

// session is a connection to an IMAP server with one folder open.
type session struct {
	wire     *wire
	client   *imapclient.Client
	validity uint32
	next     uint32        // the UID that the next message will have; 0 if the server does not say
	news     chan struct{} // the server told of messages that nobody asked for
}

// envelope is what is asked of a message before its content.
type envelope struct {
	size     int64
	received time.Time
}

// openIMAP connects, logs in and opens the folder without the right to change it.
func (a *account) openIMAP(ctx context.Context, note progress) (*session, error) {
	s, err := a.tryIMAP(ctx, note)
	if staleToken(err) {
		return a.tryIMAP(ctx, note)
	}
	return s, err
}

func (a *account) tryIMAP(ctx context.Context, note progress) (*session, error) {
	w, err := a.dial(ctx, a.IMAP, imapProtocol, note)
	if err != nil {
		return nil, err
	}
	s := &session{wire: w, news: make(chan struct{}, 1)}
	if err := s.open(ctx, &a.Account); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *session) open(ctx context.Context, a *Account) error {
	s.client = imapclient.New(&shallow{Conn: s.wire.Conn}, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: s.heard},
	})
	if err := s.greet(ctx); err != nil {
		return err
	}
	if err := s.login(ctx, a.IMAP); err != nil {
		return err
	}
	return s.examine(ctx, a.Folder)
}

func (s *session) greet(ctx context.Context) error {
	var offered imap.CapSet
	err := s.wire.exchange(ctx, "greeting", func() (err error) {
		if err = greeting(s.client); err == nil {
			offered, err = s.capabilities()
		}
		return err
	})
	if err != nil {
		return refusal(err, Unreachable, Secret{})
	}
	var names []string
	for c := range offered {
		names = append(names, string(c))
	}
	slices.Sort(names)
	s.wire.note("imap greeting", words(strings.Join(names, " ")))
	return nil
}

// capabilities waits as long as is allowed, where the library gives up after half a minute.
func (s *session) capabilities() (offered imap.CapSet, err error) {
	if offered = s.client.Caps(); len(offered) == 0 {
		offered, err = s.client.Capability().Wait()
	}
	if err == nil && len(offered) == 0 {
		err = errors.New("no capabilities")
	}
	return offered, err
}

// greeting waits for the server's first line. After a BYE the library's reader stops, and WaitGreeting then tells by
// chance the server's words or only that the connection is closed: it is asked again until it tells the words.
func greeting(c *imapclient.Client) (err error) {
	var said *imap.Error
	for range 64 {
		if err = c.WaitGreeting(); err == nil || errors.As(err, &said) {
			break
		}
	}
	return err
}

func (s *session) login(ctx context.Context, server Server) error {
	if s.client.State() != imap.ConnStateNotAuthenticated {
		return nil // PREAUTH, on a connection that is already encrypted or does not leave this machine
	}
	secret, err := server.secret(ctx)
	if err != nil {
		return s.wire.noPassword(ctx, err)
	}
	defer hush(s.wire.Conn, secret)()
	way := server.mechanism(s.client.Caps().AuthMechanisms(), secret)
	err = s.wire.exchange(ctx, "login", func() error {
		switch {
		case way != nil:
			return s.client.Authenticate(way)
		case server.token() || server.Security == None || s.client.Caps().Has(imap.CapLoginDisabled):
			return server.noWay()
		}
		return s.client.Login(server.User, secret.Reveal()).Wait()
	})
	if err != nil {
		return reason(refusal(err, server.refused(), secret), way)
	}
	s.wire.note("imap login", server.User)
	return nil
}

func (s *session) examine(ctx context.Context, folder string) error {
	var data *imap.SelectData
	err := s.wire.exchange(ctx, "folder", func() (err error) {
		data, err = s.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		// After a login the library asks for capabilities by itself. Were the connection to end meanwhile, it would tell
		// another reason, so that is waited for.
		s.client.Caps()
		return err
	})
	if err != nil {
		return refusal(err, FolderMissing, Secret{})
	}
	if data.UIDValidity == 0 {
		return s.wire.trouble("folder", Nonsense, errors.New("the server does not number its messages"))
	}
	s.validity, s.next = data.UIDValidity, uint32(data.UIDNext)
	s.wire.note("imap folder", fmt.Sprintf("%s: %d messages", folder, data.NumMessages))
	return nil
}

// heard is called by the library's reader, which must not wait.
func (s *session) heard(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func (s *session) canIdle() bool { return s.client.Caps().Has(imap.CapIdle) }

// idle asks the server to tell what comes, until stop is called.
func (s *session) idle(ctx context.Context) (stop func() error, err error) {
	var idling *imapclient.IdleCommand
	err = s.wire.exchange(ctx, "idle", func() (err error) {
		idling, err = s.client.Idle()
		return err
	})
	return func() error {
		return s.wire.exchange(ctx, "idle", func() error {
			if err := idling.Close(); err != nil {
				return err
			}
			return idling.Wait()
		})
	}, err
}

// after lists the messages behind a mark, in order: all, or those that the filter picks. It also gives the highest UID that
// there was before they were looked for, or that of the mark: once they are handled, nothing up to it is missing. The UID
// that the next message will have would not do, nor that of one that came meanwhile: letters with lower ones may be about to
// appear.
func (s *session) after(ctx context.Context, mark Mark, only Filter) (found []uint32, top uint32, err error) {
	if mark.UID == math.MaxUint32 || s.next > 0 && s.next <= mark.UID+1 {
		return nil, mark.UID, nil // nothing came: no question needed
	}
	newest, err := s.newest(ctx)
	if err != nil || 0 < newest && newest <= mark.UID {
		return nil, mark.UID, err
	}
	// The star stands for the last message, even one below the mark.
	above := imap.UIDSet{imap.UIDRange{Start: imap.UID(mark.UID + 1)}}
	criteria := &imap.SearchCriteria{UID: []imap.UIDSet{above}}
	if only != (Filter{}) {
		criteria.And(only.criteria())
	}
	if mark.UID == 0 && !mark.Since.IsZero() {
		criteria.Since = mark.Since.Add(-24 * time.Hour) // a server compares days, and in its own time zone
	}
	found, err = s.search(ctx, criteria, mark.UID)
	if newest > 0 {
		found = slices.DeleteFunc(found, func(uid uint32) bool { return uid > newest }) // for the next time
	}
	return found, max(newest, mark.UID), err
}

// newest is the UID of the last message, or 0.
func (s *session) newest(ctx context.Context) (uint32, error) {
	found, err := s.search(ctx, &imap.SearchCriteria{UID: []imap.UIDSet{imap.UIDSetNum(0)}}, 0) // 0 is the star
	return slices.Max(append(found, 0)), err
}

// search lists the messages above uid that the server finds, in order.
func (s *session) search(ctx context.Context, criteria *imap.SearchCriteria, uid uint32) ([]uint32, error) {
	var data *imap.SearchData
	err := s.wire.within(ctx, "search", s.wire.timeout, searchBytes, func() (err error) {
		data, err = s.client.UIDSearch(criteria, nil).Wait()
		return err
	})
	if err != nil {
		return nil, err
	}
	found, err := numbers(data, uid)
	if err != nil {
		return nil, s.wire.trouble("search", Nonsense, err)
	}
	return found, nil
}

// criteria asks for nothing but fields that servers keep at hand. A bounce comes from one of two senders or refers to the
// letter, whatever its Subject; so does an answer whose writer changed the Subject.
func (f Filter) criteria() *imap.SearchCriteria {
	picked := having("Message-Id", f.Reference)
	for _, field := range [][2]string{
		{"From", "mailer-daemon"}, {"From", "postmaster"}, {"In-Reply-To", f.Reference}, {"References", f.Reference}, {"To", f.Name},
	} {
		picked = imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{picked, having(field[0], field[1])}}}
	}
	return &picked
}

func having(field, text string) imap.SearchCriteria {
	return imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: field, Value: text}}}
}

// numbers spells out ranges, up to a limit, and drops what is not above uid.
func numbers(data *imap.SearchData, uid uint32) ([]uint32, error) {
	set, _ := data.All.(imap.UIDSet)
	var found []uint32
	for _, r := range set {
		first, last := min(uint64(r.Start), uint64(r.Stop)), max(uint64(r.Start), uint64(r.Stop))
		first = max(first, uint64(uid)+1)
		if first <= last && last-first >= uint64(maxFound-len(found)) {
			return nil, fmt.Errorf("more than %d new messages", maxFound)
		}
		for n := first; n <= last; n++ {
			found = append(found, uint32(n))
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// envelopes asks for size and time of messages. Those that are gone are left out.
func (s *session) envelopes(ctx context.Context, uids []uint32) (map[uint32]envelope, error) {
	out := make(map[uint32]envelope)
	err := s.wire.exchange(ctx, "sizes", func() error {
		cmd := s.client.Fetch(uidSet(uids), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true})
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			uid, e := sizeOf(m)
			out[uid] = e
		}
		return cmd.Close()
	})
	return out, err
}

func sizeOf(m *imapclient.FetchMessageData) (uid uint32, e envelope) {
	for item := m.Next(); item != nil; item = m.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = uint32(item.UID)
		case imapclient.FetchItemDataRFC822Size:
			e.size = item.Size
		case imapclient.FetchItemDataInternalDate:
			e.received = item.Time
		}
	}
	return uid, e
}

// content fetches one message whole. It is nil if the message is gone. Where it came whole, the end of the answer does not
// matter: some servers hang up there.
func (s *session) content(ctx context.Context, uid uint32, size int64) (raw []byte, err error) {
	err = s.wire.within(ctx, "fetch", s.wire.transfer(size), size+slack, func() error {
		all := &imap.FetchItemBodySection{Peek: true}
		cmd := s.client.Fetch(uidSet([]uint32{uid}), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{all}})
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			if raw, err = s.literal(m, size); err != nil {
				s.wire.close() // the rest cannot be made out; closing the command would read it
				return err
			}
		}
		if err := cmd.Close(); raw == nil {
			return err
		}
		return nil
	})
	return raw, err
}

// literal reads the content out of an answer, if it is as long as was said before, give or take a little.
func (s *session) literal(m *imapclient.FetchMessageData, size int64) (raw []byte, err error) {
	for item := m.Next(); item != nil; item = m.Next() {
		section, ok := item.(imapclient.FetchItemDataBodySection)
		if !ok || section.Literal == nil {
			continue
		}
		want := section.Literal.Size()
		if want > size+slack {
			s.wire.close()
			_, _ = io.Copy(io.Discard, section.Literal) // the library waits for somebody to read it
			return nil, errTooMuch
		}
		if raw, err = io.ReadAll(section.Literal); err != nil {
			return nil, err
		}
		if int64(len(raw)) != want {
			return nil, io.ErrUnexpectedEOF
		}
	}
	return raw, nil
}

func uidSet(uids []uint32) imap.UIDSet {
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// close ends the connection and waits for the library's reader to end.
func (s *session) close() {
	s.wire.close()
	if s.client != nil {
		_ = s.client.Close()
	}
}

// refusal gives a NO or BAD of the server the kind that it has at this step.
func refusal(err error, kind Kind, secret Secret) error {
	var t *Trouble
	var answer *imap.Error
	if errors.As(err, &t) && errors.As(err, &answer) {
		t.Kind, t.Words, t.Err = kind, unspoken(answer.Text, secret), nil
	}
	return err
}
