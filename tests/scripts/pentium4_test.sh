#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# docs/pentium4.md: its commands print what stands there. examples/matrix.c: it compiles against
# both libraries, counts what can be counted here and names the rest; its Pentium 4 events have a
# plan there.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

PATH=$BUILD:$PATH
# Blocks are indented by four blanks: "$ command", then what it prints.
run_block() {
	local command=$1 want=$2
	is "$(bash -c "$command" 2>&1 | sed 's/ *$//')" "$want" "docs/pentium4.md: $command"
}
command= want=
n=0
while IFS= read -r line || [ -n "$command" ]; do
	if [[ $line == '    $ '* ]]; then
		command=${line#'    $ '} want=
	elif [[ -n $command && ( $line == '    '* || -z $line ) ]]; then
		want+=${line#'    '}$'\n'
	elif [ -n "$command" ]; then
		while [[ $want == *$'\n' ]]; do want=${want%$'\n'}; done
		run_block "$command" "$want"
		n=$((n + 1)) command=
	fi
done <docs/pentium4.md
ok "the page has such blocks ($n)" test "$n" -ge 6

ok "examples/matrix.c compiles against the static library" gcc -Wall -Wextra -Werror -O1 -Iinclude \
	examples/matrix.c "$BUILD/libpmc.a" -pthread -o "$TMP/matrix"
case $BUILD in
*/san) skip "the sanitizer build's library needs its compiler's runtime" 1 ;;
*) ok "and against the shared one" gcc -Wall -Wextra -Werror -O1 -Iinclude examples/matrix.c \
	-L"$BUILD" -lpmc \
	-o "$TMP/shared" ;;
esac

out=$("$PMC" stat --backend emulated -o "$TMP/report" -- "$TMP/matrix" 2>&1)
like "$out" '^1024 x 1024 integers, counted by backend emulated'$'\n' \
	"it counts under the translator"
like "$out" "not counted: 'cache-misses:u'|[0-9]+  cache-misses:u" \
	"it counts cache misses, or says why not"
part() { # WALK EVENT: its count
	sed -n "/^along the $1/,/^along the x/p" <<<"$out" | sed -n "1,/^along the columns/p" |
		awk -v e="$2" '$2 == e { print $1; exit }'
}
rows=$(part rows loads:u)
columns=$(sed -n '/^along the columns/,$p' <<<"$out" | awk '$2 == "loads:u" { print $1; exit }')
# Each element is loaded once; the rest is the way into and out of the library.
ok "a load of each element along the rows ($rows)" test "${rows:-0}" -ge 1048576 -a \
	"${rows:-0}" -lt 1050000
is "$columns" "$rows" "and as many along the columns"
if out=$("$TMP/matrix" 2>&1); then
	like "$out" 'along the columns' "alone, on this machine's PMU"
else
	like "$out" '^matrix: no backend can count events of the calling thread; .*to fix this, ' \
		"alone, without a PMU, it says why"
fi

events=$(sed -n '/"Pentium 4"/,/;/p' examples/matrix.c |
	grep -o '"[A-Za-z][^"]*[,u]"' | tr -d '"\n')
like "$events" '^BSQ_cache_reference:RD_2ndL_MISS:u,BSQ.*,instructions:u$' \
	"the events that it names on a Pentium 4"
for model in pentium4 pentium4-prescott; do
	ok "they fit at once on $model" "$PMC" list --model $model --check "$events"
done
finish
