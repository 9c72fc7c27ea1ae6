#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The events that the rig counts beside instructions and cycles (docs/rig.md, "What counts"), by raw
# codes with Linux's perf: branches by kind, loads and stores, counter masks and edges, and counting
# under a debugger. And the patch for flags.
# tests/run: time=600 share=tests/guest/share
GUEST_TIME=280
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

# What a model counts: program, event, number. calls makes 10,000 rounds of one direct and two
# indirect calls, three returns, a jump, an indirect jump, a LOOP that is not taken, and a JNZ that
# is taken but for the last round; then it exits.
arch="calls:r00c4:u 100001 calls:r02c4:u 30000 calls:r08c4:u 30000 calls:r20c4:u 89999
	calls:r40c4:u 1
	calls:r10c4:u 10001 calls:r81d0:u 40000 calls:r82d0:u 30000 memory:r81d0:u 600 \
		memory:r82d0:u 600
	syscalls:r40c4:u 1001"
want_of() {
	case $1 in
	arch-v4)
		echo "$arch calls:r01c4:u 20000
		sled:cpu/event=0xc4,cmask=1/u 1 sled:cpu/event=0xc4,cmask=1,inv/u 200002
		memory:cpu/event=0xc0,cmask=2/u 0 memory:cpu/event=0xc0,cmask=2,inv/u 1604
		memory:cpu/event=0xc4,cmask=1/u 101 memory:cpu/event=0xc4,cmask=1,inv/u 1503
		memory:cpu/event=0xc4,edge/u 101 flags:r00c0:u $(expect flags instructions)" ;;
	arch-v5) echo "$arch calls:r01c4:u 9999 calls:r11c4:u 20000 calls:r80c4:u 30000" ;;
	pentium3) echo \
		"calls:r00c4:u 100001 calls:r00c9:u 90000 memory:r0043:u 1200 memory:r00d0:u 1604" \
		;;
	k8)
		echo "calls:r00c2:u 100001 calls:r00c4:u 90000 calls:r00c6:u 1 calls:r00c8:u 30000
		memory:r0040:u 1200" ;;
	zen2)
		echo "calls:r00c2:u 100001 calls:r00c4:u 90000 calls:r00c6:u 1 calls:r00c8:u 30000
		calls:r00d1:u 20000
		memory:r0129:u 600 memory:r0229:u 600" ;;
	esac
}
models="arch-v4 arch-v5 pentium3${LONG:+ k8 zen2}"
address() {
	nm "$PROG/memory" | awk -v name="$1" '$3 == name { print $1 }'
}
one() {
	local traced= counters=4
	if [ $1 = shape ]; then
		cpu=arch-v5,pmc-gp=3,pmc-fixed=2,pmc-width=44
		cpu=$cpu,pmc-fixed-width=44,pmc-cycles=3,pmc-ref=2
		guest shape --cpu $cpu \
			--add "$(command -v perf)" --add "$PROG/loop" -- "$INSIDE/events" 3 \
				loop:cycles:u loop:r013c:u \
			loop:instructions:u
		return
	fi
	[ $1 != pentium3 ] || counters=2
	[ $1 != arch-v4 ] || traced="-t $(address again) $(address word)"
	guest $1 --cpu $1 --add "$(command -v perf)" $(with_programs) --add "$PROG/memory" --add \
		"$PROG/flags" --add "$PROG/traced" -- \
		"$INSIDE/events" $counters $traced $(want_of $1 | tr ' \t' '\n\n' | grep :)
}
guests one $models shape
for m in $models; do
	came_back $m "the guest ended" || continue
	set -- $(want_of $m)
	while [ $# -gt 1 ]; do
		is "$(got $m count "${1%%:*}" "${1#*:}")" "$2" "$m: ${1%%:*}, ${1#*:}"
		shift 2
	done
done

# The first number is the number of stops: one in each round; two for two writes in each.
# (Single-stepping stops in REP strings too.)
is "$(got arch-v4 traced free)" "0 1604 101 600 600" "a program that runs free"
stops=$(got arch-v4 traced step)
is "${stops#* }" "1604 101 600 600" "single-stepped: the same counts"
is "$(got arch-v4 traced break)" "100 1604 101 600 600" "with a breakpoint: the same"
is "$(got arch-v4 traced watch)" "200 1604 101 600 600" "with a watchpoint: the same"

# ---- Other shapes, as Linux's driver understands CPUID ----
if came_back shape "the guest ended"; then
	key='\(bit width\|generic registers\|fixed-purpose events\)'
	is "$(sed -n "s/.*\.\.\. $key: *//p" "$TMP/shape.log" | tr -d '\r' | xargs)" \
		"44 3 2" "three general counters of 44 bits and two fixed ones"
	is "$(got shape count loop instructions:u) $(got shape count loop cycles:u)" \
		"20000004 60000012" \
		"three cycles in each instruction"
	is "$(got shape count loop r013c:u)" 40000008 "two reference cycles in each"
fi

# ---- What the rig itself refuses ----
qemu=${PMC_QEMU:-$("$TOP/qemu/build" --path)}
refuses() {
	local out
	out=$(timeout 20 "$qemu" -L /usr/share/qemu -L /usr/share/seabios -nodefaults \
		-display none -M pc -S "${@:2}" 2>&1 </dev/null)
	like "$out" "$1" "refused: ${*:2}"
}
counts="-icount shift=1,sleep=off"
refuses 'instruction counter.*-icount' -cpu qemu64,pmc=arch-v4
refuses 'no PMU has this name' $counts -cpu qemu64,pmc=arch-v9
refuses 'there is no such PMU' $counts -cpu qemu64,pmc=arch-v4,pmc-gp=11
refuses 'there is no such PMU' $counts -cpu qemu64,pmc=arch-v4,pmc-width=64
refuses 'cannot be chosen' $counts -cpu qemu64,pmc=pentium3,pmc-gp=4
refuses 'there is no such PMU' $counts -cpu qemu64,pmc=tsc
refuses 'no fixed counters' $counts -cpu qemu64,pmc=k7,pmc-fixed=3
refuses 'before version 5' $counts -cpu qemu64,pmc=arch-v4,pmc-fixed-mask=5
finish
