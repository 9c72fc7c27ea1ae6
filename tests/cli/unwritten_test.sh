#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Output that cannot be written: a message and status 125 from every subcommand, unless the command
# that was counted has failed, whose status is more important.
. "$(dirname "$0")/../tap.sh"

cannot='^pmc: standard output could not be written: No space left on device$'
full() { # ARGUMENTS...: prints what pmc says when standard output is full, and its status
	"$PMC" "$@" 2>&1 >/dev/full
	echo "status $?"
}
refused() { # NAME ARGUMENTS...
	local out
	out=$(full "${@:2}")
	is "$(tail -1 <<<"$out")" "status 125" "$1: status 125"
	like "$(head -1 <<<"$out")" "$cannot" "$1: says so"
	is "$(grep -c 'written' <<<"$out")" 1 "$1: once"
}

refused "--version" --version
refused "version" version
refused "--help" --help
refused "help" help
for sub in $("$PMC" --help | sed -n 's/^  pmc \([a-z]*\)   *[a-z].*/\1/p' | sort -u); do
	[ "$sub" != help ] || continue
	refused "$sub --help" "$sub" --help
	refused "help $sub" help "$sub"
done
refused info info
refused "info -j" info -j
refused "info --model" info --model skylake
refused list list
refused "list -j" list -j
refused "list -n" list -n
refused "list --models" list --models
refused "list --model" list --model skylake
refused "list --check" list --check cycles --model skylake
refused encode encode skylake::LLC_MISSES
refused "encode -j" encode -j skylake::LLC_MISSES
refused decode decode IA32_PERFEVTSEL0=0x4300c0 --model skylake
refused "summary --model" summary --model skylake
status 125 "closed instead of full" bash -c '"$1" info >&-' - "$PMC"
status 0 "/dev/null" bash -c '"$1" info >/dev/null' - "$PMC"

# Reports. An error of the command is more important than one of the report.
for sub in "stat -e task-clock" "stat -x, -e task-clock" "stat -j -e task-clock" "stat -n" \
	"stat -r 2 -e task-clock" "stat -I 50 -e task-clock" \
	"stat --deterministic -e instructions" \
	"summary --backend emulated" "summary -j --backend emulated"; do
	# shellcheck disable=SC2086
	out=$("$PMC" $sub -o /dev/full -- sh -c 'echo out; sleep 0.1' 2>&1 >"$TMP/out")
	is $? 125 "$sub: -o on a full disk: status 125"
	like "$out" '^pmc: -o /dev/full: the report could not be written: No space left on dev' \
		"$sub: … says so"
	is "$(sort -u "$TMP/out")" out "$sub: … the command's output is whole"
	# shellcheck disable=SC2086
	status 7 "$sub: the command's own status comes first" "$PMC" $sub -o /dev/full -- sh -c \
		'exit 7'
	# shellcheck disable=SC2086
	status 125 "$sub: standard error is full" bash -c '"$@" 2>/dev/full' - "$PMC" $sub -- true
	# shellcheck disable=SC2086
	status 7 "$sub: standard error is full, and the command failed" bash -c \
		'"$@" 2>/dev/full' - "$PMC" $sub -- sh -c 'exit 7'
done
status 143 "a signal that ended the command comes first" "$PMC" stat -e task-clock -o /dev/full -- \
	sh -c 'kill $$'
finish
