/* SPDX-License-Identifier: BSD-2-Clause */
/* What a builder has collected. builder.c fills it, finish.c makes a profile of it. */
#ifndef PMC_LIB_PROFILE_COLLECTED_H
#define PMC_LIB_PROFILE_COLLECTED_H

#include "lib/profile/build/branches.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/build/edges.h"
#include "lib/profile/build/modelled.h"
#include "lib/profile/build/sites.h"
#include "lib/profile/build/stacks.h"
#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

/* Where an address is counted. */
struct counted {
	u64 address;
	u32 object, thread;
	u64 row; /* of the counts, plus 1; 0: the slot is empty */
};
#define BUILDER_RECENT (1u << 14)

struct builder {
	int error; /* the first failure, or 0 */
	u64 seed;
	struct pmc_profile *profile; /* its arena has the texts from the start */
	struct sites sites;
	struct counts counts; /* executions; in a profile that is not derived, a row + 1 */
	bool follow;	      /* edges follow from counts (branches.h) */
	struct branches branches;
	struct modelled modelled; /* of a derived profile: the counts of `event` */
	struct edges edges;
	struct stacks stacks;
	u64 *row; /* n_event counts each */
	size_t row_room, n_rows;
	struct counted *recent; /* BUILDER_RECENT of them; NULL: nothing was counted */
	const char **text;	/* each text once */
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
