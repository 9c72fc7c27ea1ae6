/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * callgrind.out → a profile. Valgrind's manual describes the format ("Callgrind Format
 * Specification"). What it says of a position (ob, fl, fn, the last subpositions) stays until it is
 * said otherwise; a call or a jump is two lines, of which the second is where it begins.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/diag.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/import/callgrind.h"
#include "lib/profile/import/callgrind_names.h"
#include "lib/profile/import/line.h"

enum pending { PENDING_NONE, PENDING_CALL, PENDING_JUMP };

struct position {
	u64 address, line;
};

struct import {
	struct line_file file;
	const char *name;
	struct pmc_diag *diag;
	struct builder *b;
	struct callgrind_names names;
	struct line exact, modelled; /* events that pmc script says to be so */
	unsigned n_events;
	bool has_address, has_line, has_positions;
	u64 pid, thread_number;
	int process, thread; /* -1: not yet */
	int object;
	const char *fl, *file_now; /* of the function; after fi= or fe= */
	const char *fn;
	u32 function;
	struct position at;
	/* The target of a call, and what stays of a call or a jump until its second line. */
	int to_object;
	const char *to_file, *to_fn;
	enum pending pending;
	struct position target;
	u64 count;
	u64 summary, sum; /* of the first event */
	bool whole;	  /* the last line was seen */
};

bool callgrind_is(const u8 *bytes, size_t n)
{
	struct line_file file = { (const char *)bytes,
				  (const char *)bytes + (n < 8192 ? n : 8192) };
	struct line line;

	while (line_next(&file, &line))
		if (line_take(&line, "# callgrind format") || line_take(&line, "events:"))
			return true;
	return false;
}

static int bad(const struct import *im, const char *what)
{
	return diag_say(im->diag, -EPROTO, "%s:%lu: %s", im->name, im->file.number, what);
}

/* ---- The head ---- */

static bool has_word(struct line line, const char *word)
{
	while (!line_ends(&line)) {
		line_skip_blanks(&line);
		if (line_take(&line, word) && (line.at == line.end || *line.at == ' '))
			return true;
		while (line.at < line.end && *line.at != ' ')
			line.at++;
	}
	return false;
}

/*
 * A count is exact if callgrind sees what it counts; misses come from its models. Of events of
 * other tools nothing is known.
 */
static enum pmc_quality quality_of(const struct import *im, const char *event)
{
	static const char *const exact[] = { "Ir", "Dr", "Dw", "Bc", "Bi", "Ge", "sysCount" };
	static const char *const modelled[] = { "I1mr",	 "D1mr",  "D1mw", "ILmr",    "DLmr",
						"DLmw",	 "Bcm",	  "Bim",  "AcCost1", "SpLoss1",
						"I2mr",	 "D2mr",  "D2mw", "AcCost2", "SpLoss2",
						"ILdmr", "DLdmr", "DLdmw" };
	size_t i;

	for (i = 0; i < sizeof(exact) / sizeof(exact[0]); i++)
		if (!strcmp(event, exact[i]))
			return PMC_EXACT;
	for (i = 0; i < sizeof(modelled) / sizeof(modelled[0]); i++)
		if (!strcmp(event, modelled[i]))
			return PMC_MODELLED;
	if (has_word(im->exact, event))
		return PMC_EXACT;
	return has_word(im->modelled, event) ? PMC_MODELLED : PMC_ESTIMATED;
}

static int read_events(struct import *im, struct line line)
{
	const char *name;
	char text[128];
	int n;

	/* Each part of a file has its head. */
	if (im->n_events)
		return 0;
	while (!line_ends(&line)) {
		for (name = line.at; line.at < line.end && *line.at != ' ' && *line.at != '\t';)
			line.at++;
		n = (int)(line.at - name);
		snprintf(text, sizeof(text), "%.*s", n, name);
		n = builder_event(im->b, text, quality_of(im, text));
		if (n == -E2BIG)
			return bad(im, "it has more than 32 events");
		if (n < 0)
			return n;
		im->n_events++;
	}
	return im->n_events ? 0 : bad(im, "it names no event");
}

static int read_positions(struct import *im, struct line line)
{
	im->has_address = im->has_line = false;
	im->has_positions = true;
	while (!line_ends(&line)) {
		if (line_take(&line, "instr"))
			im->has_address = true;
		else if (line_take(&line, "line"))
			im->has_line = true;
		else
			return bad(im, "positions are 'instr', 'line' or both");
	}
	return 0;
}

/* A line "key: value". 1: it was one; 0: not; -errno. */
static int read_head(struct import *im, struct line line)
{
	char text[1024];
	u64 value;
	int err = 0;

	if (line_take(&line, "events:")) {
		err = read_events(im, line);
	} else if (line_take(&line, "positions:")) {
		err = read_positions(im, line);
	} else if (line_take(&line, "cmd:")) {
		line_skip_blanks(&line);
		snprintf(text, sizeof(text), "%.*s",
			 (int)(line.end - line.at < 1000 ? line.end - line.at : 1000), line.at);
		builder_command(im->b, text);
	} else if (line_take(&line, "pid:")) {
		line_skip_blanks(&line);
		line_number(&line, &im->pid);
	} else if (line_take(&line, "thread:")) {
		line_skip_blanks(&line);
		if (line_number(&line, &value) && value != im->thread_number) {
			im->thread_number = value;
			im->thread = -1;
		}
	} else if (line_take(&line, "summary:")) {
		line_skip_blanks(&line);
		if (line_number(&line, &value))
			im->summary += value;
	} else if (line_take(&line, "desc: exact:")) {
		im->exact = line;
	} else if (line_take(&line, "desc: modelled:")) {
		im->modelled = line;
	} else if (line_take(&line, "totals:")) {
		im->whole = true;
	} else if (line_take(&line, "version:") || line_take(&line, "creator:") ||
		   line_take(&line, "part:") || line_take(&line, "desc:") ||
		   line_take(&line, "event:") || line_take(&line, "target:")) {
		return 1;
	} else {
		return 0;
	}
	return err < 0 ? err : 1;
}

/* ---- Names ---- */

static int add_object(struct import *im, const char *name)
{
	bool known = name && strcmp(name, "???") && *name;

	return builder_object(im->b, known ? PMC_OBJECT_FILE : PMC_OBJECT_UNKNOWN,
			      known ? name : "", NULL, 0, UINT_MAX);
}

static int read_name(struct import *im, enum callgrind_space space, struct line line,
		     const char **name)
{
	*name = callgrind_name(&im->names, space, line);
	return *name ? 1 : bad(im, "this number has no name");
}

/* A line that names an object, a file or a function. 1: it was one; 0: not; -errno. */
static int read_place_name(struct import *im, struct line line)
{
	const char *name;
	int got;

	if (line_take(&line, "ob=")) {
		got = read_name(im, CALLGRIND_OBJECT, line, &name);
		if (got > 0)
			im->object = add_object(im, name);
		return got;
	}
	if (line_take(&line, "cob=")) {
		got = read_name(im, CALLGRIND_OBJECT, line, &name);
		if (got > 0)
			im->to_object = add_object(im, name);
		return got;
	}
	if (line_take(&line, "fl=")) {
		got = read_name(im, CALLGRIND_FILE, line, &im->fl);
		im->file_now = im->fl;
		return got;
	}
	if (line_take(&line, "fi=") || line_take(&line, "fe="))
		return read_name(im, CALLGRIND_FILE, line, &im->file_now);
	if (line_take(&line, "cfi=") || line_take(&line, "cfl="))
		return read_name(im, CALLGRIND_FILE, line, &im->to_file);
	if (line_take(&line, "cfn="))
		return read_name(im, CALLGRIND_FUNCTION, line, &im->to_fn);
	if (line_take(&line, "jfi=") || line_take(&line, "jfl="))
		return read_name(im, CALLGRIND_FILE, line, &name);
	if (line_take(&line, "jfn="))
		return read_name(im, CALLGRIND_FUNCTION, line, &name);
	if (line_take(&line, "fn=")) {
		got = read_name(im, CALLGRIND_FUNCTION, line, &im->fn);
		im->file_now = im->fl;
		return got;
	}
	return 0;
}

/* ---- Costs ---- */

/* One number of a position: as it is, or by how much it differs from the last one. */
static bool read_subposition(struct line *line, u64 before, u64 *value)
{
	u64 by;

	line_skip_blanks(line);
	if (line_take(line, "*")) {
		*value = before;
		return true;
	}
	if (line_take(line, "+")) {
		if (!line_number(line, &by))
			return false;
		*value = before + by;
		return true;
	}
	if (line_take(line, "-")) {
		if (!line_number(line, &by))
			return false;
		*value = before - by;
		return true;
	}
	return line_number(line, value);
}

static bool read_position(struct import *im, struct line *line, struct position *at)
{
	at->address = at->line = 0;
	if (im->has_address && !read_subposition(line, im->at.address, &at->address))
		return false;
	return !im->has_line || read_subposition(line, im->at.line, &at->line);
}

/* What a cost needs: the object, the function and the thread. 0 or -errno. */
static int begin_cost(struct import *im)
{
	if (!im->n_events)
		return bad(im, "a cost stands before the line 'events:'");
	if (im->object < 0)
		im->object = add_object(im, NULL);
	if (im->process < 0)
		im->process = builder_process(im->b, (pid_t)im->pid, 0, UINT_MAX);
	if (im->process >= 0 && im->thread < 0)
		im->thread = builder_thread(
			im->b, (pid_t)(im->thread_number ? im->thread_number : im->pid),
			(unsigned)im->process);
	if (im->object < 0 || im->process < 0 || im->thread < 0)
		return -ENOMEM;
	im->function = callgrind_function(&im->names, (unsigned)im->object, im->fn ? im->fn : "",
					  im->fl);
	return im->names.failed ? -ENOMEM : 0;
}

/* The address of a position in the present function. */
static u64 address_of(struct import *im, const struct position *at)
{
	u64 address = im->has_address ? at->address :
					callgrind_line_address(&im->names, im->function,
							       im->file_now, at->line);

	callgrind_function_has(&im->names, im->function, address, im->file_now, at->line);
	return address;
}

/* The second line of a call or a jump. */
static int add_edge(struct import *im, const u64 *costs)
{
	struct pmc_edge edge = { .kind = im->pending == PENDING_CALL ? PMC_EDGE_CALL :
								       PMC_EDGE_JUMP,
				 .thread = (unsigned)im->thread,
				 .from_object = (unsigned)im->object,
				 .to_object = (unsigned)im->object,
				 .count = im->count };
	const char *to_file;
	u32 to;

	edge.from = address_of(im, &im->at);
	if (im->pending == PENDING_JUMP) {
		/* It may be in another function, and its own costs tell in which. */
		edge.to = im->has_address ? im->target.address : address_of(im, &im->target);
	} else {
		if (im->to_object >= 0)
			edge.to_object = (unsigned)im->to_object;
		edge.inclusive = costs;
		to_file = im->to_file ? im->to_file : im->fl;
		to = callgrind_function(&im->names, edge.to_object, im->to_fn ? im->to_fn : "",
					to_file);
		edge.to = im->has_address ? im->target.address : callgrind_function_address(to);
		/* Its own lines name a function whose name the call does not have. */
		if (im->to_fn)
			callgrind_function_has(&im->names, to, edge.to, to_file, im->target.line);
		im->to_object = -1;
		im->to_file = im->to_fn = NULL;
	}
	im->pending = PENDING_NONE;
	builder_edge(im->b, &edge);
	return im->names.failed ? -ENOMEM : 0;
}

static int read_cost(struct import *im, struct line line)
{
	u64 costs[PMC_PROFILE_EVENTS] = { 0 }, address;
	struct position at;
	unsigned i;
	int err = begin_cost(im);

	if (err)
		return err;
	if (!read_position(im, &line, &at))
		return bad(im, "this is no line of callgrind's format");
	for (i = 0; i < im->n_events && !line_ends(&line); i++)
		if (!line_number(&line, &costs[i]))
			return bad(im, "a cost is no number");
	if (!line_ends(&line))
		return bad(im, "there are more costs than events");
	im->at = at;
	if (im->pending != PENDING_NONE)
		return add_edge(im, costs);
	address = address_of(im, &at);
	for (i = 0; i < im->n_events; i++)
		if (costs[i])
			builder_count(im->b, (unsigned)im->thread, (unsigned)im->object, address, i,
				      costs[i]);
	im->sum += costs[0];
	return 0;
}

/* A line that begins a call or a jump. 1: it was one; 0: not; -errno. */
static int read_transfer(struct import *im, struct line line)
{
	u64 executed;

	if (line_take(&line, "calls=")) {
		im->pending = PENDING_CALL;
	} else if (line_take(&line, "jump=") || line_take(&line, "jcnd=")) {
		im->pending = PENDING_JUMP;
	} else {
		return 0;
	}
	if (!line_number(&line, &im->count) ||
	    (line_take(&line, "/") && !line_number(&line, &executed)))
		return bad(im, "how often is no number");
	if (line_ends(&line)) {
		im->target = (struct position){ 0, 0 };
		return 1;
	}
	if (!read_position(im, &line, &im->target))
		return bad(im, "the target is no position");
	return 1;
}

static int read_line(struct import *im, struct line line)
{
	int got;

	line_skip_blanks(&line);
	if (line.at == line.end || *line.at == '#')
		return 0;
	if ((*line.at >= '0' && *line.at <= '9') || strchr("+-*", *line.at))
		return read_cost(im, line);
	got = read_place_name(im, line);
	if (!got)
		got = read_transfer(im, line);
	if (!got)
		got = read_head(im, line);
	return got > 0 ? 0 : got < 0 ? got : bad(im, "this is no line of callgrind's format");
}

static int read_all(struct import *im)
{
	struct line line;
	int err = 0;

	while (!err && line_next(&im->file, &line))
		err = read_line(im, line);
	if (err)
		return err;
	if (!im->n_events)
		return bad(im, "there is no line 'events:'");
	if (im->file.cut || (!im->whole && im->sum < im->summary))
		builder_warn(im->b, "the file ends early: of the first event it has %llu of %llu",
			     (unsigned long long)im->sum, (unsigned long long)im->summary);
	callgrind_names_finish(&im->names);
	return im->names.failed ? -ENOMEM : 0;
}

int callgrind_import(const u8 *bytes, size_t n, const char *name, struct pmc_profile **profile,
		     struct pmc_diag *diag)
{
	struct import im = { .file = { (const char *)bytes, (const char *)bytes + n },
			     .name = name,
			     .diag = diag,
			     .process = -1,
			     .thread = -1,
			     .object = -1,
			     .to_object = -1,
			     .has_line = true };
	int err = builder_create(PMC_PROFILE_CALLGRIND, false, &im.b);

	if (err)
		return err;
	im.names.b = im.b;
	im.names.seed = table_seed();
	err = read_all(&im);
	callgrind_names_deinit(&im.names);
	if (err)
		builder_destroy(im.b);
	else
		err = builder_finish(im.b, profile);
	return err;
}
