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
	# line LABEL: prints what the guest said about it
	line() {
		sed -n "s/^$1 //p" "$TMP/arch-v5.out"
	}
	like "$(line deterministic | head -1)" '^0 emulated [0-9]+ $' \
		"--deterministic beside a PMU: the translator counts"
	is "$(line deterministic | sort -u | wc -l)" 1 "--deterministic: two runs agree"
	like "$(line refused)" '^pmc: --deterministic: only the translator' \
		"--deterministic --backend perf is refused"
	like "$(line both)" '^[0-9]+,instructions:u [0-9]+,cycles:u $' \
		"instructions,cycles: the PMU counts both"
	like "$(line calls)" '^[0-9]+,instructions:u [0-9]+,calls:u $' \
		"instructions,calls: the translator counts both"
	is "$(line user)" "$(expect loop instructions),instructions:u " "--all-user: user mode only"
	like "$(line left)" \
		'instructions:u,[^ ]*,partial .*note: process [0-9]+: .(sh|usleep|busybox)' \
		"what a command leaves behind is named, and the count is partial"
	like "$(line left--wait)" '[0-9]+,,instructions:u' "--wait: it is counted"
	unlike "$(line left--wait)" 'partial' "--wait: … and whole"
	ok "--wait: … with its loop" test \
		"$(line left--wait | sed 's/^.* \([0-9]*\),,instr.*/\1/')" -ge \
		"$(expect loop instructions)"
fi
finish
