#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# What a program sees of its environment: execve in every form, descriptors, /proc/self/exe, limits,
# chroot, seccomp, and programs that have to run natively. Each runs natively and under the engine,
# with the same output. Then the test checks the notes in the report.
# tests/run: parallel time=420
. "$(dirname "$0")/../tap.sh"

prog=$BUILD/tests/emu/prog
report=$TMP/report
emulated=("$PMC" stat --backend emulated -e instructions:u -o "$report" --)
chmod 755 "$TMP"

# An unprivileged user: the caller, or another user if the caller is root
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)

# both NAME COMMAND...: natively and under the engine; $TMP/dir is an empty folder for it
both() {
	local name=$1 native emulated_status
	shift
	rm -rf "$TMP/dir" && mkdir -m 777 "$TMP/dir"
	"$@" >"$TMP/native" 2>&1
	native=$?
	rm -rf "$TMP/dir" && mkdir -m 777 "$TMP/dir"
	"${emulated[@]}" "$@" >"$TMP/emulated" 2>&1
	emulated_status=$?
	if [ "$native" = "$emulated_status" ] && cmp -s "$TMP/native" "$TMP/emulated"; then
		pass "$name"
	else
		fail "$name"
		note "  status natively $native, under the engine $emulated_status"
		note "$(diff "$TMP/native" "$TMP/emulated" | head -20)"
	fi
}

both "exec" "$prog/exec_probe" "$TMP/dir"
ok "the probe ran" grep -q '^itself (v): argc 3 ' "$TMP/native"
both "descriptors" "$prog/fd_probe"
ok "that probe ran" grep -q '^step 10' "$TMP/native"
(ulimit -Sn 256 2>/dev/null; both "descriptors, low soft limit" "$prog/fd_probe" >"$TMP/sub")
if grep -q '^ok' "$TMP/sub"; then
	pass "descriptors, low soft limit"
else
	fail "$(cat "$TMP/sub")"
fi

# Put the other files of the tests where another user can read them.
cp "$prog/exec_probe" "$prog/fd_probe" "$prog/filtered_exec" "$TMP"
if [ ${#as_user[@]} != 0 ] && ! "${as_user[@]}" test -x "$PMC"; then
	skip "the tree cannot be read by another user" 2
else
	"${as_user[@]}" true && [ "$(id -u)" != 0 ] || chown 65534 "$TMP/fd_probe"
	both "exec, not as root" "${as_user[@]}" "$TMP/exec_probe" "$TMP/dir"
	chmod 777 "$TMP"
	both "descriptors, not as root" "${as_user[@]}" "$TMP/fd_probe"
fi

# fcntl, dup3, fstat, faccessat2, prlimit64, prctl, execveat, readlink, sigaltstack
for nr in 72 292 5 439 302 157 322 89 131; do
	both "seccomp refuses system call $nr" \
		"$prog/filtered_exec" $nr sh -c 'ls -d / && (exec sh -c "echo again")'
done

for what in work refuse trap threads "kill mmap" "kill sigprocmask" "kill sigaltstack" "kill exit" \
	"exec $BUILD/tests/emu/asm/straight"; do
	both "a sandbox: ${what##*/}" sh -c 'trap "" CHLD; "$0" $1; echo "status $?"' \
		"$prog/sandboxed" "$what"
done
ok "it worked there" grep -q 'status 0' "$TMP/native"
like "$(cat "$report")" 'natively and uncounted, since it has a seccomp filter that forbids' \
	"the report says so"
# Sandboxes in which the next image of the engine could not run
for how in landlock mdwe filter; do
	both "exec in a sandbox: $how" "$prog/exec_sandbox" $how /bin/echo after exec
	if [ "$("$prog/exec_sandbox" $how /bin/true >/dev/null 2>&1; echo $?)" = 77 ]; then
		skip "this kernel has no $how" 2
	else
		ok "$how: the program ran" grep -q '^after exec' "$TMP/native"
		like "$(cat "$report")" 'natively and uncounted, since it' \
			"$how: the report says so"
	fi
done
both "seccomp's strict mode" "$prog/strict_mode"
PMC_EMU_HASTY=1 both "… with hot traces" "$prog/strict_mode"
ok "it got through" grep -q "still here" "$TMP/native"

both "signals: numbers, queues, masks, contexts, stacks" "$prog/signals"
both "a program that steps itself" "$prog/self_step"
is "$("${emulated[@]}" "$prog/self_step" cpuid)" "5 traps for 5 instructions" "… over CPUID"
# Signals also arrive inside the translation of one instruction: POPF may change TF while the engine
# single-steps there.
if [ -n "${LONG:-}" ]; then
	is "$("$prog/inject" 1 1000 100000000 "${emulated[@]}" "$prog/self_step" 2 \
		2>"$TMP/injected")" "0 wrong of 2" \
		"a program that steps itself, and signals at its POPFs"
	ok "there were some" grep -qE ' ([5-9]|[1-9][0-9]+) of them in translated code' \
		"$TMP/injected"
fi
both "code on the stack" "$prog/odd_places"
if grep -q vsyscall /proc/self/maps; then
	both "the vsyscall page" "$prog/odd_places" x
else
	skip "this kernel has no vsyscall page"
fi
both "comm, cmdline and a script" bash -c '
	printf "#!/bin/bash -e\ncat /proc/\$\$/comm\ntr \"\\\\0\" \" \" </proc/\$\$/cmdline\n" \
		>"$0/s"
	chmod +x "$0/s"; "$0/s" one two; exec "$0/s" three' "$TMP/dir"
both "a text file, as a shell's script" sh -c \
	'echo "echo hello \$1" >"$0/t"; chmod +x "$0/t"; "$0/t" you' "$TMP/dir"
both "limit on address space" bash -c \
	'ulimit -v 400000; ulimit -v; exec bash -c "ulimit -v; ulimit -Hv"'
both "soft limit on address space" bash -c \
	'ulimit -Sv 400000; ulimit -v; sh -c "ulimit -v; ulimit -Hv"; ulimit -Hv'
both "a word more than enough" bash -c '/bin/echo $(seq 1 20000) | cksum'

if [ "$(id -u)" = 0 ] && command -v chroot >/dev/null &&
	cp -L --parents -t "$TMP/dir" /bin/true 2>/dev/null; then
	for lib in $(ldd /bin/true | grep -o '/[^ ]*'); do
		cp -L --parents -t "$TMP/dir" "$lib"
	done
	ok "chroot without /proc" "${emulated[@]}" chroot "$TMP/dir" /bin/true
	status 127 "chroot, no such program" "${emulated[@]}" chroot "$TMP/dir" /bin/false
else
	skip "only root may chroot" 2
fi
both "under a nested engine" "${emulated[@]}" sh -c 'echo one | tr one two'

# ---- programs that run natively, and what the report says ----

# A 32-bit program: exit(5)
python3 - "$TMP/elf32" <<'P'
import struct, sys
code = bytes.fromhex("b801000000bb05000000cd80")
head = b"\x7fELF\1\1\1" + bytes(9) + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, 0x8048054, 52, 0, 0,
                                                 52, 32, 1, 0, 0, 0)
head += struct.pack("<IIIIIIII", 1, 0, 0x8048000, 0x8048000, 84 + len(code), 84 + len(code), 5,
                    0x1000)
open(sys.argv[1], "wb").write(head + code)
P
chmod +x "$TMP/elf32"
"$TMP/elf32"
if [ $? = 5 ]; then
	status 5 "a 32-bit program" "${emulated[@]}" sh -c '"$0"; exit $?' "$TMP/elf32"
	like "$(cat "$report")" \
		'natively and uncounted, since it is not an x86-64 program: .*/elf32' \
		"the report says so"
	status 5 "a 32-bit program as the command" "${emulated[@]}" "$TMP/elf32"
else
	skip "this kernel runs no 32-bit programs" 3
fi

echo 'echo plain' >"$TMP/plain"
chmod +x "$TMP/plain"
ok "a text file is tried and refused" "${emulated[@]}" sh -c '"$0"' "$TMP/plain"
unlike "$(cat "$report")" 'natively' "which needs no note"

if [ "$(id -u)" != 0 ]; then
	skip "only root can make a set-uid program" 2
elif [ "$(findmnt -n -o OPTIONS -T "$TMP" | grep -c nosuid)" != 0 ]; then
	skip "temporary files are on a nosuid file system" 2
else
	cp "$(command -v id)" "$TMP/id" && chown 65534 "$TMP/id" && chmod 4755 "$TMP/id"
	is "$("${emulated[@]}" sh -c '"$0" -u; :' "$TMP/id")" 65534 \
		"a set-uid program has its rights"
	like "$(cat "$report")" 'since it is set-uid or has file capabilities: .*/id' \
		"the report says so"
fi

cp /bin/echo "$TMP/unreadable" && chmod 111 "$TMP/unreadable"
if "${as_user[@]}" test -x "$PMC"; then
	is "$("${as_user[@]}" "$PMC" stat --backend emulated -e instructions:u \
		-o "$TMP/report2" -- sh -c '"$0" hello; :' "$TMP/unreadable")" hello \
		"a program that cannot be read"
	like "$(cat "$TMP/report2")" 'since it cannot be read: .*/unreadable' "the report says so"
else
	skip "the tree cannot be read by another user" 2
fi

if command -v strace >/dev/null; then
	ok "under strace" "${emulated[@]}" strace -f -o "$TMP/trace" sh -c 'ls -d /; :'
	like "$(cat "$report")" 'since it is being traced: .*/sh' "the report says so"
	ok "strace has seen it all" grep -q 'execve.*/ls' "$TMP/trace"
else
	skip "strace is not installed" 3
fi

# ---- --deterministic ----

for command in 'od -An -tx8 -N16 /dev/urandom' 'mktemp -u' \
	'(od -An -tx8 -N8 /dev/random; mktemp -u) | cat; od -An -tx8 -N8 </dev/urandom' \
	'tail -c 64 /proc/self/auxv | od -An -tx8'; do
	for i in 1 2; do
		"$PMC" stat --deterministic -e instructions:u -x, -o "$TMP/count$i" -- \
			bash -c "$command" >"$TMP/out$i" 2>&1
	done
	ok "deterministic output: $command" cmp "$TMP/out1" "$TMP/out2"
	# Which of two processes of a pipeline ends first is a race, and bash looks its children up
	# by pid.
	case $command in *' | '*) continue ;; esac
	is "$(grep instructions "$TMP/count1" | cut -d, -f1)" \
		"$(grep instructions "$TMP/count2" | cut -d, -f1)" "and count"
done
is "$("$PMC" stat --deterministic -o /dev/null -- \
	bash -c 'od -An -tx8 -N8 /dev/urandom; od -An -tx8 -N8 /dev/urandom' |
	sort -u | wc -l)" 2 "two children draw different numbers"
finish
