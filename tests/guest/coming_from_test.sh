#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# docs/coming-from.md: the commands of the rows that need the driver, in a guest of four CPUs. The
# others are tested in tests/scripts/coming_from_test.sh.
# tests/run: long time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

awk -F' [|] ' '$3 == "driver" { gsub(/^`|`$/, "", $2); print $2 }' docs/coming-from.md \
	>"$TMP/commands"
guest rows --cpu arch-v4 --smp 4 --module "$KO" --add "$PMC" --add "$PROG/loop" --add \
	"$TMP/commands" -- "$INSIDE/lines"
came_back rows "all commands were tried" || finish
while read -r line; do
	is "$(grep -F -- " $line" "$TMP/rows.out" | head -n 1)" "0 $line" "$line"
done <"$TMP/commands"
note "$(grep '^said' "$TMP/rows.out")"
ok "there were some" test "$(wc -l <"$TMP/commands")" -ge 10
finish
