#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What README.md promises: its session is what the commands print; its commands run; the library
# example compiles without a warning, counts, and says why when it cannot; every file that a
# document links to is there; the set-up commands are those of bootstrap.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' >"$TMP/region.c"
ok "README has an example in C" test -s "$TMP/region.c"
ok "it compiles without a warning" gcc -std=gnu11 -O1 -Wall -Wextra -Werror -Iinclude \
	"$TMP/region.c" \
	-o "$TMP/region" "$BUILD/libpmc.a" -pthread

out=$("$PMC" stat --backend emulated -o "$TMP/report" -- "$TMP/region" 2>&1)
like "$out" '^[0-9]+ instructions, [0-9]+ branches$' "it counts inside pmc stat"
read -r instructions _ branches _ <<<"$out"
# A loop of 1,000 turns has at least a branch and two more instructions per turn; beside it there is
# only the way into and out of the library.
ok "the branches are those of the loop and a few ($branches)" test "${branches:-0}" -ge 1000 -a \
	"${branches:-0}" -lt 1300
ok "the instructions likewise ($instructions)" test "${instructions:-0}" -ge 3000 -a \
	"${instructions:-0}" -lt 8000

if out=$("$TMP/region" 2>&1); then
	like "$out" '^[0-9]+ instructions, [0-9]+ branches$' \
		"it counts outside too, on this machine's PMU"
else
	like "$out" '^region: .{20,}' "outside, without a PMU, it says why"
fi

# The page has the same example, in troff's spelling.
sed -n '/^\.SH EXAMPLE$/,/^\.SH NOTES$/p' docs/man/libpmc.3 | sed -n '/^\.nf$/,/^\.fi$/p' |
	sed '1d;$d; s/\\e/\\/g; s/\\-/-/g' \
	>"$TMP/page.c"
is "$(cat "$TMP/page.c")" "$(expand -t 4 "$TMP/region.c")" "libpmc(3) has the same example"
if command -v man >/dev/null; then
	for page in docs/man/*; do
		other=$(sed -n 's/^\.so man[13]\///p' "$page")
		if [ -n "$other" ]; then
			ok "$page leads to a page" test -e "docs/man/$other"
			continue
		fi
		is "$(man --warnings -Tutf8 -l "$page" 2>&1 >/dev/null)" "" \
			"$page is set without a warning"
	done
else
	skip "man is not here: pages are not set"
fi

for file in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
	[ -e "$file" ] || continue
	lost=
	for link in $(grep -oE '\]\([^)#]+' "$file" | cut -c3-); do
		case $link in http*) continue ;; esac
		[ -e "$(dirname "$file")/$link" ] || lost="$lost $link"
	done
	is "$lost" "" "$file: every file that it links to is there"
done
# The paths in backquotes that look like files of this tree.
lost=
folders='abi|core|json|lib|emu|cli|kernel|include|tests|docs|scripts|bench|mk|qemu'
for path in $(grep -ohE "\`($folders)/[A-Za-z0-9_./-]+\`" README.md CONTRIBUTING.md \
	docs/architecture.md docs/translator*.md | tr -d '`' | sort -u); do
	case $path in tests/*FOLDER* | *NAME* | */corpus/*) continue ;; esac
	[ -e "$path" ] || lost="$lost $path"
done
is "$lost" "" "every path of the tree that the documents name is there"

# The commands run as they stand. Those that run ./program do it with a program that is called so;
# the files that some of them read come from those before.
cp -r LICENSES "$TMP"
printf 'int main(void) { for (volatile int i = 0; i < 1000; i++) ; return 0; }\n' >"$TMP/program.c"
gcc -O1 -o "$TMP/program" "$TMP/program.c"
cp "$TMP/program" "$TMP/old" && cp "$TMP/program" "$TMP/new"
export PATH=$BUILD:$PATH
n=0
while read -r line; do
	line=${line%%  #*}
	case $line in
	*MEM_LOAD_RETIRED*) continue ;; # not an event of every PMU
	*after.json*) cp "$TMP/before.json" "$TMP/after.json" ;;
	esac
	out=$(cd "$TMP" && eval "$line" 2>&1 </dev/null)
	is "$?" 0 "README: $line" || note "$out"
	n=$((n + 1))
done < <(grep -E '^    pmc (list|info|encode|decode|stat|summary|compare) ' README.md |
	grep -v region)
ok "README has such commands ($n)" test "$n" -ge 12

# The session at its beginning is what the commands print: on the system that it comes from (its
# libc and coreutils) nearly to the unit, elsewhere up to the numbers. Times differ each time, and
# columns are as wide as they have to be.
steady() {
	sed -E '/^ duration_time /d; /^ [~?] /d; /^$/d; s/ +/ /g' <<<"$1"
}
session=$(sed -n '/^```console$/,/^```$/p' README.md | sed '1d;$d')
ok "README has a session" test -n "$session"
sed -n 's/^\$ //p' <<<"$session" >"$TMP/commands"
# The stack's layout follows the length of PATH, which the commands keep.
pmc() { "$PMC" "$@"; }
printed=$(
	cd "$TMP" && PATH=/usr/local/bin:/usr/bin:/bin
	while IFS= read -r line; do
		printf '$ %s\n' "$line"
		eval "$line" 2>&1 </dev/null
	done <commands
)
numberless() { steady "$1" | sed -E '/^\$/!s/[-+]?[0-9][0-9,.]*/N/g'; }
is "$(numberless "$printed")" "$(numberless "$session")" "the session is what the commands print"
# Where a library stands in the loader's cache depends on the packages that are installed, and
# finding it takes a few hundred instructions more or less.
counts() { steady "$1" | grep -oE '[0-9]+,[0-9]{3}' | tr -d ,; }
from="coreutils 9.1-1 libc6 2.36-9+deb12u14 "
if [ "$(dpkg-query -W -f '${Package} ${Version} ' coreutils libc6 2>/dev/null)" = "$from" ]; then
	is "$(paste <(counts "$printed") <(counts "$session") |
		awk '$1 - $2 > 1000 || $2 - $1 > 1000')" "" \
		"within 1,000 instructions, on the system it comes from"
	is "$(steady "$printed" | grep -oE ' \+[0-9.]+( |$)' | xargs)" \
		"$(steady "$session" | grep -oE ' \+[0-9.]+( |$)' | xargs)" \
		"and the difference is the same to the unit"
else
	skip "the session comes from another libc or another coreutils" 2
fi
mapfile -t differences < <(steady "$printed" | awk '/^ instructions:u / { print $4 }')
is "${differences[0]-}" 0 "two equal runs differ by nothing"
like "${differences[1]-}" '^[-+][1-9]' "and a change shows"

# The steps that README shows are those of the example.
yaml=$(sed -n '/^```yaml$/,/^```$/p' README.md | sed '1d;$d')
lost=$(while IFS= read -r line; do
	grep -qxF -- "$line" examples/ci/github.yml || printf '%s\n' "$line"
done <<<"$yaml")
is "$(grep -c run: <<<"$yaml") $lost" "4 " "the steps that README shows stand in the example"

status 2 "bootstrap without a word tells its usage" ./bootstrap
like "$(./bootstrap 2>&1)" 'bootstrap demo.*bootstrap check' "it names both commands"
finish
