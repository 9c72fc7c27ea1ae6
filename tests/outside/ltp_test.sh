#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# LTP's system-call tests, natively and under the engine (see suite). LTP is not in Debian 12: the
# variable LTP names the folder where it is installed (/opt/ltp otherwise). CASES=words chooses
# some.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

ltp=${LTP:-/opt/ltp}
[ -e "$ltp/runtest/syscalls" ] ||
	skip_all "LTP is not installed in $ltp (github.com/linux-test-project/ltp; LTP=FOLDER)"
version=$(cat "$ltp/Version" 2>/dev/null || echo "of an unknown version")
export LTPROOT=$ltp PATH=$ltp/testcases/bin:$PATH LTP_COLORIZE_OUTPUT=0
# Limits of the tests themselves: an emulated test may need several times as long.
export LTP_TIMEOUT_MUL=8
# Tests that provoke races for minutes do so for a fifth of the time.
export LTP_RUNTIME_MUL=0.2

while read -r name command; do
	case $name in '' | '#'*) continue ;; esac
	case $command in
	*[\;\$\&\|]*) command="sh -c '$command'" ;;
	esac
	command -v "${command%% *}" >/dev/null || continue
	printf '%s\t-\t%s\n' "$name" "$command"
done <"$ltp/runtest/syscalls" >"$TMP/cases"
tests/outside/suite --version "$version" --time 400 ltp ltp "$TMP/cases"
