package main

import (
	"errors"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

// openStore opens the database, which must exist if existing is set and is created
// if necessary otherwise. The caller defers closeStore.
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

// closeStore closes the database. A failure to close becomes the error of a command
// that had none.
func closeStore(st *store.Store, err *error) {
	if closing := st.Close(); *err == nil && closing != nil {
		*err = closing
	}
}

// withStore runs one command on the database, which must exist.
func (a *app) withStore(run func(*store.Store) error) (err error) {
	st, err := openStore(a.db, true)
	if err != nil {
		return err
	}
	defer closeStore(st, &err)
	return run(st)
}
