// Package book is an opening book: for each position how often each move was
// played in a collection of games and how those games ended.
//
// Positions that are left-right mirror images count as one. A position is
// identified by a 64-bit key of the book's own (not board.Position.Key, so that book files
// outlive changes of the search), computed for both orientations; the smaller
// key is used and moves are stored in its orientation. In a position that is
// its own mirror image a move stands for its reflection too.
//
// # File format, version 1
//
// All numbers are little endian.
//
//	header   32 bytes  "XQBOOK\r\n", version, entry size, plies, minimum games (uint32 each), 8 zero bytes
//	entries  22 bytes each, ascending by key, then move:
//	         key uint64, move uint16, wins, draws, losses uint32 each, from the view of the player of the move
//	trailer  56 bytes  number of entries, number of games (uint64 each), SHA-256 of everything
//	         before it, "XQBOOK\x1A\n"
//
// Open maps the file into memory (on Unix; elsewhere it is read) and checks
// the checksum, so that a damaged file is refused as a whole. A probe is a binary
// search.
package book
