#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc msr where there is neither a driver nor /dev/cpu/0/msr: what it says then, and to wrong words.
# What it reads and writes is tested in guests (tests/guest/registers_test.sh). And pmc encode -s,
# whose words are those of pmc msr write.
. "$(dirname "$0")/../tap.sh"

# said NAME REGEX WORD...: status 125, a sentence on standard error, and nothing else
said() {
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" msr "$@" 2>"$TMP/err")
	rc=$?
	is "$rc|$out" "125|" "$name: status 125, and no output"
	like "$(cat "$TMP/err")" "^pmc: $regex" "$name: says why"
	is "$(grep -c ^pmc: "$TMP/err")" 1 "$name: once"
}

said "no words" 'say read or write: pmc msr read'
said "another word" 'red: .pmc msr. can read and write' red
said "nothing to write" 'write what\? pmc msr write REGISTER=VALUE' write
said "a format for writing" '-s and -j: are formats of .pmc msr read.' -s write TSC=0
said "two formats" '-s and -j: two formats' -s -j read
said "no CPU list" "-C, column 1: 'x': expects CPU numbers" -C x read
said "no value" "'TSC': write a register and its value as REGISTER=VALUE" write TSC
said "no number" ".*the value is not a number of at most 64 bits" write 0x10=zero
known="no register of the PMU of .*; 'pmc info --model [a-z0-9-]*' lists them, and pmc knows no"
known="$known others"
said "no register" "'APIC_BASE=1': this is $known" write APIC_BASE=1
said "another register of the processor" "'0x1b=0': this is $known" write 0x1b=0
said "another one to read" "'0x1b' is $known" read 0x1b
said "an unknown option" '--all: no such option' --all
like "$("$PMC" help msr)" '-C, --cpu CPUS .*-s, --short .*-j, --json ' "help lists the options"

# A register that this machine's PMU has.
model=$("$PMC" info | sed -n 's/^model *\([^:]*\):.*/\1/p')
first=$("$PMC" info --model "$model" -j |
	sed -n 's/^ {"name": "\([A-Za-z0-9_]*\)", "address".*"kind": "counter".*/\1/p' | head -n 1)
if [ -e /dev/pmc ] || [ -e /dev/cpu/0/msr ] || [ -z "$first" ]; then
	skip "this machine has a driver or /dev/cpu/0/msr, or no PMU that pmc knows" 15
else
	none='neither the driver \(/dev/pmc\) nor /dev/cpu/0/msr is there; to fix this, run as root'
	said "no way" "$first of CPU 0: $none: modprobe pmc, or modprobe msr" read "$first"
	said "no way for any" ".* of CPU 0: $none" read
	said "no way to write" "$first of CPU 0: $none" write "$first=0"
	said "no CPU" "$first of CPU 65000: there is no CPU 65000; this machine has CPUs? 0" \
		-C 65000 read "$first"
	said "no CPU to write" "$first of CPU 65000: there is no CPU 65000" \
		-C 65000 write "$first=0"
fi

# The words of pmc encode -s are the event's registers: decoding them gives the event again.
bad=
for event in pentium3::L2_LINES_IN:u pentium4::branch_retired:MMTP:MMTM \
	skylake::INSTRUCTION_RETIRED:k \
	zen4::RETIRED_INSTRUCTIONS arch-v4::INSTRUCTION_RETIRED:u k7::CPU_CLK_UNHALTED \
	p5::DATA_READ; do
	model=${event%%::*}
	words=$("$PMC" encode -s "$event") || bad="$bad $event"
	[ -n "$words" ] || bad="$bad $event"
	got=$("$PMC" decode --model "$model" $words | sed -n 's/^.*counter [0-9]* counts //p')
	[ "$got" = "$("$PMC" encode "$event" | head -n 1)" ] || bad="$bad $event ($got)"
done
is "$bad" "" "encode -s: decode gives the same event"
status 125 "encode: two formats" "$PMC" encode -s -j --model arch-v4 instructions
finish
