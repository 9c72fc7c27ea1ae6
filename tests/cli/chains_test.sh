#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Call chains of samples: a frame belongs to the function that executes it, also where its address
# is another one's. Behind a call at a function's end the next function begins; and where the kernel
# was entered at a function's first instruction, the one before ends.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

cat >"$TMP/a.s" <<'END'
	.globl _start, before, first, last
	.type _start, @function
	.type before, @function
	.type first, @function
	.type last, @function
_start:	call first
	ret
	.size _start, . - _start
before:	nop
	.size before, . - before
first:	nop
	call last
	.size first, . - first
last:	nop
	ret
	.size last, . - last
END
gcc -nostdlib -static -Wl,--build-id=none -o "$TMP/a" "$TMP/a.s" 2>/dev/null || exit 1
read -r base offset < <(readelf -lW "$TMP/a" | awk '$1 == "LOAD" && /R E/ { print $3, $2; exit }')
at() { # FUNCTION BYTES: where that is in the file
	printf '%x' $((0x$(nm "$TMP/a" | awk -v f="$1" '$3 == f { print $1 }') - base + \
		offset + $2))
}
# In the kernel, entered at the first byte of `first`; in `last`, called at the end of `first`.
tests/cli/perf_write.py "$TMP/a.data" "$TMP/a" "$offset" \
	"k10,k20,$(at first 0),$(at _start 5)" "$(at last 1),$(at first 6),$(at _start 5)" || exit 1

is "$("$PMC" report -i "$TMP/a.data" --children -q -t, --sort function | cut -d, -f4- | sort)" \
	"1000,1000,[unknown]
1000,1000,last
2000,0,_start
2000,0,first" "report: inclusive counts"
is "$("$PMC" script -i "$TMP/a.data" --to collapsed)" "prog;_start;first;[kernel];[kernel] 1000
prog;_start;first;last 1000" "script: collapsed stacks"
is "$("$PMC" script -i "$TMP/a.data" | grep ^stack | cut -f3-)" \
	"1000	_start	first	[kernel]	[kernel]
1000	_start	first	last" "script: text"
is "$("$PMC" script -i "$TMP/a.data" --to speedscope | python3 -c 'import json, sys
file = json.load(sys.stdin)
for stack in file["profiles"][0]["samples"]:
    print(*(file["shared"]["frames"][frame]["name"] for frame in stack))')" \
	"prog _start first [kernel] [kernel]
prog _start first last" "script: speedscope"
tests/cli/perf_write.py "$TMP/last.data" "$TMP/a" "$offset" "$(at last 1),$(at first 6)" || exit 1
# Strings of a function's name: field 6, its length, the name.
is "$("$PMC" script -i "$TMP/last.data" --to pprof | python3 -c 'import gzip, sys
profile = gzip.decompress(sys.stdin.buffer.read())
for name in b"first", b"last":
    print(profile.count(bytes([0x32, len(name)]) + name), name.decode())')" "1 first
1 last" "script: pprof"
ok "report: a flame graph" "$PMC" report -i "$TMP/a.data" --svg "$TMP/a.svg"
is "$(grep -c '<title>before' "$TMP/a.svg") $(grep -c '<title>first' "$TMP/a.svg")" "0 1" \
	"the flame graph has one frame for both chains"
# Without a map a caller is in no file.
tests/cli/perf_write.py "$TMP/none.data" "$TMP/a" "$offset" "$(at last 1),777777" || exit 1
like "$("$PMC" report -i "$TMP/none.data" --children)" \
	"functions of \[unknown\] are unknown: the profile does not say which file has their code" \
	"report: a caller in no file"
if command -v perf >/dev/null; then
	perf report -i "$TMP/a.data" --stdio -q -g none --children >"$TMP/perf" 2>/dev/null
	is "$(awk '$NF == "_start" { print $1, $2 }' "$TMP/perf")" "100.00% 0.00%" \
		"perf reads the file, too"
else
	skip "perf is not installed" 1
fi
finish
