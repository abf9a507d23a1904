//go:build race

package evening

// plies is after how many plies players give up.
const plies = 4
