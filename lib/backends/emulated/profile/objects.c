/* SPDX-License-Identifier: BSD-2-Clause */
/* See objects.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sum.h"
#include "lib/backends/emulated/profile/objects.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"

void objects_deinit(struct objects *o)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		free(o->known[i].path);
	free(o->known);
}

static struct known_object *find(struct objects *o, const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		if (!strncmp(o->known[i].path, name, n) && !o->known[i].path[n])
			return &o->known[i];
	return NULL;
}

static int add(struct objects *o, const char *name, size_t n, struct known_object **added)
{
	struct known_object *k;
	bool is_vdso;
	int object;

	if (vector_reserve(&o->known, &o->max, o->n + 1, sizeof(*o->known)))
		return -ENOMEM;
	k = &o->known[o->n];
	k->path = strndup(name, n);
	if (!k->path)
		return -ENOMEM;
	is_vdso = !strcmp(k->path, "[vdso]");
	k->is_elf = !is_vdso && !elf_read(k->path, &k->elf);
	object = builder_object(o->builder, is_vdso ? PMC_OBJECT_VDSO : PMC_OBJECT_FILE, k->path,
				k->is_elf && k->elf.build_id_size ? k->elf.build_id : NULL,
				k->is_elf ? k->elf.build_id_size : 0, UINT_MAX);
	if (object < 0) {
		free(k->path);
		return object;
	}
	k->object = (unsigned)object;
	o->n++;
	*added = k;
	return 0;
}

/* Some memory has a name like a file's in /proc/PID/maps, and is none that one could open. */
static bool is_file(const char *name, size_t n)
{
	static const char *const others[] = { "/memfd:", "/dev/", "/SYSV", "//", "/anon_hugepage" };
	size_t i;

	if (n == strlen("[vdso]") && !memcmp(name, "[vdso]", n))
		return true;
	if (!n || name[0] != '/')
		return false;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (n >= strlen(others[i]) && !memcmp(name, others[i], strlen(others[i])))
			return false;
	return true;
}

int objects_file(struct objects *o, const char *name, size_t n, u64 offset, unsigned *object,
		 u64 *address, bool *named)
{
	struct known_object *k;
	int err;

	*named = is_file(name, n);
	if (!*named)
		return 0;
	k = find(o, name, n);
	if (!k) {
		err = add(o, name, n, &k);
		if (err)
			return err;
	}
	*object = k->object;
	if (!k->is_elf || !elf_address(&k->elf, offset, address))
		*address = offset;
	return 0;
}

static u64 sum_of(const struct elf_file *elf)
{
	u64 word[3 * ELF_SEGMENTS + ELF_BUILD_ID_MAX / sizeof(u64) + 1] = { elf->n };
	unsigned i, n = 1;

	for (i = 0; i < elf->n; i++) {
		word[n++] = elf->segment[i].offset;
		word[n++] = elf->segment[i].size;
		word[n++] = elf->segment[i].address;
	}
	memcpy(&word[n], elf->build_id, elf->build_id_size);
	return sum_words(word, sizeof(word) / sizeof(word[0]));
}

u64 objects_sum(const struct objects *o, unsigned object)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		if (o->known[i].object == object)
			return o->known[i].is_elf ? sum_of(&o->known[i].elf) : 0;
	return 0;
}

int objects_anonymous(struct objects *o, unsigned process)
{
	return builder_object(o->builder, PMC_OBJECT_ANONYMOUS, "[anon]", NULL, 0, process);
}
