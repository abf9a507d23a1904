package standings

import "math"

// exp returns e to the power of x by the series of a number near 0, without the instructions of any one processor.
func exp(x float64) float64 {
	const high, low = 0x1.62e42feep-1, 0x1.a39ef35793c76p-33 // ln 2; high has so few digits that n*high is exact
	n := math.Floor(float64(x/math.Ln2) + 0.5)
	x = float64(x-float64(n*high)) - float64(n*low)
	sum := 1.0
	for k := 14.0; k > 0; k-- {
		sum = 1 + float64(x*sum)/k
	}
	return math.Ldexp(sum, int(n))
}

// log returns the natural logarithm of a positive x by the series of the inverse hyperbolic tangent.
func log(x float64) float64 {
	part, n := math.Frexp(x)
	if part < math.Sqrt2/2 {
		part, n = 2*part, n-1
	}
	s := (part - 1) / (part + 1)
	square, sum := float64(s*s), 0.0
	for k := 25.0; k > 0; k -= 2 {
		sum = float64(square*sum) + 1/k
	}
	return float64(2*s*sum) + float64(float64(n)*math.Ln2)
}
