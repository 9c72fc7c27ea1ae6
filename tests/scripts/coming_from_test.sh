#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: time=300
# docs/coming-from.md: every command of a row that says that it runs here does. Rows that need the
# driver are tested in a guest (tests/guest/coming_from_test.sh).
. "$(dirname "$0")/../tap.sh"

page=$TOP/docs/coming-from.md
# rows WHERE: prints the commands of the rows that run there, one on a line
rows() {
	awk -F' [|] ' -v where="$1" '$3 == where { gsub(/^`|`$/, "", $2); print $2 }' "$page"
}
mkdir "$TMP/bin" "$TMP/work"
ln -s "$PMC" "$TMP/bin/pmc"
ln -s "$PMC" "$TMP/bin/pmcCount"
cd "$TMP/work" || exit 1
cat >program.c <<'C'
int main(void)
{
	volatile int n = 0;

	while (n < 10000)
		n = n + 1;
	return 0;
}
C
gcc -g -O1 program.c -o program
PATH=$TMP/bin:$PATH
n=0
while read -r line; do
	n=$((n + 1))
	ok "$line" timeout 60 bash -c "$line"
done < <(rows here)
ok "there were many ($n)" test $n -ge 50

# Every row with a command says where it runs, every command that is named anywhere is pmc's, and
# files that stand in for a command exist.
is "$(awk -F' [|] ' '/^[|] .*`pmc/ && $2 ~ /^`pmc/ && $3 != "here" && $3 != "driver"' "$page")" "" \
	"every row says where it runs"
while IFS='|' read -r subject by; do
	ok "$subject is there" test -e "$TOP/$subject"
	ok "… and $by, which tests it, too" test -e "$TOP/$by"
done < <(awk -F' [|] ' '$3 ~ /^`tests/ {
	match($2, /(docs|examples)\/[a-z0-9_.\/-]*/)
	print substr($2, RSTART, RLENGTH) "|" substr($3, 2, length($3) - 2) }' "$page")
is "$(awk -F' [|] ' '/^[|]/ && $2 != "" && $2 !~ /^[|]/ && $2 !~ /^ours|^---/ &&
	$3 !~ /^(here|driver|`tests)/' "$page")" "" \
	"every row with something of ours says what runs it"
finish
