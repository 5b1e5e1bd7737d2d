package tt

// part is that part of n, which has 32 bits here as all memory, that a key is of all
// keys: key*n/2^64. There is no instruction for a product of 128 bits.
func part(key, n uint64) uint64 { return (key>>32*n + (key&(1<<32-1)*n)>>32) >> 32 }
