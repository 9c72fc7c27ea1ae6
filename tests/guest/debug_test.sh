#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The kernel with checks finds mistakes: it complains about a module that makes each kind of mistake
# once, and not about one that makes none. Only for make guest-check-debug.
# tests/run: time=200
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
has_checks || skip_all "for the kernel with checks alone (make guest-check-debug)"
need_rig

folder=$("$TOP/qemu/kernel" --headers 6.1)
cp tests/guest/bad/bad.c "$TMP/bad.c"
echo 'obj-m := bad.o' >"$TMP/Kbuild"
make -s -C "$folder" M="$TMP" modules >"$TMP/module.log" 2>&1
if [ ! -e "$TMP/bad.ko" ]; then
	fail "the module is built"
	note "$(tail -n 5 "$TMP/module.log")"
	finish
fi

# a mistake, and the kernel's name for it
rows='leak    kmemleak: unreferenced object
freed   KASAN: slab-use-after-free|KASAN: use-after-free
beyond  KASAN: slab-out-of-bounds
sleep   BUG: scheduling while atomic|BUG: sleeping function
order   possible circular locking dependency
irq     inconsistent lock state
list    list_del corruption
preempt using __this_cpu_add\(\) in preemptible'
one() {
	guest "$1" --smp 2 --module "$TMP/bad.ko what=$1" -- true
}
guests one none $(awk '{ print $1 }' <<<"$rows")
is "$(cat "$TMP/none.rc")" 0 "no mistake, no complaint"
[ "$(cat "$TMP/none.rc")" = 0 ] || note "$(tail -n 30 "$TMP/none.err")"
while read -r what said; do
	is "$(cat "$TMP/$what.rc")" 123 "$what: the kernel complains"
	grep -qE "$said" "$TMP/$what.err" && pass "$what: it says what" && continue
	fail "$what: it says what"
	note "$(tail -n 30 "$TMP/$what.err")"
done <<<"$rows"
finish
