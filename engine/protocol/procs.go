package protocol

import "runtime"

// makeRoom lets so many search goroutines run, the goroutines that read and
// that keep time besides them, each on a thread of its own. Without it a "stop"
// has to wait until the scheduler of the runtime takes a search goroutine off
// its processor, 10 ms or more; so it is left to the operating system, which
// wakes a thread that has input at once. Measured on two busy cores: median
// from "stop" to "bestmove" 12 ms before, 0.4 ms after.
func makeRoom(threads int) {
	const others = 2
	if n := threads + others; runtime.GOMAXPROCS(0) < n {
		runtime.GOMAXPROCS(n)
	}
}
