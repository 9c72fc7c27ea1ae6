#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-format: a file that is laid out otherwise is caught; --write lays it out.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

mkdir -p "$TMP/t"/core/tables
cp .clang-format "$TMP/t"
printf 'int f(int x)\n{\n\treturn x;\n}\n' >"$TMP/t/core/a.c"
printf 'int  f( int x );\n' >"$TMP/t/core/tables/t.h"
out=$(scripts/check-format "$TMP/t" 2>&1)
rc=$?
[ $rc != 2 ] || skip_all "${out#*: }"
ok "this tree is laid out as .clang-format says" scripts/check-format
is "$rc:$out" "0:" "a tree that is laid out as it should be; tables are not looked at"
printf 'int f(int x) {\n  return x;\n}\n' >"$TMP/t/core/a.c"
printf 'int  f( int x );\n' >"$TMP/t/core/b.h"
is "$(scripts/check-format "$TMP/t")" "$(printf '%s: is not laid out as .clang-format says\n' \
	core/a.c:1 core/b.h:1)" "two files that are not"
status 1 "the exit status says so" scripts/check-format "$TMP/t"
ok "make format lays them out" scripts/check-format --write "$TMP/t"
ok "and then they pass" scripts/check-format "$TMP/t"
is "$(cat "$TMP/t/core/tables/t.h")" 'int  f( int x );' "it leaves tables alone"
printf '#!/bin/sh\necho clang-format version 15.0.7\n' >"$TMP/clang-format-14"
cp "$TMP/clang-format-14" "$TMP/clang-format"
chmod +x "$TMP"/clang-format*
like "$(PATH=$TMP:$PATH scripts/check-format "$TMP/t" 2>&1)" 'clang-format 14 is not installed' \
	"another version is not used"
finish
