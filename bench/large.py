#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: bench/large.py FOLDER UNITS TYPES

Writes a program in C++ with much debug information: UNITS files that use the standard library's
containers and algorithms, each with TYPES types of its own; and a Makefile for it.
"""
import os
import sys

folder, units, types = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
common = '''
#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
template <int N> struct item {
	long value;
	std::string name;
	long rest() const { return value % (N + 3); }
	bool operator<(const item &o) const
	{
		return rest() != o.rest() ? rest() < o.rest() : value < o.value;
	}
	bool operator==(const item &o) const { return value == o.value; }
};
template <int N> struct hash_item {
	size_t operator()(const item<N> &i) const { return i.value * 31 + N; }
};
template <int N> long work(long n)
{
	using T = item<N>;
	std::map<T, std::vector<T>> tree;
	std::unordered_map<T, std::shared_ptr<T>, hash_item<N>> table;
	std::deque<T> queue;
	std::set<std::pair<long, T>> sorted;
	std::vector<T> all;
	for (long i = 0; i < n; i++) {
		T t{ i * 7919 % 1009, std::to_string(i) };
		tree[t].push_back(t);
		table[t] = std::make_shared<T>(t);
		queue.push_front(t);
		sorted.emplace(i ^ N, t);
		all.push_back(t);
	}
	std::sort(all.begin(), all.end());
	std::stable_sort(queue.begin(), queue.end(),
			 [](const T &a, const T &b) { return b < a; });
	std::function<long(const T &)> f = [&](const T &t) {
		return t.value + (long)tree.count(t) + (long)table.count(t);
	};
	return (long)sorted.size() +
	       std::accumulate(all.begin(), all.end(), 0l,
			       [&](long s, const T &t) { return s + f(t); });
}
'''
def write(name, text):
    with open(os.path.join(folder, name), "w") as f:
        f.write(text)


for u in range(units):
    calls = " + ".join("work<%d>(n)" % (u * types + t) for t in range(types))
    write("unit%d.cc" % u, common + "long unit_%d(long n) { return %s; }\n" % (u, calls))
write("main.cc", "#include <cstdio>\n" + "".join(
    "long unit_%d(long);\n" % u for u in range(units)) + """int main()
{
	long s = 0;
%s	printf("%%ld\\n", s);
}
""" % "".join("\ts += unit_%d(60);\n" % u for u in range(units)))
write("Makefile", """program: main.o %s
	$(CXX) -o $@ $^
%%.o: %%.cc
	$(CXX) -O2 -g -c -o $@ $<
""" % " ".join("unit%d.o" % u for u in range(units)))
