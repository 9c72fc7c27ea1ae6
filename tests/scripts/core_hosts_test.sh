#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# core/ in its hosts: its stack is bounded, as a kernel would compile it; and it computes the same
# as a 32-bit program: the tests that need core/ alone, built for i386. (layers_test checks imports
# and 64-bit division.)
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

# ---- bounded stack ----
ok "core's stack is bounded, for x86-64 and i386" scripts/check-stack

tree() { # a small tree that is as it should be
	rm -rf "$TMP/t"
	mkdir -p "$TMP/t/core/tables"
	printf 'int core_a(int x);\nint core_a(int x) { return x + 1; }\n' >"$TMP/t/core/a.c"
}
caught() { # LINE PATTERN NAME: with the line added, the script says so
	local out
	tree
	printf '%s\n' "$1" >>"$TMP/t/core/a.c"
	if out=$(scripts/check-stack "$TMP/t" 2>&1); then
		fail "$3: not caught"
	else
		like "$out" "$2" "$3"
	fi
}
tree
ok "a tree that is as it should be" scripts/check-stack "$TMP/t"
caught 'int f(volatile int *p, int n);
int f(volatile int *p, int n) { int x = n && *p ? f(p + 1, n - *p) * *p : 1; return *p + x; }' \
	'a cycle of calls: f -> f' "recursion"
caught 'int f(int n); int f(int n) { volatile char a[n]; a[0] = 1; return a[n - 1]; }' \
	'f has no bounded size' "an array of any size"
caught 'int f(int n); int f(int n) { volatile char a[4000]; a[n] = 1; return a[0]; }' \
	'more than 2048 bytes' "a large array"
caught 'int puts(const char *); int f(void); int f(void) { return puts("") + 1; }' \
	'f calls puts' "a call out of core/"

# Calls through a pointer are followed by the member that they call.
POINTED='struct s { int (*go)(int); }; extern const struct s table; int f(const struct s *s, int n);
int f(const struct s *s, int n) { return s->go(n) + 1; }'
caught "$POINTED
static int deep(int n) { volatile char a[4000]; a[n] = 1; return a[0]; }
const struct s table = { .go = deep };" 'more than 2048 bytes' "a large array behind a pointer"
caught "$POINTED
static int again(int n) { volatile int x = f(&table, n - 1); return x * n; }
const struct s table = { .go = again };" 'a cycle of calls: ' "recursion through a pointer"
caught "$POINTED" 'f calls through a pointer that no initializer sets' "a pointer that nothing sets"
tree
printf '%s\n' 'struct a_host {' '	int (*go)(int);' '};' \
	'int f(const struct a_host *s, int n);' \
	'int f(const struct a_host *s, int n) { return s->go(n) + 1; }' >>"$TMP/t/core/a.c"
ok "a call of the host's own" scripts/check-stack "$TMP/t"
caught "$POINTED
static int hidden(int n) { return n * 3; }
const struct s table = { hidden };" 'the address of hidden is taken' \
	"a function that is stored without its member's name"

# ---- as a 32-bit program ----
CC=${CC:-gcc}
echo 'int main(void) { return sizeof(long) == 4 ? 0 : 1; }' >"$TMP/probe.c"
if ! $CC -m32 -o "$TMP/probe" "$TMP/probe.c" 2>/dev/null || ! "$TMP/probe"; then
	skip 1 "the compiler makes no 32-bit programs (package libc6-dev-i386)"
	finish
fi
# The objects are those of `make i386`; several tests may want them at the same time.
m32=$BUILD/i386
objects=($(find core -name '*.c' | sed "s|.*|$m32/obj/&.o|"))
ok "core builds for 32 bits" flock "$BUILD/pmc" make -s BUILD="$m32" CFLAGS='-m32 -march=i686' \
	LDFLAGS=-m32 "${objects[@]}"
for name in unit/pmu_tables unit/encode_decode unit/encode_p4 unit/traps unit/event unit/model \
	unit/state_pmu unit/state_p4 unit/state_p5 unit/state_amd unit/machine_branch \
	unit/machine_cache unit/machine_describe; do
	program=$TMP/${name##*/}
	if ! $CC -m32 -std=gnu11 -O2 -I. -o "$program" "tests/${name}_test.c" \
		"${objects[@]}" 2>"$TMP/log"; then
		fail "$name for i386"
		note "$(head -5 "$TMP/log")"
	elif "$program" >"$TMP/out" 2>&1; then
		pass "$name: $(grep -c '^ok' "$TMP/out") checks as a 32-bit program"
	else
		fail "$name as a 32-bit program"
		note "$(grep -A3 "^not ok" "$TMP/out" | head -20)"
	fi
done
finish
