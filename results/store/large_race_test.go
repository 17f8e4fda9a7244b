//go:build race

package store

const largeGames = 20_000
