package board

// Table assigns one number to every piece on every square. A Position keeps
// the sum over the pieces on the board. The meaning of the numbers is up to the
// table's owner (package eval packs piece-square values into them).
type Table [16][128]int64

var zeroTable Table

// army holds the squares of one side's pieces by type, and of all of them in
// the place of NoPieceType.
type army [NumPieceTypes]Bitboard

// all is the place of the whole set in an army.
const all = NoPieceType

// state is what belongs to a position of the line besides its placement, and
// need not be recomputed when a move is taken back.
type state struct {
	key        uint64
	sum        int64
	halfmove   uint32 // plies since the last capture
	reversible uint32 // plies since the last capture or null move
	move       Move   // the move made from here
	captured   Piece  // what it captured
	check      checkState
	danger     danger // valid unless check is unknown
	aimed      bool
	aim        aim // valid if aimed
}

// checkState caches whether the side to move is in check.
type checkState uint8

const (
	checkUnknown checkState = iota
	checkNo
	checkYes
)

// repetitionSlots is the size of the counting filter that answers "no earlier
// equal position" with one load.
const repetitionSlots = 1024

// filterPlies is the longest history for which no counter of the filter can
// have wrapped around.
const filterPlies = 1<<16 - 1

// Position is a placement with side to move, counters and the history of the
// moves made since it was set up. It is not safe for concurrent use; Clone it
// for another goroutine. The zero value is not a position: use NewPosition or
// ParseFEN.
type Position struct {
	board  [256]Piece
	armies [2]army    // by colour
	rank   [16]uint16 // occupancy of ranks 0..9, bit per file
	file   [16]uint16 // occupancy of files 0..8, bit per rank
	king   [2]Square
	side   Color
	table  *Table

	line  []state // the positions since the set-up; this one is line[plies]
	plies int
	seen  [repetitionSlots]uint16 // counts earlier positions of the line by key

	startMove int   // full move number of the set-up position
	startSide Color // side to move of the set-up position
}

// A position read from text has room for a few moves and grows when it needs
// more; a copy has room for a search tree, which must not allocate.
const (
	firstCapacity = 16
	copyCapacity  = 512
)

func newEmpty() *Position {
	return &Position{
		table:     &zeroTable,
		line:      make([]state, firstCapacity),
		startMove: 1,
		king:      [2]Square{NoSquare, NoSquare},
	}
}

// now returns the state of the present position.
func (p *Position) now() *state { return &p.line[p.plies] }

// put places a piece on an empty square.
func (p *Position) put(pc Piece, s Square) {
	p.board[s] = pc
	own := &p.armies[pc.Color()]
	own[all], own[pc.Type()] = own[all].Set(s), own[pc.Type()].Set(s)
	p.rank[s.Rank()] |= 1 << s.File()
	p.file[s.File()] |= 1 << s.Rank()
	p.now().key ^= pieceKeys[pc][s]
	p.now().sum += p.table[pc][s]
	if pc.Type() == King {
		p.king[pc.Color()] = s
	}
}

// NewPosition returns the start position.
func NewPosition() *Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic("board: start position: " + err.Error())
	}
	return p
}

// Clone returns an independent copy with the same history and table.
func (p *Position) Clone() *Position {
	q := new(Position)
	q.CopyFrom(p)
	return q
}

// CopyFrom makes p equal to q, history included, reusing p's memory. At least
// 255 moves can be made on the copy before it needs more.
func (p *Position) CopyFrom(q *Position) {
	line := p.line
	*p = *q
	if len(line) < q.plies+copyCapacity/2 {
		line = make([]state, q.plies+copyCapacity)
	}
	p.line = line
	copy(p.line, q.line[:q.plies+1])
}

// At returns the piece on s, NoPiece if s is empty or off the board.
func (p *Position) At(s Square) Piece { return p.board[s] }

// SideToMove returns whose turn it is.
func (p *Position) SideToMove() Color { return p.side }

// KingSquare returns where c's king stands.
func (p *Position) KingSquare(c Color) Square { return p.king[c&1] }

// Key returns the Zobrist key of placement and side to move.
func (p *Position) Key() uint64 { return p.now().key }

// HalfmoveClock returns the plies since the last capture.
func (p *Position) HalfmoveClock() int { return int(p.now().halfmove) }

// FullmoveNumber returns the number of the move about to be made, counted up
// after Black's moves.
func (p *Position) FullmoveNumber() int {
	return p.startMove + (p.plies+int(p.startSide))/2
}

// Pieces returns the squares of c's pieces of type t, of all of them for
// NoPieceType.
func (p *Position) Pieces(c Color, t PieceType) Bitboard {
	return p.armies[c&1][t&7]
}

// ByColor returns the squares of all of c's pieces.
func (p *Position) ByColor(c Color) Bitboard { return p.armies[c&1][all] }

// ByType returns the squares of all pieces of type t.
func (p *Position) ByType(t PieceType) Bitboard { return p.armies[Red][t&7].Or(p.armies[Black][t&7]) }

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() Bitboard { return p.armies[Red][all].Or(p.armies[Black][all]) }

// Count returns how many pieces of type t side c has.
func (p *Position) Count(c Color, t PieceType) int { return p.Pieces(c, t).Count() }

// SetTable attaches a table and computes its sum, which Make and Unmake keep
// up to date; nil detaches. The table is shared, not copied, and must not
// change while attached. The moves made before may still be taken back: the
// sums stored with them are recomputed.
func (p *Position) SetTable(t *Table) {
	if t == nil {
		t = &zeroTable
	}
	p.table = t
	sum := int64(0)
	for occ := p.Occupied(); !occ.IsEmpty(); {
		s := occ.Pop()
		sum += t[p.board[s]][s]
	}
	p.now().sum = sum
	b := p.board
	for i := p.plies - 1; i >= 0; i-- {
		st := &p.line[i]
		if st.move != NoMove {
			from, to := st.move.From(), st.move.To()
			pc := b[to]
			sum += t[pc][from] - t[pc][to]
			if st.captured != NoPiece {
				sum += t[st.captured][to]
			}
			b[from], b[to] = pc, st.captured
		}
		st.sum = sum
	}
}

// TableSum returns the sum of the attached table over the pieces on the board,
// 0 without a table.
func (p *Position) TableSum() int64 { return p.now().sum }

// Plies returns the number of moves, null moves included, made since the
// position was set up.
func (p *Position) Plies() int { return p.plies }

// MoveAt returns the i-th move made, 0 being the first; NoMove is a null move.
func (p *Position) MoveAt(i int) Move { return p.line[:p.plies][i].move }

// CapturedAt returns what the i-th move captured.
func (p *Position) CapturedAt(i int) Piece { return p.line[:p.plies][i].captured }

// KeyAt returns the key of the position before the i-th move.
func (p *Position) KeyAt(i int) uint64 { return p.line[:p.plies][i].key }

// CheckAt reports whether the side to move was in check before the i-th move.
func (p *Position) CheckAt(i int) bool { return p.line[:p.plies][i].check == checkYes }

// RepetitionPly returns how many plies ago the same position, placement and
// side to move, last stood on the board since the last capture or null move;
// 0 if it did not. It compares keys: a rule verdict must compare placements.
func (p *Position) RepetitionPly() int {
	n, now := p.plies, p.now()
	if n <= filterPlies && p.seen[now.key%repetitionSlots] == 0 {
		return 0
	}
	for i := 4; i <= int(now.reversible) && i <= n; i += 2 {
		if p.line[n-i].key == now.key {
			return i
		}
	}
	return 0
}
