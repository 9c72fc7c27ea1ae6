#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Symbols, lines and instructions of real binaries: libpmc against binutils. The lines are those of
# a sample of addresses; `make check-outside` compares every address. What libpmc says where libdw
# and Zydis are missing.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

case $BUILD in
*/san) skip_all "the sanitizer build's library needs its compiler's runtime" ;;
esac
for tool in nm addr2line objdump readelf; do
	command -v $tool >/dev/null || skip_all "there is no $tool"
done
compare=tests/unit/symbols/compare.py
ask=$TMP/ask
ok "a program that asks libpmc" gcc -std=gnu11 -Wall -Iinclude tests/unit/symbols/ask.c \
	"$BUILD/libpmc.a" -pthread -o "$ask"

binaries=("$BUILD/pmc" "$BUILD/pmc-emu" "$BUILD/libpmc.so")
for f in /lib64/ld-linux-x86-64.so.2 /lib/x86_64-linux-gnu/{libc,libm,libz,libcrypto}.so.? \
	/usr/bin/{bash,ls,make,perl,git,gdb,openssl,sqlite3,xz,awk,find,ssh} /usr/bin/python3 \
	/usr/lib/x86_64-linux-gnu/lib{stdc++,elf,zstd,lzma}.so.?; do
	[ ! -e "$f" ] || [ ${#binaries[@]} -ge 20 ] || binaries+=("$(realpath "$f")")
done
ok "the functions of ${#binaries[@]} binaries: nm names the same" \
	python3 $compare "$ask" functions "${binaries[@]}"
like "$("$ask" '[vdso]' functions)" 'clock_gettime' "the vdso has functions, too"
like "$("$ask" /nonexistent functions 2>&1)" "'/nonexistent' does not exist" "a missing file"
like "$("$ask" README.md functions 2>&1)" "'README.md' is no ELF file" "a file of text"

# ---- Debug files: by build-id under a root of its own, and by name beside the object ----
cat >"$TMP/a.c" <<'END'
static int add(int a, int b) { return a + b; }
int main(int argc, char **argv)
{
	return add(argc, 2);
}
END
(
	cd "$TMP" && gcc -O1 -g -Wl,--build-id=sha1 a.c -o whole &&
		objcopy --only-keep-debug whole a.debug && objcopy --strip-all whole bare &&
		objcopy --strip-all --add-gnu-debuglink=a.debug whole linked
)
main=$(nm "$TMP/whole" | awk '$3 == "main" { print $1 }')
lines=$(echo "$main" | "$ask" "$TMP/whole" lines 2>&1)
if [ -e /usr/lib/x86_64-linux-gnu/libdw.so.1 ] && [ -e /usr/include/elfutils/libdw.h ]; then
	like "$lines" $'\nadd\n.*/a.c:1\nmain\n.*/a.c:4$' \
		"the line of main, and what is inlined there"
	is "$(echo "$main" | "$ask" "$TMP/linked" lines 2>&1)" "$lines" "through .gnu_debuglink"
	like "$(echo "$main" | "$ask" "$TMP/bare" lines 2>&1)" \
		"'$TMP/bare' has no debug information" "a stripped file"
	cat >"$TMP/made.cc" <<'END'
struct part {
	int v;
	__attribute__((noinline)) part(int n) : v(n) {}
};
struct whole : virtual part {
	int w;
	__attribute__((noinline)) whole(int n) : part(n), w(2 * n) {}
	__attribute__((noinline)) ~whole() { w = v; }
};
int main(int argc, char **argv)
{
	whole a(argc);
	return a.v + a.w;
}
END
	if g++ -O2 -g -fkeep-inline-functions "$TMP/made.cc" -o "$TMP/made" 2>"$TMP/err"; then
		nm "$TMP/made" | awk '/ _ZN(4part|5whole)/ { print $1, $3 }' | sort >"$TMP/made.nm"
		cut -d ' ' -f 1 "$TMP/made.nm" | "$ask" "$TMP/made" lines >"$TMP/made.lines"
		cut -d ' ' -f 1 "$TMP/made.nm" | addr2line -a -i -f -e "$TMP/made" |
			sed 's/ (discriminator .*//' >"$TMP/made.addr2line"
		like "$(cat "$TMP/made.nm")" '_ZN5wholeC2Ei' "constructors of two kinds"
		is "$(cat "$TMP/made.lines")" "$(cat "$TMP/made.addr2line")" \
			"each has its own name, as in addr2line"
	else
		skip "there is no g++" 2
	fi
	# What .debug_aranges says of units that say something else themselves does not count.
	cat >"$TMP/b.c" <<'END'
int other(int n)
{
	return 2 * n + 1;
}
END
	(
		cd "$TMP" && gcc -O1 -g -c a.c b.c && gcc a.o b.o -o two &&
			objcopy --dump-section .debug_aranges=index two two.copy
	)
	both=$(nm "$TMP/two" | awk '$3 == "main" || $3 == "other" { print $1 }')
	lines=$(echo "$both" | "$ask" "$TMP/two" lines)
	like "$lines" $'\nadd\n.*/a.c:1\nmain\n.*\nother\n.*/b.c:3' "two units, by their index"
	for fault in missing swapped moved longer cut "of no unit" empty; do
		cp "$TMP/two" "$TMP/odd"
		python3 tests/unit/symbols/spoil.py "$fault" "$TMP/index" "$TMP/spoilt" &&
			objcopy --update-section .debug_aranges="$TMP/spoilt" "$TMP/odd"
		[ "$fault" != missing ] || objcopy --remove-section .debug_aranges "$TMP/odd"
		is "$(echo "$both" | "$ask" "$TMP/odd" lines)" "$lines" "an index that is $fault"
	done
	printf x >>"$TMP/a.debug"
	objcopy --remove-section .note.gnu.build-id "$TMP/linked"
	like "$(echo "$main" | "$ask" "$TMP/linked" lines 2>&1)" "has no debug information" \
		"a debug file with another checksum is not taken"
	ok "a sample of the translator's lines: addr2line says the same" \
		python3 $compare "$ask" lines "$BUILD/pmc-emu" 37
else
	skip "there is no libdw" 15
fi
if [ -e /usr/include/Zydis/Zydis.h ]; then
	ok "the translator's instructions: objdump has the same lengths and targets" \
		python3 $compare "$ask" code "$BUILD/pmc-emu"
else
	skip "there is no Zydis" 1
fi

# ---- Without the libraries ----
copy_build "$TMP/build"
ok "make LIBDW=0 ZYDIS=0" make -s BUILD="$TMP/build" LIBDW=0 ZYDIS=0 SAN=0 "$TMP/build/libpmc.a"
gcc -std=gnu11 -Iinclude tests/unit/symbols/ask.c "$TMP/build/libpmc.a" -pthread -o "$TMP/without"
like "$(echo "$main" | "$TMP/without" "$TMP/whole" lines 2>&1)" "pmc was built without libdw" \
	"without: a sentence instead of lines"
like "$("$TMP/without" "$TMP/whole" functions)" ' main' "functions need no library"
like "$("$TMP/without" "$TMP/whole" code "$main" "$(printf %x $((0x$main + 1)))")" 'bad' \
	"and no instructions"
if gcc -static -std=gnu11 -Iinclude tests/unit/symbols/ask.c "$BUILD/libpmc.a" -pthread \
	-o "$TMP/static" 2>"$TMP/warnings"; then
	is "$(cat "$TMP/warnings")" "" "a static program links without a warning"
	like "$("$TMP/static" "$TMP/whole" functions)" ' main' "it knows functions"
	like "$(echo "$main" | "$TMP/static" "$TMP/whole" lines 2>&1)" \
		'which a static program cannot load|built without libdw' "and says why no lines"
else
	skip "this system has no static libc" 3
fi
finish
