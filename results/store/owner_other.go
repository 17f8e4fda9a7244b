//go:build !linux && !darwin && !windows

package store

// machineID is not known here: only their renewals keep claims alive.
func machineID() string { return "" }

// lookUp cannot look up processes here.
func lookUp(int) (start string, state processState) { return "", processUnknown }
