#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# A process begins with what an ancestor translated of the interpreter (emu/code/heritage.h).
# Counts are the same without, the program sees nothing of it, nobody can change it, and another
# interpreter is translated anew.
. "$(dirname "$0")/../tap.sh"

stat=("$PMC" stat --backend emulated)

# ---- Counts ----

cat >"$TMP/tree.sh" <<'S'
i=0
while [ $i -lt 4 ]; do /bin/true; /bin/ls / >/dev/null; i=$((i+1)); done
/bin/sh -c '(/bin/true; /bin/false) || exec /bin/env /bin/sort /dev/null'
S
# The layout must be the same each time, since counts depend on addresses.
counts() {
	PMC_EMU_COLD=$1 setarch -R "${stat[@]}" -x, \
		-e instructions,branches,loads,stores,syscalls -- /bin/sh "$TMP/tree.sh" 2>&1 |
		cut -d, -f1,3
}
if setarch -R true 2>/dev/null; then
	is "$(counts 0)" "$(counts 1)" "a tree of processes counts the same with and without"
	export PMC_EMU_CACHE_SHIFT=7
	is "$(counts 0)" "$(counts 1)" "… with a small code cache, which is flushed"
	unset PMC_EMU_CACHE_SHIFT
else
	skip "counts: addresses are random here, personality(2) is forbidden"
fi

# ---- Descriptors ----

# shows COMMAND...: whether a process that a child executes has inherited. It waits until then.
shows() {
	local pid fd

	mkfifo "$TMP/said" "$TMP/go"
	"$@" "${stat[@]}" -o /dev/null -- sh -c "/bin/true; sh -c 'echo \$\$ >$TMP/said
		read go <$TMP/go'" &
	read -r pid <"$TMP/said"
	for fd in /proc/"$pid"/fd/*; do
		case $(readlink "$fd") in
		/memfd:pmc-heritage*)
			echo inherited
			(: >"$fd") 2>/dev/null && echo truncated
			printf x 2>/dev/null 1<>"$fd" && echo written ;;
		esac
	done
	echo >"$TMP/go"
	wait
	rm "$TMP/said" "$TMP/go"
}
is "$(shows env)" inherited "a grandchild has inherited, and nobody can write there"
is "$(shows env PMC_EMU_COLD=1)" "" "… unless that is turned off"

list='/bin/true; ls /proc/self/fd; exec ls /proc/self/fd'
is "$("${stat[@]}" -o /dev/null -- sh -c "$list" 2>&1 </dev/null)" \
	"$(sh -c "$list" 2>&1 </dev/null)" "programs do not see the descriptor"
"${stat[@]}" -o "$TMP/out" -x, -e instructions -- bash -c 'ulimit -f 8; /bin/true; exec /bin/true'
is $? 0 "a limit on file sizes that it does not fit in"
(
	ulimit -n 40
	"${stat[@]}" -o /dev/null -- bash -c 'exec 5<&0 9<&0 38<&0 39<&0; /bin/true; exec /bin/true'
)
is $? 0 "a program that uses up its descriptors"

# ---- Another interpreter ----

# A copy of ld.so, and of a program that asks for it, by a relative path of the same length. Its
# first instructions are another program: exit(7).
interp=/lib64/ld-linux-x86-64.so.2
other=./other-linux-x86-64.so.2.x
cat >"$TMP/patch.py" <<'P'
import struct, sys
interp, other = sys.argv[1].encode(), sys.argv[2].encode()
assert len(interp) == len(other)
program = open("/bin/true", "rb").read()
assert interp in program
open("program", "wb").write(program.replace(interp, other, 1))
loader = bytearray(open(interp, "rb").read())
entry, = struct.unpack_from("<Q", loader, 24)
open(other, "wb").write(loader)
code = bytes.fromhex("b83c000000bf070000000f05")
loader[entry:entry + len(code)] = code
open("patched", "wb").write(loader)
P
if [ -e "$interp" ] && command -v python3 >/dev/null; then
	cd "$TMP" || exit 1
	python3 patch.py "$interp" "$other"
	chmod +x program "$other" patched
	again="/bin/true; ./program && echo 0; mv patched $other; ./program || echo \$?"
	is "$("${stat[@]}" -o /dev/null -- sh -c "$again")" "0
7" "an interpreter with other bytes is translated anew"
else
	skip "another interpreter: no $interp or no python3"
fi
finish
