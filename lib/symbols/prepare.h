/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds out what was inlined at all places of a profile, in several threads. To open an object, to
 * unpack its debug information above all, is one job; what was inlined in the functions of a unit,
 * with the names of these, is another one. A unit is one thread's; for libdw they wait for one
 * another.
 */
#ifndef PMC_LIB_SYMBOLS_PREPARE_H
#define PMC_LIB_SYMBOLS_PREPARE_H

#include <stddef.h>

struct object;
struct object_options;
struct pmc_profile;

/* The places of an object, from first to the one before end. */
struct prepare_object {
	struct object *object; /* each stands once in a list */
	size_t first, end;
};

/*
 * Puts answers among the known ones of each object. What cannot be had is left out, and
 * object_inlined() tries it again. 0 or -ENOMEM.
 */
int prepare_inlined(const struct object_options *options, const struct pmc_profile *profile,
		    const struct prepare_object *objects, size_t n);

#endif
