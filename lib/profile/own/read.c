/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bytes of a file → a profile. The first pass checks every section and counts what is in them,
 * the second one reads them into arrays of the right size. Nothing is allocated that the file does
 * not have bytes for.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/diag.h"
#include "lib/profile/model/model.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/read.h"
#include "lib/profile/own/read_bodies.h"
#include "lib/profile/own/read_heads.h"
#include "lib/profile/own/read_stacks.h"
#include "lib/profile/own/reader.h"

/* The sections in their order. The first ones are there once each, the later ones as needed. */
static const struct kind {
	u32 kind;
	const char *name;
	bool many;
	int (*read)(struct reader *r, struct cursor *in);
} kinds[] = {
	{ FORMAT_INFO, "INFO", false, read_info },
	{ FORMAT_EVENTS, "EVNT", false, read_events },
	{ FORMAT_OBJECT, "OBJS", false, read_objects },
	{ FORMAT_TASKS, "TASK", false, read_tasks },
	{ FORMAT_PIDS, "PIDS", false, read_pids },
	{ FORMAT_NOTES, "NOTE", false, read_notes },
	{ FORMAT_PLACES, "PLAC", true, read_places },
	{ FORMAT_MODELLED, "MODL", true, read_modelled },
	{ FORMAT_EDGES, "EDGE", true, read_edges },
	{ FORMAT_FRAMES, "FRAM", true, read_frames },
	{ FORMAT_NODES, "NODE", true, read_nodes },
	{ FORMAT_STACKS, "STAK", true, read_stacks },
	{ FORMAT_SYMBOL, "SYMB", true, read_symbols },
	{ FORMAT_CODE, "CODE", true, read_code },
	{ FORMAT_END, "END ", false, NULL },
};
#define N_KINDS	  (sizeof(kinds) / sizeof(kinds[0]))
#define STEP_MANY 6u
#define STEP_END  (N_KINDS - 1)

bool read_is_own(const u8 *bytes, size_t n)
{
	if (n > FORMAT_MAGIC_SIZE)
		n = FORMAT_MAGIC_SIZE;
	return n >= 4 && !memcmp(bytes, FORMAT_MAGIC, n);
}

/* May a reader that does not know the section leave it out? Its kind begins with a small letter. */
static bool may_skip(u32 kind)
{
	return (kind & 0xff) >= 'a' && (kind & 0xff) <= 'z';
}

static unsigned step_of(u32 kind)
{
	unsigned step;

	for (step = 0; step < N_KINDS && kinds[step].kind != kind;)
		step++;
	return step;
}

/* Adds the entries of a section to r->found. */
static void count(struct reader *r, struct section *section)
{
	struct cursor in = section->in;
	u64 left, n;

	switch (section->kind) {
	case FORMAT_PLACES:
	case FORMAT_MODELLED:
	case FORMAT_EDGES:
	case FORMAT_NODES:
	case FORMAT_SYMBOL:
		cursor_varint(&in);
		break;
	case FORMAT_FRAMES:
	case FORMAT_STACKS:
		break;
	case FORMAT_CODE:
		r->found.code++;
		return;
	default:
		return;
	}
	n = cursor_varint(&in);
	left = (u64)(in.end - in.at);
	if (in.bad || n > left) {
		section->in.bad = true;
		return;
	}
	*(section->kind == FORMAT_PLACES   ? &r->found.places :
	  section->kind == FORMAT_MODELLED ? &r->found.rows :
	  section->kind == FORMAT_EDGES	   ? &r->found.edges :
	  section->kind == FORMAT_SYMBOL   ? &r->found.symbols :
	  section->kind == FORMAT_FRAMES   ? &r->found.frames :
	  section->kind == FORMAT_NODES	   ? &r->found.nodes :
					     &r->found.stacks) += n;
}

/* The first pass over one section: where it may stand, and how much is in it. */
static int survey_section(struct reader *r, struct section *section)
{
	unsigned step = step_of(section->kind);

	if (step == N_KINDS)
		return may_skip(section->kind) ? 0 :
						 reader_damaged(r, section, "the kind is unknown");
	if (step < r->step || (step == r->step && !kinds[step].many && r->step))
		return reader_damaged(r, section, "it stands at the wrong place");
	r->step = step;
	count(r, section);
	if (section->in.bad)
		return reader_damaged(r, section, "it has more entries than bytes");
	r->whole = step == STEP_END;
	return 0;
}

static int survey(struct reader *r)
{
	struct section section;
	size_t offset = FORMAT_HEADER;
	int got, err;

	for (;;) {
		got = reader_section(r, &offset, true, &section);
		if (got <= 0)
			return got;
		err = survey_section(r, &section);
		if (err)
			return err;
		if (!r->whole)
			continue;
		section.offset = offset;
		return offset == r->n ? 0 :
					reader_damaged(r, &section, "something follows the end");
	}
}

/* Before a section is read: what it refers to must have been. */
static int begin_step(struct reader *r, const struct section *section, unsigned step, unsigned seen)
{
	unsigned need = (1u << (step < STEP_MANY ? step : STEP_MANY)) - 1;

	if (r->p->derived || step <= 1)
		need &= ~2u;
	if ((seen & need) != need)
		return reader_damaged(r, section, "one before it is missing");
	return step >= STEP_MANY && !r->p->edges ? read_reserve(r) : 0;
}

/* The second pass. All sections were surveyed. */
static int read_sections(struct reader *r)
{
	unsigned seen = 0, step;
	struct section section;
	size_t offset = FORMAT_HEADER;
	int err;

	while (reader_section(r, &offset, false, &section) > 0) {
		step = step_of(section.kind);
		if (step == N_KINDS)
			continue;
		err = begin_step(r, &section, step, seen);
		if (!err && step != STEP_END)
			err = kinds[step].read(r, &section.in);
		if (err)
			return err;
		if (section.in.bad || section.in.at != section.in.end)
			return reader_damaged(r, &section,
					      r->nonsense ? r->nonsense :
							    "the contents contradict themselves");
		if (step < STEP_MANY)
			seen |= 1u << step;
	}
	return 0;
}

/* Says what a file that ends early lacks. */
static int note_missing(struct reader *r)
{
	struct pmc_profile *p = r->p;
	struct pmc_note *notes = arena_alloc(&p->arena, (p->n_notes + 1) * sizeof(*notes));
	struct pmc_note *note;

	if (!notes)
		return -ENOMEM;
	if (p->n_notes)
		memcpy(notes, p->notes, p->n_notes * sizeof(*notes));
	note = &notes[p->n_notes++];
	note->kind = PMC_NOTE_WARNING;
	note->pid = -1;
	snprintf(note->text, sizeof(note->text),
		 "the file ends early: it has %zu of %llu places with counts, %zu of %llu "
		 "branches, %zu of %llu call chains and %zu of %llu symbols",
		 p->n_places, (unsigned long long)r->said.places, p->n_edges,
		 (unsigned long long)r->said.edges, r->n_stacks, (unsigned long long)r->said.stacks,
		 p->n_symbols, (unsigned long long)r->said.symbols);
	p->notes = notes;
	return 0;
}

static int check_whole(struct reader *r)
{
	struct pmc_profile *p = r->p;

	if (!r->whole) {
		if (p->n_places)
			return note_missing(r);
		return diag_say(r->diag, -ENODATA,
				"%s: the file ends early, after %zu bytes, before its first count",
				r->name, r->n);
	}
	if (p->n_places != r->said.places || p->n_edges != r->said.edges ||
	    p->n_rows != r->said.rows || r->n_stacks != r->said.stacks ||
	    p->n_symbols != r->said.symbols || p->n_code != r->said.code)
		return diag_say(r->diag, -EPROTO,
				"%s: the file is damaged: it does not have as many entries as its "
				"head says",
				r->name);
	return 0;
}

int read_profile(struct pmc_profile *p, const u8 *bytes, size_t n, const char *name,
		 struct pmc_diag *diag)
{
	struct reader r = { .p = p, .bytes = bytes, .n = n, .name = name, .diag = diag };
	struct cursor in = { bytes, bytes + n, false };
	u32 version;
	int err;

	p->format = PMC_PROFILE_OWN;
	if (n < FORMAT_HEADER)
		return diag_say(diag, -ENODATA,
				"%s: the file ends early, after %zu bytes, before its first count",
				name, n);
	in.at += FORMAT_MAGIC_SIZE;
	version = cursor_u32(&in);
	if (version != FORMAT_VERSION || cursor_u32(&in))
		return diag_say(diag, -EPROTO,
				"%s: the file is in version %u of pmc's format, and this pmc reads "
				"version %u",
				name, version, FORMAT_VERSION);
	crc_init(&r.crc);
	err = survey(&r);
	if (!err)
		err = read_sections(&r);
	if (!err && r.old.tree.n)
		err = read_stacks_end(&r);
	if (!err)
		err = check_whole(&r);
	stacks_deinit(&r.old);
	free(r.chain);
	expect_deinit(&r.expect);
	return err;
}
