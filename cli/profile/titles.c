/* SPDX-License-Identifier: BSD-2-Clause */
/* How reports call the objects of a profile. */
#include "cli/profile/titles.h"

#include "cli/profile/names.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEVERAL (NAME_NONE - 1)

/* What an object is known by: numbers of names; NAME_NONE: it has none. */
struct known {
	unsigned path, base, build_id;
};

/* For each name: whose path, file name or build-id it is. */
struct owners {
	unsigned *path, *base, *build_id;
	unsigned n;
};

static unsigned add_build_id(struct names *names, const struct pmc_profile_object *object)
{
	char text[2 * 64 + 16] = "build-id ";
	size_t at = strlen(text);
	unsigned i;

	if (!object->build_id || !object->build_id_size)
		return NAME_NONE;
	for (i = 0; i < object->build_id_size && i < 64; i++)
		at += (size_t)sprintf(text + at, "%02x", object->build_id[i]);
	return names_add(names, text);
}

static struct known *know(struct names *names, const struct pmc_profile *profile, size_t *n)
{
	struct pmc_profile_object object;
	struct pmc_profile_info info;
	struct known *all;
	size_t i;

	pmc_profile_info(profile, &info);
	*n = info.objects;
	all = calloc(info.objects + 1, sizeof(*all));
	for (i = 0; all && !pmc_profile_object_at(profile, i, &object); i++) {
		const char *path = object.path[0] ? object.path : "[unknown]";
		const char *slash = path[0] == '[' ? NULL : strrchr(path, '/');

		all[i].path = names_add(names, path);
		all[i].base = names_add(names, slash && slash[1] ? slash + 1 : path);
		all[i].build_id = add_build_id(names, &object);
		if (all[i].path == NAME_NONE || all[i].base == NAME_NONE) {
			free(all);
			return NULL;
		}
	}
	return all;
}

/* Notes that name belongs to `to`; when it belongs to another one already, to several. */
static void own(unsigned *owner, unsigned name, unsigned to)
{
	if (name == NAME_NONE)
		return;
	owner[name] = owner[name] == NAME_NONE || owner[name] == to ? to : SEVERAL;
}

static unsigned owner(const unsigned *of, unsigned name)
{
	return name == NAME_NONE || of[name] == SEVERAL ? NAME_NONE : of[name];
}

static int owners_init(struct owners *owners, unsigned n)
{
	unsigned *all = malloc(((size_t)n * 3 + 1) * sizeof(*all));

	if (!all)
		return -ENOMEM;
	memset(all, 0xff, (size_t)n * 3 * sizeof(*all));
	owners->path = all;
	owners->base = all + n;
	owners->build_id = all + 2 * (size_t)n;
	return 0;
}

/* The title of the same object in the other profile, or NAME_NONE. */
static unsigned matched(const struct owners *other, const struct owners *self,
			const struct known *object)
{
	unsigned title = owner(other->build_id, object->build_id);

	if (title == NAME_NONE)
		title = owner(other->path, object->path);
	/* A file name counts when it is the only one in both profiles. */
	if (title == NAME_NONE && owner(self->base, object->base) != NAME_NONE)
		title = owner(other->base, object->base);
	return title;
}

static void entitle(struct titles *titles, const struct known *mine, const struct owners *self,
		    const struct owners *other)
{
	size_t i;

	for (i = 0; i < titles->n; i++) {
		unsigned title = matched(other, self, &mine[i]);
		bool alone = self->base[mine[i].base] != SEVERAL &&
			     other->base[mine[i].base] == NAME_NONE;

		if (title == NAME_NONE)
			title = alone ? mine[i].base : mine[i].path;
		titles->title[i] = title;
	}
}

int titles_init(struct titles *titles, struct names *names, const struct pmc_profile *profile,
		const struct pmc_profile *other, const struct titles *other_titles)
{
	struct owners self = { 0 }, before = { 0 };
	struct known *mine, *theirs = NULL;
	size_t n_theirs = 0, i;
	int err = -ENOMEM;

	mine = know(names, profile, &titles->n);
	if (other)
		theirs = know(names, other, &n_theirs);
	titles->title = calloc(titles->n + 1, sizeof(*titles->title));
	if (!mine || (other && !theirs) || !titles->title || owners_init(&self, names->n) ||
	    owners_init(&before, names->n))
		goto out;
	for (i = 0; i < titles->n; i++)
		own(self.base, mine[i].base, mine[i].path);
	for (i = 0; i < n_theirs; i++) {
		own(before.path, theirs[i].path, other_titles->title[i]);
		own(before.base, theirs[i].base, other_titles->title[i]);
		own(before.build_id, theirs[i].build_id, other_titles->title[i]);
	}
	entitle(titles, mine, &self, &before);
	err = 0;
out:
	free(self.path);
	free(before.path);
	free(mine);
	free(theirs);
	return err;
}

void titles_deinit(struct titles *titles)
{
	free(titles->title);
	memset(titles, 0, sizeof(*titles));
}
