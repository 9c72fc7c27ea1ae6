#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# examples/compat/p4pc.h: a program for p4pc compiles and counts, here in the instruction stream; on
# a Pentium 4 it is tested in a guest (tests/guest/registers_test.sh).
. "$(dirname "$0")/../tap.sh"

p4pc=$BUILD/tests/guest/prog/p4pc
cc() { gcc -Wall -Wextra -Werror -O1 -Iinclude "$@" "$BUILD/libpmc.a" -pthread; }
case $BUILD in
*/san) skip "the sanitizers' build has no libpmc.a to link with" ;;
*) ok "the text's matrix program compiles" cc examples/compat/p4pc_matrix.c -o "$TMP/matrix" ;;
esac
[ -x "$p4pc" ] || { skip "no guest programs in this build" 3; finish; }

"$PMC" stat --backend emulated -o "$TMP/o" -- "$p4pc" 100000 >"$TMP/out"
is "$?|$(paste -sd' ' "$TMP/out")" "0|1 1 1 0 200000" "a loop to the unit, and the error codes"
if "$PMC" info | grep -q '^  driver  *available'; then
	skip "this machine has a driver" 2
else
	out=$("$p4pc" 5)
	is $? 1 "no PMU: it fails"
	like "$out" 'p4pc: no backend can count events of the calling thread' "and says why"
fi
finish
