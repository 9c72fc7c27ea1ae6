#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc annotate: the counts of a program by arithmetic (annotate/loops.c), which single-stepping made
# a profile of; what it says where something is missing.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

[ -e /usr/include/Zydis/Zydis.h ] || skip_all "there is no Zydis"
flags=()
case $BUILD in */san) flags=(-fsanitize=address,undefined) ;; esac
cp tests/cli/annotate/loops.c "$TMP"
cd "$TMP" || exit 1
ok "a program" gcc -std=gnu11 -O1 -g -nostdlib -static -no-pie -fno-stack-protector \
	-fcf-protection=none -Wl,--build-id=none loops.c -o loops
ok "a program that steps" gcc -std=gnu11 "${flags[@]}" -I"$TOP" -I"$TOP/include" \
	"$TOP/tests/cli/annotate/step.c" "$BUILD/internal.a" -pthread -o step
if ! ./step loops pmc.data; then
	fail "the profile of its steps"
	finish
fi
lines=
[ ! -e /usr/include/elfutils/libdw.h ] || lines=1

# column NUMBER: the sum of a column of numbers in a table on standard input
column() {
	grep -E '^ +[0-9]+\.[0-9]{2} +[0-9]' | tr -d , |
		awk -v c="$1" '{ n += $c } END { print n + 0 }'
}

# instructions TEXT: the total in the heading
instructions() {
	sed -nE 's/^# instructions:u: ([0-9,]+).*/\1/p' <<<"$1" | tr -d ,
}

# ---- Counts ----
out=$("$PMC" annotate inner)
like "$out" '# exact profile of loops' "the heading says what the counts are"
like "$out" '# inner in loops: [0-9,]+ instructions:u' "the function, its object, its count"
like "$out" ' 900 +100 [ |]+\+-- +[0-9a-f]+:  j' "the loop's branch: taken 900 times, not taken 100"
like "$out" '\+-> +[0-9a-f]+:  mov ' "an arrow points to the loop's beginning"
total=$(sed -nE 's/^# inner in loops: ([0-9,]+) .*/\1/p' <<<"$out" | tr -d ,)
is "$(column 2 <<<"$out")" "$total" "the rows add up to the function's count"
is "$("$PMC" report --sort function -t '|' | tr -d ' ,' | grep -c "|inner|*$\|$total.*inner")" 1 \
	"which pmc report shows, too"
out=$("$PMC" annotate _start)
like "$out" '100  .*call +0x[0-9a-f]+ <inner>' "a call, its executions, its target's name"
like "$out" 'call .* # 75 to odd, 25 to other' "an indirect call, its targets with their counts"
like "$out" ' 99 +1 .*:  j' "the outer loop"
like "$("$PMC" annotate odd)" ' (50 +25|25 +50) .*:  j' \
	"odd() is called 75 times, 25 times with an odd number"
is "$("$PMC" annotate -e branches-conditional-taken:u inner | column 2)" 900 "another event"
like "$("$PMC" annotate -e branches-conditional-taken:u inner)" 'executions' "beside executions"
is "$("$PMC" annotate --percent-type global inner odd other _start | column 1 | cut -d. -f1)" 99 \
	"percent of the whole profile: all functions but the JIT's"
like "$("$PMC" annotate -s other -M intel)" '(mov +rax|add +rdi),(qword ptr |\[)' "Intel's syntax"
is "$("$PMC" annotate --limit 2 | grep -c ' in loops: ')" 2 "the two hottest functions"
like "$("$PMC" annotate --limit 2)" '# 3 more functions' "how many there are besides"
out=$("$PMC" annotate jitted)
like "$out" $'7  +7000:  mov +\\$0x5,%eax\n' "code without a file, from the profile's bytes"
like "$out" '7  +7005:  ret' "to its end"
like "$("$PMC" annotate -d '[anon]')" '# jitted in ' "chosen by its object"

# ---- Lines ----
if [ -n "$lines" ]; then
	out=$("$PMC" annotate inner)
	like "$out" 'loops.c:17 \(twice inlined\)|loops.c:17  *sink \+= twice' "source lines"
	like "$("$PMC" annotate -l inner)" "# $TMP/loops.c:17" "-l: the line of each instruction"
	unlike "$("$PMC" annotate --no-source inner)" 'loops\.c:' "--no-source"
	out=$("$PMC" annotate --lines)
	like "$out" ' 75  loops.c:23  odd  sink\+\+;' \
		"--lines: a line that ran 25 times, with three instructions"
	like "$(grep -v '^#' <<<"$out" | sed -n 2p)" 'loops.c:1[67]  inner' \
		"the hottest comes first"
	all=$("$PMC" annotate --lines --limit 0)
	is "$(column 2 <<<"$all")" "$(instructions "$all")" \
		"lines add up to the profile"
	mv loops.c away.c
	like "$("$PMC" annotate inner)" \
		"note: the source '$TMP/loops.c' cannot be read \(No such file or directory\)" \
		"a missing source"
	mv away.c loops.c
	{
		echo 'int main(void) { volatile int n = 0;'
		for i in 1 2 3 4 5 6; do printf '#line 1 "gone%d.c"\nn++;\n' $i; done
		echo 'return 0; }'
	} >gone.c
	gcc -g -o gone gone.c && "$PMC" record -q -o gone.data -- ./gone
	out=$("$PMC" annotate -i gone.data main)
	is "$(grep -c "note: the source '.*gone[1-6].c' cannot be read" <<<"$out")" 4 \
		"of many missing sources, four are named"
	like "$out" "# note: 2 more of its sources cannot be read" "… and the others are counted"
else
	skip "there is no libdw" 9
fi

# ---- What is missing, and mistakes ----
cp loops whole
strip -g loops
like "$("$PMC" annotate inner)" \
	"lines of loops are unknown: .*no debug information|without libdw" \
	"a stripped file has no lines"
strip loops
out=$("$PMC" annotate)
hottest=$(grep -m1 -o '^# 0x[0-9a-f]* in loops:' <<<"$out" | cut -d' ' -f2)
like "$("$PMC" report --sort function -t '|' -q)" "^[^|]*\|[^|]*\|$hottest" \
	"nor names: a function is known by its address, as in a report"
like "$("$PMC" annotate "$hottest")" "# $hottest in loops: .*"$'\n.*\n'".* ${hottest#0x}:  " \
	"and can be named so"
like "$("$PMC" annotate -d loops)" "# $hottest in loops: .*"$'\n.*\n'".* ${hottest#0x}:  " \
	"its code is shown"
ok "a page with its code ends" timeout 60 "$PMC" report --html page.html
rm loops
out=$("$PMC" annotate -d loops)
like "$out" "functions of loops are unknown: '$TMP/loops' does not exist" "a missing file"
like "$out" 'some of the code is unknown' "and that there is no code"
is "$(column 2 <<<"$out")" "$(($(instructions "$out") - 14))" \
	"the counts are there nonetheless"
mv whole loops
# Two objects without lines, of which one has the hottest function.
echo 'int far(void) { return 1; }' | gcc -O1 -shared -fPIC -x c -o libfar.so -
printf '%s\n' 'int far(void);' 'volatile int sum;' \
	'int main(void) { for (int i = 0; i < 100000; i++) sum += i; return far() - 1; }' |
	gcc -O1 -x c -o near - -L. -lfar -Wl,-rpath,"$TMP"
ok "a program and a library" "$PMC" record --backend emulated -o two.data -- ./near
out=$("$PMC" annotate -i two.data --limit 1)
like "$out" 'lines of near are unknown|without libdw' "the object of what is shown has no lines"
unlike "$out" 'lines of lib' "others are not named"
like "$("$PMC" annotate -i two.data far)" 'lines of libfar.so are unknown|without libdw' \
	"unless a function of theirs is shown"
# refused TEXT NAME OPTION...: exit status 125 and a sentence
refused() {
	local text=$1 name=$2
	shift 2
	like "$("$PMC" annotate "$@" 2>&1 >/dev/null; echo " status $?")" \
		"$text.* status 125" "$name"
}
refused 'pmc: -M arm: expects att or intel' "a syntax that there is not" -M arm
refused 'pmc: --percent-type x: expects local or global' "a percentage that there is not" \
	--percent-type x
refused 'pmc: nonexistent: the profile has no such function; `pmc report` lists those that it has' \
	"a function that there is not" nonexistent
refused "pmc: inne: the profile has no such function; did you mean 'inner'" \
	"one whose name is nearly right" -s inne
refused 'nothing.data' "a profile that there is not" -i nothing.data
refused 'one event at a time' "two events" -e loads:u,stores:u
echo 'main;work 5' >stacks
refused 'stacks: collapsed stacks name functions, and have no addresses' "names alone" -i stacks
head -c 300 pmc.data >cut.data
out=$("$PMC" annotate -i cut.data 2>&1)
unlike "$out" 'Sanitizer|runtime error' "a profile that was cut"
finish
