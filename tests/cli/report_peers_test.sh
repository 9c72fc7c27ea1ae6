#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel time=300
# pmc report of files that other tools made, beside those tools: callgrind_annotate, perf report.
. "$(dirname "$0")/../tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not here"
cat >"$TMP/prog.c" <<'END'
static volatile int sink;
__attribute__((noinline)) static void leaf(int x) { for (int i = 0; i < x; i++) sink += i; }
__attribute__((noinline)) static void middle(int x) { leaf(x); leaf(2 * x); sink++; }
__attribute__((noinline)) static void own(int x) { leaf(x); sink++; if (x) own(x - 1); sink++; }
__attribute__((noinline)) static void odd(int n);
__attribute__((noinline)) static void even(int n) { leaf(3); if (n) odd(n - 1); sink++; }
__attribute__((noinline)) static void odd(int n) { if (n) even(n - 1); sink++; }
int main(void)
{
	for (int i = 0; i < 50; i++) {
		middle(i);
		own(4);
		even(5);
		leaf(1);
	}
	return 0;
}
END
${CC:-gcc} -O1 -g -o "$TMP/prog" "$TMP/prog.c" || skip_all "there is no compiler"

# ---- callgrind ----

if command -v valgrind callgrind_annotate >/dev/null; then
	(cd "$TMP" && valgrind --tool=callgrind --callgrind-out-file=cg ./prog >/dev/null 2>&1)
	(cd "$TMP" && valgrind --tool=callgrind --dump-instr=yes \
		--callgrind-out-file=by-address ./prog >/dev/null 2>&1)
	callgrind_annotate --auto=no --threshold=100 "$TMP/cg" >"$TMP/self"
	callgrind_annotate --auto=no --threshold=100 --inclusive=yes "$TMP/cg" >"$TMP/inclusive"
	"$PMC" report -i "$TMP/cg" -s object,function --children -g -j >"$TMP/rows"
	out=$(python3 - "$TMP" 2>&1 <<'END'
import json, re, sys
top = sys.argv[1]
def annotated(name, join):
    # There is a line for each file that a function's code is from.
    counts = {}
    for line in open(top + "/" + name):
        m = re.match(r" *([\d,]+) +\([ \d.]+%\) +\S+?:(.+?)(?: \[[^]]*\])?$", line)
        if m:
            count = int(m.group(1).replace(",", ""))
            counts[m.group(2)] = join(counts.get(m.group(2), 0), count)
    return counts
rows = [json.loads(line) for line in open(top + "/rows")]
about, rows = rows[0], rows[1:]
mine, selves = {}, {}
for row in rows:
    name = row["function"].split(" [")[0]
    selves[name] = selves.get(name, 0) + row["counts"]["Ir"]["count"]
    if row["object"] == "prog" and not name.startswith("0x"):
        mine[name] = row
assert sum(selves.values()) == about["events"][0]["total"]
theirs = annotated("self", lambda a, b: a + b)
print("self", len(theirs) > 100, sorted(set(theirs.items()) ^ set(
    item for item in selves.items() if item[1])))
theirs = annotated("inclusive", max)
own = [name for name in mine if not re.search("['(]", name)]
for name in own:
    if mine[name]["counts"]["Ir"]["inclusive"] != theirs[name]:
        print("differs", name, mine[name]["counts"]["Ir"], theirs[name])
print("inclusive", sorted(own))
calls = {c["function"]: c["calls"] for c in mine["leaf"]["callers"]}
print("calls", calls["main"], calls["middle"], calls["own"] + calls.get("own'2", 0))
print(about["inclusive"])
END
	)
	like "$out" '^self True \[\]' \
		"callgrind: the counts of every function as callgrind_annotate has them"
	like "$out" "inclusive \['even', 'leaf', 'main', 'middle', 'odd', 'own'\]" \
		"… and inclusive counts of the program's functions"
	unlike "$out" differs "… all of them equal"
	like "$out" $'\ncalls 50 100 250\nexact$' "… and the numbers of calls, by arithmetic"
	# Functions have several pieces there, with others in between, and a library's share code.
	# f'2 is f that called itself.
	mine=$("$PMC" report -i "$TMP/by-address" -d prog -t'\t' -s function |
		awk -F'\t' '!/^#/ {sub(/\x27[0-9]+$/, "", $3); n[$3] += $2}
			END {for (f in n) if (f ~ /^[a-z]+$/) print f, n[f]}' |
		sort)
	is "$mine" "$(callgrind_annotate --auto=no --threshold=100 "$TMP/by-address" |
		sed -nE "s/^ *([0-9,]+) +\([ 0-9.]+%\) +[^ ]*prog\.c:([a-z]+)('2)? .*/\1 \2/p" |
		awk '{gsub(/,/, "", $1); n[$2] += $1} END {for (f in n) print f, n[f]}' | sort)" \
		"… and by addresses (--dump-instr=yes)"
	# With all lines around, line N of the source is the Nth that is no call ("=>").
	lines=$(callgrind_annotate --auto=yes --show-percs=no --threshold=100 --context=1000 \
		"$TMP/cg" | sed '1,/^-- Auto-annotated source: .*prog.c/d' | sed '1,3d; /^$/q' |
		grep -v ' => ' | awk '{gsub(/,/, "", $1)} $1 > 0 {print "prog.c:" NR, $1}' | sort)
	like "$lines" "^prog.c:10 .*prog.c:9 " "callgrind: it has lines"
	for file in cg by-address; do
		is "$("$PMC" report -i "$TMP/$file" -d prog -t'\t' -s line |
			awk -F'\t' '/prog\.c:/ {print $3, $2}' | sort)" "$lines" \
			"… with the counts that callgrind_annotate has, $file"
	done
else
	skip "valgrind is not here" 8
fi

# ---- perf ----

if command -v perf >/dev/null && perf record -q -e cpu-clock -F 20000 -g -o "$TMP/perf.data" -- \
	sh -c 'i=0; while [ $i -lt 40000 ]; do i=$((i + 1)); done; ls /' >/dev/null 2>&1; then
	# by KEYS: the counts of perf report and of pmc report
	by() {
		perf report -i "$TMP/perf.data" --stdio -g none --no-children --sort "$1" -n \
			-t, 2>/dev/null | sed '/^#/d; /^$/d; s/\[kernel[^],]*\]/[kernel]/' |
			awk -F, '{gsub(/ /, ""); n[$3] += $2} END {for (k in n) print k, n[k]}' |
			sort
	}
	mine() {
		"$PMC" report -i "$TMP/perf.data" --sort "$1" -n -t, | sed '/^#/d' |
			awk -F, '{n[$5] += $4} END {for (k in n) print k, n[k]}' | sort
	}
	like "$("$PMC" report -i "$TMP/perf.data" --stdio)" ' from [0-9,]+ samples' \
		"perf.data: samples"
	is "$(mine dso)" "$(by dso)" "… by object as perf report has them"
	sum() { awk '{n += $2} END {print n}'; }
	is "$(mine dso,sym | sum)" "$(by dso | sum)" \
		"… and all samples"
else
	skip "perf cannot sample here" 3
fi
finish
