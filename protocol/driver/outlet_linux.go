package driver

import (
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// patience is how long a read waits in the kernel without telling Go's
// scheduler. An engine that answers at once does so within this time, and then
// no other thread has been woken. It is longer than the usual tick of the
// system's clock, so that the clock need not be set for it, which costs 17 µs
// on a virtual machine, twice a whole round trip.
const patience = 5 * time.Millisecond

// pipeEnd is an outlet that Go's network poller knows nothing of. The poller
// would wake a thread for all that comes, also when the reader is there to
// take it.
type pipeEnd struct {
	fd, alarm int          // alarm is an eventfd: look at the deadline again
	deadline  atomic.Int64 // Unix nanoseconds; 0 is none
	closed    atomic.Bool
	reading   sync.Mutex
}

// newOutlet makes a pipe. The other end is for the process.
func newOutlet() (outlet, *os.File, error) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, os.NewSyscallError("pipe2", err)
	}
	theirs := os.NewFile(uintptr(ends[1]), "|1")
	alarm, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err == nil {
		if err = unix.SetNonblock(ends[0], true); err != nil {
			unix.Close(alarm)
		}
	}
	if err != nil {
		unix.Close(ends[0])
		theirs.Close()
		return nil, nil, os.NewSyscallError("eventfd", err)
	}
	return &pipeEnd{fd: ends[0], alarm: alarm}, theirs, nil
}

// readSoon waits in the kernel with Go's processor in hand. Nobody may close
// the pipe meanwhile.
func (p *pipeEnd) readSoon(to []byte, wait time.Duration) (n int, err error, ready bool) {
	poll := unix.PollFd{Fd: int32(p.fd), Events: unix.POLLIN}
	most := unix.NsecToTimespec(wait.Nanoseconds())
	events, _, _ := syscall.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1, uintptr(unsafe.Pointer(&most)), 0, 0, 0)
	if events != 1 {
		return 0, nil, false
	}
	return p.readNow(to)
}

func (p *pipeEnd) readNow(to []byte) (n int, err error, ready bool) {
	got, _, errno := syscall.RawSyscall(unix.SYS_READ, uintptr(p.fd), uintptr(unsafe.Pointer(unsafe.SliceData(to))), uintptr(len(to)))
	runtime.KeepAlive(to)
	switch {
	case errno == unix.EAGAIN || errno == unix.EINTR:
		return 0, nil, false
	case errno != 0:
		return 0, errno, true
	case got == 0:
		return 0, io.EOF, true
	}
	return int(got), nil, true
}

// Read waits as long as the deadline lets it. One goroutine reads at a time.
func (p *pipeEnd) Read(to []byte) (int, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	for {
		if p.closed.Load() {
			return 0, os.ErrClosed
		}
		left := time.Duration(-1)
		if deadline := p.deadline.Load(); deadline != 0 {
			if left = time.Until(time.Unix(0, deadline)); left <= 0 {
				return 0, os.ErrDeadlineExceeded
			}
		}
		if n, err, ready := p.readNow(to); ready {
			return n, err
		}
		if err := p.wait(left); err != nil {
			return 0, err
		}
	}
}

// wait waits for something to read, for the alarm or for so long; a negative
// time is no bound.
func (p *pipeEnd) wait(left time.Duration) error {
	fds := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}, {Fd: int32(p.alarm), Events: unix.POLLIN}}
	var most *unix.Timespec
	if left >= 0 {
		t := unix.NsecToTimespec(left.Nanoseconds())
		most = &t
	}
	if _, err := unix.Ppoll(fds, most, nil); err != nil && !errors.Is(err, unix.EINTR) {
		return os.NewSyscallError("ppoll", err)
	}
	if fds[1].Revents != 0 {
		var count [8]byte
		unix.Read(p.alarm, count[:])
	}
	return nil
}

func (p *pipeEnd) SetReadDeadline(t time.Time) error {
	deadline := int64(0)
	if !t.IsZero() {
		deadline = t.UnixNano()
	}
	p.deadline.Store(deadline)
	return p.ring()
}

// ring has a Read that runs look at the deadline again.
func (p *pipeEnd) ring() error {
	one := [8]byte{1} // any number but 0, in either order of bytes
	_, err := unix.Write(p.alarm, one[:])
	return err
}

// Close ends a Read that runs, and closes the pipe. Nobody may use it any more.
func (p *pipeEnd) Close() error {
	if p.closed.Swap(true) {
		return os.ErrClosed
	}
	p.ring()
	p.reading.Lock()
	defer p.reading.Unlock()
	return errors.Join(unix.Close(p.fd), unix.Close(p.alarm))
}
