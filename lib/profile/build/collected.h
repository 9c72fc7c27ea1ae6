/* SPDX-License-Identifier: BSD-2-Clause */
/* What a builder has collected. builder.c fills it, finish.c makes a profile of it. */
#ifndef PMC_LIB_PROFILE_COLLECTED_H
#define PMC_LIB_PROFILE_COLLECTED_H

#include "lib/profile/build/branches.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/build/edges.h"
#include "lib/profile/build/modelled.h"
#include "lib/profile/build/rows.h"
#include "lib/profile/build/sites.h"
#include "lib/profile/build/stacks.h"
#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

struct builder {
	int error; /* the first failure, or 0 */
	u64 seed;
	struct pmc_profile *profile; /* its arena has the texts from the start */
	struct sites sites;
	struct counts counts; /* of a derived profile: executions */
	bool follow;	      /* edges follow from counts (branches.h) */
	struct branches branches;
	struct modelled modelled; /* of a derived profile: the counts of `event` */
	struct edges edges;
	struct stacks stacks;
	struct rows rows;  /* of another profile: the counts of `event` */
	const char **text; /* each text once */
	size_t n_text, text_room;
	struct table texts, object_table;
	struct pmc_profile_event *event;
	size_t n_event, event_room;
	struct pmc_profile_object *object;
	size_t n_object, object_room;
	struct pmc_profile_process *process;
	size_t n_process, process_room;
	struct pmc_profile_thread *thread;
	size_t n_thread, thread_room;
	struct pmc_profile_symbol *symbol;
	size_t n_symbol, symbol_room;
	struct code *code;
	size_t n_code, code_room;
	struct pmc_note *note;
	size_t n_note, note_room;
};

#endif
