// Threads, and a fault that becomes an exception.
using System;
using System.Collections.Generic;
using System.Threading;

class Threads {
	static void Main() {
		var squares = new Dictionary<int, string>();
		for (int i = 0; i < 20000; i++)
			squares[i] = "" + (long)i * i;
		long sum = 0;
		foreach (var text in squares.Values)
			sum += text.Length;
		var threads = new Thread[4];
		var sums = new long[4];
		for (int i = 0; i < 4; i++) {
			int k = i;
			threads[i] = new Thread(() => {
				for (int j = 0; j < 100000; j++)
					sums[k] += j % (k + 3);
			});
			threads[i].Start();
		}
		foreach (var thread in threads)
			thread.Join();
		Console.WriteLine(sum + sums[0] + sums[1] + sums[2] + sums[3]);
		try {
			int[] none = null;
			Console.WriteLine(none[3]);
		} catch (NullReferenceException) {
			Console.WriteLine("null");
		}
	}
}
