package engine

// Mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection
// that makes good hashes of numbers.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
