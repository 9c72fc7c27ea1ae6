#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=120
# Where files go that pmc writes: /dev/stdout and /dev/fd/3 are the descriptors themselves, so what
# others write there, before and after, stays. Links stay links, and the file is where they lead to.
. "$(dirname "$0")/../tap.sh"

counted=(--backend emulated -e instructions:u)
# around LINES PATTERN COMMAND...: 100 lines, the command and 100 lines write to a file, which is
# standard output and descriptor 3. So many lines are numbers then, and others match.
around() {
	{ seq 100; "$PMC" "${@:3}" 2>"$TMP/said"; seq 100; } >"$TMP/all" 3>&1
	is "$(grep -c '^[0-9]\+$' "$TMP/all")" "$1" "${*:3}: no line of others is lost"
	like "$(grep -v '^[0-9]\+$' "$TMP/all")" "$2" "… and the file is there"
	is "$(cat "$TMP/said")" "" "… without a word"
}
for to in /dev/stdout /dev/fd/1 /proc/self/fd/1 /dev/fd/3; do
	around 300 'instructions:u' stat "${counted[@]}" -o $to -- seq 100
	around 300 '"pmc_result"' stat "${counted[@]}" -o /dev/null --save $to -- seq 100
	around 400 'instructions:u' compare "${counted[@]}" -r 1 -o $to -- seq 100 --vs seq 100
done
is "$("$PMC" stat "${counted[@]}" -o /dev/fd/9 -- touch "$TMP/ran" 2>&1 9>&-)" \
	"pmc: -o /dev/fd/9: cannot open the file: Bad file descriptor" "one that is not open"
ok "… nothing ran" test ! -e "$TMP/ran"

# What the command prints would be within the profile, so it goes to standard error.
"$PMC" record -q -o "$TMP/file.data" -- seq 3 >"$TMP/words"
for to in - /dev/stdout /dev/fd/1; do
	"$PMC" record -q -o $to -- seq 3 >"$TMP/out.data" 2>"$TMP/said"
	is "$(cat "$TMP/said")" "$(cat "$TMP/words")" "record -o $to: the command's words"
	ok "… and a profile" "$PMC" report -i "$TMP/out.data"
done
"$PMC" record -q -o /dev/fd/3 -- seq 3 3>"$TMP/out.data" >"$TMP/said"
is "$(cat "$TMP/said")" "$(cat "$TMP/words")" "record -o /dev/fd/3: standard output stays"
ok "… and a profile" "$PMC" report -i "$TMP/out.data"

ln -s folder/second "$TMP/first"
mkdir "$TMP/folder"
ln -s ../missing "$TMP/folder/second"
"$PMC" script -i "$TMP/file.data" -o "$TMP/first"
ok "script: links that lead to no file stay links" \
	test -L "$TMP/first" -a -L "$TMP/folder/second"
ok "… and the file appears where they lead to" test -s "$TMP/missing"
ln -s round "$TMP/round"
is "$("$PMC" script -i "$TMP/file.data" -o "$TMP/round" 2>&1)" \
	"pmc: cannot write $TMP/round: Too many levels of symbolic links" \
	"a link to itself is refused"
finish
