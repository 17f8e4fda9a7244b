// Package notation writes and reads single xiangqi moves in the notations in
// use: coordinates (ICCS and UCI, ranks 0..9, and the 1..10 dialect of some
// UCI engines), WXF letters and Chinese.
//
// Coordinates name the two squares, h2e2. WXF and Chinese describe a move from
// its player's view: the piece, where it stands, a direction (forward,
// backward, sideways) and a number. Files are counted 1..9 from the mover's
// right. The number is the target file for sideways moves and for every move
// of a horse, elephant or advisor, and the points moved otherwise:
//
//	h2e2   C2=5   炮二平五     the cannon on file 2 goes sideways to file 5
//	h9g7   H8+7   马８进７     the horse on file 8 goes forward to file 7
//
// Where two pieces of a kind stand on one file, front and rear take the place of
// the file number, and an ordinal among pawns. One spelling is canonical and is
// what Append writes; Parse also reads the other spellings found in books,
// programs and game files. A text is tried first as the canonical spelling of a
// legal move, then by the other conventions, and last as a loose description that
// exactly one legal move fits. If several moves fit, it is refused as ambiguous.
package notation
