#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The kernel writes into pages that hold translated code (prog/kernel_writes.c): every call has the
# result that it has natively, and is made once.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog/kernel_writes

for what in calls threads end rings older nested; do
	timeout 20 "$prog" $what >"$TMP/native" 2>&1
	native=$?
	timeout 60 "$PMC" stat --backend emulated -e instructions -o "$TMP/report" -- "$prog" \
		$what >"$TMP/emulated" 2>&1
	is "$? $(cat "$TMP/emulated")" "$native $(cat "$TMP/native")" \
		"writes into pages with code: $what"
	is "$native" 0 "natively it runs to its end"
done
finish
