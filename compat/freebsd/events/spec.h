/* SPDX-License-Identifier: BSD-2-Clause */
/* What an event specifier asks for, without the machine: its name's row and its qualifiers. */
#ifndef COMPAT_FREEBSD_EVENTS_SPEC_H
#define COMPAT_FREEBSD_EVENTS_SPEC_H

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/events/classes.h"
#include "compat/freebsd/events/word.h"

/* The qualifiers behind an event's name. */
struct spec {
	bool usr, os, edge, invert, anythread, cascade;
	bool compare; /* at_least was given */
	uint64_t at_least;
	struct word mask; /* of a qualifier that takes a mask; n is 0: none was given */
	struct word active;
	uint64_t tag, bus_type;
	uint32_t caps; /* that the counter must have */
};

/* Reads qualifiers, separated by commas. 0; EINVAL; EOPNOTSUPP: nothing here can do that. */
int spec_read(const struct event_class *class, struct word qualifiers, struct spec *spec);

/* The unit mask of a coded event: 0, or EINVAL. */
int spec_mask(const struct spec *spec, const struct event_row *row, bool pentium_m, uint8_t *mask);

/*
 * libpmc's event of a coded event ("cpu/event=0xc0,umask=0x1/u"), or of one that the catalogue
 * names with its unit masks. EINVAL: it is too long.
 */
int spec_coded(const struct spec *spec, unsigned code, unsigned mask, char *text, size_t n);
int spec_named(const struct spec *spec, const char *name, char *text, size_t n);

#endif
