#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-layers: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/scripts/violations.sh"
script=scripts/check-layers

ok "this tree: include arrows, circles of folders, core's imports" \
	scripts/check-layers --build "$BUILD"

# What the script finds takes half a minute to show.
[ -n "${LONG:-}" ] || finish

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

tree
ok "a tree without a violation" scripts/check-layers "$TMP/t"
like "$(scripts/check-layers "$TMP/t")" '^# kernel/ .* without its objects' \
	"a note says that kernel/ has no objects"

# ---- Includes ----
wrong core/a.c '#include <stdio.h>' 'core/a.c:@: core may not include <stdio.h>' \
	"core includes libc"
wrong core/a.c '#include "emu/launch.h"' 'core/a.c:@: core may not' "core includes emu"
wrong core/a.c '  #  include "lib/x.h"' 'core/a.c:@: core may not' \
	"core includes lib, spelled with spaces"
wrong core/a.h '#include <stdint.h>' 'core/a.h:@: core may not' "a header of core includes libc"
wrong core/a.c '#include "abi/e.h"' 'core/a.c:@: core may not' \
	"core includes the ABI's conversions"
wrong abi/e.h '#include <linux/types.h>' 'abi/e.h:@: abi may not' \
	"abi includes the kernel's headers"
wrong abi/e.h '#include "lib/base/own.h"' 'abi/e.h:@: abi may not' "abi includes lib"
wrong emu/b.c '#include <stdio.h>' 'emu/b.c:@: emu may not' "emu includes libc"
wrong emu/b.c '#include "lib/c.h"' 'emu/b.c:@: emu may not' "emu includes lib"
wrong emu/b.c '#include <pmc/pmc.h>' 'emu/b.c:@: emu may not' "emu includes the library"
wrong emu/launch.h '#include "emu/base/types.h"' 'emu/launch.h:@: emu may not' \
	"the launch header includes more of emu"
wrong lib/c.c '#include "emu/base/engine.h"' 'lib/c.c:@: lib may not' \
	"lib includes the engine's internals"
wrong lib/c.c '#include "cli/d.h"' 'lib/c.c:@: lib may not' "lib includes cli"
wrong kernel/k.c '#include "core/a.h"' 'kernel/k.c:@: kernel may not' \
	"kernel includes core without kernel/base/core.h"
wrong kernel/k.c '#include "lib/base/own.h"' 'kernel/k.c:@: kernel may not' "kernel includes lib"
wrong kernel/k.c '#include <stdio.h>' 'kernel/k.c:@: kernel may not' "kernel includes libc"
wrong cli/d.c '#include "lib/c.h"' 'cli/d.c:@: cli may not' "cli includes lib's internals"
wrong json/j.c '#include "lib/base/own.h"' 'json/j.c:@: json may not' "json includes lib"
wrong json/j.c '#include <pmc/pmc.h>' 'json/j.c:@: json may not' "json includes the library"
wrong core/a.c '#include "json/j.h"' 'core/a.c:@: core may not' "core includes json"
wrong kernel/k.c '#include "json/j.h"' 'kernel/k.c:@: kernel may not' "kernel includes json"
wrong cli/d.c '#include "core/a.h"' 'cli/d.c:@: cli may not' "cli includes core"
wrong cli/d.c '#include <pmc/other.h>' 'cli/d.c:@: cli may not' \
	"cli includes another public header"
wrong cli/d.c '#include "../core/a.h"' 'cli/d.c:@: cli may not' "cli leaves its folder"
wrong cli/d.c '#include PMC_HEADER' 'cli/d.c:@: an include of neither' "an include behind a macro"
wrong include/pmc/pmc.h '#include "core/a.h"' 'include/pmc/pmc.h:@: include may not' \
	"the public header includes core"
caught

# ---- What core imports ----
wrong core/a.c 'int puts(const char *s); int core_b(void); int core_b(void) { return puts(""); }' \
	"core/a.c: imports 'puts'" "core imports a function"
wrong core/a.c 'uint64_t core_d(uint64_t a, uint64_t b) { return a / b; }' \
	"core/a.c: imports '__udivdi3' \(32 bit\)" "core divides a 64-bit number"
wrong core/a.c 'int core_g; ' "core/a.c: the variable 'core_g' can be written" \
	"core has a global variable"
wrong core/a.c 'int core_s(void); int core_s(void) { static int n = 3; return n++; }' \
	'core/a.c: the variable .n\.[0-9]+. can be written' "core has a static variable"
wrong lib/c.c 'int c_e(void) { return 1 +; }' 'lib/c.c: does not compile' "lib does not compile"
caught
wrong core/a.c 'int core_e(void) { return 1 +; }' 'core/a.c: does not compile for 32 bit' \
	"core does not compile"
caught

# ---- Circles ----
echo 'int set(void); int back(void); int back(void) { return set(); }' >>"$TMP/t/lib/base/own.c"
echo 'int pmu_a(void); int back(void); int back(void) { return pmu_a(); }' >>"$TMP/t/core/a.c"
out=$(scripts/check-layers "$TMP/t")
like "$out" \
	'circle of folders: lib/api, lib/base'$'\n''.*lib/base/own.c -> lib/api/set.c \(set\)' \
	"a circle by symbols, without an include"
like "$out" 'circle of folders: core, core/pmu'$'\n' \
	"a circle of a folder and its own subfolder"
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
