//go:build !linux && !darwin && !windows

package store

// machineID is not known here: claims live by their renewals alone.
func machineID() string { return "" }

// lookUp does not know processes here.
func lookUp(int) (start string, state processState) { return "", processUnknown }
