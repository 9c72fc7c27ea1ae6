/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profile of a command that the engine has run: reads the logs of all its address spaces
 * (emu/profile.h) and counts every instruction into a builder, or the samples that were taken.
 */
#ifndef PMC_LIB_EMULATED_REPLAY_H
#define PMC_LIB_EMULATED_REPLAY_H

#include <stdbool.h>

#include <stddef.h>
#include <stdint.h>

struct builder;
struct earlier;
struct machine_formula;
struct replay;
struct shared;

/* An event that is modelled: its name in the profile, and the counts of a machine that it is. */
struct replay_event {
	char name[324];
	const struct machine_formula *formula;
};

/*
 * earlier: the files that logs may name, or NULL. They and the formulas must outlive the replay. An
 * event with a name that was there before is left out. 0, -ENOMEM, or -E2BIG: there are too many
 * events.
 */
int replay_create(struct shared *sh, struct earlier *earlier, const struct replay_event *events,
		  size_t n, struct replay **replay);
/* The same for a profile of samples: of this event, one each time it has happened so often. */
int replay_create_samples(struct shared *sh, const char *event, uint64_t period,
			  struct replay **replay);
void replay_destroy(struct replay *r);
/*
 * While the command runs: reads the logs of processes that have ended, and gives their memory back.
 * A failure shows in replay_finish().
 */
void replay_collect(struct replay *r);
/*
 * Reads all other logs, as far as they have come, and gives the builder to the caller. Once only;
 * afterwards -EALREADY. -ENOMEM, or -EPROTO: a log contradicts itself.
 */
int replay_finish(struct replay *r, struct builder **b);

#endif
