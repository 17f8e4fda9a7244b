package main

import (
	"errors"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

// openStore opens the database: an existing one, or a new one if need be.
// closeStore has to be deferred.
func openStore(path string, existing bool) (*store.Store, error) {
	open := store.Open
	if existing {
		open = store.OpenExisting
	}
	st, err := open(path)
	switch {
	case errors.Is(err, store.ErrNoDatabase):
		return nil, ui.Usagef("%w (choose one with --db or XQLAB_DB)", err)
	case err != nil:
		return nil, err
	}
	return st, nil
}

// closeStore closes the database; if that fails and the command did not, the
// command fails.
func closeStore(st *store.Store, err *error) {
	if closing := st.Close(); *err == nil && closing != nil {
		*err = closing
	}
}

// withStore opens the database, which must exist, for one command.
func (a *app) withStore(run func(*store.Store) error) (err error) {
	st, err := openStore(a.db, true)
	if err != nil {
		return err
	}
	defer closeStore(st, &err)
	return run(st)
}
