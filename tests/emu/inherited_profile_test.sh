#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=600
# A process that is recorded begins with what others of its tree have translated
# (emu/heritage/heritage.h), and its log with what the log of another says (emu/profile.h). Places,
# branches, objects and processes of the profile are the same without, to the unit.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/trees.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/places.sh"
prog=$BUILD/tests/emu/prog

# The layout must be the same each time, since counts depend on addresses.
# record COLD COMMAND...: what it prints, its status, and its profile
record() {
	PMC_EMU_COLD=$1 "${namespace[@]}" timeout 120 setarch -R "$PMC" record -q --no-cache \
		-o "$TMP/data" -- "${@:2}" 2>&1 </dev/null
	echo "status $?"
	"$TMP/places" "$TMP/data" sum at object process
	places_branches "$TMP/data"
}
# same NAME COMMAND...: the same with and without
same() {
	record 0 "${@:2}" >"$TMP/warm"
	record 1 "${@:2}" >"$TMP/cold"
	is "$(diff "$TMP/warm" "$TMP/cold" | head -n 5)" "" "$1: the same with and without"
}
if ! setarch -R true 2>/dev/null; then
	skip "profiles: addresses are random here, personality(2) is forbidden"
	finish
fi

same "a tree of processes" /bin/sh "$TMP/tree.sh"
ok "there are branches" grep -q "^branch .*libc.so.6 .*libc.so.6" "$TMP/warm"
export PMC_EMU_CACHE_SHIFT=7
same "a tree of processes with a small code cache, which is flushed" /bin/sh "$TMP/tree.sh"
unset PMC_EMU_CACHE_SHIFT
same "large and small programs in one tree" /bin/sh "$TMP/sizes.sh" "$prog"

"$cc" -O2 -o "$TMP/jumps" tests/emu/real/jumps.c || exit 1
"$cc" -O2 -static -no-pie -o "$TMP/jumps-static" tests/emu/real/jumps.c || exit 1
same "indirect jumps to many places" "$prog/again" 4 "$TMP/jumps"
same "… below 4 GiB" "$prog/again" 4 "$TMP/jumps-static"

for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_repeats "$source" && asm_in_turn "$name" || continue
	same "$name" "$prog/again" 3 "$BUILD/tests/emu/asm/$name"
	case $name in
	calls | returns | jcc | threads)
		PMC_EMU_PAIRS=1 same "$name, in pairs" "$prog/again" 3 \
			"$BUILD/tests/emu/asm/$name"
		;;
	esac
done

# ---- Files ----

# code FILE N: a function that returns N
code() {
	printf "\\xb8\\x$(printf %02x "$2")\\0\\0\\0\\xc3" >"$1"
}
cd "$TMP" || exit 1
code 1 1 && code 2 2 && cp 1 twin
map=$prog/mapped_code
same "the same code in another file" sh -c \
	'"$0" call 1; "$0" call twin; "$0" call 1 2; "$0" call twin 1' "$map"
is "$(grep -c '^object .*/twin 4 4' warm)" 1 "… whose counts it gets"

# ---- That it is so ----

mkfifo said go
"$PMC" record -q --no-cache -o data -- sh -c '/bin/true; "$@"; exit' parent \
	sh -c 'echo $$ >said; read go <go' &
read -r pid <said
ok "a recorded process has inherited" grep -q '/memfd:pmc-heritage' "/proc/$pid/maps"
echo >go
wait
# Samples by a clock are taken of the program itself; those of the translator need no log.
for options in "-g 0" "-c 1000 -e instructions:u 1"; do
	# shellcheck disable=SC2086
	"$PMC" record -q --no-cache -o data ${options% ?} -- sh -c '/bin/true; "$@"; exit' parent \
		sh -c 'echo $$ >said; read go <go' 2>err &
	read -r -t 60 pid <said
	is "$(grep -c -m 1 '/memfd:pmc-heritage' "/proc/$pid/maps")" "${options##* }" \
		"… and with ${options% ?}, or not" || note "$(cat err)"
	echo >go
	wait
done

# ---- Many, and killed ones ----

events=instructions,branches-taken,loads,stores
# sums COMMAND...: the profile's, and what the same run has counted
sums() {
	PMC_EMU=$BUILD/pmc-emu PLACES_SHARE=1 "$TMP/places" "${how:-record}" "$TMP/data" "$events" \
		"$@" \
		3>sums 2>err >out </dev/null
}
# equal NAME: all of them
equal() {
	is "$(grep -v memory sums)" "equal 4" "$1" || note "$(head -n 5 err)"
}
cat >one.sh <<'S'
"$1" thread $(($2 % 3 + 1)); "$1" call $(($2 % 2 + 1)) 2
S
code 3 3
sums sh -c 'seq 60 | xargs -P 8 -n 1 sh one.sh "$0" | sort' "$map"
equal "processes that leave heritages at the same time"
cat >killed.sh <<'S'
ls / | sort; "$1" call 1 2; sort /dev/null; "$1" thread 3
S
sums sh -c 'i=0; while [ $i -lt 30 ]; do
	i=$((i + 1))
	setsid sh killed.sh "$0" >/dev/null 2>&1 &
	sleep 0.0$((i % 4 + 1)); kill -9 -$! 2>/dev/null; wait $! 2>/dev/null
done' "$map"
equal "processes that are killed meanwhile"

# More programs than heritages have room for, and logs are taken in meanwhile.
for i in $(seq 60); do cp "$prog/again" "again$i"; done
how=batches sums sh -c 'for i in 1 2 3 4 5 6; do
	for k in $(seq 60); do ./again$k 1 /bin/true; done >/dev/null
	echo
	read line
done'
equal "many programs"
sums "$prog/again" 3 "$prog/profiled"
equal "threads, forks, code that is loaded and unloaded"
sums "$prog/again" 3 "$prog/profiled" jit
equal "code that a JIT makes"
finish
