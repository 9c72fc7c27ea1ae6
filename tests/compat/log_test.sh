#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The log of pmc(3): what a program logs is what an independent reader (pmclog_read.py, written from
# the format's description) finds, field by field, and what pmclog(3) reads, also in pieces; logs
# that are cut, damaged or foreign; a disk that is full.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
logger=$BUILD/tests/compat/prog/logger
reader=tests/compat/pmclog_read.py
log=$TMP/log

said=$($logger -w "$log")
ok "a program logs" test -s "$log" || note "$said"
read -r pid faults tree tsc value <<<"$said"
python3 $reader "$log" >"$TMP/independent"
$logger -p "$log" >"$TMP/ours"
is "$(cat "$TMP/ours")" "$(cat "$TMP/independent")" "both readers agree"

# has TEXT NAME: a line that ends in this
has() { like "$(cut -d' ' -f4- "$TMP/independent")" "(^|"$'\n'")$1("$'\n'"|$)" "$2"; }
is "$(sed -n '1s/^0 1 [0-9.]* \(initialize 0xa000000\) .*/\1/p' "$TMP/independent")" \
	"initialize 0xa000000" "the first record is INITIALIZE, version 10"
now=$(date +%s)
ok "its time is now" test $((now - $(awk 'NR == 1 { printf "%d", $8 }' "$TMP/independent"))) -lt 60
has "allocatedyn $faults 0x20000 0x8 PAGE_FAULT.ALL" "what was allocated before the log began"
has "allocatedyn $tree 0x20003 0x2 CONTEXT.SWITCHES" "what was allocated later"
has "allocate $tsc 0x1000 0 0" "the time stamp counter"
has "attach $faults $pid $(realpath "$logger")" "an attachment"
has "attach $tree $pid [^ ]*" "another one"
has "map-in $pid 0x[0-9a-f]* $(realpath "$logger")" "the program's code"
has "map-in $pid 0x[0-9a-f]* [^ ]*libc[^ ]*" "libc"
has "map-out $pid 0x[0-9a-f]* 0x[0-9a-f]*" "code that was unmapped"
has "fork $pid [1-9][0-9]*" "a fork"
has "exec $pid $faults 0x[0-9a-f]* (0|0x[0-9a-f]*) [^ ]*(sleep|coreutils|busybox)[^ ]*" "an exec"
has "exit $faults $pid $value" "an exit, with the count"
has "detach $faults $pid" "a detachment"
has "userdata 0x12345678" "data of the program"
has "userdata 0xffffffff" "more of it"
is "$(tail -1 "$TMP/independent")" end "the end"
times=$(awk 'NF > 3 { print $3 }' "$TMP/ours")
is "$(sort -n <<<"$times")" "$times" "times advance"

for n in 1 3 4 15 16 17 100 5000; do
	is "$($logger -f $n "$log")" "$(cat "$TMP/ours")" "fed $n bytes at a time"
done
for n in 1 17 4000; do
	is "$($logger -k $n "$log")" "$(cat "$TMP/ours")" "through a socket, $n bytes at a time"
done
is "$(cat "$log" | $logger -p /dev/stdin)" "$(cat "$TMP/ours")" "through a pipe"

# The owner ends first, without closing the log or releasing all; what was counted goes on.
said=$($logger -o "$TMP/left")
python3 $reader "$TMP/left" >"$TMP/read"
cut -d' ' -f4- "$TMP/read" | grep -vE '^(map|alloc|init)' | sed 's/ 0x[0-9a-f]*//' >"$TMP/told"
is "$(cut -d' ' -f-2 "$TMP/told")" "attach $said
attach $said
detach $said
userdata
end" "a program that ends without closing its log has all of it"
is "$($logger -p "$TMP/left")" "$(cat "$TMP/read")" "and pmclog(3) reads it to PMCLOG_EOF"

# Every type of record, made by the independent writer
python3 $reader --make "$TMP/all"
is "$($logger -p "$TMP/all")" "$(python3 $reader "$TMP/all")" "a record of each type"
for n in 1 7; do
	is "$($logger -f $n "$TMP/all")" "$(python3 $reader "$TMP/all")" "fed $n bytes at a time"
done

# Cut and damaged logs: a cut one wants more, and nothing crashes.
bytes=$(stat -c %s "$TMP/all")
like "$($logger -r "$TMP/all")" "^cut: $((bytes - 1)) more, 0 end, 0 error"$'\n'"changed: " \
	"cut at each byte: PMCLOG_REQUIRE_DATA"
head -c 60 "$TMP/all" >"$TMP/cut"
is "$($logger -p "$TMP/cut")" more "a file that ends in a record"
: >"$TMP/empty"
is "$($logger -p "$TMP/empty")" end "an empty file"
printf '\177ELF, not a log' >"$TMP/foreign"
is "$($logger -p "$TMP/foreign")" error "a foreign file"
printf '\024\000\003\356aaaabbbbccccdddd' >"$TMP/old"
is "$($logger -p "$TMP/old")" error "the log of FreeBSD 9, whose records are others"
is "$($logger -p "$TMP")" error "a folder: read(2) fails"

is "$($logger -w /dev/full)" "pmc_close_logfile: No space left on device" \
	"a full disk: pmc_flush_logfile() tells"
finish
