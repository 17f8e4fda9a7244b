// Package spsa tunes parameters by self-play: simultaneous perturbation
// stochastic approximation (Spall 1992) in the form that chess programs use.
//
// Every iteration moves all parameters at once by their perturbation c, each
// up or down by a coin of its own: theta+ and, the other way round, theta-. The
// two play a batch of pairs of games, and every parameter moves towards the
// side that won, by R*c for each net win. With k = pairs played + 1
//
//	c = c_end * (N/k)^gamma
//	a = r_end * c_end^2 * ((A+N)/(A+k))^alpha
//	R = a / c^2
//	theta += R * c * (wins - losses) * flip, cut to the bounds
//
// so that at the end of N pairs a net win moves a parameter by r_end*c_end.
// k counts pairs of games, as in Fishtest.
//
// Nothing random is stored: coins and roundings are a function of the seed, the
// iteration and the place of the parameter, so that a run that was stopped
// continues as if it had not been. The games are the only other source of
// randomness.
//
// The package knows parameters as numbers only. Space gives them a meaning: it
// makes engines of them, and Arena lets the engines play.
package spsa
