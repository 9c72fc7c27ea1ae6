// SPDX-License-Identifier: BSD-2-Clause
// HotSpot: code that is interpreted, compiled, deoptimized; null checks by SIGSEGV, safepoints, threads, GC.
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Many {
	interface Shape { int area(); }
	record Square(int side) implements Shape { public int area() { return side * side; } }
	record Line(int length) implements Shape { public int area() { return 0; } }

	static int nulls(int rounds) {
		int caught = 0;
		for (int i = 0; i < rounds; i++) {
			try {
				Shape s = i % 3 == 0 ? null : i % 3 == 1 ? new Square(i) : new Line(i);
				caught += s.area() & 1;
			} catch (NullPointerException e) {
				caught += 2;
			}
		}
		return caught;
	}

	static int divisions(int rounds) {
		int caught = 0;
		for (int i = 0; i < rounds; i++) {
			try {
				caught += 100 / (i % 10);
			} catch (ArithmeticException e) {
				caught--;
			}
		}
		return caught;
	}

	static int recurse(int n) { return n + recurse(n + 1); }

	public static void main(String[] args) throws Exception {
		System.out.println(nulls(60000) + " " + divisions(60000));
		try {
			recurse(0);
		} catch (StackOverflowError e) {
			System.out.println("overflow");
		}
		ExecutorService pool = Executors.newFixedThreadPool(4);
		List<Future<Long>> sums = new ArrayList<>();
		for (int n = 0; n < 8; n++) {
			final int from = n * 1000;
			sums.add(pool.submit(() -> LongStream.range(from, from + 1000).map(x -> x * x % 7).sum()));
		}
		long sum = 0;
		for (Future<Long> f : sums)
			sum += f.get();
		pool.shutdown();
		System.out.println(sum);
		Map<String, Integer> words = new TreeMap<>();
		for (int i = 0; i < 100000; i++)
			words.merge("w" + i * 7919L % 101, 1, Integer::sum);
		System.out.println(words.size() + " " + words.get("w42"));
		byte[][] garbage = new byte[64][];
		for (int i = 0; i < 3000; i++)
			garbage[i % 64] = new byte[20000];
		System.out.println(IntStream.range(0, 100000).parallel().filter(x -> x % 3 == 0).count());
		System.exit(11);
	}
}
