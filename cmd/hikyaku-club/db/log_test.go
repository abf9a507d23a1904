package db

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// TestQueueLog checks that errors of the queue are logged, but neither its steps nor that it is being stopped, and failures of jobs.
func TestQueueLog(t *testing.T) {
	var b bytes.Buffer
	own := slog.NewTextHandler(&b, nil)
	queue, job := slog.New(onlyErrors{own}), &rivertype.JobRow{Queue: "send", Attempt: 2}
	queue.Warn("a step")
	queue.Error("an end", "why", context.Canceled, "n", 1)
	queue.Error("an error", "why", "disk", "n", 1)
	failures{slog.New(own)}.HandleError(t.Context(), job, errors.New("no server"))
	failures{slog.New(own)}.HandlePanic(t.Context(), job, "nil map", "line 7")
	lines := strings.Split(b.String(), "\n")
	for i, want := range []string{`level=ERROR msg="an error" why=disk n=1`, `level=WARN msg="a job failed and is tried again" task=send attempt=2 why="no server"`, `level=ERROR msg="a job failed by a mistake of the program" task=send attempt=2 why="nil map" trace="line 7"`, ""} {
		if i >= len(lines) || !strings.HasSuffix(lines[i], want) {
			t.Fatalf("it logs\n%s", b.String())
		}
	}
	slog.New(onlyErrors{slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelError + 1})}).Error("a message that nobody wants")
	if strings.Contains(b.String(), "nobody wants") {
		t.Errorf("it logs\n%s", b.String())
	}
}

// TestPatience checks that a job is tried again later after each failure.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for failed, want := range map[int]time.Duration{0: time.Second, 1: 2 * time.Second, 5: 32 * time.Second, 9: 512 * time.Second, 10: 10 * time.Minute, 900: 10 * time.Minute} {
			if got := time.Until(patience{}.NextRetry(&rivertype.JobRow{Errors: make([]rivertype.AttemptError, failed)})); got != want {
				t.Errorf("after %d failures it waits %v, want %v", failed, got, want)
			}
		}
	})
}

// TestAgain checks how often and how long a transaction is repeated.
func TestAgain(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		err       error
		succeeds  int // at which attempt
		cancelled bool
		tried     int
		want      error
	}{
		{ErrBusy, 99, false, tries, ErrBusy},
		{ErrBusy, 3, false, 3, nil},
		{context.DeadlineExceeded, 3, false, 3, nil},
		{broken, 3, false, 1, broken},
		{ErrBusy, 99, true, 1, context.Canceled},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			tried, begun := 0, time.Now()
			err := again(ctx, func(err error) bool { return err == context.DeadlineExceeded }, func() error {
				if tried++; tried == test.succeeds {
					return nil
				}
				if test.cancelled {
					cancel()
				}
				return test.err
			})
			if took := time.Since(begun); !errors.Is(err, test.want) || tried != test.tried || took > tries*(tries+1)/2*wait || (took == 0) != (tried == 1) {
				t.Errorf("%+v: %d attempts take %v and end with %v", test, tried, took, err)
			}
		})
	}
}
