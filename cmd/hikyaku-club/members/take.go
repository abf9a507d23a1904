package members

import (
	"cmp"
	"errors"
	"strings"
	"time"
	"unicode"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/courier"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// Office carries out what members ask for by mail.
type Office struct {
	Club   *game.Club
	Limits Limits
}

// Outcomes of messages, besides the kind of the request.
const (
	silent   = "silent"   // no answer
	stranger = "stranger" // a non-member was answered
	newcomer = "newcomer" // a non-member who wants to join was answered
	forged   = "forged"   // our mail server did not confirm the sender, who is not a member
	flood    = "flood"    // the sender has sent too many messages
	asked    = "asked"    // the sender was asked for confirmation
	unclear  = "unclear"
)

// visit is a message and what is known about its sender.
type visit struct {
	*game.Deal
	office *Office
	letter *mailbox.Letter
	from   string  // the address of its sender, in lower case
	who    *person // nil for a non-member
	about  string  // the topic of the club's message that it answers, as in Message-IDs
	proved bool    // it answers a message that the club sent to its sender
	lang   string
	in     Instruction
	sure   bool // the request has been confirmed
}

// Take carries out a message that isn't about a match, and answers it. It returns the outcome as one word, or "" for a reply to the
// club that names a match of the sender instead of asking the club for something, such as "resign 8faa5b87".
func (o *Office) Take(d *game.Deal, l *mailbox.Letter) (outcome string, err error) {
	v, err := o.visit(d, l)
	if err != nil || v == nil {
		return silent, err
	}
	if about, err := v.namesMatch(); err != nil || about {
		return "", err
	}
	if v.about, v.proved, err = d.Answers(l); err != nil {
		return "", err
	}
	return v.serve()
}

// namesMatch reports whether the first line of the message contains no request to the club, but the code of an open match of the
// sender. A director's lines are orders.
func (v *visit) namesMatch() (bool, error) {
	said := reply.Said(v.letter.Text)
	if len(said) == 0 || Read(v.Desk.Games, v.letter, v.At).Kind != None || v.directs() {
		return false, nil
	}
	for _, code := range courier.NamesIn(&mailbox.Letter{Text: strings.ToLower(said[0])}) {
		found, err := db.One(v, `select m.file from match m join seat s on s.file = m.file where m.short = $1 and m.state <> 'over' and s.address = $2 and s.seat > 0`, []any{code, v.from})
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// Beside carries out a reply to a message of a match that contains a request to the club. It ignores words that have a meaning in
// the match. proved reports whether it proves its sender, as a reply with the token of a message does.
func (o *Office) Beside(d *game.Deal, l *mailbox.Letter, proved bool) (outcome string, err error) {
	switch Read(d.Desk.Games, l, d.At).Kind {
	case None, Yes, Accept, Decline, Help, Stop:
		return "", nil
	}
	v, err := o.visit(d, l)
	if err != nil || v == nil {
		return silent, err
	}
	v.proved = proved
	return v.serve()
}

// visit returns a message and what is known about its sender, or nil if it gets no answer.
func (o *Office) visit(d *game.Deal, l *mailbox.Letter) (*visit, error) {
	if ok, _ := l.MayAnswer(mailbox.Address{Addr: d.Desk.Me.Address}); !ok || !l.From.Valid() {
		return nil, nil
	}
	v := &visit{Deal: d, office: o, letter: l, from: strings.ToLower(l.From.Addr)}
	var err error
	if v.who, err = personAt(d, v.from); err != nil || v.who != nil && v.who.barred {
		return nil, err
	}
	return v, nil
}

// serve parses the request, carries it out and answers it. A message that our mail server disowns proves nothing.
func (v *visit) serve() (outcome string, err error) {
	v.proved = v.proved && v.letter.Disowned(v.Trust) == ""
	v.in = Read(v.Desk.Games, v.letter, v.At)
	v.lang = v.speaks()
	outcome, err = v.allowed()
	if err != nil || outcome == silent || outcome == forged {
		return outcome, err
	}
	if outcome == flood {
		return outcome, v.Deal.Reply(v.letter, v.lang, words.Text("member.flood", "n", v.office.Limits.Hour))
	}
	text, err := v.direct()
	if err != nil {
		return "", err
	}
	if text != (i18n.Text{}) {
		return directed, v.Deal.Reply(v.letter, v.lang, text)
	}
	text, became, err := v.answer()
	if refused := (*words.Error)(nil); errors.As(err, &refused) {
		text, err = refused.Text, nil
	}
	if err != nil || text == (i18n.Text{}) {
		return became, err
	}
	return cmp.Or(outcome, became), v.Deal.Reply(v.letter, v.lang, text)
}

// answer carries out the request. It returns the answer, if any, and the outcome.
func (v *visit) answer() (text i18n.Text, outcome string, err error) {
	if v.in.Kind == Yes {
		if text, err = v.confirm(); err != nil || text != (i18n.Text{}) {
			return text, string(Yes), err
		}
	}
	outcome = string(v.in.Kind)
	switch {
	case v.in.Kind == None:
		text, err = v.unread()
		return text, unclear, err
	case len(v.in.Others) > 0:
		return v.several(), unclear, nil
	case !v.who.member() && !requests[v.in.Kind].open:
		return words.Text("member.strangers-only", "help", v.help()), outcome, nil
	}
	if err = v.lacking(); err != nil {
		return text, outcome, err
	}
	lost := 0
	if (v.in.Kind == Withdraw && v.in.Number == 0 || v.in.Kind == Leave) && !v.sure {
		if lost, err = events.Unfinished(v.Deal, v.from, v.in.Name); err != nil {
			return text, outcome, err
		}
	}
	if v.in.Kind == Join && !v.sure || !requests[v.in.Kind].reads && !v.proved || lost > 0 {
		text, err = v.ask(lost)
		return text, asked, err
	}
	text, err = requests[v.in.Kind].do(v)
	return text, outcome, err
}

// request says who may make a kind of request, and how it is carried out.
type request struct {
	open  bool // non-members may make it too
	reads bool // it changes nothing
	do    func(*visit) (i18n.Text, error)
}

// requests are all kinds of requests.
var requests = map[Kind]request{
	Join: {open: true, do: (*visit).join},
	Seek: {do: func(v *visit) (i18n.Text, error) { return v.seekFor("") }},
	Challenge: {do: func(v *visit) (i18n.Text, error) {
		p, err := v.opponent()
		if err == nil {
			err = v.crowded(p)
		}
		if err != nil {
			return i18n.Text{}, err
		}
		return v.seekFor(p.address)
	}},
	List:      {open: true, reads: true, do: (*visit).list},
	Take:      {do: func(v *visit) (i18n.Text, error) { return v.take(v.in.Number) }},
	Withdraw:  {do: (*visit).withdraw},
	Accept:    {do: func(v *visit) (i18n.Text, error) { return v.respond(true) }},
	Decline:   {do: func(v *visit) (i18n.Text, error) { return v.respond(false) }},
	Standings: {open: true, reads: true, do: (*visit).standings},
	History:   {reads: true, do: (*visit).history},
	Ladder:    {open: true, reads: true, do: (*visit).ladder},
	JoinLadder: {do: func(v *visit) (i18n.Text, error) {
		err := events.JoinLadder(v.Deal, v.in.Game.Name, v.from, v.mail())
		return words.Text("member.on-ladder", "game", v.in.Game.Title), err
	}},
	QuitLadder: {do: func(v *visit) (i18n.Text, error) {
		err := events.LeaveLadder(v.Deal, v.in.Game.Name, v.from)
		return words.Text("member.off-ladder", "game", v.in.Game.Title), err
	}},
	Climb:  {do: (*visit).climb},
	Events: {open: true, reads: true, do: (*visit).events},
	Enter: {do: func(v *visit) (i18n.Text, error) {
		err := events.Enter(v.Deal, v.in.Name, v.from, v.mail())
		return words.Text("member.entered", "name", v.in.Name), err
	}},
	Bye:   {do: func(v *visit) (i18n.Text, error) { return events.Bye(v.Deal, v.in.Name, v.from, "") }},
	Pause: {do: (*visit).pause},
	Back: {do: func(v *visit) (i18n.Text, error) {
		if v.who.away == "" {
			return words.Text("member.not-away"), nil
		}
		v.Change(`update member set away = '' where address = $1`, v.from)
		return words.Text("member.back"), nil
	}},
	Digest: {do: func(v *visit) (i18n.Text, error) { return v.setDigest(v.in.Value), nil }},
	Language: {do: func(v *visit) (i18n.Text, error) {
		v.lang = v.in.Value
		if err := v.Courier.Meet(v.letter, v.lang); err != nil {
			return i18n.Text{}, err
		}
		v.Change(`update member set lang = $2 where address = $1`, v.from, v.lang)
		return words.Text("member.language"), nil
	}},
	Program: {do: func(v *visit) (i18n.Text, error) { // whether they play new matches with hikyaku
		v.Change(`update member set program = $2 where address = $1`, v.from, v.in.Value == "with")
		return words.Text("member.program." + v.in.Value), nil
	}},
	Words: {do: func(v *visit) (i18n.Text, error) { // words are published only if all players of a match agree
		v.Change(`update member set words = $2 where address = $1`, v.from, v.in.Value == "publish")
		return words.Text("member.words." + v.in.Value), nil
	}},
	Stop: {do: func(v *visit) (i18n.Text, error) { // unsubscribes from the digest or, without one, ends the membership
		if v.who.digest != "" {
			return v.setDigest("off"), nil
		}
		return v.leave()
	}},
	Leave: {do: (*visit).leave},
	Help:  {open: true, reads: true, do: func(v *visit) (i18n.Text, error) { return v.help(), nil }},
}

// speaks returns the language of the answer: the language of the message or, if that isn't clear, the language of the sender.
func (v *visit) speaks() string {
	said := v.in.Text
	if v.in.Kind == None {
		said = strings.Join(reply.Said(v.letter.Text), " ")
	}
	if japanese(strings.ReplaceAll(lineOf(said).text, v.in.Name, "")) {
		return "ja"
	}
	if v.who != nil {
		return v.who.lang
	}
	if v.letter.Reads == "" && japanese(v.in.Name) {
		return "ja"
	}
	return cmp.Or(v.letter.Reads, "en")
}

func japanese(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han) })
}

// mail returns the hash by which records refer to the message.
func (v *visit) mail() kif.Hash { return courier.MailHash(v.letter) }

// keptFor is how long a request waits for confirmation.
const keptFor = 3 * 24 * time.Hour

// ask asks the sender to confirm a request that would lose them games, and stores it until then. The limits per sender also limit
// such questions.
func (v *visit) ask(lost int) (i18n.Text, error) {
	v.Change(`insert into asked (id, address, text, at) values ($1, $2, $3, $4) on conflict (id) do nothing`, v.Letter, v.from, v.in.Text, v.At)
	if v.in.Kind == Join {
		key := "member.ask-join"
		if v.in.Program {
			key = "member.ask-join-program"
		}
		return words.Text(key, "name", v.in.Name, "club", v.Desk.Me.Name), nil
	}
	if lost > 0 {
		return words.Text("member.ask-lost", "text", v.in.Text, "n", lost), nil
	}
	return words.Text("member.ask", "text", v.in.Text), nil
}

// confirm handles a confirmation: the confirmed request becomes the current one. Otherwise it returns the answer.
func (v *visit) confirm() (i18n.Text, error) {
	var text string
	found, err := db.One(v, `select text from asked where id = $1 and address = $2 and at > $3`, []any{v.about, v.from, v.At.Add(-keptFor)}, &text)
	switch {
	case err != nil:
		return i18n.Text{}, err
	case !found && v.proved && strings.Contains(v.about, "."): // it answers a message with another topic
		list, ladders, err := v.challenges()
		if v.in.Kind = Accept; err != nil || len(list)+len(ladders) > 0 {
			return i18n.Text{}, err
		}
		return words.Text("member.nothing-asked"), nil
	case !found || !v.proved:
		return words.Text("member.nothing-asked"), nil
	}
	v.Change(`delete from asked where id = $1`, v.about)
	v.in, v.sure = ReadLine(v.Desk.Games, text, v.At), true
	return i18n.Text{}, nil
}

// lacking returns a *words.Error that asks for what is missing in a request.
func (v *visit) lacking() error {
	i := v.in
	for _, need := range []struct {
		kind Kind
		has  bool
		key  string
	}{
		{Take, i.Number != 0, "member.which-number"}, {Enter, i.Name != "", "member.which-event"}, {Pause, i.Days != "", "member.which-days"},
		{Digest, i.Value != "", "member.which-digest"}, {Language, i.Value != "", "member.which-language"}, {Join, i.Name != "", "member.which-name"},
	} {
		if i.Kind == need.kind && !need.has {
			return words.Err(need.key)
		}
	}
	switch i.Kind {
	case Seek, Challenge, Climb:
		_, err := match.ParseControl(i.Control)
		switch {
		case i.Kind != Seek && i.Name == "":
			return words.Err("member.whom")
		case i.Game == nil && i.Kind == Climb:
			return v.whichGame("member.which-ladder", i18n.Text{En: "climb " + i.Name + " quoridor", Ja: "番付挑戦 " + i.Name + " コリドール"})
		case i.Game == nil && i.Kind == Challenge:
			return v.whichGame("member.which-game", i18n.Text{En: "challenge " + i.Name + " quoridor 3d", Ja: "挑戦 " + i.Name + " コリドール 3日"})
		case i.Game == nil:
			return v.whichGame("member.which-game", i18n.Text{En: "seek quoridor 3d", Ja: "募集 コリドール 3日"})
		case i.Unread != "":
			return words.Err("member.seek-unread", "text", i.Unread)
		case err != nil:
			return words.Err("member.limit", "text", i.Control)
		}
	case JoinLadder:
		if i.Game == nil {
			return v.whichGame("member.which-ladder", i18n.Text{En: "join ladder quoridor", Ja: "番付参加 コリドール"})
		}
	case QuitLadder:
		if i.Game == nil {
			return v.whichGame("member.which-ladder", i18n.Text{En: "leave ladder quoridor", Ja: "番付離脱 コリドール"})
		}
	case Standings, Ladder:
		if i.Game == nil && i.Unread != "" {
			return words.Err("member.no-game", "text", i.Unread, "games", v.Desk.Titles())
		}
	case Join:
		if err := badName(i.Name, v.Desk.Me.Name); err != nil {
			return err
		}
		if v.who.member() {
			return words.Err("member.is-member", "name", v.who.name)
		}
		return nameOfAnother(v, i.Name, v.from)
	}
	return nil
}

// whichGame asks for the game, with an example.
func (v *visit) whichGame(key string, example i18n.Text) error {
	return words.Err(key, "example", example, "games", v.Desk.Titles())
}

// unread answers a message that was not understood.
func (v *visit) unread() (i18n.Text, error) {
	if !v.who.member() {
		return words.Text("member.greeting", "club", v.Desk.Me.Name, "help", v.help()), nil
	}
	said := reply.Said(v.letter.Text)
	if len(said) == 0 {
		return words.Text("member.empty", "help", v.help()), nil
	}
	key := "member.unread"
	matches, err := matchesOf(v.Deal, v.from)
	if len(matches) > 0 { // perhaps it is a move
		key = "member.unread-player"
	}
	return words.Text(key, "text", clip(said[0], 60), "help", v.help()), err
}

// several answers a message with more than one request.
func (v *visit) several() i18n.Text {
	var list []i18n.Text
	for _, line := range append([]string{v.in.Text}, v.in.Others...) {
		line = clip(line, 60)
		list = append(list, i18n.Text{En: `"` + line + `"`, Ja: "「" + line + "」"})
	}
	return words.Text("member.several", "list", i18n.List(list...))
}

// help lists the possible requests.
func (v *visit) help() i18n.Text {
	if !v.who.member() {
		return words.Text("member.help-stranger")
	}
	return words.Text("member.help")
}

// clip shortens a text to at most most characters.
func clip(text string, most int) string {
	if list := []rune(text); len(list) > most {
		return string(list[:most-1]) + "…"
	}
	return text
}
