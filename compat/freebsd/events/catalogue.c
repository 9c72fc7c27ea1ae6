/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of a PMU model, by pmc(3)'s names. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/events/catalogue.h"

static int add(struct catalogue *c, const char *event, const char *umask)
{
	struct catalogue_event *grown, *e;

	grown = realloc(c->event, (c->n + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	c->event = grown;
	e = &grown[c->n];
	if (asprintf(&e->name, "%s%s%s", event, umask ? "." : "", umask ? umask : "") < 0)
		return -ENOMEM;
	if (asprintf(&e->text, "%s%s%s", event, umask ? ":" : "", umask ? umask : "") < 0) {
		free(e->name);
		return -ENOMEM;
	}
	c->n++;
	return 0;
}

int catalogue_read(const struct pmc_model *model, struct catalogue *c)
{
	struct pmc_model_event event, umask;
	unsigned u;
	size_t i;
	int err = 0;

	memset(c, 0, sizeof(*c));
	for (i = 0; !err && !pmc_model_event_at(model, i, &event); i++) {
		if (!event.umasks)
			err = add(c, event.name, NULL);
		for (u = 0; !err && !pmc_model_umask_at(model, i, u, &umask); u++)
			err = add(c, event.name, umask.name);
	}
	if (err)
		catalogue_free(c);
	return err;
}

void catalogue_free(struct catalogue *c)
{
	while (c->n) {
		c->n--;
		free(c->event[c->n].name);
		free(c->event[c->n].text);
	}
	free(c->event);
	c->event = NULL;
}

long catalogue_find(const struct catalogue *c, struct word name)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (word_is(name, c->event[i].name))
			return (long)i;
	return -1;
}

long catalogue_whole(const struct pmc_model *model, struct word name)
{
	struct pmc_model_event event;
	size_t i;

	for (i = 0; !pmc_model_event_at(model, i, &event); i++)
		if (word_is(name, event.name))
			return (long)i;
	return -ENOENT;
}

long catalogue_umask(const struct pmc_model *model, size_t event, struct word name)
{
	struct pmc_model_event umask;
	unsigned u;

	for (u = 0; !pmc_model_umask_at(model, event, u, &umask); u++)
		if (word_is(name, umask.name))
			return u;
	return -ENOENT;
}
