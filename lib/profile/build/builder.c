/* SPDX-License-Identifier: BSD-2-Clause */
/* What the builder collects. finish.c sorts it. */
#include <stdarg.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/collected.h"
#include "lib/profile/build/finish.h"

int builder_create(enum pmc_profile_format format, bool derived, struct builder **builder)
{
	struct builder *b = calloc(1, sizeof(*b));

	if (!b)
		return -ENOMEM;
	b->profile = model_create();
	if (!b->profile || (derived && model_set_derived(b->profile))) {
		builder_destroy(b);
		return -ENOMEM;
	}
	b->profile->format = format;
	b->seed = table_seed();
	b->sites.seed = b->branches.seed = b->edges.seed = b->stacks.seed = b->seed;
	b->modelled.seed = b->rows.seed = b->seed;
	b->edges.n_events = b->stacks.tree.n_events = b->profile->n_events;
	*builder = b;
	return 0;
}

void builder_destroy(struct builder *b)
{
	if (!b)
		return;
	model_destroy(b->profile);
	sites_deinit(&b->sites);
	counts_deinit(&b->counts);
	branches_deinit(&b->branches);
	modelled_deinit(&b->modelled);
	edges_deinit(&b->edges);
	stacks_deinit(&b->stacks);
	table_deinit(&b->texts);
	table_deinit(&b->object_table);
	rows_deinit(&b->rows);
	free(b->text);
	free(b->event);
	free(b->object);
	free(b->process);
	free(b->thread);
	free(b->symbol);
	free(b->code);
	free(b->note);
	free(b);
}

/* Remembers the first failure. */
static void failed(struct builder *b, int error)
{
	if (!b->error && error < 0)
		b->error = error;
}

/* Makes room for one more in an array of the builder. */
#define RESERVE(b, array) \
	vector_reserve(&(b)->array, &(b)->array##_room, (b)->n_##array + 1, sizeof(*(b)->array))

const char *builder_text(struct builder *b, const char *text, size_t n)
{
	u64 hash = table_mix_bytes(b->seed, text, n);
	struct table_probe probe;
	char *copy;

	for (probe = table_probe(hash); table_next(&b->texts, &probe);)
		if (!strncmp(b->text[probe.index], text, n) && !b->text[probe.index][n])
			return b->text[probe.index];
	copy = arena_copy(&b->profile->arena, text, n);
	if (!copy || b->n_text >= UINT32_MAX - 1 || RESERVE(b, text) ||
	    table_add(&b->texts, hash, (u32)b->n_text)) {
		failed(b, -ENOMEM);
		return "";
	}
	return b->text[b->n_text++] = copy;
}

static const char *text(struct builder *b, const char *s)
{
	return builder_text(b, s, strlen(s));
}

void builder_command(struct builder *b, const char *command)
{
	b->profile->command = text(b, command);
}

int builder_event(struct builder *b, const char *name, enum pmc_quality quality)
{
	size_t before = b->profile->n_events; /* those that a derived profile has anyway */

	if (before + b->n_event >= PMC_PROFILE_EVENTS)
		return -E2BIG;
	if (RESERVE(b, event))
		return -ENOMEM;
	b->event[b->n_event] = (struct pmc_profile_event){ .name = text(b, name),
							   .quality = quality };
	b->edges.n_events = b->stacks.tree.n_events = before + b->n_event + 1;
	b->modelled.n_events = b->rows.n_events = b->n_event + 1;
	return (int)b->n_event++;
}

void builder_event_samples(struct builder *b, unsigned event, u64 period, u64 samples)
{
	b->event[event].period = period;
	b->event[event].samples = samples;
}

/* ---- Whose ---- */

static bool same_object(const struct pmc_profile_object *a, const struct pmc_profile_object *b)
{
	return a->kind == b->kind && a->path == b->path && a->process == b->process &&
	       a->build_id_size == b->build_id_size &&
	       (!a->build_id_size || !memcmp(a->build_id, b->build_id, a->build_id_size));
}

int builder_object(struct builder *b, enum pmc_object_kind kind, const char *path,
		   const u8 *build_id, unsigned build_id_size, unsigned process)
{
	struct pmc_profile_object object = { .kind = kind,
					     .path = text(b, path),
					     .build_id = build_id_size ? build_id : NULL,
					     .build_id_size = build_id_size,
					     .process = process };
	u64 hash = table_mix(b->seed, (uintptr_t)object.path, (u64)process << 32 | kind);
	struct table_probe probe;

	if (kind != PMC_OBJECT_ANONYMOUS)
		for (probe = table_probe(hash); table_next(&b->object_table, &probe);)
			if (same_object(&b->object[probe.index], &object))
				return (int)probe.index;
	if (object.build_id)
		object.build_id = (u8 *)arena_copy(&b->profile->arena, build_id, build_id_size);
	if ((build_id_size && !object.build_id) || b->n_object >= INT_MAX || RESERVE(b, object) ||
	    table_add(&b->object_table, hash, (u32)b->n_object)) {
		failed(b, -ENOMEM);
		return -ENOMEM;
	}
	b->object[b->n_object] = object;
	return (int)b->n_object++;
}

int builder_process(struct builder *b, pid_t pid, pid_t ppid, unsigned parent)
{
	if (b->n_process >= INT_MAX || RESERVE(b, process)) {
		failed(b, -ENOMEM);
		return -ENOMEM;
	}
	b->process[b->n_process] = (struct pmc_profile_process){
		.pid = pid, .ppid = ppid, .parent = parent, .comm = ""
	};
	return (int)b->n_process++;
}

int builder_thread(struct builder *b, pid_t tid, unsigned process)
{
	if (b->n_thread >= INT_MAX || RESERVE(b, thread)) {
		failed(b, -ENOMEM);
		return -ENOMEM;
	}
	b->thread[b->n_thread] =
		(struct pmc_profile_thread){ .tid = tid, .process = process, .comm = "" };
	return (int)b->n_thread++;
}

void builder_process_comm(struct builder *b, unsigned process, const char *comm)
{
	b->process[process].comm = text(b, comm);
}

void builder_thread_comm(struct builder *b, unsigned thread, const char *comm)
{
	b->thread[thread].comm = text(b, comm);
}

/* ---- Counts ---- */

void builder_place(struct builder *b, unsigned thread, unsigned object, u64 address,
		   unsigned length, unsigned flags, u64 executions, u64 taken)
{
	u32 site = sites_find(&b->sites, object, address, length > 15 ? 0 : length, flags);
	u64 *count = site ? counts_at(&b->counts, thread, site) : NULL;

	if (!count) {
		failed(b, -ENOMEM);
		return;
	}
	count[0] += executions;
	if (flags & PMC_PLACE_COND)
		count[1] += taken;
}

void builder_count(struct builder *b, unsigned thread, unsigned object, u64 address, unsigned event,
		   u64 n)
{
	failed(b, rows_count(&b->rows, thread, object, address, event, n));
}

/* The site of the instruction at an address; without one a site of unknown kind. */
static u32 site_at(struct builder *b, unsigned object, u64 address)
{
	s64 page = sites_page(&b->sites, object, address);
	const struct site_page *at = page < 0 ? NULL : sites_page_at(&b->sites, (size_t)page);
	u32 site = at ? sites_at(&b->sites, at, address % SITE_PAGE) : 0;

	return site || !at ? site : sites_find(&b->sites, object, address, 0, 0);
}

void builder_modelled(struct builder *b, unsigned thread, unsigned object, u64 address,
		      unsigned event, u64 n)
{
	u32 site = site_at(b, object, address);
	u64 *counts = site ? modelled_at(&b->modelled, thread, site) : NULL;

	/* A thread is looked at where it has room for counts. */
	if (counts && counts_at(&b->counts, thread, site))
		counts[event] += n;
	else
		failed(b, -ENOMEM);
}

void builder_edge(struct builder *b, const struct pmc_edge *edge)
{
	s64 page = sites_page(&b->sites, edge->from_object, edge->from);
	s64 i = page < 0 ? page : edges_add(&b->edges, edge, (u32)page);

	failed(b, i < 0 ? (int)i : 0);
}

struct sites *builder_sites(struct builder *b)
{
	b->follow = true;
	return &b->sites;
}

struct counts *builder_counts(struct builder *b)
{
	return &b->counts;
}

bool builder_follows(struct builder *b, u32 site, unsigned to_object, u64 to)
{
	return branches_follow(&b->sites, site, to_object, to);
}

u32 builder_branch(struct builder *b, u32 site, unsigned to_object, u64 to)
{
	u32 number = branches_number(&b->branches, &b->sites, site, to_object, to);

	if (!number)
		failed(b, -ENOMEM);
	return number;
}

const struct branch *builder_branch_of(const struct builder *b, u32 number)
{
	return branches_find(&b->branches, number);
}

void builder_take_branch(struct builder *b, struct branch edge)
{
	failed(b, branches_take(&b->branches, &b->sites, edge));
}

void builder_forget(struct builder *b, u32 site)
{
	b->sites.all[site].many = true;
}

void builder_stack(struct builder *b, unsigned thread, const struct pmc_frame *frames, size_t n,
		   unsigned event, u64 count)
{
	n = n < STACK_DEEPEST ? n : STACK_DEEPEST;
	failed(b, stacks_add(&b->stacks, thread, frames, n, event, count));
}

void builder_call_tree(struct builder *b, unsigned event)
{
	b->stacks.tree.functions = true;
	b->stacks.tree.first_event = event;
	b->stacks.tree.n_events = 1;
}

s64 builder_call(struct builder *b, unsigned thread, s64 caller, const struct pmc_frame *function,
		 u64 count)
{
	s64 node = stacks_frame(&b->stacks, function);
	u64 *counts = NULL;

	if (node >= 0)
		node = stacks_node(&b->stacks, thread, caller < 0 ? STACK_NONE : (u32)caller,
				   (u32)node);
	if (node >= 0 && count)
		counts = stacks_counts(&b->stacks, (u32)node);
	if (node < 0 || (count && !counts)) {
		failed(b, -ENOMEM);
		return -ENOMEM;
	}
	if (count)
		*counts += count;
	return node;
}

/* ---- Names, code and notes ---- */

void builder_symbol(struct builder *b, unsigned object, u64 address, u64 size, const char *name,
		    const char *file, unsigned line)
{
	if (RESERVE(b, symbol)) {
		failed(b, -ENOMEM);
		return;
	}
	b->symbol[b->n_symbol++] = (struct pmc_profile_symbol){ .object = object,
								.address = address,
								.size = size,
								.name = text(b, name),
								.file = file ? text(b, file) : NULL,
								.line = line };
}

void builder_code(struct builder *b, unsigned object, u64 address, const void *bytes, size_t n)
{
	char *copy;

	if (!n)
		return;
	copy = arena_copy(&b->profile->arena, bytes, n);
	if (!copy || RESERVE(b, code)) {
		failed(b, -ENOMEM);
		return;
	}
	b->code[b->n_code++] = (struct code){
		.object = object, .address = address, .size = n, .bytes = (u8 *)copy
	};
}

void builder_note(struct builder *b, enum pmc_note_kind kind, pid_t pid, const char *words)
{
	struct pmc_note *note;

	if (RESERVE(b, note)) {
		failed(b, -ENOMEM);
		return;
	}
	note = &b->note[b->n_note++];
	memset(note, 0, sizeof(*note));
	note->kind = kind;
	note->pid = pid;
	snprintf(note->text, sizeof(note->text), "%s", words);
}

void builder_warn(struct builder *b, const char *format, ...)
{
	char words[320];
	va_list args;

	va_start(args, format);
	vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	builder_note(b, PMC_NOTE_WARNING, -1, words);
}

int builder_finish(struct builder *b, struct pmc_profile **profile)
{
	int err = finish_profile(b);

	if (!err) {
		*profile = b->profile;
		b->profile = NULL;
	}
	builder_destroy(b);
	return err;
}
