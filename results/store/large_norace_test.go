//go:build !race

package store

const largeGames = 200_000
