/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Machines in users' words. A setting changes one thing of a machine:
 *
 *	L1i=  L1d=  L2=  LL=   SIZE[,WAYS[,LINE]][,WORD...], or none
 *	itlb= dtlb= itlb2= dtlb2=   ENTRIES[,WAYS][,WORD...], or none
 *	walks=unseen|L1d|L2[,DIRECTORIES]
 *	prefetch=none, or next:CACHE, adjacent:CACHE, stride[:ENTRIES], one after another
 *	branch=none|bimodal:BITS|gshare:BITS[:HISTORY]|cachegrind|tage
 *	targets=none|last:BITS|path:BITS
 *	returns=ENTRIES
 *
 * SIZE has K or M; WAYS may be `full`. Numbers that are left out, and words, stay those of the
 * machine. Words: a policy (lru, bit-plru, nru, tree-plru, fifo, random or random:SEED), inclusive,
 * exclusive, noninclusive, write-back, write-through[:BUFFERS], write-allocate, no-write-allocate,
 * sector:BYTES, read-fills-line, read-fills-sector; of dtlb2: unified, data-only.
 */
#ifndef PMC_CORE_MACHINE_PARSE_H
#define PMC_CORE_MACHINE_PARSE_H

#include "core/base/diag.h"
#include "core/machine/describe/machine.h"

/*
 * Makes one setting, like `L1d=32K,8,64,nru`. A machine that has had all its settings must be
 * checked (pmc_machine_check). -PMC_CORE_EINVAL with column, token and sentence; the machine is
 * unchanged then.
 */
int pmc_machine_set(struct machine *machine, const char *text, size_t len, struct diag *diag);
/*
 * Reads a file of settings, one on a line. `#` begins a comment; blanks do not matter. The first
 * setting may be `machine=NAME`, the machine of the table that the others change; its prefetchers
 * are left out unless `prefetch=` asks for some, since what they bring arrives at once, as it does
 * in no processor. Without `machine=` the machine begins with nothing. The result has been checked.
 * On failure *line is the line that is wrong, or 0 if the machine as a whole is; then the machine
 * holds what came before.
 */
int pmc_machine_parse(struct machine *machine, const char *text, size_t len, u32 *line,
		      struct diag *diag);

#endif
