#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs under limits (setrlimit(2)), at values from one that lets nothing run to one that is in
# nobody's way. The limit is set before pmc starts, so it holds for pmc, for the engine and for the
# program. Where the program runs natively as it does without the limit, pmc runs it too and counts
# it; or a sentence says which limit is in the way and what it must be at least, and the status
# is not 0. Where it fails natively, it may fail or run, but nothing in between: status 0 means
# the whole output. Nothing hangs, and without a sentence no signal ends what none ends natively.
# LIMITS=all adds programs and values that take minutes, for tests/outside/limits_test.sh.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
command -v prlimit >/dev/null || skip_all "prlimit (util-linux) is not installed"
chmod 755 "$TMP"

cat >"$TMP/threads.py" <<'P'
import threading
done = []
def work(i):
    done.append(sum(range(i * 100)))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
print(len(done), sum(done))
P
printf '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n' >"$TMP/hello.c"

# What can be run, by name
program() {
	case $1 in
	true) cmd=(/bin/true) ;;
	pipe) cmd=(sh -c 'echo c b a | tr " " "\n" | sort | tr "\n" " "') ;;
	fork) cmd=(sh -c 'for i in 1 2 3 4 5; do (echo $i; exit $i) || s=$s$?; done; echo $s') ;;
	threads) cmd=("$BUILD/tests/emu/prog/threads" 50) ;;
	python3) cmd=(/usr/bin/python3 "$TMP/threads.py") ;;
	gcc) cmd=(gcc -O1 -S -o - "$TMP/hello.c") ;;
	esac
}

# Only root is exempt from the limit on processes, so it is tried as somebody else.
as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all)
"${as[@]}" true 2>/dev/null && "${as[@]}" test -x "$PMC" || as=()

# limited OPTION=VALUE COMMAND...: output in $TMP/out, messages in $TMP/err, what goes to
# descriptor 4 in $TMP/counts, the status as result. All are pipes, which a limit on file sizes
# spares.
limited() {
	local limit=$1 who=()
	shift
	[[ $limit != nproc=* ]] || who=("${as[@]}")
	{ { (cd "$TMP" && exec timeout -k 5 60 prlimit "--$limit" "${who[@]}" "$@") \
		2>&1 >&3 3>&- </dev/null | cat >"$TMP/err" 3>&- 4>&-
		echo "${PIPESTATUS[0]}" >"$TMP/status" 3>&- 4>&-; } 3>&1 | cat >"$TMP/out" 4>&-
	} 4>&1 | cat >"$TMP/counts"
	return "$(cat "$TMP/status")"
}

# free NAME: how a program ends without limits; once
declare -A free_status free_out
free() {
	[ -z "${free_status[$1]+x}" ] || return 0
	"${cmd[@]}" >"$TMP/out" 2>/dev/null </dev/null
	free_status[$1]=$?
	free_out[$1]=$(md5sum <"$TMP/out")
}

# same NAME STATUS OUT: does it end as without limits?
same() { [ "$2 $3" = "${free_status[$1]} ${free_out[$1]}" ]; }

# said: the least value that a sentence names, in the unit of prlimit, with the message or in the
# report; nothing without such a sentence
said() {
	cat "$TMP/err" "$TMP/counts" | tr '\n' ' ' | sed -nE \
		's/.*limit on [^;]*\(ulimit -[a-z]\).* at least ([0-9]+)( KiB)?.*/\1\2/p' |
		sed 's/ KiB/ * 1024/' | { read -r n; [ -z "$n" ] || echo $((n)); }
}

# counted OPTION=VALUE COMMAND...
counted() {
	limited "$1" "$PMC" stat --backend emulated -x, -e instructions:u --log-fd 4 -- "${@:2}"
}

# verdict NAME OPTION=VALUE: what is wrong with how $cmd ends under it, if anything is; and sets ran
verdict() {
	local name=$1 option=${2%%=*} value=${2#*=} n_status n_out status out least tries
	limited "$option=$value" "${cmd[@]}"
	n_status=$? n_out=$(md5sum <"$TMP/out")
	counted "$option=$value" "${cmd[@]}"
	status=$? out=$(md5sum <"$TMP/out") least=$(said)
	[ "$status" = 0 ] && ran+=" $value"
	message="native $n_status, here $status: $(tail -qn 2 "$TMP/err" "$TMP/counts" |
		cut -c1-250 | tr '\n' '|')"
	[ -z "${LIMITS_VERBOSE:-}" ] || note "$name $option=$value: $message" >&2
	if [ "$status" = 124 ] || [ "$status" = 137 ] && [ "$n_status" != 137 ]; then
		echo "hangs"
		return
	fi
	! grep -q 'internal error' "$TMP/err" || { echo "internal error"; return; }
	if same "$name" "$status" "$out"; then
		grep -qE '^[1-9][0-9]*,' "$TMP/counts" || echo "ran, but was not counted"
	elif same "$name" "$n_status" "$n_out"; then
		[ "$status" != 0 ] || echo "status 0, but another output"
		if [ -z "$least" ]; then
			echo "runs natively, but no sentence names the limit"
			return
		fi
		# What the sentence asks for is enough, or leads to a value that is.
		for tries in 1 2 3 4; do
			counted "$option=$least" "${cmd[@]}"
			same "$name" "$?" "$(md5sum <"$TMP/out")" && return
			value=$least least=$(said)
			[ "${least:-0}" -gt "$value" ] || break
		done
		echo "with $value, as the sentence says, it does not run"
	elif [ "$status $out" != "$n_status $n_out" ]; then
		[ "$status" != 0 ] || echo "status 0, but another output"
		# Out of memory, some programs abort.
		[ "$status" -le 128 ] || [ "$n_status" -gt 128 ] || [ -n "$least" ] ||
			echo "ends by a signal ($status)"
	fi
}

# ladder OPTION "PROGRAM..." VALUE...: one check for each program, over all values
ladder() {
	local option=$1 names=$2 name value why wrong ran message
	shift 2
	for name in $names; do
		program "$name"
		if ! command -v "${cmd[0]}" >/dev/null; then
			skip "${cmd[0]} is not installed"
			continue
		fi
		free "$name"
		wrong= ran=
		for value in "$@"; do
			verdict "$name" "$option=$value" >"$TMP/why"
			why=$(tr '\n' ' ' <"$TMP/why")
			[ -z "$why" ] || wrong+="$option=$value: $why($message)"$'\n'
		done
		is "$wrong" "" "$name under $option, of which it ran under${ran:- none}"
	done
}

# exactly NAME OPTION=VALUE COMMAND...: the same output, messages and status as natively
exactly() {
	local name=$1 native
	shift
	limited "$@"
	native="$? $(cat "$TMP/out" "$TMP/err")"
	counted "$@"
	is "$? $(cat "$TMP/out" "$TMP/err")" "$native" "$name"
}

K=1024 M=1048576
# Where the hard limit leaves room, the soft one is the program's alone.
for n in 8 24 64 256 448; do
	exactly "50 threads under a soft limit of $n MiB of addresses" as=$((n * M)): \
		"$BUILD/tests/emu/prog/threads" 50
done
exactly "a program sees the soft limits that were set" as=$((100 * M)): \
	prlimit "--data=$((80 * M)):" sh -c 'ulimit -v; ulimit -Hv; ulimit -d; ulimit -Hd
		sh -c "ulimit -v; ulimit -d"; ulimit -v 50000; ulimit -v; sh -c "ulimit -v"'

if [ "${LIMITS:-}" = all ]; then
	all="true pipe fork threads python3 gcc"
	ladder as "$all" $((2 * M)) $((8 * M)) $((16 * M)) $((24 * M)) $((32 * M)) $((48 * M)) \
		$((64 * M)) $((96 * M)) $((128 * M)) $((192 * M)) $((256 * M)) $((512 * M)) \
		$((1024 * M)) $((4096 * M))
	ladder data "$all" 0 $((1 * M)) $((4 * M)) $((8 * M)) $((16 * M)) $((32 * M)) \
		$((64 * M)) $((128 * M)) $((256 * M)) $((512 * M))
	ladder nproc "$all" 0 1 2 3 4 5 8 12 50 51 52 60 100
	ladder sigpending "$all" 0 1 2 5 100
	ladder memlock "$all" 0 4096 65536
	ladder nofile "$all" 3 4 5 6 7 8 9 10 12 16 20 24 32 64 256
	ladder stack "$all" $((16 * K)) $((64 * K)) $((136 * K)) $((256 * K)) $((1 * M)) $((64 * M))
	ladder fsize "$all" 0 1 4096 $((1 * M)) $((40 * M)) $((1024 * M))
	ladder cpu "$all" 1 2 10
	counted cpu=1 sh -c 'while :; do :; done'
	is "$? $(said)" "137 2" "what the limit on processor time ends"
else
	ladder as "true threads" $((8 * M)) $((40 * M)) $((200 * M)) $((2048 * M))
	ladder as "pipe" $((64 * M))
	ladder data "true threads" 0 $((2 * M)) $((32 * M))
	ladder nproc "pipe threads" 1 4 60
	ladder sigpending "threads fork" 0 1
	ladder memlock "threads" 0
	ladder nofile "true pipe" 3 6 10 20
	ladder stack "fork" $((64 * K)) $((256 * K))
	ladder fsize "true" 0 4096
	ladder cpu "true" 1
fi
finish
