package search

// The signature of `xqlab bench`, pinned so that an unintended change of
// search or evaluation shows at once.
const (
	pinnedNodes     = 1
	pinnedSignature = 1
)
