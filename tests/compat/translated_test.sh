#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# FreeBSD's pmc(3) without a PMU: a program that is started by pmc stat counts itself, exactly; the
# contract holds there, too; and what the program sees without pmc stat.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
region=$BUILD/tests/compat/prog/region

under() { "$PMC" stat --backend emulated -o "$TMP/report" -- "$@" 2>&1; }
case $(grep -m1 vendor_id /proc/cpuinfo) in
*AMD*) instructions=k8-fr-retired-x86-instructions taken=k8-fr-retired-taken-branches ;;
*) instructions=iaf-instr-retired.any taken=branches ;;
esac

# A turn of region's loop is two instructions, one of them a branch, which is taken.
for event in instructions instructions,usr $instructions,usr "INSTRUCTIONS"; do
	is "$(under $region "$event" 1 1000 1000000 | tr '\n' ' ')" "2 2000 2000000 " "$event"
done
for event in branches branches,usr $taken,usr; do
	is "$(under $region $event 1 1000 1000000 | tr '\n' ' ')" "1 1000 1000000 " "$event"
done
# Region prints what a loop has more than an empty one, modulo 2^64: a page of the translator's may
# be touched first by either.
like "$(under $region soft-page_fault.all 1000)" '^([0-9]|184467440737095516(0[7-9]|1[0-5]))$' \
	"SOFT: a loop has hardly any faults"

# What needs a PMU: the error of pmc_allocate(3) for capabilities that the hardware lacks
for event in instructions,os cycles unhalted-cycles branch-mispredicts; do
	is "$(under $region $event 1)" "pmc_allocate: Operation not supported" "$event"
done
is "$(under $region -s instructions 0)" "pmc_allocate: Operation not supported" "a CPU"
is "$(under $region nonsense 1)" "pmc_allocate: Invalid argument" "no such event"
is "$(under $region p4-bnr 1)" "pmc_allocate: Invalid argument" "another processor's event"
like "$(under $region -s cycles 0)" '^[1-9][0-9]+$' "the time stamp counter is always there"

# Natively it depends on the machine whether there is hardware.
if "$PMC" info | grep -qE '^ +(a region of a program \(libpmc\)) +none'; then
	is "$($region instructions 1)" "pmc_allocate: No such device or address" \
		"without a PMU and without the translator"
else
	skip "this machine has a PMU" 1
fi
is "$(PMC_BACKEND=msr $region instructions 1)" "pmc_allocate: No such device or address" \
	"\$PMC_BACKEND: a backend that counts no processes"
like "$(PMC_BACKEND=none $region instructions 1)" "pmc_allocate: No such device" \
	"\$PMC_BACKEND: no such backend"

# The contract, as contract_test checks it natively
under "$BUILD/tests/compat/contract_test" >"$TMP/contract"
is "$(grep -c '^not ok' "$TMP/contract")" 0 "the contract holds under the translator" ||
	note "$(grep -A3 '^not ok' "$TMP/contract")"
like "$(tail -1 "$TMP/contract")" '^1\.\.[1-9]' "and was checked to its end"
finish
