// Ranges and a sort.
import std.algorithm, std.range, std.stdio;

void main() {
	auto sorted = iota(0, 50_000).map!(x => x * x % 9973).array.sort.release;
	writeln(sorted.sum);
}
