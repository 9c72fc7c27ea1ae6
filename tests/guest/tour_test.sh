#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# docs/tour.md: the commands after "#", which need the driver, print what stands below them, in a
# guest. The others are tested in tests/scripts/tour_test.sh.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
. "$TOP/tests/scripts/tour.sh"
need_rig
need_module

note_command() {
	printf '%s\n' "$1" >>"$TMP/commands"
}
check() { # COMMAND WANT: what the guest printed between this command and the next
	is "$(command=$1 awk 'FNR == NR { commands["# " $0]; next }
		$0 in commands { shown = $0 == "# " ENVIRON["command"]; next }
		shown' "$TMP/commands" "$TMP/tour.out" | squeezed)" "$2" "$1"
}
tour '#' note_command
ok "the page has such commands ($n)" test "$n" -ge 8
ok "examples/walk.s becomes a program" \
	gcc -g -nostdlib -static -no-pie -o "$TMP/walk" examples/walk.s
guest tour --cpu arch-v4 --smp 4 --module "$KO" --add "$PMC" --add "$TMP/walk" --add \
	"$TMP/commands" -- "$INSIDE/tour"
came_back tour "all commands were tried" || finish
tour '#' check
finish
