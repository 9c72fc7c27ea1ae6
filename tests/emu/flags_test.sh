#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Under the engine, status flags survive jumps whose target changes or becomes known late.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

edges=$BUILD/tests/emu/prog/flags_edges
is "$("$edges")" "wrong: 0 0 0 0" "natively"
is "$("$PMC" stat --backend emulated -o "$TMP/report" -- "$edges")" "wrong: 0 0 0 0" \
	"under the engine"
status 0 "under a nested engine" "$PMC" stat --backend emulated -o "$TMP/report" -- \
	"$PMC" stat --backend emulated -o "$TMP/inner" -- "$edges"
# Shells with different stack positions: the engine then translates at different places
for pad in "" 1234567890 12345678901234567890 123456789012345678901234567890; do
	is "$(PAD=$pad "$PMC" stat --backend emulated -o "$TMP/report" -- \
		"$PMC" stat --backend emulated -o "$TMP/inner" -- \
		sh -c 'echo $((40 + 2))' 2>&1)" 42 \
		"a shell under a nested engine, ${#pad} bytes further down"
done
finish
