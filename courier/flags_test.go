package courier_test

import "flag"

var (
	chaosGames = flag.Int("games", 6, "how many matches are played through chaos")
	everyCrash = flag.Bool("every", false, "crash at every point in every way, not at a sample of them")
)
