#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# make install-freebsd: its files; a program of FreeBSD's compiles with pkg-config, in C and C++,
# shared and static, finds its own <pmc.h>, and may use libpmc's header and names beside it.
# tests/run: time=300
. "$(dirname "$0")/../tap.sh"
case $BUILD in */san) skip_all "the sanitizers' build is not installed" ;; esac

ok "make install-freebsd" make -s BUILD="$BUILD" DESTDIR="$TMP/root" install-freebsd
usr=$TMP/root/usr/local
files=$(printf './%s\n' bin/pmccontrol bin/pmcstat share/man/man8/{pmccontrol,pmcstat}.8 \
	include/pmc-freebsd/{pmc.h,pmclog.h,sys/pmc.h,sys/pmc_events.h,sys/pmclog.h} \
	lib/libpmc-freebsd.{a,so,so.0,so.0.1.0} lib/pkgconfig/pmc-freebsd.pc | sort)
added() { (cd "$usr" && find . ! -type d | grep -E 'freebsd|pmccontrol|pmcstat' | sort); }
is "$(added)" "$files" "its files"
like "$("$usr/bin/pmccontrol" -L)" '^TSC: ' "pmccontrol runs"
map=$(sed -n '/global:/,/local:/s/^\t\([a-z0-9_]*\);/\1/p' compat/freebsd/libpmc-freebsd.map)
is "$(nm -D --defined-only "$usr/lib/libpmc-freebsd.so" | sed -n 's/.* T \([a-z0-9_]*\).*/\1/p' |
	sort)" "$(sort <<<"$map")" "the shared library exports pmc(3)'s functions, and nothing else"
is "$(nm -g --defined-only "$usr/lib/libpmc-freebsd.a" | sed -n 's/.* [A-Z] //p' | sort)" \
	"$(sort <<<"$map")" "so does the archive"
is "$(comm -12 <(sort <<<"$map") <(nm -D --defined-only "$usr/lib/libpmc.so" |
	sed -n 's/.* T \([a-z0-9_]*\).*/\1/p' | sort))" "" "none of them is libpmc's"

cat >"$TMP/both.c" <<'S'
#include <pmc.h>
#include <pmclog.h>
#include <stdio.h>
int main(void)
{
	pmc_id_t older, newer;
	pmc_value_t value;
	if (pmc_init() || pmc_allocate("page_fault.all", PMC_MODE_TC, 0, PMC_CPU_ANY, &older) ||
	    pmc_allocate("page_fault.all", PMC_MODE_TC, 0, PMC_CPU_ANY, &newer, 42) ||
	    pmc_read(newer, &value))
		return 1;
	printf("%d\n", (int)value);
	return 0;
}
S
cat >"$TMP/older.c" <<'S'
#define PMC_FREEBSD_11
#include <pmc/profile.h>
#include <pmc.h>
#include <stdio.h>
int main(void)
{
	int (*allocate)(const char *, enum pmc_mode, uint32_t, int, pmc_id_t *) = pmc_allocate;
	pmc_id_t id;
	if (pmc_init() || allocate("page_fault.all", PMC_MODE_TC, 0, PMC_CPU_ANY, &id))
		return 1;
	puts(pmc_version());
	return 0;
}
S
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH=$usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$TMP/root
	export LD_LIBRARY_PATH=$usr/lib
	# shellcheck disable=SC2046
	for compiler in "gcc -std=gnu11" "gcc -std=c99 -D_DEFAULT_SOURCE" "g++ -x c++"; do
		command -v "${compiler%% *}" >/dev/null || continue
		ok "$compiler" $compiler -Wall -Wextra -Werror "$TMP/both.c" -o "$TMP/both" \
			$(pkg-config --cflags --libs pmc-freebsd)
		is "$("$TMP/both")" 42 "  it runs"
	done
	# shellcheck disable=SC2046
	ok "both headers, and the older function's address" gcc -Wall -Werror "$TMP/older.c" \
		-o "$TMP/older" $(pkg-config --cflags --libs pmc-freebsd pmc)
	is "$("$TMP/older")" "0.1.0" "  it runs"
	# shellcheck disable=SC2046
	ok "from the archives" gcc "$TMP/both.c" -o "$TMP/static" \
		$(pkg-config --cflags pmc-freebsd) "$usr/lib/libpmc-freebsd.a" "$usr/lib/libpmc.a" \
		-pthread
	is "$(LD_LIBRARY_PATH='' "$TMP/static")" 42 "  it runs"
else
	skip "pkg-config is not installed" 4
fi
ok "make uninstall-freebsd" make -s BUILD="$BUILD" DESTDIR="$TMP/root" uninstall-freebsd
is "$(added)" "" "it removes them"
finish
