//go:build !unix

package book

import "os"

// mapFile reads a whole file where memory maps are not used.
func mapFile(path string) ([]byte, func() error, error) {
	data, err := os.ReadFile(path)
	return data, func() error { return nil }, err
}
