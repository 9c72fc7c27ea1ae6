/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables: sorted by any column, filtered by the search, some hundred rows at a time. */

const STEP = 250;

/* The columns of counts for the event that is shown. value: what sorts; text: what is read. */
function countColumns(report, table) {
	const side = i => report.sides()[i], count = (row, i) => row.counts[report.column(i)];

	if (report.diff)
		return [
			{ name: "before", value: row => count(row, 0), text: row => grouped(count(row, 0)) },
			{ name: "after", value: row => count(row, 1), text: row => grouped(count(row, 1)) },
			{
				name: "difference", sizes: true,
				value: row => difference(count(row, 0), count(row, 1)),
				text: row => (isNoise(report.sides(), count(row, 0), count(row, 1)) &&
					count(row, 0) !== count(row, 1) ? "~ " : "") +
					differenceText(count(row, 0), count(row, 1)),
			},
			{
				name: "percent", sizes: true,
				value: row => Number(count(row, 0)) ?
					Number(count(row, 1)) / Number(count(row, 0)) - 1 :
					Number(count(row, 1)) ? Infinity : 0,
				text: row => changeText(count(row, 0), count(row, 1)),
			},
		];
	const columns = [{
		name: "percent", bar: row => percentOf(count(row, 0), side(0).total),
		value: row => count(row, 0), text: row => percentText(count(row, 0), side(0).total),
	}];

	if (Number(side(0).samples))
		columns.push({
			name: "±", value: row => deviation(side(0), count(row, 0)),
			text: row => deviation(side(0), count(row, 0)).toFixed(2),
		});
	columns.push({
		name: report.event().name, value: row => count(row, 0),
		text: row => grouped(count(row, 0)),
	});
	if (table.id === "functions" && report.tree) {
		const inclusive = row => report.inclusive().get(row.number) || 0;

		columns.push({
			name: "with callees", bar: row => percentOf(inclusive(row), side(0).total),
			value: inclusive, text: row => percentText(inclusive(row), side(0).total),
		}, { name: "with callees, count", value: inclusive,
			text: row => grouped(inclusive(row)) });
	}
	return columns;
}

function keyColumns(table) {
	return table.keys.map((key, k) => ({
		name: key, key: true,
		value: row => row.cells[k],
		text: row => key === "file" ? fileName(row.cells[k]) :
			key === "line" ? row.cells[k] || "" : row.cells[k],
		title: row => key === "file" ? row.cells[k] : null,
	}));
}

function compareValues(a, b) {
	return a < b ? -1 : a > b ? 1 : 0;
}

/* Rows that have anything to show, in order. Equal ones stay as they are. */
function sortRows(rows, column, down) {
	const size = value => value < 0 ? -value : value;
	const value = column.sizes ? row => size(column.value(row)) : column.value;
	const keyed = rows.map((row, i) => ({ row, i, value: value(row) }));

	keyed.sort((a, b) => (down ? compareValues(b.value, a.value) :
		compareValues(a.value, b.value)) || a.i - b.i);
	return keyed.map(entry => entry.row);
}

function tableView(report, table) {
	const rows = report.rows(table);
	const head = make("tr", {}), body = make("tbody", {});
	const more = make("button", { type: "button", class: "more", onclick: () => extend() });
	const found = make("p", { class: "found", role: "status" });
	const view = { sorted: null, down: true, test: null, shown: 0, list: [] };
	let columns = [];

	function heading(column) {
		const sorted = column.name === view.sorted;

		return make("th", {
			scope: "col", class: column.key ? "key" : "number",
			"aria-sort": sorted ? (view.down ? "descending" : "ascending") : "none",
		}, make("button", {
			type: "button",
			onclick: () => {
				view.down = sorted ? !view.down : !column.key;
				view.sorted = column.name;
				show();
			},
		}, column.name + (sorted ? (view.down ? " ▼" : " ▲") : "")));
	}

	function cell(row, column) {
		const content = column.text(row);
		const td = make("td", {
			class: column.key ? "key" : "number", title: column.title && column.title(row),
		});

		if (column.bar)
			td.style.setProperty("--share", Math.min(column.bar(row), 100).toFixed(2) + "%");
		if (column.bar)
			td.classList.add("bar");
		if (column.name === "function" && report.canOpen(table, row))
			td.append(make("button", {
				type: "button", class: "link", onclick: () => report.open(table, row),
			}, String(content)));
		else
			td.append(String(content));
		return td;
	}

	function extend() {
		const next = view.list.slice(view.shown, view.shown + STEP);

		body.append(...next.map(row => make("tr", {}, ...columns.map(c => cell(row, c)))));
		view.shown += next.length;
		more.hidden = view.shown >= view.list.length;
		more.textContent = `Show more (${grouped(view.list.length - view.shown)})`;
	}

	const hasCounts = row => columns.some(c => !c.key && c.value(row));
	const differs = row => row.counts[report.column(0)] !== row.counts[report.column(1)];
	const matches = row => !view.test || row.cells.some(text => view.test(String(text)));

	function show() {
		columns = [...countColumns(report, table), ...keyColumns(table)];
		if (!columns.some(column => column.name === view.sorted))
			view.sorted = report.diff ? "difference" : columns[0].name;
		head.replaceChildren(...columns.map(heading));
		view.list = rows.filter(row => (report.diff ? differs(row) : hasCounts(row)) && matches(row));
		view.list = sortRows(view.list, columns.find(c => c.name === view.sorted), view.down);
		view.shown = 0;
		body.replaceChildren();
		extend();
		found.textContent = view.test ? `found: ${grouped(view.list.length)} rows` :
			report.diff ? `${grouped(view.list.length)} rows differ` : "";
	}

	return {
		element: make("div", {}, found,
			make("table", { class: "rows", id: "table-" + table.id }, make("thead", {}, head), body),
			more),
		show,
		search(test) {
			view.test = test;
			show();
		},
	};
}
