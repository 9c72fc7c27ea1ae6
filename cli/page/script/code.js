/* SPDX-License-Identifier: BSD-2-Clause */
/* Annotated functions: lines of sources, or instructions, with their counts. */

/* The counts of a function's lines, by file and line. */
function lineCounts(rows, column) {
	const files = new Map();

	for (const row of rows) {
		if (row.file < 0)
			continue;
		if (!files.has(row.file))
			files.set(row.file, new Map());
		const lines = files.get(row.file);

		lines.set(row.line, (lines.get(row.line) || 0) + Number(row.counts[column]));
	}
	return files;
}

/* The lines that have counts, and some around each. */
function linesAround(counts) {
	const near = new Set();

	for (const line of counts.keys())
		for (let i = -3; i <= 3; i++)
			near.add(line + i);
	return near;
}

/* The text of a line; null: unknown. */
function sourceText(sources, file, line) {
	for (const [first, lines] of sources[file] || [])
		if (line >= first && line < first + lines.length)
			return lines[line - first];
	return null;
}

function codeView(report) {
	const { data } = report, exact = data.quality[0] === "exact";
	const codes = data.code.map(code => ({ row: code.row, code, rows: null }));
	const select = make("select", { id: "function", onchange: () => show() });
	const body = make("div", { class: "code", tabindex: "0", "aria-label": "code" });
	const missing = make("p", { class: "notes" });
	const view = { source: true, test: null };
	const toggle = make("button", {
		type: "button", id: "instructions", "aria-pressed": "false",
		onclick: () => {
			view.source = !view.source;
			toggle.setAttribute("aria-pressed", !view.source);
			show();
		},
	}, "Instructions");

	function fill() {
		const rows = report.rows(data.tables[0]);

		select.replaceChildren(...codes.map((code, i) => {
			const row = rows[code.row];

			return make("option", { value: i },
				`${percentText(row.counts[report.column(0)], report.sides()[0].total)}  ` +
				row.cells[0]);
		}));
	}

	function rowsOf(code) {
		code.rows = code.rows || readCode(code.code, data.texts, data.events.length, exact);
		return code.rows;
	}

	const share = (count, whole) => {
		const text = Number(count) ? percentOf(count, whole).toFixed(2) : "";
		const td = make("td", { class: "number bar" }, text);

		td.style.setProperty("--share", percentOf(count, whole).toFixed(2) + "%");
		return td;
	};
	const number = count => make("td", { class: "number" }, Number(count) ? grouped(count) : "");
	const error = count => {
		const samples = samplesOf(report.sides()[0], count);

		return make("td", { class: "number" },
			samples > 0 ? "± " + (100 / Math.sqrt(samples)).toFixed(1) + " %" : "");
	};
	const sampled = () => Number(report.sides()[0].samples) > 0;
	const hit = text => view.test && text && view.test(text) ? "hit" : "";

	function head(names) {
		return make("thead", {}, make("tr", {}, ...names.filter(Boolean).map(name =>
			make("th", { scope: "col", class: name === "code" ? "key" : "number" }, name))));
	}

	/* ---- Lines ---- */

	function fileTable(file, counts, whole) {
		const body = make("tbody", {}), near = linesAround(counts);
		let last = 0;

		for (const [first, lines] of data.sources[file] || []) {
			lines.forEach((text, i) => {
				const line = first + i, count = counts.get(line) || 0;

				if (!near.has(line))
					return;
				if (last && line > last + 1)
					body.append(make("tr", {}, make("td", { class: "gap", colspan: 5 }, "⋯")));
				last = line;
				body.append(make("tr", { class: hit(text) }, share(count, whole), number(count),
					sampled() ? error(count) : null,
					make("td", { class: "number line" }, String(line)),
					make("td", { class: "text" }, text)));
			});
		}
		if (!last)
			for (const [line, count] of [...counts].sort((a, b) => a[0] - b[0]))
				body.append(make("tr", {}, share(count, whole), number(count),
					sampled() ? error(count) : null,
					make("td", { class: "number line" }, String(line || "")),
					make("td", { class: "text missing" }, "the source could not be read")));
		return make("table", { class: "source" },
			head(["percent", "count", sampled() ? "±" : null, "line", "code"]), body);
	}

	function showLines(rows, whole) {
		const files = lineCounts(rows, report.column(0));

		if (!files.size)
			return [make("p", {}, "No lines of sources are known here; " +
				"the heading says why. The instructions are.")];
		return [...files].map(([file, counts]) => {
			const sum = [...counts.values()].reduce((a, b) => a + b, 0);

			return { sum, element: make("section", {},
				make("h3", { title: data.texts[file] },
					`${fileName(data.texts[file])}: ${percentText(sum, whole)}`),
				fileTable(file, counts, whole)) };
		}).sort((a, b) => b.sum - a.sum).map(section => section.element);
	}

	/* ---- Instructions ---- */

	function lineRow(row, width) {
		const text = row.file < 0 ? null : sourceText(data.sources, row.file, row.line);

		return make("tr", { class: "heading" }, make("td", { colspan: width }),
			make("td", { class: "text" },
				`${fileName(data.texts[row.file])}${row.line ? ":" + row.line : ""}` +
				(row.inlined ? ` (${row.inlined} inlined)` : "") + (text ? "  " + text : "")));
	}

	function showInstructions(rows, whole) {
		const branches = exact && rows.some(row => row.branch);
		const runs = exact && report.event().name !== "instructions:u";
		const names = ["percent", "count", sampled() ? "±" : null, runs ? "executions" : null,
			branches ? "taken" : null, branches ? "not taken" : null, "address"].filter(Boolean);
		const body = make("tbody", {});
		let last = "";

		for (const row of rows) {
			const place = `${row.file}:${row.line}:${row.inlined}`;

			if (row.file >= 0 && place !== last)
				body.append(lineRow(row, names.length));
			last = place;
			const count = row.counts[report.column(0)];

			body.append(make("tr", { class: hit(row.text) }, share(count, whole), number(count),
				sampled() ? error(count) : null, runs ? number(row.executions) : null,
				branches ? number(row.taken) : null,
				branches ? number(row.branch ? Number(row.executions) - row.taken : 0) : null,
				make("td", { class: "number line" }, row.address.toString(16)),
				make("td", { class: "text" }, row.text === null ? "[unknown]" : row.text)));
		}
		return [make("table", { class: "source" }, head([...names, "code"]), body)];
	}

	function show() {
		const at = Math.max(select.selectedIndex, 0);

		fill();
		select.selectedIndex = at;
		const code = codes[at];

		if (!code)
			return;
		const rows = rowsOf(code);
		const whole = rows.reduce((sum, row) => sum + Number(row.counts[report.column(0)]), 0);

		missing.textContent = code.code.missing === "disassembler" ?
			"There are no instructions here: pmc was built without Zydis, or it is not installed." :
			code.code.missing === "code" ?
				"Some of the code is unknown: neither the file nor the profile has its bytes." : "";
		body.replaceChildren(...(view.source ? showLines(rows, whole) :
			showInstructions(rows, whole)));
	}

	return {
		element: make("div", {},
			make("div", { class: "tools" }, make("label", { for: "function" }, "Function"), select,
				toggle), missing, body),
		show,
		search(test) {
			view.test = test;
			show();
		},
		has: row => codes.some(code => code.row === row),
		open(row) {
			if (!select.options.length)
				fill();
			select.selectedIndex = codes.findIndex(code => code.row === row);
		},
	};
}
