#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-lengths: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

ok "this tree: lines, functions, files" scripts/check-lengths

lines() { # N: so many empty lines
	printf '%*s' "$1" '' | tr ' ' '\n'
}
line() { # N: a line of so many columns
	printf '%*s\n' "$1" x
}
# caught FILE TEXT PATTERN NAME, passes FILE TEXT NAME: a tree of this file
tree() {
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t/$(dirname "$1")"
	printf '%s\n' "$2" >"$TMP/t/$1"
}
caught() {
	local out
	tree "$1" "$2"
	if out=$(scripts/check-lengths "$TMP/t" 2>&1); then
		fail "$4: not caught"
	else
		is "$out" "$3" "$4"
	fi
}
passes() {
	tree "$1" "$2"
	ok "$3" scripts/check-lengths "$TMP/t"
}

passes lib/a.c "$(line 100)" "100 columns"
caught lib/a.c "int x;"$'\n'"$(line 101)" 'lib/a.c:2: 101 columns' "101 columns"
caught lib/a.sh $'\t'"$(line 93)" 'lib/a.sh:1: 101 columns' "a tab has eight columns"
passes lib/a.sh $'abc\t'"$(line 92)" "a tab goes to the next multiple of eight"
caught tool "#!/bin/sh"$'\n'"$(line 101)" 'tool:2: 101 columns' "a script without an ending"
caught mk/a.mk "$(line 101)" 'mk/a.mk:1: 101 columns' "a makefile"
passes docs/a.md "$(line 101)" "documents are not looked at"
passes core/tables/a.c "$(line 101)" "nor are tables"

body() { # N: a function of so many lines
	printf 'static int f(int a,\n\tint b)\n{\n%s\n}' "$(lines $(($1 - 3)); echo x)"
}
passes lib/a.c "$(body 60)" "a function of 60 lines"
caught lib/a.c "$(body 61)" 'lib/a.c:3: f() has 61 lines' "a function of 61 lines"
caught lib/a.c "$(body 50)"$'\n'"$(body 62)"$'\n'"$(body 3)" 'lib/a.c:55: f() has 62 lines' \
	"the second of three functions"
passes lib/a.c 'static const int f[] = {'"$(lines 70; echo 1)"$'\n};' "a table is no function"
passes tests/unit/a.c "$(body 61)" "a test may have a long one"

passes lib/a.c "$(lines 999; echo x)" "a file of 1,000 lines"
caught lib/a.c "$(lines 1000; echo x)" 'lib/a.c: 1001 lines; past 1,000 it is two nouns' \
	"a longer one"
passes core/tables/a.c "$(lines 1000; echo x)" "a long table"
passes tests/unit/a.c "$(lines 1000; echo x)" "a long test"
finish
