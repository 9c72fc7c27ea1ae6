#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# An exact profile against callgrind, instruction by instruction, of a static program with glibc.
# Both see another processor, another environment and another kernel. What depends on these may
# differ, and nothing else:
#   - functions that glibc chooses by CPUID, those that choose, and what reads CPUID
#   - the start: there is no vDSO under valgrind, and there are its variables; so the loader's parts
#     do other work, and have allocated memory before the program does
#   - the end: callgrind does not count what follows the last jump
# tests/run: time=300
. "$(dirname "$0")/../tap.sh"

command -v valgrind objdump >/dev/null || skip_all "there is no valgrind"
cat >"$TMP/lib.c" <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	char text[64];
	int v[500], i;
	double d = 0;

	for (i = 0; i < 500; i++)
		v[i] = i * 7919 % 1009;
	qsort(v, 500, sizeof(*v), by);
	for (i = 0; i < 500; i++) {
		time_t t = 86400l * v[i];
		char *p = malloc(v[i] + 1);

		snprintf(text, sizeof(text), "%d %s %.3f", v[i], "word", i / 3.0);
		d += strtod(text, NULL) + strlen(text) + sqrt(i) + gmtime(&t)->tm_year;
		memset(p, 1, v[i]);
		free(p);
	}
	printf("%g\n", d);
	return 0;
}
END
gcc -O2 -static -o "$TMP/lib" "$TMP/lib.c" -lm || skip_all "there is no static libc"
valgrind -q --tool=callgrind --dump-instr=yes --skip-plt=no --compress-pos=no \
	--compress-strings=no --callgrind-out-file="$TMP/lib.cg" "$TMP/lib" >"$TMP/one" || exit 1
"$PMC" record -o "$TMP/lib.data" -- "$TMP/lib" >"$TMP/two" 2>/dev/null || exit 1
ok "both runs print the same" cmp "$TMP/one" "$TMP/two"
tests/emu/callgrind/compare.py "$PMC" "$TMP/lib.data" "$TMP/lib.cg" "$TMP/lib" >"$TMP/out"
chosen='.*_(sse|avx|evex|erms|ssse)[a-z0-9_]*|.*_ifunc|__x86_.*|.*cache_info.*|intel_check_word.*'
chosen+='|handle_(intel|amd|zhaoxin).*|update_active.*|get_common_.*|init_cacheinfo.*'
chosen+='|__libc_start_main.*|\*ABS\*.*'
start='_dl_.*|_dlfo_.*|do_lookup_x|check_match|fillin_rpath.*|expand_dynamic.*|__tunables_init'
start+='|getenv|(__)?str(sep|dup)|__libc_init_.*|__libc_setup_tls|_init'
memory='(__libc_|__)?(malloc|calloc|free|cfree)|_int_(malloc|free)|\.i?plt'
memory+='|alloc_perturb|tcache_init.*|malloc_consolidate'
memory+='|sysmalloc|_*pthread_mutex_.*|ptmalloc_init.*'
end='_Exit|_exit|_fini|__run_exit_handlers|exit'
others=$(sed 1d "$TMP/out" | awk -v known="^($chosen|$start|$memory|$end)(@plt)?$" '$4 !~ known')
is "$others" "" "nothing else differs"
read -r addresses sum _ <"$TMP/out"
differ=$(sed 1d "$TMP/out" | wc -l)
part=$(sed 1d "$TMP/out" | awk '{ n += $2 } END { print n + 0 }')
note "$addresses addresses, $differ differ; $sum instructions, $part of them there"
ok "more than 60 % of the addresses are equal" test $((differ * 5)) -lt $((addresses * 2))
ok "and have more than 90 % of the instructions" test $((part * 10)) -lt "$sum"
finish
