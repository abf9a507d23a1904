package courier

import (
	"fmt"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/match"
)

// invitationText says what one is invited to: the game, where its settings are not the usual ones, the seats, the time, the
// key of who invites.
func invitationText(m *match.Match) engine.Text {
	who := m.Roster.Name(1)
	text := engine.Text{
		En: fmt.Sprintf("%s invites you to a game of %s by mail.", who, m.Game.Title.En),
		Ja: fmt.Sprintf("%sさんから、メールで指す%sの対局への招待です。", who, m.Game.Title.Ja),
	}
	if m.Roster.Umpire() != 0 {
		text.En = fmt.Sprintf("%s invites you, as umpire, to a game of %s by mail between %s.", who, m.Game.Title.En, strings.Join(playerNames(m), " and "))
		text.Ja = fmt.Sprintf("%sさんから、メールで指す%sの対局への招待です。審判は%[1]sさん、対局者は%[3]s。", who, m.Game.Title.Ja, strings.Join(playerNames(m), "、"))
	}
	for _, more := range []engine.Text{unusual(m), whoBegins(m), thinkingTime(m), restText(m.Clock.Control().Rest)} {
		if more.En != "" {
			text.En, text.Ja = text.En+" "+more.En, text.Ja+more.Ja
		}
	}
	text.En += "\n\nIt costs nothing, and you can stop at any time. If you do not answer, nothing happens. Key of " + who + ": " + m.Keys.Fingerprint(1)
	text.Ja += "\n\n費用はかからず、いつでもやめられます。返信がなければ、何も起こりません。" + who + "さんの鍵：" + m.Keys.Fingerprint(1)
	return text
}

// unusual names the settings that are not the usual ones.
func unusual(m *match.Match) engine.Text {
	other := engine.Options{}
	for _, option := range m.Game.Options {
		if value := m.Options[option.Key]; value != option.Default {
			other[option.Key] = value
		}
	}
	list := m.Game.OptionText(other)
	if list == "" {
		return engine.Text{}
	}
	return engine.Text{En: "Settings: " + list + ".", Ja: "設定：" + list + "。"}
}

// whoBegins says who plays which seat.
func whoBegins(m *match.Match) engine.Text {
	if m.Roster.PartyOf(1) == 0 {
		return engine.Text{En: "Dice that neither side can bias decide who begins.", Ja: "先後は、どちらも操作できないサイコロで決まります。"}
	}
	first := m.Roster.Name(m.Roster.PartyOf(1))
	return engine.Text{En: first + " begins.", Ja: first + "さんが先番です。"}
}

// thinkingTime says how long the players may think.
func thinkingTime(m *match.Match) engine.Text {
	switch c := m.Clock.Control(); {
	case c.Bank > 0:
		return engine.Text{
			En: fmt.Sprintf("Time to think: %s for the whole game, and %s more after each move.", span(c.Bank).En, span(c.Added).En),
			Ja: fmt.Sprintf("持ち時間は全体で%s、一手ごとに%sが加わります。", span(c.Bank).Ja, span(c.Added).Ja),
		}
	case c.PerTurn > 0:
		return engine.Text{
			En: fmt.Sprintf("Time to think: %s for each move.", span(c.PerTurn).En),
			Ja: fmt.Sprintf("持ち時間は一手につき%sです。", span(c.PerTurn).Ja),
		}
	}
	return engine.Text{}
}

// restText says on which days no clock runs.
func restText(r match.Rest) engine.Text {
	var en, ja []string
	for n := range r.Weekdays {
		if d := time.Weekday(n+1) % 7; r.Weekdays[d] { // from Monday on
			en, ja = append(en, d.String()+"s"), append(ja, weekdayJa(d)+"曜日")
		}
	}
	for _, dates := range r.Dates {
		first, last, _ := strings.Cut(dates.Days(), "..")
		if first == last {
			en, ja = append(en, first), append(ja, first)
		} else {
			en, ja = append(en, first+" to "+last), append(ja, first+"から"+last+"まで")
		}
	}
	if len(en) == 0 {
		return engine.Text{}
	}
	zone := time.Date(2000, 1, 1, 0, 0, 0, 0, time.FixedZone("", int(r.East.Seconds()))).Format("-07:00")
	return engine.Text{
		En: fmt.Sprintf("No clock runs on %s (days of the zone UTC%s).", strings.Join(en, ", "), zone),
		Ja: fmt.Sprintf("%sは時計が止まります（UTC%sの日付）。", strings.Join(ja, "、"), zone),
	}
}

// span is a length of time in days, hours or minutes.
func span(d time.Duration) engine.Text {
	for _, unit := range []struct {
		length time.Duration
		name   engine.Text
	}{{24 * time.Hour, engine.Text{En: "day", Ja: "日"}}, {time.Hour, engine.Text{En: "hour", Ja: "時間"}}, {time.Minute, engine.Text{En: "minute", Ja: "分"}}} {
		if n := int(d / unit.length); n > 0 && d%unit.length == 0 {
			text := engine.Text{En: fmt.Sprintf("%d %ss", n, unit.name.En), Ja: fmt.Sprintf("%d%s", n, unit.name.Ja)}
			if n == 1 {
				text.En = "1 " + unit.name.En
			}
			return text
		}
	}
	return engine.Same(d.String())
}
