//go:build !race

package evening

// plies is after how many plies players give up: the usual number.
const plies = 0
