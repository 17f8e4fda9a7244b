package eval

import "xqlab/engine/board"

// shape says how the terms of a block are laid out in a weight file.
type shape uint8

const (
	scalar shape = iota // key = n, or key = [mg, eg]
	list                // key.mg = [n, n, ...], key.eg = [...]
	grid                // key.mg = [[n, n], [n, n]], key.eg = [...]
	table               // a grid of the board as Red sees it: top rank first, files a-e
)

// A block is a named run of consecutive terms: one entry of a weight file.
type block struct {
	group Group
	key   string
	first int // number of the first term
	shape shape
	bound int // parameters lie in -bound..bound
	doc   string

	rows, cols       int // list: rows only
	fromRow, fromCol int // what the first row and column are called
	piece            board.PieceType
}

func one(g Group, key string, first, bound int, doc string) block {
	return block{group: g, key: key, first: first, bound: bound, doc: doc, rows: 1, cols: 1}
}

func many(g Group, key string, first, n, from, bound int, doc string) block {
	return block{group: g, key: key, first: first, shape: list, bound: bound, doc: doc, rows: n, cols: 1, fromRow: from}
}

func square(g Group, key string, first, rows, cols, fromRow, fromCol, bound int, doc string) block {
	return block{group: g, key: key, first: first, shape: grid, bound: bound, doc: doc,
		rows: rows, cols: cols, fromRow: fromRow, fromCol: fromCol}
}

func squares(t board.PieceType, first int, doc string) block {
	ranks := board.Standable(board.MakePiece(board.Red, t))
	b := block{group: Position, key: t.String(), first: first, shape: table, bound: 1000, doc: doc, cols: 5, piece: t}
	b.fromRow = ranks.First().Rank()
	for r := b.fromRow; r < 10; r++ {
		if ranks.Intersects(board.RankBB(r)) {
			b.rows = r + 1 - b.fromRow
		}
	}
	return b
}

// byType returns a block of one term for each of the first n of pinTypes.
func byType(prefix string, first, n int, doc string) []block {
	var bs []block
	for i, t := range pinTypes[:n] {
		d := ""
		if i == 0 {
			d = doc
		}
		bs = append(bs, one(Pins, prefix+t.String(), first+i, 1000, d))
	}
	return bs
}

// blocks lists every term, in order: the layout of the parameter vector and of
// weight files.
var blocks = join(materialBlocks, positionBlocks, kingBlocks, pinBlocks(), guardBlocks, centerBlocks, mobilityBlocks)

func join(parts ...[]block) []block {
	var bs []block
	for _, p := range parts {
		bs = append(bs, p...)
	}
	return bs
}

var materialBlocks = []block{
	one(Material, "rook", matRook, 3000, "each piece; pawn before the river, pawn_crossed beyond it"),
	one(Material, "cannon", matCannon, 3000, ""),
	one(Material, "horse", matHorse, 3000, ""),
	one(Material, "elephant", matElephant, 3000, ""),
	one(Material, "advisor", matAdvisor, 3000, ""),
	one(Material, "pawn", matPawn, 3000, ""),
	one(Material, "pawn_crossed", matPawnCrossed, 3000, ""),
	one(Material, "rook_pair", matRookPair, 1000, "both rooks; both cannons; both horses; at least a horse and a cannon"),
	one(Material, "cannon_pair", matCannonPair, 1000, ""),
	one(Material, "horse_pair", matHorsePair, 1000, ""),
	one(Material, "horse_cannon", matHorseCannon, 1000, ""),
	one(Material, "rookless", matRookless, 1000, "no rook against at least one; no rook, horse, cannon or pawn left; no pawn left"),
	one(Material, "attackless", matAttackless, 1000, ""),
	one(Material, "pawnless", matPawnless, 1000, ""),
	many(Material, "cannon_pieces", matCannonPieces, pieceBuckets, 0, 1000,
		"per cannon, by the pieces on the board besides the kings: 0-3, 4-7, ... 28-30"),
}

var positionBlocks = []block{
	squares(board.King, posKing, "ranks 2-0"),
	squares(board.Advisor, posAdvisor, "ranks 2-0"),
	squares(board.Elephant, posElephant, "ranks 4-0"),
	squares(board.Horse, posHorse, "ranks 9-0"),
	squares(board.Rook, posRook, "ranks 9-0"),
	squares(board.Cannon, posCannon, "ranks 9-0"),
	squares(board.Pawn, posPawn, "ranks 9-3"),
}

var kingBlocks = []block{
	many(KingSafety, "rook_distance", kingRookDistance, maxDistance, 1, 1000,
		"per enemy piece, by its distance to the king in files or ranks, whichever is more: 1 to 9"),
	many(KingSafety, "cannon_distance", kingCannonDistance, maxDistance, 1, 1000, ""),
	many(KingSafety, "horse_distance", kingHorseDistance, maxDistance, 1, 1000, ""),
	many(KingSafety, "pawn_distance", kingPawnDistance, maxPawnDistance, 1, 1000, "the same for crossed pawns: 1 to 5"),
	one(KingSafety, "in_check", kingInCheck, 1000, "the king is attacked"),
	many(KingSafety, "danger", kingDanger, maxDanger+1, 0, 2000,
		"by units of enemy pieces that attack the palace: rook 3, cannon and horse 2, pawn 1, and 1 for each attacked point next to the king: 0 to 12 or more"),
	one(KingSafety, "palace_rook", kingPalaceRook, 1000, "per palace point that enemy pieces of the type attack"),
	one(KingSafety, "palace_cannon", kingPalaceCannon, 1000, ""),
	one(KingSafety, "palace_horse", kingPalaceHorse, 1000, ""),
	one(KingSafety, "palace_pawn", kingPalacePawn, 1000, ""),
	many(KingSafety, "weak_squares", kingWeakSquares, maxWeakSquares+1, 0, 1000,
		"if any palace point is attacked: the number of those defended by the king alone or not at all, 0 to 6 or more"),
	one(KingSafety, "rook_check", kingRookCheck, 1000,
		"enemy pieces of the type have one safe point to give check from, or several (checks)"),
	one(KingSafety, "rook_checks", kingRookChecks, 1000, ""),
	one(KingSafety, "cannon_check", kingCannonCheck, 1000, ""),
	one(KingSafety, "cannon_checks", kingCannonChecks, 1000, ""),
	one(KingSafety, "horse_check", kingHorseCheck, 1000, ""),
	one(KingSafety, "horse_checks", kingHorseChecks, 1000, ""),
	one(KingSafety, "pawn_check", kingPawnCheck, 1000, ""),
	many(KingSafety, "escapes", kingEscapes, maxEscapes+1, 0, 1000, "by the number of safe points the king can step to: 0 to 4"),
	many(KingSafety, "hollow_cannon", kingHollowCannon, maxDistance, 1, 2000,
		"enemy cannon on the king's file with nothing between (空头炮), by distance 1 to 9"),
	one(KingSafety, "bottom_cannon", kingBottomCannon, 1000,
		"enemy cannon on the king's rank (沉底炮) with nothing between, with two pieces between; any cannon on the back rank"),
	one(KingSafety, "bottom_cannon_two", kingBottomCannon2, 1000, ""),
	one(KingSafety, "back_rank_cannon", kingBackRankCannon, 1000, ""),
	one(KingSafety, "double_screen", kingDoubleScreen, 1000,
		"enemy cannon on the king's file with two pieces between; one of them an own horse in the middle of the palace"),
	one(KingSafety, "smothered_horse", kingSmotheredHorse, 1000, ""),
	many(KingSafety, "file_cover", kingFileCover, maxFileCover+1, 0, 1000,
		"by own pieces on the king's file while the enemy has a rook or cannon: 0 to 3 or more"),
	one(KingSafety, "file_rook", kingFileRook, 1000, "enemy rooks, enemy cannons on the king's file"),
	one(KingSafety, "file_cannon", kingFileCannon, 1000, ""),
	one(KingSafety, "no_center_pawn", kingNoCenterPawn, 1000,
		"king on file e, no own pawn on it, the enemy has a rook or cannon (open central file)"),
	one(KingSafety, "faced_near", kingFacedNear, 1000,
		"the enemy king looks down an open file into the palace, next to the king's file or two away (distance of the generals)"),
	one(KingSafety, "faced_far", kingFacedFar, 1000, ""),
}

func pinBlocks() []block {
	return join(
		byType("rook_pins_", pinRook, numPinned, "pinned to the king by a rook"),
		byType("cannon_pins_", pinCannon, numPinned, "one of two pieces between the king and a cannon"),
		byType("king_pins_", pinKing, numPinned, "the only piece between the kings"),
		byType("leg_pins_", pinLeg, numPinned, "in the way of a horse that would give check"),
		[]block{
			many(Pins, "rook_gap", pinRookGap, maxGap, 1, 1000,
				"per pin by a rook, by a cannon: distance of the nearest pinned piece from the king, 1 to 4 or more"),
			many(Pins, "cannon_gap", pinCannonGap, maxGap, 1, 1000, ""),
		},
		byType("rook_pins_on_rook_", pinRookOnRook, numPinned-1, "alone between a rook and an own rook that nothing guards"),
		byType("cannon_pins_on_rook_", pinCannonOnRook, numPinned, "one of two pieces between a cannon and an own rook, the first being own"),
		[]block{
			one(Pins, "hanging", pinHanging, 1000, "pinned to the king, attacked, and not guarded"),
			one(Pins, "rook_battery", pinRookBattery, 1000,
				"the enemy can uncover a check: his piece stands between the king and his rook, or is one of two before his cannon"),
			one(Pins, "cannon_battery", pinGunBattery, 1000, ""),
		})
}

var guardBlocks = []block{
	square(Guards, "set", guardSet, 3, 3, 0, 0, 1000, "rows: 0, 1, 2 advisors; columns: 0, 1, 2 elephants"),
	square(Guards, "rook_advisor", guardRookAdvisor, 2, 2, 1, 1, 1000, "rows: one, two advisors missing; columns: one, two enemy rooks"),
	square(Guards, "horse_advisor", guardHorseAdvisor, 2, 2, 1, 1, 1000, "rows: one, two advisors missing; columns: one, two enemy horses"),
	square(Guards, "cannon_elephant", guardCannonElephant, 2, 2, 1, 1, 1000, "rows: one, two elephants missing; columns: one, two enemy cannons"),
	square(Guards, "pawn_advisor", guardPawnAdvisor, 3, 3, 1, 0, 1000, "rows: 1, 2, 3 or more crossed enemy pawns; columns: 0, 1, 2 advisors"),
	one(Guards, "linked_elephants", guardElephantLink, 1000, "the elephants, the advisors guard each other; both advisors on the back rank"),
	one(Guards, "linked_advisors", guardAdvisorLink, 1000, ""),
	one(Guards, "home_advisors", guardAdvisorsHome, 1000, ""),
	one(Guards, "center_horse", guardCenterHorse, 1000, "own horse in the middle of the palace (窝心马)"),
	one(Guards, "advisor_attacked", guardAdvisorHit, 1000, "per guard attacked; attacked and not guarded (loose)"),
	one(Guards, "elephant_attacked", guardElephantHit, 1000, ""),
	one(Guards, "advisor_loose", guardAdvisorLoose, 1000, ""),
	one(Guards, "elephant_loose", guardElephantLoose, 1000, ""),
}

var centerBlocks = []block{
	one(Center, "rook", centerRook, 1000, "per piece standing in the zone"),
	one(Center, "cannon", centerCannon, 1000, ""),
	one(Center, "horse", centerHorse, 1000, ""),
	one(Center, "pawn", centerPawn, 1000, ""),
	one(Center, "rook_attack", centerRookAttack, 1000, "per point of the zone that pieces of the type attack"),
	one(Center, "cannon_attack", centerCannonAttack, 1000, ""),
	one(Center, "horse_attack", centerHorseAttack, 1000, ""),
	one(Center, "pawn_attack", centerPawnAttack, 1000, ""),
	one(Center, "rook_safe", centerRookSafe, 1000, "the same, counting only points that no enemy piece attacks"),
	one(Center, "cannon_safe", centerCannonSafe, 1000, ""),
	one(Center, "horse_safe", centerHorseSafe, 1000, ""),
	many(Center, "control", centerControl, maxControl+1, 0, 1000, "by the number of points attacked by this side only: 0 to 10 or more"),
	many(Center, "cannon_screens", centerCannonScreens, maxScreens+1, 0, 1000,
		"per cannon on file e, by the pieces before it, the enemy king not counted: 0 to 3 or more"),
	one(Center, "outpost", centerOutpost, 1000, "horse in the zone that no enemy pawn attacks; guarded as well (held)"),
	one(Center, "outpost_held", centerOutpostHeld, 1000, ""),
	one(Center, "river_rook", centerRiverRook, 1000, "per rook on its own, on the enemy's bank of the river"),
	one(Center, "far_river_rook", centerFarRiverRook, 1000, ""),
}

var mobilityBlocks = []block{
	many(Mobility, "rook", mobRook, maxSlides+1, 0, 1000,
		"per rook, by the points it can go to that no cheaper piece attacks: 0 to 17; cannon and horse alike"),
	many(Mobility, "cannon", mobCannon, maxSlides+1, 0, 1000, ""),
	many(Mobility, "horse", mobHorse, maxLeaps+1, 0, 1000, ""),
	one(Mobility, "elephant", mobElephant, 1000, "per point that elephants, that advisors can go to"),
	one(Mobility, "advisor", mobAdvisor, 1000, ""),
	one(Mobility, "pawn_forward", mobPawnForward, 1000, "per pawn that can go forward; per step to the side that a pawn can take"),
	one(Mobility, "pawn_side", mobPawnSide, 1000, ""),
	many(Mobility, "horse_legs", mobHorseLegs, maxSteps+1, 0, 1000, "per horse, by occupied points next to it: 0 to 4"),
	one(Mobility, "rook_open", mobRookOpen, 1000, "per rook on a file without pawns, without own pawns"),
	one(Mobility, "rook_half_open", mobRookHalfOpen, 1000, ""),
	one(Mobility, "linked_pawns", mobPawnsLinked, 1000, "per two crossed pawns side by side"),
	many(Mobility, "wing", mobWing, maxWing+1, 0, 1000,
		"rooks, cannons, horses and crossed pawns on files a-d less those on f-i, sign ignored: 0 to 4 or more"),
	one(Mobility, "tempo", mobTempo, 1000, "the side to move"),
}

// terms returns how many terms the block has.
func (b *block) terms() int {
	if b.shape == table {
		n := 0
		for r := range b.rows {
			for c := range b.cols {
				if b.term(r, c) >= 0 {
					n++
				}
			}
		}
		return n
	}
	return b.rows * b.cols
}

// term returns the term at a row and column counted from 0; for a table, row 0
// is the lowest rank. It is -1 for a square the piece cannot reach.
func (b *block) term(row, col int) int {
	if b.shape == table {
		return tableTerm(b.piece, board.SquareAt(col, b.fromRow+row))
	}
	return b.first + row*b.cols + col
}

// tableTerms holds, by piece type and square from Red's side, the term of the
// square's value, -1 where the piece cannot stand.
var tableTerms = makeTableTerms()

func makeTableTerms() (terms [board.NumPieceTypes][board.NumSquares]int16) {
	next := int16(posKing)
	for t := range terms {
		for s := range terms[t] {
			terms[t][s] = -1
		}
	}
	for _, t := range []board.PieceType{board.King, board.Advisor, board.Elephant, board.Horse, board.Rook, board.Cannon, board.Pawn} {
		can := board.Standable(board.MakePiece(board.Red, t))
		for s := board.Square(0); s < board.NumSquares; s++ {
			if s.File() <= 4 && can.Has(s) {
				terms[t][s] = next
				terms[t][s.Mirror()] = next
				next++
			}
		}
	}
	return terms
}

// tableTerm returns the term of a piece type on a square seen from Red.
func tableTerm(t board.PieceType, s board.Square) int { return int(tableTerms[t&7][s]) }
