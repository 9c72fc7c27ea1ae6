#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What is inlined at all places of a profile, which several threads find out, against what is found
# out place by place: of pmc itself, as it was built; and of a program in C++, whose debug
# information is of another version, stands in other files, or is packed.
# tests/run: long=san parallel
. "$(dirname "$0")/../tap.sh"

[ -e /usr/lib/x86_64-linux-gnu/libdw.so.1 ] && [ -e /usr/include/elfutils/libdw.h ] ||
	skip_all "there is no libdw"
tool=$BUILD/tests/cli/prog/inlined
export XDG_CACHE_HOME=$TMP/cache

# NAME DATA LEAST: at least so many places have something inlined, on one CPU as on all
check() {
	local all one
	all=$("$tool" "$2" 2>&1)
	one=$(taskset -c "$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')" "$tool" "$2" 2>&1)
	like "$all" '^[0-9]+ places, [0-9]+ inlined$' "$1: all places are the same"
	is "$one" "$all" "$1: also in one thread"
	all=${all##*, }
	[ "${all% inlined}" -ge "$3" ] 2>/dev/null
	ok "$1: $all, at least $3" [ $? = 0 ]
}

"$PMC" record -q --no-cache -o "$TMP/pmc.data" -- "$PMC" list >/dev/null || exit 1
check pmc "$TMP/pmc.data" 1000

if ! command -v g++ >/dev/null; then
	skip "there is no g++" 12
	finish
	exit
fi
cat >"$TMP/one.cc" <<'END'
#include <algorithm>
#include <string>
#include <vector>
template <int N> static long work(long n)
{
	struct item {
		long value;
		std::string name;
		bool operator<(const item &o) const { return value % (N + 3) < o.value % (N + 3); }
	};
	std::vector<item> all;
	for (long i = 0; i < n; i++)
		all.push_back({ i * 31 % 57, std::to_string(i) });
	std::sort(all.begin(), all.end());
	return all[n / 2].value;
}
long PART(long n) { return work<LOW>(n) + work<LOW + 1>(n); }
END
cat >"$TMP/main.cc" <<'END'
long a(long), b(long);
int main() { return a(40) + b(50) == 0; }
END
cd "$TMP" || exit 1
# FOLDER OPTION...: makes a program of two units there
make_program() {
	mkdir "$1" && cd "$1" && shift &&
		g++ "$@" -DPART=a -DLOW=1 -c ../one.cc -o a.o &&
		g++ "$@" -DPART=b -DLOW=5 -c ../one.cc -o b.o &&
		g++ "$@" ../main.cc a.o b.o -o p && cd .. || exit 1
}
make_program dwarf5 -O2 -g
make_program dwarf4 -O1 -gdwarf-4
make_program split -O1 -g -gsplit-dwarf
mkdir packed && objcopy --compress-debug-sections dwarf5/p packed/p || exit 1
for name in dwarf5 dwarf4 split packed; do
	"$PMC" record -q --no-cache -o "$name/data" -- "$name/p" || exit 1
	check "$name" "$name/data" 1000
done
finish
