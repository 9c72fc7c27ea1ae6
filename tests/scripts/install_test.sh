#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# make install: the files that it installs, that they work from there, with pkg-config and the
# shared library, that another PREFIX compiles nothing again, and that make uninstall leaves
# nothing. tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"

copy_build "$TMP/build"
make=(make "BUILD=$TMP/build")
ok "make" "${make[@]}" -s

# ---- PREFIX ----
mkdir -p "$TMP/usr/share/man/man1"
before=$(find "$TMP/usr" | sort)
out=$("${make[@]}" "PREFIX=$TMP/usr" install 2>&1)
is "$?" 0 "make install PREFIX="
is "$(grep -cE '^  (CORE|ABI|LIB|CLI|EMU|HOST) ' <<<"$out")" 0 \
	"after make it compiles nothing again"
cd "$TMP/usr" || exit 1
want=$({
	printf '%s\n' bin/pmc{,Count} lib/libpmc.a lib/libpmc.so lib/libpmc.so.0 \
		lib/libpmc.so.0.1.0 lib/pkgconfig/pmc.pc libexec/pmc/pmc-emu \
		share/bash-completion/completions/pmc \
		share/zsh/site-functions/_pmc share/fish/vendor_completions.d/pmc.fish \
		share/doc/pmc/{LICENSE,folders,LICENSES/BSD-2-Clause.txt,LICENSES/GPL-2.0.txt}
	[ ! -e /usr/include/perfmon/pfmlib.h ] || echo share/doc/pmc/LICENSES/MIT-libpfm4.txt
	(cd "$TOP" && ls include/pmc/*.h && cd docs/man &&
		for page in *.[134]; do echo "share/man/man${page##*.}/$page"; done)
} | sort)
is "$(find . ! -type d | sed 's,^\./,,' | sort)" "$want" \
	"it installs programs, libraries, headers, man pages, completion, licences"
is "$(readlink -f lib/libpmc.so)" "$TMP/usr/lib/libpmc.so.0.1.0" "the links of the library"
like "$(readelf -d lib/libpmc.so)" 'SONAME.*libpmc\.so\.0\]' "its soname"
lost=$(sed -nE 's/^.*\b(pmc_[a-z_]+)\([^0-9].*/\1/p' include/pmc/*.h | grep -v '^ ' | sort -u |
	while read -r f; do
		nm -D --defined-only lib/libpmc.so | grep -qE " T $f(@|$)" || echo "$f"
	done)
is "$lost" "" "the shared library exports every function of the headers"
extra=$(nm -D --defined-only lib/libpmc.so | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' |
	grep -v '^pmc_')
is "$extra" "" "and nothing else"
is "$(bin/pmc --version)" "pmc 0.1.0" "the installed command prints its version"
is "$(readlink bin/pmcCount)" pmc "pmcCount is a link to it"
ok "it finds the installed engine" env -C / "$TMP/usr/bin/pmc" stat --backend emulated \
	-o "$TMP/report" -- /bin/true
like "$(cat "$TMP/report")" 'instructions' "and counts with it"

# ---- pkg-config ----
export PKG_CONFIG_PATH=$TMP/usr/lib/pkgconfig
sed -n '/^```c$/,/^```$/p' "$TOP/README.md" | sed '1d;$d' >"$TMP/region.c"
example() { # NAME: the example of README, built with pkg-config, counts
	# shellcheck disable=SC2046
	ok "the example of README compiles with pkg-config$1" gcc "$TMP/region.c" -o "$TMP/region" \
		$(pkg-config --cflags --libs pmc)
	like "$("$PMC" stat --backend emulated -o "$TMP/report" -- "$TMP/region" 2>&1)" \
		'^[0-9]+ instructions' "and runs with the shared library$1"
}
if command -v pkg-config >/dev/null; then
	is "$(pkg-config --modversion pmc)" "0.1.0" "pkg-config prints the version"
	example ""
	like "$out" "To let programs find $TMP/usr/lib/libpmc\.so, link programs with: pkg-config" \
		"make install says how programs find the library"
else
	skip "pkg-config is not installed" 4
fi
# A program that is linked with the shared library, in no folder of pmc, finds the engine by PREFIX.
like "$(LD_LIBRARY_PATH=$TMP/usr/lib strings -a "$TMP/usr/lib/libpmc.so" | grep libexec)" \
	"$TMP/usr/libexec/pmc" "PREFIX is in the library"

# ---- uninstall ----
cd "$TOP" || exit 1
ok "make uninstall" "${make[@]}" "PREFIX=$TMP/usr" uninstall
is "$(find "$TMP/usr" | sort)" "$before" "it leaves the tree as it was before make install"
ok "make install, once more" "${make[@]}" "PREFIX=$TMP/usr" install
ok "and over an installed one" "${make[@]}" "PREFIX=$TMP/usr" install
touch "$TMP/usr/share/doc/other"
ok "make uninstall" "${make[@]}" "PREFIX=$TMP/usr" uninstall
is "$(find "$TMP/usr" | sort)" \
	"$(printf '%s\n' "$before" "$TMP"/usr/share/doc{,/other} | sort)" \
	"it leaves only a file of somebody else, and the folders around it"

# ---- LIBDIR, DESTDIR ----
multi=$TMP/usr/lib/x86_64-linux-gnu
ok "make install LIBDIR=" "${make[@]}" "PREFIX=$TMP/usr" "LIBDIR=$multi" install
ok "the libraries are there" test -e "$multi/libpmc.so" -a -e "$multi/libpmc.a"
ok "the engine stays in libexec" test -x "$TMP/usr/libexec/pmc/pmc-emu"
is "$(find "$TMP/usr/lib" -maxdepth 1 ! -type d)" "" "and nothing is beside that folder"
export PKG_CONFIG_PATH=$multi/pkgconfig
if command -v pkg-config >/dev/null; then
	is "$(pkg-config --variable=libdir pmc)" "$multi" "pkg-config prints LIBDIR"
	example ", LIBDIR"
else
	skip "pkg-config is not installed" 3
fi
ok "make uninstall LIBDIR=" "${make[@]}" "PREFIX=$TMP/usr" "LIBDIR=$multi" uninstall
is "$(find "$TMP/usr" ! -type d)" "$TMP/usr/share/doc/other" "it removes every file of pmc"
ok "make install DESTDIR= PREFIX=" "${make[@]}" -s "PREFIX=$TMP/usr" DESTDIR="$TMP/root" install
ok "it stays under DESTDIR" test -x "$TMP/root$TMP/usr/bin/pmc"
like "$(cat "$TMP/root$TMP/usr/lib/pkgconfig/pmc.pc")" "prefix=$TMP/usr"$'\n' \
	"DESTDIR is not written into pmc.pc"
is "$(find "$TMP/root" -name folders)" "" "nor is a list of folders installed with DESTDIR"
ok "make uninstall DESTDIR=" "${make[@]}" "PREFIX=$TMP/usr" DESTDIR="$TMP/root" uninstall
is "$(find "$TMP/root" ! -type d)" "" "it removes every file"

# ---- /usr/local, as README says it ----
# In a mount namespace of its own, /usr/local and /etc are copies that vanish with the test.
cat >"$TMP/local" <<'S'
set -e
cp -a /etc "$TMP/etc"
mount --bind "$TMP/etc" /etc
mount -t tmpfs none /usr/local
make -s "BUILD=$TMP/build" install
pkg-config --exists pmc
cc "$TMP/region.c" $(pkg-config --cflags --libs pmc) -o "$TMP/region1"
cc -I/usr/local/include "$TMP/region.c" -lpmc -o "$TMP/region2"
! readelf -d "$TMP/region2" | grep -qi runpath
hash -r
pmc --version
for n in 1 2; do pmc stat -o "$TMP/report" -- "$TMP/region$n"; done
S
unset PKG_CONFIG_PATH LD_LIBRARY_PATH
if ! command -v pkg-config >/dev/null; then
	skip "pkg-config is not installed" 2
elif [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	out=$(PATH=/usr/local/bin:$PATH unshare -m --propagation private bash "$TMP/local" 2>&1)
	is "$?" 0 "make install, and README's example, with its rpath and without"
	like "$out" $'pmc [0-9.]+\n([0-9]+ instructions, [0-9]+ branches\n?){2}$' "both count" ||
		note "$out"
else
	skip "not root: /usr/local cannot be replaced for a test" 2
fi

# ---- Compilers ----
# Words beside the compiler's name (CC='ccache gcc') are kept.
printf '#!/bin/sh\necho called >>"%s"\nexec "$@"\n' "$TMP/called" >"$TMP/wrap"
chmod +x "$TMP/wrap"
ok "CC may be two words" make -s BUILD="$TMP/two" CC="$TMP/wrap gcc" OPT=-O0 \
	"$TMP/two/obj/cli/main.c.o" "$TMP/two/pmc-emu"
ok "and both are used" test -s "$TMP/called"
finish
