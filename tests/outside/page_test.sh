#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: time=900
# The pages of --html in headless Chromium (Debian's chromium and chromium-driver): clicks, search,
# keyboard, both colour schemes, no message on the console, nothing loaded; and how long the page of
# a million samples takes to open. tests/cli/html_test.sh compares the data without a browser.
. "$(dirname "$0")/../tap.sh"

command -v chromedriver >/dev/null || skip_all "chromium-driver is not installed"
command -v chromium >/dev/null || skip_all "chromium is not installed"
command -v python3 >/dev/null || skip_all "python3 is not installed"
see() { python3 tests/outside/page/see.py "$@"; }

# ---- Chains of three objects and two processes, with a name that looks like markup ----

profile=$BUILD/tests/cli/prog/profile
[ -x "$profile" ] || skip_all "tests/cli/prog/profile is not built"
"$profile" "$TMP/s.data" <<'END'
event cycles 1000 100
event cache-misses 10 40
process 7 prog
thread 7 0 prog
object file /no/such/prog
object file /no/such/libx.so
object kernel [kernel]
symbol 0 1000 100 main
symbol 0 2000 100 </script><b>work
symbol 1 3000 40 leaf
symbol 1 3100 40 small
symbol 2 4000 40 do_read
count 0 1 3004 0 60000
count 0 1 3104 0 10000
count 0 2 4004 0 30000
count 0 0 2008 1 400
stack 0 0 60000 1:3004 0:2010 0:1010
stack 0 0 10000 1:3104 0:2020 0:1010
stack 0 0 30000 2:4004 0:1030
stack 0 1 400 0:2008 0:1010
END
ok "a page" "$PMC" report -i "$TMP/s.data" --html "$TMP/s.html"
ok "the flame graph, tables, search, keys and colours of a page" see report "$TMP/s.html" \
	"$TMP/report.png"

# ---- An exact profile ----

printf '%s\n' '#include <stdio.h>' 'int main(void)' '{' '	for (int i = 0; i < 99; i++)' \
	'		printf("%d\n", i);' '	return 0;' '}' >"$TMP/p.c"
if ${CC:-gcc} -O0 -g -o "$TMP/p" "$TMP/p.c" &&
	"$PMC" record -o "$TMP/e.data" -- "$TMP/p" >/dev/null 2>&1; then
	ok "a page of an exact profile" "$PMC" report -i "$TMP/e.data" --html "$TMP/e.html"
	ok "it has no flame graph, says why, and shows annotated code" see exact "$TMP/e.html" \
		"$TMP/exact.png"
else
	skip "an exact profile" "pmc record cannot run here"
fi

# ---- Two profiles ----

printf 'main;a 500\nmain;b 300\nmain;c 90\n' >"$TMP/1.col"
printf 'main;a 200\nmain;b 300\nmain;d 900\n' >"$TMP/2.col"
ok "a page of two profiles" "$PMC" diff "$TMP/1.col" "$TMP/2.col" --html "$TMP/d.html"
ok "more, less and the same look different, also without colours" see diff "$TMP/d.html" \
	"$TMP/diff.png"

# ---- A million samples ----

python3 - >"$TMP/big.col" <<'END'
import random
random.seed(3)
n = 600
graph = [[random.randrange(n) for _ in range(random.randint(1, 5))] for i in range(n)]
for k in range(1000000):
    at, path = 0, ["f0"]
    for depth in range(random.randint(3, 24)):
        to = graph[at]
        at = to[min(int(random.expovariate(1.2)), len(to) - 1)]
        path.append("f%d" % at)
    print(";".join(path) + " 1")
END
ok "a page of a million samples" "$PMC" report -i "$TMP/big.col" --html "$TMP/big.html"
note "$(stat -c '%s bytes' "$TMP/big.html")"
out=$(see open "$TMP/big.html")
is $? 0 "it opens in less than two seconds"
note "$out"
finish
