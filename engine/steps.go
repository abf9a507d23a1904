package engine

// Stepper is a Position that can show a move step by step. Steps returns the scenes that m passes through,
// in order; the last is the scene of the position after m. It returns none for a move that Apply refuses.
type Stepper interface{ Steps(m Move) []Scene }
