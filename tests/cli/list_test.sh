#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san
# pmc list and pmc info.
. "$(dirname "$0")/../tap.sh"

out=$("$PMC" list)
for word in cycles instructions branches L1-dcache-load-misses task-clock calls syscalls; do
	like "$out" $'\n  '"$word"' ' "list has $word"
done
for heading in Hardware Cache Software "Events of the instruction stream"; do
	like "$out" "(^|"$'\n'")$heading" "list has the kind $heading"
done
like "$(grep '^  instructions ' <<<"$out")" 'emulated' "instructions: emulated can"
like "$(grep '^  task-clock ' <<<"$out")" 'perf|emulated' "task-clock: somebody can"
unlike "$out" $'\n  [a-zA-Z0-9-]+ +(driver|msr)' "no backend is told that is not there"

# Patterns
is "$("$PMC" list -n branch-miss)" branch-misses "a part of a name"
is "$("$PMC" list -n BRANCH-MISS)" branch-misses "without regard to case"
is "$("$PMC" list -n 'itlb-*')" $'iTLB-loads\niTLB-load-misses' "a glob"
is "$("$PMC" list -n cpu-cycles)" $'cycles\ncpu-cycles' "an alias"
is "$("$PMC" list -n software)" "$("$PMC" list -n sw)" "a kind"
model=$("$PMC" info | sed -n 's/^model *\([^:]*\):.*/\1/p')
is "$("$PMC" list -n model)" "$("$PMC" list --model "$model" -n)" \
	"the kind model: the events of this machine's PMU"
first=$("$PMC" list -n model | head -1)
[ -z "$first" ] || like "$("$PMC" list "$first")" "Events of this machine's PMU:"$'\n'"  $first " \
	"one of them, by a pattern"
is "$("$PMC" list -n branch-miss itlb-load-misses | sort)" $'branch-misses\niTLB-load-misses' \
	"one of several"
status 1 "nothing matches: status 1" "$PMC" list zzzz
like "$("$PMC" list instrucions 2>&1 >/dev/null)" \
	"no event matches 'instrucions'; the nearest name is instructions" \
	"nothing matches: the nearest name"
is "$("$PMC" list zzzz 2>&1)" "pmc: no event matches 'zzzz'; 'pmc list' lists all" \
	"nothing is near: how to see all"

# pmc understands every name and alias that it lists.
bad=
for name in $("$PMC" list -n); do
	err=$("$PMC" stat --backend emulated -e "$name" -o "$TMP/o" -- true 2>&1)
	case $err in *unknown*) bad="$bad $name" ;; esac
done
is "$bad" "" "every name of the list is known to -e"

# An event can be counted exactly if the list says so.
bad=
for backend in perf emulated; do
	for name in cycles instructions branches cache-misses L1-dcache-loads task-clock \
		page-faults context-switches cpu-migrations calls loads; do
		"$PMC" list -n "$name" | grep -qx "$name" || continue
		said=$("$PMC" list "$name" | awk -v n="$name" '$1 == n { print $2 }')
		case ,$said, in *,$backend,*) can=0 ;; *) can=125 ;; esac
		"$PMC" stat --strict --backend $backend -e "$name" -o "$TMP/o" -- true 2>/dev/null
		[ $? = $can ] || bad="$bad $backend:$name"
	done
done
is "$bad" "" "the list and stat agree about who can count what"
like "$("$PMC" list -v bus-cycles)" 'emulated cannot: .*perf' "-v: the reasons"

# A pipe
begin=$EPOCHREALTIME
"$PMC" list | head -1 >"$TMP/head"
ms=$(((${EPOCHREALTIME//[.,]/} - ${begin//[.,]/}) / 1000))
like "$(cat "$TMP/head")" Hardware "through a pipe"
ok "quickly ($ms ms)" test $ms -lt 2000
status 125 "a list that cannot be written" bash -c '"$1" list >/dev/full' - "$PMC"

out=$("$PMC" info)
for word in '^pmc +[0-9]' 'processor +.' 'PMU +.' 'perf_event_paranoid' '  driver +' '  perf +' \
	'  msr +' '  emulated +' 'a command .*(perf|emulated)'; do
	like "$out" "(^|"$'\n'")?.*$word" "info has $word"
done
if command -v python3 >/dev/null; then
	ok "list -j is JSON" python3 -c 'import json, sys
e = json.loads(sys.argv[1])
assert len(e) > 40
assert {x["kind"] for x in e} == {"hardware", "cache", "software", "stream", "preset"}
i = [x for x in e if x["name"] == "instructions"][0]
assert i["backends"]["emulated"]["counts"] is True
assert [x for x in e if x["name"] == "cycles"][0]["aliases"] == ["cpu-cycles"]
for x in e:
    for b in x["backends"].values():
        assert b["counts"] or b["reason"], x
' "$("$PMC" list -j)"
	is "$("$PMC" list -j zzzz 2>/dev/null)" "[]" "list -j of nothing"
	ok "info -j is JSON" python3 -c 'import json, sys
i = json.loads(sys.argv[1])
assert [b["name"] for b in i["backends"]] == ["driver", "perf", "msr", "emulated"]
assert i["processor"]["vendor"] and i["processor"]["cpus"] >= 1
assert i["chosen"]["command"] in ("perf", "emulated")
' "$("$PMC" info -j)"
else
	skip "python3 is not here" 3
fi
finish
