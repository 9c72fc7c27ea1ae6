#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Samples of the translator: every Nth event, at the very instruction, with the callers. With a
# period of 1 they are the exact profile, place by place; single-stepping by ptrace (prog/step.c)
# tells at which instructions other periods end, and the chains, by frame pointers and by what was
# called; how many samples there are is arithmetic.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/places.sh"
"$cc" -O1 -static -no-pie -fno-omit-frame-pointer -fno-optimize-sibling-calls \
	-o "$TMP/chains" tests/emu/real/chains.c || exit 1
"$cc" -O2 -static -no-pie -fomit-frame-pointer -o "$TMP/frameless" tests/emu/real/chains.c || exit 1
cd "$TMP" || exit 1

# at FILE: how often each address of each object was counted; mappings without a file are one
at() {
	./places "$1" at |
		awk '{ n[$2 " " $3] += $4 } END { for (k in n) if (n[k]) print k, n[k] }' |
		sort
}
# sum FILE EVENT
sum() {
	./places "$1" sum | awk -v e="$2" '$2 == e { print $3 }'
}

# ---- every instruction ----

# every NAME COMMAND...: a sample at each instruction is the exact profile
every() {
	local name=$1
	shift
	"$PMC" record -q --deterministic -o exact.data -- "$@" >/dev/null 2>&1
	"$PMC" record -q --deterministic -e instructions:u -c 1 -o every.data -- "$@" \
		>/dev/null 2>&1
	is "$(at every.data | md5sum) $(at exact.data | wc -l)" \
		"$(at exact.data | md5sum) $(at every.data | wc -l)" "$name: every instruction"
}
for source in "$TOP"/tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_expect "$source" && asm_supported && [ -z "$asm_uncounted" ] || continue
	[ $((asm_counts[instructions])) -lt 30000 ] && asm_in_turn "$name" || continue
	every "$name" "$BUILD/tests/emu/asm/$name"
done
every chains ./chains
export PMC_EMU_CACHE_SHIFT=7
every chains-flushed ./chains
unset PMC_EMU_CACHE_SHIFT
export PMC_EMU_HASTY=1
every chains-hastily ./chains
unset PMC_EMU_HASTY

# ---- every Nth event, with chains ----

step=$BUILD/tests/emu/prog/step
clean=(env -i PATH=/usr/bin:/bin LC_ALL=C HOME=/)
# stepped EVENT SIGNALS N: against single-stepping; SIGNALS as in enum emu_signal, a bit each
stepped() {
	"${clean[@]}" timeout 200 "$step" -n -s 0x706d632d73656564 -S "$2:$3" -T stepped -o counts \
		./chains >/dev/null
	"${clean[@]}" "$PMC" record -q -e "$1" -c "$3" -g --deterministic --env-all \
		--cpu-features host --clock real -o nth.data -- ./chains >/dev/null
	./places nth.data stack |
		awk -v n="$3" '{ for (k = $2; k > 0; k -= n) print $3 }' | sort >ours
	is "$(sort stepped | diff - ours | head -n 4)" "" \
		"$1, every ${3}th: $(wc -l <ours) samples with $(sort -u ours | wc -l) chains"
	ok "… some of them deep" awk -F';' 'NF > 8 { n++ } END { exit n < 1 }' ours
}
# unwound EVENT SIGNALS N: the same by call frame information, against who has called whom. Where
# code has none, chains end. glibc's __longjmp has that of the place to which it jumps: it is left
# out.
unwound() {
	local low high
	read -r low high < <(nm -S frameless | awk '$4 == "__longjmp" { print $1, $2 }')
	"${clean[@]}" timeout 200 "$step" -G -n -s 0x706d632d73656564 -S "$2:$3" -T stepped \
		-o counts ./frameless >/dev/null
	"${clean[@]}" "$PMC" record -q -e "$1" -c "$3" --call-graph dwarf,32768 --deterministic \
		--env-all --cpu-features host --clock real -o nth.data -- ./frameless >/dev/null
	./places nth.data stack | awk -v n="$3" '{ for (k = $2; k > 0; k -= n) print $3 }' >ours
	for f in ours stepped; do
		"$TOP/tests/emu/covered.py" frameless "$low" "$high" <$f | sort >$f.covered
	done
	is "$(diff stepped.covered ours.covered | head -n 4)" "" \
		"$1, every ${3}th, unwound: $(wc -l <ours) samples, $(sort -u ours | wc -l) chains"
	ok "… hardly any of them cut off" test \
		"$(sort ours | comm -23 - ours.covered | wc -l)" -lt $(($(wc -l <ours) / 50 + 3))
	ok "… some of them deep" awk -F';' 'NF > 8 { n++ } END { exit n < 1 }' ours.covered
}
if [ -x "$step" ]; then
	stepped instructions:u 0x1 97
	# With guesses, and exits without counters, as often as can be.
	clean+=(PMC_EMU_HASTY=1)
	stepped instructions:u 0x1 997
	stepped loads:u 0x2 31
	unset "clean[-1]"
	stepped branches:u 0x3f8 13
	stepped calls:u 0x180 1
	if "$PMC" record -q --backend emulated -c 1000 --call-graph dwarf -o any.data -- true; then
		unwound instructions:u 0x1 7
		unwound calls:u 0x180 1
	else
		skip "pmc has no libdw" 6
	fi
else
	skip "the oracle is not built (it needs Zydis)" 16
fi

# ---- how many ----

# many NAME EVENT N COMMAND...: of a program with one thread
many() {
	local name=$1 event=$2 n=$3
	shift 3
	"$PMC" record -q --deterministic -o exact.data -- "$@" >/dev/null 2>&1
	"$PMC" record -q --deterministic -e "$event" -c "$n" -o nth.data -- "$@" >/dev/null 2>&1
	local all
	all=$(sum exact.data "$event")
	is "$(sum nth.data "$event")" "$((all / n * n))" "$name: $all $event by $n"
}
perl=(perl -e 'my $s = 0; for (1 .. 2000) { $s += $_ ** 2 % 7 } print "$s\n"')
many perl instructions:u 1009 "${perl[@]}"
many perl stores:u 100 "${perl[@]}"
many perl branches-taken:u 333 "${perl[@]}"
many perl syscalls:u 1 "${perl[@]}"
many perl instructions:u 100000000000 "${perl[@]}"
export PMC_EMU_HASTY=1
many perl-hastily instructions:u 1009 "${perl[@]}"
many perl-hastily branches:u 333 "${perl[@]}"
unset PMC_EMU_HASTY
export PMC_EMU_CACHE_SHIFT=7
many perl-flushed instructions:u 10007 "${perl[@]}"
unset PMC_EMU_CACHE_SHIFT
# Each thread and each image begins anew, so system calls one by one are all of them.
many forks syscalls:u 1 "$BUILD/tests/emu/asm/forks"
many execs syscalls:u 1 sh -c 'exec sh -c "exec true"'
many threads syscalls:u 1 "$BUILD/tests/emu/asm/threads"

# A signal that finds a thread where it is about to go on in the midst of a trace: what the rest of
# the trace counts is taken back.
"$cc" -O1 -static -nostdlib -ffreestanding -fno-stack-protector -no-pie -o interrupted \
	"$TOP/tests/emu/real/interrupted.c" || exit 1
work=$("$PMC" stat --backend emulated -x, -o count -e instructions:u -- ./interrupted)
work=$(($(grep instructions count | cut -d, -f1) - 4 * 10#$work))
for n in 97 997; do
	times=$("$PMC" record -q --backend emulated -e instructions:u -c $n -o nth.data -- \
		./interrupted)
	all=$((work + 4 * 10#$times))
	is "$(sum nth.data instructions:u)" "$((all / n * n))" \
		"interrupted $times times: $all instructions by $n"
	ok "… which is often enough" test "$((10#$times))" -gt 20
done

# ---- the same bytes ----

# The same numbers of processes need a namespace, but one process of its own has the same text.
for i in 1 2; do
	"$PMC" record -q --deterministic -e instructions:u -c 1009 -g -o same.$i -- \
		"${perl[@]}" >/dev/null
	"$PMC" script -i same.$i --to collapsed >same.$i.text 2>/dev/null
done
ok "two recordings have the same samples" cmp same.1.text same.2.text
ok "of a size" test -s same.1.text

# ---- kept translations ----

"$cc" -O1 -pie -fPIE -fno-omit-frame-pointer -fno-optimize-sibling-calls -o "$TMP/moving" \
	"$TOP/tests/emu/real/chains.c" || exit 1
kept=$XDG_CACHE_HOME/pmc/translations
# What glibc's functions execute for the environment depends on where the stack lies.
still=()
! setarch -R true 2>/dev/null || still=(setarch -R)
# kept NAME OBJECT OPTION... -- COMMAND...: the same samples without kept translations, when they
# are kept, and with them; of the places of this object
kept() {
	local name=$1 object=$2 way all=
	shift 2
	for way in --no-cache "" ""; do
		"${placed[@]}" "$PMC" record -q --backend emulated $way -o kept.data "$@" \
			>/dev/null 2>&1
		./places kept.data at | awk -v o="$object" 'index($2, o)' | sort >kept.at
		./places kept.data stack | grep -F "$object" | sort >kept.stack
		all+="$(wc -l <kept.at) $(cat kept.at kept.stack | md5sum)
"
	done
	is "$(sort -u <<<"$all" | grep -c .) $(head -n 1 <<<"$all" | grep -c '^[1-9]')" "1 1" \
		"$name: the same with kept translations" || note "$all"
}
export PMC_EMU_LEAVE=1
placed=("${still[@]}")
mkdir -p "$XDG_CACHE_HOME"
kept "each instruction" /chains -e instructions:u -c 1 -- ./chains
kept "each load" /chains -e loads:u -c 1 -- ./chains
kept "chains" /chains -e calls:u -c 1 -g -- ./chains
ok "each event has translations of its own" test "$(ls "$kept" | wc -l)" -ge 3
placed=()
kept "each instruction, where the program moves" /moving -e instructions:u -c 1 -- ./moving
kept "each call, where the program moves" /moving -e calls:u -c 1 -g -- ./moving
placed=("${still[@]}")
for name in calls_indirect fold_jcc rep strings; do
	[ -x "$BUILD/tests/emu/asm/$name" ] || continue
	kept "$name" "/$name" -e instructions:u -c 1 -- "$BUILD/tests/emu/asm/$name"
done
# Code for one instruction serves once, and is not kept, however many samples there are.
# traces COMMAND...: how many traces the command keeps
traces() {
	rm -rf "$kept"
	"$@" >/dev/null 2>&1
	for file in "$kept"/*; do
		echo $((16#$(basename "$file" | cut -d- -f5)))
	done
}
count=(stat --backend emulated -o /dev/null -e instructions:u -- ./chains)
sample=(record -q --backend emulated -o kept.data -c 97 -e instructions:u -- ./chains)
few=$(traces "$PMC" "${count[@]}") some=$(traces "$PMC" "${sample[@]}")
ok "$some traces are kept, and $few by counting" test "$some" -lt $((few * 4))
# Counting, exact profiles and samples take turns in one folder.
rm -rf "$kept"
turn() {
	"${still[@]}" "$PMC" stat --backend emulated -x, -o count -e loads:u -- ./chains >/dev/null
	grep loads count | cut -d, -f1,3
	"${still[@]}" "$PMC" record -q --backend emulated -o exact.data -- ./chains >/dev/null
	at exact.data | grep -F /chains | md5sum
	"${still[@]}" "$PMC" record -q --backend emulated -e instructions:u -c 1 -o kept.data -- \
		./chains >/dev/null
	at kept.data | grep -F /chains | md5sum
}
turn >first
turn >again
is "$(diff first again)" "" "counting, exact profiles and samples, in turns"
is "$(sed -n 2p again)" "$(sed -n 3p again)" "each instruction is the exact profile"
is "$(find "$kept" -type f | wc -l)" 3 "each has a file of its own"
export PMC_EMU_CACHE_SHIFT=7
kept "with a small code cache" /chains -e instructions:u -c 1 -- ./chains
unset PMC_EMU_CACHE_SHIFT
export PMC_EMU_HASTY=1
kept "hastily" /chains -e instructions:u -c 97 -g -- ./chains
unset PMC_EMU_HASTY PMC_EMU_LEAVE

# ---- sentences ----

"$PMC" record -e instructions:u -c 1000 -o auto.data -- ./chains >/dev/null 2>err
if grep -q 'backend emulated ]' err; then
	like "$(head -n 1 err)" "^pmc: the translator takes the samples: .*PMU" \
		"without a PMU the translator samples, and says so"
else
	skip "this machine has a PMU"
fi
# refused SENTENCE NAME OPTION...
refused() {
	local sentence=$1 name=$2
	shift 2
	"$PMC" record "$@" -o refused.data -- true 2>err
	is "$? $(head -n 1 err | cut -c1-${#sentence})" "125 $sentence" "$name"
	ok "… and no file" test ! -e refused.data
}
both="pmc: --backend emulated and --deterministic: the translator samples"
refused "$both by a period" "no period" --backend emulated -g
refused "$both a command" "a process" --backend emulated -c 5 -p 1
refused "$both a command" "a frequency" --deterministic -c 5 -F 5
refused "pmc: -e, column 16: the translator samples one event at a time" "two events" \
	--backend emulated -e instructions:u,loads:u -c 5
refused "pmc: -e, column 1: 'L1-dcache-load-misses' cannot be sampled: it is modelled" \
	"a modelled event" --backend emulated -e L1-dcache-load-misses -c 5
finish
