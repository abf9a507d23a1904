package watch

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

func TestLog(t *testing.T) {
	var b bytes.Buffer
	log := Log(&b)
	log.With("of", "anna@example.org").Error("refused by <bert@example.org>", "why", errors.New("no user anna+hk1@example.org here"), "n", 2)
	for _, name := range []string{"anna", "bert"} {
		if strings.Contains(b.String(), name) {
			t.Errorf("the log names %s: %s", name, b.String())
		}
	}
	for _, part := range []string{`"level":"ERROR"`, `"msg":"refused by <[address]>"`, `"why":"no user [address] here"`, `"of":"[address]"`, `"n":2`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("the log lacks %s: %s", part, b.String())
		}
	}
	if !log.Enabled(t.Context(), slog.LevelInfo) {
		t.Error("nothing is told of what goes well")
	}
}

func TestWatch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b, late := open(db.Options{}), time.Duration(0)
		w := New(b, func() time.Time { return time.Now().Add(late) })
		asks := func(path string) (int, string) {
			t.Helper()
			got := httptest.NewRecorder()
			w.Handler().ServeHTTP(got, httptest.NewRequest("GET", path, nil))
			return got.Code, got.Body.String()
		}
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			tx.Add(db.Job{Task: "site", Key: "a", At: time.Now().Add(10 * time.Minute)})
			return nil
		}))
		late = time.Hour
		if code, text := asks("/readyz"); code != 200 {
			t.Errorf("a job for later holds nothing up: %d %s", code, text)
		}
		late = 0
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			tx.Add(db.Job{Task: "letter", Key: "a"})
			return nil
		}))
		w.Read("move", 3*time.Second)
		w.Sent("sent", 4*time.Second)
		w.Sent("refused", time.Minute)
		w.Changed(true, false)
		w.Changed(false, false)
		w.Changed(false, true)
		_, text := asks("/metrics")
		for _, line := range []string{
			`hikyaku_club_letters_read_total{outcome="move"} 1`, `hikyaku_club_letters_sent_total{outcome="refused"} 1`, `hikyaku_club_letters_sent_total{outcome="sent"} 1`,
			`hikyaku_club_hand_over_seconds_bucket{le="5"} 1`, `hikyaku_club_hand_over_seconds_count 2`, `hikyaku_club_read_seconds_sum 3`,
			`hikyaku_club_jobs{state="available",task="letter"} 1`, `hikyaku_club_matches_total{what="begun"} 1`, `hikyaku_club_matches_total{what="continued"} 1`, `hikyaku_club_matches_total{what="ended"} 1`, `hikyaku_club_oldest_job_seconds `,
			"\nprocess_resident_memory_bytes ", "\ngo_memstats_heap_inuse_bytes ",
		} {
			if !strings.Contains(text, line) {
				t.Errorf("the numbers lack %s", line)
			}
		}
		if code, text := asks("/readyz"); code != 200 || text != "ok\n" {
			t.Errorf("ready: %d %s", code, text)
		}
		late = time.Hour
		if code, text := asks("/readyz"); code != 503 || !strings.Contains(text, "is stuck: a job has been waiting for 1 hour") {
			t.Errorf("the queue stands still: %d %s", code, text)
		}
		late = 0
		b.Close()
		if code, text := asks("/readyz"); code != 503 || !strings.Contains(text, "the database doesn't answer") {
			t.Errorf("without a database: %d %s", code, text)
		}
		if code, text := asks("/metrics"); code != 500 || strings.Contains(text, "hikyaku_club_jobs{") {
			t.Errorf("numbers without a database: %d %s", code, text)
		}
		if code, text := asks("/healthz"); code != 200 || text != "ok\n" {
			t.Errorf("the process runs, and says %d %s", code, text)
		}
	})
}
