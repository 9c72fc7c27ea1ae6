#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Code in shared memory is changed through other views of the memory, by other threads and
# processes, and by the kernel (prog/odd_views.c): what is executed next is the new code, natively
# and under the engine.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog/odd_views

for way in alone toggle view open views-come rights-come moved replaced remapped thread fork \
	fork-view orphan parent inherited sent pwrite copied opened map-files read sendfile aio \
	mem removed; do
	timeout 60 "$prog" $way >"$TMP/native" 2>&1
	native=$?
	timeout 120 "$PMC" stat --backend emulated -e instructions -o "$TMP/report" -- "$prog" \
		$way >"$TMP/emulated" 2>&1
	is "$? $(cat "$TMP/emulated")" "$native $(cat "$TMP/native")" \
		"code that changes in shared memory: $way"
	is "$native" 0 "natively it runs to its end"
done
finish
