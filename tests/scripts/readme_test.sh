#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What README.md promises: the library example compiles without a warning, counts, and says why when
# it cannot; every file that a document links to is there; the set-up commands are those of
# bootstrap.
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
	"${branches:-0}" -lt 1200
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
	docs/architecture.md | tr -d '`' | sort -u); do
	case $path in tests/*FOLDER* | *NAME* | */corpus/*) continue ;; esac
	[ -e "$path" ] || lost="$lost $path"
done
is "$lost" "" "every path of the tree that the documents name is there"

# The commands that only ask run as they stand.
while read -r _ words; do
	read -ra words <<<"${words%%#*}"
	ok "pmc ${words[*]}" "$PMC" "${words[@]}"
done < <(grep -E '^    build/pmc (list|info|encode|decode)' README.md)

status 2 "bootstrap without a word tells its usage" ./bootstrap
like "$(./bootstrap 2>&1)" 'bootstrap demo.*bootstrap check' "it names both commands"
finish
