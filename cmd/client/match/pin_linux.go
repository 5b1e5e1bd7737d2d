package match

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

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

// claim reserves a core for this run against other runs on the machine, until it
// is closed or the process ends; ok is false when another run has it. What is
// reserved is the name of a socket that nobody connects to: no file is left
// behind, whatever happens.
func claim(core int) (claimed io.Closer, ok bool) {
	l, err := net.Listen("unix", fmt.Sprintf("@quadrille-match-core-%d", core))
	return l, err == nil
}

// busy measures for a while which share of its time each core works, by its
// number; nil where the system does not tell.
func busy() map[int]float64 {
	before := coreTimes()
	time.Sleep(100 * time.Millisecond) // ten ticks
	shares := map[int]float64{}
	for core, t := range coreTimes() {
		if all := t.all - before[core].all; all > 0 {
			shares[core] = 1 - float64(t.idle-before[core].idle)/float64(all)
		}
	}
	return shares
}

// coreTime is how long a core was idle, and in all, in the system's ticks.
type coreTime struct{ idle, all uint64 }

// coreTimes reads those of all cores.
func coreTimes() map[int]coreTime {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return nil
	}
	return parseCoreTimes(string(text))
}

// parseCoreTimes reads lines "cpu3 user nice system idle iowait irq …", as
// proc_stat(5) has them.
func parseCoreTimes(text string) map[int]coreTime {
	times := map[int]coreTime{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 6 || !strings.HasPrefix(words[0], "cpu") {
			continue
		}
		core, err := strconv.Atoi(words[0][len("cpu"):])
		if err != nil {
			continue // the sum of all
		}
		var t coreTime
		for i, word := range words[1:min(len(words), 9)] { // what guests take is in user
			n, _ := strconv.ParseUint(word, 10, 64)
			t.all += n
			if i == 3 || i == 4 {
				t.idle += n
			}
		}
		times[core] = t
	}
	return times
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
