#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# pmc report --html and --svg, pmc diff --html and --svg: what the page's own script makes of the
# data is what pmc prints. tests/outside/page_test.sh has a browser.
. "$(dirname "$0")/../tap.sh"

command -v node >/dev/null || skip_all "node is not installed"
command -v python3 >/dev/null || skip_all "python3 is not installed"
profile=$BUILD/tests/cli/prog/profile
[ -x "$profile" ] || skip_all "tests/cli/prog/profile is not built"
check() { python3 tests/cli/page_check.py "$@"; }

# ---- Names that would like to be markup ----

printf '%s\n' 'main;</script><script>alert(1)</script>;"quoted" '\''too'\'' 7' \
	'main;<!--<script>;&lt;b&gt; 3' 'main;a\b${x}`y`;U+2028: '$'\xe2\x80\xa8'' 5' \
	$'main;tab\there;\x01\x1b[31mred\x7f 2' $'main;bytes \xff\xfe\xc3\x28 11' \
	'main;</title></style>]]>;@title@;%s%n 13' 'main;std::vector<int, A<int> >::at(int)&& 17' \
	'main 19' >"$TMP/hostile <script>\"&.col"
h="$TMP/hostile <script>\"&.col"
ok "a page of names that look like markup" "$PMC" report -i "$h" --html "$TMP/h.html"
ok "… has none of them as markup, and loads nothing" check markup "$TMP/h.html"
ok "… and has all of them as names, with their counts" check stacks "$PMC" "$h" "$TMP/h.html"
ok "… also in its tables" check tables "$PMC" "$h" "$TMP/h.html"
ok "a picture of the same names" "$PMC" report -i "$h" --svg "$TMP/h.svg"
ok "… is XML with frames as wide as their counts" check svg "$PMC" "$h" "$TMP/h.svg"
like "$(cat "$TMP/h.svg")" '&lt;/script&gt;&lt;script&gt;alert\(1\)' "… and names as text"

# ---- Chains ----

python3 - >"$TMP/chains.col" <<'END'
import random
random.seed(1)
names = ["read", "parse", "hash", "insert", "free", "compare"]
for i in range(4000):
    path = ["main"] + [random.choice(names) for k in range(random.randint(1, 14))]
    print(";".join(path), random.randint(1, 1000))
print("main;huge", 2 ** 52)
END
c=$TMP/chains.col
ok "a page of many chains, also recursive ones" "$PMC" report -i "$c" --html "$TMP/c.html"
ok "… has each of them" check stacks "$PMC" "$c" "$TMP/c.html"
ok "… and counts with callees as --children has them" check inclusive "$PMC" "$c" "$TMP/c.html"
ok "… and its search finds text and expressions" check search "$TMP/c.html"
sed -i '$d' "$c"
ok "a picture of many chains" "$PMC" report -i "$c" --svg "$TMP/c.svg"
ok "… has frames as wide as their counts" check svg "$PMC" "$c" "$TMP/c.svg"
like "$(tail -2 "$TMP/c.svg")" 'frames are too narrow to be drawn' "… and says what it leaves out"
ok "the same profile gives the same page" sh -c "'$PMC' report -i '$c' --html '$TMP/1' &&
	'$PMC' report -i '$c' --html '$TMP/2' && cmp '$TMP/1' '$TMP/2'"

# ---- Samples of several events and threads ----

"$profile" "$TMP/s.data" <<'END'
event cycles 1000 60
event cache-misses 0 30
process 7 prog
thread 7 0 prog
thread 8 0 worker
object anon [anon] 0
symbol 0 1000 100 main
symbol 0 2000 100 work
symbol 0 3000 40 leaf
count 0 0 3004 0 20000
count 1 0 3004 0 30000
count 1 0 2008 1 300
stack 0 0 20000 0:3004 0:2010 0:1010
stack 1 0 30000 0:3004 0:2010
stack 1 1 300 0:2008
END
s=$TMP/s.data
ok "a page of samples of two events" "$PMC" report -i "$s" --html "$TMP/s.html"
ok "… has all rows of both" check tables "$PMC" "$s" "$TMP/s.html"
ok "… and the chains" check stacks "$PMC" "$s" "$TMP/s.html"
like "$(cat "$TMP/s.html")" '<li>sampled profile, from .*: ± is one standard deviation' \
	"the heading says that they are samples"
ok "a filter holds for the page, too" "$PMC" report -i "$s" --comm worker --html "$TMP/w.html"
like "$(cat "$TMP/w.html")" '<li>shown is only: --comms worker</li>' "… and the page says so"
unlike "$(node tests/cli/page_dump.js "$TMP/w.html")" '"main"\],\[20000' "… other threads are away"

# ---- Counts of 64 bits ----

printf 'main;a 18446744073709551000\nmain;b 3\n' >"$TMP/big.col"
ok "a page of counts of 64 bits" "$PMC" report -i "$TMP/big.col" --html "$TMP/big.html"
ok "… has all their digits in its tables" check tables "$PMC" "$TMP/big.col" "$TMP/big.html"

# ---- An exact profile ----

cat >"$TMP/p.c" <<'END'
#include <stdio.h>
static int odd(int i)
{
	return i % 3 == 1;
}
int main(void)
{
	int n = 0;
	for (int i = 0; i < 3000; i++)
		n += odd(i);
	printf("%d\n", n);
	return 0;
}
END
if ${CC:-gcc} -O0 -g -o "$TMP/p" "$TMP/p.c" 2>/dev/null &&
	"$PMC" record -o "$TMP/e.data" -- "$TMP/p" >/dev/null 2>&1; then
	e=$TMP/e.data
	ok "a page of an exact profile" "$PMC" report -i "$e" --html "$TMP/e.html"
	ok "… is nothing but its own elements" check markup "$TMP/e.html"
	ok "… has all rows, of all events" check tables "$PMC" "$e" "$TMP/e.html"
	like "$(cat "$TMP/e.html")" '<li>exact profile of .*: every execution was counted' \
		"… and says what they are worth"
	dump=$(node tests/cli/page_dump.js "$TMP/e.html")
	like "$dump" '"why":"there is no flame graph: this exact profile' \
		"… and why it has no flame graph"
	ok "the counts of annotated functions are those of the table" check code "$TMP/e.html"
	like "$dump" 'return i % 3 == 1;' "… and their sources are there"
	like "$dump" '"taken":3000' "… and how often branches were taken"
	status 125 "a picture of an exact profile without chains" \
		"$PMC" report -i "$e" --svg "$TMP/no"
	like "$("$PMC" report -i "$e" --svg "$TMP/no" 2>&1)" \
		'^pmc: --svg: there is no flame graph: this exact profile' \
		"… is refused with the reason"
	ok "… and leaves no file" test ! -e "$TMP/no"
else
	skip "exact profiles" "no compiler, or pmc record cannot run here"
fi

# ---- Two profiles ----

sed 's/^main;free \([0-9]*\)$/main;free 1\1/; 1,300d' "$c" >"$TMP/after.col"
echo 'main;new</script> 5000' >>"$TMP/after.col"
ok "a page of two profiles" "$PMC" diff "$c" "$TMP/after.col" --html "$TMP/d.html"
ok "… has the changes of every function" check diff "$PMC" "$c" "$TMP/after.col" "$TMP/d.html"
ok "… and no markup but its own" check markup "$TMP/d.html"
ok "a picture of two profiles" "$PMC" diff "$c" "$TMP/after.col" --svg "$TMP/d.svg"
like "$(cat "$TMP/d.svg")" 'new&lt;/script&gt; in [^:]*: 0 \(0\.00%\) samples before, 5,000 \(' \
	"… says what was before and after"
status 1 "--fail-if holds beside --html" "$PMC" diff "$c" "$TMP/after.col" --html "$TMP/d.html" \
	--fail-if 'samples > -99%'

# ---- Refusals ----

status 125 "--html with -j" "$PMC" report -i "$c" --html "$TMP/x" -j
status 125 "--html with --sort" "$PMC" report -i "$c" --html "$TMP/x" -s object
status 125 "diff --svg with --all" "$PMC" diff "$c" "$c" --svg "$TMP/x" --all
like "$("$PMC" report -i "$c" --html "$TMP/none/x" 2>&1)" \
	"^pmc: cannot write $TMP/none/x: No such" "a folder that is not there"
ok "nothing was written" test ! -e "$TMP/x"
echo old >"$TMP/old"
status 125 "a profile that is none" "$PMC" report -i "$TMP/p.c" --html "$TMP/old"
is "$(cat "$TMP/old")" old "… leaves the page of before"
is "$("$PMC" report -i "$c" --html - | tail -1)" "</html>" "- is standard output"
finish
