/* SPDX-License-Identifier: BSD-2-Clause */
/* The call graph of a log's samples, as text. */
#include <err.h>
#include <inttypes.h>
#include <pmc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/pmcstat/graph.h"
#include "compat/freebsd/pmcstat/kernel.h"
#include "compat/freebsd/pmcstat/log.h"
#include "compat/freebsd/pmcstat/pmcs.h"
#include "compat/freebsd/pmcstat/process.h"

/* A function, below the one that it calls. */
struct node {
	struct node *next, *callers;
	struct image *image; /* NULL: the kernel */
	uint64_t address;    /* of the function, or of its code if that is unknown */
	const char *function;
	const char *module; /* of the kernel */
	uint64_t samples;
};

/* PMCs with the same event, of several CPUs, have one graph, as in FreeBSD. */
struct event {
	struct event *next;
	char name[PMC_NAME_MAX];
	struct node all;
};

struct graph {
	struct event *events;
	unsigned depth;
	uint64_t samples, unknown; /* unknown: in no image */
};

static void *allocate(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		err(1, NULL);
	return p;
}

/* ---- Building ---- */

static struct event *event_of(struct graph *g, const char *name)
{
	struct event **e = &g->events;

	while (*e && strcmp((*e)->name, name))
		e = &(*e)->next;
	if (!*e) {
		*e = allocate(sizeof(**e));
		snprintf((*e)->name, sizeof((*e)->name), "%s", name);
		(*e)->all.function = (*e)->name;
	}
	return *e;
}

static struct node *caller_of(struct node *callee, struct image *image, uint64_t address)
{
	struct node *n;

	for (n = callee->callers; n; n = n->next)
		if (n->image == image && n->address == address)
			return n;
	n = allocate(sizeof(*n));
	n->image = image;
	n->address = address;
	n->next = callee->callers;
	return callee->callers = n;
}

/* Frames of the kernel without names are one, since its addresses are others at each boot. */
static struct node *add_kernel_frame(struct node *callee, uint64_t pc)
{
	const struct kernel_function *f = kernel_find(pc);
	struct node *n;

	if (!f && !callee->image && !callee->function)
		return callee;
	n = caller_of(callee, NULL, f ? f->start : 0);
	n->function = f ? f->name : NULL;
	n->module = f ? f->module : NULL;
	return n;
}

/* The function of a frame, below the one that it calls; NULL: it lies in no image. */
static struct node *add_frame(struct node *callee, const struct pmclog_ev_callchain *c, uint32_t i)
{
	uint64_t pc = c->pl_pc[i], address;
	/* A call may be the last instruction of its function, and returns behind it. Where the
	 * kernel was entered is no such place. */
	bool returns = i && kernel_has(pc) == kernel_has(c->pl_pc[i - 1]);
	const char *function;
	struct image *image;
	struct node *n;

	if (kernel_has(pc))
		return add_kernel_frame(callee, pc - returns);
	image = process_image((pid_t)c->pl_pid, pc - returns, &address);
	if (!image)
		return NULL;
	function = image_function(image, address, &address);
	n = caller_of(callee, image, function ? address : address + returns);
	n->function = function;
	return n;
}

static void add_chain(struct graph *g, const struct pmclog_ev_callchain *c)
{
	struct event *e = event_of(g, pmcs_event(c->pl_pmcid));
	struct node *callee = &e->all, *n;
	unsigned depth = 0;
	uint32_t i;

	g->samples++;
	for (i = 0; i < c->pl_npc && depth < g->depth; i++) {
		n = add_frame(callee, c, i);
		if (!n && !i)
			break;
		/* No image: as in FreeBSD, the frames around it are shown. */
		if (!n || n == callee)
			continue;
		n->samples++;
		callee = n;
		depth++;
	}
	if (depth)
		e->all.samples++;
	else
		g->unknown++;
}

static void take(const struct pmclog_ev *ev, void *graph)
{
	struct graph *g = graph;

	if (ev->pl_type == PMCLOG_TYPE_CALLCHAIN)
		add_chain(g, &ev->pl_u.pl_cc);
	pmcs_take(ev);
	process_take(ev);
}

/* ---- Printing ---- */

static const char *path_of(const struct node *node)
{
	if (node->image)
		return node->image->path;
	return node->module ? node->module : "[kernel]";
}

/* The most samples first; then by name, so that equal logs have equal graphs. */
static bool before(const struct node *a, const struct node *b)
{
	int order;

	if (a->samples != b->samples)
		return a->samples > b->samples;
	if (!a->image != !b->image)
		return !a->image;
	order = strcmp(path_of(a), path_of(b));
	if (!order && a->function && b->function)
		order = strcmp(a->function, b->function);
	return order ? order < 0 : a->address < b->address;
}

static int compare(const void *a, const void *b)
{
	const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;

	return before(x, y) ? -1 : before(y, x);
}

static struct node **sorted(const struct node *of, size_t *n)
{
	struct node *c, **list;

	for (*n = 0, c = of->callers; c; c = c->next)
		++*n;
	list = allocate((*n + 1) * sizeof(struct node *));
	for (*n = 0, c = of->callers; c; c = c->next)
		list[(*n)++] = c;
	qsort(list, *n, sizeof(struct node *), compare);
	return list;
}

/* The path stands only where it is another one than in the line before. */
static void print_node(const struct node *node, int depth, uint64_t total, const char **path,
		       FILE *out)
{
	const char *image = path_of(node);
	struct node **list;
	char samples[32];
	size_t n, i;

	fprintf(out, "%*s", depth, "");
	if (node->samples == total)
		fputs("100.0% ", out);
	else
		fprintf(out, "%05.2f%% ", 100.0 * (double)node->samples / (double)total);
	snprintf(samples, sizeof(samples), " [%" PRIu64 "] ", node->samples);
	fprintf(out, "%-12s%*s", samples, depth, "");
	if (node->function)
		fputs(node->function, out);
	else if (node->image)
		fprintf(out, "0x%" PRIx64, node->address);
	else
		fputs(image, out);
	if ((node->image || node->function) && (!*path || strcmp(image, *path)))
		fprintf(out, " @ %s", image);
	putc('\n', out);
	*path = image;
	list = sorted(node, &n);
	for (i = 0; i < n; i++)
		print_node(list[i], depth + 1, node->samples, path, out);
	free(list);
}

static void print_event(const struct event *e, FILE *out)
{
	const char *path;
	struct node **list;
	size_t n, i;

	if (!e->all.samples)
		return;
	fprintf(out, "@ %s [%" PRIu64 " samples]\n\n", e->name, e->all.samples);
	list = sorted(&e->all, &n);
	for (i = 0; i < n; i++) {
		path = NULL;
		print_node(list[i], 0, e->all.samples, &path, out);
		putc('\n', out);
	}
	free(list);
}

int graph_print(int fd, const char *name, unsigned depth, FILE *out)
{
	static struct graph g; /* until the program ends */
	const struct event *e;
	int status;

	g.depth = depth;
	status = log_read(fd, name, take, &g);
	for (e = g.events; e; e = e->next)
		print_event(e, out);
	fflush(out);
	if (!g.samples && !status)
		warnx("%s has no samples; -P and -S make them", name);
	if (g.unknown)
		warnx("%" PRIu64 " of %" PRIu64
		      " samples lie in no file that is in the log, and are "
		      "not in the graph",
		      g.unknown, g.samples);
	return status;
}
