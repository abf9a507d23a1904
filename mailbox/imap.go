package mailbox

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"hikyaku/internal/i18n"
)

// Only this file uses the IMAP library, which is not stable yet. It uses LOGIN or AUTHENTICATE, EXAMINE, UID SEARCH for
// UIDs and dates, and FETCH of UIDs, sizes, headers and bodies, and nothing else: the first response that the library
// cannot parse ends the connection.
//
// Messages are not selected by SEARCH. Gmail finds only whole words, and nothing in References; Yahoo refuses to search
// these fields; others answer BAD. A search that finds nothing cannot be told from one that does not work.

const (
	maxFound    = 1 << 18 // the most messages after a mark
	searchBytes = 12 * maxFound
	listBytes   = 64 * maxFound
	slack       = 64 << 10 // the bytes of a response without its message
	usualHeader = 8 << 10  // the bytes of the fetched fields of most messages
)

// session is an IMAP connection with an open folder.
type session struct {
	wire     *wire
	client   *imapclient.Client
	validity uint32
	next     uint32        // UIDNEXT; 0 if unknown
	news     chan struct{} // the server has announced new messages
}

// envelope is the data fetched for a message before its content.
type envelope struct {
	size     int64
	received time.Time
	head     []byte // the fields for the filter; nil if the server does not send them
}

// excludedBy reports whether the filter excludes the message. If its header is not known yet, it does not.
func (e envelope) excludedBy(only Filter) bool { return e.head != nil && !only.picks(e.head) }

// openIMAP connects, logs in and opens the folder read-only.
func (a *account) openIMAP(ctx context.Context, note progress) (*session, error) {
	return renewing(a.IMAP, func() (*session, error) {
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
	})
}

func (s *session) open(ctx context.Context, a *Account) error {
	s.client = imapclient.New(&shallow{Conn: s.wire.Conn}, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages == nil {
				return
			}
			select {
			case s.news <- struct{}{}:
			default: // the reader of the library must not block
			}
		}},
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
		// After a BYE, WaitGreeting returns either its text or, by chance, only that the connection is closed; it is then called again
		// until it returns the text.
		for range 64 {
			if err = s.client.WaitGreeting(); err == nil || refused(err) {
				break
			}
		}
		if err != nil {
			return err
		}
		if offered = s.client.Caps(); len(offered) == 0 { // the library gives up after half a minute, before the exchange does
			offered, err = s.client.Capability().Wait()
		}
		if err == nil && len(offered) == 0 {
			err = i18n.Err("server.no-capabilities")
		}
		return err
	})
	if err != nil {
		return s.wire.explained(refusal(err, Unreachable, Secret{}))
	}
	var names []string
	for _, c := range slices.Sorted(maps.Keys(offered)) {
		names = append(names, string(c))
	}
	s.wire.note("imap greeting", i18n.Same(printable(strings.Join(names, " "))))
	return nil
}

func (s *session) login(ctx context.Context, server Server) error {
	if s.client.State() != imap.ConnStateNotAuthenticated {
		return nil // PREAUTH, on an encrypted or local connection
	}
	secret, err := server.secret(ctx)
	if err != nil {
		return server.noSecret(s.wire.noPassword(ctx, err))
	}
	defer hush(s.wire.Conn, secret)()
	way := server.mechanism(s.client.Caps().AuthMechanisms(), secret)
	err = s.wire.exchange(ctx, "login", func() error {
		switch {
		case way != nil:
			return s.client.Authenticate(way)
		case server.token() || server.Security == None || s.client.Caps().Has(imap.CapLoginDisabled):
			return server.errNoMechanism()
		}
		return s.client.Login(server.User, secret.Reveal()).Wait()
	})
	if err != nil {
		return reason(refusal(err, server.refusedKind(), secret), way)
	}
	s.wire.note("imap login", i18n.Same(server.User))
	return nil
}

func (s *session) examine(ctx context.Context, folder string) error {
	var data *imap.SelectData
	err := s.wire.exchange(ctx, "folder", func() (err error) {
		data, err = s.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		if err == nil && data.UIDNext == 0 {
			// Courier invents UIDVALIDITY and the UIDs anew for each reader until somebody opens the folder for writing.
			data, err = s.client.Select(folder, nil).Wait()
		}
		// After a login the library requests the capabilities by itself. Wait for them: if the connection ended
		// meanwhile, the library would report another reason.
		s.client.Caps()
		return err
	})
	if err != nil {
		return refusal(err, FolderMissing, Secret{})
	}
	if data.UIDValidity == 0 {
		return s.wire.trouble("folder", ProtocolError, i18n.Err("server.no-numbers"))
	}
	s.validity, s.next = data.UIDValidity, uint32(data.UIDNext)
	s.wire.note("imap folder", i18n.T("step.messages", "folder", folder, "n", int(data.NumMessages)))
	return nil
}

// idle asks the server to announce new messages until stop is called.
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

// after returns the UIDs of the messages after a mark, in order. It also returns the highest UID that existed before it
// asked for them, or that of the mark: once the messages are handled, all up to it are. UIDNEXT would not do, nor the UID
// of a message that arrived meanwhile, because messages with lower UIDs may still appear.
func (s *session) after(ctx context.Context, mark Mark) (found []uint32, top uint32, err error) {
	if mark.UID == math.MaxUint32 || s.next > 0 && s.next <= mark.UID+1 {
		return nil, mark.UID, nil // no new messages
	}
	newest, err := s.newest(ctx)
	if err != nil || 0 < newest && newest <= mark.UID {
		return nil, mark.UID, err
	}
	criteria := &imap.SearchCriteria{UID: []imap.UIDSet{above(mark.UID)}}
	if mark.UID == 0 && !mark.Since.IsZero() {
		criteria.Since = mark.Since.Add(-24 * time.Hour) // servers compare days, in their own time zone
	}
	found, err = s.search(ctx, criteria, mark.UID)
	if newest > 0 {
		found = slices.DeleteFunc(found, func(uid uint32) bool { return uid > newest }) // left for the next run
	}
	return found, max(newest, mark.UID), err
}

// above returns the set of all UIDs above uid. For a server the star means the last message, even one below.
func above(uid uint32) imap.UIDSet { return imap.UIDSet{imap.UIDRange{Start: imap.UID(uid + 1)}} }

// newest returns the UID of the last message, or 0.
func (s *session) newest(ctx context.Context) (uint32, error) {
	star := imap.UIDSetNum(0)
	found, err := s.search(ctx, &imap.SearchCriteria{UID: []imap.UIDSet{star}}, 0)
	if folder := s.client.Mailbox(); err == nil && len(found) == 0 && folder != nil && folder.NumMessages > 0 {
		// Courier finds nothing by the star.
		if found, err = s.list(ctx, imap.SeqSetNum(folder.NumMessages)); refused(err) {
			err = nil // the message was deleted meanwhile
		}
	}
	return slices.Max(append(found, 0)), err
}

// search returns the UIDs above uid that match criteria, in order. If the server refuses to search, it returns all UIDs
// above uid.
func (s *session) search(ctx context.Context, criteria *imap.SearchCriteria, uid uint32) ([]uint32, error) {
	var data *imap.SearchData
	err := s.wire.within(ctx, "search", s.wire.timeout, searchBytes, func() (err error) {
		data, err = s.client.UIDSearch(criteria, nil).Wait()
		return err
	})
	if refused(err) {
		return s.list(ctx, above(uid))
	} else if err != nil {
		return nil, err
	}
	found, err := uidsAbove(data, uid)
	if err != nil {
		return nil, s.wire.trouble("search", ProtocolError, err)
	}
	return found, nil
}

// refused reports whether the server has answered NO or BAD.
func refused(err error) bool { return errors.As(err, new(*imap.Error)) }

// list returns the UIDs of a set, in order.
func (s *session) list(ctx context.Context, set imap.NumSet) (found []uint32, err error) {
	err = s.wire.within(ctx, "list", s.wire.timeout, listBytes, func() error {
		cmd := s.client.Fetch(set, &imap.FetchOptions{UID: true})
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			n, _, _ := readEnvelope(m)
			found = append(found, n)
		}
		return cmd.Close()
	})
	slices.Sort(found)
	return found, err
}

// uidsAbove expands the ranges of data, up to a limit, and drops UIDs that are not above uid.
func uidsAbove(data *imap.SearchData, uid uint32) ([]uint32, error) {
	set, _ := data.All.(imap.UIDSet)
	var found []uint32
	for _, r := range set {
		first, last := min(uint64(r.Start), uint64(r.Stop)), max(uint64(r.Start), uint64(r.Stop))
		first = max(first, uint64(uid)+1)
		if first <= last && last-first >= uint64(maxFound-len(found)) {
			return nil, i18n.Err("server.many", "most", maxFound)
		}
		for n := first; n <= last; n++ {
			found = append(found, uint32(n))
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// envelopes fetches the size and the time of messages and, if heads is set, the header fields that a filter needs. It
// leaves out deleted messages.
func (s *session) envelopes(ctx context.Context, uids []uint32, heads bool) (map[uint32]envelope, error) {
	out := make(map[uint32]envelope)
	if heads {
		err := s.addEnvelopes(ctx, uids, true, out)
		if err != nil && (len(uids) > 1 || !refused(err)) {
			return nil, err
		}
		// The library drops a response that gives the header before the UID, so a message without one may still exist.
		uids = slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool { _, got := out[uid]; return got })
	}
	if len(uids) == 0 {
		return out, nil
	}
	return out, s.addEnvelopes(ctx, uids, false, out)
}

func (s *session) addEnvelopes(ctx context.Context, uids []uint32, heads bool, out map[uint32]envelope) error {
	options := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}
	var headers int64
	if heads {
		options.BodySection = []*imap.FetchItemBodySection{{Specifier: imap.PartSpecifierHeader, HeaderFields: filtered, Peek: true}}
		headers = int64(len(uids)) * usualHeader
	}
	return s.wire.within(ctx, "sizes", s.wire.transfer(headers), headers+smallAnswer, func() error {
		cmd := s.client.Fetch(uidSet(uids), options)
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			uid, e, err := readEnvelope(m)
			if err != nil {
				s.wire.close() // the rest is unreadable, and closing the command would read it
				return err
			}
			out[uid] = e
		}
		return cmd.Close()
	})
}

func readEnvelope(m *imapclient.FetchMessageData) (uid uint32, e envelope, err error) {
	for item := m.Next(); item != nil; item = m.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = uint32(item.UID)
		case imapclient.FetchItemDataRFC822Size:
			e.size = item.Size
		case imapclient.FetchItemDataInternalDate:
			e.received = item.Time
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue
			}
			if e.head, err = io.ReadAll(item.Literal); err != nil {
				return uid, e, err
			}
		}
	}
	return uid, e, nil
}

// content fetches one whole message, or nil if it was deleted. If it has arrived whole, errors at the end of the response
// are ignored: some servers hang up there.
func (s *session) content(ctx context.Context, uid uint32, size int64) (raw []byte, err error) {
	err = s.wire.within(ctx, "fetch", s.wire.transfer(size), size+slack, func() error {
		all := &imap.FetchItemBodySection{Peek: true}
		cmd := s.client.Fetch(uidSet([]uint32{uid}), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{all}})
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			if raw, err = s.literal(m, size); err != nil {
				s.wire.close() // the rest is unreadable, and closing the command would read it
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

// literal reads the content from a response, if its length is close to the announced size.
func (s *session) literal(m *imapclient.FetchMessageData, size int64) (raw []byte, err error) {
	for item := m.Next(); item != nil; item = m.Next() {
		section, ok := item.(imapclient.FetchItemDataBodySection)
		if !ok || section.Literal == nil {
			continue
		}
		want := section.Literal.Size()
		if want > size+slack {
			s.wire.close()
			_, _ = io.Copy(io.Discard, section.Literal) // the library waits until it is read
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

// close closes the connection and waits for the reader of the library to end.
func (s *session) close() {
	s.wire.close()
	if s.client != nil {
		_ = s.client.Close()
	}
}

// refusal gives a NO or BAD of the server the kind for this step.
func refusal(err error, kind Kind, secret Secret) error {
	var t *Trouble
	var answer *imap.Error
	if errors.As(err, &t) && errors.As(err, &answer) {
		t.Kind, t.Response, t.Err = kind, redact(answer.Text, secret), nil
		if slices.Contains([]imap.ResponseCode{imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug}, answer.Code) {
			t.Kind = Busy
		}
	}
	return err
}
