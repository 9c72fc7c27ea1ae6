#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc stat --layouts: median and range of each count, in every format; repeatable to the unit; what
# a result file keeps; mistakes. The counts are foretold; tests/emu/layouts_test.sh shows addresses.
. "$(dirname "$0")/../tap.sh"

# Reads eight lines of one set of L1D, and the line at the stack's beginning, 100 times. In layout 0
# that is in the same set, so that nine lines share eight ways.
cat >"$TMP/conflict.s" <<'S'
	.bss
	.balign 4096
m:	.skip 8 * 4096
	.text
	.globl _start
_start:	mov $100, %ecx
1:	lea m(%rip), %rsi
	mov $8, %edx
2:	mov (%rsi), %eax
	add $4096, %rsi
	dec %edx
	jnz 2b
	mov (%rsp), %rax
	dec %ecx
	jnz 1b
	mov $60, %eax
	xor %edi, %edi
	syscall
S
gcc -nostdlib -static -o "$TMP/conflict" "$TMP/conflict.s" 2>/dev/null ||
	{ skip "no compiler"; finish; }
stat() {
	"$PMC" stat --cache 'L1d=32K,8,64,lru;walks=unseen' -e l1d-read-misses,instructions "$@" \
		-- "$TMP/conflict" 2>&1
}
if stat --layouts 1 | grep -q 'personality(2), which is forbidden'; then
	skip "addresses cannot be fixed here"
	finish
fi

# ---- Formats ----

text=$(stat --layouts 3)
like "$text" "/conflict' \(medians of 3 layouts\):" "the table says what its values are"
like "$text" $'\n +9 +l1d-read-misses:u +\(range 9900.00%\)  \[9 .. 900\]  \(modelled\)\n' \
	"the median, and the range in percent of it"
like "$text" $'\n +3704 +instructions:u *\n' "a count that no layout changes has no range"
like "$text" "fixed: .*addresses=fixed, .*layouts=3" "… and what was fixed"
like "$(stat --layouts 2 | grep l1d)" '^ +9 ' "of two in the middle the median is the lower one"
like "$(stat --layouts 1)" ' 900 +l1d-read-misses:u +\(modelled\)' "one layout is number 0"
like "$(stat --layouts 3 -x,)" '^9,,l1d-read-misses:u,9900.00%,[0-9]+,100.00,,,modelled' "-x"
like "$(stat --layouts 3 -j | head -1)" \
	'"counter-value" : "9.000000", .*"range" : 9900.00, .*"min" : 9, "max" : 900' "-j"
like "$(stat --layouts 3 -j --table | head -1)" '"values" : \[900, 9, 9\]' \
	"-j --table: the counts in the order of the layouts"
unlike "$(stat --layouts 3 -j)" variance "… which have no variance"
text=$(stat --layouts 3 --format markdown)
like "$text" 'median of 3 layouts' "markdown: median"
like "$text" '\| l1d-read-misses:u \| 9 \|  \| 9900.00% \| 9 \| 900 \|' "… and range"
like "$(stat --layouts 3 --format github)" \
	'"name" : "l1d-read-misses:u", "unit" : "count", "value" : 9, "range" : "9900.00%"' "github"
# Where the median is 0, there is a range, but no share of 0.
like "$(stat --layouts 3 -e l1d-evictions)" \
	$'\n +0 +l1d-evictions:u +\\[0 .. 892\\]  \\(modelled\\)' "a median of 0"

# ---- Runs ----

is "$(stat --layouts 8 -j --table | grep counter-value | sed 's/"event-runtime" : [0-9]*//')" \
	"$(stat --layouts 8 -j --table | grep counter-value | sed 's/"event-runtime" : [0-9]*//')" \
	"every call gives the same, to the unit"
is "$(stat --layouts 3 --warmup 2 -j --table | head -1 | grep -o '"values.*]')" \
	'"values" : [900, 9, 9]' "--warmup uses up no layouts"
stat --layouts 3 --save "$TMP/result" -o /dev/null
like "$(tr -d ' \n' <"$TMP/result")" '"layouts":"3"' "--save keeps how many there were"
like "$(tr -d ' \n' <"$TMP/result")" '\[900,9,9\]' "… and each count"
like "$(stat --layouts 2 --baseline "$TMP/result")" 'layouts' \
	"a result of other layouts was made under other conditions"
unlike "$(stat --layouts 3 --baseline "$TMP/result")" 'other conditions' "one of the same was not"
like "$("$PMC" stat --layouts 2 -e instructions:u --env A=b -x, -- sh -c 'echo $A $HOME' 2>&1)" \
	'^b /dev/null' "it implies --deterministic"

# ---- Mistakes ----

refused() { is "$("$PMC" stat "${@:2}" 2>&1)" "pmc: $1" "refused: ${*:2}"; }
excludes="--layouts: lays out the memory of a command that pmc starts, so it excludes $(
	)-p, -t, -a and -C"
refused "$excludes" --layouts 2 -p 1
refused "$excludes" --layouts 2 -t 1
refused "$excludes" --layouts 2 -a -- true
refused "$excludes" --layouts 2 -C 0 -- true
refused "--layouts and -r: -r repeats one layout, --layouts has one run of each; choose one" \
	--layouts 2 -r 3 -- true
refused "--layouts: only the translator lays out a command's memory; leave --backend out, or $(
	)write --backend emulated" --layouts 2 --backend perf -- true
refused "--layouts and -I: the median of several runs has no intervals; choose one" \
	--layouts 2 -I 100 -- true
refused "--layouts: compares counts, and -n counts nothing; choose one" --layouts 2 -n -- true
refused "--layouts: the runs have different threads and processes, so it excludes $(
	)--per-thread and --per-process" --layouts 2 --per-thread -- true
for n in 0 1001 x; do
	like "$("$PMC" stat --layouts $n -- true 2>&1)" "^pmc: --layouts $n: .*1 to 1000" \
		"refused: --layouts $n"
done
finish
