#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-layers: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

ok "this tree: include arrows, circles of folders, core's imports" \
	scripts/check-layers --build "$BUILD"

tree() { # a small tree without a violation
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t"/{core/base,core/pmu,abi,json,emu/run,lib/api,lib/base} \
		"$TMP/t"/{cli,kernel,include/pmc}
	cd "$TMP/t" || exit 1
	printf '#include <stdint.h>\n' >core/base/types.h
	printf '#include "core/base/types.h"\nint core_a(uint32_t x);\n' >core/a.h
	printf '#include "core/a.h"\nint core_a(uint32_t x) { return (int)x + 1; }\n' >core/a.c
	printf '#include "core/a.h"\nint pmu_a(void);\nint pmu_a(void) { return core_a(1); }\n' \
		>core/pmu/a.c
	printf '#include <stdint.h>\n' >emu/launch.h
	printf '#include <stdint.h>\n#include "emu/launch.h"\n#include "core/a.h"\n' >emu/b.c
	printf '#include <stddef.h>\n' >include/pmc/pmc.h
	printf '#include <stdint.h>\n' >include/pmc/pmc_ioctl.h
	printf '#include <pmc/pmc_ioctl.h>\n#include "core/a.h"\n' >abi/e.h
	printf '#include <stdio.h>\n#include <pmc/pmc.h>\n#include "emu/launch.h"\n' >lib/c.c
	printf '#include "core/a.h"\n#include "abi/e.h"\n' >>lib/c.c
	printf 'int own(void);\n' >lib/base/own.h
	printf '#include "lib/base/own.h"\nint own(void) { return 1; }\n' >lib/base/own.c
	printf '#include "lib/base/own.h"\nint set(void);\nint set(void) { return own(); }\n' \
		>lib/api/set.c
	printf '#include <stdio.h>\nint json_j(void);\n' >json/j.h
	printf '#include "json/j.h"\nint json_j(void) { return 1; }\n' >json/j.c
	printf '#include <linux/types.h>\n#include "pmc/pmc_ioctl.h"\n#include "abi/e.h"\n' \
		>kernel/k.c
	printf '#include "json/j.h"\nint lib_j(void);\nint lib_j(void) { return json_j(); }\n' \
		>lib/base/j.c
	printf '#include <stdio.h>\n#include <pmc/pmc.h>\n' >cli/d.c
	printf '#include "json/j.h"\nint cli_j(void);\nint cli_j(void) { return json_j(); }\n' \
		>cli/j.c
	cd "$TOP" || exit 1
}
# caught FILE LINE PATTERN NAME: with the line added to the file, the script names it
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
ok "a tree without a violation" scripts/check-layers "$TMP/t"
like "$(scripts/check-layers "$TMP/t")" '^# kernel/ .* without its objects' \
	"a note says that kernel/ has no objects"

# ---- Includes ----
caught core/a.c '#include <stdio.h>' 'core/a.c:3: core may not include <stdio.h>' \
	"core includes libc"
caught core/a.c '#include "emu/launch.h"' 'core/a.c:3: core may not' "core includes emu"
caught core/a.c '  #  include "lib/x.h"' 'core/a.c:3: core may not' \
	"core includes lib, spelled with spaces"
caught core/a.h '#include <stdint.h>' 'core/a.h:3: core may not' "a header of core includes libc"
caught core/a.c '#include "abi/e.h"' 'core/a.c:3: core may not' \
	"core includes the ABI's conversions"
caught abi/e.h '#include <linux/types.h>' 'abi/e.h:3: abi may not' \
	"abi includes the kernel's headers"
caught abi/e.h '#include "lib/base/own.h"' 'abi/e.h:3: abi may not' "abi includes lib"
caught emu/b.c '#include <stdio.h>' 'emu/b.c:4: emu may not' "emu includes libc"
caught emu/b.c '#include "lib/c.h"' 'emu/b.c:4: emu may not' "emu includes lib"
caught emu/b.c '#include <pmc/pmc.h>' 'emu/b.c:4: emu may not' "emu includes the library"
caught emu/launch.h '#include "emu/base/types.h"' 'emu/launch.h:2: emu may not' \
	"the launch header includes more of emu"
caught lib/c.c '#include "emu/base/engine.h"' 'lib/c.c:6: lib may not' \
	"lib includes the engine's internals"
caught lib/c.c '#include "cli/d.h"' 'lib/c.c:6: lib may not' "lib includes cli"
caught kernel/k.c '#include "core/a.h"' 'kernel/k.c:4: kernel may not' \
	"kernel includes core without kernel/base/core.h"
caught kernel/k.c '#include "lib/base/own.h"' 'kernel/k.c:4: kernel may not' "kernel includes lib"
caught kernel/k.c '#include <stdio.h>' 'kernel/k.c:4: kernel may not' "kernel includes libc"
caught cli/d.c '#include "lib/c.h"' 'cli/d.c:3: cli may not' "cli includes lib's internals"
caught json/j.c '#include "lib/base/own.h"' 'json/j.c:3: json may not' "json includes lib"
caught json/j.c '#include <pmc/pmc.h>' 'json/j.c:3: json may not' "json includes the library"
caught core/a.c '#include "json/j.h"' 'core/a.c:3: core may not' "core includes json"
caught kernel/k.c '#include "json/j.h"' 'kernel/k.c:4: kernel may not' "kernel includes json"
caught cli/d.c '#include "core/a.h"' 'cli/d.c:3: cli may not' "cli includes core"
caught cli/d.c '#include <pmc/other.h>' 'cli/d.c:3: cli may not' \
	"cli includes another public header"
caught cli/d.c '#include "../core/a.h"' 'cli/d.c:3: cli may not' "cli leaves its folder"
caught cli/d.c '#include PMC_HEADER' 'cli/d.c:3: an include of neither' "an include behind a macro"
caught include/pmc/pmc.h '#include "core/a.h"' 'include/pmc/pmc.h:2: include may not' \
	"the public header includes core"

# ---- What core imports ----
caught core/a.c 'int puts(const char *s); int core_b(void); int core_b(void) { return puts(""); }' \
	"core/a.c: imports 'puts'" "core imports a function"
caught core/a.c 'uint64_t core_d(uint64_t a, uint64_t b) { return a / b; }' \
	"core/a.c: imports '__udivdi3' \(32 bit\)" "core divides a 64-bit number"
caught core/a.c 'int core_g; ' "core/a.c: the variable 'core_g' can be written" \
	"core has a global variable"
caught core/a.c 'int core_s(void); int core_s(void) { static int n = 3; return n++; }' \
	"can be written" "core has a static variable"
caught core/a.c 'int core_e(void) { return 1 +; }' 'core/a.c: does not compile for 32 bit' \
	"core does not compile"
caught lib/c.c 'int c_e(void) { return 1 +; }' 'lib/c.c: does not compile' "lib does not compile"

# ---- Circles ----
caught lib/base/own.c 'int set(void); int back(void); int back(void) { return set(); }' \
	'circle of folders: lib/api, lib/base'$'\n''.*lib/base/own.c -> lib/api/set.c \(set\)' \
	"a circle by symbols, without an include"
caught core/a.c 'int pmu_a(void); int back(void); int back(void) { return pmu_a(); }' \
	'circle of folders: core, core/pmu' "a circle of a folder and its own subfolder"
tree
printf 'struct api;\n' >"$TMP/t/lib/api/set.h"
printf '#include "lib/api/set.h"\n' >>"$TMP/t/lib/base/own.h"
like "$(scripts/check-layers "$TMP/t")" \
	'circle of folders: lib/api, lib/base'$'\n''.*lib/base/own.h -> lib/api/set.h \(include\)' \
	"a circle by includes, without a symbol"
tree
mkdir "$TMP/t"/lib/base/{deep,deeper}
printf '#include "lib/api/low.h"\n' >"$TMP/t/lib/base/deep/a.h"
printf '#include "lib/base/deeper/b.h"\n' >"$TMP/t/lib/api/low.h"
printf 'struct b;\n' >"$TMP/t/lib/base/deeper/b.h"
sed -i '/own/d' "$TMP/t/lib/api/set.c"
like "$(scripts/check-layers "$TMP/t")" \
	'circle of folders, each with its subfolders: lib/api, lib/base' \
	"a circle of two folders that goes through different subfolders"

# ---- Objects of a build ----
tree
mkdir -p "$TMP/b/obj/lib/base"
echo 'int other(void); int own(void) { return other(); } int other(void) { return 1; }' >"$TMP/x.c"
gcc -c "$TMP/x.c" -o "$TMP/b/obj/lib/base/own.c.o"
echo 'this does not compile' >"$TMP/t/lib/base/own.c"
touch -d '1 minute ago' "$TMP/t/lib/base/own.c"
ok "objects of a build are taken as they are" scripts/check-layers --build "$TMP/b" "$TMP/t"
touch -d '1 minute' "$TMP/t/lib/base/own.c"
like "$(scripts/check-layers --build "$TMP/b" "$TMP/t")" 'own.c: does not compile' \
	"but not old ones"
finish
