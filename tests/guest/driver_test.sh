#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The kernel module on every family of PMUs: known programs, groups, rotation, processes that run
# already, CPUs, users' rights, sharing the PMU with perf, and unloading. Of programs the oracle is
# arithmetic, and else perf in the same boot, where Linux has a driver that counts right.
# tests/run: time=280 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

# MODEL, or MODEL:tracepoint, which is like a kernel without preemption notifiers
models=${MODELS:-$(machines_of driver | sed 's/[^ ]* \([^ ]*\) 1 /\1:/; s/:notifier//')}
one() {
	local how=${1#*:} perf="--add $(command -v perf)"
	[ "$how" = tracepoint ] || how=notifier
	# Linux's driver for Pentium 4 loses counts; and it asks for its CPU while it may be moved,
	# which a kernel with checks reports.
	[ "$1" != pentium4 ] || perf=
	guest "$1" --cpu "${1%:*}" --module "$KO switches=$how" $perf --add "$PMC" \
		$(with_programs) -- \
		"$INSIDE/driver" $PROGRAMS
}
guests one $models

# told MODEL LABEL: what pmc who printed there
told() {
	sed -n "s/^who $2 //p" "$TMP/$1.out"
}
# who MODEL: judges what pmc who has shown
who() {
	local m=$1 pid many
	is "$(told $m nobody)" "nobody counts with the driver" "$m: who: nobody"
	like "$(told $m shut)" '^pmc: .*you may not open /dev/pmc; to fix this, join the group' \
		"$m: who: not for those who may not open the device"
	pid=$(told $m cpu | sed -n 's/^pid //p')
	is "$(told $m cpu | grep '^0,' | cut -d, -f3- | sort)" \
		"$(printf '%s\n' {branches:k,instructions:u}",$pid,,pmc,root,counts privileged")" \
		"$m: who: root's set of a CPU"
	is "$(told $m cpu | grep '^0,' | cut -d, -f2 | sort -u | wc -l)" 2 \
		"$m: who: on two counters"
	like "$(told $m cpu)" '# 1 set of events is open.*# CPU 0: sets of other threads are not' \
		"$m: who: and what is not shown"
	ok "$m: who -j: an object per line" python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.argv[1].splitlines()]
row = rows[0]
assert (row["cpu"], row["event"], row["tid"], row["user"], row["uid"]) == (
    0, "instructions:u", None, "root", 0)
assert row["privileged"] and not row["waits"] and not row["samples"] and row["counter"] >= 0
assert all(list(row) == ["note"] for row in rows[1:]) and len(rows) == 3' "$(told $m json)"
	like "$(told $m table | head -n 1)" \
		'^ CPU  counter  event +pid  tid  +command  user  state$' \
		"$m: who: a table's heading"
	like "$(told $m table | sed -n 2p)" \
		'^   0  (fixed )?[0-9]+ +instructions:u +[0-9]+  [0-9]+ +pmc +root  counts priv' \
		"$m: who: and its row"
	# Two sets that take all counters: one waits, the other has some of its events on counters.
	many=$(told $m turns | grep -v '^#')
	is "$(wc -l <<<"$many")" 32 "$m: who: two sets of sixteen events"
	is "$(awk -F, '$2 == "" && $8 == "waits privileged" { n[$4]++ }
		$2 != "" && $8 == "counts privileged" { n[$4] += 0; on[$4]++; c[$2]++ }
		END { for (p in n) { sets++; all += n[p] == 16; some += on[p] > 0 }
			for (k in c) twice += c[k] > 1; print sets, all, some, twice + 0 }' \
		<<<"$many")" "2 1 1 0" "$m: who: one of them waits while the other counts"
	pid=$(told $m own | sed -n 's/^pid //p')
	like "$(told $m own | grep '^0,')" "^0,[0-9]+,instructions:u,$pid,[0-9]+,pmc,user,counts$" \
		"$m: who: a user's own set"
	is "$(told $m others | grep -c '^0,')" 0 "$m: who: a user sees nothing of root's"
	like "$(told $m others)" \
		'# none of your sets counts .*# 1 set .*# sets of other users are not shown' \
		"$m: who: and is told so"
	is "$(told $m full) $(told $m status)" \
		"pmc: standard output could not be written: No space left on device 125" \
		"$m: who: standard output is full"
	is "$(told $m after)" "nobody counts with the driver" "$m: who: afterwards nobody"
}

# count MODEL LABEL: the count in the fields that pmc read has shown there
count() {
	told $1 $2 | awk -F, 'NF == 10 { print $3 }'
}
# read_by_others MODEL: judges what pmc read has shown. After it stood still, the program executes
# 2,000,004 instructions.
read_by_others() {
	local m=$1 pid n end
	pid=$(told $m still | sed -n 's/^pid //p')
	end=$(got $m whole instructions:u)
	is "$(($(count $m still) + 2000004))" "$end" \
		"$m: read: what a process that stands still has executed"
	is "$(count $m quiet)" "$(count $m still)" "$m: read: quietly too"
	like "$(told $m still | grep -v '^pid')" \
		"^,$pid,[0-9]+,instructions:u,[0-9]+,100\.00,[0-9]+,pmc,root,(idle|counts)$" \
		"$m: read: whose set, and for how long it had a counter"
	ok "$m: read -j: an object" python3 -c 'import json, sys
row = json.loads(sys.argv[1])
assert (row["cpu"], row["tid"], row["value"], row["event"], row["user"]) == (
    None, int(sys.argv[2]), int(sys.argv[3]), "instructions:u", "root")
assert row["enabled_ns"] == row["running_ns"] > 0 and row["time_ns"] > 0' \
		"$(told $m readjson)" "$pid" "$(count $m still)"
	like "$(told $m readtable)" "target +count  event +running .*\
$pid +$(count $m still)  instructions:u +100\\.00% " "$m: read: a table"
	is "$(told $m readuser | head -n 1)" "pmc: -p, column 1: you may not read thread $pid: \
that takes a set of your own that counts it, the right to trace it, root, or CAP_PERFMON" \
		"$m: read: another user may not"
	like "$(told $m readcpu)" '^no set of the driver counts what you name' \
		"$m: read -a: no set counts a whole CPU"
	is "$(told $m ended | head -n 1)" "pmc: -p, column 1: there is no process $pid" \
		"$m: read: a process that has ended"
	n=$(count $m cpus | awk 'NR == 1 { first = $1 } END { print $1 - first }')
	between 20000004 "$n" 24000000 "$m: read: the loop, by the counts of the CPU"
	end=$(got $m "whole user" instructions:u)
	is "$(($(count $m readown) + 2000004)) $(($(count $m readroot) + 2000004))" "$end $end" \
		"$m: read: a user reads his own process, and root does"
}

for m in $models; do
	came_back $m "all is counted" || continue
	is "$(got $m info)" available "$m: pmc info says that the driver is there"
	is "$(got $m chosen)" driver "$m: it is chosen for a command"
	for p in $PROGRAMS; do
		is "$(got $m count $p instructions:u)" "$(expect $p instructions)" \
			"$m: pmc counts $p: instructions"
		# As perf counts them (counts_test.sh has the same machines). On a Pentium 4 it
		# depends on the event whether far transfers are branches.
		n=$(expect $p branches) far=$((n + $(expect $p far)))
		[ $m = pentium4 ] || n=$far
		like " $n $far " " $(got $m count $p branches:u) " "$m: pmc counts $p: branches"
	done
	tools="pmc perf"
	[ $m = pentium4 ] && tools=pmc
	for tool in $tools; do
		u=$(got $m $tool group instructions:u) k=$(got $m $tool group instructions:k)
		all=$(got $m $tool group instructions)
		case ${m%:*} in
		arch-v2 | arch-v4 | arch-v5 | amd-perfmon-v2 | k7 | k8 | zen2)
			is "$u" "$(expect faults instructions)" "$m: $tool: user mode in a group"
			between $((u + k - 2000)) "$all" $((u + k + 2000)) \
				"$m: $tool: user and kernel mode are both" ;;
		# These have two counters, or two ESCRs for the event.
		*) is "${u#<not*>}" "" "$m: $tool: a group of three does not fit" ;;
		esac
		is "$(got $m $tool alone instructions:u)" 61 "$m: $tool: -i leaves the children out"
		is "$(got $m $tool repeat instructions:u)" 20000004 "$m: $tool: -r 3"
		between 2000004 "$(got $m $tool attached instructions:u)" 2000004 \
			"$m: $tool: -p, from where the process stood"
		between 20000004 "$(got $m $tool all instructions:u)" 20300000 \
			"$m: $tool: -a, user mode"
		between 20000004 "$(got $m $tool cpu instructions:u)" 20300000 "$m: $tool: -C 0"
		turns=$(awk -v t=$tool '$1 == t && $2 == "many" { print $4, $5 }' "$TMP/$m.out")
		is "$(wc -l <<<"$turns")" 16 "$m: $tool: sixteen events"
	done
	if [ $m != pentium4 ]; then
		scaled=$(awk '$1 == "pmc" && $2 == "many" && ($4 < 90000000 ||
			$4 > 110000000) { print $4 }' "$TMP/$m.out")
		is "$scaled" "" "$m: events that take turns are scaled to within a tenth"
	fi
	is "$(got $m user instructions:u)$(got $m user instructions)" 4004 \
		"$m: a user is given user mode"
	like "$(got $m kernel)" 'paranoid is 2' "$m: a user may not count the kernel"
	like "$(got $m cpus)" 'paranoid' "$m: nor CPUs"
	like "$(got $m others)" 'another user' "$m: nor other users' processes"
	like "$(got $m closed)" 'group pmc' "$m: who may not open the device is told of the group"
	who $m
	read_by_others $m
	if [ $m != pentium4 ]; then
		like "$(got $m busy)" 'holds the counters' \
			"$m: while perf counts, the module is busy"
		like "$(got $m refused)" '[Bb]usy' "$m: and the reverse"
		is "$(got $m after instructions:u)" 20000004 "$m: afterwards perf counts as before"
	fi
	unlike "$(cat "$TMP/$m.out")" 'unloaded in use' "$m: no unloading in use"
	is "$(got $m users)" 0 "$m: nobody holds the module at the end"
	like "$(cat "$TMP/$m.out")" 'unloaded well' "$m: it unloads"
done
finish
