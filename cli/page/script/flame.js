/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flame graph. Only boxes that can be seen are elements: those wider than some pixels, on rows
 * within the window. The keyboard moves through the tree, not through the elements.
 */

const ROW = 20, NARROWEST = 2, WITH_TEXT = 26;

function flameView(report) {
	const { tree } = report;
	const view = { focus: 0, current: 0, upwards: false, by: "name", matches: null };
	const canvas = make("div", { class: "canvas" });
	const graph = make("div", {
		class: "graph", id: "graph", tabindex: "0", role: "tree",
		"aria-label": "flame graph: arrows move, Enter zooms, Backspace zooms out",
	}, canvas);
	const about = make("p", { class: "about", id: "about", role: "status" });
	let boxes = [];

	/* ---- What boxes say ---- */

	const sides = () => report.sides();
	const column = () => report.column(report.widthSide);

	function description(node) {
		const { name, object } = report.frame(tree.frame[node]);
		const parts = [object ? `${name} in ${object}` : name];

		sides().forEach((side, i) => {
			const count = tree.total[report.column(i)][node];
			const word = report.diff ? (i ? " after" : " before") : "";
			const error = deviation(side, count);

			parts.push(`${grouped(count)} ${report.event().name}${word}, ` +
				`${percentText(count, tree.total[report.column(i)][0])}` +
				(error ? ` ± ${error.toFixed(2)}` : ""));
		});
		if (report.diff) {
			const [before, after] = [0, 1].map(i => tree.total[report.column(i)][node]);

			parts.push(differenceText(before, after) +
				(isNoise(sides(), before, after) ? ", which may be chance" : ""));
		}
		const own = tree.own[column()][node];

		parts.push(`itself ${grouped(own)}`);
		return parts.join(" · ");
	}

	function shade(node) {
		const [before, after] = [0, 1].map(i => tree.total[report.column(i)][node]);
		const whole = Math.max(...[0, 1].map(i => tree.total[report.column(i)][0]));
		const change = whole ? (after - before) / whole : 0, size = Math.abs(change);

		if (size < 0.0005 || isNoise(sides(), before, after))
			return "same";
		return (change < 0 ? "less" : "more") + (size < 0.01 ? 1 : size < 0.05 ? 2 : 3);
	}

	function classOf(box) {
		const frame = tree.frame[box.node], kind = frameKind(frame);
		let name = "box";

		if (kind === FRAME_REST)
			name += " rest";
		else
			name += " " + (report.diff ? shade(box.node) : report.colour(frame));
		if (box.above)
			name += " above";
		if (view.matches)
			name += box.node && view.matches(frame) ? " hit" : " miss";
		if (box.node === view.current)
			name += " current";
		return name;
	}

	/* ---- Drawing ---- */

	const rowOf = (depth, rows) => view.upwards ? rows - 1 - depth : depth;

	function element(box, rows, width) {
		const { name } = report.frame(tree.frame[box.node]);
		const wide = box.width * width;
		const mark = report.diff ? { l: "▼ ", m: "▲ " }[shade(box.node)[0]] || "" : "";
		const e = make("div", {
			class: classOf(box), role: "treeitem", id: "box" + box.node,
			"aria-level": tree.depth[box.node] + 1,
			"aria-label": wide < WITH_TEXT ? name : null,
		}, wide < WITH_TEXT ? "" : mark + name);

		e.dataset.node = box.node;
		e.style.left = box.x * 100 + "%";
		e.style.width = `max(calc(${box.width * 100}% - 1px), 1px)`;
		e.style.top = rowOf(tree.depth[box.node], rows) * ROW + "px";
		return e;
	}

	function draw() {
		const width = graph.clientWidth || 1000;

		boxes = layOut(tree, column(), view.focus, NARROWEST / width, view.by);
		view.rows = 1 + boxes.reduce((most, box) => Math.max(most, tree.depth[box.node]), 0);
		canvas.style.height = view.rows * ROW + "px";
		paint();
	}

	/* Makes elements of the boxes within the window, and some rows around it. */
	function paint() {
		const width = graph.clientWidth || 1000;
		const first = Math.floor(graph.scrollTop / ROW) - 10;
		const last = first + Math.ceil((graph.clientHeight || 600) / ROW) + 20;
		const shown = boxes.filter(box => {
			const row = rowOf(tree.depth[box.node], view.rows);

			return row >= first && row <= last;
		});

		canvas.replaceChildren(...shown.map(box => element(box, view.rows, width)));
		graph.setAttribute("aria-activedescendant", "box" + view.current);
		about.textContent = description(view.current) + matchText();
	}

	function matchText() {
		if (!view.matches)
			return "";
		const count = matchedCount(tree, column(), view.matches);

		return ` · found: ${grouped(count)}, ${percentText(count, tree.total[column()][0])}`;
	}

	/* ---- Moving ---- */

	function reveal() {
		const top = rowOf(tree.depth[view.current], view.rows) * ROW;

		if (top < graph.scrollTop)
			graph.scrollTop = top;
		else if (top + ROW > graph.scrollTop + graph.clientHeight)
			graph.scrollTop = top + ROW - graph.clientHeight;
	}

	function select(node) {
		view.current = node;
		reveal();
		paint();
	}

	function zoom(node) {
		view.focus = view.current = node;
		draw();
		reveal();
	}

	function drawnCallees(node) {
		const drawn = new Set(boxes.map(box => box.node));
		const list = calleesOf(tree, node).filter(i => drawn.has(i));

		return view.by === "count" ?
			list.sort((a, b) => tree.total[column()][b] - tree.total[column()][a]) : list;
	}

	function largest(node) {
		const total = tree.total[column()];

		return drawnCallees(node).reduce((best, i) => best < 0 || total[i] > total[best] ? i : best,
			-1);
	}

	function beside(node, step) {
		if (!node)
			return -1;
		const list = drawnCallees(tree.parent[node]);
		const at = list.indexOf(node) + step;

		return at >= 0 && at < list.length ? list[at] : -1;
	}

	function move(key) {
		const deeper = view.upwards ? "ArrowUp" : "ArrowDown";
		const back = view.upwards ? "ArrowDown" : "ArrowUp";
		const to = {
			[deeper]: () => largest(view.current),
			[back]: () => tree.parent[view.current],
			ArrowLeft: () => beside(view.current, -1),
			ArrowRight: () => beside(view.current, 1),
			Home: () => 0,
		}[key];

		if (!to)
			return false;
		const node = to();

		if (node >= 0)
			select(node);
		return true;
	}

	graph.addEventListener("keydown", event => {
		if (event.ctrlKey || event.altKey || event.metaKey)
			return;
		if (event.key === "Enter" || event.key === " ")
			zoom(view.current);
		else if (event.key === "Backspace")
			zoom(Math.max(tree.parent[view.focus], 0));
		else if (event.key === "Escape")
			zoom(0);
		else if (!move(event.key))
			return;
		event.preventDefault();
	});
	graph.addEventListener("click", event => {
		const box = event.target.closest(".box");

		if (box)
			zoom(Number(box.dataset.node));
	});
	graph.addEventListener("mouseover", event => {
		const box = event.target.closest(".box");

		if (box) {
			const text = description(Number(box.dataset.node)) + matchText();

			box.title = about.textContent = text;
		}
	});
	graph.addEventListener("scroll", paint);

	/* ---- Around it ---- */

	const button = (text, act, properties) =>
		make("button", Object.assign({ type: "button", onclick: act }, properties), text);
	const turn = button("Root below", () => {
		view.upwards = !view.upwards;
		turn.setAttribute("aria-pressed", view.upwards);
		draw();
		graph.scrollTop = view.upwards ? graph.scrollHeight : 0;
	}, { "aria-pressed": "false", id: "turn" });
	const order = button("Largest first", () => {
		view.by = view.by === "name" ? "count" : "name";
		order.setAttribute("aria-pressed", view.by === "count");
		draw();
	}, { "aria-pressed": "false", id: "order" });
	const before = button("Widths before", () => {
		report.widthSide = 1 - report.widthSide;
		before.setAttribute("aria-pressed", report.widthSide === 0);
		draw();
	}, { "aria-pressed": "false", id: "before" });
	const tools = make("div", { class: "tools" },
		button("Whole graph", () => zoom(0), { id: "whole" }), turn, order,
		report.diff ? before : null, legend(report));

	return {
		element: make("div", {}, tools, flameNotes(report), graph, about),
		show: draw,
		search(test) {
			view.matches = test && (frame => test(report.frame(frame).name));
			draw();
		},
		view,
	};
}

/* What colours mean. */
function legend(report) {
	const entries = report.diff ?
		[["less2", "▼ less than before"], ["same", "no more than chance"],
			["more2", "▲ more than before"]] :
		report.palette.length > 1 ? report.palette.map(([object, colour]) => [colour, object]) : [];

	return make("ul", { class: "legend", "aria-label": "colours" },
		...entries.map(([colour, text]) =>
			make("li", {}, make("span", { class: "swatch " + colour }), text)));
}

/* What the graph does not show. */
function flameNotes(report) {
	const { tree } = report, notes = [];
	const dropped = report.data.flame.dropped;

	if (dropped)
		notes.push(`${grouped(dropped)} frames are too small for this page; they are in boxes ` +
			"named [too small to show]. pmc script --to collapsed has them all.");
	report.data.events.forEach((event, i) => event.sides.forEach((side, s) => {
		const chains = tree.total[s * report.data.events.length + i][0];

		if (chains < Number(side.total))
			notes.push(`${percentText(chains, side.total)} of ${event.name} ` +
				(report.diff ? (s ? "after " : "before ") : "") + "have call chains.");
		if (Number(side.total) > Number.MAX_SAFE_INTEGER)
			notes.push(`Counts of ${event.name} are rounded here to 16 digits; the tables ` +
				"have all of them.");
	}));
	return make("ul", { class: "notes" }, ...notes.map(note => make("li", {}, note)));
}
