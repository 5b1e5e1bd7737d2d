package match

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// cores lists the processors that this process may use.
func cores() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	var list []int
	for i := 0; len(list) < set.Count(); i++ {
		if set.IsSet(i) {
			list = append(list, i)
		}
	}
	return list
}

// onCore runs what starts a process while the thread is bound to one core,
// which the process and all its threads inherit. A negative core is any.
func onCore(core int, start func()) {
	if core < 0 {
		start()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var old, one unix.CPUSet
	if unix.SchedGetaffinity(0, &old) != nil {
		start()
		return
	}
	one.Set(core)
	unix.SchedSetaffinity(0, &one) // where it may not, the process is not bound
	start()
	unix.SchedSetaffinity(0, &old)
}
