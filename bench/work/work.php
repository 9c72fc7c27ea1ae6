<?php // SPDX-License-Identifier: BSD-2-Clause
// Work for PHP's JIT: calls, arrays, floating point, strings; as often as the argument says.
function fib($n) {
	return $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}

function mandelbrot($size) {
	$sum = 0;
	for ($y = 0; $y < $size; $y++)
		for ($x = 0; $x < $size; $x++) {
			$cr = 2 * $x / $size - 1.5;
			$ci = 2 * $y / $size - 1;
			$zr = $zi = 0;
			for ($i = 0; $i < 50 && $zr * $zr + $zi * $zi < 4; $i++) {
				$t = $zr * $zr - $zi * $zi + $cr;
				$zi = 2 * $zr * $zi + $ci;
				$zr = $t;
			}
			$sum += $i;
		}
	return $sum;
}

function remainders($n) {
	for ($s = 0, $i = 0; $i < $n; $i++)
		$s = ($s * 3 + $i) % 1000003;
	return $s;
}

for ($round = 0; $round < (int)$argv[1]; $round++) {
	$a = [];
	for ($i = 0; $i < 20000; $i++)
		$a["k" . $i * 7 % 10003] = $i;
	ksort($a);
	echo fib(20), " ", mandelbrot(60), " ", remainders(300000), " ", md5(serialize($a)), "\n";
}
