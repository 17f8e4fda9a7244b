package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

func TestVersion(t *testing.T) {
	oldVersion, oldCommit := version, commit
	defer func() { version, commit = oldVersion, oldCommit }()
	version, commit = "1.2.3", "abc123"

	code, stdout, stderr := runMain("version")
	want := "xqlab 1.2.3 (commit abc123, " + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")\n"
	if code != ui.ExitOK || stdout != want || stderr != "" {
		t.Errorf("exit %d, stdout %q, stderr %q, want %q", code, stdout, stderr, want)
	}

	code, stdout, _ = runMain("--json", "version")
	var got versionInfo
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != ui.ExitOK {
		t.Fatalf("exit %d, %v: %s", code, err, stdout)
	}
	if want := (versionInfo{"1.2.3", "abc123", runtime.Version(), runtime.GOOS, runtime.GOARCH}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}

	commit = ""
	if got := currentVersion().Commit; got == "" {
		t.Error("no commit: want at least \"unknown\"")
	}
	if code, stdout, stderr := runMain("version", "now"); code != ui.ExitUsage || stdout != "" || !strings.Contains(stderr, "unknown command") {
		t.Errorf("version now: exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}
