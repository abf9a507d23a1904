package engine

// Valuer is a Position that knows roughly how its seats stand. Value is higher the better seat
// stands; only comparisons of positions of one match mean anything. It is for simple players, such
// as those of the demonstration, and no part of the rules.
type Valuer interface{ Value(seat int) int }
