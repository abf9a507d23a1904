package engine

// Guide is a Position that can show where the next move may go. Guide returns cells with the mark Legal,
// which are drawn over the first board of its Scene.
type Guide interface{ Guide() []Cell }
