#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc selftest with every fault that the rig can make (docs/rig.md), on every processor of the rig:
# it finds each that the processor can have, says where, and passes with all others.
# tests/run: time=7200 alone
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

faults="dead narrow bit double drift wide silent stuck ring lost rdpmc rdpmc3 refused open
	fixed shared global pair"
models=${MODELS:-$("$RUN" --cpu help | awk '$1 != "none" && $1 != "amd-perfmon-v2" { print $1 }')}

family() {
	case $1 in
	p5) echo p5 ;;
	pentium-mmx) echo p5mmx ;; # it has RDPMC, which nobody permits to programs
	pentiumpro | pentium2 | pentium3 | pentium-m) echo p6 ;;
	pentium4*) echo p4 ;;
	k7 | k8 | fam1*h | zen1 | zen2) echo amd ;;
	zen4 | amd-*) echo amd2 ;;
	arch-v1) echo arch1 ;;
	*) echo arch ;;
	esac
}

# expected FAULT FAMILY: a part of the line that tells of it; empty: such a PMU cannot have it
expected() {
	local counter=1
	[ "$2" != p4 ] || counter=12
	case $1,$2 in
	fixed,arch) echo "fixed counter 0: counts what a general counter counts" ;;
	shared,p6) echo "counter 1: stands still without the enable bit of counter 0" ;;
	global,arch | global,amd2) echo "counter 0: stands still without its bit of the global" ;;
	pair,p5*) echo "counter 1: counts its own event, whatever counter 0 counts" ;;
	silent,arch | silent,amd2 | silent,p4) echo "counter $counter: tells of its overflow" ;;
	fixed,* | shared,* | global,* | pair,* | silent,* | lost,p5*) ;;
	rdpmc*,p5* | refused,p5* | open,p5) ;;
	stuck,p6) echo "counter 0: stands still when it is not enabled" ;;
	stuck,p5*) echo "counter [01]: stands still when it is not enabled" ;;
	stuck,p4) echo "counter 12: tells of its overflow" ;;
	stuck,*) echo "counter $counter: stands still when it is not enabled" ;;
	dead,* | ring,*) echo "counter $counter: counts" ;;
	narrow,* | bit,*) echo "counter $counter: keeps all of its bits" ;;
	double,* | drift,*) echo "counter $counter: counts the instructions of a loop" ;;
	wide,*) echo "counter $counter: goes on at 0" ;;
	lost,*) echo "counter $counter: interrupts once at its overflow" ;;
	rdpmc*,*) echo "counter $counter: RDPMC reads what RDMSR reads" ;;
	refused,*) echo "counter $counter: RDPMC is carried out where it is permitted" ;;
	open,*) echo "counter $counter: RDPMC is refused to programs that may not" ;;
	esac
}

one() {
	GUEST_TIME=1200 guest "$1" --cpu "$1,pmc-fault=none" --module msr --module "$KO" \
		--add "$PMC" -- "$INSIDE/selftest" $faults
}
guests one $models

for m in $models; do
	came_back $m "it ran" || continue
	is "$(got $m none status)" 0 "$m: it passes"
	for f in $faults; do
		want=$(expected $f "$(family $m)")
		is "$(got $m $f status)" "$([ -z "$want" ] && echo 0 || echo 1)" \
			"$m, $f: the status"
		[ -z "$want" ] || like "$(grep "^$f FAILED" "$TMP/$m.out")" "FAILED  $want" \
			"$m, $f: where"
	done
done
finish
