package match_test

import "time"

func days(n float64) time.Duration { return time.Duration(n * 24 * float64(time.Hour)) }
