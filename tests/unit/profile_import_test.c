/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of other tools: callgrind.out with and without addresses, collapsed stacks, and what is
 * refused. The expected numbers were added up by hand from the texts. tests/cli/script_test.sh
 * compares with perf and with callgrind_annotate.
 */
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>

#include "tests/tap.h"

static struct pmc_profile *open_text(const char *text)
{
	struct pmc_profile *p = NULL;
	struct pmc_diag diag = { 0 };

	if (pmc_profile_open_memory(text, strlen(text), "text", &p, &diag))
		note("%s", diag.sentence);
	return p;
}

static const struct pmc_profile_symbol *symbol_of(const struct pmc_profile *p, unsigned object,
						  uint64_t address)
{
	static struct pmc_profile_symbol s;
	size_t i;

	for (i = 0; !pmc_profile_symbol_at(p, i, &s); i++)
		if (s.object == object && address - s.address < s.size)
			return &s;
	return NULL;
}

/* The counts of one event at all places of a function. */
static uint64_t self(const struct pmc_profile *p, const char *function, unsigned event)
{
	const struct pmc_profile_symbol *s;
	struct pmc_place place;
	uint64_t sum = 0;
	size_t i;

	for (i = 0; !pmc_profile_place_at(p, i, &place); i++) {
		s = symbol_of(p, place.object, place.address);
		if (s && !strcmp(s->name, function))
			sum += place.counts[event];
	}
	return sum;
}

static const char *function_at(const struct pmc_profile *p, unsigned object, uint64_t address)
{
	const struct pmc_profile_symbol *s = symbol_of(p, object, address);

	return s ? s->name : "?";
}

/* The function, the line and the first count of each place, as pmc's symbols tell them. */
static const char *places_of(const struct pmc_profile *p)
{
	static char text[1024];
	struct pmc_symbols *symbols;
	struct pmc_symbol function;
	struct pmc_place place;
	struct pmc_line line;
	size_t at = 0, i;
	int object;

	text[0] = 0;
	if (pmc_symbols_create(0, NULL, &symbols))
		return "no memory";
	for (i = 0; !pmc_profile_place_at(p, i, &place) && at < sizeof(text) - 128; i++) {
		object = pmc_symbols_profile_object(symbols, p, place.object, NULL);
		if (pmc_symbols_find(symbols, object, place.address, &function))
			function = (struct pmc_symbol){ .name = "?" };
		if (pmc_symbols_lines(symbols, object, place.address, &line, 1) != 1)
			line = (struct pmc_line){ .file = "?" };
		at += (size_t)snprintf(text + at, 128, "%s+%llu %s:%u %llu, ", function.name,
				       (unsigned long long)(place.address - function.start),
				       line.file, line.line, (unsigned long long)place.counts[0]);
	}
	pmc_symbols_destroy(symbols);
	return text;
}

/* Names by number, subpositions by difference, inlined files, a call with fewer costs. */
static const char lines[] = "# callgrind format\n"
			    "version: 1\n"
			    "creator: by hand\n"
			    "pid: 77\n"
			    "cmd: ./prog 'a b'\n"
			    "positions: line\n"
			    "events: Ir Dr I1mr\n"
			    "summary: 175 6 1\n"
			    "\n"
			    "ob=(1) /bin/prog\n"
			    "fl=(1) main.c\n"
			    "fn=(1) main\n"
			    "10 5 1 1\n"
			    "+2 7\n"
			    "cob=(2) /lib/libx.so\n"
			    "cfi=(2) x.c\n"
			    "cfn=(2) step\n"
			    "calls=3 20\n"
			    "* 150 3\n"
			    "-1 1 1\n"
			    "fi=(3) inline.h\n"
			    "7 2\n"
			    "fe=(1)\n"
			    "12 4\n"
			    "\n"
			    "ob=(2)\n"
			    "fl=(2)\n"
			    "fn=(2)\n"
			    "20 100 3\n"
			    "21 50 0\n"
			    "fn=(3) rest\n"
			    "30 6 1\n"
			    "totals: 175 6 1\n";

static void callgrind_lines(void)
{
	struct pmc_profile *p = open_text(lines);
	struct pmc_profile_info info;
	struct pmc_profile_event event;
	struct pmc_profile_object object;
	struct pmc_edge edge;

	if (!ok(p, "a callgrind file of lines is read"))
		return;
	pmc_profile_info(p, &info);
	is_int(info.format, PMC_PROFILE_CALLGRIND, "its format");
	is_str(info.command, "./prog 'a b'", "its command");
	is_int(info.quality, PMC_MODELLED, "misses come from a model");
	ok(!pmc_profile_event_at(p, 0, &event) && event.quality == PMC_EXACT &&
		   event.total == 175 && !strcmp(event.name, "Ir"),
	   "instructions are exact, and add up to the file's total");
	ok(!pmc_profile_event_at(p, 1, &event) && event.total == 6, "so do loads");
	ok(!pmc_profile_event_at(p, 2, &event) && event.total == 1, "and misses");
	ok(info.places == 7 && !info.notes, "lines of a function, also of inlined files");
	is_u64(self(p, "main", 0), 19, "what main did itself");
	is_u64(self(p, "step", 0), 150, "what step did");
	is_u64(self(p, "rest", 0), 6, "and the rest");
	ok(!pmc_profile_edge_at(p, 0, &edge) && edge.kind == PMC_EDGE_CALL && edge.count == 3 &&
		   edge.inclusive && edge.inclusive[0] == 150 && edge.inclusive[1] == 3 &&
		   edge.inclusive[2] == 0,
	   "a call with what passed in it");
	is_str(function_at(p, edge.from_object, edge.from), "main", "from main");
	is_str(function_at(p, edge.to_object, edge.to), "step", "to step");
	ok(!pmc_profile_object_at(p, edge.to_object, &object) &&
		   !strcmp(object.path, "/lib/libx.so") && object.kind == PMC_OBJECT_FILE,
	   "in another object");
	is_str(symbol_of(p, edge.to_object, edge.to)->file, "x.c", "whose source is known");
	is_str(places_of(p),
	       "main+0 main.c:10 5, main+1 main.c:12 11, main+2 main.c:11 1, "
	       "main+3 inline.h:7 2, step+1 x.c:20 100, step+2 x.c:21 50, rest+0 x.c:30 6, ",
	       "lines of functions, also of inlined files");
	pmc_profile_close(p);
}

static const char instructions[] = "positions: instr line\n"
				   "events: Ir\n"
				   "ob=/bin/prog\n"
				   "fl=main.c\n"
				   "fn=main\n"
				   "0x1000 10 1\n"
				   "+4 * 1\n"
				   "jcnd=3/4 0x1020 12\n"
				   "* *\n"
				   "+2 +1 4\n"
				   "calls=2 0x2000 40\n"
				   "* * 20\n"
				   "fn=step\n"
				   "0x2000 40 10\n"
				   "+0x10 41 10\n";

static void callgrind_instructions(void)
{
	static const struct {
		uint64_t address, count;
	} want[] = { { 0x1000, 1 }, { 0x1004, 1 }, { 0x1006, 4 }, { 0x2000, 10 }, { 0x2010, 10 } };
	struct pmc_profile *p = open_text(instructions);
	struct pmc_place place;
	struct pmc_edge edge;
	size_t i, bad = 0;

	if (!ok(p, "a callgrind file of instructions is read"))
		return;
	for (i = 0; !pmc_profile_place_at(p, i, &place) && i < 5; i++)
		bad += place.address != want[i].address || place.counts[0] != want[i].count;
	ok(i == 5 && !bad && pmc_profile_place_at(p, i, &place), "the object's own addresses");
	ok(!pmc_profile_edge_at(p, 0, &edge) && edge.kind == PMC_EDGE_JUMP && edge.from == 0x1004 &&
		   edge.to == 0x1020 && edge.count == 3 && !edge.inclusive,
	   "a conditional jump, so often taken");
	ok(!pmc_profile_edge_at(p, 1, &edge) && edge.kind == PMC_EDGE_CALL && edge.from == 0x1006 &&
		   edge.to == 0x2000 && edge.count == 2 && edge.inclusive[0] == 20,
	   "a call");
	is_str(function_at(p, 0, 0x2008), "step", "functions cover their addresses");
	is_str(places_of(p),
	       "main+0 main.c:10 1, main+4 main.c:10 1, main+6 main.c:11 4, step+0 main.c:40 10, "
	       "step+16 main.c:41 10, ",
	       "lines of instructions");
	pmc_profile_close(p);
}

static void collapsed(void)
{
	struct pmc_profile *p = open_text("# made by hand\r\nmain;run;step 42\r\nmain;run 3\n\n"
					  "main;a b::c(int);step 1.75\nmain;run;step 8");
	struct pmc_profile_info info;
	struct pmc_stack stack;

	if (!ok(p, "collapsed stacks are read"))
		return;
	pmc_profile_info(p, &info);
	ok(info.format == PMC_PROFILE_COLLAPSED && info.quality == PMC_SAMPLED &&
		   info.stacks == 3 && info.places == 2 && info.symbols == 4,
	   "three stacks, which end in two of four functions");
	is_u64(self(p, "step", 0), 51, "what step did, the last line without an end included");
	is_u64(self(p, "run", 0), 3, "what run did");
	is_u64(self(p, "main", 0), 0, "main did nothing itself");
	ok(!pmc_profile_stack_at(p, 0, &stack) && stack.n == 2 && stack.counts[0] == 3 &&
		   !strcmp(stack.frames[0].name, "run") && !strcmp(stack.frames[1].name, "main"),
	   "the innermost frame is the first");
	ok(!pmc_profile_stack_at(p, 1, &stack) && stack.n == 3 && stack.counts[0] == 50,
	   "equal stacks are one");
	pmc_profile_close(p);
}

static void refused(const char *text, int error, const char *sentence)
{
	struct pmc_profile *p = NULL;
	struct pmc_diag diag = { 0 };
	int err = pmc_profile_open_memory(text, strlen(text), "text", &p, &diag);

	if (!ok(err == error && strstr(diag.sentence, sentence), "refused: %s", sentence))
		note("  got %d, %s", err, diag.sentence);
	pmc_profile_close(p);
}

/* The text with another line for a part of it. */
static const char *with(const char *text, const char *part, const char *other)
{
	static char changed[4096];
	const char *at = strstr(text, part);

	snprintf(changed, sizeof(changed), "%.*s%s%s", (int)(at - text), text, other,
		 at + strlen(part));
	return changed;
}

static void refuses(void)
{
	struct pmc_profile *p;
	struct pmc_note n;

	refused("hello\n", -EPROTO, "text: this is not a profile that pmc knows");
	refused(with(lines, "21 50 0", "21 5x"), -EPROTO, "text:30: a cost is no number");
	refused(with(lines, "21 50 0", "21 1 2 3 4"), -EPROTO,
		"text:30: there are more costs than events");
	refused(with(lines, "fl=(2)", "fl=(9)"), -EPROTO, "text:27: this number has no name");
	refused(with(lines, "fl=(2)", "what is this"), -EPROTO,
		"text:27: this is no line of callgrind's format");
	refused(with(lines, "positions: line", "positions: where"), -EPROTO,
		"text:6: positions are 'instr', 'line' or both");
	refused(with(lines, "calls=3 20", "calls=x 20"), -EPROTO,
		"text:18: how often is no number");
	refused("# callgrind format\n1 2\n", -EPROTO,
		"text:2: a cost stands before the line 'events:'");
	refused("# callgrind format\n", -EPROTO, "there is no line 'events:'");
	refused("events: Ir\n", -ENODATA, "text: the profile has no counts");
	refused("a;b 3\nno count here\n", -EPROTO, "text:2: this is no stack with a count");
	p = open_text(with(lines, "fn=(3) rest\n30 6 1\ntotals: 175 6 1\n", ""));
	ok(p && !pmc_profile_note_at(p, 0, &n) && n.pid == -1 &&
		   strstr(n.text, "ends early: of the first event it has 169 of 175"),
	   "a callgrind file that ends early is read, with a note");
	pmc_profile_close(p);
}

int main(void)
{
	callgrind_lines();
	callgrind_instructions();
	collapsed();
	refuses();
	return done();
}
