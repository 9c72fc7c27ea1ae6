#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Five runs each of more than twenty programs under --deterministic, which use random numbers and
# the time. Those with one thread have one count. Those with several need not, and the report says
# why. Prints the table of docs/deterministic.md as comments.
# tests/run: time=3000
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/numbers.sh"
unset LD_LIBRARY_PATH SOURCE_DATE_EPOCH
PATH=/usr/bin:/bin
report=$TMP/report

mkdir "$TMP/work"
cd "$TMP/work" || exit 1
printf '#include <stdio.h>\nint main(void) { return printf("%%d", 42) != 2; }\n' >x.c
printf '#include <iostream>\n#include <vector>
int main() { std::vector<int> v{1, 2}; std::cout << v.size(); }\n' >x.cc
seq 5000 -1 1 >numbers
printf 'all: x.o\n\tdate\nx.o: x.c\n\tgcc -c x.c\n' >makefile
echo 'puts "[expr {rand()}] [clock format [clock seconds]]"' >x.tcl
echo 'let () = Random.self_init (); for _ = 1 to 50 do print_int (Random.int 1000) done;
	print_float (Sys.time ())' >x.ml
echo 'public class X { public static void main(String[] a) {
	System.out.println(new java.util.Random().nextInt()); } }' >X.java
printf 'package main\nimport ("fmt"; "math/rand"; "time")
func main() {
	rand.Seed(time.Now().UnixNano())
	fmt.Println(rand.Intn(9999), time.Now())
}\n' >x.go
! command -v javac >/dev/null || javac X.java 2>/dev/null
! command -v go >/dev/null ||
	HOME=$TMP GOCACHE=$TMP/go go build -o x-go x.go 2>/dev/null

# runs COMMAND...: sets counts, lowest, highest, and real if the clock followed the real one
runs() {
	local i all=
	for i in 1 2 3 4 5; do
		rm -f x.o x a.out
		"${namespace[@]}" "$PMC" stat --deterministic -e instructions:u -x, -o "$report" \
			-- "$@" >"$TMP/out" 2>&1 </dev/null ||
			note "status $?: $(tail -3 "$TMP/out")"
		all+=$(sed -n 's/^\([0-9]*\),,instructions.*/\1/p' "$report")$'\n'
	done
	counts=$(sort -nu <<<"$all" | grep -c .)
	lowest=$(sort -n <<<"$all" | grep -m1 .)
	highest=$(sort -n <<<"$all" | tail -1)
	real=
	! grep -q "clock=partly real" "$report" || real="partly real"
}

row() {
	note "| $1 | $counts | $lowest | $((highest - lowest)) | ${real:-virtual} |"
}

# one NAME COMMAND...: a program with one thread
one() {
	local name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		skip "$1 is not installed" 2
		return
	fi
	runs "$@"
	row "$name"
	is "$counts" 1 "$name: one count"
	is "$real" "" "$name: its clock is virtual"
}

# several NAME COMMAND...: a program with several threads
several() {
	local name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		skip "$1 is not installed"
		return
	fi
	runs "$@"
	row "$name"
	is "$real" "partly real" "$name: the report says that its clock followed the real one"
}

if ((${#namespace[@]})); then
	one bash bash -c 'for i in {1..200}; do s=$((s + RANDOM % 10)); done; echo $s; date'
	one ruby ruby -e 'puts (1..100).map { rand(1000) }.join(","), Time.now'
else
	skip "there is no PID namespace, and bash and ruby read process numbers" 4
fi
one dash dash -c 'i=0; while [ $i -lt 100 ]; do i=$((i + 1)); done; x=$(date); echo "$x"'
one lua lua5.4 -e 'for i = 1, 100 do io.write(math.random(1000), ",") end
	print(os.time(), os.clock(), {})'
one "gcc -c" gcc -O2 -c x.c -o x.o
one "g++ -c" g++ -O1 -c x.cc -o x.o
one "clang -c" clang -O2 -c x.c -o x.o
one python3 python3 -c 'import random, time, tempfile
print(random.random(), time.time(), tempfile.mktemp())'
one perl perl -e 'print join(",", map { int rand 1000 } 1 .. 100), " ", time, "\n"'
one php php -r 'for ($i = 0; $i < 100; $i++) echo mt_rand(), uniqid(), microtime(true), "\n";'
one sqlite3 sqlite3 :memory: "select random(), julianday('now'), hex(randomblob(9))"
one ocaml ocaml x.ml
one guile guile --no-auto-compile -c \
	'(set! *random-state* (random-state-from-platform)) (display (random 1000))'
one tclsh tclsh x.tcl
one gawk gawk 'BEGIN { srand(); for (i = 0; i < 50; i++) print rand(), systime(), strftime() }'
one mawk mawk 'BEGIN { srand(); for (i = 0; i < 50; i++) print rand() }'
one "sort -R" sort -R numbers
one date date
one make make
one xz xz -1 -k -c numbers
several sbcl sbcl --noinform --non-interactive --no-userinit --eval \
	'(print (list (random 1000 (make-random-state t)) (get-universal-time)))'
several node node -e 'console.log(Math.random(), Date.now())'
several java java X
several Go ./x-go
cd "$TOP" || exit 1
finish
