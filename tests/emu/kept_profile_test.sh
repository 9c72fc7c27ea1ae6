#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=600
# Recordings begin with translations that earlier recordings have kept, and with what the logs of
# these said of them (struct emu_kept_logs in emu/profile.h). Profiles are the same without, when
# they are kept, and with them, to the unit. What is damaged is not used.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/numbers.sh"
. "$TOP/tests/emu/trees.sh"
. "$TOP/tests/emu/places.sh"
. "$TOP/tests/emu/kept.sh"
prog=$BUILD/tests/emu/prog
if ! setarch -R true 2>/dev/null; then
	skip "profiles: addresses are random here, personality(2) is forbidden"
	finish
fi

# record OPTION COMMAND...: what it prints, its status, and its profile
record() {
	"${namespace[@]}" timeout 120 setarch -R "$PMC" record -q -o "$TMP/data" $1 -- "${@:2}" \
		2>&1 </dev/null
	echo "status $?"
	"$TMP/places" "$TMP/data" sum at object process
	[ -n "$places_only" ] || places_branches "$TMP/data"
}
places_only=
# same NAME COMMAND...
export PMC_EMU_LEAVE=1
same() {
	local run
	record --no-cache "${@:2}" >"$TMP/off"
	rm -rf "$folder"
	for run in cold warm "warm again"; do
		record '' "${@:2}" >"$TMP/on"
		is "$(diff "$TMP/off" "$TMP/on" | head -n 40)" "" "$1: the same, $run"
	done
}
same "a tree of processes" /bin/sh "$TMP/tree.sh"
like "$(ls "$folder" | wc -l)" '^[1-9]' "translations are kept"
# What logs said before a flush is not kept, so where some jumps go may be told then.
PMC_EMU_CACHE_SHIFT=7 places_only=1 same "with a small code cache" /bin/sh "$TMP/tree.sh"
PERL_HASH_SEED=0 same "perl" perl -e 'print 1 + 1'
PERL_HASH_SEED=0 same "one that a tree runs again" \
	/bin/sh -c 'for i in 1 2 3; do perl -MPOSIX -e "print 1"; done'
"$cc" -O2 -static -no-pie -o "$TMP/jumps" tests/emu/real/jumps.c || exit 1
same "indirect jumps to many places, below 4 GiB" "$TMP/jumps"
for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_repeats "$source" && asm_in_turn "$name" || continue
	same "$name" "$BUILD/tests/emu/asm/$name"
done
unset PMC_EMU_LEAVE

export PERL_HASH_SEED=0
# What one run leaves another one adds to: a log that begins with that of an earlier recording.
record --no-cache perl -e 'use POSIX; use Data::Dumper; print Dumper([1])' >"$TMP/off"
rm -rf "$folder"
record '' perl -e 1 >"$TMP/on"
for run in "a program that does more" "… again" "… once more"; do
	record '' perl -e 'use POSIX; use Data::Dumper; print Dumper([1])' >"$TMP/on"
	is "$(grep -c '^at' "$TMP/on")" "$(grep -c '^at' "$TMP/off")" "$run: as many places"
done

# ---- Sums, and which are used ----

events=instructions,branches-taken,loads,stores
rm -rf "$folder"
# took OPTION...: does a recording begin with translations?
took() {
	kept_took "$PMC" record -q -o "$TMP/data" "$@" -- sh -c :
}
is "$(took) $(took) $(took --no-cache) $(took --deterministic)" "new took new new" \
	"the second one begins with what the first one kept, unless that is not wanted"
"$PMC" stat --backend emulated -e instructions -o /dev/null -- sh -c :
is "$(ls "$folder" | wc -l)" 2 "counting has its own"
rm -rf "$folder"
took >/dev/null
kept_good
# Where in the file the head of the logs is, their end, and that of their digest.
logs=$(($(od -An -tu4 -j 4 -N 4 "$good") * 4096))
digest=$((logs + $(od -An -tu8 -j $((logs + 16)) -N 8 "$good")))
end=$((logs + $(od -An -tu8 -j $((logs + 8)) -N 8 "$good")))
is "$((logs < digest && digest < end && end <= size))" 1 "logs lie there, and their digest"
for at in 0 5000 20000 $((logs / 2)) $((logs - 5000)) $logs $((logs + 8)) $((logs + 16)) \
	$((logs + 24)) $((logs + 32)); do
	kept_flip "$at"
done
kept_cut 0 4096 "$logs" $((size - 4096)) $((size + 4096))
is "$bad of $damages" "0 of $damages" "damaged files are not used, and are replaced"
is "$(took)" took "whole ones are"

# Of the logs and their digest one is enough. Where that has turned out, the file is replaced.
kept_restore
record '' sh -c : >"$TMP/whole"
kept_damaged() {
	record '' sh -c : | diff "$TMP/whole" - >"$TMP/diff"
	is "$(head -n 5 "$TMP/diff")$(find "$folder" -type f | wc -l)" "$left" \
		"the same profile with a damage at $at of $size, and $left files are left"
	kept_restore
}
left=0
for at in $digest $((digest + 64)) $((digest + 200)) $(((digest + end) / 2)) $((end - 1)); do
	kept_flip "$at"
done
left=1
for at in $((logs + 40)) $(((logs + digest) / 2)) $((digest - 1)); do
	kept_flip "$at"
done

# Files that are whole, and contradict themselves: exits are of 65,535th instructions of traces, or
# the last target of the digest, which stands behind the logs, is in no object. A digest that does
# not begin as pmc's do is not read, but the logs are. Sums are those of core/base/sum.c.
cat >"$TMP/spoil.pl" <<'P'
use integer;
sub right { my ($x, $n) = @_; ($x >> $n) & ((1 << 64 - $n) - 1) }
sub mix { my $s = ($_[0] ^ $_[1]) * -0x61c8864680b583eb; $s ^ right($s, 29) }
sub sum {
	my ($n, $i, @lane) = (scalar @_, 0, 1, 2, 3, 4);
	for (; $i + 4 <= $n; $i += 4) { $lane[$_] = mix($lane[$_], $_[$i + $_]) for 0 .. 3 }
	for (; $i < $n; $i++) { $lane[0] = mix($lane[0], $_[$i]) }
	my $sum = $n;
	for (@lane) { $sum = ($sum ^ $_) * -0x2917014799a6026d; $sum ^= right($sum, 32) }
	$sum
}
undef $/;
open my $f, '+<:raw', $ARGV[0] or die;
my $all = <$f>;
my $start = unpack('x4L', $all) * 4096;
my $logs = substr $all, $start;
my (undef, $size, $end, undef, $n) = unpack 'Q5', $logs;
my $at = 40;
while ($n--) {
	my $end = $at + 8 + unpack "x${at}Q", $logs;
	for ($at += 8; $at < $end; $at += unpack "x${at}x4L", $logs) {
		substr $logs, $at + 24, 2, pack 'S', 65535
			if $ARGV[1] eq 'log' && unpack("x${at}L", $logs) == 4;
	}
}
die "no digest" if $at != $end || $at >= $size;
if ($ARGV[1] eq 'digest') {
	substr $logs, $size - 8, 8, pack 'L2', (0x3fffffff) x 2;
	substr $logs, $at + 72, 8, "\0" x 8;
	my (undef, @n) = unpack "x${at}Q8L2", $logs;
	my $sum = sum(unpack "x${at}q10", $logs);
	my $from = $at + 80;
	my @sizes = ($n[7] * 16, $n[8], $n[0] * 16, $n[1] * 8, ($n[2] + 1) / 2 * 8);
	for (@sizes, map { $_ * 16 } @n[3 .. 6]) {
		$sum = mix($sum, sum(unpack 'q*', substr $logs, $from, $_));
		$from += $_;
	}
	die "the digest has other parts" if $from != $size;
	substr $logs, $at + 72, 8, pack 'q', $sum;
} else {
	substr $logs, $at, 8, "unknown."
}
my $sum = 0;
$sum = mix($sum, sum(unpack 'q*', $_)) for unpack '(a65536)*', substr $logs, 40, $end - 40;
substr $logs, 24, 8, pack 'q', $sum;
substr $logs, 0, 8, pack 'q', sum(unpack 'x8q4', $logs);
seek $f, $start, 0;
print $f $logs;
P
for what in log digest; do
	kept_restore
	perl "$TMP/spoil.pl" "$good" $what
	out=$("$PMC" record -q -o "$TMP/data" -- sh -c : 2>&1)
	is "$?" 125 "a file that contradicts itself ($what) fails a recording"
	like "$out" "kept translations that it began with are gone now.*executed [0-9]+ instr" \
		"… which says so, and how much was executed"
	is "$(took) $(took)" "new took" "… and the next one succeeds"
done
kept_restore
perl "$TMP/spoil.pl" "$good" none
record '' sh -c : | diff "$TMP/whole" - >"$TMP/diff"
is "$(head -n 5 "$TMP/diff")" "" "another digest than pmc's is not read, but the logs"
finish
