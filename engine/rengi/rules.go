package rengi

import (
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move here: {want}",
		Ja: "{move}はここでは手として読めません。{want}"}}
	listWrongCount = &engine.Rule{ID: "list.wrong-count", Text: i18n.Text{
		En: "{seat} puts {want} into the list now, and {move} puts {given}",
		Ja: "今{seat}がリストに置く石は{want}ですが、{move}では{given}になります"}}
	listCellTaken = &engine.Rule{ID: "list.cell-taken", Text: i18n.Text{
		En: "{colour} cannot be put into {cell} of the list: {other} lies there",
		Ja: "リストの{cell}にはすでに{other}があるので、{colour}は置けません"}}
	listColourUsedUp = &engine.Rule{ID: "list.colour-used-up", Text: i18n.Text{
		En: "{colour} for {cell}: all six stones of that colour are in the list",
		Ja: "{cell}に{colour}は置けません。この色の石は6個ともリストに入っています"}}
	passNotAllowed = &engine.Rule{ID: "pass.not-allowed", Text: i18n.Text{
		En: "{seat} may pass only while a chain of {other} runs, and none does",
		Ja: "{seat}がパスできるのは{other}の連鎖中だけですが、今は連鎖していません"}}
	placeSingleExpected = &engine.Rule{ID: "place.single-expected", Text: i18n.Text{
		En: "the first stone of {seat} comes alone, so {move} with two stones cannot be placed",
		Ja: "{seat}の初手は1個だけなので、2個の{move}は置けません"}}
	placePairExpected = &engine.Rule{ID: "place.pair-expected", Text: i18n.Text{
		En: "{seat} has two stones to place, and {move} is one",
		Ja: "{seat}は2個の石を置かなければなりません。{move}は1個だけです"}}
	placeColumns = &engine.Rule{ID: "place.columns", Text: i18n.Text{
		En: "{move} goes to {columns}: {why}",
		Ja: "{move}は{columns}に置く手ですが、{why}"}}
	placeNotThisTsumo = &engine.Rule{ID: "place.not-this-tsumo", Text: i18n.Text{
		En: "the tsumo of {seat} is {tsumo}, and {move} places {colours}",
		Ja: "{seat}のツモは{tsumo}ですが、{move}は{colours}を置いています"}}
	placeNoRoom = &engine.Rule{ID: "place.no-room", Text: i18n.Text{
		En: "{move} has no room on the field of {seat}: {why}",
		Ja: "{move}を置く場所が{seat}のフィールドにありません。{why}"}}
	capNotAsked = &engine.Rule{ID: "cap.not-asked", Text: i18n.Text{
		En: "/{rows} after {move} limits the rows that fall, which can't be chosen now: {why}",
		Ja: "{move}の/{rows}は落ちる段数の指定ですが、ここでは指定できません。{why}"}}
	capOutOfRange = &engine.Rule{ID: "cap.out-of-range", Text: i18n.Text{
		En: "{move} cannot have /{rows}: from {low} to {most} rows may fall",
		Ja: "{move}に/{rows}は付けられません。落とせるのは{low}段から{most}段までです"}}

	endToppedOut = &engine.Rule{ID: "end.topped-out", Text: i18n.Text{
		En: "row 12 of column 3 is filled when the field is at rest, so its player loses",
		Ja: "フィールドが落ち着いたとき左から3列目の12段目が埋まっていて、その側の負け"}}
)

var rules = []*engine.Rule{moveMalformed, listWrongCount, listCellTaken, listColourUsedUp, passNotAllowed,
	placeSingleExpected, placePairExpected, placeColumns, placeNotThisTsumo, placeNoRoom, capNotAsked,
	capOutOfRange, endToppedOut}

// check returns the rejection by the first rule that m breaks; nil if it breaks none.
func (p *position) check(m move) *engine.Rejection {
	want := 0
	if p.wait == drafting {
		want = p.draftSize()
	}
	switch {
	case len(m.entries) != want:
		return listWrongCount.Reject(p.mover(), engine.Word("move", m.String()), stonesArg("want", want), stonesArg("given", len(m.entries)))
	case m.kind == drafts:
		board := p.list
		for _, e := range m.entries {
			if c := board[e.cell]; c != 0 {
				return listCellTaken.Reject(engine.Word("cell", cellNames()[e.cell]), engine.Word("colour", e.colour.String()),
					engine.Word("other", kind(c-1).String()))
			}
			board[e.cell] = uint8(e.colour + 1)
		}
		board = p.list
		for _, e := range m.entries {
			if board.piles()[e.colour] == 0 {
				return listColourUsedUp.Reject(engine.Word("cell", cellNames()[e.cell]), engine.Word("colour", e.colour.String()))
			}
			board[e.cell] = uint8(e.colour + 1)
		}
		return nil
	case m.kind == places:
		return p.checkPlacement(m.placement)
	case !p.theirs().chaining:
		return passNotAllowed.Reject(p.mover(), seatArg("other", 1-p.turn))
	}
	return nil
}

var (
	columnsOutside = i18n.Text{En: "columns go from 1 to 6", Ja: "列は1から6までです"}
	columnsApart   = i18n.Text{En: "two stones go to one column or to neighbours", Ja: "2個の石は同じ列か隣り合う列にしか置けません"}
)

func (p *position) checkPlacement(m placement) *engine.Rejection {
	bare := m
	bare.rows = unsaid
	move := engine.Word("move", bare.String())
	why := func(t i18n.Text) engine.Arg { return engine.Arg{Name: "why", Value: t} }
	first, last := m.columns[0], m.columns[stoneCount(m.two)-1]
	switch {
	case p.single && m.two:
		return placeSingleExpected.Reject(p.mover(), move)
	case !p.single && !m.two:
		return placePairExpected.Reject(p.mover(), move)
	case first < 0 || last >= columns:
		return placeColumns.Reject(move, columnsArg(m), why(columnsOutside))
	case last > first+1:
		return placeColumns.Reject(move, columnsArg(m), why(columnsApart))
	}
	if tsumo, known := p.current(); known && m.colours != tsumo && !(m.two && m.colours == pair{tsumo[1], tsumo[0]}) {
		return placeNotThisTsumo.Reject(p.mover(), move, engine.Word("tsumo", tsumo.text(m.two)), engine.Word("colours", pair(m.colours).text(m.two)))
	}
	if h := p.mine().field.heights(); !p.hasRoom(&h, m.columns, m.two) {
		return placeNoRoom.Reject(p.mover(), move, why(p.fullText(&h, m)))
	}
	rows := numberArg("rows", int(m.rows))
	if m.rows != unsaid && !p.asksRows() {
		if p.rules.cap == 0 {
			return capNotAsked.Reject(move, rows, why(i18n.Text{En: "no more than 3 rows are announced", Ja: "予告は3段以下です"}))
		}
		n := strconv.Itoa(int(p.rules.cap))
		return capNotAsked.Reject(move, rows, why(i18n.Text{En: "the limit is " + n + " rows in this match", Ja: "この対局の上限は" + n + "段に決まっています"}))
	}
	if low, most := p.rowsAsked(); m.rows < low || m.rows > most {
		return capOutOfRange.Reject(move, rows, numberArg("low", int(low)), numberArg("most", int(most)))
	}
	return nil
}

var (
	wantPlacement = i18n.Text{
		En: "write two columns and two colours such as 23BC, lower stone first in one column as in 33CB, or pass",
		Ja: "23BCのように列二つと色二つを、同じ列なら33CBのように下の石から書くか、passと書いてください"}
	wantSingle = i18n.Text{En: "write a column and a colour such as 3A", Ja: "3Aのように列と色を書いてください"}
	wantDraft  = i18n.Text{
		En: "write cells of the list and colours such as 5L:B or 6U:A,12U:C",
		Ja: "5L:Bや6U:A,12U:Cのようにリストのマスと色を書いてください"}
	wantRows = i18n.Text{
		En: "write how many rows may fall after the move, as in 23BC/5",
		Ja: "23BC/5のように、落ちる段数を後ろに書いてください"}
)

// malformed returns the rejection of a text that cannot be read, with the notation of a possible move.
func (p *position) malformed(text string) *engine.Rejection {
	want := wantPlacement
	switch {
	case p.wait == drafting:
		want = wantDraft
	case p.single:
		want = wantSingle
	case p.asksRows():
		want = wantRows
	}
	return moveMalformed.Reject(engine.Quote("move", text), engine.Arg{Name: "want", Value: want})
}

// fullText returns why there is no room: the columns are full, or a full column is in the way.
func (p *position) fullText(h *[columns]int, m placement) i18n.Text {
	full := []string{}
	for i, c := range m.columns[:stoneCount(m.two)] {
		if p.rules.wall {
			if at := p.firstFull(h, c); at >= 0 && at != int(c) {
				n := strconv.Itoa(at + 1)
				return i18n.Text{En: "column " + n + " is full and cannot be crossed", Ja: n + "列目が満杯で、その先へは届きません"}
			}
		}
		if h[c] == fieldRows && (i == 0 || c != m.columns[0]) {
			full = append(full, strconv.Itoa(int(c)+1))
		}
	}
	if len(full) == 1 {
		return i18n.Text{En: "column " + full[0] + " is full", Ja: full[0] + "列目が満杯です"}
	}
	return i18n.Text{En: "columns " + strings.Join(full, " and ") + " are full", Ja: strings.Join(full, "列目と") + "列目が満杯です"}
}
