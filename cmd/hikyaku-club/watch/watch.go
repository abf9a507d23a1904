// Package watch lets administrators see what a club does: a log, metrics and health checks.
package watch

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
)

// Watch counts what a club does. It implements game.Counts.
type Watch struct {
	base db.DB
	now  func() time.Time

	read, sent, matches *prometheus.CounterVec
	reading, given      prometheus.Histogram
	registry            *prometheus.Registry
}

// New returns the Watch of a database.
func New(b db.DB, now func() time.Time) *Watch {
	seconds := []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200}
	w := &Watch{
		base: b, now: now, registry: prometheus.NewRegistry(),
		read: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hikyaku_club_letters_read_total", Help: "Letters that this process has read, by what they were.",
		}, []string{"outcome"}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hikyaku_club_letters_sent_total", Help: "Letters that this process has handed over, by what the server said.",
		}, []string{"outcome"}),
		matches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hikyaku_club_matches_total", Help: "Matches that this process has begun, continued or ended.",
		}, []string{"what"}),
		reading: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hikyaku_club_read_seconds", Help: "From the arrival of a letter until it is read.", Buckets: seconds,
		}),
		given: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "hikyaku_club_hand_over_seconds", Help: "From the arrival of a letter until what follows from it is handed over.", Buckets: seconds,
		}),
	}
	w.registry.MustRegister(w.read, w.sent, w.matches, w.reading, w.given, table{w}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return w
}

// Read counts an incoming message.
func (w *Watch) Read(outcome string, waited time.Duration) {
	w.read.WithLabelValues(outcome).Inc()
	w.reading.Observe(waited.Seconds())
}

// Sent counts an outgoing message.
func (w *Watch) Sent(outcome string, sinceArrival time.Duration) {
	w.sent.WithLabelValues(outcome).Inc()
	w.given.Observe(sinceArrival.Seconds())
}

// Changed counts a changed match.
func (w *Watch) Changed(begun, ended bool) {
	what := "continued"
	switch {
	case ended:
		what = "ended"
	case begun:
		what = "begun"
	}
	w.matches.WithLabelValues(what).Inc()
}

// patience is how long a metrics or health request may take.
const patience = 10 * time.Second

// table reads the numbers from the database on request. It is a prometheus.Collector.
type table struct{ of *Watch }

var (
	jobs   = prometheus.NewDesc("hikyaku_club_jobs", "Jobs of all processes that are not done, by task and state.", []string{"task", "state"}, nil)
	oldest = prometheus.NewDesc("hikyaku_club_oldest_job_seconds", "How long the oldest job that is due has waited.", nil, nil)
)

// Describe sends the descriptions of the numbers.
func (t table) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobs, oldest} {
		to <- d
	}
}

// Collect sends the numbers.
func (t table) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	counts, err := t.of.base.Jobs(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(jobs, err)
		return
	}
	for _, c := range counts {
		to <- prometheus.MustNewConstMetric(jobs, prometheus.GaugeValue, float64(c.N), c.Task, c.State)
	}
	to <- prometheus.MustNewConstMetric(oldest, prometheus.GaugeValue, waits(counts, t.of.now()).Seconds())
}

// waits returns how long the oldest runnable job has been waiting.
func waits(counts []db.JobCount, now time.Time) (longest time.Duration) {
	for _, c := range counts {
		if c.State == "available" {
			longest = max(longest, now.Sub(c.Oldest))
		}
	}
	return longest
}

// Stands is how long a job may wait before the queue counts as stuck.
const Stands = 5 * time.Minute

// Ready returns an error if a club is not working: its database doesn't answer, or its queue is stuck.
func Ready(ctx context.Context, b db.DB, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	counts, err := b.Jobs(ctx)
	if err != nil {
		return words.Err("ready.database", "why", err)
	}
	if waited := waits(counts, now); waited > Stands {
		return words.Err("ready.queue", "time", i18n.Span(waited))
	}
	return nil
}

// Handler answers /metrics, /healthz (the process runs) and /readyz (the database answers and the queue moves).
func (w *Watch) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(out http.ResponseWriter, _ *http.Request) { answer(out, nil) })
	mux.HandleFunc("GET /readyz", func(out http.ResponseWriter, r *http.Request) { answer(out, Ready(r.Context(), w.base, w.now())) })
	return mux
}

// answer writes that all is well, or the error.
func answer(out http.ResponseWriter, err error) {
	out.Header().Set("Content-Type", "text/plain; charset=utf-8") // whatever the error looks like
	text := "ok\n"
	if err != nil {
		out.WriteHeader(http.StatusServiceUnavailable)
		text = hide(err.Error()) + "\n"
	}
	_, _ = out.Write([]byte(text))
}

// address matches mail addresses anywhere in a text.
var address = regexp.MustCompile(`[^\s"'<>(),;:=/]+@[^\s"'<>(),;:=/]+`)

// Log returns a log of one JSON object per line. It hides every mail address it is given.
func Log(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if kind := a.Value.Kind(); kind == slog.KindString || kind == slog.KindAny {
			a.Value = slog.StringValue(hide(fmt.Sprint(a.Value.Any())))
		}
		return a
	}}))
}

// hide replaces mail addresses with [address].
func hide(text string) string { return address.ReplaceAllString(text, "[address]") }
