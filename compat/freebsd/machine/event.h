/* SPDX-License-Identifier: BSD-2-Clause */
/* An event specifier of pmc(3) on this machine. */
#ifndef COMPAT_FREEBSD_MACHINE_EVENT_H
#define COMPAT_FREEBSD_MACHINE_EVENT_H

#include "compat/freebsd/machine/machine.h"

struct machine_event {
	const struct event_class *class;
	unsigned number; /* enum pmc_event */
	/* libpmc's event for the backend that counts: "cpu/event=0xc0,umask=0x0/u". "": the TSC. */
	char text[320];
};

/*
 * Finds the event that a specifier names. 0; EINVAL: no such event here, or a syntax error; ENXIO:
 * the machine has no such counters; EOPNOTSUPP: they cannot do it.
 */
int machine_event(const struct machine *m, const char *specifier, enum pmc_mode mode,
		  struct machine_event *event);

/* The name of an event's number on this machine, or NULL. */
const char *machine_event_name(const struct machine *m, unsigned number);

#endif
