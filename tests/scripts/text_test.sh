#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-text: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

ok "licences, words, paths and white space of this tree" scripts/check-text

tree() {
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t"/{core/tables,lib,tests,kernel}
	touch "$TMP/t"/tests/empty
	printf '/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */\n' >"$TMP/t/core/a.c"
	printf '/* SPDX-License-Identifier: BSD-2-Clause */\n' >"$TMP/t/lib/b.c"
	printf '#!/bin/sh\n# SPDX-License-Identifier: BSD-2-Clause\n' >"$TMP/t/bootstrap"
	printf 'a text\n' >"$TMP/t/README.md"
	printf '  %s\n' 'core/  GPL-2.0 OR BSD-2-Clause' 'lib/  BSD-2-Clause' \
		'tests/  BSD-2-Clause' \
		'the files beside this one  BSD-2-Clause' >"$TMP/t/LICENSE"
}
# caught FILE TEXT PATTERN NAME: with the text added to the file, the script names it
caught() {
	local out
	tree
	printf "$2" >>"$TMP/t/$1"
	if out=$(scripts/check-text "$TMP/t" 2>&1); then
		fail "$4: not caught"
	else
		like "$out" "$3" "$4"
	fi
}
passes() {
	tree
	printf "$2" >>"$TMP/t/$1"
	ok "$3" scripts/check-text "$TMP/t"
}

tree
ok "a tree that is as it should be" scripts/check-text "$TMP/t"
caught core/b.c 'int x;\n' "core/b.c:1: SPDX licence is 'missing'" "a source without a licence"
caught core/b.c '/* SPDX-License-Identifier: BSD-2-Clause */\n' "should be 'GPL-2.0 OR" \
	"a source of core under another"
caught lib/c.h '/* SPDX-License-Identifier: GPL-2.0 */\n' "should be 'BSD-2-Clause'" \
	"a source of lib under another"
caught kernel/k.c '/* SPDX-License-Identifier: GPL-2.0 */\n' \
	'LICENSE: does not name the folder kernel/' "a folder that LICENSE does not name"
caught LICENSE '  gone/  GPL-2.0\n' 'LICENSE: names gone/, which does not exist' \
	"a folder that is only in LICENSE"
caught LICENSE '  lib/b.c  GPL-2.0\n' "lib/b.c:1: .* should be 'GPL-2.0'" \
	"a file that LICENSE gives another licence than its folder"
caught other '#!/bin/bash\n:\n' "other:1: SPDX" "a script without a licence"
caught lib/b.c '/* TO''DO: later */\n' 'lib/b.c:2: a word' "a word that puts work off"
caught lib/b.c '/* X''XX */\n' 'lib/b.c:2: a word' "another one"
passes bootstrap 'mktemp a.XXXXXX\n' "the pattern of a temporary file is none"
caught README.md 'see /ro''ot/x\n' 'README.md:2: a path' "a path of one machine"
caught README.md 'cd "/wo''rk"\n' 'README.md:2: a path' "another one, in quotes"
caught README.md '/ho''me/joe/x\n' 'README.md:2: a path' "somebody's home"
passes README.md 'docs/work/x and $TMP/root/y\n' "a relative path is none"
caught README.md 'from https://py''pi.org/x\n' 'README.md:2: a path' "a download server"
caught lib/b.c 'int x; \n' 'lib/b.c:2: white space' "white space at the end of a line"
caught lib/b.c 'int x;' 'lib/b.c: no line end' "no line end at the end"
caught c.out 'x\n' 'c.out: no file of the top folder' "what lay in the top folder"
finish
