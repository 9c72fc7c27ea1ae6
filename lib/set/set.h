/* SPDX-License-Identifier: BSD-2-Clause */
/* A set: events that are counted together, and what they are counted on. */
#ifndef PMC_LIB_SET_H
#define PMC_LIB_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "lib/set/source.h"
#include "lib/set/survivors.h"
#include "lib/set/target.h"
#include "pmc/pmc.h"

struct chosen_machine;
struct sampling;

struct set_event {
	struct event parsed;
	struct pmc_set_event info; /* what pmc_set_event() returns; owns its strings */
	enum source_id source;
	/*
	 * perf: struct perf_event_attr; driver, msr: struct encoding; emulated: struct
	 * machine_formula, or NULL. Freed with the set.
	 */
	void *attr;
};

/* An event whose overflow stops the set and sends a signal (pmc_set_signal()). */
struct overflow {
	size_t event;
	uint64_t period;
	int signal; /* 0: none does */
};

struct pmc_set {
	struct pmc *pmc;
	char *text; /* the event string */
	unsigned flags;
	size_t n_events;
	struct set_event *event;
	struct target *target;
	size_t n_targets;
	bool running;
	bool native;		  /* emulated: no event of the set needs the translator */
	const char *cpu_features; /* emulated: as in struct pmc_fixed, static; NULL: the default */
	/* emulated: the clock of a deterministic set's command, and its start if that was chosen */
	bool real_clock, clock_start_set;
	bool clock_followed; /* the clock of an earlier command followed the real one */
	uint64_t clock_start;
	char clock_text[24];
	uint32_t layout; /* emulated: 1 plus the number of the command's; 0: none was chosen */
	char layout_text[12];
	struct chosen_machine *machine; /* emulated: that some events model; NULL: none does */
	struct survivors survivors;	/* when the set was stopped, or last read while running */
	void *state[SOURCES];		/* what each source keeps; NULL until it is attached */
	struct sampling *sampling;	/* of its sampler; NULL: the set only counts */
	struct overflow overflow;
	struct pmc_set *next_of_command;
};

/* Makes the diagnostic point at an event: at its place in the event string. */
void set_blame(const struct pmc_set *set, size_t index, struct pmc_diag *diag);

#endif
