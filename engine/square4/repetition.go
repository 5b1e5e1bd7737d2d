package square4

// occurrence is one position of a run of the movement phase. The links never
// change, so positions that share a past share them.
type occurrence struct {
	key   State
	count int         // how often the key has occurred in the run, this one included
	prev  *occurrence // the position one ply earlier
	older *occurrence // the latest earlier one in the same bucket
}

// run is the positions of the movement phase since the last placement. It is
// immutable: adding a position returns a new run. The two-level table of
// buckets keeps looking back cheap in games of many thousand slides at the
// price of copying 32 pointers a ply. The nil run is empty.
type run struct {
	last    *occurrence
	buckets [16]*bucketRow
}

type bucketRow [16]*occurrence

// add returns the run with one position more.
func (r *run) add(key State) *run {
	h := key.Hash()
	i, j := h&15, h>>4&15
	var next run
	var row bucketRow
	if r != nil {
		next = *r
		if r.buckets[i] != nil {
			row = *r.buckets[i]
		}
	}
	next.last = &occurrence{key: key, count: 1, prev: next.last, older: row[j]}
	if o := row[j].find(key); o != nil {
		next.last.count = o.count + 1
	}
	row[j] = next.last
	next.buckets[i] = &row
	return &next
}

// count returns how often the position has occurred.
func (r *run) count(key State) int {
	if r == nil {
		return 0
	}
	h := key.Hash()
	row := r.buckets[h&15]
	if row == nil {
		return 0
	}
	if o := row[h>>4&15].find(key); o != nil {
		return o.count
	}
	return 0
}

// find returns the latest occurrence of the key in a bucket.
func (o *occurrence) find(key State) *occurrence {
	for o != nil && o.key != key {
		o = o.older
	}
	return o
}
