#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Memory that comes, goes and changes in unusual ways (prog/odd_memory.c): output and status must be
# the same natively and under the engine. Under limits on memory the program runs and is counted, or
# a sentence names the limit.
# tests/run: parallel time=240
. "$(dirname "$0")/../tap.sh"
odd=$BUILD/tests/emu/prog/odd_memory
report=$TMP/report
emulated=("$PMC" stat --backend emulated -e instructions -o "$report" --)
chmod 755 "$TMP"
cp "$odd" "$TMP/odd_memory"

# An unprivileged user: the caller, or another user if the caller is root
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)

# both NAME COMMAND...: natively and under the engine. $native is the output
both() {
	local name=$1 got
	shift
	native=$(timeout 60 "$@" 2>&1 </dev/null; echo "status $?")
	got=$(timeout 120 "${emulated[@]}" "$@" 2>&1 </dev/null; echo "status $?")
	is "$got" "$native" "$name"
}

both "holes that are filled again" "$odd" holes
like "$native" '^(in use: 0, sum 1225, changed: 0.){4}mprotect: 12, .* munmap: 0 22' \
	"no hole is in use"
both "code of a file that is written to" "$odd" file "$TMP/code"
like "$native" 'by another: 2 3 4, by an older one: 5 6 signal 11' "each write shows"
both "System V shared memory" "$odd" sysv
like "$native" 'in its place: 6, through the other view: 7' "it takes the place of code"
both "rights that come in other ways than mprotect" "$odd" rights
both "rights that come with reading" "$odd" implied
like "$native" 'read implies execute: 14, .* 100 15 15 -11, in the heap 16 17' \
	"they can be executed"
both "mappings and stacks that grow downward" "$odd" grown
like "$native" '1 2 3 1.on the stack: 35994' "their new part can be executed"
both "a larger stack" bash -c 'ulimit -s 100000; "$0" grown 16000' "$odd"
both "code that is moved" "$odd" moved
like "$native" 'a range without a mapping: Bad address' "what is not there cannot be moved"
both "advice about code" "$odd" advice
both "sealed code" "$odd" sealed
both "code that another thread fills in" "$odd" lazy
both "as many mappings as may be" "$odd" full
like "$native" '1 2, then 10 20.10 20, then 11 21' "code changes there"
both "locked memory" "$odd" lock
if [ ${#as_user[@]} != 0 ] && ! "${as_user[@]}" test -x "$PMC"; then
	skip "the tree cannot be read by another user" 2
else
	both "locked memory, not as root" "${as_user[@]}" "$TMP/odd_memory" lock 4000000
	both "locked memory, none allowed" "${as_user[@]}" "$TMP/odd_memory" lock 0
fi

# ---- limits ----

# limited OPTION KIB SENTENCE: echo under the limit runs and is counted, or pmc says the sentence
limited() {
	local out status
	out=$(ulimit "$1" "$2" && timeout 60 "${emulated[@]}" /bin/echo hello 2>&1)
	status=$?
	if [ "$status" = 0 ]; then
		is "$out $(grep -c '[0-9] *instructions:u' "$report")" "hello 1" "$1 $2: counted"
	else
		like "$status $out" "$3" "$1 $2: a sentence"
	fi
}
address='^125 pmc: .*limit on address space \(ulimit -v\) is [0-9]+ KiB; it must be at least [0-9]+'
for kib in 12000 20000 30000 60000 200000 2000000; do
	limited -v $kib "$address"
done
limited -d 100000 .
for kib in 1000 2000; do
	limited -d $kib '^125 pmc: .*limit on data \(ulimit -d\) is [0-9]+ KiB; .* at least'
done
is "$(ulimit -v 100000; "${emulated[@]}" "$odd" threads 10 2>&1)" "all 0" "-v 100000: threads"
is "$(ulimit -v 100000; "${emulated[@]}" "$odd" threads 100 2>&1)" "fewer 11" \
	"-v 100000: fewer threads than wanted"
like "$(cat "$report")" \
	'limit on address space \(ulimit -v\) is 100000 KiB.* it must be at least [0-9]{6} KiB' \
	"the report says why"
# The tree has wide chunks then, of which this process has addresses for the least only.
is "$("${emulated[@]}" sh -c 'prlimit --pid $$ --as=102400000; exec "$0" threads 10' "$odd" 2>&1)" \
	"all 0" "a limit that another process sets: threads"
finish
