// Package archive exports a club to a folder that hikyaku reads, creates a club from such a folder, and verifies what a club publishes.
//
// The folder holds each match as its file, byte for byte, next to the other versions of matches in conflict. Its folder "club" holds
// what isn't in any record, as one sorted file of JSON Lines for each table, so the same club gives the same bytes from either
// database.
//
// Verify recomputes who won, what each match counted for and every rating from the signed records of the matches alone.
package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/kif"
)

// Folder is the folder for the rows of a club within an exported folder.
const Folder = "club"

// table describes the columns of a database table that don't follow from the records.
type table struct {
	name    string
	texts   string // its columns, by what they hold
	numbers string
	bytes   string
	where   string                            // which rows, "" for all
	task    string                            // the job to add for each row; "" for none
	check   func(values map[string]any) error // if not nil, validates a row read from an export
}

// matches has the columns of matches that don't follow from their records.
var matches = table{name: "match", texts: "file event ladder", numbers: "changed rest made rated round strict late"}

// letters and due are the messages waiting to be read and sent.
var (
	letters = table{name: "letter", texts: "key sender", numbers: "arrived", bytes: "raw", where: " where read = 0", task: game.LetterTask}
	due     = table{name: "out", texts: "id file head name reader state why", numbers: "events made due tries sent", bytes: "whole", where: " where state = 'due'", task: game.SendTask}
)

// others are the tables exported in full.
var others = []table{
	{name: "member", texts: "address name handle lang away digest lost", numbers: "program joined told gone barred words unreachable"},
	{name: "alias", texts: "address alias"},
	{name: "leaf", texts: "key salt text hash", numbers: "number made"},
	{name: "root", texts: "root sign signer", numbers: "size made"},
	{name: "asked", texts: "id address text", numbers: "at"},
	{name: "seek", texts: "address game options control against ladder letter state", numbers: "id players rated engines made until strict"},
	{name: "taker", texts: "address letter", numbers: "seek at"},
	{name: "event", texts: "name data state pauses", numbers: "made begun ended warned cancelled paused", check: func(row map[string]any) error {
		return json.Unmarshal([]byte(*row["data"].(*string)), &events.Definition{})
	}},
	{name: "entrant", texts: "event address letter byes", numbers: "number at gone rating", check: checkLetter},
	{name: "pairing", texts: "event players file was result", numbers: "round board at known decided"},
	{name: "decision", texts: "id who what event file member value why", numbers: "at"},
	{name: "step", texts: "ladder data", numbers: "id at", check: checkStep},
	{name: "memory", texts: "name", bytes: "data"},
	{name: "forget", texts: "file address alias"},
	{name: "evidence", texts: "mail file keys", bytes: "letter", task: game.EvidenceTask, check: func(row map[string]any) error {
		_, _, err := game.Unpack(*row["letter"].(*[]byte), *row["keys"].(*string))
		return err
	}},
}

// tables lists all tables of an exported folder, in the order in which they are read.
var tables = append([]table{matches, letters, due}, others...)

// file returns the name of the file of a table.
func (t table) file() string { return Folder + "/" + t.name + ".jsonl" }

// columns returns the names of the columns, in the order of their values in a row.
func (t table) columns() []string {
	return strings.Fields(t.texts + " " + t.numbers + " " + t.bytes)
}

// places returns variables for the values of a row.
func (t table) places() (list []any) {
	for range strings.Fields(t.texts) {
		list = append(list, new(string))
	}
	for range strings.Fields(t.numbers) {
		list = append(list, new(int64))
	}
	for range strings.Fields(t.bytes) {
		list = append(list, new([]byte))
	}
	return list
}

// lines returns those rows of a table for which keep returns true, as sorted lines.
func (t table) lines(tx db.Tx, keep func(table, []any) (bool, error)) ([]byte, error) {
	columns := t.columns()
	rows, err := db.All(tx, `select `+strings.Join(columns, ", ")+` from `+t.name+t.where, nil, func(r db.Rows) ([]any, error) {
		places := t.places()
		return places, r.Scan(places...)
	})
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, places := range rows {
		kept, err := keep(t, places)
		if err != nil {
			return nil, err
		}
		if !kept {
			continue
		}
		lines = append(lines, line(columns, places))
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "")), nil
}

// line encodes a row as a JSON object on one line, with its columns in order.
func line(columns []string, values []any) string {
	var b bytes.Buffer
	for i, column := range columns {
		value, _ := json.Marshal(values[i]) // a string, a number or bytes
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], column, value)
	}
	b.WriteString("}\n")
	return b.String()
}

// row decodes a line into the values of a row. The line must have exactly the columns of the table.
func (t table) row(line []byte) ([]any, error) {
	var found map[string]json.RawMessage
	if err := json.Unmarshal(line, &found); err != nil {
		return nil, err
	}
	columns, places := t.columns(), t.places()
	read := map[string]any{}
	for i, column := range columns {
		value, ok := found[column]
		if !ok {
			return nil, fmt.Errorf("%q is missing", column)
		}
		if err := json.Unmarshal(value, places[i]); err != nil {
			return nil, err
		}
		delete(found, column)
		read[column] = places[i]
	}
	for column := range found {
		return nil, fmt.Errorf("%q is unknown", column)
	}
	if t.check == nil {
		return places, nil
	}
	return places, t.check(read)
}

func checkLetter(row map[string]any) error {
	text := *row["letter"].(*string)
	if text == "" {
		return nil
	}
	_, err := kif.ParseHash(text)
	return err
}

func checkStep(row map[string]any) error {
	var step struct {
		standings.Step
		Letter string `json:"letter"`
	}
	if err := json.Unmarshal([]byte(*row["data"].(*string)), &step); err != nil {
		return err
	}
	return checkLetter(map[string]any{"letter": &step.Letter})
}
