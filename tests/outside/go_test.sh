#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Go's own tests of its runtime, of sync and of os/signal, natively and under the engine (see
# suite). CASES=words chooses some.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

command -v go >/dev/null || skip_all "go is missing (Debian's package golang-go)"
root=$(go env GOROOT)/src
[ -e "$root/runtime/gc_test.go" ] || skip_all "Go's tests are missing (Debian's golang-src)"
version=$(go version | grep -oE 'go[0-9.]+' | head -n 1)
export GOCACHE=$BUILD/outside/go-cache GOFLAGS=-mod=mod GO111MODULE=auto CGO_ENABLED=1
tests=$BUILD/outside/go-tests
mkdir -p "$tests"

# go_case CASE PACKAGE TESTS
go_case() {
	local file=$tests/${2//\//-}.test
	printf '%s\t%s\t%s -test.short -test.v -test.timeout 3600s -test.run %s\n' \
		"$1" "$root/$2" "$file" "'$3'"
}
for package in sync sync/atomic os/signal runtime runtime/debug runtime/pprof; do
	go test -c -o "$tests/${package//\//-}.test" $package ||
		skip_all "go cannot build its tests"
done
{
	for package in sync sync/atomic os/signal runtime/debug runtime/pprof; do
		go_case "$package" $package .
	done
	# In pieces: one that differs is tried again.
	for letters in A-B C D-F G H-L M N-P Q-R S T-Z; do
		go_case "runtime-$letters" runtime "^(Test|Example)[$letters]"
	done
} >"$TMP/cases"
tests/outside/suite --version "${version#go}" --time 300 go go "$TMP/cases"
