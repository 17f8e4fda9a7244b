//go:build !unix

package store

import "time"

var processStart = time.Now()

// processorTime is the time of day where the time used cannot be had.
func processorTime() time.Duration { return time.Since(processStart) }
