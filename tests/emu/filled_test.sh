#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What a program writes of the engine's tables is filled in a few calls, not page by page.
# tests/run: parallel time=60
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog

native=$("$prog/far_apart") || skip_all "the kernel does not tell how many page faults there are"
is "$native" 0 "calls of functions that lie far apart fault on no page natively"
emulated=$("$PMC" stat --backend emulated --no-cache -o "$TMP/report" -- "$prog/far_apart")
ok "and on few that the engine writes for them ($emulated)" test "$emulated" -le 40
finish
