#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Exact profiles. The sum over a profile is what `pmc stat` counts, to the unit, for every event,
# also with a code cache that is emptied all the time. Address by address a profile is what
# single-stepping sees, edges included.
# tests/run: parallel time=600
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/places.sh"
prog=$BUILD/tests/emu/prog
events=instructions,branches,branches-taken,branches-not-taken,branches-conditional
events+=,branches-indirect,jumps,calls,calls-indirect,returns,loads,stores,syscalls

# ---- sums ----

# sums NAME COMMAND...: the sums of a profile, and what the same run has counted
sums() {
	local name=$1
	shift
	PMC_EMU=$BUILD/pmc-emu "$TMP/places" record "$TMP/$name.data" "$events" "$@" \
		3>"$TMP/sums" >"$TMP/out" 2>"$TMP/err" </dev/null
	is "$(cat "$TMP/sums")" "equal 13" "$name: sums" || note "$(head -n 5 "$TMP/err")"
}
same_file() {
	is "$(diff "$1" "$2" 2>&1 | head -n 3)" "" "$3"
}

for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_expect "$source" && asm_supported && [ -z "$asm_uncounted" ] || continue
	asm_in_turn "$name" || continue
	sums "$name" "$BUILD/tests/emu/asm/$name"
done
"$cc" -O2 -o "$TMP/jumps" tests/emu/real/jumps.c || exit 1
"$cc" -O2 -static -no-pie -o "$TMP/jumps-static" tests/emu/real/jumps.c || exit 1
perl=(perl -e 'my $s = 0; for (1 .. 20000) { $s += $_ ** 2 % 7 } print "$s\n"')
sums jumps "$TMP/jumps"
sums perl "${perl[@]}"
sums python3 /usr/bin/python3 -S -c 'print(sum(i * i % 7 for i in range(20000)))'
sums sh sh -c 'for i in 1 2 3; do ls / | wc -l; done; (true | true); exec true'
sums profiled "$prog/profiled"
sums killed "$prog/profiled" killed
sums jit "$prog/profiled" jit
export PMC_EMU_CACHE_SHIFT=7
sums perl-flushed "${perl[@]}"
sums python3-flushed /usr/bin/python3 -S -c 'print(sum(range(1000)))'
sums profiled-flushed "$prog/profiled"
unset PMC_EMU_CACHE_SHIFT
export PMC_EMU_AS=old # without BMI2
sums perl-old "${perl[@]}"
sums profiled-old "$prog/profiled"
sums jumps-old "$TMP/jumps-static"
unset PMC_EMU_AS

# ---- many processes ----

# batches HOW N: the sums and the most memory of N times ten processes
batches() {
	PMC_EMU=$BUILD/pmc-emu "${namespace[@]}" "$TMP/places" "$1" "$TMP/$1.data" "$events" sh -c \
		"for i in $(seq -s ' ' "$2"); do
			for k in 1 2 3 4 5 6 7 8 9 10; do /bin/true; done
			echo
			read line
		done" 3>"$TMP/$1" 2>"$TMP/err" </dev/null
	is "$(grep -v memory "$TMP/$1")" "equal 13" "$1: sums" || note "$(head -n 5 "$TMP/err")"
}
batches batches 8
batches keep 8
kept=$(awk '/memory/ { print $2 }' "$TMP/keep")
ok "logs of processes that have ended are taken in ($kept KiB otherwise)" \
	awk -v kept="$kept" '/memory/ { exit !($2 > 0 && $2 < kept / 3) }' "$TMP/batches"
is "$("$TMP/places" "$TMP/batches.data" at | md5sum)" \
	"$("$TMP/places" "$TMP/keep.data" at | md5sum)" "which changes no count"
is "$("$TMP/places" "$TMP/batches.data" process | md5sum)" \
	"$("$TMP/places" "$TMP/keep.data" process | md5sum)" "and no process"

# ---- the same bytes ----

# The path of a JIT's list has the process's number.
if [ -n "${namespace[*]}" ]; then
	for i in 1 2; do
		"${namespace[@]}" "$PMC" record -q -o "$TMP/again.$i" --deterministic -- \
			"$prog/profiled" jit 2>/dev/null
	done
	ok "two deterministic recordings are the same bytes" cmp "$TMP/again.1" "$TMP/again.2"
fi

# ---- code without a file ----

is "$("$TMP/places" "$TMP/jit.data" symbol | sort -u)" "symbol made_at_run_time 1502
symbol made_at_run_time 4004" "code at the same address twice has two counts and its name"

(cd "$TMP" && "$PMC" record -q -o dump.data -- "$prog/profiled" jitdump)
is "$("$TMP/places" "$TMP/dump.data" symbol | LC_ALL=C sort)" "symbol moved made.source:7 2002
symbol moved made.source:7 202
symbol other 32" "jitdump: names, lines and moves"

# ---- libraries at the same address ----

for i in 1 2; do
	echo "long f(long n) { volatile long s = 0; while (n--) s += $i; return s; }" >"$TMP/f$i.c"
	"$cc" -O1 -shared -fPIC -o "$TMP/f$i.so" "$TMP/f$i.c"
done
cat >"$TMP/load.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		void *library = dlopen(argv[i], RTLD_NOW);
		long (*f)(long) = (long (*)(long))dlsym(library, "f");

		printf("%p\n", (void *)f);
		f(1000 * i);
		dlclose(library);
	}
	return 0;
}
END
"$cc" -o "$TMP/load" "$TMP/load.c" -ldl || exit 1
# executions of f1.so and f2.so, from the entry of f to its return
libraries() {
	"$PMC" record -q -o "$TMP/load.data" --deterministic -- "$TMP/load" "$@" >"$TMP/out"
	"$TMP/places" "$TMP/load.data" edge | awk '$2 ~ /f[12]\.so$/ && $5 > 500 { n[$2] += $5 }
		END { for (f in n) print substr(f, length(f) - 4), n[f] }' | sort | paste -sd' '
}
is "$(libraries "$TMP/f1.so" "$TMP/f2.so" "$TMP/f1.so")" "f1.so 3998 f2.so 1999" \
	"a library that is unloaded, and another one in its place"
is "$(sort -u "$TMP/out" | wc -l)" 1 "they had the same address"

# ---- one call, many functions ----

# 700 functions, more than the engine keeps in chains, of which number i is called i times.
{
	for i in {0..699}; do
		echo "__attribute__((noinline)) int f$i(int n) { return n ^ $i; }"
	done
	echo "static int (*const all[])(int) = {"
	printf 'f%d,\n' {0..699}
	echo "}; int main(void) { volatile int x = 0;"
	echo "for (int n = 0; n < 700; n++) for (int i = n; i < 700; i++) x = all[i](x);"
	echo "return 0; }"
} >"$TMP/many.c"
"$cc" -O1 -static -no-pie -fcf-protection=none -o "$TMP/many" "$TMP/many.c" || exit 1
nm "$TMP/many" | awk '$3 ~ /^f[0-9]+$/ { sub(/^0*/, "", $1); print $1, substr($3, 2) + 1 }' |
	sort >"$TMP/many.want"
hows=("" PMC_EMU_CACHE_SHIFT=7 PMC_EMU_HASTY=1)
for how in "${hows[@]}"; do
	env $how "$PMC" record -q -o "$TMP/many.data" -- "$TMP/many"
	"$TMP/places" "$TMP/many.data" edge | awk 'NR == FNR { want[$1] = 1; next }
		$4 in want { n[$4] += $5 } END { for (f in n) print f, n[f] }' "$TMP/many.want" - |
		sort >"$TMP/many.got"
	same_file "$TMP/many.want" "$TMP/many.got" "calls by target $how"
done

# ---- one jump, some places ----

# Jumps to two places say how often they went to each of them; those to three say nothing.
cat >"$TMP/some.c" <<'END'
__asm__("to_two: jmp *%rdi\nto_three: jmp *%rdi\none: ret\ntwo: ret\nthree: ret\n");
void to_two(void *), to_three(void *), one(void), two(void), three(void);
int main(void)
{
	void *to[] = { one, two, three };

	for (int i = 0; i < 3000; i++) {
		to_two(to[i % 3 > 0]);
		to_three(to[i % 3]);
	}
	return 0;
}
END
"$cc" -O1 -static -no-pie -o "$TMP/some" "$TMP/some.c" || exit 1
nm "$TMP/some" | awk '$3 ~ /^(to_two|to_three|one|two|three)$/ { sub(/^0*/, "", $1)
	print $1, $3 }' >"$TMP/some.names"
for how in "${hows[@]}"; do
	env $how "$PMC" record -q -o "$TMP/some.data" -- "$TMP/some"
	is "$("$TMP/places" "$TMP/some.data" edge | awk 'NR == FNR { name[$1] = $2; next }
		name[$3] ~ /^to/ { print name[$3], name[$4], $5 }' "$TMP/some.names" - |
		sort | paste -sd,)" "to_two one 1000,to_two two 2000" \
		"jumps to some places $how"
done

# ---- a jump that is bound late ----

# The jump of a PLT leads once to the code that binds it.
cat >"$TMP/late.c" <<'END'
#include <unistd.h>
int main(void)
{
	for (int i = 0; i < 5; i++)
		getppid();
	return 0;
}
END
"$cc" -O1 -no-pie -fcf-protection=none -Wl,-z,lazy -o "$TMP/late" "$TMP/late.c" || exit 1
binds=$(objdump -d -j .plt "$TMP/late" |
	awk '/<getppid@plt>:$/ { getline; getline; sub(/:/, "", $1); print $1 }')
for how in "${hows[@]}"; do
	env $how "$PMC" record -q -o "$TMP/late.data" -- "$TMP/late"
	is "$("$TMP/places" "$TMP/late.data" edge | awk -v to="$binds" '$4 == to { print $5 }')" 1 \
		"a jump that is bound late $how"
done

# ---- who ----

is "$("$TMP/places" "$TMP/profiled.data" process | awk '{ print $2, $3 }' | paste -sd,)" \
	"profiled 5,profiled 1,profiled 1,profiled 1,sh 1" "processes, names and threads"

# ---- address by address ----

step=$prog/step
if [ ! -x "$step" ]; then
	skip "single-stepping: the oracle is not built (it needs Zydis)"
	finish
	exit
fi

# steps NAME COMMAND...: the static program's addresses, single-stepped, beside its profile. One
# NAME-hastily does the same steps as NAME.
steps() {
	local name=$1 trace=$TMP/${1%-hastily}.trace
	shift
	[ -e "$trace" ] || "${clean[@]}" "$step" -n -s 0x706d632d73656564 -T "$trace" \
		-o "$TMP/steps" "$@" >/dev/null 2>&1 </dev/null
	"${clean[@]}" "$PMC" record -q -o "$TMP/stepped.data" --deterministic \
		--env-all --cpu-features host --clock real -- "$@" >/dev/null 2>&1 </dev/null
	od -An -v -t x8 -w8 "$trace" | sed 's/^ 0*//' >"$TMP/pcs"
	sort "$TMP/pcs" | uniq -c | awk '{ print $2, $1 }' | sort >"$TMP/by-step"
	"$TMP/places" "$TMP/stepped.data" at | awk '{ print $3, $4 }' | sort >"$TMP/by-profile"
	same_file "$TMP/by-step" "$TMP/by-profile" "$name: executions, address by address"
	awk 'NR > 1 { n[last " " $1]++ } { last = $1 } END { for (p in n) print p, n[p] }' \
		"$TMP/pcs" | sort >"$TMP/pairs"
	"$TMP/places" "$TMP/stepped.data" edge | awk '{ print $3, $4, $5 }' | sort >"$TMP/edges"
	is "$(comm -13 "$TMP/pairs" "$TMP/edges" | head -n 3)" "" \
		"$name: branches and their targets"
	ok "$name: there are branches" test -s "$TMP/edges"
}
clean=(env -i PATH=/usr/bin:/bin)
asm=$BUILD/tests/emu/asm
steps calls "$asm/calls"
steps jcc "$asm/jcc"
steps loops "$asm/loops"
steps rep "$asm/rep"
steps jumps-static "$TMP/jumps-static"
# with returns that are guessed, and hot traces that are made anew, as often as can be
clean+=(PMC_EMU_HASTY=1)
steps calls-hastily "$asm/calls"
steps jcc-hastily "$asm/jcc"
steps loops-hastily "$asm/loops"
steps jumps-hastily "$TMP/jumps-static"
finish
