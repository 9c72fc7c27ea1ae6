#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The engine models caches, TLBs and predictors while a program runs. Three oracles: arithmetic (the
# misses that tests/emu/asm/cache_*.S foretell), the models without the engine (the program is
# single-stepped natively, and Zydis says what each instruction accesses), and the engine without
# its filter. All counts must be equal, to the unit; also where the models are on in bursts that
# leave nothing out. The programs of tests/emu/asm must also run and
# count as they do without a model.
# MODEL=all, for tests/outside/model_test.sh, steps through more programs, on more machines.
# tests/run: parallel time=600
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
step=$BUILD/tests/emu/prog/step
count=$BUILD/tests/emu/prog/count
clean=(env -i PATH=/usr/bin:/bin PMC_EMU="${PMC_EMU:-}")

setting= # of the engine
# modelled NAME WORDS [OPTION...] PROGRAM...: the engine's counts, with the exit status at the end.
modelled() {
	local out=$TMP/$1 words=$2
	shift 2
	timeout 120 "${clean[@]}" $setting "$count" -d -m "$words" -o "$out" "$@" >"$out.out" \
		2>"$out.err" </dev/null
	echo "status $?" >>"$out"
}
# stepped NAME WORDS PROGRAM...: the same by the oracle.
stepped() {
	local out=$TMP/$1 words=$2
	shift 2
	timeout 300 "${clean[@]}" "$step" -n -m "$words" -o "$out" "$@" >"$out.out" 2>"$out.err" \
		</dev/null
	echo "status $?" >>"$out"
}
# agree WHAT NAME NAME
agree() {
	is "$(diff "$TMP/$2" "$TMP/$3" 2>&1)" "" "$1" || note "$(head -3 "$TMP/$3.err")"
}

# ---- misses that arithmetic foretells ----

# misses FILE: what the comments of a program say, as the counts' names and numbers.
misses() {
	local line times word r=0 w=0
	while IFS= read -r line; do
		times=${line#miss } times=${times%%:*}
		for word in ${line#*:}; do
			case $word in
			r=*) r=$((r + times * ${word#r=})) ;;
			w=*) w=$((w + times * ${word#w=})) ;;
			esac
		done
	done < <(grep -oE 'miss [0-9*]+:( [rw]=[0-9]+)+' "$1")
	echo "l1d-read-misses $r l1d-write-misses $w"
}
foretold=0
for source in tests/emu/asm/cache_*.S; do
	name=$(basename "$source" .S)
	asm_expect "$source"
	if ! asm_supported; then
		skip "$name: this CPU lacks one of $asm_needs" 2
		continue
	fi
	words="cachegrind $(sed -n 's,^/\* machine \(.*\) \*/$,\1,p' "$source") data"
	modelled "$name" "$words" "$BUILD/tests/emu/asm/$name"
	is "$(grep -E '^l1d-(read|write)-misses ' "$TMP/$name" | paste -sd' ')" \
		"$(misses "$source")" "$name: misses by arithmetic" || note "$(cat "$TMP/$name")"
	modelled "$name.all" "$words" -f "$BUILD/tests/emu/asm/$name"
	agree "$name: the same without the filter" "$name" "$name.all"
	foretold=$((foretold + 1))
done
is "$((foretold >= 2))" 1 "$foretold programs foretell their misses"

# ---- every program of tests/emu/asm ----

small="zen2 L1d=1K,2,64,lru L1i=1K,2,64,tree-plru L2=16K,4,64 LL=32K,8,64 dtlb=4,full itlb=4,full"
small+=" data fetch tlb dirty"
for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_expect "$source"
	asm_supported || continue
	! grep -q "dead flags" "$source" || continue # docs/machines.md
	modelled "$name" "$small" -p "$BUILD/tests/emu/asm/$name"
	is "$(tail -1 "$TMP/$name")" "status $asm_exit" "$name: ends as without a model" ||
		note "$(cat "$TMP/$name.err")"
	[ -z "$asm_uncounted$asm_reports" ] || continue
	is "$(asm_compare "$TMP/$name")" "" "$name: counts the same signals"
	asm_in_turn "$name" || continue
	modelled "$name.some" "$small" -p -b 3 "$BUILD/tests/emu/asm/$name"
	is "$(asm_compare "$TMP/$name.some") $(tail -1 "$TMP/$name.some")" " status $asm_exit" \
		"$name: counts and ends the same with code of both kinds"
	[ $((asm_counts[instructions])) -lt 2000000 ] || continue
	setting=PMC_EMU_HASTY=1
	modelled "$name.some" "$small" -p -b 3 "$BUILD/tests/emu/asm/$name"
	setting=
	is "$(asm_compare "$TMP/$name.some") $(tail -1 "$TMP/$name.some")" " status $asm_exit" \
		"$name: the same where code without checks guesses"
	setting=PMC_EMU_HASTY=1
	modelled "$name.hot" "$small" -p "$BUILD/tests/emu/asm/$name"
	setting=
	agree "$name: the same where code with checks guesses" "$name" "$name.hot"
	modelled "$name.bursts" "$small" -p -b 1 "$BUILD/tests/emu/asm/$name"
	agree "$name: the same in bursts one after the other" "$name" "$name.bursts"
	modelled "$name.all" "$small" -p -f "$BUILD/tests/emu/asm/$name"
	agree "$name: the same without the filter" "$name" "$name.all"
	setting=PMC_EMU_AS=old
	modelled "$name.old" "$small" -p "$BUILD/tests/emu/asm/$name"
	setting=
	agree "$name: the same without BMI2" "$name" "$name.old"
	[ -x "$step" ] && [ -z "$asm_unstepped" ] || continue
	# The models do not see gathers and scatters.
	! grep -qE 'gather|scatter' "$source" || continue
	[ -n "${MODEL:-}" ] || [ $((asm_counts[instructions])) -lt 3000 ] || continue
	stepped "$name.step" "$small" "$BUILD/tests/emu/asm/$name"
	agree "$name: the same by the oracle" "$name" "$name.step"
done

# Where accesses are light (core/machine/light.h), most end on the way.
light="skylakex L1d=512,8,64 L1i=512,8,64 L2=16K,4,64 LL=none dtlb=4,4 itlb=8,8"
light+=" data fetch tlb levels"
# The same, where pages come from a second TLB that soon lacks them.
second="$light dtlb2=12,12"
# Where lines that pass have times (filter.h), with pages and without.
timed="skylakex L1d=512,4,64,lru L1i=512,4,64,lru L2=16K,4,64 LL=none dtlb=4,4 itlb=8,8"
timed+=" data fetch tlb levels"
tree=${timed//,lru/,tree-plru}
whole="cachegrind L1d=512,4,64,lru L1i=512,4,64,lru LL=16K,8,64,lru data fetch levels"
for kind in light second timed tree whole; do
	for name in rep stackops calls cache_lines cache_order pagefaults pages; do
		modelled "$name.$kind" "${!kind}" -p "$BUILD/tests/emu/asm/$name"
		modelled "$name.all" "${!kind}" -p -f "$BUILD/tests/emu/asm/$name"
		agree "$name, $kind: the same without the filter" "$name.$kind" "$name.all"
		setting=PMC_EMU_HASTY=1
		modelled "$name.hot" "${!kind}" -p "$BUILD/tests/emu/asm/$name"
		setting=
		agree "$name, $kind: the same where code is hot" "$name.$kind" "$name.hot"
		setting=PMC_EMU_AS=old
		modelled "$name.old" "${!kind}" -p "$BUILD/tests/emu/asm/$name"
		setting=
		agree "$name, $kind: the same without BMI2" "$name.$kind" "$name.old"
	done
	for name in ${LONG:+rep stackops} calls pages; do
		[ -x "$step" ] || continue
		stepped "$name.step" "${!kind}" "$BUILD/tests/emu/asm/$name"
		agree "$name, $kind: the same by the oracle" "$name.$kind" "$name.step"
	done
done

# A signal seldom comes just on the way to the model.
kept=0
for i in 1 2 3 4 5; do
	for machine in "$small" "$light"; do
		modelled ways "$machine" -p "$BUILD/tests/emu/asm/branches_vector"
		[ "$(tail -1 "$TMP/ways")" != "status 0" ] || kept=$((kept + 1))
	done
done
is $kept 10 "signals on the way to the model change no register"

# ---- branches ----

for name in branches_vector fpstate; do
	modelled "$name.branch" "skylakex branch" "$BUILD/tests/emu/asm/$name"
	is "$(tail -1 "$TMP/$name.branch")" "status 0" "$name: vector registers are kept"
done
[ -x "$step" ] || { skip "the oracle is not built (it needs Zydis)" 1; finish; }
for name in calls jcc jumps_bad loopflags loopinsn loops stackops table; do
	modelled "$name.branch" "skylakex branch" "$BUILD/tests/emu/asm/$name"
	stepped "$name.branch.step" "skylakex branch" "$BUILD/tests/emu/asm/$name"
	agree "$name: branches as by the oracle" "$name.branch" "$name.branch.step"
done

# ---- programs that were not written for this ----

machines=("skylakex data fetch tlb branch")
programs=(/bin/true)
if [ "${MODEL:-}" = all ]; then
	machines+=("pentium4 L1d=2K,4,64 data fetch tlb dirty branch" "zen4"
		"core2 L1d=4K,4,64,lru L1i=4K,8,64,fifo dtlb=8,full data fetch tlb dirty")
	programs+=("/bin/ls -a /etc" "/usr/bin/date -u -d @1000000000"
		"/usr/bin/factor 600851475143")
fi
for words in "${machines[@]}"; do
	for program in "${programs[@]}"; do
		read -ra command <<<"$program"
		modelled run "$words" "${command[@]}"
		modelled run.all "$words" -f "${command[@]}"
		setting=PMC_EMU_HASTY=1
		modelled run.hot "${words% branch}" "${command[@]}"
		modelled run.hot.all "${words% branch}" -f "${command[@]}"
		setting=
		stepped run.step "$words" "${command[@]}"
		modelled run.bursts "$words" -b 1 "${command[@]}"
		agree "$program on $words: the same without the filter" run run.all
		agree "$program on $words: the same in bursts" run run.bursts
		agree "$program on $words: the same where code is hot" run.hot run.hot.all
		agree "$program on $words: the same by the oracle" run run.step
		is "$(cat "$TMP/run.out")" "$(cat "$TMP/run.step.out")" "$program: the same output"
	done
done
finish
