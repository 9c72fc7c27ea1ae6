/* SPDX-License-Identifier: BSD-2-Clause */
/* See jit.h. */
#include "lib/backends/emulated/profile/jit.h"

#include <limits.h>

#include "lib/backends/emulated/profile/space.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/jit/names.h"

struct adding {
	struct builder *b;
	const struct space *s;
};

static bool has_anonymous(const struct space *s)
{
	size_t i;

	for (i = 0; i < s->n_mappings; i++)
		if (s->mapping[i].anonymous)
			return true;
	return false;
}

/* Every mapping that the code was in, since the name does not tell when it was made. */
static void add(void *data, const struct jit_function *f)
{
	const struct adding *to = data;
	unsigned last = UINT_MAX;
	size_t i;

	for (i = 0; i < to->s->n_mappings; i++) {
		const struct mapping *m = &to->s->mapping[i];

		if (!m->anonymous || f->address < m->start || f->address >= m->end ||
		    m->object == last)
			continue;
		last = m->object;
		builder_symbol(to->b, last, f->address, f->size, f->name, f->file, f->line);
		if (f->code)
			builder_code(to->b, last, f->address, f->code, f->size);
	}
}

void jit_code(struct builder *b, const struct space *s, s32 pid)
{
	struct adding to = { b, s };

	if (has_anonymous(s))
		jit_names(pid, add, &to);
}
