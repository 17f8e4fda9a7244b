//go:build !unix && !windows

package protocol

// reservable cannot be known here.
func reservable(mib int) error { return nil }
