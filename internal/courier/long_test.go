package courier_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match/fair"
)

// longest is the number of events up to which a match of two can be continued.
const longest = 9800

// lengthen writes a record with a number of events for both players, who move back and forth and, if talk is set, send as many messages and
// draw offers as the rules allow. It signs the entries itself, without judging the record for each.
func (tb *table) lengthen(events int, talk bool) {
	tb.Helper()
	m := tb.open(tb.players[0])
	head, begun, plies := m.Head, len(m.Record.Events), 0
	masters := []fair.Master{masterOf(tb, tb.players[0]), masterOf(tb, tb.players[1])}
	records := []*kif.Record{m.Record.Copy(), tb.open(tb.players[1]).Record.Copy()}
	for n := begun; n < events; n++ {
		party, e := 1+plies%2, kif.Plain(nil)
		switch {
		case talk && n%5 == 2:
			party = 1 + n%10/5
			e.Step, e.Party, e.Comment = kif.Say{}, party, []string{"それはどうかな。", "We shall see."}[party-1]
		case talk && n%10 == 5:
			party = 2 - plies%2 // out of turn
			e.Step, e.Party = kif.DrawOffer{}, party
		default:
			e.Step = toAndFro(plies)
			plies++
		}
		tb.wait(time.Minute)
		e.At = *tb.now
		entry := kif.Entry{Match: m.ID, Number: len(m.Entries) + n - begun + 1, Previous: head, Party: party, Event: e}
		head = entry.Hash()
		e.Sign = kif.Signature(masters[party-1].Sign(entry.Bytes()))
		for i, r := range records {
			own := e
			if own.Posted = i+1 == party; !own.Posted {
				own.Came = e.At.Add(30 * time.Second)
			}
			tb.must(r.Add(own))
		}
	}
	for i, p := range tb.players {
		tb.must(os.WriteFile(p.file, records[i].Bytes(), 0o644))
	}
}

// BenchmarkPollOfLongMatch measures a process that polls once and receives one move for a record of a number of events. It starts
// a process each time, because a process remembers what it has judged.
func BenchmarkPollOfLongMatch(b *testing.B) {
	for _, events := range []int{77, 300, 1_000, 3_000, longest} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			tb := timed(b, "quoridor", "3d")
			tb.lengthen(events, true)
			mover, reader := tb.players[0], tb.players[1]
			if tb.open(mover).Turn == 1 {
				mover, reader = reader, mover
			}
			letter, err := tb.open(mover).Record.Shared()
			tb.must(err)
			before := tb.open(reader).Cut(events - 1).Record.Bytes()
			home := filepath.Dir(reader.Secret)
			tb.must(os.WriteFile(reader.file, before, 0o644))
			_, err = reader.Desk.Open(reader.file) // as every command does after writing it
			tb.must(err)
			tb.boxes[reader.Me.Address] = nil
			tb.forge(reader, mover.Me.Address, letter.Bytes())
			tb.must(os.WriteFile(filepath.Join(home, "letter"), tb.boxes[reader.Me.Address][0], 0o600))
			var cpu time.Duration
			for b.Loop() {
				b.StopTimer()
				tb.must(os.RemoveAll(reader.Heads))
				tb.must(os.RemoveAll(filepath.Join(home, "state.json")))
				tb.must(os.WriteFile(reader.file, before, 0o644))
				poll := exec.Command(os.Args[0])
				poll.Env = append(os.Environ(), pollsOnce+"="+home, "FOLDER="+reader.Dir, "ADDRESS="+reader.Me.Address, "NOW="+tb.now.Format(time.RFC3339))
				poll.Stderr = os.Stderr
				b.StartTimer()
				tb.must(poll.Run())
				cpu += poll.ProcessState.UserTime() + poll.ProcessState.SystemTime()
			}
			b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// toAndFro returns a move of two players who move back and forth.
func toAndFro(ply int) kif.Move { return kif.Move([]string{"e2", "e8", "e1", "e9"}[ply%4]) }

// BenchmarkLongRecord measures a process that reads and judges one record, as check does: of so many plies on one machine, of
// signed plies by mail, and of signed events among which people also talk.
func BenchmarkLongRecord(b *testing.B) {
	for _, kind := range []string{"unsigned", "signed", "talk"} {
		for _, events := range []int{77, 300, 1_000, 3_000, longest} {
			b.Run(fmt.Sprintf("%s/%d", kind, events), func(b *testing.B) {
				tb := timed(b, "quoridor", "3d")
				file := tb.players[0].file
				if kind == "unsigned" {
					c, err := tb.players[0].Begin(home.Setup{Game: all.Game("quoridor")})
					tb.must(err)
					r := c.Record.Copy()
					for ply := range events {
						e := kif.Plain(toAndFro(ply))
						e.At = tb.now.Add(time.Duration(ply) * time.Minute)
						tb.must(r.Add(e))
					}
					file = c.File
					tb.must(os.WriteFile(file, r.Bytes(), 0o644))
				} else {
					tb.lengthen(events, kind == "talk")
				}
				var cpu time.Duration
				for b.Loop() {
					read := exec.Command(os.Args[0])
					read.Env = append(os.Environ(), readsOnce+"="+file)
					read.Stderr = os.Stderr
					tb.must(read.Run())
					cpu += read.ProcessState.UserTime() + read.ProcessState.SystemTime()
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// readsOnce is the variable of the environment by which TestMain reads a record instead of running tests.
const readsOnce = "HIKYAKU_READS_ONCE"

// readOnce reads and judges the record in a file.
func readOnce(file string) error {
	_, err := (&home.Folder{Games: all.Games, System: atomicfile.OS{}}).Open(file)
	return err
}

// pollsOnce is the variable of the environment by which TestMain polls the home of a player instead of running tests.
const pollsOnce = "HIKYAKU_POLLS_ONCE"

// pollOnce receives the only message of a player, as BenchmarkPollOfLongMatch has prepared it.
func pollOnce(dir string) error {
	now, err := time.Parse(time.RFC3339, os.Getenv("NOW"))
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(filepath.Join(dir, "letter"))
	if err != nil {
		return err
	}
	me := kif.Seat{Name: "Reader", Address: os.Getenv("ADDRESS")}
	d := &home.Desk{
		Folder: home.Folder{Games: all.Games, System: storetest.Machine{OS: atomicfile.OS{}, Time: &now}, Me: me, Dir: os.Getenv("FOLDER"), Cache: filepath.Join(dir, "cache.json"), Heads: filepath.Join(dir, "heads"), Verified: filepath.Join(dir, "verified")},
		Secret: filepath.Join(dir, "secret"), Known: filepath.Join(dir, "known"),
	}
	c := courier.Courier{
		Shelf: d, Box: &box{&post{boxes: map[string][][]byte{me.Address: {raw}}}, me.Address}, Lang: "en",
		Memory: home.Memory{System: d.System, File: filepath.Join(dir, "state.json")},
	}
	reports, _, err := c.Poll(context.Background())
	if err == nil && (len(reports) != 1 || reports[0].Verdict != courier.Taken) {
		err = fmt.Errorf("reports %+v", reports)
	}
	return err
}
