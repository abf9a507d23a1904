package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

func inviteCommand() *cli.Command {
	return &cli.Command{
		Name: "invite", ArgsUsage: "GAME ADDRESS…",
		UsageText: `hikyaku invite diceshogi bob@example.org
hikyaku invite diceshogi carol@example.org dave@example.org --umpire
hikyaku invite quoridor 'Bob <bob@example.org>' --seat 1 --time 3d
hikyaku invite quoridor bob@example.org --message '${game}' \
   --observer 'Carol <carol@example.org>' --delay 4
hikyaku invite rengi bob@example.org --time 2d --rest sat,sun \
   --rest 2026-12-24..2027-01-02
hikyaku invite --rematch bob --message '${again}'`,
		Flags: append(invitationFlags(),
			boolFlag("umpire"), listFlag("observer"), numberFlag("delay"), boolFlag("engines"), boolFlag("rematch"),
		),
		Action: func(c *cli.Context) error { return invite(c, c.Args().Slice()) },
	}
}

func invitationFlags() []cli.Flag {
	return []cli.Flag{
		listFlag("set"), textFlag("seat"), textFlag("time"), listFlag("rest"), messageFlag(), textFlag("trace"),
		boolFlag("json"),
	}
}

// askToInvite asks at the terminal for what is missing of the game and the
// addresses, and invites.
func askToInvite(c *cli.Context, d *dialog) error {
	desk, _, err := openCourier(c) // before asking
	if err != nil {
		return err
	}
	words := c.Args().Slice()
	for len(words) == 0 {
		name, err := d.ask("invite.ask-game", "", "list", gameNames())
		if err != nil {
			return err
		}
		if _, _, err = gameNamed(name); err == nil {
			words = []string{name}
		} else {
			d.printText(sentence(err, d.lang) + "\n")
		}
	}
	g, set, err := chooseGame(c, words[0])
	if err != nil {
		return err
	}
	asks := "door.invite.asks"
	if g.Seats(set) > 2 || c.Bool("umpire") {
		asks = "door.invite.asks-several"
	}
	for len(words) == 1 {
		typed, err := d.ask(asks, "")
		if err != nil {
			return err
		}
		people := splitPeople(typed)
		if _, err = parsePeople(desk, people); err == nil {
			words = append(words, people...)
		} else {
			d.printText(sentence(err, d.lang) + "\n")
		}
	}
	if send, err := d.yes(true, "invite.ask-send", "game", g.Called(set), "who", i18n.Names(words[1:]...)); err != nil || !send {
		return err
	}
	return invite(c, words)
}

// splitPeople splits addresses at commas of either language.
func splitPeople(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '、' })
	for n, word := range words {
		words[n] = strings.TrimSpace(word)
	}
	return words
}

// invite invites to the game that the first of words names those whom the others
// name.
func invite(c *cli.Context, words []string) error {
	if c.Bool("rematch") {
		return rematch(c)
	}
	g, set, err := chooseGame(c, words[0])
	if err != nil {
		return err
	}
	i := home.Invitation{
		Game: g, Options: set, PerMove: c.String("time"), Rest: restDays(c), Message: c.String("message"), Umpire: c.Bool("umpire"), Delay: c.Int("delay"), Engines: c.Bool("engines"),
	}
	if i.Seat, err = inviterSeat(c.String("seat"), g, set); err != nil {
		return err
	}
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	if i.Others, err = parsePeople(d, words[1:]); err != nil {
		return err
	}
	if i.Observers, err = parsePeople(d, c.StringSlice("observer")); err != nil {
		return err
	}
	if err := i.Check(d); err != nil {
		return misuse(err)
	}
	return sendInvitation(c, d, carrier, i)
}

// sendInvitation creates a match, prints the path of its record, and sends it to
// the others.
func sendInvitation(c *cli.Context, d *home.Desk, carrier *courier.Courier, i home.Invitation) error {
	m, err := d.Invite(i)
	if err != nil {
		return err
	}
	return announce(c, d, carrier, m)
}

// parsePeople parses mail addresses with or without names, and names of people
// in matches of the folder.
func parsePeople(d *home.Desk, texts []string) (people []kif.Seat, err error) {
	for _, text := range texts {
		who, err := d.PersonNamed(text)
		if err != nil {
			return nil, misuse(err)
		}
		people = append(people, who)
	}
	return people, nil
}

// restDays returns the values of all --rest flags.
func restDays(c *cli.Context) string { return strings.Join(c.StringSlice("rest"), ",") }

// inviterSeat parses --seat; 0 means that the seats are tossed for.
func inviterSeat(text string, g *engine.Game, set engine.Options) (int, error) {
	switch {
	case isToss(text) || text == "" && g.Seats(set) == 2:
		return 0, nil
	case text == "":
		return 1, nil
	}
	n := engine.SeatNamed(text)
	if strings.HasSuffix(g.Name, "shogi") { // elsewhere white may be first
		n = max(n, 1+slices.Index([]string{"black", "white"}, strings.ToLower(text)))
	}
	if n < 1 || n > g.Seats(set) {
		return 0, usage("usage.seat-toss", "text", text, "last", g.Seats(set))
	}
	return n, nil
}

// isToss reports whether the value of --seat asks for a toss.
func isToss(text string) bool {
	word := i18n.T("word.toss")
	return text == word.En || text == word.Ja
}

// announce prints where the record of a new match is and its status, and sends
// the match, after another one if there is one.
func announce(c *cli.Context, d *home.Desk, carrier *courier.Courier, m home.Copy, before ...home.Copy) (err error) {
	begun := i18n.In(language(c.App), "list.line", "match", m.File, "state", m.Match.Status())
	if err := give(c, describeMatch(d, m, false), begun); err != nil {
		return err
	}
	for _, one := range append(before, m) {
		err = errors.Join(err, send(c, carrier, one))
	}
	return err
}

// rematch invites the players of a finished match to another one.
func rematch(c *cli.Context) error {
	if err := conflict(c, "usage.rematch", "set", "seat", "time", "rest", "umpire", "observer", "delay", "engines"); err != nil {
		return err
	}
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	file, err := d.LastOver(c.Args().First())
	if err != nil {
		return err
	}
	over, err := d.Open(file)
	if err != nil {
		return err
	}
	i, err := d.Rematch(over)
	if err != nil {
		return err
	}
	i.Message = c.String("message")
	return sendInvitation(c, d, carrier, i)
}

func acceptCommand() *cli.Command {
	return &cli.Command{
		Name: "accept", ArgsUsage: "[MATCH]",
		UsageText: "hikyaku accept 7c1f29ab\nhikyaku accept match.kif",
		Flags: []cli.Flag{
			messageFlag(), boolFlag("new-key"), textFlag("substitute"), boolFlag("board"), boolFlag("flip"), colourFlag(), boolFlag("json"),
		},
		Action: accept,
	}
}

// accept accepts an invitation, or agrees to what the other players of a match
// ask for. Either answer is sent at once.
func accept(c *cli.Context) error {
	d := deskOf(c)
	name, consent := c.Args().First(), home.Consent{Substitute: c.String("substitute"), NewKey: c.Bool("new-key")}
	asking, err := d.Asking(name, consent)
	switch {
	case err != nil:
		return err
	case asking.File == "":
		return answerInvitation(c, func(d *home.Desk) (home.Copy, error) {
			m, err := d.Accept(name, c.String("message"), c.Bool("new-key"))
			if err != nil {
				return m, err
			}
			warnings, err := d.Warnings(m.Match.Contacts(d.Me.Address), m.Short(), true)
			for _, w := range warnings {
				warn(c, w)
			}
			return m, err
		})
	case c.IsSet("message"):
		return usage("usage.accept-message")
	}
	return changeRecord(c, asking, func(*config, home.Copy) bool { return true }, func(d *home.Desk, m home.Copy, post bool) (home.Copy, error) {
		return d.Do(m, consent.Step(), post)
	})
}

func declineCommand() *cli.Command {
	return &cli.Command{
		Name: "decline", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku decline 7c1f29ab
hikyaku decline 7c1f29ab --seat 1 --time 7d --message '${slower}'`,
		Flags: append(invitationFlags(), boolFlag("send")),
		Action: func(c *cli.Context) error {
			if slices.ContainsFunc([]string{"set", "seat", "time", "rest"}, c.IsSet) {
				return counter(c)
			}
			return answerInvitation(c, func(d *home.Desk) (home.Copy, error) {
				return d.Decline(c.Args().First(), c.String("message"))
			})
		},
	}
}

// answerInvitation answers an invitation and sends the answer.
func answerInvitation(c *cli.Context, answer func(d *home.Desk) (home.Copy, error)) error {
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	m, err := answer(d)
	if err != nil {
		return err
	}
	return announce(c, d, carrier, m)
}

// counter declines an invitation and proposes a different match instead.
func counter(c *cli.Context) error {
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	set, err := settings(c.StringSlice("set"))
	if err != nil {
		return err
	}
	i := home.Invitation{Options: set, PerMove: c.String("time"), Rest: restDays(c), Message: c.String("message")}
	if seat := c.String("seat"); seat != "" && !isToss(seat) {
		if i.Seat = engine.SeatNamed(seat); i.Seat == 0 {
			return usage("usage.seat-number", "text", seat)
		}
	}
	old, m, err := d.Counter(c.Args().First(), i)
	if err != nil {
		return err
	}
	return announce(c, d, carrier, m, old)
}
