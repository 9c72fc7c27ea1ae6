# SPDX-License-Identifier: BSD-2-Clause
# Functions for the tests that run in guests; sourced after tests/tap.sh. A test runs a script of
# tests/guest/inside in each of its guests. The script prints one result per line, and the test
# judges what it printed.

RUN=$TOP/qemu/run
PROG=$BUILD/tests/guest/prog
INSIDE=$TOP/tests/guest/inside

# has_checks: do the guests run a kernel with checks (make guest-check-debug)? Everything takes
# longer there.
has_checks() {
	[[ ${GUEST_KERNEL:-} == debug* ]]
}

# need_rig [KERNEL]: skips the whole test, with the reason, where no guest can be started
need_rig() {
	local why
	command -v cpio >/dev/null || skip_all "cpio is not installed"
	[ -e /bin/busybox ] || skip_all "busybox-static is not installed"
	[ -n "${PMC_QEMU:-}" ] || why=$("$TOP/qemu/build" --path 2>&1) ||
		skip_all "no QEMU with a PMU (make rig): ${why:-nothing built}"
	why=$("$TOP/qemu/kernel" "${1:-6.1}" 2>&1) || skip_all \
		"no kernel for guests: ${why##*$'\n'}"
}
need_perf() {
	command -v perf >/dev/null || skip_all "perf is not installed (linux-perf)"
}

# make_i386: builds pmc and the guests' programs for 32 bits. Several tests may want that at the
# same time.
make_i386() {
	flock "$BUILD/pmc" make -s -j2 --no-print-directory BUILD="$BUILD" i386
}

# ---- Guests ----

# perf compiles a pattern for each processor whose events it knows by name, which takes four tenths
# of the time of perf stat, unless the processor is the one of its own tests. No test of guests asks
# perf for such a name.
for_perf=(--env PERF_CPUID=testcpu)

# guest NAME OPTION... -- COMMAND...: runs the command in a guest (options of qemu/run). What it
# prints goes to $TMP/NAME.out and .err, the kernel's log to .log, its exit status to .rc. Under
# tests/run the guests of several tests share their boots (tests/guest/share); with --alone as the
# first option this one does not.
guest() {
	local name=$1
	shift
	if [ -n "${GUEST_SHARE:-}" ]; then
		request "$name" "$@"
		[ -n "${batch:-}" ] || await "$name"
		return
	fi
	[ "$1" != --alone ] || shift
	"$RUN" --timeout "${GUEST_TIME:-150}" --log "$TMP/$name.log" "${for_perf[@]}" "$@" \
		>"$TMP/$name.out" 2>"$TMP/$name.err" </dev/null
	echo $? >"$TMP/$name.rc"
}

# guests FUNCTION NAME...: calls FUNCTION for each name, which calls guest; two at a time
guests() {
	local function=$1 name running=0
	shift
	if [ -n "${GUEST_SHARE:-}" ]; then
		for name in "$@"; do
			(batch=1 && $function "$name")
		done
		await "$@"
		return
	fi
	for name in "$@"; do
		[ $running -lt 2 ] || { wait -n; running=$((running - 1)); }
		$function "$name" &
		running=$((running + 1))
	done
	wait
}

# ---- Shared boots: tests/guest/share says what is in the folder ----

this_test=$(basename "$0" _test.sh)

# request NAME OPTION... -- COMMAND...: asks for a guest, and does not wait for it
request() {
	local folder=${GUEST_SHARE:-$TMP}/$this_test:$1 machine=()
	local job=(--timeout "${GUEST_TIME:-150}" "${for_perf[@]}")
	shift
	while [ "$1" != -- ]; do
		case $1 in
		--alone) machine+=(--alone "$folder"); shift ;;
		--add | --module) job+=("$1" "$2"); shift 2 ;;
		*) machine+=("$1" "$2"); shift 2 ;;
		esac
	done
	mkdir -p "$folder"
	printf '%s\0' "${machine[@]}" >"$folder/machine"
	printf '%s\0' "${job[@]}" "$@" >"$folder/request"
}

# fetch NAME FOLDER: the results
fetch() {
	mv "$2/out" "$TMP/$1.out"
	mv "$2/err" "$TMP/$1.err"
	cp "$2/log" "$TMP/$1.log"
	cp "$2/status" "$TMP/$1.rc"
}

# await NAME...: waits until these guests have run, and fetches their results. Many tests wait for
# long, so nothing is started meanwhile: nobody writes to the pipe, and reading from it takes time.
await() {
	local name folder server never
	: >"$GUEST_SHARE/waiting:$this_test"
	[ -p "$GUEST_SHARE/never.$this_test" ] || mkfifo "$GUEST_SHARE/never.$this_test"
	exec {never}<>"$GUEST_SHARE/never.$this_test"
	for name in "$@"; do
		folder=$GUEST_SHARE/$this_test:$name
		until [ -e "$folder/status" ]; do
			read -rt 0.2 -u "$never"
			read -r server <"$GUEST_SHARE/pid"
			kill -0 "$server" 2>/dev/null && continue
			fail "$name: tests/guest/share runs the guest"
			finish
		done
		fetch "$name" "$folder"
	done
	exec {never}>&-
	rm -f "$GUEST_SHARE/waiting:$this_test"
}

# ---- Results ----

# came_back NAME WHAT: checks that the guest ended well; if not, its results cannot be judged
came_back() {
	[ "$(cat "$TMP/$1.rc" 2>/dev/null)" = 0 ] && pass "$1: $2" && return
	fail "$1: $2"
	note "  status $(cat "$TMP/$1.rc" 2>/dev/null)"
	note "$(tail -n 30 "$TMP/$1.err")"
	note "$(tail -n 5 "$TMP/$1.out")"
	return 1
}
# got NAME KEY...: prints the rest of the first line that begins with these words
got() {
	local name=$1
	shift
	awk -v key="$*" 'index($0, key " ") == 1 { print substr($0, length(key) + 2); exit }' \
		"$TMP/$name.out"
}
# between LOW VALUE HIGH NAME: a check that passes when VALUE lies between the two
between() {
	[ "${2:-0}" -ge "$1" ] 2>/dev/null && [ "$2" -le "$3" ] && pass "$4" && return
	fail "$4"
	note "  got $2, want $1 to $3"
}
# expect PROGRAM WHAT: prints a number of the line "expect:" in the program's source; WHAT is
# instructions, branches, far, direct
expect() {
	sed -n "s/.*expect:.* $2 \([0-9]*\).*/\1/p" "$TOP/tests/guest/prog/$1.S"
}
# both MODEL PROGRAM: prints instructions and branches, as the PMU counts them: far branches are
# branches. Linux's event `branches` of Pentium 4 counts neither far branches nor direct jumps: the
# driver sets the bits of retired_branch_type, which are for conditional branches, calls, returns
# and indirect branches.
both() {
	local direct
	case $1 in
	pentium4*)
		direct=$(expect "$2" direct)
		echo "$(expect "$2" instructions) $(($(expect "$2" branches) - ${direct:-0}))" ;;
	*) echo "$(expect "$2" instructions) $(($(expect "$2" branches) + $(expect "$2" far)))" ;;
	esac
}
# The programs that take no input.
PROGRAMS="loop faults syscalls rep calls cpuid popf ud2 smc sled forks"
# with_programs [FOLDER]: prints the options that add all programs
with_programs() {
	local p
	for p in $PROGRAMS gate long threads; do
		printf -- '--add %s/%s ' "${1:-$PROG}" "$p"
	done
}
