#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# make dist-static: the archive's content, and that its pmc needs nothing of the system. It counts a
# static program in a root folder that is otherwise empty: no /proc, no /dev, no libc, no /etc. The
# program's counts are known by arithmetic.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"

copy_build "$TMP/build"
if ! echo 'int main(void) { return 0; }' | gcc -static -x c -o "$TMP/try" - 2>/dev/null; then
	skip_all "this system has no static libc"
fi
ok "make dist-static" make -s "BUILD=$TMP/build" dist-static
version=$("$BUILD/pmc" --version)
name=pmc-${version#pmc }-x86_64
tar=$TMP/build/$name.tar.gz
first=$(sha256sum <"$tar")
rm -r "$tar" "$TMP/build/static"
ok "make dist-static, again" make -s "BUILD=$TMP/build" dist-static
is "$(sha256sum <"$tar")" "$first" "the same sources make the same archive"

mkdir "$TMP/root"
ok "it is unpacked" tar -C "$TMP/root" -xzf "$tar"
tree=$TMP/root/$name
want=$({
	printf '%s\n' pmc pmc-emu README.md CHANGELOG.md LICENSE \
		LICENSES/{BSD-2-Clause,GPL-2.0}.txt completion/pmc.{bash,zsh,fish}
	[ ! -e /usr/include/perfmon/pfmlib.h ] || echo LICENSES/MIT-libpfm4.txt
	cd "$TOP/docs/man" && printf 'man/%s\n' *.1
} | sort)
is "$(cd "$tree" && find . ! -type d | sed 's,^\./,,' | sort)" "$want" "what it holds"
for program in pmc pmc-emu; do
	unlike "$(readelf -lW "$tree/$program")" 'INTERP' "$program asks for no dynamic loader"
	unlike "$(readelf -dW "$tree/$program")" 'NEEDED' "$program needs no library"
done
unlike "$(strings -a "$tree/pmc" | grep -F "$TOP/")" . "it names no folder of this machine"

# ---- In an empty root ----
# As root, or where a user may have namespaces of his own; then he is root inside.
if [ "$(id -u)" = 0 ]; then
	in_root() { chroot "$TMP/root" "$@"; }
elif unshare -r true 2>/dev/null; then
	in_root() { unshare -r --root="$TMP/root" "$@"; }
else
	skip "neither root nor user namespaces: an empty root cannot be made" 1
	finish
fi
cp "$BUILD/tests/emu/asm/loops" "$TMP/root/loops"
asm_expect "$TOP/tests/emu/asm/loops.S"
P=/$name/pmc
in_root $P stat --backend emulated --deterministic -x, -o /counts \
	-e instructions:u,loads:u,stores:u,branches-conditional-taken:u -- /loops
is "$?" "$asm_exit" "pmc stat in an empty root: the program's status"
for event in instructions loads stores branches-conditional-taken; do
	is "$(sed -n "s/^\([0-9]*\),,$event:u,.*/\1/p" "$TMP/root/counts")" \
		"${asm_counts[$event]}" "$event: the number that arithmetic gives"
done
like "$(in_root $P stat -- /loops 2>&1)" 'instructions:u' "the default events"
status 127 "a command that is not there" in_root $P stat -- /none
for locale in de_DE.UTF-8 zh_CN.GB18030 C; do
	LC_ALL=$locale in_root $P stat -e instructions:u -o /report -- /loops
	is "$?" "$asm_exit" "in the locale $locale"
done
like "$(in_root $P info 2>&1)" 'emulated +available' "pmc info finds the translator beside itself"
is "$(in_root $P encode --model pentium3 L2_LINES_IN)" \
	"$("$PMC" encode --model pentium3 L2_LINES_IN)" "pmc encode prints what it prints elsewhere"
ok "pmc list" in_root $P list
mv "$tree/pmc-emu" "$tree/away"
like "$(in_root $P stat --backend emulated -- /loops 2>&1)" \
	"translator pmc-emu is not installed: it is neither '/$name/pmc-emu'" \
	"without the translator it says where it looked"
# By a relative path, from the folder itself.
mv "$tree/away" "$tree/pmc-emu"
if [ "$(id -u)" = 0 ]; then
	(cd "$tree" && ./pmc stat --backend emulated -e instructions:u -o "$TMP/report" -- ../loops)
	is "$?" "$asm_exit" "called by a relative path"
	chown 65534 "$TMP/root"
	chroot --userspec=65534:65534 "$TMP/root" $P stat -e instructions:u -o /by-user -- /loops
	is "$?" "$asm_exit" "as an ordinary user that no file names"
else
	skip "not root: cannot become another user" 2
fi
finish
