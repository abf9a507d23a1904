package engine

// Valuer is a Position that can be evaluated. Value is a rough estimate for seat, higher if it stands
// better; it can be compared only with values of the same match. It is for simple players, such as
// those of the demonstration, and not part of the rules.
type Valuer interface{ Value(seat int) int }
