#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Faster programs without a PMU: they are linked with their relocations, profiled at their work,
# and laid out anew by BOLT (Debian's package bolt-16). perf2bolt must find no trace that
# contradicts a program's code, BOLT must know nearly all conditional branches that the profile
# counts, and the new program must print the same. The times are for the reader.
#
# The programs are pmc itself, printing a large profile, and python, compiling its standard library,
# if PYTHON_SOURCE names the unpacked sources of python 3.11 ("apt-get source python3.11"). It is
# trained on a third of the modules, and compared at another third.
# tests/run: time=3600
. "$(dirname "$0")/../tap.sh"

bolt=/usr/lib/llvm-16/bin
[ -x $bolt/perf2bolt ] && [ -x $bolt/llvm-bolt ] || skip_all "bolt-16 is missing (Debian's package)"
cc1=$(gcc -print-prog-name=cc1)
[ -x "$cc1" ] || skip_all "gcc has no cc1"

built=$BUILD/outside/layout
make -s -j"$(nproc)" BUILD="$built" LDFLAGS=-Wl,-q "$built/pmc" >"$TMP/log" 2>&1 ||
	{ note "$(tail "$TMP/log")"; skip_all "pmc cannot be linked with its relocations"; }

# What it is to be good at: a profile with some hundred thousand places, as text.
echo 'int f(int x) { return x * x + 1; }' >"$TMP/f.c"
ok "cc1 is recorded" "$PMC" record -o "$TMP/cc1.data" -- "$cc1" -quiet -O2 "$TMP/f.c" -o /dev/null
work=(script -i "$TMP/cc1.data" -o)
ok "pmc is recorded at its work" \
	"$PMC" record -o "$TMP/pmc.data" -- "$built/pmc" "${work[@]}" "$TMP/before"
# lay_out PROGRAM NAME OPTION...: lays the program out by $TMP/NAME.data, and writes $TMP/NAME.
lay_out() {
	local program=$1 name=$2 read_log
	shift 2
	ok "$name: the profile becomes BOLT's" \
		"$PMC" script -i "$TMP/$name.data" --to bolt -o "$TMP/$name.txt"
	read_log=$($bolt/perf2bolt -pa -p "$TMP/$name.txt" -o "$TMP/$name.fdata" "$program" 2>&1)
	like "$read_log" 'mismatching disassembled function contents: 0 \(0\.0%\)' \
		"$name: perf2bolt: no trace contradicts the code"
	like "$read_log" 'involving unknown regions: 0 \(0\.0%\)' "$name: and none is outside of it"
	laid_out=$($bolt/llvm-bolt "$program" -o "$TMP/$name" -data "$TMP/$name.fdata" -dyno-stats \
		-reorder-blocks=ext-tsp -reorder-functions=hfsort -split-functions "$@" 2>&1)
	ok "$name: llvm-bolt writes a program" test -x "$TMP/$name" || note "$laid_out"
	note "$(grep -E 'executed instructions|taken branches|taken conditional' <<<"$laid_out")"
}

# compare_times BEFORE AFTER ARGUMENT...: notes what both take in user mode, running in turns
compare_times() {
	local programs=("$1" "$2") i p t
	shift 2
	rm -f "$TMP/times".*
	for i in 1 2 3 4 5 6 7 8 9 10 11; do
		for p in 0 1; do
			TIMEFORMAT=%U
			t=$({ time "${programs[p]}" "$@" >/dev/null; } 2>&1)
			echo "$t" >>"$TMP/times.$p"
		done
	done
	for p in 0 1; do
		note "${programs[p]}: $(sort -n "$TMP/times.$p" | sed -n '1p;6p' | paste -sd' ')" \
			"s in user mode, the best and the median of eleven"
	done
}

lay_out "$built/pmc" pmc

# BOLT adds up conditional branches from the profile's edges; ours are counted.
want=$("$PMC" script -i "$TMP/pmc.data" -e branches-conditional | awk -F'\t' -v path="$built/pmc" '
	$1 == "object" && $3 == path { object = $2 }
	$1 == "place" && $2 == object { sum += $5 }
	END { print sum }')
got=$(awk '/all conditional branches$/ { print $1; exit }' <<<"$laid_out")
ok "BOLT sees at least 99 % of its conditional branches ($got of $want)" \
	test "${got:-0}" -ge $((want / 100 * 99)) -a "${got:-0}" -le "$want"

ok "the new program works" "$TMP/pmc" "${work[@]}" "$TMP/after"
ok "and prints the same" cmp "$TMP/before" "$TMP/after"
compare_times "$built/pmc" "$TMP/pmc" "${work[@]}" /dev/null

# ---- Python ----

[ -x "${PYTHON_SOURCE:-}/configure" ] || {
	skip "python is not laid out: PYTHON_SOURCE names no sources"
	finish
	exit
}
src=$(realpath "$PYTHON_SOURCE") here=$PWD
# BOLT wants each function in one piece, which that option of gcc is for.
mkdir -p "$BUILD/outside/python"
cd "$BUILD/outside/python" || exit 1
[ -x python ] || {
	CFLAGS=-fno-reorder-blocks-and-partition "$src/configure" LDFLAGS=-Wl,-q &&
		make -s -j"$(nproc)" python pybuilddir.txt
} >"$TMP/log" 2>&1
ok "python is built" test -x python || note "$(tail "$TMP/log")"
python=$PWD/python
cd "$here" || exit 1
cat >"$TMP/compile.py" <<'END'
import glob, os, sys
files = sorted(glob.glob(os.path.dirname(os.__file__) + "/*.py"))[int(sys.argv[1])::3]
for name in files:
    with open(name, encoding="utf-8") as f:
        print(name, hash(compile(f.read(), name, "exec").co_code))
END
export PYTHONHASHSEED=0
# python looks for its library from where it stands.
after=$(dirname "$python")/python.new
ok "python is recorded" "$PMC" record -o "$TMP/python.data" -- "$python" -S "$TMP/compile.py" 0
# BOLT does not understand how the interpreter jumps from one operation to the next, in code that
# can lie anywhere; python's own build leaves this function out, too.
lay_out "$python" python -skip-funcs=_PyEval_EvalFrameDefault
cp "$TMP/python" "$after"
for work in "$TMP/compile.py 0" "$TMP/compile.py 1" "$TMP/compile.py 2" "bench/work/work.py 5"; do
	# shellcheck disable=SC2086
	"$python" -S $work >"$TMP/before" 2>&1
	# shellcheck disable=SC2086
	"$after" -S $work >"$TMP/after" 2>&1
	ok "both print the same: ${work#"$TMP"/}" cmp "$TMP/before" "$TMP/after"
	ok "and something" test -s "$TMP/after"
done
compare_times "$python" "$after" -S "$TMP/compile.py" 1
finish
