package computer

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Spec names a player: "level5", "best", "simple" or a program, and after @ the limit for each move, in
// positions or as a time: "best@2000", "fairy@100ms".
type Spec struct {
	Level   int  // of this program; 0 for all that the limits allow
	Simple  bool // the player that looks one move ahead
	Program string
	Limits  Limits
}

// levelWords are what people type for a level besides "level3", as they read it on boards.
var levelWords = strings.NewReplacer("computer", "", "コンピューター", "", "レベル", "level", "(", "", ")", "", " ", "")

// ParseSpec parses a spec. It may name one of programs, the names in the configuration. A level may be written as boards name
// it, "レベル３", or as a number.
func ParseSpec(text string, programs []string) (s Spec, err error) {
	name, limit, limited := strings.Cut(engine.HalfWidth(text), "@")
	level, isLevel := strings.CutPrefix(levelWords.Replace(strings.ToLower(name)), "level")
	if _, err := strconv.Atoi(level); err == nil {
		isLevel = true
	}
	switch {
	case slices.Contains(programs, name):
		s.Program = name
	case name == "best":
	case name == "simple":
		s.Simple = true
	case isLevel:
		if s.Level, err = strconv.Atoi(level); err != nil || s.Level < 1 || s.Level > engine.Levels {
			return s, i18n.Err("partner.level", "level", level, "most", engine.Levels)
		}
	default:
		return s, i18n.Err("partner.who", "name", name, "most", engine.Levels, "programs", i18n.Either(append([]string{"best", "simple"}, programs...)...))
	}
	if !limited {
		return s, nil
	}
	if s.Limits.Nodes, err = strconv.Atoi(limit); err == nil && s.Limits.Nodes > 0 {
		return s, nil
	}
	s.Limits.Nodes = 0
	if s.Limits.Time, err = time.ParseDuration(limit); err != nil || s.Limits.Time <= 0 {
		return s, i18n.Err("partner.limit", "limit", limit)
	}
	return s, nil
}

// String returns the spec in the form in which records name the player.
func (s Spec) String() string {
	name := s.Program
	switch {
	case s.Program != "":
	case s.Simple:
		name = "simple"
	case s.Level > 0:
		name = "level" + strconv.Itoa(s.Level)
	default:
		name = "best"
	}
	switch {
	case s.Limits.Nodes > 0:
		name += "@" + strconv.Itoa(s.Limits.Nodes)
	case s.Limits.Time > 0:
		name += "@" + s.Limits.Time.String()
	}
	return name
}

// Player returns the player that s names. programs are those in the configuration.
func (s Spec) Player(ctx context.Context, programs map[string]Program, seed uint64, memory int) (Player, error) {
	switch {
	case s.Program != "":
		running, err := programs[s.Program].Start(ctx, s.Limits)
		if err != nil {
			return nil, err
		}
		return running, nil
	case s.Simple:
		return Simple{Rand: rand.New(rand.NewPCG(seed, 0)), Steady: true}, nil
	}
	return Thinking{Level: s.Level, Limits: s.Limits, Seed: seed, Memory: memory}, nil
}
