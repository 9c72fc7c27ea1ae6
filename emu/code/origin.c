// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See origin.h. maps.c remembers which mappings the log knows, and forgets those that change. */
#include "emu/code/origin.h"
#include "emu/base/string.h"
#include "emu/code/maps.h"
#include "emu/code/vma.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"

#include <linux/mman.h>

#define PROT_LOGGED    PROT_EXEC
#define PROT_ANONYMOUS PROT_WRITE

/* The last mapping that was asked for. Code is translated in one place after another. */
static struct map last;
static u32 last_changes;

static bool known(u64 pc)
{
	u32 changes = maps_origins_changes();

	if (last_changes == changes && pc >= last.start && pc < last.end)
		return true;
	last_changes = changes;
	return maps_origin(pc, &last);
}

/* Can the code be looked up later? Some memory only looks like a file. */
static bool is_file(const char *name)
{
	static const char *const others[] = { "/memfd:", "/dev/", "/SYSV", "//", "/anon_hugepage" };

	if (!strcmp(name, "[vdso]"))
		return true;
	if (name[0] != '/')
		return false;
	for (u32 i = 0; i < ARRAY_SIZE(others); i++)
		if (!strncmp(name, others[i], strlen(others[i])))
			return false;
	return true;
}

/* The newest mappings of files that the log was told of. One may have changed since. Chromium maps
 * 110 files with code. */
static struct file {
	u64 start, end, offset, name;
} files[320];
static u32 n_files;

static u64 hash_name(const char *name)
{
	u64 hash = 1;

	while (*name) {
		hash = (hash ^ (u8)*name++) * 0x9e3779b97f4a7c15ull;
		hash ^= hash >> 32;
	}
	return hash;
}

static void remember(const struct vma *v, const char *name)
{
	files[n_files++ % ARRAY_SIZE(files)] = (struct file){ v->start, v->end, v->offset,
							      is_file(name) ? hash_name(name) : 0 };
}

static void log_map(u64 pc)
{
	static char name[4096];
	struct emu_log_map *r;
	struct vma v;
	struct map m;
	u32 n;

	name[0] = '\0';
	if (!vma_find_named(pc, &v, name, sizeof(name))) {
		if (!maps_find(pc, &m))
			return;
		v = (struct vma){ .start = m.start, .end = m.end };
	}
	n = (u32)strlen(name);
	passage_new_meaning();
	r = log_begin(EMU_LOG_MAP, (u32)(sizeof(*r) + (n + 7) / 8 * 8));
	r->start = v.start;
	r->end = v.end;
	r->offset = v.offset;
	r->name_size = n;
	memcpy(r + 1, name, n);
	log_commit();
	remember(&v, name);
	maps_origin_set(v.start, v.end, PROT_LOGGED | (is_file(name) ? 0 : PROT_ANONYMOUS));
}

struct origin origin_log(u64 pc)
{
	if (!known(pc))
		log_map(pc);
	if (!known(pc))
		return (struct origin){ 0 };
	return (struct origin){ last.start, last.end, last.prot & PROT_ANONYMOUS };
}

u64 origin_file(u64 start, u64 end)
{
	struct origin o = origin_log(start);
	u32 back;

	if (o.anonymous || o.end < end)
		return 0;
	for (back = 1; back <= n_files && back <= ARRAY_SIZE(files); back++) {
		const struct file *f = &files[(n_files - back) % ARRAY_SIZE(files)];

		if (f->start >= end || f->end <= start)
			continue;
		if (f->start > start || f->end < end || !f->name)
			return 0;
		return (f->name ^ (f->offset + (start - f->start))) * 0x9e3779b97f4a7c15ull | 1;
	}
	return 0;
}

bool origin_is_anonymous(u64 pc)
{
	return known(pc) && last.prot & PROT_ANONYMOUS;
}
