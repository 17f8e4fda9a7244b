package engine

import (
	"runtime"
	"testing"
)

func TestHugeAllocationIsRefused(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		t.Skip("memory cannot be probed on " + runtime.GOOS)
	}
	if err := reservable(1 << 30); err == nil { // 1 PiB
		t.Error("1 PiB of memory can be had, it seems")
	}
	if err := reservable(1); err != nil {
		t.Errorf("1 MiB: %v", err)
	}
}
