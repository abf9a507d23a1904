package engine

// Stepper is a Position that can show a move in parts, for a display that plays it step by step:
// Steps returns the scenes that m passes through, in order, the last one being that of the position after it. For
// a move that Apply refuses there are none.
type Stepper interface{ Steps(m Move) []Scene }
