// Package record reads and writes game records and lists of positions as they
// are found in the wild.
//
//	format  read  write  what it is
//	pgn     yes   yes    text, moves in Chinese, WXF or coordinates
//	xqf     yes          XQStudio, versions 1.0 to 1.8, variations and comments
//	cbr     yes          CCBridge record; cbl is a library of them, cbf the XML form
//	moves   yes   yes    one game a line, coordinate moves
//	epd     yes   yes    one position a line, FEN or EPD with operations
//	jsonl   yes   yes    one JSON object a line
//
// Readers stream: memory is bounded by the largest single game, not by the
// file, and a game has a size limit. Text may be UTF-8 (with or without byte
// order mark), UTF-16, GB18030 or Big5; the encoding is detected once per file
// and decoded before anything else examines the text, because the second byte
// of a Chinese character can be a bracket, a brace or a backslash.
//
// A Reader's Next returns a game, a *BadGame for one that was skipped (reading
// continues with the next), or another error, io.EOF at the end. Faults that did
// not prevent reading a game are in Game.Warnings. Walk reads whole trees of
// files, folders and archives.
package record
