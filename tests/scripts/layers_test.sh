#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-layers: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

ok "the include arrows and core's imports of this tree" scripts/check-layers

tree() { # a small tree that is as it should be
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t"/{core/base,emu,lib,cli,include/pmc}
	cd "$TMP/t" || exit 1
	printf '#include <stdint.h>\n' >core/base/types.h
	printf '#include "core/base/types.h"\nint core_a(uint32_t x);\n' >core/a.h
	printf '#include "core/a.h"\nint core_a(uint32_t x) { return (int)x + 1; }\n' >core/a.c
	printf '#include <stdint.h>\n' >emu/launch.h
	printf '#include <stdint.h>\n#include "emu/launch.h"\n#include "core/a.h"\n' >emu/b.c
	printf '#include <stddef.h>\n' >include/pmc/pmc.h
	printf '#include <stdio.h>\n#include <pmc/pmc.h>\n#include "emu/launch.h"\n#include "core/a.h"\n' >lib/c.c
	printf '#include <stdio.h>\n#include <pmc/pmc.h>\n' >cli/d.c
	cd "$TOP" || exit 1
}
# caught FILE LINE... PATTERN NAME: with the line added to the file, the script names it
caught() {
	local file=$1 line=$2 pattern=$3 name=$4 out
	tree
	printf '%s\n' "$line" >>"$TMP/t/$file"
	if out=$(scripts/check-layers "$TMP/t" 2>&1); then
		fail "$name: not caught"
	else
		like "$out" "$pattern" "$name"
	fi
}

tree
ok "a tree that is as it should be" scripts/check-layers "$TMP/t"
caught core/a.c '#include <stdio.h>' 'core/a.c:3: core may not include <stdio.h>' "core includes libc"
caught core/a.c '#include "emu/launch.h"' 'core/a.c:3: core may not' "core includes emu"
caught core/a.c '  #  include "lib/x.h"' 'core/a.c:3: core may not' "core includes lib, spelled with spaces"
caught core/a.h '#include <stdint.h>' 'core/a.h:3: core may not' "a header of core includes libc"
caught emu/b.c '#include <stdio.h>' 'emu/b.c:4: emu may not' "emu includes libc"
caught emu/b.c '#include "lib/c.h"' 'emu/b.c:4: emu may not' "emu includes lib"
caught emu/b.c '#include <pmc/pmc.h>' 'emu/b.c:4: emu may not' "emu includes the library"
caught emu/launch.h '#include "emu/base/sys.h"' 'emu/launch.h:2: emu may not' "the launch header includes more of emu"
caught lib/c.c '#include "emu/base/engine.h"' 'lib/c.c:5: lib may not' "lib includes the engine's inside"
caught lib/c.c '#include "cli/d.h"' 'lib/c.c:5: lib may not' "lib includes cli"
caught cli/d.c '#include "lib/c.h"' 'cli/d.c:3: cli may not' "cli includes lib's inside"
caught cli/d.c '#include "core/a.h"' 'cli/d.c:3: cli may not' "cli includes core"
caught cli/d.c '#include <pmc/other.h>' 'cli/d.c:3: cli may not' "cli includes another public header"
caught cli/d.c '#include "../core/a.h"' 'cli/d.c:3: cli may not' "cli leaves its folder"
caught cli/d.c '#include PMC_HEADER' 'cli/d.c:3: an include of neither' "an include behind a macro"
caught include/pmc/pmc.h '#include "core/a.h"' 'include/pmc/pmc.h:2: include may not' "the public header includes core"
caught core/a.c 'int puts(const char *s); int core_b(void); int core_b(void) { return puts(""); }' \
	"'puts' is imported by core-a.c" "core imports a function"
caught core/a.c 'uint64_t core_d(uint64_t a, uint64_t b); uint64_t core_d(uint64_t a, uint64_t b) { return a / b; }' \
	"'__udivdi3' is imported by core-a.c \(32 bit\)" "core divides a 64-bit number"
caught core/a.c 'int core_g; ' "core/a.c: the variable 'core_g' can be written" "core has a global"
caught core/a.c 'int core_s(void); int core_s(void) { static int n = 3; return n++; }' \
	"can be written" "core has a static variable"
caught core/a.c 'int core_e(void) { return 1 +; }' 'core/a.c: does not compile for 32 bit' "core does not compile"
caught core/a.h 'struct undeclared f(size_t n);' 'core/a.h: does not compile alone' "a header lacks an include"
caught core/a.h 'struct twice { int x; };' 'core/a.h: does not compile alone' "a header cannot be included twice"
caught include/pmc/pmc.h 'int f(int class);' 'pmc.h: does not compile alone' "the public header is no C++"
finish
