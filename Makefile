COMMIT := $(shell git rev-parse --short HEAD 2>/dev/null)
export CGO_ENABLED := 0
# every amd64 processor since 2009; population counts without a test each time
export GOAMD64 ?= v2
# Only the program itself is built with the profile: all it uses would be compiled
# a second time for every test, and the compiler's own bound on what a profile makes
# it inline is so high that the search gets 2 % slower. With 160 it gets 5 to 10 % faster.
export GOFLAGS += -pgo=off
GO_BUILD := go build -pgo=auto -gcflags 'xqlab/...=-d=pgoinlinebudget=160' -ldflags "-X main.commit=$(COMMIT)"
NOW := $(shell date +%Y%m%d-%H%M%S)

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

build: ## build bin/xqlab
	$(GO_BUILD) -o bin/xqlab ./cmd/xqlab

quickstart: build ## seed weights against default weights: match, suite, report.html
	bin/xqlab match --name match-$(NOW) --a builtin:weights=seed --b builtin:weights=default --pairs 60 --nodes 3000
	bin/xqlab suite run wac_chinese --name suite-$(NOW) --engine builtin:weights=seed --engine builtin:weights=default --depths 3,4,5,6
	bin/xqlab report match-$(NOW) suite-$(NOW) -o report.html

test: ## all tests
	go vet ./... && go test -timeout 60m ./...

race: ## concurrent packages under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -short -timeout 60m ./engine ./engine/search ./engine/protocol ./selfplay/... ./results/... ./cmd/...

bench: ## benchmarks of board, evaluation, search and match runner
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## every fuzz target for FUZZTIME (default 30s)
	go run ./cmd/fuzzall -time $(or $(FUZZTIME),30s)

lint: ## gofmt, vet, staticcheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not gofmt'ed: $$unformatted" >&2; exit 1; }
	go vet ./... && go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

# The profile holds paths: none of the builder's own machine.
pgo: ## refresh the profile that builds are guided by
	go build -trimpath -o /tmp/xqlab ./cmd/xqlab
	/tmp/xqlab bench --depth 14 --cpuprofile cmd/xqlab/default.pgo
	rm /tmp/xqlab

.PHONY: help build quickstart test race bench fuzz lint pgo
