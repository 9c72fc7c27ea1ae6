// SPDX-License-Identifier: BSD-2-Clause
/* The work of a compiler of C++: the standard library's templates, over types that all differ. */
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

template <int N> struct key {
	int value;
	std::string name;
	bool operator<(const key &other) const
	{
		return std::tie(value, name) < std::tie(other.value, other.name);
	}
	bool operator==(const key &other) const
	{
		return value == other.value && name == other.name;
	}
};

template <int N> struct hash {
	size_t operator()(const key<N> &k) const
	{
		return std::hash<std::string>()(k.name) * 31 + k.value + N;
	}
};

template <int N> size_t work(size_t size)
{
	std::map<key<N>, std::vector<long>> ordered;
	std::unordered_map<key<N>, std::shared_ptr<key<N>>, hash<N>> table;
	std::vector<std::variant<int, std::string, key<N>>> mixed;
	std::set<std::tuple<int, key<N>>> set;

	for (size_t i = 0; i < size; i++) {
		key<N> k{ int(i * 7919 % 1009), std::to_string(i) };

		ordered[k].push_back(i);
		table[k] = std::make_shared<key<N>>(k);
		mixed.emplace_back(k);
		mixed.emplace_back(k.name);
		set.emplace(i % 17, k);
	}
	std::stable_sort(mixed.begin(), mixed.end(), [](const auto &a, const auto &b) {
		return a.index() != b.index() ? a.index() < b.index() : a < b;
	});
	return std::accumulate(ordered.begin(), ordered.end(), table.size() + set.size(),
			       [](size_t sum, const auto &p) { return sum + p.second.size(); });
}

template <int... N> size_t all(size_t size, std::integer_sequence<int, N...>)
{
	return (work<N>(size) + ...);
}

int main()
{
	std::regex pattern("([a-z]+)=([0-9]+)");
	std::smatch match;
	std::string text = "size=100";

	std::regex_match(text, match, pattern);
	std::cout << all(std::stoul(match[2]), std::make_integer_sequence<int, 2>()) << "\n";
}
