// SPDX-License-Identifier: BSD-2-Clause
// node: code that gets hot and is optimized, deoptimized, WebAssembly, worker threads, child processes.
'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { spawnSync } = require('child_process');
const crypto = require('crypto');
const zlib = require('zlib');

function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function sieve(n) {
	const a = new Uint8Array(n + 1);
	let count = 0;
	for (let i = 2; i <= n; i++) {
		if (a[i]) continue;
		count++;
		for (let j = i * 2; j <= n; j += i) a[j] = 1;
	}
	return count;
}
// The kind of its argument changes when it is hot.
function add(a, b) { return a + b; }

function work(seed) {
	let s = seed;
	for (let i = 0; i < 200000; i++) s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
	return s;
}

if (isMainThread) {
	console.log(fib(24), sieve(200000));
	let t = 0;
	for (let i = 0; i < 100000; i++) t = add(t, i);
	console.log(t, add('a', 1), add(0.5, 1), add([1], {}));
	const re = /(\w+)@(\w+)\.com/g;
	console.log('one@two.com three@four.com'.replace(re, '$2.$1'));
	const wasm = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
		0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3,
		97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11])));
	let w = 0;
	for (let i = 0; i < 20000; i++) w = wasm.exports.add(w, i);
	console.log('wasm', w);
	const out = spawnSync('sh', ['-c', 'echo child; exit 4']);
	console.log(out.stdout.toString().trim(), out.status);
	console.log(crypto.createHash('sha256').update('x'.repeat(100000)).digest('hex'));
	console.log(zlib.gunzipSync(zlib.gzipSync('y'.repeat(100000))).length);
	const objects = [];
	for (let i = 0; i < 200000; i++) { objects.push({ i, s: 'k' + (i % 100) }); if (i % 1000 === 0) objects.length = 0; }
	console.log(objects.length);
	const jobs = [1, 2, 3, 4].map((n) => new Promise((resolve, reject) => {
		const worker = new Worker(__filename, { workerData: n });
		worker.on('message', resolve);
		worker.on('error', reject);
	}));
	Promise.all(jobs).then((r) => {
		console.log(r.join(' '));
		setTimeout(() => process.exit(6), 10);
	});
} else {
	parentPort.postMessage(work(workerData));
}
