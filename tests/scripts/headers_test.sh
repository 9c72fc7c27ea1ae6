#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# scripts/check-headers: this tree passes, and each violation, made in a small tree, is caught.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/scripts/violations.sh"
script=scripts/check-headers

ok "this tree: a header for each source" scripts/check-headers --build "$BUILD"

# What the script finds takes half a minute to show.
[ -n "${LONG:-}" ] || finish

tree() { # a small tree without a violation
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t"/{core/base,core/tables/x,emu/run,lib/api,lib/base,cli,include/pmc}
	cd "$TMP/t" || exit 1
	printf '#include <stdint.h>\n' >core/base/types.h
	printf '#ifndef A\n#define A\n#include "core/base/types.h"\n' >core/a.h
	printf 'struct row { int x; };\nint core_a(uint32_t x);\n#endif\n' >>core/a.h
	printf '#include "core/a.h"\nint core_a(uint32_t x) { return (int)x + 1; }\n' >core/a.c
	printf '#include "core/a.h"\nextern const struct row row_b[2], row_c;\n' >core/tables/rows.h
	printf '#include "core/tables/rows.h"\nconst struct row row_b[2];\n' >core/tables/b.c
	printf '#include "core/tables/rows.h"\nconst struct row row_c;\n' >core/tables/x/c.c
	printf '.globl run_enter\nrun_enter: ret\n' >emu/run/boundary.S
	printf 'int run_enter(void);\n' >emu/run/boundary.h
	printf '#include <stddef.h>\nint pmc_set(size_t n);\n' >include/pmc/pmc.h
	printf '#include <pmc/pmc.h>\n#include "lib/base/own.h"\n' >lib/api/set.c
	printf 'int pmc_set(size_t n) { return own(n); }\n' >>lib/api/set.c
	printf 'int own(int n);\nextern int owned;\n' >lib/base/own.h
	printf '#include "lib/base/own.h"\nint owned;\nint own(int n) { return owned + n; }\n' \
		>lib/base/own.c
	printf '#include <pmc/pmc.h>\nint main(void) { return pmc_set(1); }\n' >cli/main.c
	cd "$TOP" || exit 1
}

tree
ok "a tree without a violation" scripts/check-headers "$TMP/t"

# ---- What a source defines ----
wrong lib/base/own.c 'int more(void) { return 1; }' \
	'own.c: more is declared in no header; declare it in lib/base/own.h, or make it static$' \
	"a function that no header declares"
wrong lib/base/own.c 'int count = 1;' 'own.c: count is declared in no header' \
	"a variable that no header declares"
wrong lib/base/other.c 'int most(void) { return 1; }' \
	'^lib/base/other.c: there is no lib/base/other.h for what it defines: most$' \
		"a source without a header"
wrong emu/run/switch.S '.globl switch_to; switch_to: ret' \
	'switch.S: there is no emu/run/switch.h for what it defines: switch_to' \
		"an assembly file without a header"
wrong lib/api/set.c 'int set_size(void) { return 1; }' \
	'set.c: there is no lib/api/set.h .*: set_size$' \
	"a function of the library that is not public"
caught
sed -i 's/#include.*/int own(int n); extern int owned;/' "$TMP/t/lib/base/own.c"
like "$(scripts/check-headers "$TMP/t")" 'own.c: does not include its own header' \
	"a source that does not include its header"

# ---- What a header declares ----
wrong lib/base/own.h 'int gone(void);' '^lib/base/own.h:@: declares gone, which nobody defines$' \
	"a function that nobody defines"
wrong lib/base/own.h 'extern char *lost[3];' 'own.h:@: declares lost, which nobody defines' \
	"a variable that nobody defines"
caught
printf 'int more(void);\n' >>"$TMP/t/lib/base/own.h"
printf '#include "lib/base/own.h"\nint more(void) { return 1; }\n' >"$TMP/t/lib/base/other.c"
out=$(scripts/check-headers "$TMP/t")
like "$out" 'lib/base/own.h:3: declares more, which lib/base/other.c defines' \
	"a function of another source"
unlike "$out" 'for everyone' "one such source makes no header for everyone"
tree
printf 'int more(void);\nint most(void);\n' >"$TMP/t/lib/base/all.h"
printf '#include "lib/base/all.h"\nint more(void) { return 1; }\n' >"$TMP/t/lib/base/more.c"
printf '#include "lib/base/all.h"\nint most(void) { return 1; }\n' >"$TMP/t/lib/base/most.c"
like "$(scripts/check-headers "$TMP/t")" \
	'all.h: a header for everyone: it declares functions of lib/base/more.c, lib/base/most.c' \
	"a header for everyone"
tree
wrong lib/base/types.h 'int own(int n);' \
	'types.h:@: declares own, which lib/base/own.c defines' \
	"a function declared in its own header and in another"
wrong lib/base/rows.h 'static inline int twice(int x) { return 2 * x; }' \
	'rows.h: does not compile alone' \
	"a header without a guard"
wrong core/tables/rows.h 'int core_a(uint32_t x);' \
	'rows.h:@: declares core_a, which core/a.c defines' \
	"a header of tables that declares more than its tables"
caught

# ---- What a source declares ----
wrong lib/api/set.c 'extern int owned;' 'lib/api/set.c:@: declares owned itself' \
	"a variable of another source"
wrong cli/main.c 'int f(void) { int own(int n); return own(1); }' \
	'f is declared in no header|declares own' \
	"a function of the library declared in the command"
wrong core/tables/b.c 'int core_a(uint32_t x);' 'core/tables/b.c:@: declares core_a itself' \
	"a function of another source"
caught

# ---- Alone ----
wrong core/a.h 'struct undeclared f(size_t n);' 'core/a.h: does not compile alone' \
	"a header lacks an include"
wrong include/pmc/pmc.h 'int f(int class);' 'pmc.h: does not compile alone \(g\+\+' \
	"the public header is no C++"
caught
wrong core/a.h 'struct twice { int x; };' 'core/a.h: does not compile alone' \
	"a header cannot be included twice"
wrong include/pmc/pmc.h 'enum e { E_A, }; typedef char c[sizeof(typeof(1))];' \
	'pmc.h: does not compile alone \(gcc .*c99' "the public header is no C99"
caught
finish
