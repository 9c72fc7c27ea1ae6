#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc stat with the backends driver and msr as a user sees it: every option beside perf stat's in
# the same guest, one sentence for what is impossible, and a way out when the counters are
# unavailable.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

mkdir "$TMP/ko"
cp "$KO" "$TMP/ko/"
msr=$(find "$("$TOP/qemu/kernel" 6.1)/modules" -name 'msr.ko*')
case $msr in
*.xz) xz -dc "$msr" >"$TMP/ko/msr.ko" ;;
*) cp "$msr" "$TMP/ko/msr.ko" ;;
esac
guest stat --alone --cpu arch-v4 --smp 2 --append lsm=lockdown --add "$TMP/ko/pmc.ko" --add \
	"$TMP/ko/msr.ko" \
	--add "$(command -v perf)" --add "$PMC" $(with_programs) -- "$INSIDE/stat"
came_back stat "all was tried" || finish

# all LABEL TOOL: prints its lines
all() {
	sed -n "s/^$1 $2 //p" "$TMP/stat.out"
}
# shape: replaces numbers, also with digits after a point, by N. perf's JSON has instructions per
# cycle, 0, where it counted no cycles; pmc's then has no unit.
shape() {
	sed -E 's/("metric-value" : 0\.0+, "metric-unit" : )"insn per cycle"/\1""/
		s/CPU[0-9]+/CPUn/; s/\b[0-9]+\b/N/g; s/N\.N/N/g; s/^ +//'
}
# values LABEL TOOL: prints the counts, with names of tasks where the lines have them
values() {
	all "$1" "$2" | grep -v '^status' | sed -E 's/-[0-9]+,/,/; s/,,instructions:u.*//' | tr \
		'\n' ' '
}

for label in json repeat forks alone file interval delay never timeout tasks-p tasks--per-thread-p \
	tasks-t forking asleep; do
	is "$(all $label driver | shape)" "$(all $label perf | shape)" \
		"driver: $label: as perf prints it"
done
for label in repeat forks alone file never tasks-p tasks--per-thread-p tasks-t; do
	is "$(values $label driver)" "$(values $label perf)" "driver: $label: perf's numbers"
done
is "$(values tasks--per-thread-p driver)" "threads,6000004 threads,4000004 threads,2000004 " \
	"each thread by its name, though it has ended"
is "$(values tasks-p driver)" "$(expect threads instructions) " "all threads of a process"
is "$(values forks driver)" "$(expect forks instructions) " "all that a command makes"
between 28000089 "$(values forking driver)" 28100000 "what a process makes while it is counted"
like "$(values sleepers driver)" '^(u?)sleep,<not counted> (u?)sleep,<not counted> $' \
	"threads that did nothing are told by their names"
like "$(all timeout driver)" 'Terminated.*status 0' \
	"--timeout ends the command, and that is no failure"
for label in -a -a-A -C1 -C0,1-A -a-r2 -a-I10--interval-count2 -a-A-I10--interval-count2 -a-D5 \
	-a-D-1 -C0-otmpo json timeout; do
	for t in driver msr; do
		# pmc shows a rate when it counts both events.
		is "$(all "cpus$label" $t | shape | sed 's/,N,insn per branch$/,,/')" \
			"$(all "cpus$label" perf | shape)" "$t: $label: as perf prints it"
	done
done
n=$(all cpus-a msr | sed -n 's/,,instructions:u.*//p')
between 20000004 "$n" 20300000 "msr: -a"
for o in -a -a-A-I200; do
	for t in driver msr; do
		is "$(all "interrupt$o" $t | shape | sort -u)" \
			"$(all "interrupt$o" perf | shape | sort -u)" \
			"$t: Ctrl-C, $o: the report, as perf's"
	done
done
is "$(all interrupt-p1 driver | shape)" "$(all interrupt-p1 perf | shape)" \
	"driver: Ctrl-C, -p 1: the report, as perf's"

# said LABEL TOOL REGEX NAME: the first line is this sentence, and no further complaint follows it
said() {
	local text
	text=$(all "$1" "$2" | head -n 1)
	like "$text" "^pmc: .*$3" "$4" && unlike "$(all "$1" "$2" | sed 1d)" 'pmc:|<not' "$4: once"
}
said refused-p9999 driver '-p, column 1: there is no process 9999$' "a process that is gone"
said refused-t9999 driver 'there is no thread 9999$' "a thread that is gone"
said refused-p1,9999 driver 'column 3: there is no process 9999$' "one of several, with its column"
said refused-C5 driver '-C, column 1: there is no CPU 5; this machine has CPUs? 0' \
	"a CPU that is not there"
said refused-A-p1 driver '-A: separates CPUs, so it needs -a or -C' "-A -p"
said refused-p1-a driver 'choose one' "-p -a"
said refused--per-thread--true driver \
	'--per-thread: backend driver cannot separate them in a command; backend emulated can' \
	"--per-thread of a command"
said refused--per-thread-C0 driver 'cannot be used with -C' "--per-thread -C"
said refused-r2-p1 driver '-r: repeats a command' "-r -p"
said refused-n-a driver '-n.* choose one|-n: measures' "-n -a"
said refused-I100--timeout100-a driver '--interval-count' "-I --timeout"
said refused-px driver "'x': expects process or thread IDs" "-p x"
said refused-C0- driver 'expects CPU numbers and ranges' "-C 0-"
said "refused-einstructionsu,branchesu,branchesu,branchesu,branchesu,branchesu-a" driver \
	'-e, column [0-9]+: .*they need 5 counters' "a group that is too large: at its event"
said refused-enosuch-a driver "unknown event 'nosuch'; 'pmc list'" "no such event"
said refused-er100000000c0-a driver 'sets bits that are reserved' "no such bits"
whole='counts whole CPUs \(-a, -C\), and cannot tell commands, processes and threads apart$'
for o in "--true" -p1 -t1 -a--per-thread--timeout20; do
	said "refused$o" msr "$whole" "msr: $o"
done
said "refused-ebranchesu,branchesu,branchesu,branchesu,branchesu-a" msr \
	'-e, column 1: .*they need 5 counters.*does not multiplex' \
	"msr: more events than counters"
said files driver 'no file descriptors are left.*ulimit -n' "no descriptors"
for t in driver msr; do
	like "$(all offline-a-A $t)" '^CPU0,[0-9]+,[^C]*$' \
		"$t: -a -A leaves out a CPU that is offline"
	said offline-C0-1 $t 'CPU 1 is offline; to fix this, run as root: echo 1 >/sys' \
		"$t: -C with a CPU that is offline"
	said offline-C1 $t 'CPU 1 is offline' "$t: -C of one that is offline"
done
ok "summary -a leaves out a CPU that is offline" awk \
	'$1 == "summary" { ok = $3 > 0.9 } END { exit !ok }' "$TMP/stat.out"

# Each of two CPUs has a thread that never sleeps, and pmc is on one of them.
rows=$(all who-both root | grep -v '^#')
is "$(cut -d, -f1,3,6- <<<"$rows" | sort)" "$(for cpu in 0 1; do
	printf '%s\n' $cpu,{branches,instructions}:u,pmc,user,counts
done)" "who: threads on both CPUs"
is "$(cut -d, -f1,4,5 <<<"$rows" | sort -u | wc -l)" 2 "who: each has one set"
is "$(cut -d, -f1,2 <<<"$rows" | sort -u | wc -l)" 4 "who: on two counters"
like "$(all who-both root)" '# 2 sets of events are open' "who: and there are no more"
unlike "$(all who-both root)" 'other' "who: root sees all"
is "$(all who-own user | cut -d, -f1,3,6- | grep -v '^#' | sort)" \
	"$(printf '%s\n' 1,{branches,instructions}:u,pmc,user,counts)" "who: a user sees his own"
like "$(all who-own user)" '# 2 sets .*# sets of other users are not shown' "who: and is told so"
rows=$(all who-turns root | grep -v '^#')
is "$(awk -F, '{ on[$4] += $2 != "" && $8 == "counts"; off[$4] += $2 == "" && $8 == "waits" }
	END { for (pid in on) print on[pid], off[pid] }' <<<"$rows" | sort | paste -sd' ')" \
	"0 4 4 0" "who: of two sets of a thread, one waits for the other"
is "$(cut -d, -f5 <<<"$rows" | sort -u | wc -l)" 1 "who: it is one thread"
said who-nocpu driver '-C, column 3: there is no CPU 5; this machine has CPUs? 0' \
	"who: a CPU that is not there"
said who-offline driver '-C, column 1: CPU 1 is offline; to fix this, run as root: echo 1 >/sys' \
	"who: a CPU that is offline"
is "$(all who-online driver)" "nobody counts with the driver" "who: those that are online"
said who-unloaded driver \
	'no /dev/pmc: the module is not loaded; to fix this, run as root: modprobe pmc' \
	"who: the module is not loaded"

said unloaded-driver driver \
	'no /dev/pmc: the module is not loaded; to fix this, run as root: modprobe pmc' \
	"driver: the module is not loaded"
said unloaded-msr msr \
	'the kernel.s module msr is not loaded; to fix this, run as root: modprobe msr' \
	"msr: the module is not loaded"
said group user 'you may not open /dev/pmc; to fix this, join the group pmc' \
	"driver: not in the group"
said root user 'you may not open /dev/cpu/0/msr; to fix this, run as root' "msr: not root"
said paranoid-kernel user 'paranoid is 2, which closes kernel mode.*echo 1' \
	"driver: the kernel is closed"
said paranoid-cpus user 'paranoid is 2, which closes whole CPUs.*echo 0' "driver: CPUs are closed"
said paranoid-all user 'paranoid is 3, which closes the counters.*echo 2' "driver: all is closed"
said owner user 'another user.*count as its user, or with CAP_PERFMON' \
	"driver: another user's process"
said watchdog driver \
	'NMI watchdog.*holds the counters; to fix this, run as root: sysctl kernel.nmi_watchdog=0' \
	"driver: the watchdog, and how to release it"
like "$(all watchdog msr)" '[0-9]+,,cycles:u.*[0-9]+,,instructions:u' \
	"msr: counts beside the watchdog"
said watchdogall msr \
	'counter [0-9] of CPU 0 is in use, by the NMI watchdog.*sysctl kernel.nmi_watchdog=0' \
	"msr: where the watchdog's counter is needed"
said perfholds driver "Linux's perf holds the counters; to fix this, end what uses perf" \
	"driver: perf has the counters"
said driverholds pmc 'another driver than perf holds the counters.*fuser /dev/pmc' \
	"perf: the module has the counters"
said driverholds msr 'counter 0 of CPU 0 is in use, by perf or another tool; to fix this, end it' \
	"msr: the module has the counter"
like "$(all holder driver)" \
	'<not counted> +branches:u.*process [0-9]+ \(pmc\) goes first and holds the counters' \
	"driver: whose counters they are"
said lockdown msr 'locked down' "msr: the kernel is locked down"
like "$(all lockdown driver)" '20000004,,instructions:u' "driver: counts all the same"
said nomodule driver \
	'exists, but its module is not loaded; to fix this, run as root: modprobe pmc' \
	"driver: a device without its module"

like "$(all info-unloaded driver | tr '\n' ' ')" \
	'^driver +unavailable why: .*not loaded to fix this: ' \
	"info: driver, not loaded"
like "$(all info-unloaded msr | tr '\n' ' ')" '^msr +unavailable why: .*not loaded to fix this: ' \
	"info: msr, not loaded"
is "$(all closed info)" "no permission" "info: driver, not in the group"
like "$(all info-watchdog driver | tr '\n' ' ')" \
	'driver +busy why: .*watchdog.*to fix this: run as root: sysctl' \
	"info: driver beside the watchdog"
like "$(all info-driverholds perf | tr '\n' ' ')" \
	'perf +busy, software events only why: another driver' "info: perf beside the module"
like "$(all info-lockdown msr | tr '\n' ' ')" 'msr +no permission why: .*locked down' \
	"info: msr under lockdown"
finish
