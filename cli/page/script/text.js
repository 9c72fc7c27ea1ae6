/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as people read them, and what they are worth. */

/* "1,234,567" */
function grouped(number) {
	return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function percentOf(count, total) {
	return Number(total) ? 100 * Number(count) / Number(total) : 0;
}

function percentText(count, total) {
	return percentOf(count, total).toFixed(2) + " %";
}

/* How many samples a count stands for; 0: it is exact. side: { total, samples } of an event. */
function samplesOf(side, count) {
	const total = Number(side.total);

	return total ? Number(count) * (Number(side.samples) / total) : 0;
}

/* One standard deviation of a sampled share, in points of percent: n samples vary by the root of n. */
function deviation(side, count) {
	const samples = samplesOf(side, count);

	return samples > 0 ? percentOf(count, side.total) / Math.sqrt(samples) : 0;
}

/* Do counts so different prove nothing? As pmc diff has it: 99 % of what arises by chance. */
function isNoise(sides, before, after) {
	let variance = 0;

	[before, after].forEach((count, i) => {
		const samples = samplesOf(sides[i], count);

		if (samples > 0)
			variance += samples * (Number(count) / samples) ** 2;
	});
	const difference = Number(after) - Number(before);

	return variance > 0 && difference * difference <= 2.576 * 2.576 * variance;
}

/* after - before with all its digits. */
function difference(before, after) {
	const exact = typeof before === "bigint" || typeof after === "bigint";

	return exact ? BigInt(after) - BigInt(before) : after - before;
}

function differenceText(before, after) {
	const d = difference(before, after);

	return d > 0 ? "+" + grouped(d) : d < 0 ? "−" + grouped(-d) : "0";
}

function changeText(before, after) {
	const b = Number(before), a = Number(after);

	if (!b)
		return a ? "from 0" : "";
	return (a > b ? "+" : a < b ? "−" : "") + (100 * Math.abs(a - b) / b).toFixed(2) + " %";
}

/*
 * Makes a test of what the user searches: text, whatever its case; between slashes a regular
 * expression. null: nothing is searched; an Error: the expression is wrong.
 */
function searcher(typed) {
	const expression = /^\/(.+)\/(i?)$/.exec(typed);

	if (!typed)
		return null;
	if (expression) {
		try {
			const test = new RegExp(expression[1], expression[2]);

			return text => test.test(text);
		} catch (error) {
			return error;
		}
	}
	const wanted = typed.toLowerCase();

	return text => text.toLowerCase().includes(wanted);
}

/* The file's name without folders. */
function fileName(path) {
	return path.slice(path.lastIndexOf("/") + 1) || path;
}

/* ---- Elements ---- */

/* Makes an element. Texts of others go in as text, never as markup. */
function make(name, properties, ...children) {
	const element = document.createElement(name);

	for (const [key, value] of Object.entries(properties || {})) {
		if (key === "class")
			element.className = value;
		else if (key.startsWith("on"))
			element.addEventListener(key.slice(2), value);
		else if (value !== null && value !== undefined && value !== false)
			element.setAttribute(key, value === true ? "" : value);
	}
	element.append(...children.filter(child => child !== null && child !== undefined));
	return element;
}
