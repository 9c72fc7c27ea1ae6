#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# make install: what is installed, that it works from there, with pkg-config and the shared library,
# and that make uninstall removes it all.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

make=(make -s "BUILD=$TMP/build" "PREFIX=$TMP/usr" OPT=-O1)
ok "make install PREFIX=" "${make[@]}" install
cd "$TMP/usr" || exit 1
want=$({
	printf '%s\n' bin/pmc lib/libpmc.a lib/libpmc.so lib/libpmc.so.0 lib/libpmc.so.0.1.0 lib/pkgconfig/pmc.pc \
		libexec/pmc/pmc-emu share/bash-completion/completions/pmc
	[ ! -e /usr/include/perfmon/pfmlib.h ] || echo share/doc/pmc/MIT-libpfm4.txt
	(cd "$TOP" && ls include/pmc/*.h && cd docs/man && for page in *.[134]; do echo "share/man/man${page##*.}/$page"; done)
} | sort)
is "$(find . ! -type d | sed 's,^\./,,' | sort)" "$want" "the files: programs, libraries, headers, man pages, completion"
is "$(readlink -f lib/libpmc.so)" "$TMP/usr/lib/libpmc.so.0.1.0" "the links of the library"
like "$(readelf -d lib/libpmc.so)" 'SONAME.*libpmc\.so\.0\]' "its soname"
lost=$(sed -nE 's/^.*\b(pmc_[a-z_]+)\(.*/\1/p' include/pmc/pmc.h | grep -v '^ ' | sort -u | while read -r f; do
	nm -D --defined-only lib/libpmc.so | grep -qE " T $f(@|$)" || echo "$f"
done)
is "$lost" "" "the shared library exports every function of the header"
extra=$(nm -D --defined-only lib/libpmc.so | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | grep -v '^pmc_')
is "$extra" "" "and nothing else"
is "$(bin/pmc --version)" "pmc 0.1.0" "the command tells its version"
ok "it finds the installed engine" env -C / "$TMP/usr/bin/pmc" stat --backend emulated -o "$TMP/report" -- /bin/true
like "$(cat "$TMP/report")" 'instructions' "and counts with it"

export PKG_CONFIG_PATH=$TMP/usr/lib/pkgconfig
sed -n '/^```c$/,/^```$/p' "$TOP/README.md" | sed '1d;$d' >"$TMP/region.c"
if command -v pkg-config >/dev/null; then
	is "$(pkg-config --modversion pmc)" "0.1.0" "pkg-config tells the version"
	# shellcheck disable=SC2046
	ok "the example of README compiles with pkg-config" gcc "$TMP/region.c" -o "$TMP/region" \
		$(pkg-config --cflags --libs pmc)
	like "$(LD_LIBRARY_PATH=$TMP/usr/lib bin/pmc stat --backend emulated -o "$TMP/report" -- "$TMP/region" 2>&1)" \
		'^[0-9]+ instructions' "and runs with the shared library"
else
	skip "pkg-config is not here" 3
fi

cd "$TOP" || exit 1
ok "make install DESTDIR= PREFIX=" "${make[@]}" DESTDIR="$TMP/root" install
ok "it stays under DESTDIR" test -x "$TMP/root$TMP/usr/bin/pmc"
like "$(cat "$TMP/root$TMP/usr/lib/pkgconfig/pmc.pc")" "prefix=$TMP/usr"$'\n' "DESTDIR is not written into pmc.pc"
ok "make uninstall" "${make[@]}" uninstall
is "$(find "$TMP/usr" ! -type d)" "" "it removes every file"
finish
