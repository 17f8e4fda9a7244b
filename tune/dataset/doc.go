// Package dataset holds labelled positions, the training data of tuners: it
// takes them from games (records, stored runs, self-play), filters them, and
// stores them in files.
//
// # Labels
//
// A label is the expected score of Red, 0 to 1: the result of the game the
// position comes from. Equal positions of different games become one record
// with the mean label and their number. A record may also hold the score a
// search gave the position, in centipawns from Red's view.
//
// # File format, version 1
//
// All numbers are little-endian. A file is a header, blocks, and an end mark:
//
//	header  8 bytes   "XQLABDS\n"
//	        uint16    version, 1
//	        uint16    record size in bytes, 40
//	        uint32    length n of the description, at most 1 MiB
//	        n bytes   description, JSON (see Meta)
//	        uint32    CRC-32C of all bytes before
//	block   uint32    number of records, 1 to 65536
//	        uint32    length n of the packed data, at most 4 MiB
//	        uint32    CRC-32C of the packed data
//	        n bytes   packed data
//	end     uint32    0
//	        uint64    number of records in the file
//	        uint32    number of games in the file
//	        uint32    CRC-32C of the 12 bytes before
//
// The packed data are a raw DEFLATE stream of the records column by column:
// the first bytes of all records, then the second bytes, and so on. Columns 0
// to 27, the placement, hold the difference (exclusive or) to the record before
// within the block. A record has 40 bytes:
//
//	offset 0   12 bytes  bits 0-89: squares that hold a piece, bit rank*9+file
//	                     (a0 is bit 0, i9 bit 89); bit 90: Black is to move;
//	                     bits 91-95: 0
//	       12  16 bytes  4 bits a piece in order of squares, the lower half of
//	                     a byte first: 1-7 Red's king, advisor, elephant, horse,
//	                     rook, cannon, pawn, 9-15 Black's; unused ones are 0
//	       28  uint16    label in units of 1/60000, 0 to 60000
//	       30  int16     search score, centipawns, Red's view; -32768 if none
//	       32  uint16    occurrences the label is the mean of, at least 1
//	       34  uint16    ply of the game the position stood on the board
//	       36  uint32    game
//
// Games are numbered from 0; the records of a game stand together, in order of
// plies. A reader needs memory for one block only; a file that was cut or
// changed is noticed, wherever that happened.
package dataset
