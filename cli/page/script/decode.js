/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads what the page was made of: numbers as varints in base64 (cli/page/packed.h), tables, the
 * tree of call chains. Nothing here knows of a document, so that tests run it without a browser.
 */
"use strict";

/* Bytes of a base64 text. */
function bytesOf(text) {
	const raw = atob(text), bytes = new Uint8Array(raw.length);

	for (let i = 0; i < raw.length; i++)
		bytes[i] = raw.charCodeAt(i);
	return bytes;
}

/* Gives the numbers of a packed text one by one; a BigInt where a number would lose digits. */
function reader(text) {
	const bytes = bytesOf(text);
	let at = 0;

	function large(from) {
		let number = 0n, shift = 0n;

		for (at = from; ; shift += 7n) {
			const byte = bytes[at++];

			number |= BigInt(byte & 127) << shift;
			if (byte < 128)
				break;
		}
		return number <= Number.MAX_SAFE_INTEGER ? Number(number) : number;
	}

	return function next() {
		const from = at;
		let byte = bytes[at++], number = byte & 127, scale = 128;

		for (; byte > 127; scale *= 128) {
			byte = bytes[at++];
			number += (byte & 127) * scale;
		}
		return number > Number.MAX_SAFE_INTEGER ? large(from) : number;
	};
}

/*
 * The rows of a table. A cell is a text, or the number of a line. columns: how many counts a row
 * has.
 */
function readTable(table, texts, columns) {
	const next = reader(table.data), rows = [];

	for (let i = 0; i < table.n; i++) {
		const cells = table.keys.map(key => key === "line" ? next() : texts[next()]);
		const counts = [];

		for (let k = 0; k < columns; k++)
			counts.push(next());
		rows.push({ number: i, cells, counts });
	}
	return rows;
}

/*
 * The tree. Nodes are numbered so that a node's callees, with all below them, follow it up to
 * end[node]. Counts become numbers with 53 bits: widths need no more, and the tables have all
 * digits.
 */
function readTree(flame, columns) {
	const n = flame.n + 1, next = reader(flame.data);
	const tree = {
		n, columns,
		parent: new Int32Array(n), frame: new Int32Array(n), end: new Int32Array(n),
		depth: new Int32Array(n), own: [], total: [], deepest: 0,
	};
	const path = [0];

	for (let k = 0; k < columns; k++)
		tree.own.push(new Float64Array(n));
	tree.parent[0] = tree.frame[0] = -1;
	for (let i = 1; i < n; i++) {
		for (let up = next(); up > 0; up--)
			tree.end[path.pop()] = i;
		const parent = path[path.length - 1];

		tree.parent[i] = parent;
		tree.depth[i] = path.length;
		tree.deepest = Math.max(tree.deepest, path.length);
		tree.frame[i] = next();
		for (let k = 0; k < columns; k++)
			tree.own[k][i] = Number(next());
		path.push(i);
	}
	while (path.length)
		tree.end[path.pop()] = n;
	for (let k = 0; k < columns; k++) {
		const total = Float64Array.from(tree.own[k]);

		for (let i = n - 1; i > 0; i--)
			total[tree.parent[i]] += total[i];
		tree.total.push(total);
	}
	return tree;
}

/* The callees of a node. */
function calleesOf(tree, node) {
	const list = [];

	for (let i = node + 1; i < tree.end[node]; i = tree.end[i])
		list.push(i);
	return list;
}

/* Frames: rows of the table of functions, then processes, then what is too small to show. */
const FRAME_FUNCTION = 0, FRAME_PROCESS = 1, FRAME_REST = 2;
const frameKind = frame => frame % 3;
const frameNumber = frame => Math.floor(frame / 3);

/* The inclusive counts of functions, by row: what a chain counts once for each function on it. */
function inclusiveCounts(tree, column) {
	const sums = new Map(), open = new Map(), path = [];

	for (let i = 1; i < tree.n; i++) {
		while (path.length && tree.end[path[path.length - 1]] <= i) {
			const frame = tree.frame[path.pop()];

			open.set(frame, open.get(frame) - 1);
		}
		const frame = tree.frame[i], depth = open.get(frame) || 0;

		if (!depth && frameKind(frame) === FRAME_FUNCTION)
			sums.set(frame / 3, (sums.get(frame / 3) || 0) + tree.total[column][i]);
		open.set(frame, depth + 1);
		path.push(i);
	}
	return sums;
}

/* The count of all chains that have a frame which matches; each chain counts once. */
function matchedCount(tree, column, matches) {
	let sum = 0;

	for (let i = 1; i < tree.n;) {
		if (matches(tree.frame[i])) {
			sum += tree.total[column][i];
			i = tree.end[i];
		} else {
			i++;
		}
	}
	return sum;
}

/*
 * Where the boxes of a flame graph are: those of the focus and its callers over the whole width,
 * below it callees side by side, each as wide as its share. What is narrower than `least` (of 1) is
 * left out with all that it calls, so that the work does not depend on the size of the tree.
 * by: "name" (the order of the tree) or "count".
 */
function layOut(tree, column, focus, least, by) {
	const total = tree.total[column], boxes = [];
	const scale = total[focus] ? 1 / total[focus] : 0;
	const open = [{ node: focus, x: 0, width: 1 }];

	for (let node = tree.parent[focus]; node >= 0; node = tree.parent[node])
		boxes.unshift({ node, x: 0, width: 1, above: true });
	while (open.length) {
		const box = open.pop();
		let x = box.x;

		boxes.push(box);
		const callees = calleesOf(tree, box.node);

		if (by === "count")
			callees.sort((a, b) => total[b] - total[a] || a - b);
		for (const node of callees) {
			const width = total[node] * scale;

			if (width >= least && width > 0)
				open.push({ node, x, width });
			x += width;
		}
	}
	return boxes;
}

/* How deep the tree is below a node. */
function deepestOf(tree, node) {
	let deepest = 0;

	for (let i = node; i < tree.end[node]; i++)
		deepest = Math.max(deepest, tree.depth[i]);
	return deepest;
}

/* The instructions of an annotated function. */
function readCode(code, texts, columns, exact) {
	const next = reader(code.data), rows = [];
	let address = 0n;
	const text = number => number ? texts[number - 1] : null;

	for (let i = 0; i < code.n; i++) {
		const row = { counts: [] };

		address += BigInt(next());
		row.address = address;
		row.text = text(next());
		row.file = next() - 1;
		row.line = next();
		row.inlined = text(next());
		for (let k = 0; k < columns; k++)
			row.counts.push(next());
		if (exact) {
			row.executions = next();
			row.taken = next();
			row.branch = row.taken !== 0;
			row.taken = row.branch ? Number(row.taken) - 1 : 0;
		}
		rows.push(row);
	}
	return rows;
}
