/* SPDX-License-Identifier: BSD-2-Clause */
/* The classes of counters of pmc(3): their names, events, aliases and qualifiers. */
#ifndef COMPAT_FREEBSD_EVENTS_CLASSES_H
#define COMPAT_FREEBSD_EVENTS_CLASSES_H

#include <stddef.h>

#include <pmc.h>

#include "compat/freebsd/events/tables/row.h"
#include "compat/freebsd/events/word.h"

/* The generic names of pmc(3), EVENT NAME ALIASES. */
struct event_alias {
	const char *alias;
	const char *specifier; /* in this class */
};

/* A keyword of an event specifier, behind the name. */
enum qualifier {
	Q_NONE,
	Q_USR,
	Q_OS,
	Q_EDGE,
	Q_INVERT,
	Q_AT_LEAST, /* =N: cycles with at least N events */
	Q_ABOVE,    /* =N: cycles with more than N events */
	Q_MASK,	    /* =WORD+WORD */
	Q_ANYTHREAD,
	Q_ACTIVE, /* =any, both, none, single */
	Q_CASCADE,
	Q_PRECISE,
	Q_TAG,	    /* =N */
	Q_BUS_TYPE, /* =N */
	Q_DURATION, /* P5: clocks instead of events */
	Q_OVERFLOW, /* P5: assert a pin */
};
struct event_qualifier {
	const char *word; /* NULL: the end; one that takes a value ends with '=' */
	enum qualifier means;
};

struct event_class {
	enum pmc_class id;
	const char *prefix; /* "k7" */
	unsigned first;	    /* enum pmc_event of row[0] */
	size_t n;
	const struct event_row *row;
	bool coded; /* rows have event selects; else their names are in the model's catalogue */
	uint32_t caps;
	unsigned counters, width; /* where the machine does not say */
	const struct event_qualifier *qualifiers;
	const struct event_alias *aliases;
};

/* The row of a class with this name, however it is spelled; -1: there is none. */
long event_row_find(const struct event_class *class, struct word name);

/*
 * A second spelling of an event, of the manual pages or of libpmc's catalogue, where rows have no
 * room for it; or NULL.
 */
const char *event_other(unsigned event);

/* The name of an event that a table has, by its number; or NULL. */
const char *event_name(unsigned number);

/* The class with this id; NULL: it has no table (UCF, UCP, a number that is none). */
const struct event_class *event_class(enum pmc_class id);

#endif
