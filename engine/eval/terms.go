package eval

// The constants below number the terms. A list of terms takes consecutive
// numbers from its constant on; blocks in layout.go says how long it is, what
// its entries are called and what they may be worth, and the tests check that
// the two agree.

// Material.
const (
	matRook = iota
	matCannon
	matHorse
	matElephant
	matAdvisor
	matPawn
	matPawnCrossed
	matRookPair
	matCannonPair
	matHorsePair
	matHorseCannon
	matRookless
	matAttackless
	matPawnless
	matCannonPieces // by pieces on the board besides the kings, /4: 0..7

	materialEnd = matCannonPieces + pieceBuckets

	pieceBuckets = 8
)

// Position: one term per left-right pair of squares that the piece can reach.
const (
	posKing     = materialEnd
	posAdvisor  = posKing + 6
	posElephant = posAdvisor + 3
	posHorse    = posElephant + 4
	posRook     = posHorse + 50
	posCannon   = posRook + 50
	posPawn     = posCannon + 50
	positionEnd = posPawn + 31
)

// King safety.
const (
	kingRookDistance   = positionEnd // by steps to the king, the larger of files and ranks: 1..9
	kingCannonDistance = kingRookDistance + maxDistance
	kingHorseDistance  = kingCannonDistance + maxDistance
	kingPawnDistance   = kingHorseDistance + maxDistance
	kingInCheck        = kingPawnDistance + maxPawnDistance // crossed pawns only: 1..5
	kingDanger         = kingInCheck + 1                    // by units of attackers, see dangerUnits
	kingPalaceRook     = kingDanger + maxDanger + 1
	kingPalaceCannon   = kingPalaceRook + 1
	kingPalaceHorse    = kingPalaceCannon + 1
	kingPalacePawn     = kingPalaceHorse + 1
	kingWeakSquares    = kingPalacePawn + 1 // by count
	kingRookCheck      = kingWeakSquares + maxWeakSquares + 1
	kingRookChecks     = kingRookCheck + 1
	kingCannonCheck    = kingRookChecks + 1
	kingCannonChecks   = kingCannonCheck + 1
	kingHorseCheck     = kingCannonChecks + 1
	kingHorseChecks    = kingHorseCheck + 1
	kingPawnCheck      = kingHorseChecks + 1
	kingEscapes        = kingPawnCheck + 1              // by count 0..4
	kingHollowCannon   = kingEscapes + maxEscapes + 1   // by ranks between: 1..9
	kingBottomCannon   = kingHollowCannon + maxDistance // nothing between
	kingBottomCannon2  = kingBottomCannon + 1           // two pieces between
	kingBackRankCannon = kingBottomCannon2 + 1
	kingDoubleScreen   = kingBackRankCannon + 1
	kingSmotheredHorse = kingDoubleScreen + 1
	kingFileCover      = kingSmotheredHorse + 1 // by count 0..3
	kingFileRook       = kingFileCover + maxFileCover + 1
	kingFileCannon     = kingFileRook + 1
	kingNoCenterPawn   = kingFileCannon + 1
	kingFacedNear      = kingNoCenterPawn + 1
	kingFacedFar       = kingFacedNear + 1
	kingSafetyEnd      = kingFacedFar + 1

	maxDistance     = 9
	maxPawnDistance = 5
	maxDanger       = 12
	maxWeakSquares  = 6
	maxEscapes      = 4
	maxFileCover    = 3
)

// Pins: terms by the type of the pinned piece, see pinTypes.
const (
	pinRook         = kingSafetyEnd
	pinCannon       = pinRook + numPinned
	pinKing         = pinCannon + numPinned
	pinLeg          = pinKing + numPinned
	pinRookGap      = pinLeg + numPinned // by distance of the pinned piece from the king
	pinCannonGap    = pinRookGap + maxGap
	pinRookOnRook   = pinCannonGap + maxGap
	pinCannonOnRook = pinRookOnRook + numPinned - 1 // no rook: it would guard the other
	pinHanging      = pinCannonOnRook + numPinned
	pinRookBattery  = pinHanging + 1
	pinGunBattery   = pinRookBattery + 1
	pinsEnd         = pinGunBattery + 1

	numPinned = 6
	maxGap    = 4
)

// Guards.
const (
	guardSet            = pinsEnd      // [advisors 0..2][elephants 0..2]
	guardRookAdvisor    = guardSet + 9 // [missing advisors 1..2][enemy rooks 1..2]
	guardHorseAdvisor   = guardRookAdvisor + 4
	guardCannonElephant = guardHorseAdvisor + 4   // [missing elephants 1..2][enemy cannons 1..2]
	guardPawnAdvisor    = guardCannonElephant + 4 // [crossed enemy pawns 1..3][advisors 0..2]
	guardElephantLink   = guardPawnAdvisor + 9
	guardAdvisorLink    = guardElephantLink + 1
	guardAdvisorsHome   = guardAdvisorLink + 1
	guardCenterHorse    = guardAdvisorsHome + 1
	guardAdvisorHit     = guardCenterHorse + 1
	guardElephantHit    = guardAdvisorHit + 1
	guardAdvisorLoose   = guardElephantHit + 1
	guardElephantLoose  = guardAdvisorLoose + 1
	guardsEnd           = guardElephantLoose + 1
)

// Center.
const (
	centerRook          = guardsEnd
	centerCannon        = centerRook + 1
	centerHorse         = centerCannon + 1
	centerPawn          = centerHorse + 1
	centerRookAttack    = centerPawn + 1
	centerCannonAttack  = centerRookAttack + 1
	centerHorseAttack   = centerCannonAttack + 1
	centerPawnAttack    = centerHorseAttack + 1
	centerRookSafe      = centerPawnAttack + 1
	centerCannonSafe    = centerRookSafe + 1
	centerHorseSafe     = centerCannonSafe + 1
	centerControl       = centerHorseSafe + 1            // by count 0..10
	centerCannonScreens = centerControl + maxControl + 1 // by count 0..3
	centerOutpost       = centerCannonScreens + maxScreens + 1
	centerOutpostHeld   = centerOutpost + 1
	centerRiverRook     = centerOutpostHeld + 1
	centerFarRiverRook  = centerRiverRook + 1
	centerEnd           = centerFarRiverRook + 1

	maxControl = 10
	maxScreens = 3
)

// Mobility.
const (
	mobRook         = centerEnd // by safe squares
	mobCannon       = mobRook + maxSlides + 1
	mobHorse        = mobCannon + maxSlides + 1
	mobElephant     = mobHorse + maxLeaps + 1
	mobAdvisor      = mobElephant + 1
	mobPawnForward  = mobAdvisor + 1
	mobPawnSide     = mobPawnForward + 1
	mobHorseLegs    = mobPawnSide + 1 // by blocked legs 0..4
	mobRookOpen     = mobHorseLegs + maxSteps + 1
	mobRookHalfOpen = mobRookOpen + 1
	mobPawnsLinked  = mobRookHalfOpen + 1
	mobWing         = mobPawnsLinked + 1 // by difference of the wings 0..4
	mobTempo        = mobWing + maxWing + 1
	mobilityEnd     = mobTempo + 1

	maxSlides = 17
	maxLeaps  = 8
	maxSteps  = 4
	maxWing   = 4
)

// NumTerms is the number of terms.
const NumTerms = mobilityEnd
