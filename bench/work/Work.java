// SPDX-License-Identifier: BSD-2-Clause
// Work for Java's JIT: calls, collections, strings, floating point; as often as the argument says.
import java.util.*;

public class Work {
	static int fib(int n) {
		return n < 2 ? n : fib(n - 1) + fib(n - 2);
	}

	static double mandelbrot(int size) {
		double sum = 0;
		for (int y = 0; y < size; y++)
			for (int x = 0; x < size; x++) {
				double cr = 2.0 * x / size - 1.5, ci = 2.0 * y / size - 1, zr = 0, zi = 0;
				int i = 0;
				for (; i < 50 && zr * zr + zi * zi < 4; i++) {
					double t = zr * zr - zi * zi + cr;
					zi = 2 * zr * zi + ci;
					zr = t;
				}
				sum += i;
			}
		return sum;
	}

	static int collections(int n) {
		Map<String, Integer> counts = new HashMap<>();
		for (int i = 0; i < n; i++)
			counts.merge("k" + i * 7L % 10007, 1, Integer::sum);
		return new TreeMap<>(counts).headMap("k5").values().stream().mapToInt(x -> x).sum();
	}

	public static void main(String[] args) {
		for (int round = 0; round < Integer.parseInt(args[0]); round++)
			System.out.println(fib(27) + " " + mandelbrot(300) + " " + collections(100000));
	}
}
