/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the data, and puts the views into the page. */

/* What the views ask: the profile, the event that is shown, names and colours of frames. */
function reportOf(data) {
	const events = data.events.length, columns = events * data.files.length;
	const tables = new Map(), inclusive = new Map();
	const report = {
		data, shown: 0,
		diff: data.kind === "diff",
		widthSide: data.files.length - 1,
		tree: data.flame.data === undefined ? null : readTree(data.flame, columns),
		column: side => side * events + report.shown,
		event: () => data.events[report.shown],
		sides: () => report.event().sides,
		rows(table) {
			if (!tables.has(table))
				tables.set(table, readTable(table, data.texts, columns));
			return tables.get(table);
		},
		/* Inclusive counts by row of the first table. */
		inclusive() {
			const column = report.column(0);

			if (!inclusive.has(column))
				inclusive.set(column, inclusiveCounts(report.tree, column));
			return inclusive.get(column);
		},
		frame(frame) {
			const number = frameNumber(frame);

			if (frame < 0)
				return { name: "all", object: "" };
			if (frameKind(frame) === FRAME_PROCESS)
				return { name: data.flame.processes[number], object: "" };
			if (frameKind(frame) === FRAME_REST)
				return { name: "[too small to show]", object: "" };
			const [name, object] = report.rows(data.tables[0])[number].cells;

			return { name, object };
		},
	};

	report.palette = paletteOf(report);
	const colours = new Map(report.palette);

	/* Where all is one object, colours tell functions apart instead. */
	report.colour = frame => frameKind(frame) !== FRAME_FUNCTION ? "c7" : colours.size > 1 ?
		colours.get(report.frame(frame).object) || "c7" :
		"c" + hash(report.frame(frame).name) % 7;
	return report;
}

function hash(text) {
	let h = 0;

	for (let i = 0; i < text.length; i++)
		h = (h * 31 + text.charCodeAt(i)) >>> 0;
	return h;
}

/* The objects with the greatest counts, and their colours. */
function paletteOf(report) {
	const objects = report.data.tables.find(table => table.id === "objects");
	const rows = objects ? report.rows(objects).slice() : [];

	rows.sort((a, b) => compareValues(b.counts[0], a.counts[0]));
	return rows.slice(0, 7).map((row, i) => [row.cells[0], "c" + i]);
}

/* ---- Tabs, as the ARIA Authoring Practices Guide has them ---- */

function tabsOf(tabs, shown) {
	const bar = make("div", { class: "tabs", role: "tablist", "aria-label": "views" });
	const panels = make("main", {});

	function choose(at, focus) {
		tabs.forEach((tab, i) => {
			tab.button.setAttribute("aria-selected", i === at);
			tab.button.tabIndex = i === at ? 0 : -1;
			tab.panel.hidden = i !== at;
		});
		if (focus)
			tabs[at].button.focus();
		shown(at);
	}

	tabs.forEach((tab, i) => {
		tab.button = make("button", {
			type: "button", role: "tab", id: "tab-" + tab.id, "aria-controls": "panel-" + tab.id,
			onclick: () => choose(i, false),
		}, tab.name);
		tab.panel = make("section", {
			role: "tabpanel", id: "panel-" + tab.id, "aria-labelledby": "tab-" + tab.id,
		}, tab.view.element);
		bar.append(tab.button);
		panels.append(tab.panel);
	});
	bar.addEventListener("keydown", event => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const at = tabs.findIndex(tab => tab.button === document.activeElement);

		if (!step || at < 0)
			return;
		choose((at + step + tabs.length) % tabs.length, true);
		event.preventDefault();
	});
	return { bar, panels, choose };
}

function viewsOf(report) {
	const names = { functions: "Functions", lines: "Lines", objects: "Objects",
		threads: "Threads" };
	const why = report.data.flame.why;
	const flame = report.tree ? flameView(report) :
		{ element: make("p", { class: "why", id: "why" }, why[0].toUpperCase() + why.slice(1) + "."),
			show() {}, search() {} };
	const tabs = [{ id: "flame", name: "Flame graph", view: flame },
		...report.data.tables.map(table =>
			({ id: table.id, name: names[table.id], view: tableView(report, table) }))];

	if (report.data.code && report.data.code.length)
		tabs.push({ id: "code", name: "Code", view: codeView(report) });
	return tabs;
}

/* ---- The rest of the page ---- */

function themeButton() {
	const themes = ["as the system", "dark", "light"];
	let at = 0;
	const button = make("button", {
		type: "button", id: "theme",
		onclick: () => {
			at = (at + 1) % themes.length;
			if (at)
				document.documentElement.dataset.theme = themes[at];
			else
				delete document.documentElement.dataset.theme;
			button.textContent = "Colours: " + themes[at];
		},
	}, "Colours: " + themes[0]);

	return button;
}

function eventChoice(report, changed) {
	const select = make("select", {
		id: "event",
		onchange: () => {
			report.shown = select.selectedIndex;
			changed();
		},
	}, ...report.data.events.map(event => make("option", {}, event.name)));

	return report.data.events.length < 2 ? null :
		make("label", {}, "Event ", select);
}

function searchField(changed) {
	const wrong = make("span", { id: "wrong", role: "alert" });
	const field = make("input", {
		type: "search", id: "search", placeholder: "text, or /expression/",
		"aria-label": "search in names and code", spellcheck: "false", autocomplete: "off",
		oninput: () => {
			const test = searcher(field.value);

			wrong.textContent = test instanceof Error ? "This expression is wrong." : "";
			if (!(test instanceof Error))
				changed(test);
		},
	});

	document.addEventListener("keydown", event => {
		const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);

		if (event.key === "/" && !typing && !event.ctrlKey && !event.altKey && !event.metaKey) {
			field.focus();
			field.select();
			event.preventDefault();
		} else if (event.key === "Escape" && event.target === field && field.value) {
			field.value = "";
			field.dispatchEvent(new Event("input"));
		}
	});
	return { element: make("label", { class: "search" }, "Search ", field, wrong), field };
}

function start() {
	const report = reportOf(JSON.parse(document.getElementById("data").textContent));
	const tabs = viewsOf(report);
	let shown = 0, test = null;
	const current = () => tabs[shown].view;
	const show = () => test ? current().search(test) : current().show();
	const { bar, panels, choose } = tabsOf(tabs, at => {
		shown = at;
		if (tabs[at].searched !== test)
			current().search(test);
		else
			current().show();
		tabs[at].searched = test;
	});
	const search = searchField(wanted => {
		test = tabs[shown].searched = wanted;
		current().search(test);
	});
	const code = tabs.findIndex(tab => tab.id === "code");

	report.canOpen = (table, row) => table.id === "functions" &&
		((code >= 0 && tabs[code].view.has(row.number)) || report.tree);
	report.open = (table, row) => {
		if (code >= 0 && tabs[code].view.has(row.number)) {
			tabs[code].view.open(row.number);
			choose(code, true);
			return;
		}
		search.field.value = row.cells[0];
		test = searcher(row.cells[0]);
		choose(0, true);
	};
	document.getElementById("tools").append(...[search.element, eventChoice(report, show),
		themeButton()].filter(Boolean));
	document.getElementById("views").append(bar, panels);
	choose(report.tree ? 0 : 1, false);
	window.addEventListener("resize", () => {
		if (tabs[shown].id === "flame")
			current().show();
	});
	document.documentElement.dataset.ready = "yes";
}

if (typeof document !== "undefined")
	start();
