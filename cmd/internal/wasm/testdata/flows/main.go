// Command flows has functions that are entered in their midst in every way that
// Go knows, and panics where one does not do what Go says.
package main

import "runtime"

// last ends in a panic, before which Go puts what it goes on at after another.
//
//go:noinline
func last(list []int, first int) (sum int) {
	defer func() {
		if recover() != nil {
			sum = -1
		}
	}()
	for i := range list {
		sum += list[first+i]
	}
	return sum
}

// some has as many deferred functions as it is told to, so that Go keeps a list.
//
//go:noinline
func some(n int) (sum int) {
	for i := range n {
		defer func() {
			if recover() != nil || sum > 0 {
				sum += i
			}
		}()
	}
	if n > 2 {
		panic(n)
	}
	return sum
}

// left is left in both of its loops.
//
//go:noinline
func left(n int) (sum int) {
	for i := range n {
		for j := range i {
			if j%2 == 0 {
				runtime.Gosched()
			}
			sum += j
		}
		runtime.Gosched()
	}
	return sum
}

// deep grows its stack, and goes on at its start.
//
//go:noinline
func deep(n int) int {
	var room [100]int
	for i := range room {
		room[i] = n
	}
	if n == 0 {
		return room[99]
	}
	return deep(n-1) + room[n%100]
}

// yielded leaves a loop over a function in a deferred way.
//
//go:noinline
func yielded(n int) (sum int) {
	defer func() { _ = recover() }()
	for i := range func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	} {
		defer func() { sum += i }()
		if i == n {
			panic(n)
		}
		runtime.Gosched()
	}
	return 0
}

// missing panics where it loads what is not there, and is left before it goes on.
//
//go:noinline
func missing(from *int, n int) (sum int) {
	defer func() {
		if recover() != nil {
			runtime.Gosched()
			sum = -2
		}
	}()
	for i := range n {
		sum += *from + i
		runtime.Gosched()
	}
	return sum
}

func main() {
	done := make(chan int)
	go func() { done <- left(10) }()
	list := []int{1, 2, 3}
	for i, have := range []int{last(list, 0), last(list, 1), some(2), some(4), left(10), <-done, deep(1000), yielded(4), missing(&list[0], 3), missing(nil, 3)} {
		if want := []int{6, -1, 0, 6, 120, 120, 500500, 10, 6, -2}[i]; have != want {
			println(i, "is", have, "in place of", want)
			panic("a function does something else")
		}
	}
}
