#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# libpmc.a: it shows the public names and no others, so that it links with a program that has the
# same names for functions of its own.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

archive=$BUILD/libpmc.a
shown=$(nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort)
is "$(grep -v '^pmc_' <<<"$shown")" "" "every global name of the archive begins with pmc_"
public=$(sed -nE '/global:/,/local:/s/^[ \t]*(pmc_[a-z0-9_]+);.*/\1/p' lib/libpmc.map | sort)
is "$(diff <(echo "$shown") <(echo "$public"))" "" \
	"the global names of the archive are those of libpmc.map"
declared=$(cat include/pmc/profile.h include/pmc/selftest.h | gcc -E -P -Iinclude - |
	grep -oE '\bpmc_[a-z_]+\(' | tr -d '(' | sort -u)
is "$(diff <(echo "$declared") <(echo "$public"))" "" \
	"and those are the functions that the public headers declare"

cat >"$TMP/own.c" <<'END'
#include <pmc/pmc.h>
#include <stdio.h>
int calls;
unsigned long clock_now(void) { calls++; return 1; }
long proc_read(const char *path, char *buf, unsigned long size) { calls++; return -1; }
int perf_open(const void *attr, int pid, int cpu, int group) { calls++; return -1; }
int pmc_encode(void) { calls++; return -1; }
int main(void)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	struct pmc_machine machine;

	if (pmc_backends(PMC_USE_COMMAND, status, PMC_BACKENDS) != PMC_BACKENDS ||
	    pmc_machine(&machine))
		return 1;
	printf("%s %s, %d calls\n", pmc_version(), status[PMC_BACKEND_PERF].name, calls);
	return 0;
}
END
ok "a program with its own clock_now, proc_read, perf_open and pmc_encode links" \
	gcc -Wall -Iinclude -o "$TMP/own" "$TMP/own.c" "$archive" -pthread
is "$("$TMP/own")" "0.1.0 perf, 0 calls" "and runs, and libpmc calls none of them"
ok "it links statically too" gcc -static -Iinclude -o "$TMP/static" "$TMP/own.c" "$archive" -pthread
is "$("$TMP/static")" "0.1.0 perf, 0 calls" "and runs"
finish
