#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# docs/tour.md: the commands after "$" print what stands below them. Those after "#" need the driver
# and are tested in a guest (tests/guest/tour_test.sh).
# tests/run: time=120
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/scripts/tour.sh"

mkdir "$TMP/work"
cp examples/walk.s "$TMP/work"
sed -n '/^```c$/,/^```$/p' docs/tour.md | sed '1d;$d' >"$TMP/work/inside.c"
ok "the page has a program in C" test -s "$TMP/work/inside.c"
export PATH=$BUILD:$PATH CPATH=$TOP/include LIBRARY_PATH=$BUILD LD_LIBRARY_PATH=$BUILD
check() { # COMMAND WANT
	case $BUILD:$1 in
	*/san:*inside*) skip "the sanitizer build's library needs its compiler's runtime" ;;
	*) is "$(cd "$TMP/work" && bash -c "$1" 2>&1 | squeezed)" "$2" "$1" ;;
	esac
}
tour '$' check
ok "the page has such commands ($n)" test "$n" -ge 15
finish
