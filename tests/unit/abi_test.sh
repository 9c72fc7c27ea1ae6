#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What programs see of libpmc: it exports the functions of its headers and no others, leaves
# FreeBSD's names free, and its header compiles alone in C and C++. The example compiles and counts,
# and the library can be built for 32-bit programs.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

# The functions that the headers declare; their comments are cut out first.
cat include/pmc/*.h | gcc -fpreprocessed -dD -E -P - 2>/dev/null |
	grep -oE '\bpmc_[a-z_]+\(' | tr -d '(' | sort -u >"$TMP/declared"
nm -D --defined-only "$BUILD/libpmc.so" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' |
	sort -u >"$TMP/exported"
is "$(diff "$TMP/declared" "$TMP/exported")" "" "the library exports what the headers declare"
ok "that is a good many functions" test "$(wc -l <"$TMP/declared")" -gt 30
is "$(nm -D --defined-only "$BUILD/libpmc.so" | awk '$2 != "T" && $2 != "A" { print $3 }')" "" \
	"it exports no data"
like "$(readelf -d "$BUILD/libpmc.so")" 'soname: \[libpmc\.so\.0\]' "it has its soname"

# These names belong to FreeBSD's libpmc. libpmc leaves them free for a layer with that interface.
cat >"$TMP/free" <<'END'
pmc_init
pmc_allocate
pmc_release
pmc_attach
pmc_detach
pmc_start
pmc_stop
pmc_read
pmc_write
pmc_rw
pmc_set
pmc_capabilities
pmc_width
pmc_get_msr
pmc_configure_logfile
pmc_flush_logfile
pmc_close_logfile
pmc_writelog
pmc_enable
pmc_disable
pmc_ncpu
pmc_npmc
pmc_cpuinfo
pmc_pmcinfo
pmc_get_driver_stats
END
is "$({ cat "$TMP/exported"; grep -E '^pmc_(name_of|event_names_of|pmu)_' "$TMP/exported"; } |
	sort | uniq -c | awk '$1 > 1 { print $2 }'; grep -xFf "$TMP/free" "$TMP/exported")" "" \
	"none of FreeBSD's names is taken"

# The linker's names inside the static library are ours as well.
is "$(nm -g --defined-only "$BUILD/libpmc.a" 2>/dev/null |
	awk '$2 == "T" && $3 ~ /^pmc_/ { print $3 }' |
	grep -xFf "$TMP/free")" "" "nor in the static library"

printf "#include <pmc/%s.h>\n" profile pmc >"$TMP/alone.c"
for std in c99 gnu11; do
	ok "the headers stand alone in $std" \
		gcc -std=$std -Wall -Wextra -Werror -pedantic -Iinclude -fsyntax-only "$TMP/alone.c"
done
if command -v g++ >/dev/null; then
	ok "the headers stand alone in C++" \
		g++ -std=c++11 -Wall -Wextra -Werror -Iinclude -fsyntax-only -x c++ "$TMP/alone.c"
else
	skip "there is no g++" 1
fi

is "$(sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d')" \
	"$(sed -n '/^#include/,$p' examples/region.c)" \
	"README shows the example as it is"

case $BUILD in
*/san) skip "the sanitizer build's library needs its compiler's runtime" 4 ;;
*)
	export LD_LIBRARY_PATH=$BUILD PMC_EMU=$BUILD/pmc-emu
	if ok "the example compiles against the shared library" \
		gcc -Wall -Wextra -Werror -O1 -Iinclude examples/region.c -L"$BUILD" -lpmc -o \
			"$TMP/region"; then
		counted=$("$PMC" stat --backend emulated -o /dev/null -- "$TMP/region")
		note "$counted"
		n=${counted%% *}
		ok "and counts its region under the translator" test "${n:-0}" -ge 3000
	else
		skip "there is no example to run" 1
	fi
	ok "the example compiles against the static library" \
		gcc -Wall -Wextra -Werror -Iinclude examples/region.c \
			"$BUILD/libpmc.a" -pthread -o "$TMP/region"
	counted=$("$TMP/region" 2>&1)
	like "$counted" 'instructions, |no backend can count events of the calling thread' \
		"alone it counts by hardware, or says why not"
	;;
esac

# The objects are those of `make i386`; several tests may want them at the same time.
m32=$BUILD/i386
case $BUILD in
*/san) skip "the sanitizer build says nothing about 32 bits" 3 ;;
*)
	if echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o "$TMP/probe" 2>/dev/null &&
		"$TMP/probe"; then
		ok "core and lib build for 32 bits" flock "$BUILD/pmc" \
			make -s BUILD="$m32" CFLAGS='-m32 -march=i686' LDFLAGS=-m32 \
				"$m32"/libpmc.{so,a} "$m32"/tests/unit/{event,emulated_read}_test
		ok "the parser is right there" "$m32/tests/unit/event_test"
		ok "and the reading of the shared memory" "$m32/tests/unit/emulated_read_test"
	else
		skip "this compiler cannot make 32-bit programs that run here" 3
	fi
	;;
esac
finish
