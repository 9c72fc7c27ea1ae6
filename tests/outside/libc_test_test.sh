#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# libc-test, which musl's authors wrote, natively and under the engine (see suite). It is not in
# Debian 12: the variable LIBC_TEST names the folder where it is built. It may be linked with glibc:
# what glibc fails, it then fails on both sides. CASES=words chooses some.
# tests/run: time=7200
. "$(dirname "$0")/../tap.sh"

suite=${LIBC_TEST:-}
[ -n "$suite" ] || skip_all "libc-test is not there (LIBC_TEST=FOLDER says where it is built)"
for test in "$suite"/src/{functional,regression}/*.exe; do
	[ -x "$test" ] || continue
	name=${test#"$suite/src/"}
	# glibc's ungetc always finds room, until the memory is full.
	[ "$name" != regression/setvbuf-unget.exe ] || continue
	printf '%s\t%s\t%s\n' "${name%.exe}" "$suite" "$test"
done >"$TMP/cases"
[ -s "$TMP/cases" ] || skip_all "libc-test is not built in $suite"
tests/outside/suite --version "${LIBC_TEST_VERSION:-}" --time 60 libc-test status "$TMP/cases"
