#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Lines and inlined functions of every address of .text: libpmc against addr2line. The binaries are
# pmc's own, Debian's libc with its debug file (libc6-dbg), and a C++ program.
# tests/run: time=3600
. "$(dirname "$0")/../tap.sh"

compare=tests/unit/symbols/compare.py
ask=$TMP/ask
ok "a program that asks libpmc" gcc -std=gnu11 -Wall -Iinclude tests/unit/symbols/ask.c \
	"$BUILD/libpmc.a" -pthread -o "$ask"
command -v llvm-addr2line >/dev/null || skip_all "there is no llvm-addr2line (Debian's llvm)"

cat >"$TMP/classes.cc" <<'END'
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>
template <class T> struct tree {
	std::map<std::string, std::shared_ptr<tree<T>>> below;
	T value;
	T sum() const
	{
		T s = value;
		for (const auto &b : below)
			s += b.second->sum();
		return s;
	}
};
int main(int argc, char **argv)
{
	std::vector<std::string> words(argv, argv + argc);
	tree<long> t{ {}, 3 };
	struct order {
		static bool less(const std::string &a, const std::string &b) { return b < a; }
	};
	std::sort(words.begin(), words.end(), order::less);
	std::for_each(words.begin(), words.end(), [&](const std::string &w) {
		t.below[w] = std::make_shared<tree<long>>(tree<long>{ {}, (long)w.size() });
	});
	return t.sum() == 3;
}
END
for options in "-O2 -gdwarf-5" "-O2 -gdwarf-4" "-O0 -g" "-O2 -g -gz"; do
	# shellcheck disable=SC2086
	g++ $options "$TMP/classes.cc" -o "$TMP/classes"
	ok "g++ $options" python3 $compare "$ask" lines "$TMP/classes"
done
for file in "$BUILD/pmc" "$BUILD/pmc-emu" "$(realpath /lib/x86_64-linux-gnu/libc.so.6)"; do
	ok "$file" python3 $compare "$ask" lines "$file"
done
finish
