#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# stress-ng's stressors with --verify, a second each, natively and under the engine (see suite).
# They run without root's rights, so that none can harm the machine. CASES=words chooses some.
# tests/run: time=7200
. "$(dirname "$0")/../tap.sh"

command -v stress-ng >/dev/null || skip_all "stress-ng is missing (Debian's package stress-ng)"
version=$(stress-ng --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
for stressor in $(stress-ng --stressors); do
	printf '%s\t-\tstress-ng --%s 1 --verify -t 1 --temp-path @SCRATCH@ --vm-bytes 64m\n' \
		"$stressor" "$stressor"
done >"$TMP/cases"
chmod 755 "$TMP"
# `resources` and `forkheavy` would allocate the whole disk to one file. The hard limit stays: pmc
# keeps the counters of many threads in a file in memory.
ulimit -Sf $((1 << 20))
tests/outside/suite --version "$version" --time 60 --user nobody stress-ng stress "$TMP/cases"
