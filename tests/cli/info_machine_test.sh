#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc info --machine: what a machine is, in words and as JSON, for every machine and for the host.
. "$(dirname "$0")/../tap.sh"

out=$("$PMC" info --machine pentium4)
like "$out" '^machine     pentium4: Pentium 4 with 256 KiB of L2' "the machine"
like "$out" "events      those of the model pentium4 \('pmc info --model pentium4'\)" "its events"
like "$out" $'\n''  L1d=8K,4,64,bit-plru,write-through:6'$'\n''      SDM vol. 2, 66H; ' \
	"a cache and where its numbers come from"
like "$out" $'\n''  L2=256K,8,128,bit-plru,sector:64,read-fills-line'$'\n' "sectors"
like "$out" $'\n''  LL=none'$'\n''  itlb=64,4,bit-plru'$'\n' "what it lacks has no source"
like "$out" 'SDM and OPT are Intel' "what the abbreviations mean"
like "$out" 'weights of the event est-cycles, in cycles:'$'\n''  instructions=0.333'$'\n' \
	"what its counts cost, and the sources"
unlike "$("$PMC" info --machine cachegrind)" 'events  ' "cachegrind has no PMU"
like "$("$PMC" info --machine ZEN4)" '^machine     zen4:' "upper and lower case are alike"

status 125 "a machine that does not exist: status 125" "$PMC" info --machine skylack
like "$("$PMC" info --machine skylack 2>&1)" \
	"no machine is named 'skylack'; did you mean 'skylake' or 'skylakex'" "… and which are near"
status 125 "a machine and a model: status 125" "$PMC" info --machine zen4 --model zen4
like "$("$PMC" info --machine zen4 --model zen4 2>&1)" 'say one of them' "… and what to do"

# What Linux says of this processor's caches, if it says anything.
host=$("$PMC" info --machine host 2>/dev/null) || host=
caches=/sys/devices/system/cpu/cpu0/cache
if [ -z "$host" ]; then
	skip "CPUID does not describe the caches of this processor"
elif [ ! -e "$caches/index0/size" ]; then
	skip "Linux does not describe the caches of this processor"
else
	wrong=
	for index in "$caches"/index*; do
		case $(cat "$index/level" "$index/type" | tr '\n' ' ') in
		'1 Data ') name=L1d ;;
		'1 Instruction ') name=L1i ;;
		'2 Unified ') name=L2 ;;
		'3 Unified ') name=LL ;;
		*) continue ;;
		esac
		kib=$(sed 's/K$//' "$index/size")
		size=$([ $((kib % 1024)) = 0 ] && echo $((kib / 1024))M || echo ${kib}K)
		want="  $name=$size,$(cat "$index/ways_of_associativity"),$(cat \
			"$index/coherency_line_size"),"
		[[ $host == *"$want"* ]] || wrong+="$want"
	done
	is "$wrong" "" "the host has the caches that Linux lists"
fi

if command -v python3 >/dev/null; then
	for machine in pentium3 pentium4 pentium4-prescott core2 skylake skylakex zen2 zen4 \
		cachegrind; do
		"$PMC" info --machine "$machine" -j >"$TMP/json"
		"$PMC" info --machine "$machine" >"$TMP/text"
		is "$(python3 - "$TMP/json" "$TMP/text" "$machine" <<'END'
import json, sys
machine, text = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
assert machine["machine"] == sys.argv[3], machine["machine"]
assert len(machine["parts"]) == 13
for part in machine["parts"]:
    name, value = part["setting"].split("=", 1)
    assert "  " + part["setting"] + "\n" in text, part
    if value not in ("none", "0") and name != "walks":
        assert part["source"] and part["source"] in text, part
assert len(machine["weights"]) >= 6
for weight in machine["weights"]:
    assert "  %s\n      %s\n" % (weight["setting"], weight["source"]) in text, weight
    assert weight["source"] and float(weight["setting"].split("=")[1]) > 0, weight
print("same")
END
)" same "$machine: JSON and text say the same, with a source for each part"
	done
else
	skip "python3 is not installed" 9
fi
finish
