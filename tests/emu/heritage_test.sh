#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# A process begins with what others of its tree have translated (emu/heritage/heritage.h). Counts,
# signals and their addresses are the same without, the program sees nothing of it, and what other
# users have translated, or what is other code now, is translated anew.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/trees.sh"

stat=("$PMC" stat --backend emulated --no-cache)
prog=$BUILD/tests/emu/prog
names=instructions,branches,branches-taken,loads,stores,syscalls

# ---- Counts ----

# The layout must be the same each time, since counts depend on addresses.
# counts COLD COMMAND...: what it prints, its status, and its counts
counts() {
	PMC_EMU_COLD=$1 "${namespace[@]}" timeout 60 setarch -R "${stat[@]}" -x, -e $names \
		-o "$TMP/counts" -- "${@:2}" 2>&1
	echo "status $?"
	grep -v '^#' "$TMP/counts" | cut -d, -f1,3
}
# same NAME COMMAND...: the same with and without
same() {
	is "$(counts 0 "${@:2}")" "$(counts 1 "${@:2}")" "$1: the same with and without"
}
if setarch -R true 2>/dev/null; then
	same "a tree of processes" /bin/sh "$TMP/tree.sh"
	export PMC_EMU_CACHE_SHIFT=7
	same "a tree of processes with a small code cache, which is flushed" /bin/sh "$TMP/tree.sh"
	unset PMC_EMU_CACHE_SHIFT
	for source in tests/emu/asm/*.S; do
		name=$(basename "$source" .S)
		asm_repeats "$source" && asm_in_turn "$name" || continue
		same "$name" "$prog/again" 3 "$BUILD/tests/emu/asm/$name"
		PMC_EMU_PAIRS=1 same "$name, in pairs" "$prog/again" 3 "$BUILD/tests/emu/asm/$name"
		PMC_EMU_HASTY=1 PMC_EMU_LEAVE=1 PMC_EMU_PAIRS=1 same "$name, gathered" \
			"$prog/again" 3 "$BUILD/tests/emu/asm/$name"
	done
	PMC_EMU_HASTY=1 PMC_EMU_LEAVE=1 same "a tree of processes that gather hot code" \
		/bin/sh "$TMP/tree.sh"
	PMC_EMU_HASTY=1 PMC_EMU_LEAVE=1 same "… and large programs" /bin/sh "$TMP/sizes.sh" "$prog"
	same "large and small programs in one tree" /bin/sh "$TMP/sizes.sh" "$prog"
else
	skip "counts: addresses are random here, personality(2) is forbidden"
fi

# ---- Descriptors ----

# shows COMMAND...: what another process sees of one that "${parent[@]}" begins with
# "${as_user[@]}". It waits until then.
shows() {
	local pid fd map

	mkfifo -m 666 "$TMP/said" "$TMP/go"
	"$@" "${stat[@]}" -o /dev/null -- "${parent[@]}" "${as_user[@]}" sh -c \
		"${waits:-echo \$\$ >$TMP/said; read go <$TMP/go}" &
	read -r pid <"$TMP/said"
	! grep -q '/memfd:pmc-heritage' "/proc/$pid/maps" || echo inherited
	for fd in /proc/"$pid"/fd/*; do
		case $(readlink "$fd") in
		/memfd:pmc-heritage*) echo "has a descriptor" ;;
		socket:*) (: >"$fd") 2>/dev/null && echo "the shelf can be opened" ;;
		esac
	done
	map=$(sed -n 's/ .*memfd:pmc-heritage.*//p' "/proc/$pid/maps" | head -1)
	fd=/proc/$pid/map_files/$map
	if [ -n "$map" ] && [ -e "$fd" ]; then
		(: >"$fd") 2>/dev/null && echo truncated
		printf x 2>/dev/null 1<>"$fd" && echo written
	fi
	echo >"$TMP/go"
	wait
	rm "$TMP/said" "$TMP/go"
}
parent=(sh -c '/bin/true; "$@"; exit' parent)
as_user=()
is "$(shows env)" inherited "a process has inherited, and nobody can write there"
is "$(shows env PMC_EMU_COLD=1)" "" "… unless that is turned off"
for how in nests_large "nests 2 maps"; do
	waits="$prog/$how >$TMP/lost; $prog/${how%% *} 2 waits <>$TMP/go >$TMP/said"
	is "$(shows env)" inherited "… and so has a large program: $how"
done
unset waits
as_user=(setpriv --reuid=12345 --regid=12345 --clear-groups)
chmod 777 "$TMP"
if [ "$(id -u)" != 0 ] ||
	! "${as_user[@]}" sh -c "echo >'$TMP/other' && test -x '$PMC'" 2>/dev/null; then
	skip "another user: not root, or the tree cannot be read by others"
else
	is "$(shows env)" "" "… and by another user"
fi

as_user=()
parent=(sh -c '"$@"; exit' parent) # by vfork, in dash
is "$(shows env)" inherited "… the first child, too"

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

# ---- Other code in the same place ----

# code FILE N: a function that returns N
code() {
	printf "\\xb8\\x$(printf %02x "$2")\\0\\0\\0\\xc3" >"$1"
}
map=$prog/mapped_code
cd "$TMP" || exit 1
code 1 1 && code 2 2 && code 3 3 && cp 1 old
cat >"$TMP/change.sh" <<'S'
# Files are executed, written to, and replaced.
p=$1 how=$2
"$p" $how 1 2; "$p" $how 1 2; "$p" $how 1 2; "$p" $how 2 1
cat 2 >1; "$p" $how 1 2
cp -p 1 time; cat 3 >1; touch -r time 1; "$p" $how 1 2
mv old 1; "$p" $how 1 2; "$p" $how 2 1 3
S
for how in call rewrite fork known; do
	want=$(sh "$TMP/change.sh" "$map" $how 2>&1)
	code 1 1 && cp 1 old
	is "$(PMC_EMU_LEAVE=1 "${stat[@]}" -o /dev/null -- sh "$TMP/change.sh" "$map" $how 2>&1)" \
		"$want" "files that change, and take one another's place: $how"
	code 1 1 && cp 1 old
done
printf '\x90\x90\x0f\x0b' >ill
printf '\x90\x48\x31\xc0\x48\x89\x00\xc3' >null
each='for i in 1 2 3; do "$0" trap 1 ill; "$0" trap 2 1 ill; "$0" trap null | cut -d" " -f1-3; done'
is "$("${stat[@]}" -o /dev/null -- sh -c "$each" "$map" 2>&1)" "$(sh -c "$each" "$map" 2>&1)" \
	"signals, and where"

# ---- Many at once ----

cat >"$TMP/one.sh" <<'S'
"$1" thread $(($2 % 3 + 1)); "$1" call $(($2 % 2 + 1)) 3
S
many='seq 60 | xargs -P 8 -n 1 sh one.sh "$0" | sort'
is "$("${stat[@]}" -o /dev/null -- sh -c "$many" "$map" 2>&1)" "$(sh -c "$many" "$map" 2>&1)" \
	"processes that leave heritages at the same time, and end in a thread"
cat >"$TMP/killed.sh" <<'S'
ls / | sort; "$1" call 1 2; sort /dev/null; "$1" thread 3
S
killed='i=0; while [ $i -lt 30 ]; do
	i=$((i + 1))
	setsid sh killed.sh "$0" >/dev/null 2>&1 &
	sleep 0.0$((i % 4 + 1)); kill -9 -$! 2>/dev/null; wait $! 2>/dev/null
done
"$0" call 1 2; "$0" call 3'
is "$("${stat[@]}" -o /dev/null -- sh -c "$killed" "$map" 2>/dev/null)" "1
2
3" "processes that are killed meanwhile"
finish
