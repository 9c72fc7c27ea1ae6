#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The engine and a PMU count the same programs in one guest, by emulation and by Linux's perf. The
# counts are equal to the unit, with two known differences: glibc's rseq is switched off, because
# the engine offers none; and the PMU counts SYSCALL among the branches, as hardware does, while
# emulation has an event of its own for it. (bash, perl and sqlite3 differ by some instructions from
# run to run, because of process numbers, addresses, and the time.)
# tests/run: time=180 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig

cat >"$TMP/commands" <<'END'
./loop
./faults
./syscalls
./rep
./calls
./cpuid
./popf
./ud2
./smc
./sled
./forks
/bin/busybox seq 1 2000
/bin/busybox md5sum /bin/busybox
/bin/busybox sh -c true
/bin/busybox awk BEGIN{for(i=0;i<5000;i++)s+=sqrt(i);print(s)}
/bin/busybox sort /init
/bin/busybox gzip -c /init
/bin/busybox sed s/[aeiou]/<&>/g /init
END
one() {
	guest "$1" --cpu "$1" --add "$PMC" --add "${PMC%/*}/pmc-emu" --add "$TMP/commands" \
		$(with_programs) -- "$INSIDE/emulated"
}
one arch-v5
if came_back arch-v5 "both count"; then
	n=0
	while read -r command; do
		n=$((n + 1))
		read -r ps pi pb pout <<<"$(got arch-v5 $n perf)"
		read -r es ei eb sys eout <<<"$(got arch-v5 $n emulated)"
		is "$es $ei $((eb + sys)) $eout" "$ps $pi $pb $pout" "$command"
	done <"$TMP/commands"
fi
finish
