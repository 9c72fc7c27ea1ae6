// SPDX-License-Identifier: BSD-2-Clause
// Work for node's JIT: calls, objects, strings, floating point; as often as the argument says.
function fib(n) {
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function mandelbrot(size) {
	let sum = 0;
	for (let y = 0; y < size; y++)
		for (let x = 0; x < size; x++) {
			const cr = 2 * x / size - 1.5, ci = 2 * y / size - 1;
			let zr = 0, zi = 0, i = 0;
			for (; i < 50 && zr * zr + zi * zi < 4; i++)
				[zr, zi] = [zr * zr - zi * zi + cr, 2 * zr * zi + ci];
			sum += i;
		}
	return sum;
}

function objects(n) {
	const counts = new Map();
	for (let i = 0; i < n; i++) {
		const key = "k" + i * 7 % 10007;
		counts.set(key, (counts.get(key) || 0) + 1);
	}
	return JSON.stringify([...counts].sort((a, b) => a[0] < b[0] ? -1 : 1)).length;
}

for (let round = 0; round < Number(process.argv[2]); round++)
	console.log(fib(27), mandelbrot(300), objects(100000));
