#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The exact call tree: how much each function has counted in each chain of calls. Single-stepping by
# ptrace keeps account of calls by the stack pointer alone (prog/step.c -F, called.c) and gives the
# same chains with the same counts, to the unit. Wherever a thread ends, the tree's sum is that of
# the exact profile. What recursion counts is arithmetic, and what functions cost with their callees
# is what callgrind says.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/places.sh"
real=tests/emu/real
"$cc" -O2 -static -no-pie -o "$TMP/chains" $real/chains.c || exit 1
"$cc" -O2 -static -no-pie -pthread -o "$TMP/calls" $real/calls.c || exit 1
"$cc" -O2 -pthread -o "$TMP/dynamic" $real/calls.c || exit 1
cd "$TMP" || exit 1
tree=(record -q --call-graph exact)

# ---- every chain ----

step=$BUILD/tests/emu/prog/step
extra=
clean=(env -i PATH=/usr/bin:/bin LC_ALL=C HOME=/ LD_BIND_NOW=1)
# both EVENT SIGNALS COMMAND...: with the variables in extra; the chains of both go to ours and
# stepped, "COUNT FUNCTION;…"
both() {
	local event=$1 signals=$2
	shift 2
	"${clean[@]}" $extra timeout 200 "$step" -F -n -s 0x706d632d73656564 -S "$signals:1" \
		-T lines -o counts "$@" >/dev/null
	sort lines | uniq -c | awk '{ print $1, $2 }' | sort >stepped
	"${clean[@]}" $extra "$PMC" "${tree[@]}" -e "$event" \
		--deterministic --env-all --cpu-features host --clock real -o tree.data -- "$@" \
		>/dev/null
	./places tree.data chain |
		awk '{ n[$3] += $2 } END { for (k in n) print n[k], k }' | sort >ours
}
# same NAME: the chains are the same
same() {
	is "$(diff stepped ours | head -n 4)" "" "$1: $(wc -l <ours) chains"
	ok "… some of them deep" awk -F';' 'NF > 8 { n++ } END { exit n < 1 }' ours
}
if [ -x "$step" ]; then
	both instructions:u 0x1 ./chains
	same "instructions of recursion, pointers, handlers and longjmp"
	both instructions:u 0x1 ./calls 100
	same "instructions of tail calls, alternate stacks and contexts"
	extra=PMC_EMU_CACHE_SHIFT=7
	both instructions:u 0x1 ./calls 100
	same "the same with a code cache that is emptied all the time"
	extra=PMC_EMU_PAIRS=1
	both instructions:u 0x1 ./chains
	same "recursion and longjmp, with returns in pairs"
	both instructions:u 0x1 ./calls 100
	same "tail calls, alternate stacks and contexts, with returns in pairs"
	extra=
	# Addresses are the object's own there, so only counts and depths can be compared.
	both instructions:u 0x1 ./dynamic 100
	for f in stepped ours; do
		awk '{ print $1, gsub(";", ";", $2) }' $f | sort >$f.depths
		mv $f.depths $f
	done
	is "$(diff stepped ours | head -n 4)" "" \
		"calls of shared libraries: $(wc -l <ours) chains of the same depths and counts"
else
	skip "the oracle is not built (it needs Zydis)" 11
fi

# ---- sums ----

# sum FILE EVENT
sum() {
	./places "$1" sum | awk -v e="$2" '$2 == e { printf "%.0f", $3 }'
}
tree_sum() {
	"$PMC" script -i "$1" --to collapsed | awk '{ n += $NF } END { printf "%.0f", n }'
}
# sums NAME EVENT COMMAND...
sums() {
	local name=$1 event=$2 all
	shift 2
	rm -f sum.data
	"$PMC" "${tree[@]}" -e "$event" -o sum.data -- "$@" >/dev/null 2>&1
	all=$(sum sum.data "$event")
	is "$(tree_sum sum.data)" "$all" "$name: the tree has all $all $event"
}
for source in "$TOP"/tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_in_turn "$name" || continue
	for pairs in 0 1; do
		PMC_EMU_PAIRS=$pairs "$PMC" "${tree[@]}" -o sum.data -- \
			"$BUILD/tests/emu/asm/$name" >/dev/null 2>&1
		all=$(sum sum.data instructions:u)
		[ "$all" = "$(tree_sum sum.data)" ] || wrong+=" $name,$pairs"
	done
	n=$((n + 1))
done
is "$wrong" "" "the sums of $n assembly programs are whole, with returns in pairs, too"
for event in instructions:u loads:u stores:u branches:u branches-taken:u calls:u syscalls:u; do
	sums "threads, fork, vfork, exec" "$event" ./calls 10 x
done
sums "a child that is killed" instructions:u ./calls 10 kill
sums "a loop that is killed" instructions:u sh -c \
	'perl -e "1 while 1" & sleep 0.3; kill -9 $!; wait'
sums "many programs" instructions:u sh -c \
	'for i in 1 2 3; do /bin/true; done; ls / | sort | wc -l; exec sh -c "exec true"'
sums "calls that are nested too deep" instructions:u ./calls 3000
"$PMC" report -i sum.data --stdio >report 2>&1
like "$(cat report)" "[0-9]+ calls have no place of their own in the call tree" "… a note says so"
cat >wide.c <<'END'
static volatile long n;
void b(int depth);
void a(int depth) { n++; if (depth) { a(depth - 1); b(depth - 1); } }
void b(int depth) { n += 2; if (depth) { b(depth - 1); a(depth - 1); } }
int main(void) { a(17); return 0; }
END
"$cc" -O1 -fno-inline -fno-optimize-sibling-calls -static -o wide wide.c
# At some addresses of the stack, in one run of 150, libc's start looks at its strings in another
# way, and executes three instructions more.
fixed=(--deterministic -e instructions:u)
all=$("$PMC" stat "${fixed[@]}" -x, -- ./wide 2>&1 | cut -d, -f1)
(ulimit -v 50000 && exec "$PMC" "${tree[@]}" "${fixed[@]}" -o wide.data -- ./wide)
is "$?, $(tree_sum wide.data)" "0, $all" "a tree that has no memory to grow has all $all"
"$PMC" report -i wide.data --stdio >report 2>&1
like "$(cat report)" "[0-9]+ calls have no place of their own in the call tree" "… a note says so"
PMC_EMU_PAIRS=1 sums "threads, fork, vfork, exec, with returns in pairs" instructions:u ./calls 10 x
PMC_EMU_CACHE_SHIFT=7 sums "perl, flushed" instructions:u \
	perl -e 'my $s = 0; for (1 .. 2000) { $s += $_ ** 2 % 7 } print "$s\n"'

# ---- recursion, by arithmetic ----

cat >fib.S <<'END'
	.globl _start
	.type _start, @function
_start:	mov $12, %edi
	call fib
	xor %edi, %edi
	mov $60, %eax
	syscall
	.size _start, . - _start
	.type fib, @function
fib:	cmp $2, %edi
	jl 1f
	push %rdi
	dec %edi
	call fib
	pop %rdi
	sub $2, %edi
	call fib
1:	ret
	.size fib, . - fib
END
"$cc" -nostdlib -static -no-pie -o fib fib.S || exit 1
"$PMC" "${tree[@]}" -o fib.data -- ./fib
# F(12) = 144 of 465 calls; 233 of them end at once, with 3 instructions; the others have 9
all=$((233 * 3 + 232 * 9))
is "$("$PMC" script -i fib.data --to collapsed | awk '{ n[NF] += $NF } END { print n[2] }')" \
	"$((all + 5))" "all calls of a recursion are there"
"$PMC" report -i fib.data --stdio --children >report
like "$(cat report)" " 2,787 +2,787 .*fib" "… and report counts it once"
is "$("$PMC" script -i fib.data --to collapsed | awk -F'[; ]' '{ print NF - 2, $NF }' | sort -n |
	head -n 4 | tr '\n' ' ')" "1 5 2 9 3 18 4 36 " "… level by level"

# ---- large trees, by arithmetic ----

# Two functions call each other and themselves: in 2^16 - 2 chains. Then one function calls 300.
# After that the program ends, or kills itself.
cat >large.S <<'END'
	.macro go k
	call one_\k
	.endm
	.macro one k
	.type one_\k, @function
one_\k:	nop
	ret
	.size one_\k, . - one_\k
	.endm
	.globl _start
	.type _start, @function
_start:	mov (%rsp), %ebx
	mov $15, %edi
	call left
	mov $15, %edi
	call right
	call many
	.size _start, . - _start
	.macro half name
	.type \name, @function
\name:	dec %edi
	jz 1f
	call left
	call right
1:	inc %edi
	ret
	.size \name, . - \name
	.endm
	half left
	half right
	.type many, @function
many:	mov $3, %r12d
1:
	.altmacro
	.set i, 0
	.rept 300
	.set i, i + 1
	go %i
	.endr
	dec %r12d
	jnz 1b
	call last
	.size many, . - many
	.set i, 0
	.rept 300
	.set i, i + 1
	one %i
	.endr
	.type last, @function
last:	mov $39, %eax
	syscall
	mov %eax, %edi
	mov $62, %eax
	mov $9, %esi
	cmp $1, %ebx
	jne 1f
	mov $60, %eax
	xor %edi, %edi
1:	syscall
	.size last, . - last
END
"$cc" -nostdlib -static -no-pie -o large large.S || exit 1
# large_tree NAME LAST [ARGUMENT]: LAST is what its last function counts
large_tree() {
	"$PMC" "${tree[@]}" -o large.data -- ./large ${3:+"$3"} 2>/dev/null
	"$PMC" script -i large.data --to collapsed |
		sed 's/one_[0-9]* /one /; s/.*\(left\|right\) /half /; s/.*;//' |
		LC_ALL=C sort | uniq -c | awk '{ print $1, $2, $3 }' >chains
	is "$(tr '\n' ' ' <chains)" \
		"1 _start 6 32768 half 4 32766 half 6 1 last $2 1 many 908 300 one 6 " "$1"
}
PMC_EMU_PAIRS=1 large_tree "every chain of a large tree, with returns in pairs" 10
large_tree "every chain of a large tree of a program that is killed" 8 kill

# ---- callgrind ----

if command -v valgrind >/dev/null; then
	"$cc" -O1 -static -nostdlib -ffreestanding -fno-stack-protector \
		-fno-tree-loop-distribute-patterns -fno-inline -o own \
		"$TOP/tests/emu/callgrind/own.c" &&
		valgrind -q --tool=callgrind --callgrind-out-file=own.cg ./own 2>/dev/null
	"$PMC" "${tree[@]}" -o own.data -- ./own
	# inclusive FILE: each function with what it costs with its callees. What recursion costs
	# is another thing to callgrind.
	inclusive() {
		"$PMC" report -i "$1" --stdio --children -s function -t, 2>/dev/null |
			awk -F, '!/^#/ && $NF !~ /^(_start|\(below main\)|fold.+)$/ {
				print $3, $NF }' |
			sort
	}
	if [ -s own.cg ]; then
		is "$(inclusive own.data)" "$(inclusive own.cg)" "inclusive costs are callgrind's"
	else
		skip "callgrind does not run here"
	fi
else
	skip "there is no valgrind"
fi

# ---- what it is good for ----

"$PMC" report -i tree.data --svg tree.svg 2>/dev/null
ok "there is a flame graph" grep -q 'raise_signals\|switch_stacks' tree.svg
"$PMC" "${tree[@]}" -e loads:u -o loads.data -- ./calls 10 >/dev/null
like "$("$PMC" report -i loads.data --stdio -g)" "of loads:u \(inclusive, from the call tree\)" \
	"report chooses the tree's event"
"$PMC" report -i loads.data --stdio -g -e stores:u >/dev/null 2>err
is "$?" 125 "… and refuses callers by another one"
like "$(cat err)" "call tree of this profile is of loads:u" "… with a sentence"

# ---- sentences ----

# refused SENTENCE NAME OPTION...
refused() {
	local sentence=$1 name=$2
	shift 2
	"$PMC" record --call-graph exact "$@" -o refused.data -- true 2>err
	is "$? $(head -n 1 err | cut -c1-${#sentence})" "125 $sentence" "$name"
	ok "… and no file" test ! -e refused.data
}
both="pmc: --call-graph exact: the translator counts every call of a command"
refused "$both" "another backend" --backend perf
refused "$both" "a period" -c 1000
refused "pmc: -e, column 1: 'cache-misses' is modelled, but a call tree" "a modelled event" \
	-e cache-misses
finish
