#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Without a PMU our QEMU behaves like the one that was patched: a kernel finds the same processor in
# it as in the distribution's own binary of the same series.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
stock=$(command -v qemu-system-x86_64) || skip_all \
	"qemu-system-x86_64 is not installed (qemu-system-x86)"
series=$("$stock" --version | sed -n 's/.*version \([0-9]*\.[0-9]*\).*/\1/p')
[ "$series" = 7.2 ] || skip_all "the QEMU that is installed is $series, ours 7.2"

# One processor, because with several the distribution's QEMU does not finish booting under -icount.
one() {
	case $1 in
	ours) guest ours --cpu none -- "$INSIDE/plain" ;;
	stock) PMC_QEMU=$stock guest stock --cpu none -- "$INSIDE/plain" ;;
	esac
}
guests one ours stock
if came_back ours "a guest in ours" && came_back stock "and in the distribution's"; then
	ok "it lists a processor" grep -q '^processor' "$TMP/ours.out"
	is "$(diff "$TMP/stock.out" "$TMP/ours.out")" "" \
		"the same processor, and the same kernel log"
fi
finish
