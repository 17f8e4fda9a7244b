//go:build unix

package store

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// unprivileged runs a job in a child process that permissions apply to: for
// root they do not, so the child becomes another user then.
func unprivileged(t *testing.T, job ...string) string {
	t.Helper()
	cmd := child(t, job...)
	if os.Geteuid() == 0 {
		cmd.Path = publicCopy(t, cmd)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		cmd.Dir = "/"
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", job, err, out)
	}
	return strings.TrimSpace(string(out))
}

// publicDir is a folder other users may enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "xqlab-store-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// publicCopy copies the test binary to where other users may run it.
func publicCopy(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	in, err := os.Open(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	path := filepath.Join(publicDir(t), "store.test")
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadOnly(t *testing.T) {
	tests := []struct {
		name      string
		dir, file os.FileMode // 0 file: none
		how       string
		want      string // with PATH for the database
	}{
		{"write-protected file, for writing", 0o777, 0o444, "open", "open: PATH: open: database is read-only"},
		{"write-protected file, for reading", 0o777, 0o444, "existing",
			"runs 1 read-only true\ngames 6\nwrite: PATH: store pair 1000: database is read-only"},
		{"write-protected folder, for writing", 0o555, 0o666, "open", "open: PATH: open: database is read-only"},
		{"write-protected folder, for reading", 0o555, 0o666, "existing",
			"runs 1 read-only true\ngames 6\nwrite: PATH: store pair 1000: database is read-only"},
		{"both, for reading", 0o555, 0o444, "existing",
			"runs 1 read-only true\ngames 6\nwrite: PATH: store pair 1000: database is read-only"},
		{"no file in a write-protected folder", 0o555, 0, "open",
			"open: PATH: cannot open: no permission to write the file or its folder: database is read-only"},
		{"unreadable file", 0o777, 0o000, "existing", "open: PATH: cannot open: open PATH: permission denied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := publicDir(t)
			path := filepath.Join(dir, "test.db")
			if tt.file != 0 || tt.how == "existing" {
				makeClosed(t, path)
				if err := os.Chmod(path, tt.file); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(dir, tt.dir); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Chmod(dir, 0o755) })
			want := strings.ReplaceAll(tt.want, "PATH", path)
			if got := unprivileged(t, "try", tt.how, path); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// makeClosed makes a database with one run of 6 games and closes it.
func makeClosed(t *testing.T, path string) {
	t.Helper()
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run := newRun(t, st)
	for n := range 3 {
		if err := st.Recorder(run.ID).RecordPair(testPair(n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}
