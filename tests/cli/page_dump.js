// SPDX-License-Identifier: BSD-2-Clause
// usage: node page_dump.js PAGE.html: what the page's own script makes of its data, as JSON.
"use strict";
const fs = require("fs"), vm = require("vm");
const html = fs.readFileSync(process.argv[2], "utf8");
const parts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
const big = value => typeof value === "bigint" ? String(value) : value;

if (parts.length !== 2)
	throw new Error(`the page has ${parts.length} scripts, not 2`);
const data = JSON.parse(parts[0][2]);
const names = ["readTree", "readTable", "readCode", "inclusiveCounts", "matchedCount", "layOut",
	"calleesOf", "isNoise", "searcher", "grouped", "reader", "reportOf", "sortRows"];
const page = vm.runInNewContext(parts[1][2] + `;({${names.join(",")}})`,
	{ atob: text => Buffer.from(text, "base64").toString("latin1") });
const events = data.events.length, columns = events * data.files.length;
const report = page.reportOf(data);
const out = { kind: data.kind, title: data.title, events: data.events, texts: data.texts.length };

out.tables = {};
for (const table of data.tables)
	out.tables[table.id] = { keys: table.keys, rows: page.readTable(table, data.texts, columns)
		.map(row => [row.cells, row.counts.map(big)]) };
if (report.tree) {
	const tree = report.tree, paths = [];

	for (let i = 1; i < tree.n; i++) {
		const own = tree.own.map(column => column[i]), path = [];

		if (!own.some(Boolean))
			continue;
		for (let k = i; k > 0; k = tree.parent[k])
			path.unshift(report.frame(tree.frame[k]).name);
		paths.push([path, own]);
	}
	out.paths = paths;
	out.totals = tree.total.map(column => column[0]);
	out.dropped = data.flame.dropped;
	out.nodes = tree.n;
	out.inclusive = [...page.inclusiveCounts(tree, 0)];
	// Of a layout: no box outside of its caller's, none narrower than asked.
	const boxes = page.layOut(tree, columns - events, 0, 0.001, "count");
	const at = new Map(boxes.map(box => [box.node, box]));

	out.boxes = boxes.length;
	out.wrong = boxes.filter(box => box.width < 0.001 || (box.node && !(p =>
		p && box.x >= p.x - 1e-9 && box.x + box.width <= p.x + p.width + 1e-9)(
		at.get(tree.parent[box.node])))).length;
} else {
	out.why = data.flame.why;
}
out.code = (data.code || []).map(code => ({ row: code.row,
	rows: page.readCode(code, data.texts, events, data.quality[0] === "exact").map(row =>
		({ ...row, address: row.address.toString(16), counts: row.counts.map(big) })) }));
out.sources = data.sources;
out.search = ["Ab", "/^a+$/", "/(/", ""].map(typed => {
	const test = page.searcher(typed);

	return test === null ? null : test instanceof Error || Object.prototype.toString.call(test) ===
		"[object Error]" ? "error" : ["xabx", "aa", "b"].map(test);
});
console.log(JSON.stringify(out));
