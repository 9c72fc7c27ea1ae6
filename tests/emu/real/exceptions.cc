// SPDX-License-Identifier: BSD-2-Clause
// Exceptions through frames with destructors, rethrown, caught by base; virtual calls, containers.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int destroyed;

struct Guard {
	~Guard() { destroyed++; }
};

struct Shape {
	virtual ~Shape() = default;
	virtual int area() const = 0;
};
struct Square : Shape {
	int side;
	explicit Square(int s) : side(s) {}
	int area() const override
	{
		if (side % 7 == 0)
			throw std::range_error("side " + std::to_string(side));
		return side * side;
	}
};
struct Line : Shape {
	int area() const override { throw 42; }
};

static int deep(const Shape &s, int depth)
{
	Guard g;

	return depth ? deep(s, depth - 1) + 1 : s.area();
}

int main()
{
	std::vector<std::unique_ptr<Shape>> shapes;
	std::map<std::string, int> seen;
	long sum = 0;

	for (int i = 0; i < 12; i++) {
		if (i % 5)
			shapes.emplace_back(new Square(i));
		else
			shapes.emplace_back(new Line);
	}
	for (auto &s : shapes) {
		try {
			try {
				sum += deep(*s, 6);
			} catch (int n) {
				seen["int"] += n;
				throw std::logic_error("again");
			}
		} catch (const std::runtime_error &e) {
			seen[e.what()]++;
		} catch (const std::exception &e) {
			seen[e.what()]++;
		}
	}
	for (auto &p : seen)
		std::printf("%s: %d\n", p.first.c_str(), p.second);
	std::printf("%ld %d\n", sum, destroyed);
	return 3;
}
