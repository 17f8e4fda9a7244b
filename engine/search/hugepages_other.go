//go:build !linux

package search

// adviseHugePages is of use on Linux only.
func adviseHugePages[T any]([]T) {}
