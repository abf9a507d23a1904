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

// longest is the number of events up to which a match of two can be played on.
const longest = 9800

// lengthen writes a record of so many events for both players, who go to and fro, talk and offer draws as much as the law lets
// them. It signs the entries itself, without judging the record anew for each.
func (tb *table) lengthen(events int) {
	tb.Helper()
	m := tb.open(tb.players[0])
	head, begun, plies := m.Head, len(m.Record.Events), 0
	masters := []fair.Master{masterOf(tb, tb.players[0]), masterOf(tb, tb.players[1])}
	records := []*kif.Record{m.Record.Copy(), tb.open(tb.players[1]).Record.Copy()}
	for n := begun; n < events; n++ {
		party, e := 1+plies%2, kif.Plain(nil)
		switch n % 10 {
		case 2, 7:
			party = 1 + n%10/5
			e.Step, e.Party, e.Comment = kif.Say{}, party, []string{"それはどうかな。", "We shall see."}[party-1]
		case 5:
			party = 2 - plies%2 // out of turn
			e.Step, e.Party = kif.DrawOffer{}, party
		default:
			e.Step = kif.Move([]string{"e2", "e8", "e1", "e9"}[plies%4])
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

// BenchmarkPollOfLongMatch measures a process that polls once, in which one move arrives for a record of so many events. It is
// a process of its own each time, since what is judged once is remembered.
func BenchmarkPollOfLongMatch(b *testing.B) {
	for _, events := range []int{longest / 4, longest / 2, longest} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			tb := timed(b, "quoridor", "3d")
			tb.lengthen(events)
			mover, reader := tb.players[0], tb.players[1]
			if tb.open(mover).Turn == 1 {
				mover, reader = reader, mover
			}
			letter, err := tb.open(mover).Record.Public()
			tb.must(err)
			before := tb.open(reader).Cut(events - 1).Record.Bytes()
			home := filepath.Dir(reader.Secret)
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
				poll.Env = append(os.Environ(), pollsOnce+"="+home, "FOLDER="+reader.Folder, "ADDRESS="+reader.Me.Address, "NOW="+tb.now.Format(time.RFC3339))
				poll.Stderr = os.Stderr
				b.StartTimer()
				tb.must(poll.Run())
				cpu += poll.ProcessState.UserTime() + poll.ProcessState.SystemTime()
			}
			b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// pollsOnce is the variable of the environment by which TestMain polls the home of a player instead of running tests.
const pollsOnce = "HIKYAKU_POLLS_ONCE"

// pollOnce takes the one letter of a player, as BenchmarkPollOfLongMatch leaves it.
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
		Games: all.Games, System: storetest.Machine{OS: atomicfile.OS{}, Time: &now}, Me: me, Folder: os.Getenv("FOLDER"), Secret: filepath.Join(dir, "secret"),
		Known: filepath.Join(dir, "known"), Cache: filepath.Join(dir, "cache.json"), Heads: filepath.Join(dir, "heads"),
	}
	c := courier.Courier{
		Shelf: home.Shelf{Desk: d}, Box: &box{&post{boxes: map[string][][]byte{me.Address: {raw}}}, me.Address}, Lang: "en",
		Memory: home.Memory{System: d.System, File: filepath.Join(dir, "state.json")},
	}
	reports, _, err := c.Poll(context.Background())
	if err == nil && (len(reports) != 1 || reports[0].Verdict != courier.Taken) {
		err = fmt.Errorf("reports %+v", reports)
	}
	return err
}
