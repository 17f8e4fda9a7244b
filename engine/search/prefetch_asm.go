//go:build amd64 || arm64

package search

// prefetch asks the processor to bring a bucket into its cache. Go has no
// intrinsic for it outside the runtime.
//
//go:noescape
func prefetch(b *bucket)
