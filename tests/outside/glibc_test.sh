#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# glibc's own tests of signals, threads, timers, processes and the loader, natively and under the
# engine (see suite). The first run builds glibc and its tests from Debian's sources (an hour on two
# cores, 3 GB); the tests run with that library. CASES=words chooses some folders.
# tests/run: time=28800
. "$(dirname "$0")/../tap.sh"

archive=$(find /usr/src/glibc -name 'glibc-*.tar.xz' 2>/dev/null | head -n 1)
[ -n "$archive" ] || skip_all "glibc's sources are missing (Debian's package glibc-source)"
for need in gawk bison make gcc msgfmt; do
	command -v $need >/dev/null || skip_all "$need is missing, which glibc's build needs"
done
version=$(basename "$archive" .tar.xz)
folder=$BUILD/outside/built-$version
log=$folder/log
mkdir -p "$folder/build"
export FOLDER=$folder/build TIMEOUTFACTOR=4
if [ ! -e "$FOLDER/built" ]; then
	tar -C "$folder" -xf "$archive" &&
		(cd "$FOLDER" && CFLAGS="-O2 -g0" "$folder/$version/configure" --prefix=/usr \
			--disable-werror --disable-nscd && make -j2 && touch built) >"$log" 2>&1 ||
		skip_all "glibc cannot be built: $(tail -n 1 "$log")"
fi
cat >"$TMP/case" <<-'END'
	cd "$FOLDER" || exit 1
	rm -f "$1"/*.out "$1"/*.test-result
	make -s -k check subdirs="$1" test-wrapper="$WRAPPER"
	cat "$1"/*.test-result >"$SCRATCH/results"
END
for subdir in signal setjmp rt nptl posix misc elf dlfcn debug io socket time malloc stdlib; do
	printf '%s\t-\tbash %s %s\n' $subdir "$TMP/case" $subdir
	make -s -C "$FOLDER" -k tests run-built-tests=no subdirs=$subdir >>"$log" 2>&1
done >"$TMP/cases"
tests/outside/suite --version "${version#glibc-}" --time 1800 --wraps glibc glibc "$TMP/cases"
